//! Multiples of fixed points from tables, against multiplication without.

use pairforge_interface::{Error, Group};
use pairforge_prime::ate::{Bls12381, Bn254, Bn258, Bn462};
use pairforge_prime::curve::{Affine, Coordinate, Curve, FixedBase, FixedBases, Jacobian, Shape};
use pairforge_prime::groups::{G1, G2, Point, Subgroup};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// A point of the curve of any order.
fn curve_point<C: Curve>(rng: &mut ChaCha20Rng) -> Affine<C> {
    std::iter::repeat_with(|| Affine::from_x(C::Field::random(rng), false)).flatten().next().expect("endless")
}

/// r + `change`, which must not carry beyond the lowest limb.
fn order<G: Subgroup>(change: i64) -> Vec<u64> {
    let low = G::ORDER[0].checked_add_signed(change).expect("no carry");
    [&[low], &G::ORDER[1..]].concat()
}

/// Every width and some strides; scalars as short and as long as there are, of points at infinity and others.
fn corners<G: Subgroup>() {
    let p = Point::<G>::generator();
    let n = G::ORDER.len();
    let mut scalars = vec![vec![], vec![0], vec![0; n], vec![u64::MAX; n], vec![u64::MAX; n + 2]];
    scalars.extend((1..20).map(|k| vec![k]));
    scalars.extend([-2, -1, 0, 1, 2].map(order::<G>));
    for (window, stride) in [(2, 1), (3, 7), (4, 1), (5, 2), (6, 1), (7, 99), (8, 1), (8, 3)] {
        let shape = Shape::new(n, window, stride);
        let table = FixedBase::new(p.affine(), shape);
        assert_eq!(table.point(), p.affine());
        for scalar in &scalars {
            let multiple = p.affine().mul_vartime(scalar);
            assert_eq!(table.mul(scalar), multiple, "{shape:?} {scalar:?}");
            assert_eq!(table.mul_vartime(scalar), multiple, "{shape:?} {scalar:?}");
        }
        assert_eq!(FixedBase::new(&Affine::<G>::IDENTITY, shape).mul(&scalars[3]), Jacobian::IDENTITY);
    }
}

/// k P + l P = (k + l) P, and l (k P) = k (l P) by the table of either: of any point of the curve.
fn linear<G: Subgroup>(rng: &mut ChaCha20Rng, shape: Shape, [k, l]: [&[u64]; 2]) {
    let p = curve_point::<G>(rng);
    let table = FixedBase::new(&p, shape);
    let mut carry = false;
    let mut sum = Vec::new();
    for (a, b) in k.iter().zip(l) {
        let (low, first) = a.overflowing_add(*b);
        let (low, second) = low.overflowing_add(u64::from(carry));
        (sum, carry) = ([&sum[..], &[low]].concat(), first | second);
    }
    sum.push(carry.into());
    assert_eq!(table.mul(k).add(&table.mul(l)), table.mul(&sum));
    let of_multiple = |k: &[u64], l: &[u64]| FixedBase::new(&table.mul(k).to_affine(), shape).mul(l);
    assert_eq!(of_multiple(k, l), of_multiple(l, k));
    assert_eq!(table.mul(k), p.mul_vartime(k));
    assert_eq!(table.mul_vartime(k), p.mul_vartime(k));
}

