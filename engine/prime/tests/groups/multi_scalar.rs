//! Sums of many multiples against their definition.

use pairforge_interface::Group;
use pairforge_prime::ate::{Bls12381, Bn254, Bn258, Bn462};
use pairforge_prime::curve::{
    Affine, Coordinate, Curve, Endomorphism, Jacobian, multi_scalar_mul_in_subgroup_vartime,
    multi_scalar_mul_vartime, normalize_all,
};
use pairforge_prime::groups::{G1, G2, Point, Subgroup};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

/// A term by term sum.
fn naive<C: Curve>(points: &[Affine<C>], scalars: &[&[u64]]) -> Jacobian<C> {
    let terms = points.iter().zip(scalars);
    terms.fold(Jacobian::IDENTITY, |sum, (point, scalar)| sum.add(&point.mul_vartime(scalar)))
}

/// Points of the curve of any order, and scalars of any length.
fn of_any_order<C: Curve>(rng: &mut ChaCha20Rng, scalars: &[Vec<u64>]) {
    let x = || std::iter::repeat_with(|| Affine::<C>::from_x(C::Field::random(rng), false)).flatten().next();
    let points: Vec<_> = std::iter::repeat_with(x).flatten().take(scalars.len()).collect();
    let scalars: Vec<_> = scalars.iter().map(Vec::as_slice).collect();
    assert_eq!(multi_scalar_mul_vartime(&points, &scalars, 1), naive(&points, &scalars));
}

/// Few different points of the subgroup, so that there are equal ones, opposites and points at infinity; and
/// scalars of which some are 0, small, the order, its neighbours and above.
fn of_the_subgroup<G: Subgroup + Endomorphism>(rng: &mut ChaCha20Rng, choices: &[(u8, u8, Vec<u64>)]) {
    let [p, q] = [(); 2].map(|()| *Point::<G>::random(rng).affine());
    let points = [p, q, p.neg(), Affine::IDENTITY, p.to_jacobian().double().to_affine()];
    let [order, above, below] = near_the_order::<G>();
    let special = [vec![], vec![0], vec![1], order, above, below, vec![u64::MAX; G::ORDER.len()]];
    let terms = choices.iter().map(|(point, scalar, limbs)| {
        let scalar = special.get(usize::from(*scalar)).unwrap_or(limbs).as_slice();
        (points[usize::from(*point) % points.len()], scalar)
    });
    let (points, scalars): (Vec<_>, Vec<_>) = terms.unzip();
    let sum = naive(&points, &scalars);
    for threads in [1, 3] {
        assert_eq!(multi_scalar_mul_in_subgroup_vartime(&points, &scalars, threads), sum);
        assert_eq!(multi_scalar_mul_vartime(&points, &scalars, threads), sum);
    }
}

/// The order of the group and its neighbours.
fn near_the_order<G: Subgroup>() -> [Vec<u64>; 3] {
    // It is odd and above 1, so no carry goes on.
    [0, 1, u64::MAX].map(|change| [&[G::ORDER[0].wrapping_add(change)], &G::ORDER[1..]].concat())
}

/// A multiple of a point by a public scalar is that by a secret one, along the endomorphism and without it.
fn by_public_scalar<G: Subgroup>(p: &Point<G>, scalar: &[u64]) {
    assert_eq!(p.mul_vartime(scalar), p.mul(scalar), "{scalar:x?}");
    let sum = multi_scalar_mul_vartime(&[p.affine()], &[scalar], 1);
    assert_eq!(sum, p.affine().mul(scalar), "{scalar:x?}");
}

/// Scalars at the ends of what is taken, and all small ones against repeated additions.
fn by_special_scalars<G: Subgroup>() {
    let p = Point::<G>::random(&mut ChaCha20Rng::seed_from_u64(8));
    let limbs = G::ORDER.len();
    let lengths = [0, 1, limbs, limbs + 1, 2 * limbs + 3];
    for scalar in near_the_order::<G>().into_iter().chain(lengths.map(|length| vec![u64::MAX; length])) {
        for point in [p, Point::generator(), Point::identity()] {
            by_public_scalar(&point, &scalar);
        }
    }
    let mut multiple = Point::identity();
    for k in 0..300 {
        assert_eq!(p.mul_vartime(&[k]), multiple);
        assert_eq!(p.mul_vartime(&[k, 0, 0]), multiple);
        multiple = multiple.add(&p);
    }
}

