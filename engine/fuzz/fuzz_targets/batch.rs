//! Batches on bytes of any length, pitch and number of threads: refused or computed, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pairforge_engine::registry;

fuzz_target!(|data: &[u8]| {
    let [which, pitch, split, bytes @ ..] = data else { return };
    let all = registry::all();
    let Some(pairing) = all.get(usize::from(*which) % all.len().max(1)) else { return };
    let (ps, qs) = bytes.split_at(usize::from(*split).min(bytes.len()));
    let mut out = vec![0; ps.len() * 4];
    if let Err(rejection) = pairing.batch_bytes(ps, qs, &mut out, usize::from(*pitch), 1) {
        assert!(!rejection.to_string().contains('\n'));
    }
});
