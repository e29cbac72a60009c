//! F_p6 = F_p2\[v\]/(v^3 - xi).

use super::apart::{self, Apart, Pairwise};
use super::{BaseField, Fp2, ScalarField, Tower};
use crate::base::{Coefficients6, Whole};
use core::mem::MaybeUninit;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// An element c\[0\] + c\[1\] v + c\[2\] v^2 of F_p6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Fp6<F, C> {
    /// The coefficients of 1, v and v^2.
    pub c: [Fp2<F, C>; 3],
}

impl<F: BaseField, C: Tower> Fp6<F, C> {
    /// The coefficients in F_p.
    #[inline]
    fn coefficients(&self) -> &Coefficients6<F> {
        // SAFETY: an element of F_p2 is laid out as its coefficients, and one of F_p6 as three of those.
        unsafe { &*core::ptr::from_ref(self).cast() }
    }

    /// 0.
    pub const ZERO: Self = Fp6 { c: [Fp2::ZERO; 3] };
    /// 1.
    pub const ONE: Self = Fp6 { c: [Fp2::ONE, Fp2::ZERO, Fp2::ZERO] };

    /// a + b.
    #[inline]
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (&self.c, &other.c);
        Fp6 { c: [a0.add(b0), a1.add(b1), a2.add(b2)] }
    }

    /// a - b.
    #[inline]
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (&self.c, &other.c);
        Fp6 { c: [a0.sub(b0), a1.sub(b1), a2.sub(b2)] }
    }

    /// 2 a.
    #[inline]
    #[must_use]
    pub fn double(&self) -> Self {
        self.add(self)
    }

    /// -a.
    #[inline]
    #[must_use]
    pub fn neg(&self) -> Self {
        let [a0, a1, a2] = &self.c;
        Fp6 { c: [a0.neg(), a1.neg(), a2.neg()] }
    }

    /// a v.
    #[inline]
    #[must_use]
    pub fn mul_by_v(&self) -> Self {
        let [a0, a1, a2] = &self.c;
        Fp6 { c: [a2.mul_by_xi(), *a0, *a1] }
    }

    /// a b: by the base field if that can, otherwise by the definition, nine products in F_p2 and three reductions, or by
    /// Karatsuba, six products.
    #[inline]
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        let mut product = MaybeUninit::uninit();
        if F::whole(Whole::Mul6(&mut product, [self.coefficients(), other.coefficients()]), C::XI_REAL) {
            // SAFETY: it has been written, and has the layout of an element.
            return unsafe { product.as_ptr().cast::<Self>().read() };
        }
        let [a0, a1, a2] = &self.c;
        let [b0, b1, b2] = &other.c;
        if const { apart::pays::<F, C>() } {
            let v = Pairwise::of([a0, a1, a2], [b0, b1, b2]);
            return Fp6 {
                c: [
                    v.v12.mul_by_xi().add(&v.v0).reduce(),
                    v.v2.mul_by_xi().add(&v.v01).reduce(),
                    v.v02.add(&v.v1).reduce(),
                ],
            };
        }
        let (xi_a1, xi_a2) = (a1.mul_by_xi(), a2.mul_by_xi());
        Fp6 {
            c: [
                Fp2::dot([a0, &xi_a1, &xi_a2], [b0, b2, b1]),
                Fp2::dot([a0, a1, &xi_a2], [b1, b0, b2]),
                Fp2::dot([a0, a1, a2], [b2, b1, b0]),
            ],
        }
    }

    /// a (b0 + b1 v): six products in F_p2, or five.
    #[inline]
    #[must_use]
    pub fn mul_by_01(&self, b0: &Fp2<F, C>, b1: &Fp2<F, C>) -> Self {
        let [a0, a1, a2] = &self.c;
        let xi_a2 = a2.mul_by_xi();
        if const { apart::pays::<F, C>() } {
            let (v0, v1) = (Apart::product(a0, b0), Apart::product(a1, b1));
            let first = Apart::product(&a0.add(a1), &b0.add(b1)).sub(&v0).sub(&v1);
            return Fp6 {
                c: [
                    v0.add(&Apart::product(&xi_a2, b1)).reduce(),
                    first.reduce(),
                    v1.add(&Apart::product(a2, b0)).reduce(),
                ],
            };
        }
        Fp6 {
            c: [Fp2::dot([a0, &xi_a2], [b0, b1]), Fp2::dot([a0, a1], [b1, b0]), Fp2::dot([a1, a2], [b1, b0])],
        }
    }

    /// a b for an element b of F_p2.
    #[inline]
    #[must_use]
    pub fn scale(&self, b: &Fp2<F, C>) -> Self {
        let [a0, a1, a2] = &self.c;
        Fp6 { c: [a0.mul(b), a1.mul(b), a2.mul(b)] }
    }

    /// 1 / a, and 0 of 0, in constant time.
    #[must_use]
    pub fn invert(&self) -> Self {
        let [a0, a1, a2] = &self.c;
        let (xi_a1, minus_a2) = (a1.mul_by_xi(), a2.neg());
        let c0 = Fp2::dot([a0, &xi_a1], [a0, &minus_a2]);
        let c1 = a2.square().mul_by_xi().sub(&a0.mul(a1));
        let c2 = Fp2::dot([a1, a0], [a1, &minus_a2]);
        let inverse = Fp2::dot([a0, &xi_a1, &a2.mul_by_xi()], [&c0, &c2, &c1]).invert();
        Fp6 { c: [c0, c1, c2].map(|c| c.mul(&inverse)) }
    }
}

impl<F: ScalarField, C: Tower> ConstantTimeEq for Fp6<F, C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.c[0].ct_eq(&other.c[0]) & self.c[1].ct_eq(&other.c[1]) & self.c[2].ct_eq(&other.c[2])
    }
}

impl<F: ScalarField, C: Tower> ConditionallySelectable for Fp6<F, C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Fp6 { c: [0, 1, 2].map(|k| Fp2::conditional_select(&a.c[k], &b.c[k], choice)) }
    }
}
