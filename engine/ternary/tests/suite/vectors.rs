//! The eta_T pairings against the known answers.

use num_bigint::BigUint;
use pairforge_interface::{Coefficients, Pairing};
use pairforge_ternary::{EtaF3m97, EtaF3m167, EtaF3m193, EtaF3m239, EtaF3m313};
use serde_json::Value;

fn bytes<T: Coefficients>(list: &Value) -> Vec<u8> {
    list.as_array()
        .expect("a list of coefficients")
        .iter()
        .flat_map(|hex| {
            let hex = hex.as_str().expect("a hex integer").trim_start_matches("0x");
            let mut bytes = BigUint::parse_bytes(hex.as_bytes(), 16).expect("hex").to_bytes_le();
            bytes.resize(T::WIDTH, 0);
            bytes
        })
        .collect()
}

fn check<P: Pairing>() {
    let path = format!("{}/../../tests/vectors/{}.json", env!("CARGO_MANIFEST_DIR"), P::NAME);
    let file: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the vectors")).expect("JSON");
    assert_eq!(file["pairing"], P::NAME);
    let cases = file["cases"].as_array().expect("cases");
    assert!(!cases.is_empty());
    let mut terms = Vec::new();
    let mut values = Vec::new();
    for case in cases {
        let p = P::G1::read(&bytes::<P::G1>(&case["P"])).expect("a point");
        let q = P::G2::read(&bytes::<P::G2>(&case["Q"])).expect("a point");
        let e = P::Gt::read(&bytes::<P::Gt>(&case["e"])).expect("a value of the pairing");
        assert_eq!(P::pair(&p, &q), e);
        terms.push((p, q));
        values.push(e);
    }
    let mut batch = values.clone();
    batch.reverse();
    P::batch(&terms, &mut batch);
    assert_eq!(batch, values);
}

#[test]
fn eta_f3_97() {
    check::<EtaF3m97>();
}

#[test]
fn eta_f3_167() {
    check::<EtaF3m167>();
}

#[test]
fn eta_f3_193() {
    check::<EtaF3m193>();
}

#[test]
fn eta_f3_239() {
    check::<EtaF3m239>();
}

#[test]
fn eta_f3_313() {
    check::<EtaF3m313>();
}
