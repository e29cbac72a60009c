//! Scalars: their arithmetic is that of integers modulo r, and groups take them for those integers.

use num_bigint::BigUint;
use pairforge_interface::{Error, Group};
use pairforge_prime::ate::{Bls12381, Bn254, Bn258, Bn462};
use pairforge_prime::groups::{G1, G2, Point, Scalar, Subgroup};
use proptest::prelude::*;
use std::mem::MaybeUninit;
use zeroize::Zeroize;

fn integer(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |n, &l| (n << 64) + l)
}

/// Operators on values and references, and all encodings.
fn arithmetic<G: Subgroup>(left: &[u8], right: &[u8]) {
    let r = integer(G::ORDER);
    let (m, n) = (BigUint::from_bytes_be(left) % &r, BigUint::from_bytes_be(right) % &r);
    let (a, b) = (Scalar::<G::Fr>::from_wide_bytes(left), Scalar::<G::Fr>::from_wide_bytes(right));
    assert_eq!(integer(&a), m);
    assert_eq!(integer(&(&a + &b)), (&m + &n) % &r);
    assert_eq!(integer(&(&a - &b)), (&m + &r - &n) % &r);
    assert_eq!(integer(&(&a * &b)), &m * &n % &r);
    assert_eq!(integer(&-&a), (&r - &m) % &r);
    assert_eq!(a.clone() + b.clone(), &a + b.clone());
    assert_eq!(a.clone() - &b, &a - b.clone());
    let mut both = a.clone();
    both += &b;
    both *= b.clone();
    both -= &a;
    assert_eq!(both, (&a + &b) * &b - &a);
    assert_eq!(bool::from(a.is_zero()), m == BigUint::ZERO);
    assert_eq!(a == b, m == n);
    assert_eq!(a.invert().map(|inverse| &inverse * &a), (m != BigUint::ZERO).then(|| Scalar::from(1)));
    assert_eq!(Scalar::<G::Fr>::of(&a.element()), a);
    let mut bytes = vec![0; Scalar::<G::Fr>::BYTES];
    a.write_be(&mut bytes);
    assert_eq!(BigUint::from_bytes_be(&bytes), m);
    assert_eq!(Scalar::from_be_bytes(&bytes), Ok(a.clone()));
    a.write_le(&mut bytes);
    assert_eq!(BigUint::from_bytes_le(&bytes), m);
    assert_eq!(Scalar::from_le_bytes(&bytes), Ok(a));
}

/// Multiples of points, by the operator and wherever limbs are taken.
fn multiples<G: Subgroup>(left: &[u8], right: &[u8]) {
    let (a, b) = (Scalar::<G::Fr>::from_wide_bytes(left), Scalar::<G::Fr>::from_wide_bytes(right));
    let g = Point::<G>::generator();
    assert_eq!(g * &a, g.mul(&integer(&a).to_u64_digits()));
    assert_eq!(g * (&a + &b), (g * &a).add(&(g * &b)));
    assert_eq!(g * &a * &b, g * (&a * &b));
    assert_eq!(Point::mul_each(&[g, g], &[&a, &b]), [g * &a, g * b.clone()]);
    assert_eq!(Point::multi_mul_vartime(&[g, g], &[&a, &b], 1), g * (a + b));
}

fn corners<G: Subgroup>() {
    let bytes = Scalar::<G::Fr>::BYTES;
    let order = integer(G::ORDER);
    let encoded = |n: &BigUint| {
        let digits = n.to_bytes_be();
        [vec![0; bytes - digits.len()], digits].concat()
    };
    let values = [BigUint::ZERO, 1_u8.into(), 2_u8.into(), &order - 1_u8, &order >> 1, &order + 1_u8];
    for m in &values {
        values.iter().for_each(|n| arithmetic::<G>(&encoded(m), &encoded(n)));
    }
    let refused = Error::NotCanonical { coefficient: 0 };
    assert_eq!(Scalar::<G::Fr>::from_be_bytes(&encoded(&order)), Err(refused.clone()));
    assert_eq!(Scalar::<G::Fr>::from_le_bytes(&vec![0xff; bytes]), Err(refused));
    let short = Error::Length { expected: bytes, got: bytes - 1 };
    assert_eq!(Scalar::<G::Fr>::from_be_bytes(&vec![0; bytes - 1]), Err(short));
    assert_eq!(Scalar::<G::Fr>::from(u64::MAX), Scalar::from_wide_bytes(&[0xff; 8]));
    assert_eq!(format!("{:?}", Scalar::<G::Fr>::from(1234)), "Scalar { .. }");
}

fn any_bytes() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..100)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn arithmetic_is_modulo_the_order(a in any_bytes(), b in any_bytes()) {
        arithmetic::<G1<Bls12381>>(&a, &b);
        arithmetic::<G1<Bn254>>(&a, &b);
        arithmetic::<G1<Bn258>>(&a, &b);
        arithmetic::<G1<Bn462>>(&a, &b);
    }

    #[test]
    fn groups_take_scalars_for_their_integers(a in any_bytes(), b in any_bytes()) {
        multiples::<G1<Bls12381>>(&a, &b);
        multiples::<G2<Bn254>>(&a, &b);
    }
}

#[test]
fn zero_one_and_what_is_near_the_order() {
    corners::<G1<Bls12381>>();
    corners::<G1<Bn254>>();
    corners::<G1<Bn258>>();
    corners::<G1<Bn462>>();
}

/// The memory of a scalar after it was dropped, and after it was wiped.
#[test]
fn scalars_are_wiped() {
    type Own = Scalar<<G1<Bls12381> as Subgroup>::Fr>;
    let mut slot = MaybeUninit::new(Own::from(7));
    let bytes = |slot: &MaybeUninit<Own>| {
        // SAFETY: a scalar is four limbs without padding, all of them written when it was made and when it was wiped.
        unsafe { std::ptr::read_volatile(slot.as_ptr().cast::<[u64; 4]>()) }
    };
    assert_eq!(bytes(&slot), [7, 0, 0, 0]);
    // SAFETY: the slot holds a scalar, which nothing uses as one from here on.
    unsafe { slot.assume_init_drop() };
    assert_eq!(bytes(&slot), [0; 4]);
    let mut scalar = Own::from(7);
    scalar.zeroize();
    assert_eq!(scalar, Own::from(0));
}
