//! The pairings in IFMA against all known answers.
#![cfg(target_arch = "x86_64")]

use pairforge_interface::cpu;
use pairforge_prime::ate::{self, Bls12381, Bn254, Bn258, Bn462, Pair, TwistPoint};
use pairforge_prime::ifma::{self, InLanes};
use pairforge_prime::tower::{Fp2, Fp12};
use pairforge_prime::{BaseField, Fp};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_core::SeedableRng;
use serde_json::Value;

fn fp<C: InLanes<L, N>, const L: usize, const N: usize>(value: &Value) -> C::Fp {
    let digits = value.as_str().unwrap().trim_start_matches("0x");
    let mut limbs = [0; N];
    for (i, digit) in digits.bytes().rev().enumerate() {
        limbs[i / 16] |= u64::from((digit as char).to_digit(16).unwrap()) << (4 * (i % 16));
    }
    Fp::from_limbs(&limbs).unwrap()
}

fn fp2<C: InLanes<L, N>, const L: usize, const N: usize>(re: &Value, im: &Value) -> Fp2<C::Fp, C> {
    Fp2::new(fp::<C, L, N>(re), fp::<C, L, N>(im))
}

type Case<C, F> = (Pair<F, C>, Fp12<F, C>);

fn cases<C: InLanes<L, N>, const L: usize, const N: usize>() -> Vec<Case<C, C::Fp>> {
    let path = format!("{}/../../tests/vectors/{}.json", env!("CARGO_MANIFEST_DIR"), C::NAME);
    let vectors: Value = serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
    let case = |case: &Value| {
        let (p, q, e) = (&case["P"], &case["Q"], &case["e"]);
        let p = (fp::<C, L, N>(&p[0]), fp::<C, L, N>(&p[1]));
        let [x, y] = [0, 1].map(|k| fp2::<C, L, N>(&q[k][0], &q[k][1]));
        // The powers of w in the order of the vectors: 0, 2, 4, 1, 3, 5.
        let e = [0, 3, 1, 4, 2, 5].map(|k| fp2::<C, L, N>(&e[2 * k], &e[2 * k + 1]));
        ((p, TwistPoint { x, y }), Fp12::from_powers_of_w(e))
    };
    vectors["cases"].as_array().unwrap().iter().map(case).collect()
}

fn available() -> bool {
    cpu::detected() >= cpu::Level::Avx512
}

/// The vectors' values; products of all pairs are products of values.
fn known_answers<C: InLanes<L, N>, const L: usize, const N: usize>() {
    if !available() {
        return;
    }
    let cases = cases::<C, L, N>();
    assert!(!cases.is_empty());
    for (pair, e) in &cases {
        assert_eq!(ifma::product::<C, L, N>(&[*pair]), *e);
        let f = ifma::miller_loop::<C, L, N>(&[*pair]);
        assert_eq!(ifma::final_exponentiation::<C, L, N>(&f), *e);
        // A value of the scalar Miller loop is as good.
        let f = ate::miller_loop(&mut [ate::Term::new(pair.0, pair.1)]);
        assert_eq!(ifma::final_exponentiation::<C, L, N>(&f), *e);
    }
    for n in 0..4 {
        let terms: Vec<_> = cases.iter().cycle().take(n).map(|case| case.0).collect();
        let product = cases.iter().cycle().take(n).fold(Fp12::ONE, |product, case| product.mul(&case.1));
        assert_eq!(ifma::product::<C, L, N>(&terms), product, "{n} pairs");
    }
}

#[test]
fn bls12_381_has_its_known_answers() {
    known_answers::<Bls12381, 8, 6>();
}

#[test]
fn bn254_has_its_known_answers() {
    known_answers::<Bn254, 5, 4>();
}

#[test]
fn bn258_has_its_known_answers() {
    known_answers::<Bn258, 6, 5>();
}

#[test]
fn bn462_has_its_known_answers() {
    known_answers::<Bn462, 9, 8>();
}

/// `scalar` times an affine point of a curve y^2 = x^3 + b over F_p2, by the textbook's chords and tangents.
fn times<C: InLanes<L, N>, const L: usize, const N: usize>(
    scalar: u64,
    point: [Fp2<C::Fp, C>; 2],
) -> [Fp2<C::Fp, C>; 2] {
    let [x, y] = point;
    let mut t = point;
    for bit in (0..scalar.ilog2()).rev() {
        let third = |slope: &Fp2<C::Fp, C>, a: &[Fp2<C::Fp, C>; 2], x: &Fp2<C::Fp, C>| {
            let sum = slope.square().sub(&a[0]).sub(x);
            [sum, slope.mul(&a[0].sub(&sum)).sub(&a[1])]
        };
        let xx = t[0].square();
        let slope = xx.add(&xx).add(&xx).mul(&t[1].add(&t[1]).invert());
        t = third(&slope, &t, &t[0]);
        if scalar >> bit & 1 == 1 {
            let slope = t[1].sub(&y).mul(&t[0].sub(&x).invert());
            t = third(&slope, &t, &x);
        }
    }
    t
}

/// Lanes and single elements agree: on random points, and on values whose unreduced sums are as large as they
/// get.
fn agrees_with_single_elements<C: InLanes<L, N>, const L: usize, const N: usize>(seed: u64) {
    if !available() {
        return;
    }
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    let mut coefficient = |i: u32| -> C::Fp {
        match seed >> (2 * i) & 3 {
            0 => Fp::ONE.neg(),
            1 => Fp::ONE,
            // The largest Montgomery form.
            2 => Fp::from_montgomery(core::array::from_fn(|k| C::Fp::MODULUS[k] - u64::from(k == 0))),
            _ => Fp::random(&mut rng),
        }
    };
    let f = Fp12::from_powers_of_w([0, 1, 2, 3, 4, 5].map(|k| Fp2::new(coefficient(k), coefficient(k + 6))));
    assert!(ifma::final_exponentiation::<C, L, N>(&f) == ate::final_exponentiation(&f), "{}", C::NAME);
    let in_fp2 = |a| Fp2::new(a, Fp::ZERO);
    let [x_p, y_p] = times::<C, L, N>((seed >> 32) + 1, [in_fp2(C::G1.0), in_fp2(C::G1.1)]);
    let [x, y] = times::<C, L, N>((seed & 0xffff_ffff) + 1, [C::G2.0, C::G2.1]);
    let pair = ((x_p.c[0], y_p.c[0]), TwistPoint { x, y });
    let f = ate::miller_loop(&mut [ate::Term::new(pair.0, pair.1)]);
    let e = ate::final_exponentiation(&f);
    assert!(ifma::product::<C, L, N>(&[pair]) == e, "{}", C::NAME);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn lanes_agree_with_single_elements(seed: u64) {
        agrees_with_single_elements::<Bls12381, 8, 6>(seed);
        agrees_with_single_elements::<Bn254, 5, 4>(seed);
        agrees_with_single_elements::<Bn258, 6, 5>(seed);
        agrees_with_single_elements::<Bn462, 9, 8>(seed);
    }
}
