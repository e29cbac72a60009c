//! Every decoder of every pairing: what is accepted is in the group and encodes to the same bytes again; nothing panics.
//! The first byte chooses the pairing, the second the decoder.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pairforge_engine::registry::{self, DynGroup, Form};

fn points(group: &dyn DynGroup, decoder: u8, bytes: &[u8]) {
    match decoder % 3 {
        0 => {
            if let Ok(point) = group.read(bytes) {
                assert_eq!(group.write(&point).unwrap(), bytes);
            }
        }
        form => {
            let form = if form == 1 { Form::Compressed } else { Form::Uncompressed };
            if let Ok(point) = group.decode(bytes, form) {
                assert_eq!(group.encode(&point, form).unwrap(), bytes);
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let [which, decoder, bytes @ ..] = data else { return };
    let all = registry::all();
    let Some(pairing) = all.get(usize::from(*which) % all.len().max(1)) else { return };
    match decoder % 7 {
        0..3 => points(pairing.g1(), *decoder, bytes),
        3..6 => points(pairing.g2(), *decoder, bytes),
        _ => {
            if let Ok(value) = pairing.gt().read(bytes) {
                assert!(pairing.gt().is_member(&value).unwrap());
                assert_eq!(pairing.gt().write(&value).unwrap(), bytes);
            }
        }
    }
});
