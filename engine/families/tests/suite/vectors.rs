//! Every curve at the known answers, which the Python model gave: Miller's algorithm with all denominators and the exponent
//! itself, over flat extensions of F_p.

use crate::tiny;
use pairforge_families::{OptimalAte, PairingGroups, curves};
use pairforge_interface::{Coefficients, Group, Pairing, Target};
use pairforge_prime::groups::Scalar;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;
use std::path::Path;

/// All integers of a value, in order.
fn integers(value: &Value) -> Vec<&str> {
    match value {
        Value::Array(parts) => parts.iter().flat_map(integers).collect(),
        _ => vec![value.as_str().expect("a string").trim_start_matches("0x")],
    }
}

/// The value with these coefficients.
fn read<T: Coefficients>(value: &Value) -> T {
    let mut bytes = Vec::new();
    for digits in integers(value) {
        let padded = format!("{digits:0>width$}", width = 2 * T::WIDTH);
        let byte = |i: usize| u8::from_str_radix(&padded[2 * i..2 * i + 2], 16).expect("digits");
        bytes.extend((0..T::WIDTH).rev().map(byte));
    }
    T::read(&bytes).expect("valid")
}

pub fn check<C: PairingGroups>(folder: &str) {
    type E<C> = OptimalAte<C>;
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder).join(format!("{}.json", C::NAME));
    let file: Value = serde_json::from_slice(&std::fs::read(path).expect("the vectors")).expect("JSON");
    for case in file["cases"].as_array().expect("an array") {
        let p: <E<C> as Pairing>::G1 = read(&case["P"]);
        let q: <E<C> as Pairing>::G2 = read(&case["Q"]);
        let e: <E<C> as Pairing>::Gt = read(&case["e"]);
        assert_eq!(E::<C>::pair(&p, &q), e);
        assert_eq!(E::<C>::pair_prepared(&E::<C>::prepare(&q), &p), e);
        // e(P, Q) e(-P, Q) e(P, Q) = e(P, Q).
        assert_eq!(E::<C>::product(&[(p, q), (p.neg(), q), (p, q)]), e);
        assert_eq!(e.pow(<E<C> as Pairing>::G1::ORDER), Target::one());
    }
    let (g1, g2) = (<E<C> as Pairing>::G1::generator(), <E<C> as Pairing>::G2::generator());
    assert!(g1.mul(C::ORDER).is_identity() && g2.mul(C::ORDER).is_identity());
    assert_eq!(E::<C>::pair(&g1.mul(&[2]), &g2.mul(&[3])), E::<C>::pair(&g1, &g2).pow(&[6]));
}

/// Scalars are a field, and a multiple of a multiple is one by the product.
fn check_scalars<C: PairingGroups>() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let mut random = || Scalar::<C::Fr>::random(&mut rng);
    for _ in 0..200 {
        let (a, b, c) = (random(), random(), random());
        assert_eq!((&a + &b) * &c, &a * &c + &b * &c);
        assert_eq!(
            a.invert().map(|inverse| inverse * &a),
            (!bool::from(a.is_zero())).then(|| Scalar::from(1))
        );
    }
    let (a, b) = (random(), random());
    let g = <OptimalAte<C> as Pairing>::G1::generator();
    assert_eq!(g.mul(&a).mul(&b), g.mul(&(&a * &b)));
}

macro_rules! all {
    ($($module:ident in $folder:literal { $($name:ident: $curve:ident),* $(,)? })*) => {
        $($(
            #[test]
            fn $name() {
                check::<$module::$curve>($folder);
                check_scalars::<$module::$curve>();
            }
        )*)*
    };
}

all! {
    curves in "../../tests/vectors" {
        bls12_377: Bls12377,
        bls12_446: Bls12446,
        bls12_638: Bls12638,
        bls24_315: Bls24315,
        bls24_317: Bls24317,
        bls24_509: Bls24509,
        bls48_581: Bls48581,
        bn446: Bn446,
        bn638: Bn638,
        bw6_761: Bw6761,
        kss16_330: Kss16330,
        kss18_508: Kss18508,
    }
    tiny in "tests/suite/tiny" {
        bls12_13: Bls1213,
        bls24_23: Bls2423,
        bls48_164: Bls48164,
        bw6_79: Bw679,
        curve_103: Curve103,
        curve_727: Curve727,
        kss16_108: Kss16108,
        kss18_81: Kss1881,
    }
}
