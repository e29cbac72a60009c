//! Membership of many points at once is membership of each.

use num_bigint::BigInt;
use pairforge_interface::{Error, Group};
use pairforge_prime::ate::{Bls12381, Bn254, Bn462};
use pairforge_prime::curve::{Affine, Coordinate, Curve};
use pairforge_prime::groups::{Cofactor, G1, G2, PairingGroups, Point, Subgroup};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// A point of the curve, in the subgroup or not.
fn curve_point<C: Curve>(rng: &mut ChaCha20Rng) -> Affine<C> {
    std::iter::repeat_with(|| Affine::from_x(C::Field::random(rng), false)).flatten().next().expect("endless")
}

/// Points of the subgroup, made by additions, the identity and some twice among them.
fn members<G: Subgroup>(count: usize) -> Vec<Affine<G>> {
    let g = Point::<G>::generator();
    let multiples = std::iter::successors(Some(Point::identity()), |point| Some(point.add(&g)));
    let mut points: Vec<_> = multiples.take(count).map(|point| *point.affine()).collect();
    for i in (5..count).step_by(9) {
        points[i] = points[i / 2];
    }
    points
}

/// A point of the given prime order, which divides the cofactor.
fn of_order<G: Subgroup>(order: u64, cofactor: &BigInt, rng: &mut ChaCha20Rng) -> Affine<G> {
    let divides = |n: &BigInt| n % order == BigInt::ZERO;
    let rest = std::iter::successors(Some(cofactor.clone()), |n| divides(n).then(|| n / order)).last();
    let rest = rest.and_then(|n| n.to_biguint()).expect("positive").to_u64_digits();
    let powers = || curve_point::<G>(rng).mul_vartime(&rest).mul_vartime(G::ORDER).to_affine();
    let mut point = { std::iter::repeat_with(powers) }.find(|point| !point.is_identity()).expect("endless");
    loop {
        let multiple = point.mul_vartime(&[order]).to_affine();
        if multiple.is_identity() {
            return point;
        }
        point = multiple;
    }
}

/// Sizes below and above that from which there are sums; `outside` is what does not belong there.
fn tells<G: Subgroup>(sizes: &[usize], outside: &Affine<G>, rng: &mut ChaCha20Rng) {
    for (size, threads) in sizes.iter().zip([1, 3, 0]) {
        let mut points = members::<G>(*size);
        let found = Point::from_affine_all(&points, threads, rng).expect("all are members");
        assert!(found.iter().zip(&points).all(|(found, given)| found.affine() == given));
        for place in [0, size / 2, size - 1] {
            let member = std::mem::replace(&mut points[place], *outside);
            assert_eq!(Point::from_affine_all(&points, threads, rng), Err(Error::NotInSubgroup));
            points[place] = member;
        }
        // Two whose sum is a member.
        (points[0], points[size - 1]) = (*outside, outside.neg());
        assert_eq!(Point::from_affine_all(&points, threads, rng), Err(Error::NotInSubgroup));
    }
}

fn seed<C: PairingGroups>() -> BigInt {
    let seed = BigInt::from(C::SEED);
    if C::SEED_IS_NEGATIVE { -seed } else { seed }
}

/// The cofactor of G1 on a BLS12 curve.
fn bls12_g1<C: PairingGroups>() -> BigInt {
    (seed::<C>() - 1_u8).pow(2) / 3_u8
}

/// That of G2.
fn bls12_g2<C: PairingGroups>() -> BigInt {
    let terms = [13, -4, -4, 6, -4, 0, 5, -4, 1];
    terms.iter().rev().fold(BigInt::ZERO, |sum, term| sum * seed::<C>() + *term) / 9_u8
}

#[test]
fn a_point_of_the_least_order_is_found() {
    let mut rng = ChaCha20Rng::seed_from_u64(1);
    let outside = of_order::<G1<Bls12381>>(3, &bls12_g1::<Bls12381>(), &mut rng);
    tells(&[40, 170, 1000], &outside, &mut rng);
    let outside = of_order::<G2<Bls12381>>(13, &bls12_g2::<Bls12381>(), &mut rng);
    tells(&[40, 170, 500], &outside, &mut rng);
}

#[test]
fn any_point_outside_is_found() {
    let mut rng = ChaCha20Rng::seed_from_u64(2);
    let outside = curve_point::<G2<Bn254>>(&mut rng);
    tells(&[3, 165], &outside, &mut rng);
    let all = [curve_point::<G1<Bn462>>(&mut rng)];
    assert!(Point::from_affine_all(&all, 1, &mut rng).is_ok(), "a curve of prime order");
}

/// Of the order of the curve is known what the choice of coefficients needs.
#[test]
fn cofactors_are_odd_where_it_is_said() {
    assert!(bls12_g1::<Bls12381>().bit(0) && bls12_g2::<Bls12381>().bit(0));
    assert_eq!([G1::<Bls12381>::COFACTOR, G2::<Bls12381>::COFACTOR], [Cofactor::Odd; 2]);
    assert_eq!([G1::<Bn254>::COFACTOR, G2::<Bn254>::COFACTOR], [Cofactor::One, Cofactor::Odd]);
    assert_eq!(
        [Cofactor::of(&[1]), Cofactor::of(&[2, 1]), Cofactor::of(&[1, 1])],
        [Cofactor::One, Cofactor::Even, Cofactor::Odd]
    );
}
