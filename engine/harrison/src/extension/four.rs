//! F_2^(4m) = F_2^m\[t\]/(t^4 + t + 1), for odd m: the counterpart of F_3^(6n). The paper names no polynomial; this one is the
//! analogue of its sextic.

use super::{euclid, linear};
use crate::Field;
use crate::field::BaseField;
use core::ops::{Add, Mul, Neg, Sub};

/// The sum of c_i t^i, i = 0 … 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Four<F>(pub [F; 4]);

linear!(Four);

/// t^4 = t + 1, t^5 = t^2 + t, t^6 = t^3 + t^2.
#[inline(always)]
fn reduce<F: Field>(c: [F; 7]) -> Four<F> {
    Four([c[0] + c[4], c[1] + c[4] + c[5], c[2] + c[5] + c[6], c[3] + c[6]])
}

/// The product of two polynomials of degree one in three multiplications.
#[inline(always)]
fn two_by_two<F: Field>(a: [F; 2], b: [F; 2]) -> [F; 3] {
    let (low, high) = (a[0] * b[0], a[1] * b[1]);
    [low, (a[0] + a[1]) * (b[0] + b[1]) + low + high, high]
}

impl<F: BaseField> Four<F> {
    /// a^(q^times) with q = 2^m: coefficients stay, t goes to t^(2^(m times)), where only the exponent modulo 4 matters.
    pub fn frobenius(&self, times: usize) -> Self {
        let zero = F::ZERO;
        (0..F::DEGREE * times % 4)
            .fold(*self, |Self([c0, c1, c2, c3]), _| reduce([c0, zero, c1, zero, c2, zero, c3]))
    }
}

impl<F: Field> Mul for Four<F> {
    type Output = Self;

    /// Karatsuba twice: nine multiplications.
    #[inline]
    fn mul(self, other: Self) -> Self {
        let ([a0, a1, a2, a3], [b0, b1, b2, b3]) = (self.0, other.0);
        let low = two_by_two([a0, a1], [b0, b1]);
        let high = two_by_two([a2, a3], [b2, b3]);
        let both = two_by_two([a0 + a2, a1 + a3], [b0 + b2, b1 + b3]);
        let middle: [F; 3] = core::array::from_fn(|i| both[i] + low[i] + high[i]);
        reduce([low[0], low[1], low[2] + middle[0], middle[1], middle[2] + high[0], high[1], high[2]])
    }
}

impl<F: Field> Field for Four<F> {
    const ZERO: Self = Self([F::ZERO; 4]);
    const ONE: Self = Self([F::ONE, F::ZERO, F::ZERO, F::ZERO]);

    #[inline]
    fn square(&self) -> Self {
        let [c0, c1, c2, c3] = self.0.map(|coefficient| coefficient.square());
        reduce([c0, F::ZERO, c1, F::ZERO, c2, F::ZERO, c3])
    }

    #[inline]
    fn cube(&self) -> Self {
        self.square() * *self
    }

    fn inverse(&self) -> Option<Self> {
        // t^4 + t + 1
        let (zero, one) = (F::ZERO, F::ONE);
        euclid::inverse(self.0, [one, one, zero, zero, one]).map(Self)
    }
}
