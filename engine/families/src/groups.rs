//! The groups of a pairing: G1 on the curve over F_p, G2 on its twist over F_q.

use crate::curve::Curve;
use crate::half::Half;
use crate::map_to_curve::{Map, hash_to_curve};
use crate::tower::{Field, Roots};
use core::marker::PhantomData;
use pairforge_prime::curve::{Affine, Coordinate, Curve as Weierstrass, Jacobian};
use pairforge_prime::groups::{Cofactor, Point, ScalarField, Subgroup};

/// A public integer: whether it is below 0, and its magnitude in little-endian limbs.
pub type Integer = (bool, &'static [u64]);

/// What the groups of a curve need beyond the pairing.
pub trait PairingGroups: Curve<Fp: Roots, Fq: Roots> {
    /// The field of order r.
    type Fr: ScalarField;

    /// a and b of y^2 = x^3 + a x + b.
    const COEFFICIENTS: [Self::Fp; 2];
    /// Those of the twist.
    const TWIST_COEFFICIENTS: [Self::Fq; 2];
    /// The number of points of the curve over r.
    const COFACTOR: &'static [u64];
    /// The number of points of the twist over r.
    const TWIST_COFACTOR: &'static [u64];
    /// psi(x, y) = (PSI\[0\] x^p, PSI\[1\] y^p) on the twist: the p-th power map of the curve.
    const PSI: [Self::Fq; 2];
    /// Integers with c_0 Q + c_1 psi(Q) + ... = O for the points Q of the subgroup and for no others; None: they are told by
    /// their order.
    const TWIST_RELATION: Option<&'static [Integer]>;
    /// The map of RFC 9380 to the curve; None over fields that are too small for one.
    const MAP: Option<Map<Self::Fp>>;
    /// The map to the twist.
    const TWIST_MAP: Option<Map<Self::Fq>>;
}

/// The curve of `C` over F_p; a type without values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G1<C>(PhantomData<C>);

/// The twist of `C` over F_q; a type without values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G2<C>(PhantomData<C>);

/// A point of the curve.
pub type G1Affine<C> = Point<G1<C>>;
/// A point of the twist.
pub type G2Affine<C> = Point<G2<C>>;

impl<C: PairingGroups> Weierstrass for G1<C> {
    type Field = C::Fp;
    const A: C::Fp = C::COEFFICIENTS[0];
    const A_IS_ZERO: bool = <C::Half as Half>::PARTS == 3;
    const B: C::Fp = C::COEFFICIENTS[1];
}

impl<C: PairingGroups> Weierstrass for G2<C> {
    type Field = C::Fq;
    const A: C::Fq = C::TWIST_COEFFICIENTS[0];
    const A_IS_ZERO: bool = <C::Half as Half>::PARTS == 3;
    const B: C::Fq = C::TWIST_COEFFICIENTS[1];
}

impl<C: PairingGroups> Subgroup for G1<C> {
    type Fr = C::Fr;

    const ORDER: &'static [u64] = C::ORDER;
    const COFACTOR: Cofactor = Cofactor::of(C::COFACTOR);
    const GENERATOR: [C::Fp; 2] = [C::G1.0, C::G1.1];

    fn contains(point: &Affine<Self>) -> bool {
        point.mul_vartime(C::ORDER).is_identity().into()
    }
    fn clear_cofactor(point: &Jacobian<Self>) -> Jacobian<Self> {
        point.mul_vartime(C::COFACTOR)
    }
    fn hash_to_curve(message: &[&[u8]], dst: &[u8]) -> Jacobian<Self> {
        hash_to_curve(message, dst, C::MAP.as_ref())
    }
    fn multiply(point: &Affine<Self>, scalar: &[u64]) -> Jacobian<Self> {
        point.mul(scalar)
    }
}

/// psi.
fn psi<C: PairingGroups>(point: &Jacobian<G2<C>>) -> Jacobian<G2<C>> {
    let factor = |z: &C::Fq, by: &C::Fq| Field::mul(&z.frobenius(1), by);
    point.map_coordinates(|x, y| (factor(x, &C::PSI[0]), factor(y, &C::PSI[1])), |z| z.frobenius(1))
}

impl<C: PairingGroups> Subgroup for G2<C> {
    type Fr = C::Fr;

    const ORDER: &'static [u64] = C::ORDER;
    const COFACTOR: Cofactor = Cofactor::of(C::TWIST_COFACTOR);
    const GENERATOR: [C::Fq; 2] = [C::G2.0, C::G2.1];

    /// By a relation among the images under psi: with f(x) the polynomial of its integers, f(psi) takes the point to O, and
    /// so does the resultant of f and the characteristic polynomial of psi, of which and of the number of points r is the
    /// greatest common divisor; that is checked where the relation is written.
    fn contains(point: &Affine<Self>) -> bool {
        let Some(relation) = C::TWIST_RELATION else {
            return point.mul_vartime(C::ORDER).is_identity().into();
        };
        let mut image = point.to_jacobian();
        let mut sum = Jacobian::IDENTITY;
        for (i, (negative, magnitude)) in relation.iter().enumerate() {
            if i > 0 {
                image = psi(&image);
            }
            let part = image.mul_vartime(magnitude);
            sum = sum.add(&if *negative { part.neg() } else { part });
        }
        sum.is_identity().into()
    }
    fn clear_cofactor(point: &Jacobian<Self>) -> Jacobian<Self> {
        point.mul_vartime(C::TWIST_COFACTOR)
    }
    fn hash_to_curve(message: &[&[u8]], dst: &[u8]) -> Jacobian<Self> {
        hash_to_curve(message, dst, C::TWIST_MAP.as_ref())
    }
    fn multiply(point: &Affine<Self>, scalar: &[u64]) -> Jacobian<Self> {
        point.mul(scalar)
    }
}

/// The coordinates of a finite point, or none.
pub(crate) fn finite<G: Subgroup>(point: &Point<G>) -> Option<(G::Field, G::Field)>
where
    G::Field: Coordinate,
{
    (!point.infinity()).then(|| (*point.x(), *point.y()))
}
