//! PBC's parameter files of type A, and points and values in PBC's encodings.

use crate::{Outcome, behind, byte, is_one_line};
use pairforge_engine::prime::type_a::pbc::TypeAPairing;
use std::sync::LazyLock;

/// PBC's own `a.param`.
const A_PARAM: &str = "type a\n\
    q 8780710799663312522437781984754049815806883199414208211028653399266475630880222957078625179422662221423155858769582317459277713367317481324925129998224791\n\
    h 12016012264891146079388821366740534204802954401251311822919615131047207289359704531102844802183906537786776\n\
    r 730750818665451621361119245571504901405976559617\n\
    exp2 159\nexp1 107\nsign1 1\nsign0 1\n";

/// A toy: 8 * 13 - 1 = 103.
const TOY: &str = "type a\nq 103\nh 8\nr 13\nexp2 3\nexp1 2\nsign1 1\nsign0 1\n";

static CURVE: LazyLock<TypeAPairing> = LazyLock::new(|| TypeAPairing::parse(A_PARAM).expect("a good file"));

/// A file, if the input is text.
pub fn parameters(input: &[u8]) -> Option<Outcome> {
    let text = std::str::from_utf8(input).ok()?;
    let read = TypeAPairing::parse(text).inspect_err(is_one_line);
    Some(Outcome { of: "PBC", decoder: "parameters", accepted: read.is_ok() })
}

pub fn files() -> Vec<Vec<u8>> {
    [A_PARAM, TOY].map(|text| text.as_bytes().to_vec()).to_vec()
}

const DECODERS: [&str; 3] = ["uncompressed point", "compressed point", "value"];

/// The first byte chooses the decoder, for the curve of `a.param`.
pub fn decode(input: &[u8]) -> Option<Outcome> {
    let [what, bytes @ ..] = input else { return None };
    let decoder = usize::from(*what) % DECODERS.len();
    let again = match decoder {
        0 => CURVE.point_from_bytes(bytes).map(|point| CURVE.point_to_bytes(&point)),
        1 => CURVE.point_from_bytes_compressed(bytes).map(|point| CURVE.point_to_bytes_compressed(&point)),
        _ => CURVE.value_from_bytes(bytes).map(|value| CURVE.value_to_bytes(&value)),
    };
    let again = again.inspect_err(is_one_line);
    if let Ok(again) = &again {
        assert_eq!(again, bytes);
    }
    Some(Outcome { of: "PBC", decoder: DECODERS[decoder], accepted: again.is_ok() })
}

pub fn encodings() -> Vec<Vec<u8>> {
    let point = CURVE.hash(b"a point", b"seeds");
    let made = [
        CURVE.point_to_bytes(&point),
        CURVE.point_to_bytes_compressed(&point),
        CURVE.value_to_bytes(&CURVE.pair(&point, &point)),
    ];
    made.iter().enumerate().map(|(decoder, bytes)| behind(&[byte(decoder)], bytes)).collect()
}
