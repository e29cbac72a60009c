//! The groups of the pairings with embedding degree 12: group laws, scalar multiplication, endomorphisms,
//! subgroups, against the definitions; and the same generic code on tiny curves, on every input.

use num_bigint::{BigInt, BigUint, Sign};
use pairforge_interface::Group;
use pairforge_prime::ate::{Bls12381, Bn254, Bn258, Bn462, Family};
use pairforge_prime::curve::{
    Affine, Coordinate, Curve, Endomorphism, FixedBase, Jacobian, Lattice, Shape, normalize_all,
};
use pairforge_prime::groups::{G1, G2, PairingGroups, Point, Subgroup};
use pairforge_prime::{Fp, PrimeParams};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn integer(limbs: &[u64]) -> BigUint {
    limbs.iter().rev().fold(BigUint::ZERO, |n, &l| (n << 64) + l)
}

fn limbs(value: &BigUint, count: usize) -> Vec<u64> {
    let mut limbs = value.to_u64_digits();
    limbs.resize(count, 0);
    limbs
}

/// A point of the curve, in the subgroup or not.
fn curve_point<C: Curve>(rng: &mut ChaCha20Rng) -> Affine<C> {
    std::iter::repeat_with(|| Affine::from_x(C::Field::random(rng), false)).flatten().next().expect("endless")
}

/// The chord-and-tangent law as textbooks have it.
fn textbook_sum<C: Curve>(p: &Affine<C>, q: &Affine<C>) -> Affine<C> {
    if p.is_identity() {
        return *q;
    }
    if q.is_identity() {
        return *p;
    }
    let slope = if p.x() != q.x() {
        q.y().sub(p.y()).mul(&q.x().sub(p.x()).invert())
    } else if *p.y() == q.y().neg() {
        return Affine::IDENTITY;
    } else {
        let square = p.x().square();
        square.double().add(&square).add(&C::A).mul(&p.y().double().invert())
    };
    let x = slope.square().sub(p.x()).sub(q.x());
    let y = slope.mul(&p.x().sub(&x)).sub(p.y());
    Affine::new(x, y).expect("the law is closed")
}

fn laws<C: Curve>(rng: &mut ChaCha20Rng) {
    let [p, q, r] = [(); 3].map(|()| curve_point::<C>(rng));
    let o = Affine::<C>::IDENTITY;
    let [s, t] = [(); 2].map(|()| C::Field::random(rng));
    let on = |p: &Affine<C>, z: &C::Field| p.to_jacobian().rescaled(z);
    for a in [p, q, p.neg(), o] {
        for b in [p, q, p.neg(), o] {
            let sum = textbook_sum(&a, &b);
            assert_eq!(a.to_jacobian().add_affine(&b).to_affine(), sum);
            assert_eq!(on(&a, &s).add(&on(&b, &t)).to_affine(), sum);
            assert_eq!(on(&a, &s).add_affine(&b).to_affine(), sum);
        }
        assert_eq!(on(&a, &s).double().to_affine(), textbook_sum(&a, &a));
    }
    let [p, q, r] = [p, q, r].map(|a| a.to_jacobian());
    assert_eq!(p.add(&q).add(&r), p.add(&q.add(&r)));
    assert_eq!(p.add(&q), q.add(&p));
    let points = [p, Jacobian::IDENTITY, q.double(), p.add(&r), Jacobian::IDENTITY];
    assert_eq!(normalize_all(&points), points.map(|a| a.to_affine()));
}

fn multiples<C: Curve>(rng: &mut ChaCha20Rng, scalar: &[u64]) {
    let p = curve_point::<C>(rng);
    let multiple = p.mul(scalar);
    assert_eq!(multiple, p.mul_vartime(scalar));
    assert_eq!(multiple, p.to_jacobian().mul_vartime(scalar));
    // k P + P = (k + 1) P, also where that carries into a further limb.
    let successor = limbs(&(integer(scalar) + 1u32), scalar.len() + 1);
    assert_eq!(multiple.add_affine(&p), p.mul(&successor));
    assert_eq!(Affine::<C>::IDENTITY.mul(scalar), Jacobian::IDENTITY);
}

