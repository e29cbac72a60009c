//! The pairings in IFMA against all known answers.
#![cfg(all(target_arch = "x86_64", feature = "prime"))]

use pairforge_engine::cpu;
use pairforge_engine::prime::ifma::{self, Curve, Fp12, Point1, Point2};
use pairforge_engine::prime::{Fp, params};
use serde_json::Value;

fn fp<F: Curve<L, N>, const L: usize, const N: usize>(value: &Value) -> Fp<F, N> {
    let digits = value.as_str().unwrap().trim_start_matches("0x");
    let mut limbs = [0; N];
    for (i, digit) in digits.bytes().rev().enumerate() {
        limbs[i / 16] |= u64::from((digit as char).to_digit(16).unwrap()) << (4 * (i % 16));
    }
    Fp::from_limbs(&limbs).unwrap()
}

fn cases<F: Curve<L, N>, const L: usize, const N: usize>(
    name: &str,
) -> Vec<(Point1<F, N>, Point2<F, N>, Fp12<F, N>)> {
    let path = format!("{}/../../tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let coefficients = |v: &Value, n: usize| -> Vec<Fp<F, N>> {
        let flat: Vec<Value> = v
            .as_array()
            .unwrap()
            .iter()
            .flat_map(|x| x.as_array().cloned().unwrap_or(vec![x.clone()]))
            .collect();
        assert_eq!(flat.len(), n);
        flat.iter().map(fp).collect()
    };
    vectors["cases"]
        .as_array()
        .unwrap()
        .iter()
        .map(|case| {
            let (p, q, e) =
                (coefficients(&case["P"], 2), coefficients(&case["Q"], 4), coefficients(&case["e"], 12));
            ([p[0], p[1]], [[q[0], q[1]], [q[2], q[3]]], core::array::from_fn(|k| [e[2 * k], e[2 * k + 1]]))
        })
        .collect()
}

fn known_answers<F: Curve<L, N>, const L: usize, const N: usize>(name: &str) {
    if cpu::detected() < cpu::Level::Avx512 {
        return;
    }
    for (p, q, e) in cases::<F, L, N>(name) {
        assert_eq!(ifma::product::<F, L, N>(&[(p, q)]), e, "{name}");
        assert_eq!(
            ifma::final_exponentiation::<F, L, N>(&ifma::miller_loop::<F, L, N>(&[(p, q)])),
            e,
            "{name}"
        );
    }
}

#[test]
fn bls12_381() {
    known_answers::<params::Bls381Base, 8, 6>("ate-bls12-381");
}

#[test]
fn bn254() {
    known_answers::<params::Bn254Base, 5, 4>("ate-bn254");
}

#[test]
fn bn258() {
    known_answers::<params::Bn258Base, 6, 5>("ate-bn258");
}

#[test]
fn bn462() {
    known_answers::<params::Bn462Base, 9, 8>("ate-bn462");
}
