//! G2: the subgroup of order r of the sextic twist E'(F_p2).

use super::cofactor::Cofactor;
use super::kinds::G2;
use super::pairing_groups::{PairingGroups, mul_by_u, mul_member_by_u};
#[cfg(feature = "std")]
use super::point::Point;
use super::point::Subgroup;
#[cfg(feature = "std")]
use super::roots;
use crate::ate::Family;
#[cfg(feature = "std")]
use crate::curve::multi_scalar_mul_in_subgroup_vartime;
use crate::curve::{Affine, Curve, Endomorphism, Jacobian, Lattice, VectorAdditions};
use crate::tower::Fp2;
use subtle::ConstantTimeEq;
#[cfg(feature = "std")]
use subtle::CtOption;

impl<C: PairingGroups> Curve for G2<C> {
    type Field = Fp2<C::Fp, C>;
    const A: Self::Field = Fp2::<C::Fp, C>::ZERO;
    const A_IS_ZERO: bool = true;
    const B: Self::Field = C::TWIST_B;

    fn vector_additions() -> Option<VectorAdditions<Self::Field>> {
        C::vectorised().map(|vectorised| vectorised.g2_additions)
    }
}

impl<C: PairingGroups> Endomorphism for G2<C> {
    const LATTICE: Lattice = C::G2_LATTICE;

    /// psi(x, y) = (PSI_X x^p, PSI_Y y^p), psi^2(x, y) = (OMEGA x, -y), psi^3 = psi psi^2.
    fn power(exponent: usize, x: &Self::Field, y: &Self::Field) -> (Self::Field, Self::Field) {
        let twice = |x: &Self::Field, y: &Self::Field| (x.scale(&C::OMEGA), y.neg());
        let once =
            |x: &Self::Field, y: &Self::Field| (x.conjugate().mul(&C::PSI[0]), y.conjugate().mul(&C::PSI[1]));
        match exponent {
            1 => once(x, y),
            2 => twice(x, y),
            _ => {
                debug_assert_eq!(exponent, 3);
                let (x, y) = twice(x, y);
                once(&x, &y)
            }
        }
    }
}

/// A power of psi, less than 4, on Jacobian coordinates.
fn psi<C: PairingGroups>(exponent: usize, point: &Jacobian<G2<C>>) -> Jacobian<G2<C>> {
    point.map_coordinates(|x, y| G2::<C>::power(exponent, x, y), |z| z.frobenius(exponent))
}

impl<C: PairingGroups> Subgroup for G2<C> {
    type Fr = C::Fr;

    const ORDER: &'static [u64] = C::ORDER;
    /// BLS12: (u^8 - 4 u^7 + 5 u^6 - 4 u^4 + 6 u^3 - 4 u^2 - 4 u + 13) / 9. BN: 2 p - r.
    const COFACTOR: Cofactor = Cofactor::Odd;
    const GENERATOR: [Self::Field; 2] = [C::G2.0, C::G2.1];

    /// BLS12: psi(Q) = u Q (Scott, eprint 2021/1130). BN: (u + 1) Q + psi(u Q) + psi^2(u Q) = psi^3(2 u Q)
    /// (El Housni, Guillevic, Piellard, eprint 2022/352, section 4.3).
    fn contains(point: &Affine<Self>) -> bool {
        let multiple = mul_member_by_u::<C, _>(point);
        let point = point.to_jacobian();
        // Where the multiple is at infinity but the point is not, neither holds.
        match C::FAMILY {
            Family::Bls12 => multiple.ct_eq(&psi(1, &point)).into(),
            Family::Bn => {
                let left = multiple.add(&point).add(&psi(1, &multiple)).add(&psi(2, &multiple));
                left.ct_eq(&psi(3, &multiple.double())).into()
            }
        }
    }

    /// BLS12: (u^2 - u - 1) Q + (u - 1) psi(Q) + psi^2(2 Q) (Budroni, Pintore, eprint 2017/419, section 4.1).
    /// BN: u Q + psi(3 u Q) + psi^2(u Q) + psi^3(Q) (Fuentes-Castañeda and others, SAC 2011,
    /// section 6.1).
    fn clear_cofactor(point: &Jacobian<Self>) -> Jacobian<Self> {
        let multiple = mul_by_u::<C, _>(point);
        match C::FAMILY {
            Family::Bls12 => {
                let both = multiple.add(&psi(1, point));
                let difference = mul_by_u::<C, _>(&both).add(&both.neg()).add(&point.neg());
                difference.add(&psi(2, &point.double()))
            }
            Family::Bn => {
                let triple = multiple.double().add(&multiple);
                multiple.add(&psi(1, &triple)).add(&psi(2, &multiple)).add(&psi(3, point))
            }
        }
    }

    fn hash_to_curve(message: &[&[u8]], dst: &[u8]) -> Jacobian<Self> {
        C::hash_to_g2_curve(message, dst)
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
        roots::of_twist::<C>(elements)
    }
}
