//! F_p12 = F_p6\[w\]/(w^2 - v).

use super::{BaseField, Fp2, Fp6, Lift, ScalarField, Tower, apart};
use crate::base::{Coefficients6, Whole};
use core::mem::MaybeUninit;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// An element c\[0\] + c\[1\] w of F_p12.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(transparent)]
pub struct Fp12<F, C> {
    /// The coefficients of 1 and w.
    pub c: [Fp6<F, C>; 2],
}

impl<F: BaseField, C: Tower> Fp12<F, C> {
    /// 0.
    pub const ZERO: Self = Fp12 { c: [Fp6::ZERO; 2] };
    /// 1.
    pub const ONE: Self = Fp12 { c: [Fp6::ONE, Fp6::ZERO] };

    /// The element with the given coefficients of w^0, w^1, ..., w^5 over F_p2, where w^6 = xi.
    #[inline]
    pub fn from_powers_of_w(a: [Fp2<F, C>; 6]) -> Self {
        Fp12 { c: [Fp6 { c: [a[0], a[2], a[4]] }, Fp6 { c: [a[1], a[3], a[5]] }] }
    }

    /// The coefficient of w^k over F_p2, where w^6 = xi.
    #[inline]
    pub fn power_of_w(&self, k: usize) -> &Fp2<F, C> {
        &self.c[k % 2].c[k / 2]
    }

    /// The coefficients in F_p.
    #[inline]
    fn coefficients(&self) -> &[Coefficients6<F>; 2] {
        // SAFETY: an element of F_p2 is laid out as its coefficients, one of F_p6 and of F_p12 as three and six of those.
        unsafe { &*core::ptr::from_ref(self).cast() }
    }

    /// The same to be changed.
    #[inline]
    pub(super) fn coefficients_mut(&mut self) -> &mut [Coefficients6<F>; 2] {
        // SAFETY: as above.
        unsafe { &mut *core::ptr::from_mut(self).cast() }
    }

