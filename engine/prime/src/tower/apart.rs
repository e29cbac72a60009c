//! Products in F_p2 before reduction, for what shares them: where a sum of products is not one kernel, fewer products are worth
//! the sums of double width.

use super::quadratic::Fp2;
use super::{BaseField, Tower};
use core::marker::PhantomData;

/// Whether elements of F_p6 and F_p12 are multiplied by these: the base field has to want it, and a multiple of xi is to be a few sums.
pub const fn pays<F: BaseField, C: Tower>() -> bool {
    F::FEW_PRODUCTS && C::XI_REAL <= 2
}

/// A sum of products, both coefficients modulo p R.
pub struct Apart<F: BaseField, C>([F::Wide; 2], PhantomData<C>);

impl<F: BaseField, C: Tower> Apart<F, C> {
    /// a b.
    #[inline]
    pub fn product(a: &Fp2<F, C>, b: &Fp2<F, C>) -> Self {
        Apart(F::mul2_wide(&a.c, &b.c), PhantomData)
    }

    /// a^2: (a0 + a1)(a0 - a1) + 2 a0 a1 i.
    #[inline]
    pub fn square(a: &Fp2<F, C>) -> Self {
        let [a0, a1] = &a.c;
        let real = a0.add_unreduced(a1).mul_wide(&a0.sub(a1));
        Apart([real, a0.add_unreduced(a0).mul_wide(a1)], PhantomData)
    }

    /// a + b.
    #[inline]
    pub fn add(&self, other: &Self) -> Self {
        let ([a0, a1], [b0, b1]) = (&self.0, &other.0);
        Apart([F::wide_add(a0, b0), F::wide_add(a1, b1)], PhantomData)
    }

    /// a - b.
    #[inline]
    pub fn sub(&self, other: &Self) -> Self {
        let ([a0, a1], [b0, b1]) = (&self.0, &other.0);
        Apart([F::wide_sub(a0, b0), F::wide_sub(a1, b1)], PhantomData)
    }

    /// a xi.
    #[inline]
    pub fn mul_by_xi(&self) -> Self {
        let [real, imaginary] = &self.0;
        let times = |a: &F::Wide| (1..C::XI_REAL).fold(*a, |sum, _| F::wide_add(&sum, a));
        Apart([F::wide_sub(&times(real), imaginary), F::wide_add(real, &times(imaginary))], PhantomData)
    }

    /// The element.
    #[inline]
    pub fn reduce(&self) -> Fp2<F, C> {
        Fp2::from_array([F::reduce(&self.0[0]), F::reduce(&self.0[1])])
    }
}

/// Of a0, a1, a2 and b0, b1, b2 the products a_i b_i, and a_i b_j + a_j b_i for i, j = 0, 1; 0, 2; 1, 2: six products.
pub struct Pairwise<F: BaseField, C> {
    /// a0 b0.
    pub v0: Apart<F, C>,
    /// a1 b1.
    pub v1: Apart<F, C>,
    /// a2 b2.
    pub v2: Apart<F, C>,
    /// a0 b1 + a1 b0.
    pub v01: Apart<F, C>,
    /// a0 b2 + a2 b0.
    pub v02: Apart<F, C>,
    /// a1 b2 + a2 b1.
    pub v12: Apart<F, C>,
}

impl<F: BaseField, C: Tower> Pairwise<F, C> {
    /// Of these.
    #[inline]
    pub fn of([a0, a1, a2]: [&Fp2<F, C>; 3], [b0, b1, b2]: [&Fp2<F, C>; 3]) -> Self {
        let (v0, v1, v2) = (Apart::product(a0, b0), Apart::product(a1, b1), Apart::product(a2, b2));
        let v01 = Apart::product(&a0.add(a1), &b0.add(b1)).sub(&v0).sub(&v1);
        let v02 = Apart::product(&a0.add(a2), &b0.add(b2)).sub(&v0).sub(&v2);
        let v12 = Apart::product(&a1.add(a2), &b1.add(b2)).sub(&v1).sub(&v2);
        Pairwise { v0, v1, v2, v01, v02, v12 }
    }
}
