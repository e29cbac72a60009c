//! Arithmetic in F_p2 = F_p\[i\]/(i^2 + 1).

use super::quadratic::Fp2;
use super::{BaseField, Lift, ScalarField, Tower};
use crate::base::small_multiple;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

impl<F: BaseField, C: Tower> Fp2<F, C> {
    /// 0.
    pub const ZERO: Self = Self::new(F::ZERO, F::ZERO);
    /// 1.
    pub const ONE: Self = Self::new(F::ONE, F::ZERO);

    /// a + b.
    #[inline]
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self::from_array(F::add2(&self.c, &other.c))
    }

    /// a - b.
    #[inline]
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Self::from_array(F::sub2(&self.c, &other.c))
    }

    /// -a.
    #[inline]
    #[must_use]
    pub fn neg(&self) -> Self {
        Self::ZERO.sub(self)
    }

    /// 2 a.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        self.add(self)
    }

    /// 3 a.
    #[inline]
    #[must_use]
    pub fn triple(&self) -> Self {
        Self::combine(2, self, 1, self)
    }

    /// `factor` a, by additions; `factor` is small and not 0.
    #[inline]
    #[must_use]
    pub fn small_multiple(&self, factor: u32) -> Self {
        Self::from_array(self.c.map(|c| small_multiple(&c, factor)))
    }

    /// ma a + mb b, for small multiples that are not 0.
    #[inline]
    #[must_use]
    pub fn combine(ma: u32, a: &Self, mb: u32, b: &Self) -> Self {
        Self::new(F::combine(ma, &a.c[0], mb, &b.c[0]), F::combine(ma, &a.c[1], mb, &b.c[1]))
    }

    /// ma a - mb b, for small multiples that are not 0.
    #[inline]
    #[must_use]
    pub fn combine_less(ma: u32, a: &Self, mb: u32, b: &Self) -> Self {
        Self::new(F::combine_less(ma, &a.c[0], mb, &b.c[0]), F::combine_less(ma, &a.c[1], mb, &b.c[1]))
    }

    /// a / 2.
    #[inline]
    #[must_use]
    pub fn half(&self) -> Self {
        Self::new(self.c[0].half(), self.c[1].half())
    }

    /// a b.
    #[inline]
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        Self::from_array(F::mul2(&self.c, &other.c))
    }

    /// a^2.
    #[inline]
    #[must_use]
    pub fn square(&self) -> Self {
        Self::from_array(F::square2(&self.c))
    }

    /// a s with s in F_p.
    #[inline]
    #[must_use]
    pub fn scale(&self, s: &F) -> Self {
        Self::new(self.c[0].mul(s), self.c[1].mul(s))
    }

    /// a xi.
    #[inline]
    #[must_use]
    pub fn mul_by_xi(&self) -> Self {
        let [a0, a1] = &self.c;
        if C::XI_REAL == 1 {
            return Self::new(a0.sub(a1), a1.add(a0));
        }
        Self::new(F::combine_less(C::XI_REAL, a0, 1, a1), F::combine(C::XI_REAL, a1, 1, a0))
    }

    /// a i.
    #[inline]
    #[must_use]
    pub fn mul_by_i(&self) -> Self {
        Self::new(self.c[1].neg(), self.c[0])
    }

    /// The conjugate c0 - c1 i, which is a^p: the Frobenius map.
    #[inline]
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self::new(self.c[0], self.c[1].neg())
    }

    /// a^(p^k): the conjugate where k is odd.
    #[inline]
    #[must_use]
    pub fn frobenius(&self, k: usize) -> Self {
        if k % 2 == 1 { self.conjugate() } else { *self }
    }

    /// The norm to F_p: c0^2 + c1^2.
    #[inline]
    #[must_use]
    pub fn norm(&self) -> F {
        F::reduce(&F::wide_add(&self.c[0].square_wide(), &self.c[1].square_wide()))
    }

    /// 1 / a, and 0 of 0, in constant time.
    #[must_use]
    pub fn invert(&self) -> Self {
        let inverse = self.norm().invert();
        Self::new(self.c[0].mul(&inverse), self.c[1].mul(&inverse).neg())
    }

    /// a^exponent for a public exponent of little-endian limbs.
    #[must_use]
    pub fn pow_vartime(&self, exponent: &[u64]) -> Self {
        let mut power = Self::ONE;
        for limb in exponent.iter().rev() {
            for bit in (0..64).rev() {
                power = power.square();
                if limb >> bit & 1 == 1 {
                    power = power.mul(self);
                }
            }
        }
        power
    }

    /// The sum of a_k b_k, with one reduction for each coefficient.
    #[inline]
    #[must_use]
    pub fn dot<const K: usize>(a: [&Self; K], b: [&Self; K]) -> Self {
        Self::from_array(F::dot2(a.map(|a| &a.c), b.map(|b| &b.c)))
    }
}

