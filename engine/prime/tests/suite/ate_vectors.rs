//! The optimal ate pairings at the known answers.

use pairforge_prime::ate::{
    Bls12381, Bn254, Bn258, Bn462, Curve, PreparedLines, Term, TwistPoint, final_exponentiation,
    final_exponentiation_cubed, miller_loop,
};
use pairforge_prime::tower::{Fp2, Fp12, Tower};
use pairforge_prime::{Fp, PrimeParams};
use serde_json::Value;
use std::path::Path;

/// The element with the vectors' hexadecimal integer.
fn element<P: PrimeParams<N>, const N: usize>(value: &Value) -> Fp<P, N> {
    let digits = value.as_str().expect("a string").trim_start_matches("0x");
    let mut limbs = [0; N];
    for (i, digit) in digits.bytes().rev().enumerate() {
        limbs[i / 16] |= u64::from((digit as char).to_digit(16).expect("a digit")) << (4 * (i % 16));
    }
    Fp::from_limbs(&limbs).expect("below p")
}

fn pair<P: PrimeParams<N>, C: Tower<Fp = Fp<P, N>>, const N: usize>(value: &Value) -> Fp2<Fp<P, N>, C> {
    Fp2::new(element(&value[0]), element(&value[1]))
}

/// The value with the vectors' twelve integers.
fn target<P: PrimeParams<N>, C: Tower<Fp = Fp<P, N>>, const N: usize>(value: &Value) -> Fp12<Fp<P, N>, C> {
    let c: Vec<Fp<P, N>> = value.as_array().expect("an array").iter().map(element).collect();
    let c: Vec<_> = c.chunks(2).map(|c| Fp2::new(c[0], c[1])).collect();
    Fp12::from_powers_of_w([c[0], c[3], c[1], c[4], c[2], c[5]])
}

fn load(name: &str) -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors").join(name);
    serde_json::from_slice(&std::fs::read(path).expect("the vectors")).expect("JSON")
}

/// e(P, Q) is what the vectors say, however it is computed.
fn check<P: PrimeParams<N>, C: Curve<Fp = Fp<P, N>>, const N: usize>(case: &Value) {
    let p = (element::<P, N>(&case["P"][0]), element(&case["P"][1]));
    let q = TwistPoint { x: pair::<P, C, N>(&case["Q"][0]), y: pair(&case["Q"][1]) };
    let e = target(&case["e"]);
    let f: Fp12<_, C> = miller_loop(&mut [Term::new(p, q)]);
    assert_eq!(final_exponentiation(&f), e);
    let prepared: Fp12<_, C> = miller_loop(&mut [PreparedLines::new(&q).at(p)]);
    assert_eq!(final_exponentiation(&prepared), e);
    // e(P, Q) e(-P, Q) e(P, Q) = e(P, Q).
    let minus_p = (p.0, pairforge_prime::BaseField::neg(&p.1));
    let product: Fp12<_, C> = miller_loop(&mut [Term::new(p, q), Term::new(minus_p, q), Term::new(p, q)]);
    assert_eq!(final_exponentiation(&product), e);
}

fn check_all<P: PrimeParams<N>, C: Curve<Fp = Fp<P, N>>, const N: usize>(draft: Option<&str>) {
    let file = load(&format!("{}.json", C::NAME));
    for case in file["cases"].as_array().expect("an array") {
        check::<P, C, N>(case);
    }
    if let Some(name) = draft {
        check::<P, C, N>(&load("irtf-pairing-friendly-curves.json")["vectors"][name]);
    }
}

#[test]
fn bls12_381() {
    check_all::<_, Bls12381, 6>(Some("BLS12_381"));
}

#[test]
fn the_cube_of_bls12_381() {
    let (p, q) = (Bls12381::G1, TwistPoint { x: Bls12381::G2.0, y: Bls12381::G2.1 });
    let f: Fp12<_, Bls12381> = miller_loop(&mut [Term::new(p, q)]);
    let e = final_exponentiation(&f);
    assert_eq!(final_exponentiation_cubed(&f), e.square().mul(&e));
}

#[test]
fn bn462() {
    check_all::<_, Bn462, 8>(Some("BN462"));
}

#[test]
fn bn254() {
    check_all::<_, Bn254, 4>(None);
}

#[test]
fn bn258() {
    check_all::<_, Bn258, 5>(None);
}