/// lambda: the eigenvalue of the endomorphism.
fn eigenvalue<C: PairingGroups>(lattice: &Lattice) -> BigInt {
    let u = BigInt::from(C::SEED) * if C::SEED_IS_NEGATIVE { -1 } else { 1 };
    let r = BigInt::from(integer(C::ORDER));
    match (lattice.dimension, C::FAMILY) {
        (4, Family::Bls12) => u,
        (4, Family::Bn) => 6 * &u * &u,
        (_, Family::Bls12) => -&u * &u,
        // A cube root of unity: the one that the relation in the first row, a + b lambda = 0, says.
        (_, Family::Bn) => {
            let [a, b] = [0, 1].map(|j| signed(&lattice.basis[0][j]));
            let b_inverse = ((b % &r + &r) % &r).modinv(&r).expect("r is prime");
            -a * b_inverse % &r
        }
    }
}

/// An integer in two's complement.
fn signed(value: &[u64]) -> BigInt {
    let bytes: Vec<u8> = value.iter().flat_map(|l| l.to_le_bytes()).collect();
    BigInt::from_signed_bytes_le(&bytes)
}

/// A determinant by the rule of Laplace.
fn determinant(rows: &[Vec<BigInt>]) -> BigInt {
    if rows.is_empty() {
        return BigInt::from(1);
    }
    let minor = |skip: usize| -> Vec<Vec<BigInt>> {
        let without = |row: &Vec<BigInt>| {
            row.iter().enumerate().filter(|(j, _)| *j != skip).map(|(_, a)| a.clone()).collect()
        };
        rows[1..].iter().map(without).collect()
    };
    (0..rows.len()).map(|j| &rows[0][j] * determinant(&minor(j)) * if j % 2 == 0 { 1 } else { -1 }).sum()
}

/// The literals of a lattice are what they are said to be.
fn lattice_literals<C: PairingGroups>(lattice: &Lattice) {
    let r = BigInt::from(integer(C::ORDER));
    let n = lattice.dimension;
    let lambda = eigenvalue::<C>(lattice);
    let basis: Vec<Vec<BigInt>> =
        (0..n).map(|i| (0..n).map(|j| signed(&lattice.basis[i][j])).collect()).collect();
    for row in &basis {
        let sum = row.iter().rev().fold(BigInt::ZERO, |sum, a| (sum * &lambda + a) % &r);
        assert_eq!(sum, BigInt::ZERO, "sum of a_j lambda^j = 0 mod r");
    }
    let determinant = |rows: &[Vec<BigInt>]| determinant(rows);
    let volume = determinant(&basis);
    assert_eq!(volume.magnitude(), r.magnitude(), "the rows span all relations");
    // Cramer: where e_j = sum of t_i b_i, t_i is the determinant with row i replaced by e_j, over the volume.
    let numerator = |i: usize, j: usize| {
        let mut rows = basis.clone();
        rows[i] = (0..n).map(|l| BigInt::from(u8::from(l == j))).collect();
        determinant(&rows)
    };
    // What the scalar multiplication rests on: no vector of the lattice but 0 is as short as a sixteenth of the parts
    // and some digits, as its coordinates in the basis would be below 1.
    let short = (BigInt::from(1) << (lattice.bits - 4)) + 32;
    for i in 0..n {
        let twice: BigInt = (numerator(i, 0) << (64 * (lattice.scalar_limbs + 1) + 1)) / &volume;
        let rounded: BigInt = (twice + 1) >> 1;
        assert_eq!(BigInt::from(integer(&lattice.rounding[i])), rounded);
        let sum: BigUint = (0..n).map(|j| numerator(i, j).magnitude().clone()).sum();
        assert!(BigInt::from(sum) * &short < BigInt::from(volume.magnitude().clone()));
    }
}

fn decomposition<C: PairingGroups>(lattice: &Lattice, scalar: &[u64]) {
    let r = BigInt::from(integer(C::ORDER));
    let lambda = eigenvalue::<C>(lattice);
    let parts = lattice.decompose(scalar);
    let value = parts[..lattice.dimension].iter().rev().fold(BigInt::ZERO, |sum, part| {
        assert!(integer(&part.magnitude).bits() <= lattice.bits as u64);
        let sign = if bool::from(part.negative) { Sign::Minus } else { Sign::Plus };
        sum * &lambda + BigInt::from_biguint(sign, integer(&part.magnitude))
    });
    assert_eq!((value - BigInt::from(integer(scalar))) % r, BigInt::ZERO);
}

