//! F_2^m against schoolbook arithmetic on big integers.

use num_bigint::BigUint;
use pairforge_binary::*;
use pairforge_interface::Error;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Carry-less product, bit by bit.
fn product(a: &BigUint, b: &BigUint) -> BigUint {
    (0..b.bits()).filter(|i| b.bit(*i)).fold(BigUint::ZERO, |sum, i| sum ^ (a << i))
}

fn polynomial<F: Field>() -> BigUint {
    F::TERMS.iter().fold(BigUint::ZERO, |sum, e| sum ^ (BigUint::from(1u8) << *e))
}

/// Long division, bit by bit.
fn remainder<F: Field>(mut a: BigUint) -> BigUint {
    let f = polynomial::<F>();
    while a.bits() > F::DEGREE as u64 {
        a ^= &f << (a.bits() - 1 - F::DEGREE as u64);
    }
    a
}

fn square<F: Field>(a: &BigUint) -> BigUint {
    let mut spread = BigUint::ZERO;
    (0..a.bits()).for_each(|i| spread.set_bit(2 * i, a.bit(i)));
    remainder::<F>(spread)
}

fn model<F: Field>(a: &Element<F>) -> BigUint {
    let mut bytes = vec![0; F::WIDTH];
    a.write(&mut bytes);
    BigUint::from_bytes_le(&bytes)
}

/// As m is prime and f has no root in F_2, f is irreducible if x^(2^m) = x modulo f (Rabin).
fn the_polynomial_is_irreducible<F: Field>() {
    let m = F::DEGREE;
    assert!((2..m).take_while(|p| p * p <= m).all(|p| m % p != 0), "{m} is prime");
    assert_eq!(F::TERMS.last(), Some(&0));
    assert_eq!(F::TERMS.len() % 2, 1);
    assert!(F::TERMS[1] + 128 <= m, "the condition of the reduction");
    let x = BigUint::from(2u8);
    assert_eq!((0..m).fold(x.clone(), |y, _| square::<F>(&y)), x);
}

fn arithmetic_equals_the_schoolbook<F: Field>() {
    let mut rng = ChaCha8Rng::seed_from_u64(F::DEGREE as u64);
    let mut special = vec![Element::<F>::zero(), Element::one()];
    let mut all_ones = vec![0xff; F::WIDTH];
    all_ones[F::WIDTH - 1] >>= 8 * F::WIDTH - F::DEGREE;
    special.push(Element::from_bytes(&all_ones, 0).expect("canonical"));
    special.extend((0..5).map(|_| Element::random(&mut rng)));
    let m = F::DEGREE as i64;
    for a in &special {
        let x = model(a);
        assert_eq!(model(&a.square()), square::<F>(&x));
        assert_eq!(model(&a.cube()), remainder::<F>(product(&x, &square::<F>(&x))));
        assert_eq!(a.sqrt().square(), *a);
        assert_eq!(a.square().sqrt(), *a);
        for k in [0, 1, 3, m / 2, m / 2 + 1, m - 1, m, 2 * m + 5, -1, -7, -m] {
            let expected = (0..k.rem_euclid(m)).fold(x.clone(), |y, _| square::<F>(&y));
            assert_eq!(model(&a.frobenius(k)), expected, "power 2^{k}");
        }
        let trace = (1..m).fold((x.clone(), x.clone()), |(sum, y), _| {
            let y = square::<F>(&y);
            (sum ^ &y, y)
        });
        assert_eq!(a.trace(), trace.0 == BigUint::from(1u8));
        match a.solve_quadratic() {
            Some(z) => assert_eq!(z.square().add(&z), *a),
            None => assert!(a.trace()),
        }
        assert_eq!(a.mul(&a.inverse()), Element::bit(!bool::from(a.is_zero())));
        for b in &special {
            assert_eq!(model(&a.mul(b)), remainder::<F>(product(&x, &model(b))));
            assert_eq!(model(&a.add(b)), &x ^ model(b));
            assert_eq!(a == b, x == model(b));
        }
    }
}

fn encodings_are_canonical<F: Field>() {
    let top = 1 << (F::DEGREE % 8);
    let mut bytes = vec![0; F::WIDTH];
    bytes[F::WIDTH - 1] = top;
    assert_eq!(Element::<F>::from_bytes(&bytes, 3), Err(Error::NotCanonical { coefficient: 3 }));
    bytes[F::WIDTH - 1] = top >> 1;
    let x = Element::<F>::from_bytes(&bytes, 0).expect("x^(m-1) is canonical");
    let mut again = vec![0; F::WIDTH];
    x.write(&mut again);
    assert_eq!(again, bytes);
    bytes.push(0);
    let error = Error::Length { expected: F::WIDTH, got: F::WIDTH + 1 };
    assert_eq!(Element::<F>::from_bytes(&bytes, 0), Err(error));
}

macro_rules! fields {
    ($($test:ident: $field:ident;)*) => {$(
        #[test]
        fn $test() {
            the_polynomial_is_irreducible::<$field>();
            arithmetic_equals_the_schoolbook::<$field>();
            encodings_are_canonical::<$field>();
        }
    )*};
}

fields! {
    f239: F239;
    f239_shu: F239Shu;
    f241: F241;
    f271: F271;
    f283: F283;
    f313: F313;
    f353: F353;
    f379: F379;
    f457: F457;
    f557: F557;
    f613: F613;
    f691: F691;
    f1223: F1223;
}
