//! Scalar multiplication in constant time.

use super::co_z::{self, Entry};
use super::recoding::{Digit, TABLE, WINDOW, digit, digits, look_up};
use super::{Affine, Coordinate, Curve, Endomorphism, Jacobian, Lattice};
use subtle::ConditionallySelectable;
use zeroize::Zeroize;

impl<C: Curve> Affine<C> {
    /// `scalar` times the point, for any point of the curve and a scalar of any length (little-endian limbs).
    /// Time and memory accesses depend on that length alone: signed windows of four bits and the addition
    /// without exceptions.
    #[must_use]
    #[inline(never)]
    pub fn mul(&self, scalar: &[u64]) -> Jacobian<C> {
        if scalar.is_empty() {
            return Jacobian::IDENTITY;
        }
        let mut table = [self.to_jacobian(); TABLE];
        for i in 1..TABLE {
            table[i] = if i % 2 == 1 { table[i / 2].double() } else { table[i - 1].add_affine(self) };
        }
        let mut sum = Jacobian::IDENTITY;
        for i in (0..digits(64 * scalar.len())).rev() {
            sum = double_window(sum);
            let digit = digit(scalar, i);
            let mut term = look_up(&table, digit.magnitude);
            term.y.conditional_assign(&term.y.neg(), digit.negative);
            term.z.conditional_assign(&C::Field::ZERO, digit.is_zero());
            sum = sum.add(&term);
        }
        sum
    }

    /// `scalar` times the point for a public scalar, by double-and-add: fast where few bits are set.
    #[must_use]
    #[inline(never)]
    pub fn mul_vartime(&self, scalar: &[u64]) -> Jacobian<C> {
        let mut sum = Jacobian::IDENTITY;
        let mut started = false;
        for limb in scalar.iter().rev() {
            for bit in (0..64).rev() {
                if started {
                    sum.double_assign();
                }
                if limb >> bit & 1 == 1 {
                    sum = if started { sum.add_affine(self) } else { self.to_jacobian() };
                    started = true;
                }
            }
        }
        sum
    }

    /// `scalar` times the point for a public scalar, by double-and-add where sums are by chords alone: the point at infinity
    /// where one is of equal or opposite points. For points of an order that is a prime above the scalar that is never so.
    #[must_use]
    #[inline(never)]
    pub(crate) fn mul_by_chords_vartime(&self, scalar: u128) -> Jacobian<C> {
        let mut sum = self.to_jacobian();
        for bit in (0..scalar.ilog2()).rev() {
            sum.double_assign();
            if scalar >> bit & 1 == 1 {
                sum.add_by_chord(&self.x, &self.y);
            }
        }
        sum
    }
}

impl<C: Curve> Jacobian<C> {
    /// `scalar` times the point for a public scalar, by double-and-add: fast where few bits are set.
    #[must_use]
    #[inline(never)]
    pub fn mul_vartime(&self, scalar: &[u64]) -> Self {
        if C::A_IS_ZERO {
            // On an isomorphic curve, which has the same formulas, the point is affine.
            let multiple = Affine::<C>::new_unchecked(self.x, self.y).mul_vartime(scalar);
            return Jacobian { z: multiple.z.mul(&self.z), ..multiple };
        }
        let powers_of_z = self.powers_of_z();
        let mut sum = Jacobian::IDENTITY;
        let mut started = false;
        for limb in scalar.iter().rev() {
            for bit in (0..64).rev() {
                if started {
                    sum.double_assign();
                }
                if limb >> bit & 1 == 1 {
                    sum = if started { sum.add_again(self, &powers_of_z) } else { *self };
                    started = true;
                }
            }
        }
        sum
    }
}

fn double_window<C: Curve>(mut point: Jacobian<C>) -> Jacobian<C> {
    for _ in 0..WINDOW {
        point.double_assign();
    }
    point
}

/// The multiples 1 to [`TABLE`] of a point of order above [`TABLE`], on one common denominator Z in F_p, and
/// Z. That it lies in F_p makes it the denominator of the images under a twisted Frobenius map also.
fn multiples<C: Curve>(point: &Affine<C>) -> ([Entry<C::Field>; TABLE], C::Field) {
    assert!(
        C::A_IS_ZERO,
        "the multiples are on an isomorphic curve, which has the same formulas where a = 0"
    );
    let [double, mut one] = Entry { x: point.x, y: point.y }.doubled();
    let mut table = [double; TABLE];
    let mut ratios = [C::Field::ONE; TABLE];
    co_z::add_repeatedly(&mut table[1..], &mut ratios[1..], &mut one);
    let z = ratios[2..].iter().fold(point.y.double(), |z, ratio| z.mul(ratio));
    let scale = z.co_norm();
    table[0] = if C::Field::COUNT > 1 { one.scaled(&scale) } else { one };
    co_z::level(&mut table[1..], &ratios[1..], scale);
    (table, z.mul(&scale))
}

impl<C: Endomorphism> Affine<C> {
    /// `scalar` times a point of the subgroup, in constant time: [`mul_in_subgroup`](Affine::mul_in_subgroup), or
    /// [`mul`](Affine::mul) where the scalar is longer than the order.
    #[must_use]
    pub fn mul_along_endomorphism(&self, scalar: &[u64]) -> Jacobian<C> {
        if scalar.len() <= C::LATTICE.scalar_limbs { self.mul_in_subgroup(scalar) } else { self.mul(scalar) }
    }

    /// `scalar` times a point of the subgroup on which the endomorphism acts as a scalar: in constant time,
    /// along 2 or 4 powers of the endomorphism (Gallant, Lambert, Vanstone; Galbraith, Lin, Scott), with
    /// tables of affine points on an isomorphic curve. For other points the result is meaningless.
    ///
    /// # Panics
    /// If `scalar` is longer than the order of the subgroup.
    #[must_use]
    #[inline(never)]
    pub fn mul_in_subgroup(&self, scalar: &[u64]) -> Jacobian<C> {
        let lattice = &C::LATTICE;
        let dimension = lattice.dimension;
        let mut parts = lattice.decompose(scalar);
        let (first, z) = multiples(self);
        let mut tables = [first; Lattice::MAX_DIMENSION];
        for j in 1..dimension {
            let (before, power) = Lattice::image_before(j);
            tables[j] = tables[before].map(|entry| {
                let (x, y) = C::power(power, &entry.x, &entry.y);
                Entry { x, y }
            });
        }
        let mut sum = Jacobian::<C>::IDENTITY;
        for i in (0..digits(lattice.bits)).rev() {
            sum = double_window(sum);
            for (part, table) in parts.iter().zip(&tables).take(dimension) {
                let Digit { magnitude, negative } = digit(&part.magnitude, i);
                let mut term = look_up(table, magnitude);
                term.y.conditional_assign(&term.y.neg(), negative ^ part.negative);
                sum = sum.add_distinct_or(&term.x, &term.y, Digit { magnitude, negative }.is_zero());
            }
        }
        parts.iter_mut().for_each(|part| part.magnitude.zeroize());
        sum.z = sum.z.mul(&z);
        Jacobian::conditional_select(&sum, &Jacobian::IDENTITY, self.is_identity_choice())
    }
}
