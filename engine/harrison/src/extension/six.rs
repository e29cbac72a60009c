//! F_3^(6n) = F_3^n\[theta\]/(theta^6 + theta + 2), for n prime to 6 (section 5).

use super::{euclid, linear};
use crate::Field;
use crate::field::BaseField;
use core::ops::{Add, Mul, Neg, Sub};

/// The sum of c_i theta^i, i = 0 … 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Six<F>(pub [F; 6]);

linear!(Six);

/// theta^6 = 1 - theta, for the terms of c from the top down to theta^6.
#[inline(always)]
fn reduce<F: Field, const T: usize>(mut c: [F; T]) -> Six<F> {
    for i in (6..T).rev() {
        c[i - 6] = c[i - 6] + c[i];
        c[i - 5] = c[i - 5] - c[i];
    }
    Six(core::array::from_fn(|i| c[i]))
}

/// The product of two polynomials of degree two in six multiplications: Karatsuba's idea for three parts.
#[inline(always)]
fn three_by_three<F: Field>(a: [F; 3], b: [F; 3]) -> [F; 5] {
    let (d0, d1, d2) = (a[0] * b[0], a[1] * b[1], a[2] * b[2]);
    let d01 = (a[0] + a[1]) * (b[0] + b[1]);
    let d02 = (a[0] + a[2]) * (b[0] + b[2]);
    let d12 = (a[1] + a[2]) * (b[1] + b[2]);
    [d0, d01 - d0 - d1, d02 - d0 - d2 + d1, d12 - d1 - d2, d2]
}

/// The square of a polynomial of degree two in six squarings, in the same way.
#[inline(always)]
fn three_squared<F: Field>(a: [F; 3]) -> [F; 5] {
    let (d0, d1, d2) = (a[0].square(), a[1].square(), a[2].square());
    let (d01, d02, d12) = ((a[0] + a[1]).square(), (a[0] + a[2]).square(), (a[1] + a[2]).square());
    [d0, d01 - d0 - d1, d02 - d0 - d2 + d1, d12 - d1 - d2, d2]
}

/// Karatsuba's way to put the products of halves together, and reduction.
#[inline(always)]
fn join<F: Field>(low: [F; 5], high: [F; 5], middle: [F; 5]) -> Six<F> {
    let mut c = [F::ZERO; 11];
    for i in 0..5 {
        c[i] = c[i] + low[i];
        c[i + 6] = c[i + 6] + high[i];
        c[i + 3] = c[i + 3] + (middle[i] - low[i] - high[i]);
    }
    reduce(c)
}

impl<F: Field> Six<F> {
    #[inline(always)]
    fn halves(&self) -> ([F; 3], [F; 3]) {
        let [a0, a1, a2, a3, a4, a5] = self.0;
        ([a0, a1, a2], [a3, a4, a5])
    }

    /// The product by the school-book, in thirty-six multiplications: what the Karatsuba variant saves on.
    pub fn mul_schoolbook(&self, other: &Self) -> Self {
        let mut c = [F::ZERO; 11];
        for i in 0..6 {
            for j in 0..6 {
                c[i + j] = c[i + j] + self.0[i] * other.0[j];
            }
        }
        reduce(c)
    }

    /// theta^i to theta^(3i), coefficients as they are.
    #[inline(always)]
    fn thin_out(coefficients: [F; 6]) -> Self {
        let mut c = [F::ZERO; 16];
        for (i, coefficient) in coefficients.into_iter().enumerate() {
            c[3 * i] = coefficient;
        }
        reduce(c)
    }
}

impl<F: BaseField> Six<F> {
    /// a^(q^times) with q = 3^n: coefficients stay, theta goes to theta^(3^(n times)), where only the exponent modulo 6
    /// matters.
    pub fn frobenius(&self, times: usize) -> Self {
        (0..F::DEGREE * times % 6).fold(*self, |a, _| Self::thin_out(a.0))
    }
}

impl<F: Field> Mul for Six<F> {
    type Output = Self;

    /// Karatsuba in halves, and in thirds below: eighteen multiplications.
    #[inline]
    fn mul(self, other: Self) -> Self {
        let ((a0, a1), (b0, b1)) = (self.halves(), other.halves());
        let sum = |x: [F; 3], y: [F; 3]| core::array::from_fn(|i| x[i] + y[i]);
        join(three_by_three(a0, b0), three_by_three(a1, b1), three_by_three(sum(a0, a1), sum(b0, b1)))
    }
}

impl<F: Field> Field for Six<F> {
    const ZERO: Self = Self([F::ZERO; 6]);
    const ONE: Self = Self([F::ONE, F::ZERO, F::ZERO, F::ZERO, F::ZERO, F::ZERO]);

    #[inline]
    fn square(&self) -> Self {
        let (a0, a1) = self.halves();
        let sum = core::array::from_fn(|i| a0[i] + a1[i]);
        join(three_squared(a0), three_squared(a1), three_squared(sum))
    }

    /// Thins out the coefficients and cubes them.
    #[inline]
    fn cube(&self) -> Self {
        Self::thin_out(self.0.map(|coefficient| coefficient.cube()))
    }

    fn inverse(&self) -> Option<Self> {
        // theta^6 + theta + 2
        let (zero, one) = (F::ZERO, F::ONE);
        euclid::inverse(self.0, [-one, one, zero, zero, zero, zero, one]).map(Self)
    }
}