/// `count` multiples i P of a point, with random scalars s_i: the sum is (sum of i s_i) P.
fn many<G: Subgroup + Endomorphism>(count: usize, threads: usize) {
    let mut rng = ChaCha20Rng::seed_from_u64(count as u64);
    let p = *Point::<G>::generator().affine();
    let multiples = core::iter::successors(Some(p.to_jacobian()), |sum| Some(sum.add_affine(&p)));
    let points = normalize_all(&multiples.take(count).collect::<Vec<_>>());
    // Below 2^128, so that the sum of i s_i is below 2^192 with three limbs.
    let scalars: Vec<[u64; 2]> = (0..count).map(|_| [rng.next_u64(), rng.next_u64()]).collect();
    let mut factor = [0_u64; 3];
    for (i, scalar) in (1_u128..).zip(&scalars) {
        let mut carry = 0;
        for (limb, term) in factor.iter_mut().zip([scalar[0], scalar[1], 0]) {
            let sum = u128::from(*limb) + i * u128::from(term) + carry;
            (*limb, carry) = (sum as u64, sum >> 64);
        }
    }
    let expected = p.mul_vartime(&factor);
    let short: Vec<_> = scalars.iter().map(|scalar| &scalar[..]).collect();
    assert_eq!(multi_scalar_mul_in_subgroup_vartime(&points, &short, threads), expected);
    // The same modulo r: s + r, of as many bits as r.
    let long: Vec<_> = scalars.iter().map(|scalar| plus_order::<G>(scalar)).collect();
    let long: Vec<_> = long.iter().map(Vec::as_slice).collect();
    assert_eq!(multi_scalar_mul_in_subgroup_vartime(&points, &long, threads), expected);
}

fn plus_order<G: Subgroup>(scalar: &[u64]) -> Vec<u64> {
    let mut carry = 0;
    let limbs = G::ORDER.iter().enumerate().map(|(i, limb)| {
        let sum = u128::from(*limb) + u128::from(scalar.get(i).copied().unwrap_or(0)) + carry;
        carry = sum >> 64;
        sum as u64
    });
    limbs.collect()
}

#[test]
fn of_every_size() {
    for count in [1, 2, 3, 5, 10, 20, 40, 80, 160, 320, 1000, 5000] {
        many::<G1<Bls12381>>(count, 1);
    }
    for count in [1, 7, 50, 300, 2000] {
        many::<G2<Bls12381>>(count, 2);
        many::<G1<Bn254>>(count, 0);
    }
}

/// More than are held at a time, and enough for the widest windows.
#[test]
fn more_than_are_held_at_a_time() {
    many::<G1<Bn254>>((1 << 17) + 100, 2);
}

#[test]
#[should_panic(expected = "a scalar for every point")]
fn a_scalar_for_every_point() {
    let _ = multi_scalar_mul_vartime::<G1<Bn254>, _>(&[Affine::IDENTITY], &[], 1);
}

macro_rules! curve_tests {
    ($($module:ident: $curve:ty),*) => {$(
        mod $module {
            use super::*;

            fn limbs(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<u64>> {
                prop::collection::vec(any::<u64>(), count)
            }

            #[test]
            fn multiples_by_special_scalars() {
                by_special_scalars::<G1<$curve>>();
                by_special_scalars::<G2<$curve>>();
            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(8))]

                #[test]
                fn sums_of_multiples(seed: u64, scalars in prop::collection::vec(limbs(0..6), 0..40)) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    of_any_order::<G1<$curve>>(&mut rng, &scalars);
                    of_any_order::<G2<$curve>>(&mut rng, &scalars);
                }

                #[test]
                fn multiples_by_public_scalars(seed: u64, scalar in limbs(0..8)) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    by_public_scalar(&Point::<G1<$curve>>::random(&mut rng), &scalar);
                    by_public_scalar(&Point::<G2<$curve>>::random(&mut rng), &scalar);
                }

                #[test]
                fn sums_in_the_subgroup(
                    seed: u64,
                    choices in prop::collection::vec((any::<u8>(), 0_u8..14, limbs(1..=4)), 0..200),
                ) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    of_the_subgroup::<G1<$curve>>(&mut rng, &choices);
                    of_the_subgroup::<G2<$curve>>(&mut rng, &choices);
                }
            }
        }
    )*};
}

curve_tests!(bls12_381: Bls12381, bn254: Bn254, bn258: Bn258, bn462: Bn462);
