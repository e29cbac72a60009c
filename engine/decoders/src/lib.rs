//! What every decoder of the engine keeps to on any bytes: nothing panics, an error is one line, and what is accepted
//! encodes to the same bytes again. The fuzzer (`engine/fuzz`) looks for bytes that break it; the tests try the seeds and
//! all that the fuzzer has kept (`corpus`).

mod bls;
mod encodings;
mod ethereum;
mod pbc;
mod points;

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Outcome {
    /// The pairing, protocol or curve.
    pub of: &'static str,
    /// Which of its decoders took the bytes.
    pub decoder: &'static str,
    /// Whether they stand for a value.
    pub accepted: bool,
}

/// Decoders that share the meaning of the first bytes of an input.
#[derive(Clone, Copy, Debug)]
pub struct Property {
    /// The fuzz target and the file of the corpus.
    pub name: &'static str,
    /// Decodes an input, and panics where a decoder breaks its word; None where the input is too short to name one.
    pub holds: fn(&[u8]) -> Option<Outcome>,
    /// Inputs for every decoder, each accepted: chance finds no point of a subgroup.
    pub seeds: fn() -> Vec<Vec<u8>>,
}

/// Every property.
pub const ALL: [Property; 7] = [
    Property { name: "decode", holds: points::decode, seeds: points::encodings },
    Property { name: "batch", holds: points::batch, seeds: points::batches },
    Property { name: "together", holds: encodings::together, seeds: encodings::seeds },
    Property { name: "bls", holds: bls::decode, seeds: bls::seeds },
    Property { name: "ethereum", holds: ethereum::call, seeds: ethereum::seeds },
    Property { name: "parameters", holds: pbc::parameters, seeds: pbc::files },
    Property { name: "pbc", holds: pbc::decode, seeds: pbc::encodings },
];

/// The property of this name, if there is one.
#[must_use]
pub const fn by_name(name: &str) -> Option<Property> {
    let mut i = 0;
    while i < ALL.len() {
        if same(ALL[i].name.as_bytes(), name.as_bytes()) {
            return Some(ALL[i]);
        }
        i += 1;
    }
    None
}

/// Whether these are equal: of two strings no constant function says so.
const fn same(one: &[u8], other: &[u8]) -> bool {
    if one.len() != other.len() {
        return false;
    }
    let mut i = 0;
    while i < one.len() {
        if one[i] != other[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// The bytes of an input that is stored as hexadecimal digits.
///
/// # Panics
/// If they are none.
#[must_use]
pub fn from_hex(digits: &str) -> Vec<u8> {
    let byte = |i| u8::from_str_radix(&digits[i..i + 2], 16).expect("hexadecimal digits");
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// An error says what is wrong in one line.
fn is_one_line(error: &impl std::fmt::Display) {
    assert!(!error.to_string().contains('\n'));
}

/// A first byte, or several, in front of an encoding.
fn behind(first: &[u8], bytes: &[u8]) -> Vec<u8> {
    [first, bytes].concat()
}

/// A number that stands in one byte.
fn byte(number: usize) -> u8 {
    u8::try_from(number).expect("fewer than 256 of them")
}
