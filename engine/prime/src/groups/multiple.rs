//! Multiples of points, written as products with [`Scalar`]s.

use super::point::{Point, Subgroup};
use super::scalar::Scalar;
use core::ops::Mul;
use pairforge_interface::Group;

impl<G: Subgroup> Mul<&Scalar<G::Fr>> for Point<G> {
    type Output = Point<G>;

    /// [`Group::mul`].
    fn mul(self, scalar: &Scalar<G::Fr>) -> Point<G> {
        Group::mul(&self, scalar)
    }
}

impl<G: Subgroup> Mul<Scalar<G::Fr>> for Point<G> {
    type Output = Point<G>;

    /// [`Group::mul`].
    fn mul(self, scalar: Scalar<G::Fr>) -> Point<G> {
        Group::mul(&self, &scalar)
    }
}
