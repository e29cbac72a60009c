//! F_p6 = F_p2\[v\]/(v^3 - xi).

use super::{BaseField, Fp2, ScalarField, Tower, Wide2};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// An element c\[0\] + c\[1\] v + c\[2\] v^2 of F_p6.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fp6<F, C> {
    /// The coefficients of 1, v and v^2.
    pub c: [Fp2<F, C>; 3],
}

impl<F: BaseField, C: Tower> Fp6<F, C> {
    /// 0.
    pub const ZERO: Self = Fp6 { c: [Fp2::ZERO; 3] };
    /// 1.
    pub const ONE: Self = Fp6 { c: [Fp2::ONE, Fp2::ZERO, Fp2::ZERO] };

    /// a + b.
    #[inline(always)]
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Fp6 { c: [0, 1, 2].map(|k| self.c[k].add(&other.c[k])) }
    }

    /// a - b.
    #[inline(always)]
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Fp6 { c: [0, 1, 2].map(|k| self.c[k].sub(&other.c[k])) }
    }

    /// 2 a.
    #[inline(always)]
    #[must_use]
    pub fn double(&self) -> Self {
        Fp6 { c: self.c.map(|a| a.double()) }
    }

    /// -a.
    #[inline(always)]
    #[must_use]
    pub fn neg(&self) -> Self {
        Fp6 { c: self.c.map(|a| a.neg()) }
    }

    /// a v.
    #[inline(always)]
    #[must_use]
    pub fn mul_by_v(&self) -> Self {
        let [a0, a1, a2] = self.c;
        Fp6 { c: [a2.mul_by_xi(), a0, a1] }
    }

    /// a b.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        self.mul_wide(other).reduce()
    }

    /// a b before reduction: Karatsuba, six products in F_p2.
    #[inline]
    pub fn mul_wide(&self, other: &Self) -> Wide6<F, C> {
        let (a, b) = (&self.c, &other.c);
        let squares = [0, 1, 2].map(|k| a[k].mul_wide(&b[k]));
        // a_i b_j + a_j b_i.
        let cross = |i: usize, j: usize| {
            let both = a[i].add(&a[j]).mul_wide(&b[i].add(&b[j]));
            both.sub(&squares[i]).sub(&squares[j])
        };
        Wide6 {
            c: [
                cross(1, 2).mul_by_xi().add(&squares[0]),
                cross(0, 1).add(&squares[2].mul_by_xi()),
                cross(0, 2).add(&squares[1]),
            ],
        }
    }

    /// a (b0 + b1 v) before reduction: five products in F_p2.
    #[inline]
    pub fn mul_by_01_wide(&self, b0: &Fp2<F, C>, b1: &Fp2<F, C>) -> Wide6<F, C> {
        let a = &self.c;
        let low = a[0].mul_wide(b0);
        let high = a[1].mul_wide(b1);
        let both = a[0].add(&a[1]).mul_wide(&b0.add(b1));
        Wide6 {
            c: [
                a[2].mul_wide(b1).mul_by_xi().add(&low),
                both.sub(&low).sub(&high),
                a[2].mul_wide(b0).add(&high),
            ],
        }
    }

    /// a b1 v before reduction: three products in F_p2.
    #[inline]
    pub fn mul_by_1_wide(&self, b1: &Fp2<F, C>) -> Wide6<F, C> {
        let [a0, a1, a2] = &self.c;
        Wide6 { c: [a2.mul_wide(b1).mul_by_xi(), a0.mul_wide(b1), a1.mul_wide(b1)] }
    }

    /// a b0 before reduction: three products in F_p2.
    #[inline]
    pub fn mul_by_0_wide(&self, b0: &Fp2<F, C>) -> Wide6<F, C> {
        Wide6 { c: [0, 1, 2].map(|k| self.c[k].mul_wide(b0)) }
    }

    /// 1 / a, and 0 of 0, in constant time.
    #[must_use]
    pub fn invert(&self) -> Self {
        let [a0, a1, a2] = &self.c;
        let c0 = a0.square_wide().sub(&a1.mul_wide(a2).mul_by_xi()).reduce();
        let c1 = a2.square_wide().mul_by_xi().sub(&a0.mul_wide(a1)).reduce();
        let c2 = a1.square_wide().sub(&a0.mul_wide(a2)).reduce();
        let cross = a1.mul_wide(&c2).add(&a2.mul_wide(&c1)).mul_by_xi();
        let norm = cross.add(&a0.mul_wide(&c0)).reduce();
        let inverse = norm.invert();
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

/// A double-width value of F_p6 before reduction.
#[derive(Clone, Copy)]
pub struct Wide6<F: BaseField, C> {
    c: [Wide2<F, C>; 3],
}

impl<F: BaseField, C: Tower> Wide6<F, C> {
    /// a + b.
    #[inline(always)]
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Wide6 { c: [0, 1, 2].map(|k| self.c[k].add(&other.c[k])) }
    }

    /// a - b.
    #[inline(always)]
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Wide6 { c: [0, 1, 2].map(|k| self.c[k].sub(&other.c[k])) }
    }

    /// a v.
    #[inline(always)]
    #[must_use]
    pub fn mul_by_v(&self) -> Self {
        let [a0, a1, a2] = self.c;
        Wide6 { c: [a2.mul_by_xi(), a0, a1] }
    }

    /// The reduced element.
    #[inline(always)]
    #[must_use]
    pub fn reduce(&self) -> Fp6<F, C> {
        Fp6 { c: [0, 1, 2].map(|k| self.c[k].reduce()) }
    }
}
