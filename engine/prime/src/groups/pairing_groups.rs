//! What the groups of a pairing-friendly curve need of it.

use super::kinds::{G1, G2};
use super::scalar::ScalarField;
use crate::ate;
use crate::curve::{Affine, Coordinate, Curve, Jacobian, Lattice};
use crate::hash_to_curve::try_and_increment;
use crate::tower::Fp2;

/// What the groups of a curve need beyond its equations and generators: endomorphisms, and how to hash.
///
/// The literals come with each curve; tests check every one of them against the seed u.
pub trait PairingGroups: ate::Curve<Fp: Coordinate> {
    /// The field of order r.
    type Fr: ScalarField;

    /// b as an element of F_p.
    const G1_B: Self::Fp;
    /// The cube root of unity beta for which phi(x, y) = (beta x, y) acts on G1 as the lambda of
    /// `G1_LATTICE`: -u^2 for BLS12.
    const BETA: Self::Fp;
    /// The factors of psi(x, y) = (PSI\[0\] x^p, PSI\[1\] y^p), which acts on G2 as p: xi^((p-1)/3) and
    /// xi^((p-1)/2) where b' = b / xi, their inverses where b' = b xi.
    const PSI: [Fp2<Self::Fp, Self>; 2];
    /// The factor of psi^2(x, y) = (OMEGA x, -y): the norm of `PSI[0]`.
    const OMEGA: Self::Fp;
    /// Relations among 1 and lambda.
    const G1_LATTICE: Lattice;
    /// Relations among the powers of p mod r.
    const G2_LATTICE: Lattice;

    /// Hashes a message, in parts, to E(F_p), before the cofactor is cleared.
    #[must_use]
    fn hash_to_g1_curve(message: &[&[u8]], dst: &[u8]) -> Jacobian<G1<Self>> {
        try_and_increment(message, dst).to_jacobian()
    }

    /// Hashes a message, in parts, to E'(F_p2), before the cofactor is cleared.
    #[must_use]
    fn hash_to_g2_curve(message: &[&[u8]], dst: &[u8]) -> Jacobian<G2<Self>> {
        try_and_increment(message, dst).to_jacobian()
    }
}

/// u times a point.
pub(super) fn mul_by_u<C: PairingGroups, E: Curve>(point: &Jacobian<E>) -> Jacobian<E> {
    let multiple = point.mul_vartime(&[C::SEED as u64, (C::SEED >> 64) as u64]);
    signed::<C, _>(multiple)
}

/// u times a point of the curve, or the point at infinity where the point is not of order r.
pub(super) fn mul_member_by_u<C: PairingGroups, E: Curve>(point: &Affine<E>) -> Jacobian<E> {
    signed::<C, _>(point.mul_by_chords_vartime(C::SEED))
}

fn signed<C: PairingGroups, E: Curve>(multiple: Jacobian<E>) -> Jacobian<E> {
    if C::SEED_IS_NEGATIVE { multiple.neg() } else { multiple }
}
