//! What a limb is: a run of coefficients held together, the one thing in which the representations differ.

use core::fmt::Debug;

/// A polynomial over F_3 of degree less than [`LEN`](Limb::LEN), in one representation.
///
/// `==` compares the polynomials, whatever redundancy the representation has.
pub trait Limb: Copy + Debug + Eq {
    /// Coefficients in a limb.
    const LEN: usize;
    /// The zero polynomial.
    const ZERO: Self;
    /// The polynomial 1.
    const ONE: Self;
    /// Limbs at or below which Karatsuba multiplication goes over to school-book multiplication.
    const KARATSUBA_FLOOR: usize;

    /// a + b.
    fn add(self, other: Self) -> Self;
    /// -a.
    fn neg(self) -> Self;
    /// a - b.
    fn sub(self, other: Self) -> Self {
        self.add(other.neg())
    }
    /// a b: the coefficients of x^0 … x^(LEN-1) and those of x^LEN … x^(2 LEN - 1).
    fn mul(self, other: Self) -> (Self, Self);
    /// a^3, thinned out: coefficient i goes to 3i.
    fn cube(self) -> [Self; 3];
    /// LEN coefficients from number `by` on of `low + x^LEN high`, where `by <= LEN`.
    fn funnel(low: Self, high: Self, by: usize) -> Self;
    /// The coefficients below x^`count`, where `count <= LEN`.
    fn below(self, count: usize) -> Self;
    /// The polynomial `digit` x^`at`, for a digit 0, 1 or 2.
    fn term(digit: u8, at: usize) -> Self;
    /// The coefficient of x^`at`: 0, 1 or 2.
    fn coefficient(self, at: usize) -> u8;
    /// The degree, `None` for zero.
    fn degree(self) -> Option<usize>;
}
