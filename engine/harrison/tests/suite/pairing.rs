//! The Tate pairing on both curves: the definition with all denominators, bilinearity, order, known answers.

use crate::common::{Weierstrass, power, value_of, words};
use crate::points::{F2, F3, binary_point, ternary_point};
use num_bigint::BigUint;
use pairforge_harrison::Field;
use pairforge_harrison::curve::multiply::Method;
use pairforge_harrison::curve::{Group, binary, ternary};
use pairforge_harrison::extension::{Four, Six};
use pairforge_harrison::field::BaseField;
use pairforge_harrison::pairing;
use pairforge_harrison::pairing::ternary::from_sigma_rho;
use pairforge_harrison::ternary::{Element, Karatsuba, Packed97, Planes, others};
use proptest::prelude::*;

fn ternary_order<F: BaseField>() -> BigUint {
    value_of(&pairing::ternary::order::<F>(), 3)
}

fn binary_order() -> BigUint {
    value_of(&pairing::binary::order(), 2)
}

/// f_{N,P}(psi(Q))^((q^6-1)/N), by the definition.
fn ternary_textbook<F: BaseField>(p: &ternary::Affine<F>, q: &ternary::Affine<F>) -> Six<F> {
    let (ternary::Affine::Finite(x, y), ternary::Affine::Finite(x_q, y_q)) = (*p, *q) else { unreachable!() };
    let (zero, one) = (F::ZERO, F::ONE);
    let embed = |a: F| Six([a, zero, zero, zero, zero, zero]);
    let psi = (
        from_sigma_rho([-x_q, zero, one, zero, zero, zero]),
        from_sigma_rho([zero, y_q, zero, zero, zero, zero]),
    );
    let n = ternary_order::<F>();
    let f = Weierstrass::ternary().miller(&n, Some((embed(x), embed(y))), psi);
    power(f, &((BigUint::from(3u8).pow(6 * F::DEGREE as u32) - 1u8) / n))
}

fn binary_textbook(p: &binary::Affine<F2>, q: &binary::Affine<F2>) -> Four<F2> {
    let (binary::Affine::Finite(x, y), binary::Affine::Finite(x_q, y_q)) = (*p, *q) else { unreachable!() };
    let embed = |a: F2| Four([a, F2::ZERO, F2::ZERO, F2::ZERO]);
    let n = binary_order();
    let psi = pairing::binary::distort(x_q, y_q);
    let f = Weierstrass::binary().miller(&n, Some((embed(x), embed(y))), psi);
    power(f, &((BigUint::from(2u8).pow(4 * 241) - 1u8) / n))
}