    /// a b: by the base field if that can, otherwise by three products in F_p6 (Karatsuba).
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        let mut product = MaybeUninit::uninit();
        if F::whole(Whole::Mul12(&mut product, [self.coefficients(), other.coefficients()]), C::XI_REAL) {
            // SAFETY: it has been written, and has the layout of an element.
            return unsafe { product.as_ptr().cast::<Self>().read() };
        }
        let [a0, a1] = &self.c;
        let [b0, b1] = &other.c;
        Self::karatsuba(&a0.mul(b0), &a1.mul(b1), &a0.add(a1).mul(&b0.add(b1)))
    }

    /// low + high w^2 + (both - low - high) w.
    #[inline]
    pub(crate) fn karatsuba(low: &Fp6<F, C>, high: &Fp6<F, C>, both: &Fp6<F, C>) -> Self {
        let [h0, h1, h2] = &high.c;
        let [l0, l1, l2] = &low.c;
        Fp12 { c: [Fp6 { c: [h2.mul_by_xi().add(l0), h0.add(l1), h1.add(l2)] }, both.sub(&low.add(high))] }
    }

    /// a^2.
    #[inline]
    #[must_use]
    pub fn square(&self) -> Self {
        let mut square = *self;
        square.square_assign();
        square
    }

    /// a becomes a^2: by the base field if that can, otherwise by two products in F_p6 (the complex method).
    #[inline]
    pub fn square_assign(&mut self) {
        if !F::whole(Whole::Square12(self.coefficients_mut()), C::XI_REAL) {
            *self = self.complex_square();
        }
    }

    fn complex_square(&self) -> Self {
        let [a0, a1] = &self.c;
        let product = a0.mul(a1);
        let [b0, b1, b2] = &a0.c;
        let [c0, c1, c2] = &a1.c;
        let shifted = Fp6 { c: [c2.mul_by_xi().add(b0), c0.add(b1), c1.add(b2)] };
        let [t0, t1, t2] = &a0.add(a1).mul(&shifted).c;
        let [p0, p1, p2] = &product.c;
        let even = Fp6 { c: [t0.sub(&p2.mul_by_xi().add(p0)), t1.sub(&p0.add(p1)), t2.sub(&p1.add(p2))] };
        Fp12 { c: [even, product.double()] }
    }

    /// a becomes a (l0 + l1 w^j + l3 w^3), j = 1 for the lines on a D-twist and 2 on an M-twist: by the base field if that
    /// can, otherwise by eighteen products in F_p2 and six reductions, or by Karatsuba, thirteen products.
    #[inline]
    pub fn mul_by_line(&mut self, j: usize, l0: &Fp2<F, C>, l1: &Fp2<F, C>, l3: &Fp2<F, C>) {
        let line = Whole::MulByLine(self.coefficients_mut(), j, [&l0.c, &l1.c, &l3.c]);
        if F::whole(line, C::XI_REAL) {
            return;
        }
        if const { apart::pays::<F, C>() } {
            let [f0, f1] = &self.c;
            let both = f0.add(f1);
            let (low, high, both) = if j == 1 {
                (f0.scale(l0), f1.mul_by_01(l1, l3), both.mul_by_01(&l0.add(l1), l3))
            } else {
                (f0.mul_by_01(l0, l1), f1.scale(l3).mul_by_v(), both.mul_by_01(l0, &l1.add(l3)))
            };
            *self = Self::karatsuba(&low, &high, &both);
            return;
        }
        let (xi_l1, xi_l3) = (l1.mul_by_xi(), l3.mul_by_xi());
        let coefficient = |k: usize| {
            let a = |i: usize| self.power_of_w(i % 6);
            // w^6 = xi.
            let l1 = if k < j { &xi_l1 } else { l1 };
            let l3 = if k < 3 { &xi_l3 } else { l3 };
            Fp2::dot([a(k), a(k + 6 - j), a(k + 3)], [l0, l1, l3])
        };
        *self = Fp12 {
            c: [
                Fp6 { c: [coefficient(0), coefficient(2), coefficient(4)] },
                Fp6 { c: [coefficient(1), coefficient(3), coefficient(5)] },
            ],
        };
    }

    /// a becomes a times two such lines if the base field can do that as a whole, which the result says.
    #[inline]
    pub fn multiplies_by_lines(&mut self, j: usize, lines: [&[Fp2<F, C>; 3]; 2]) -> bool {
        // SAFETY: an element of F_p2 is laid out as its coefficients.
        let lines = lines.map(|line| unsafe { &*core::ptr::from_ref(line).cast::<Coefficients6<F>>() });
        F::whole(Whole::MulByLines(self.coefficients_mut(), j, lines), C::XI_REAL)
    }

    /// The conjugate over F_p6, a^(p^6): the inverse where the norm to F_p6 is 1.
    #[inline]
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Fp12 { c: [self.c[0], self.c[1].neg()] }
    }

    /// 1 / a, and 0 of 0, in constant time.
    #[must_use]
    pub fn invert(&self) -> Self {
        let [a0, a1] = &self.c;
        let inverse = a0.mul(a0).sub(&a1.mul(a1).mul_by_v()).invert();
        Fp12 { c: [a0.mul(&inverse), a1.mul(&inverse).neg()] }
    }
}

impl<F: Lift<C::Fp>, C: Tower> Fp12<F, C> {
    /// a^(p^k), k = 1, 2 or 3.
    #[must_use]
    pub fn frobenius(&self, k: usize) -> Self {
        let constants = &C::FROBENIUS[k - 1];
        Self::from_powers_of_w(core::array::from_fn(|j| {
            let a = self.power_of_w(j).frobenius(k);
            match (j, k) {
                (0, _) => a,
                // These constants lie in F_p.
                (_, 2) => a.scale(&F::lift(&constants[j - 1].c[0])),
                _ => a.mul(&Fp2::lift(&constants[j - 1])),
            }
        }))
    }
}

impl<F: ScalarField, C: Tower> ConstantTimeEq for Fp12<F, C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.c[0].ct_eq(&other.c[0]) & self.c[1].ct_eq(&other.c[1])
    }
}

impl<F: ScalarField, C: Tower> ConditionallySelectable for Fp12<F, C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Fp12 { c: [0, 1].map(|k| Fp6::conditional_select(&a.c[k], &b.c[k], choice)) }
    }
}
