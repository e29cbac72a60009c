//! What every optimal ate pairing must satisfy, and its target group.

use num_bigint::BigUint;
use pairforge_interface::{Coefficients, Error, Group, Pairing, Target};
use pairforge_prime::ate::{Ate, Bls12381, Bn254, Bn258, Bn462, Family, Gt};
use pairforge_prime::groups::{G1Affine, G2Affine, PairingGroups};
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};

type Points<C> = (G1Affine<C>, G2Affine<C>);

fn random_points<C: PairingGroups>(rng: &mut ChaCha20Rng) -> Points<C> {
    (G1Affine::random(rng), G2Affine::random(rng))
}

fn random_scalar<C: PairingGroups>(rng: &mut ChaCha20Rng) -> Vec<u64> {
    let limbs: Vec<u64> = C::ORDER.iter().map(|_| rng.next_u64()).collect();
    to_limbs(&(to_integer(&limbs) % to_integer(C::ORDER)), C::ORDER.len())
}

fn to_integer(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |sum, &limb| (sum << 64) + limb)
}

fn to_limbs(integer: &BigUint, length: usize) -> Vec<u64> {
    let mut limbs: Vec<u64> = integer.iter_u64_digits().collect();
    assert!(limbs.len() <= length);
    limbs.resize(length, 0);
    limbs
}

fn rng() -> ChaCha20Rng {
    ChaCha20Rng::seed_from_u64(2026)
}

/// e(aP, bQ) = e(P, Q)^(ab), and e(P, Q) is neither 1 nor outside the target group.
fn is_bilinear_and_not_degenerate<C: PairingGroups>() {
    let rng = &mut rng();
    let (p, q) = random_points::<C>(rng);
    let (a, b) = (random_scalar::<C>(rng), random_scalar::<C>(rng));
    let e = Ate::<C>::pair(&p, &q);
    assert_ne!(e, Gt::one());
    assert!(e.is_member());
    assert_eq!(e.pow(C::ORDER), Gt::one());
    let ab = to_integer(&a) * to_integer(&b) % to_integer(C::ORDER);
    assert_eq!(Ate::<C>::pair(&p.mul(&a), &q.mul(&b)), e.pow(&to_limbs(&ab, C::ORDER.len())));
    assert_eq!(Ate::<C>::pair(&p.neg(), &q), e.inverse());
    assert_eq!(Ate::<C>::pair(&p, &q.neg()), e.inverse());
}

/// All ways to the same value agree, with the identity anywhere.
fn all_ways_agree<C: PairingGroups>() {
    let rng = &mut rng();
    let finite: Vec<Points<C>> = (0..9).map(|_| random_points(rng)).collect();
    let mut terms = finite.clone();
    terms.insert(1, (G1Affine::identity(), finite[0].1));
    terms.push((finite[0].0, G2Affine::identity()));
    terms.push((G1Affine::identity(), G2Affine::identity()));
    let mut product = Gt::one();
    let mut miller: Option<_> = None;
    for (p, q) in &terms {
        let e = Ate::<C>::pair(p, q);
        assert_eq!(e == Gt::one(), p.is_identity() || q.is_identity());
        assert_eq!(Ate::<C>::pair_prepared(&Ate::<C>::prepare(q), p), e);
        product = product.mul(&e);
        let f = Ate::<C>::miller_loop(p, q);
        miller = Some(miller.map_or(f, |m| Ate::<C>::miller_mul(&m, &f)));
    }
    assert_eq!(Ate::<C>::product(&terms), product);
    assert_eq!(Ate::<C>::final_exponentiation(&miller.unwrap()), product);
    for n in 0..=finite.len() {
        let expected = finite[..n].iter().fold(Gt::one(), |e, (p, q)| e.mul(&Ate::<C>::pair(p, q)));
        assert_eq!(Ate::<C>::product(&finite[..n]), expected);
    }
    let mut out = vec![Gt::one(); terms.len()];
    Ate::<C>::batch(&terms, &mut out);
    assert!(terms.iter().zip(&out).all(|((p, q), e)| Ate::<C>::pair(p, q) == *e));
}