#[test]
fn the_order_divides_and_the_embedding_degree_is_least() {
    let (n3, n2) = (ternary_order::<F3>(), binary_order());
    let (q3, q2) = (BigUint::from(3u8).pow(97), BigUint::from(2u8).pow(241));
    let r3 = &n3 / 7u8; // the prime of 151 bits in Table 1
    assert_eq!((r3.bits(), n2.bits()), (151, 241));
    assert_eq!(&r3 * 7u8, n3);
    let one = BigUint::from(1u8);
    let degree = |q: &BigUint, r: &BigUint| (1..).find(|&k| q.modpow(&BigUint::from(k as u32), r) == one);
    assert_eq!((degree(&q3, &r3), degree(&q2, &n2)), (Some(6), Some(4)));
    // Fermat, to base five: these are the primes that Table 1 counts the bits of.
    for r in [&r3, &n2] {
        assert_eq!(BigUint::from(5u8).modpow(&(r - 1u8), r), one);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    #[test]
    fn ternary_pairing_is_the_definition(
        p in ternary_point::<F3>(), q in ternary_point::<F3>(),
        s in ternary_point::<others::Sliced79>(), t in ternary_point::<others::Sliced79>(),
    ) {
        prop_assert_eq!(pairing::ternary::tate(&p, &q), ternary_textbook(&p, &q));
        prop_assert_eq!(pairing::ternary::tate(&s, &t), ternary_textbook(&s, &t));
        // Points of order 7 meet every special case of the loop.
        let cofactor = words(&(ternary_order::<F3>() / 7u8));
        let small: ternary::Affine<F3> = Method::Binary.multiply(&cofactor, &p);
        if small != ternary::Affine::Infinity {
            prop_assert_eq!(pairing::ternary::tate(&small, &q), ternary_textbook(&small, &q));
        }
    }

    #[test]
    fn binary_pairing_is_the_definition(p in binary_point(), q in binary_point()) {
        let (x, y) = match q {
            binary::Affine::Finite(x, y) => pairing::binary::distort(x, y),
            binary::Affine::Infinity => unreachable!(),
        };
        prop_assert_eq!(y.square() + y, x.cube() + x + Four::ONE);
        prop_assert_eq!(pairing::binary::tate(&p, &q), binary_textbook(&p, &q));
    }

    #[test]
    fn ternary_pairing_is_bilinear(p in ternary_point::<F3>(), q in ternary_point::<F3>(), a in 2u64..) {
        let e = pairing::ternary::tate(&p, &q);
        let times = |p: &ternary::Affine<F3>| Method::SignedTernary.multiply::<_, ternary::Affine<F3>>(&[a], p);
        let seven = |p: &ternary::Affine<F3>| p.triple().double().add(p);
        prop_assume!(seven(&p) != ternary::Affine::Infinity && seven(&q) != ternary::Affine::Infinity);
        prop_assert_ne!(e, Six::ONE);
        prop_assert_eq!(power(e, &ternary_order::<F3>()), Six::ONE);
        prop_assert_eq!(pairing::ternary::tate(&times(&p), &q), power(e, &a.into()));
        prop_assert_eq!(pairing::ternary::tate(&p, &times(&q)), power(e, &a.into()));
        prop_assert_eq!(pairing::ternary::tate(&p, &q.neg()) * e, Six::ONE);
        prop_assert_eq!(pairing::ternary::tate(&p, &ternary::Affine::Infinity), Six::ONE);
        prop_assert_eq!(pairing::ternary::tate(&ternary::Affine::Infinity, &q), Six::ONE);
    }

    #[test]
    fn binary_pairing_is_bilinear(p in binary_point(), q in binary_point(), a in 2u64..) {
        let e = pairing::binary::tate(&p, &q);
        let times = |p: &binary::Affine<F2>| Method::SignedBinary.multiply::<_, binary::Affine<F2>>(&[a], p);
        prop_assert_ne!(e, Four::ONE);
        prop_assert_eq!(power(e, &binary_order()), Four::ONE);
        prop_assert_eq!(pairing::binary::tate(&times(&p), &q), power(e, &a.into()));
        prop_assert_eq!(pairing::binary::tate(&p, &times(&q)), power(e, &a.into()));
        prop_assert_eq!(pairing::binary::tate(&p, &q.neg()) * e, Four::ONE);
        prop_assert_eq!(pairing::binary::tate(&p, &binary::Affine::Infinity), Four::ONE);
    }

    #[test]
    fn representations_agree_on_the_pairing(p in ternary_point::<F3>(), q in ternary_point::<F3>()) {
        type Packed = Packed97<Karatsuba>;
        let other = |a: F3| Packed::from_coefficients(&a.coefficients());
        let point = |p: &ternary::Affine<F3>| match *p {
            ternary::Affine::Finite(x, y) => ternary::Affine::Finite(other(x), other(y)),
            ternary::Affine::Infinity => ternary::Affine::Infinity,
        };
        let e = pairing::ternary::tate(&p, &q);
        prop_assert_eq!(pairing::ternary::tate(&point(&p), &point(&q)), Six(e.0.map(other)));
    }
}

/// The vectors hold the eta_T pairing of Beuchat et al. over the same curve and field, in the representation
/// F_3\[x\]/(x^97 + x^16 + 2) and the basis of sigma and rho. The Tate pairing is its power 3^48 q^4.
#[test]
fn the_pairing_is_a_power_of_the_known_eta() {
    type F = Element<Planes<u32>, 4, 97, 16, Karatsuba>;
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/eta-f3-97.json");
    let vectors: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the vectors are there")).expect("JSON");
    let element = |value: &serde_json::Value| {
        let hex = value.as_str().expect("a string").strip_prefix("0x").expect("hexadecimal");
        let number = BigUint::parse_bytes(hex.as_bytes(), 16).expect("hexadecimal");
        let digit = |i: u64| u8::from(number.bit(2 * i)) + 2 * u8::from(number.bit(2 * i + 1));
        F::from_coefficients(&(0..97).map(digit).collect::<Vec<u8>>())
    };
    let cases = vectors["cases"].as_array().expect("cases");
    assert!(!cases.is_empty());
    for case in cases {
        let point = |name: &str| ternary::Affine::Finite(element(&case[name][0]), element(&case[name][1]));
        let eta = from_sigma_rho(core::array::from_fn(|i| element(&case["e"][i])));
        let tate = pairing::ternary::tate(&point("P"), &point("Q"));
        assert_eq!(tate, (0..48).fold(eta.frobenius(4), |power, _| power.cube()));
    }
}