/// The sum of some multiples with every bound on memory that makes a difference, and scalars longer than the table is for.
fn sums<G: Subgroup>(rng: &mut ChaCha20Rng, scalars: &[Vec<u64>]) {
    let mut points: Vec<_> = scalars.iter().map(|_| curve_point::<G>(rng)).collect();
    // The same point again, its opposite, none.
    if let [first, second, third, fourth, ..] = &mut points[..] {
        (*second, *third, *fourth) = (*first, first.neg(), Affine::IDENTITY);
    }
    let terms = points.iter().zip(scalars);
    let sum = terms.fold(Jacobian::IDENTITY, |sum, (point, scalar)| sum.add(&point.mul_vartime(scalar)));
    let scalars: Vec<_> = scalars.iter().map(Vec::as_slice).collect();
    let size = size_of_val(&points[..]);
    for (powers, bits, threads) in [(1, 128, 1), (2, 250, 2), (7, 64 * G::ORDER.len(), 1), (1000, 255, 0)] {
        let table = FixedBases::within(&points, bits, powers * size, threads).expect("room for the points");
        assert!(table.bytes() <= powers * size && table.len() == points.len());
        assert_eq!(table.sum_vartime(&scalars, threads), sum, "{powers} powers");
    }
    assert_eq!(FixedBases::within(&points, 1, size.saturating_sub(1), 1).is_none(), size > 0);
}

/// What groups make of tables.
fn interface<G: Subgroup>(rng: &mut ChaCha20Rng, scalar: &[u64]) {
    let p = Point::<G>::random(rng);
    let size = size_of::<Affine<G>>();
    for entries in [2, 9, 100, 2000] {
        let table = p.fixed_base(entries * size).expect("room for two points");
        assert!(table.bytes() <= entries * size);
        assert_eq!(table.mul(scalar), p.mul(scalar));
    }
    let refused = Error::Memory { least: 2 * size, most: 2 * size - 1 };
    assert_eq!(p.fixed_base(2 * size - 1).err(), Some(refused));
    let points = [p, p.double(), Point::generator()];
    let table = Point::fixed_bases(&points, 20 * size, 1).expect("room for the points");
    assert!(table.bytes() <= 20 * size && table.points() == 3);
    let scalars = [scalar, &[5], &G::ORDER[..1]];
    assert_eq!(table.multi_mul_vartime(&scalars, 2), Point::multi_mul_vartime(&points, &scalars, 1));
    let refused = Error::Memory { least: 3 * size, most: 3 * size - 1 };
    assert_eq!(Point::fixed_bases(&points, 3 * size - 1, 1).err(), Some(refused));
}

#[test]
#[should_panic(expected = "a scalar for every point")]
fn a_scalar_for_every_point() {
    let table =
        FixedBases::<G1<Bn254>>::within(&[Affine::IDENTITY], 1, 1 << 10, 1).expect("room for a point");
    let _ = table.sum_vartime(&[], 1);
}

macro_rules! curve_tests {
    ($($module:ident: $curve:ty),*) => {$(
        mod $module {
            use super::*;
            const N: usize = <G1<$curve> as Subgroup>::ORDER.len();

            fn limbs(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<u64>> {
                prop::collection::vec(any::<u64>(), count)
            }

            #[test]
            fn corner_scalars_multiply() {
                corners::<G1<$curve>>();
                corners::<G2<$curve>>();
            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(4))]

                #[test]
                fn multiples_are_linear(
                    seed: u64, window in 2_usize..=8, stride in 1_usize..6, k in limbs(N), l in limbs(N),
                ) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    let shape = Shape::new(N, window, stride);
                    linear::<G1<$curve>>(&mut rng, shape, [&k, &l]);
                    linear::<G2<$curve>>(&mut rng, shape, [&k, &l]);
                }

                #[test]
                fn sums_of_multiples(seed: u64, scalars in prop::collection::vec(limbs(0..N + 2), 0..30)) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    sums::<G1<$curve>>(&mut rng, &scalars);
                    sums::<G2<$curve>>(&mut rng, &scalars);
                }

                #[test]
                fn groups_have_tables(seed: u64, scalar in limbs(0..N + 2)) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    interface::<G1<$curve>>(&mut rng, &scalar);
                    interface::<G2<$curve>>(&mut rng, &scalar);
                }
            }
        }
    )*};
}

curve_tests!(bls12_381: Bls12381, bn254: Bn254, bn258: Bn258, bn462: Bn462);
