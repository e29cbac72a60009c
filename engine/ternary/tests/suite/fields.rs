//! F_3^m against schoolbook arithmetic on lists of digits, and the statements that make it a field.

use pairforge_ternary::{F3m79, F3m97, F3m163, F3m167, F3m173, F3m193, F3m239, F3m313, F3m509};
use proptest::prelude::*;
use rand_chacha::ChaCha8Rng;
use rand_core::SeedableRng;

/// Digits 0, 1, 2, lowest first.
type Digits = Vec<u8>;

/// The remainder modulo a monic polynomial.
fn remainder(mut x: Digits, f: &Digits) -> Digits {
    let m = f.len() - 1;
    while x.len() > m {
        let top = x.pop().expect("a digit");
        let low = x.len() - m;
        for (digit, coefficient) in x[low..].iter_mut().zip(f) {
            *digit = (*digit + (3 - top) * coefficient) % 3;
        }
    }
    x.resize(m, 0);
    x
}

fn product(x: &Digits, y: &Digits, f: &Digits) -> Digits {
    let mut out = vec![0; x.len() + y.len()];
    for (i, a) in x.iter().enumerate() {
        for (j, b) in y.iter().enumerate() {
            out[i + j] = (out[i + j] + a * b) % 3;
        }
    }
    remainder(out, f)
}

fn cube(x: &Digits, f: &Digits) -> Digits {
    let mut out = vec![0; 3 * x.len()];
    for (i, &a) in x.iter().enumerate() {
        out[3 * i] = a;
    }
    remainder(out, f)
}

/// x^m + a x^k + b as documented, a and b being 1 or 2.
fn modulus(m: usize) -> Digits {
    let (k, a, b) = match m {
        79 => (26, 1, 2),
        97 => (16, 1, 2),
        163 => (80, 1, 2),
        167 => (71, 2, 1),
        173 => (7, 2, 1),
        193 => (64, 1, 2),
        239 => (5, 2, 1),
        313 => (187, 2, 2),
        _ => (151, 2, 1),
    };
    let mut f = vec![0; m + 1];
    (f[0], f[k], f[m]) = (b, a, 1);
    f
}

/// For prime m, f is irreducible if and only if x^(3^m) = x modulo f and f has no root in F_3.
#[test]
fn moduli_are_irreducible() {
    for m in [79, 97, 163, 167, 173, 193, 239, 313, 509] {
        let f = modulus(m);
        let x = remainder(vec![0, 1], &f);
        assert_eq!((0..m).fold(x.clone(), |y, _| cube(&y, &f)), x);
        let sum = |parity: usize| f.iter().skip(parity).step_by(2).map(|&c| usize::from(c)).sum::<usize>();
        // Values at 0, 1 and -1.
        for value in [usize::from(f[0]), sum(0) + sum(1), sum(0) + 2 * sum(1)] {
            assert_ne!(value % 3, 0, "a root of the polynomial of degree {m}");
        }
    }
}

macro_rules! field {
    ($name:ident, $field:ident, $m:literal) => {
        mod $name {
            use super::*;

            fn element() -> impl Strategy<Value = $field> {
                prop_oneof![
                    20 => any::<u64>().prop_map(|seed| $field::random(&mut ChaCha8Rng::seed_from_u64(seed))),
                    1 => Just($field::ZERO),
                    1 => Just($field::ONE),
                    1 => Just($field::ONE.neg()),
                ]
            }

            fn digits(x: &$field) -> Digits {
                let mut bytes = vec![0; $field::BYTES];
                x.write(&mut bytes);
                (0..$m).map(|i| bytes[i / 4] >> (2 * (i % 4)) & 3).collect()
            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(40))]

                #[test]
                fn agrees_with_schoolbook(x in element(), y in element()) {
                    let f = modulus($m);
                    let (dx, dy) = (digits(&x), digits(&y));
                    let sum: Digits = dx.iter().zip(&dy).map(|(a, b)| (a + b) % 3).collect();
                    let difference: Digits = dx.iter().zip(&dy).map(|(a, b)| (a + 3 - b) % 3).collect();
                    prop_assert_eq!(digits(&x.add(&y)), sum);
                    prop_assert_eq!(digits(&x.sub(&y)), difference);
                    prop_assert_eq!(digits(&x.mul(&y)), product(&dx, &dy, &f));
                    prop_assert_eq!(digits(&x.square()), product(&dx, &dx, &f));
                    prop_assert_eq!(digits(&x.cube()), cube(&dx, &f));
                }

                #[test]
                fn is_a_field(x in element(), y in element(), z in element()) {
                    prop_assert_eq!(x.mul(&y.add(&z)), x.mul(&y).add(&x.mul(&z)));
                    prop_assert_eq!(x.add(&x).add(&x), $field::ZERO);
                    prop_assert_eq!(x.add(&x.neg()), $field::ZERO);
                    prop_assert_eq!(x.mul(&x.invert()), if x.is_zero() { $field::ZERO } else { $field::ONE });
                }

                #[test]
                fn cubing_is_an_automorphism_and_cube_root_its_inverse(x in element(), y in element()) {
                    prop_assert_eq!(x.add(&y).cube(), x.cube().add(&y.cube()));
                    prop_assert_eq!(x.mul(&y).cube(), x.cube().mul(&y.cube()));
                    prop_assert_eq!(x.cube_root().cube(), x);
                    prop_assert_eq!(x.frobenius(5), x.cube().cube().cube().cube().cube());
                    prop_assert_eq!(x.frobenius($m), x);
                }

                #[test]
                fn squares_have_two_roots_and_the_others_none(x in element()) {
                    let root = x.square().sqrt().expect("a square has a root");
                    prop_assert!(root == x || root == x.neg());
                    // -1 is no square, since m is odd.
                    prop_assert_eq!(x.square().neg().sqrt().is_some(), x.is_zero());
                    prop_assert_eq!(x.is_negative() != x.neg().is_negative(), !x.is_zero());
                }

                #[test]
                fn encodings_are_canonical(x in element(), at in 0..$field::BYTES, bits in 1_u8..) {
                    let mut bytes = vec![0; $field::BYTES];
                    x.write(&mut bytes);
                    prop_assert_eq!($field::read(&bytes), Ok(x));
                    bytes[at] ^= bits;
                    if let Ok(other) = $field::read(&bytes) {
                        prop_assert_ne!(other, x);
                        let mut again = vec![0; $field::BYTES];
                        other.write(&mut again);
                        prop_assert_eq!(again, bytes);
                    }
                }
            }
        }
    };
}

field!(f3_79, F3m79, 79);
field!(f3_97, F3m97, 97);
field!(f3_163, F3m163, 163);
field!(f3_167, F3m167, 167);
field!(f3_173, F3m173, 173);
field!(f3_193, F3m193, 193);
field!(f3_239, F3m239, 239);
field!(f3_313, F3m313, 313);
field!(f3_509, F3m509, 509);
