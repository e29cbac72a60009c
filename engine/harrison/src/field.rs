//! The trait behind which all fields of the paper stand.

use core::fmt::Debug;
use core::ops::{Add, Mul, Neg, Sub};

/// A finite field of characteristic two or three.
///
/// The operations that the paper's Tables 2 and 3 time: addition, multiplication, cubing, squaring, inversion.
pub trait Field:
    Copy + Debug + Eq + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Neg<Output = Self>
{
    /// The neutral element of addition.
    const ZERO: Self;
    /// The neutral element of multiplication.
    const ONE: Self;

    /// a^2.
    fn square(&self) -> Self;
    /// a^3.
    fn cube(&self) -> Self;
    /// 1/a; `None` for zero.
    fn inverse(&self) -> Option<Self>;
}

/// A field F_q that the pairings are built on, with q = p^[`DEGREE`](BaseField::DEGREE).
pub trait BaseField: Field {
    /// The characteristic p.
    const CHARACTERISTIC: u8;
    /// The degree over the prime field.
    const DEGREE: usize;

    /// The element with these coefficients of 1, x, x^2 and so on, each less than p; missing ones are zero.
    ///
    /// # Panics
    /// If there are more than [`DEGREE`](BaseField::DEGREE).
    fn from_coefficients(coefficients: &[u8]) -> Self;

    /// The coefficients of 1, x, …, each less than p.
    fn coefficients(&self) -> Vec<u8>;
}