/// The target group is one of order r: powers add and multiply, squares and inverses are what they say,
/// encodings come back.
fn the_target_group_is_a_group<C: PairingGroups>() {
    let rng = &mut rng();
    let (p, q) = random_points::<C>(rng);
    let g = Ate::<C>::pair(&p, &q);
    assert_eq!(g.square(), g.mul(&g));
    assert_eq!(g.mul(&g.inverse()), Gt::one());
    assert_eq!(g.pow(&[]), Gt::one());
    assert_eq!(g.pow(&[0]), Gt::one());
    assert_eq!(g.pow(&[1]), g);
    assert_eq!(g.pow(&[5]), g.square().square().mul(&g));
    let (a, b) = (random_scalar::<C>(rng), random_scalar::<C>(rng));
    let r = to_integer(C::ORDER);
    let sum = to_limbs(&((to_integer(&a) + to_integer(&b)) % &r), C::ORDER.len());
    assert_eq!(g.pow(&a).mul(&g.pow(&b)), g.pow(&sum));
    // A longer exponent takes another way.
    let long = to_limbs(&(to_integer(&a) + &r * to_integer(&b)), 2 * C::ORDER.len());
    assert_eq!(g.pow(&long), g.pow(&a));
    for value in [g, Gt::one(), g.pow(&a)] {
        let mut bytes = vec![0; Gt::<C>::COUNT * Gt::<C>::WIDTH];
        value.write(&mut bytes);
        assert_eq!(Gt::<C>::read(&bytes), Ok(value));
    }
}

/// Whatever is not in the target group is refused.
fn decoding_refuses<C: PairingGroups>() {
    let (count, width) = (Gt::<C>::COUNT, Gt::<C>::WIDTH);
    let mut bytes = vec![0; count * width];
    assert_eq!(Gt::<C>::read(&bytes), Err(Error::NotInTargetGroup));
    assert_eq!(
        Gt::<C>::read(&bytes[1..]),
        Err(Error::Length { expected: count * width, got: count * width - 1 })
    );
    // 2 and -1: in F_p, not of order r.
    bytes[0] = 2;
    assert_eq!(Gt::<C>::read(&bytes), Err(Error::NotInTargetGroup));
    for k in 0..count {
        let mut bytes = vec![0; count * width];
        bytes[k * width..(k + 1) * width].fill(255);
        assert_eq!(Gt::<C>::read(&bytes), Err(Error::NotCanonical { coefficient: k }));
    }
    // An element of the cyclotomic subgroup of another order: the easy part of something.
    let (p, q) = random_points::<C>(&mut rng());
    let f = pairforge_prime::ate::easy_part(&Ate::<C>::miller_loop(&p, &q));
    let mut bytes = vec![0; count * width];
    for (bytes, k) in bytes.chunks_exact_mut(2 * width).zip([0, 2, 4, 1, 3, 5]) {
        pairforge_prime::curve::Coordinate::write_le(f.power_of_w(k), bytes);
    }
    assert_eq!(Gt::<C>::read(&bytes), Err(Error::NotInTargetGroup));
}

/// In the cyclotomic subgroup the test for order r is exact: the exponent that it checks has no factor but r
/// in common with the
/// order p^4 - p^2 + 1.
fn membership_test_is_exact<C: PairingGroups>(p: &BigUint) {
    let r = to_integer(C::ORDER);
    let u = BigUint::from(C::SEED);
    let order = p.pow(4) - p.pow(2) + 1_u8;
    assert_eq!(&order % &r, BigUint::ZERO);
    let checked = match C::FAMILY {
        Family::Bls12 if C::SEED_IS_NEGATIVE => p + u,
        Family::Bls12 => p - u,
        Family::Bn => p - u.pow(2) * 6_u8,
    };
    let (mut a, mut b) = (order, checked);
    while b != BigUint::ZERO {
        (a, b) = (b.clone(), a % b);
    }
    assert_eq!(a, r);
}

macro_rules! for_curve {
    ($module:ident, $curve:ty) => {
        mod $module {
            use super::*;

            #[test]
            fn is_bilinear_and_not_degenerate() {
                super::is_bilinear_and_not_degenerate::<$curve>();
            }

            #[test]
            fn all_ways_agree() {
                super::all_ways_agree::<$curve>();
            }

            #[test]
            fn the_target_group_is_a_group() {
                super::the_target_group_is_a_group::<$curve>();
            }

            #[test]
            fn decoding_refuses() {
                super::decoding_refuses::<$curve>();
            }

            #[test]
            fn membership_test_is_exact() {
                type F = <$curve as pairforge_prime::tower::Tower>::Fp;
                super::membership_test_is_exact::<$curve>(&to_integer(&F::MODULUS));
            }
        }
    };
}

for_curve!(bls12_381, Bls12381);
for_curve!(bn254, Bn254);
for_curve!(bn258, Bn258);
for_curve!(bn462, Bn462);
