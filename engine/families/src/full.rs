//! F_p^k over F_q: even + odd w, w^d = xi, d the degree of the twist; the halves are over the field of w^2.

use crate::curve::Curve;
use crate::half::Half;
use crate::line::Line;
use crate::tower::Field;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// An element of F_p^k of the curve `C`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Full<C: Curve> {
    /// The coefficients of w^0, w^2, ...
    pub even: C::Half,
    /// The coefficients of w^1, w^3, ...
    pub odd: C::Half,
}

impl<C: Curve> Full<C> {
    /// 1.
    pub const ONE: Self = Full { even: C::Half::ONE, odd: C::Half::ZERO };
    /// 0.
    pub const ZERO: Self = Full { even: C::Half::ZERO, odd: C::Half::ZERO };

    /// The coefficient of w^j.
    #[inline]
    #[must_use]
    pub fn coefficient(&self, j: usize) -> &C::Fq {
        if j.is_multiple_of(2) { self.even.part(j / 2) } else { self.odd.part(j / 2) }
    }

    /// The element with these coefficients of w^j.
    #[inline]
    #[must_use]
    pub fn from_coefficients(mut coefficient: impl FnMut(usize) -> C::Fq) -> Self {
        let even = C::Half::from_parts(|i| coefficient(2 * i));
        Full { even, odd: C::Half::from_parts(|i| coefficient(2 * i + 1)) }
    }

    /// The product.
    #[must_use]
    #[inline(never)]
    pub fn mul(&self, other: &Self) -> Self {
        let (even, odd) = C::Half::full_product([&self.even, &self.odd], [&other.even, &other.odd]);
        Full { even, odd }
    }

    /// The square.
    #[must_use]
    #[inline(never)]
    pub fn square(&self) -> Self {
        let (even, odd) = C::Half::full_square(&self.even, &self.odd);
        Full { even, odd }
    }

    /// The square of an element of the cyclotomic subgroup.
    #[must_use]
    #[inline(never)]
    pub fn cyclotomic_square(&self) -> Self {
        let (even, odd) = C::Half::cyclotomic_square(&self.even, &self.odd);
        Full { even, odd }
    }

    /// The power p^(k/2): w becomes -w. In the cyclotomic subgroup the inverse.
    #[must_use]
    #[inline(never)]
    pub fn conjugate(&self) -> Self {
        Full { even: self.even, odd: self.odd.neg() }
    }

    /// 1 / a, and 0 of 0.
    #[must_use]
    pub fn invert(&self) -> Self {
        let norm = self.even.square().sub(&self.odd.square().times_root());
        let inverse = norm.invert();
        Full { even: self.even.mul(&inverse), odd: self.odd.mul(&inverse).neg() }
    }

    /// a^(p^n), for an n of [`Curve::POWERS_OF_W`].
    ///
    /// # Panics
    /// If it is none of these.
    #[must_use]
    #[inline(never)]
    pub fn frobenius(&self, n: usize) -> Self {
        let (_, factors) =
            C::POWERS_OF_W.iter().find(|(power, _)| *power == n).expect("a power that the curve has");
        Self::from_coefficients(|j| {
            let part = self.coefficient(j).frobenius(n);
            if j == 0 { part } else { part.mul(&factors[j - 1]) }
        })
    }

    /// The product with a line.
    #[must_use]
    #[inline(never)]
    pub fn times_line(&self, line: &Line<C::Fq>) -> Self {
        let (even, odd) = C::Half::full_times_line(&self.even, &self.odd, line);
        Full { even, odd }
    }

    /// A line.
    #[must_use]
    pub fn from_line(line: &Line<C::Fq>) -> Self {
        Self::from_coefficients(|j| match j {
            0 => line.a,
            2 => line.b,
            3 => line.c,
            _ => C::Fq::ZERO,
        })
    }
}

impl<C: Curve> ConstantTimeEq for Full<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.even.ct_eq(&other.even) & self.odd.ct_eq(&other.odd)
    }
}

impl<C: Curve> ConditionallySelectable for Full<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Full {
            even: C::Half::conditional_select(&a.even, &b.even, choice),
            odd: C::Half::conditional_select(&a.odd, &b.odd, choice),
        }
    }
}
