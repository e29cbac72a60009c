//! Lines through multiples of Q at P.
//!
//! The point (x, y) of the twist is (x/w^2, y/w^3) on the curve: times w^3, the line of slope t through it is
//! (t x - y) - t xP w^2 + yP w^3. So a line is a + b w^2 + c w^3, up to a factor that the final exponentiation
//! eliminates: any of a proper subfield of F_p^k.

use crate::tower::Field;

/// a + b w^2 + c w^3; before it is taken at P, what b and c are at (1, 1).
#[derive(Clone, Copy, Debug)]
pub struct Line<F> {
    /// a.
    pub a: F,
    /// b.
    pub b: F,
    /// c.
    pub c: F,
}

impl<F: Field> Line<F> {
    /// The line at P = (x, y).
    #[inline]
    #[must_use]
    pub fn at(&self, (x, y): &(F::Prime, F::Prime)) -> Self {
        Line { a: self.a, b: self.b.scale(x), c: self.c.scale(y) }
    }
}

/// X, Y, Z; what they stand for is the twist's matter.
#[derive(Clone, Copy, Debug)]
pub struct Multiple<F> {
    /// X.
    pub x: F,
    /// Y.
    pub y: F,
    /// Z.
    pub z: F,
}