impl<F: Lift<C::Fp>, C: Tower> Fp2<F, C> {
    /// A constant.
    #[inline]
    #[must_use]
    pub fn lift(constant: &Fp2<C::Fp, C>) -> Self {
        Self::from_array([0, 1].map(|k| F::lift(&constant.c[k])))
    }
}

impl<F: ScalarField, C: Tower> Fp2<F, C> {
    /// Whether a = 0.
    pub fn is_zero(&self) -> Choice {
        self.ct_eq(&Self::ZERO)
    }

    /// The sign of RFC 9380, section 4.1: the parity of c0, or of c1 where c0 = 0.
    pub fn sgn0(&self) -> Choice {
        self.c[0].is_odd() | (self.c[0].ct_eq(&F::ZERO) & self.c[1].is_odd())
    }

    /// Whether a is a square, 0 included: whether its norm is one in F_p.
    pub fn is_square(&self) -> Choice {
        let norm = self.norm();
        let root = norm.pow_p_minus_3_over_4().mul(&norm);
        root.square().ct_eq(&norm)
    }

    /// A square root, where there is one.
    ///
    /// The complex method: with n^2 = c0^2 + c1^2 and d = (c0 + n)/2 or (c0 - n)/2, whichever is not 0, let
    /// t = d^((p-3)/4) and x = t d, so that x^2 = e d with e = 1 or -1 and 1/x = e t. If e = 1 the root is
    /// x + c1/(2 x) i; else it is c1/(2 x) + x i up to sign, as x^2 = -d is what the square of the imaginary
    /// part must be.
    pub fn sqrt(&self) -> CtOption<Self> {
        let d = self.sqrt_radicand(&self.norm().pow_p_minus_3_over_4());
        self.sqrt_from(&d, &d.pow_p_minus_3_over_4())
    }

    /// The d of [`sqrt`](Fp2::sqrt), from the norm to the power (p - 3)/4.
    pub(crate) fn sqrt_radicand(&self, power_of_norm: &F) -> F {
        let n = power_of_norm.mul(&self.norm());
        let sum = self.c[0].add(&n).half();
        F::conditional_select(&sum, &self.c[0].sub(&n).half(), sum.ct_eq(&F::ZERO))
    }

    /// A square root, where there is one, from the d and t of [`sqrt`](Fp2::sqrt).
    pub(crate) fn sqrt_from(&self, d: &F, t: &F) -> CtOption<Self> {
        let x = t.mul(d);
        let other = self.c[1].mul(t).half();
        let is_residue = x.square().ct_eq(d);
        let root = Self::conditional_select(&Self::new(other.neg(), x), &Self::new(x, other), is_residue);
        CtOption::new(root, root.square().ct_eq(self))
    }
}

impl<F: ConstantTimeEq, C: Tower> ConstantTimeEq for Fp2<F, C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.c[0].ct_eq(&other.c[0]) & self.c[1].ct_eq(&other.c[1])
    }
}

impl<F: ConditionallySelectable, C: Tower> ConditionallySelectable for Fp2<F, C> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::from_array([0, 1].map(|k| F::conditional_select(&a.c[k], &b.c[k], choice)))
    }
}
