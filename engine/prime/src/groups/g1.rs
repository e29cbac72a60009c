//! G1: the subgroup of order r of E(F_p).

use super::cofactor::Cofactor;
use super::kinds::G1;
use super::pairing_groups::{PairingGroups, mul_by_u, mul_member_by_u};
#[cfg(feature = "std")]
use super::point::Point;
use super::point::Subgroup;
#[cfg(feature = "std")]
use super::roots;
use crate::ate::Family;
#[cfg(feature = "std")]
use crate::curve::multi_scalar_mul_in_subgroup_vartime;
use crate::curve::{Affine, Coordinate, Curve, Endomorphism, Jacobian, Lattice, VectorAdditions};
use subtle::ConstantTimeEq;
#[cfg(feature = "std")]
use subtle::CtOption;

impl<C: PairingGroups> Curve for G1<C> {
    type Field = C::Fp;
    const A: C::Fp = <C::Fp as Coordinate>::ZERO;
    const A_IS_ZERO: bool = true;
    const B: C::Fp = C::G1_B;

    fn vector_additions() -> Option<VectorAdditions<Self::Field>> {
        C::vectorised().map(|vectorised| vectorised.g1_additions)
    }
}

impl<C: PairingGroups> Endomorphism for G1<C> {
    const LATTICE: Lattice = C::G1_LATTICE;

    /// phi(x, y) = (beta x, y).
    fn power(exponent: usize, x: &C::Fp, y: &C::Fp) -> (C::Fp, C::Fp) {
        debug_assert_eq!(exponent, 1);
        (Coordinate::mul(x, &C::BETA), *y)
    }
}

impl<C: PairingGroups> Subgroup for G1<C> {
    type Fr = C::Fr;

    const ORDER: &'static [u64] = C::ORDER;
    /// BLS12: (u - 1)^2 / 3.
    const COFACTOR: Cofactor = match C::FAMILY {
        Family::Bn => Cofactor::One,
        Family::Bls12 if C::SEED % 2 == 0 => Cofactor::Odd,
        Family::Bls12 => Cofactor::Even,
    };
    const GENERATOR: [C::Fp; 2] = [C::G1.0, C::G1.1];

    /// BLS12: phi(P) = -u^2 P (Scott, eprint 2021/1130; El Housni, Guillevic, Piellard, eprint 2022/352). BN:
    /// the curve has prime order.
    fn contains(point: &Affine<Self>) -> bool {
        match C::FAMILY {
            Family::Bn => true,
            Family::Bls12 => {
                let image = point.to_jacobian().map_coordinates(|x, y| Self::power(1, x, y), |z| *z);
                mul_by_u::<C, _>(&mul_member_by_u::<C, _>(point)).neg().ct_eq(&image).into()
            }
        }
    }

    /// BLS12: (1 - u) P (Wahby, Boneh, eprint 2019/403, section 5).
    fn clear_cofactor(point: &Jacobian<Self>) -> Jacobian<Self> {
        match C::FAMILY {
            Family::Bn => *point,
            Family::Bls12 => point.add(&mul_by_u::<C, _>(point).neg()),
        }
    }

    fn hash_to_curve(message: &[&[u8]], dst: &[u8]) -> Jacobian<Self> {
        C::hash_to_g1_curve(message, dst)
    }

    fn multiply(point: &Affine<Self>, scalar: &[u64]) -> Jacobian<Self> {
        point.mul_along_endomorphism(scalar)
    }

    #[cfg(feature = "std")]
    fn multi_multiply_vartime(points: &[Point<Self>], scalars: &[&[u64]], threads: usize) -> Jacobian<Self> {
        multi_scalar_mul_in_subgroup_vartime(points, scalars, threads)
    }

    #[cfg(feature = "std")]
    fn square_roots(elements: &[Self::Field]) -> Vec<CtOption<Self::Field>> {
        roots::of_base::<C>(elements)
    }
}