fn endomorphism<C: PairingGroups, G: Subgroup + Endomorphism>(rng: &mut ChaCha20Rng, scalar: &[u64]) {
    let generator = Affine::<G>::new(G::GENERATOR[0], G::GENERATOR[1]).expect("on the curve");
    assert_eq!(generator.mul(G::ORDER), Jacobian::IDENTITY);
    let p = *Point::<G>::random(rng).affine();
    assert_eq!(p.mul(G::ORDER), Jacobian::IDENTITY);
    let r = BigInt::from(integer(C::ORDER));
    let lambda = ((eigenvalue::<C>(&G::LATTICE) % &r) + &r) % &r;
    let lambda = limbs(lambda.magnitude(), C::ORDER.len());
    let mut image = p;
    for j in 1..G::LATTICE.dimension {
        image = image.mul(&lambda).to_affine();
        let (x, y) = G::power(j, p.x(), p.y());
        assert_eq!(Affine::new(x, y), Some(image), "the endomorphism acts as lambda");
    }
    assert_eq!(p.mul_in_subgroup(scalar), p.mul(scalar));
    assert_eq!(Affine::<G>::IDENTITY.mul_in_subgroup(scalar), Jacobian::IDENTITY);
}

fn subgroup<G: Subgroup>(rng: &mut ChaCha20Rng) {
    let is_member = |p: &Jacobian<G>| bool::from(p.to_affine().mul(G::ORDER).is_identity());
    for _ in 0..4 {
        let p = curve_point::<G>(rng).to_jacobian();
        assert_eq!(G::contains(&p.to_affine()), is_member(&p));
        assert!(is_member(&G::clear_cofactor(&p)));
        assert!(G::contains(&G::clear_cofactor(&p).to_affine()));
        // A point of the curve, in the subgroup or not, that its order annihilates too.
        let annihilated = p.to_affine().mul(G::ORDER);
        assert_eq!(G::contains(&annihilated.to_affine()), is_member(&annihilated));
    }
    assert!(G::contains(&Affine::IDENTITY));
}

/// What [`Group`] says of a point that may lie outside the subgroup.
fn group_interface<G: Subgroup>(rng: &mut ChaCha20Rng, scalar: &[u64]) {
    let outside = curve_point::<G>(rng);
    let p = Point::<G>::new_on_curve(*outside.x(), *outside.y()).expect("on the curve");
    assert_eq!(p.mul(scalar).affine(), &outside.mul(scalar).to_affine());
    assert_eq!(p.is_in_subgroup(), bool::from(outside.mul(G::ORDER).is_identity()));
    assert_eq!(Point::<G>::new(*p.x(), *p.y()).is_ok(), p.is_in_subgroup());
    let g = Point::<G>::generator();
    assert_eq!(g.add(&p).mul(scalar), g.mul(scalar).add(&p.mul(scalar)));
    assert_eq!(g.mul(&[]), Point::identity());
    assert_eq!(Point::sum(&[g, p, g.neg()]), p);
    assert_eq!(Point::mul_each(&[g, p], &[scalar, &[7]]), [g.mul(scalar), p.mul(&[7])]);
    assert_eq!(Point::multi_mul_vartime(&[g, p], &[scalar, &[7]], 1), g.mul(scalar).add(&p.mul(&[7])));
    assert_eq!(g.mul(G::ORDER), Point::identity());
    let long = [scalar, &[1, 0, 3]].concat();
    assert_eq!(g.mul(&long).affine(), &g.affine().mul_vartime(&long).to_affine());
}

/// Scalars with all, no, and few bits set, and around the order.
fn corner_scalars(order: &[u64]) -> Vec<Vec<u64>> {
    let n = order.len();
    let r = integer(order);
    let mut scalars: Vec<Vec<u64>> = (0u32..18).map(|i| limbs(&BigUint::from(i), n)).collect();
    scalars.extend((1u32..18).map(|i| limbs(&(&r - i), n)));
    scalars.push(vec![u64::MAX; n]);
    scalars.push(limbs(&(r >> 1), n));
    scalars.extend((0..n).map(|i| limbs(&(BigUint::from(1u32) << (64 * i + 63)), n)));
    scalars
}

