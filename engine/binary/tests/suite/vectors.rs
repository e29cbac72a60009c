//! Every pairing of characteristic two against the known answers.

use pairforge_binary::*;
use pairforge_interface::{Coefficients, Pairing};
use serde_json::Value;

/// A hexadecimal integer as little-endian bytes.
fn bytes(hex: &Value, width: usize) -> Vec<u8> {
    let digits = hex.as_str().expect("a string").trim_start_matches("0x");
    let padded = format!("{digits:0>width$}", width = 2 * width);
    let byte = |i: usize| u8::from_str_radix(&padded[2 * i..][..2], 16).expect("hexadecimal");
    (0..width).rev().map(byte).collect()
}

fn read<T: Coefficients>(value: &Value) -> T {
    let coefficients = value.as_array().expect("a list");
    assert_eq!(coefficients.len(), T::COUNT);
    let bytes: Vec<u8> = coefficients.iter().flat_map(|c| bytes(c, T::WIDTH)).collect();
    T::read(&bytes).expect("a valid value")
}

fn known_answers<P: Pairing>() {
    let path = format!("{}/../../tests/vectors/{}.json", env!("CARGO_MANIFEST_DIR"), P::NAME);
    let file: Value = serde_json::from_str(&std::fs::read_to_string(path).expect("a file")).expect("JSON");
    assert_eq!(file["pairing"], P::NAME);
    let mut terms = Vec::new();
    let mut expected: Vec<P::Gt> = Vec::new();
    for case in file["cases"].as_array().expect("a list") {
        terms.push((read::<P::G1>(&case["P"]), read::<P::G2>(&case["Q"])));
        expected.push(read(&case["e"]));
    }
    for ((p, q), e) in terms.iter().zip(&expected) {
        assert_eq!(P::pair(p, q), *e, "{}", P::NAME);
        for algorithm in P::ALGORITHMS {
            assert_eq!((algorithm.pair)(p, q), *e, "{}, {}", P::NAME, algorithm.name);
        }
    }
    let mut batch = expected.clone();
    batch.reverse();
    P::batch(&terms, &mut batch);
    assert_eq!(batch, expected, "{}, batch", P::NAME);
}

#[test]
fn pairings_equal_the_known_answers() {
    known_answers::<EtaF2M239>();
    known_answers::<EtaF2M313>();
    known_answers::<EtaF2M457>();
    known_answers::<EtaF2M557>();
    known_answers::<EtaF2M613>();
    known_answers::<EtaF2M691>();
    known_answers::<TateF2M239>();
    known_answers::<TateF2M283>();
}