macro_rules! curve_tests {
    ($($module:ident: $curve:ty),*) => {$(
        mod $module {
            use super::*;
            type First = G1<$curve>;
            type Second = G2<$curve>;
            const N: usize = <First as Subgroup>::ORDER.len();

            fn limbs(count: impl Into<prop::collection::SizeRange>) -> impl Strategy<Value = Vec<u64>> {
                prop::collection::vec(any::<u64>(), count)
            }

            #[test]
            fn lattice_literals_are_right() {
                for lattice in [First::LATTICE, Second::LATTICE] {
                    lattice_literals::<$curve>(&lattice);
                    for scalar in corner_scalars(First::ORDER) {
                        decomposition::<$curve>(&lattice, &scalar);
                    }
                }
            }

            #[test]
            fn corner_scalars_multiply() {
                let mut rng = ChaCha20Rng::seed_from_u64(11);
                for scalar in corner_scalars(First::ORDER) {
                    endomorphism::<$curve, First>(&mut rng, &scalar);
                    endomorphism::<$curve, Second>(&mut rng, &scalar);
                }
            }

            proptest! {
                #![proptest_config(ProptestConfig::with_cases(8))]

                #[test]
                fn the_points_are_a_group(seed: u64) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    laws::<First>(&mut rng);
                    laws::<Second>(&mut rng);
                }

                #[test]
                fn multiplication_is_repeated_addition(seed: u64, scalar in limbs(0..N + 2)) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    multiples::<First>(&mut rng, &scalar);
                    multiples::<Second>(&mut rng, &scalar);
                }

                #[test]
                fn scalars_decompose(scalar in limbs(0..=N)) {
                    decomposition::<$curve>(&First::LATTICE, &scalar);
                    decomposition::<$curve>(&Second::LATTICE, &scalar);
                }

                #[test]
                fn endomorphisms_act_as_scalars(seed: u64, scalar in limbs(1..=N)) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    endomorphism::<$curve, First>(&mut rng, &scalar);
                    endomorphism::<$curve, Second>(&mut rng, &scalar);
                }

                #[test]
                fn subgroup_membership_is_order_dividing_r(seed: u64) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    subgroup::<First>(&mut rng);
                    subgroup::<Second>(&mut rng);
                }

                #[test]
                fn points_keep_track_of_their_subgroup(seed: u64, scalar in limbs(1..=N)) {
                    let mut rng = ChaCha20Rng::seed_from_u64(seed);
                    group_interface::<First>(&mut rng, &scalar);
                    group_interface::<Second>(&mut rng, &scalar);
                }
            }
        }
    )*};
}

curve_tests!(bls12_381: Bls12381, bn254: Bn254, bn258: Bn258, bn462: Bn462);

/// F_103.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Tiny {}

impl PrimeParams<1> for Tiny {
    const NAME: &'static str = "tiny";
    const MODULUS: [u64; 1] = [103];
}

type TinyFp = Fp<Tiny, 1>;

macro_rules! tiny_curves {
    ($($name:ident: $a:literal, $b:literal;)*) => {$(
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        struct $name;

        impl Curve for $name {
            type Field = TinyFp;
            const A: TinyFp = TinyFp::small($a);
            const A_IS_ZERO: bool = $a == 0;
            const B: TinyFp = TinyFp::small($b);
        }
    )*};
}

// Orders with and without factors 2 and 3, among them points of order 2.
tiny_curves!(Zero: 0, 5; ZeroEven: 0, 1; One: 1, 0; MinusThree: 100, 7;);

fn every_pair<C: Curve<Field = TinyFp>>() -> usize {
    let field: Vec<TinyFp> = (0..103).map(TinyFp::from_u64).collect();
    let mut points = vec![Affine::<C>::IDENTITY];
    for x in &field {
        points.extend(field.iter().filter_map(|y| Affine::new(*x, *y)));
    }
    for p in &points {
        for q in &points {
            let sum = textbook_sum(p, q);
            assert_eq!(p.to_jacobian().add_affine(q).to_affine(), sum);
            for z in [3, 50].map(TinyFp::from_u64) {
                let scaled = p.to_jacobian().rescaled(&z);
                assert_eq!(scaled.add(&q.to_jacobian()).to_affine(), sum);
            }
        }
        let tables = [(2, 1), (3, 1), (3, 30), (8, 2)]
            .map(|(window, stride)| FixedBase::new(p, Shape::new(1, window, stride)));
        let mut multiple = Affine::IDENTITY;
        for k in 0..=points.len() as u64 {
            assert_eq!(p.mul(&[k]).to_affine(), multiple);
            for table in &tables {
                assert_eq!(table.mul(&[k]).to_affine(), multiple);
                assert_eq!(table.mul_vartime(&[k]).to_affine(), multiple);
            }
            multiple = textbook_sum(&multiple, p);
        }
        assert_eq!(Affine::from_compressed(&p.to_compressed()).as_ref(), Ok(p));
    }
    points.len()
}

#[test]
fn every_pair_of_points_of_tiny_curves() {
    let orders =
        [every_pair::<Zero>(), every_pair::<ZeroEven>(), every_pair::<One>(), every_pair::<MinusThree>()];
    assert_eq!(orders[1] % 2, 0);
    // Supersingular, as 103 = 3 mod 4.
    assert_eq!(orders[2], 104);
}
