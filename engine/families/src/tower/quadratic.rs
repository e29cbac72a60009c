//! Quadratic extensions.

use super::{Field, Step, square_pair};
use core::marker::PhantomData;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// c0 + c1 s over `F`, s^2 = z of the step `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quadratic<F, S> {
    /// The coefficients.
    pub c: [F; 2],
    step: PhantomData<S>,
}

impl<F: Field, S: Step<F>> Quadratic<F, S> {
    /// |z| where `F` is F_p.
    const SIZE: usize = S::RESIDUE[0].unsigned_abs() as usize;
    /// Whether s^2 = -1.
    const GAUSSIAN: bool = matches!(S::RESIDUE, [-1]);

    /// c0 + c1 s.
    #[inline(always)]
    #[must_use]
    pub const fn new(c0: F, c1: F) -> Self {
        Quadratic { c: [c0, c1], step: PhantomData }
    }

    /// c0 - c1 s.
    #[inline(always)]
    #[must_use]
    pub fn conjugate(&self) -> Self {
        Self::new(self.c[0], self.c[1].neg())
    }

    /// The product with the conjugate, in `F`.
    #[must_use]
    pub fn norm(&self) -> F {
        self.c[0].square().sub(&S::times_residue(&self.c[1].square()))
    }

    /// The element with these coefficients.
    #[inline(always)]
    #[must_use]
    pub const fn of([c0, c1]: [F; 2]) -> Self {
        Self::new(c0, c1)
    }

    #[inline(always)]
    fn map(&self, f: impl Fn(&F) -> F) -> Self {
        Self::new(f(&self.c[0]), f(&self.c[1]))
    }
}

impl<F: Field, S: Step<F>> Field for Quadratic<F, S> {
    type Prime = F::Prime;
    const DEGREE: usize = 2 * F::DEGREE;
    const SUMS: bool = false;
    const FUSED: bool = F::SUMS;
    const SQUARES: bool = true;
    const COMBINES: bool = F::SUMS;
    const ZERO: Self = Self::new(F::ZERO, F::ZERO);
    const ONE: Self = Self::new(F::ONE, F::ZERO);

    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        Self::new(self.c[0].add(&other.c[0]), self.c[1].add(&other.c[1]))
    }
    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        Self::new(self.c[0].sub(&other.c[0]), self.c[1].sub(&other.c[1]))
    }
    #[inline(always)]
    fn neg(&self) -> Self {
        self.map(F::neg)
    }
    #[inline(always)]
    fn double(&self) -> Self {
        self.map(F::double)
    }

    #[inline]
    fn mul(&self, other: &Self) -> Self {
        if F::SUMS {
            return Self::dot([self], [other]);
        }
        let ([a0, a1], [b0, b1]) = (&self.c, &other.c);
        if F::FUSED {
            let turned = S::times_residue(b1);
            return Self::new(F::dot([a0, a1], [b0, &turned]), F::dot([a0, a1], [b1, b0]));
        }
        let (low, high) = (a0.mul(b0), a1.mul(b1));
        let both = a0.add(a1).mul(&b0.add(b1));
        Self::new(low.add(&S::times_residue(&high)), both.sub(&low).sub(&high))
    }

    #[inline]
    fn square(&self) -> Self {
        if Self::GAUSSIAN && F::SUMS {
            let [c0, c1] = F::square_gaussian(&self.c);
            return Self::new(c0, c1);
        }
        if F::SUMS {
            let [c0, c1] = &self.c;
            let turned = c1.times_small_in_sum(S::RESIDUE, 1 + Self::SIZE);
            return Self::new(F::sum_of_products(&[[c0, c0], [c1, &turned]]), c0.mul(c1).double());
        }
        let (c0, c1) = square_pair(&self.c[0], &self.c[1], S::times_residue);
        Self::new(c0, c1)
    }

    fn invert(&self) -> Self {
        let inverse = self.norm().invert();
        Self::new(self.c[0].mul(&inverse), self.c[1].mul(&inverse).neg())
    }

    #[inline(always)]
    fn scale(&self, factor: &F::Prime) -> Self {
        self.map(|c| c.scale(factor))
    }

    #[inline(always)]
    fn times_small(&self, z: &[i32]) -> Self {
        let (z0, z1) = z.split_at(F::DEGREE);
        let [a0, a1] = &self.c;
        let absent = |z: &[i32]| z.iter().all(|&c| c == 0);
        if absent(z1) {
            return self.map(|c| c.times_small(z0));
        }
        let turned = Self::new(S::times_residue(&a1.times_small(z1)), a0.times_small(z1));
        if absent(z0) { turned } else { turned.add(&self.map(|c| c.times_small(z0))) }
    }

    fn frobenius(&self, n: usize) -> Self {
        let n = n % Self::DEGREE;
        if n == 0 {
            return *self;
        }
        Self::new(self.c[0].frobenius(n), self.c[1].frobenius(n).mul(&S::FROBENIUS[n - 1]))
    }

    #[inline(always)]
    fn dot<const K: usize>(a: [&Self; K], b: [&Self; K]) -> Self {
        if Self::GAUSSIAN && F::SUMS {
            let [c0, c1] = F::dot_gaussian(a.map(|a| &a.c), b.map(|b| &b.c));
            return Self::new(c0, c1);
        }
        if !F::SUMS {
            let products = |k: usize| a[k].mul(b[k]);
            return (1..K).fold(products(0), |sum, k| sum.add(&products(k)));
        }
        let multiples = K * (1 + Self::SIZE);
        let turned: [F; K] = core::array::from_fn(|k| b[k].c[1].times_small_in_sum(S::RESIDUE, multiples));
        let low: [[[&F; 2]; 2]; K] =
            core::array::from_fn(|k| [[&a[k].c[0], &b[k].c[0]], [&a[k].c[1], &turned[k]]]);
        let high: [[[&F; 2]; 2]; K] =
            core::array::from_fn(|k| [[&a[k].c[0], &b[k].c[1]], [&a[k].c[1], &b[k].c[0]]]);
        Self::new(F::sum_of_products(low.as_flattened()), F::sum_of_products(high.as_flattened()))
    }

    #[inline(always)]
    fn combination<const K: usize>(z: &[i32], terms: [(i32, i32, &Self); K]) -> Self {
        if !F::SUMS {
            let turned = terms.map(|(_, n, a)| if n == 0 { *a } else { a.times_small(z) });
            let parts: [_; K] =
                core::array::from_fn(|k| [(terms[k].0, terms[k].2), (terms[k].1, &turned[k])]);
            return Self::sum_of_multiples(parts.as_flattened());
        }
        let (low, high) = (z[0], z[1]);
        let real: [_; K] =
            terms.map(|(m, n, a)| [(m + n * low, &a.c[0]), (n * high * S::RESIDUE[0], &a.c[1])]);
        let imaginary: [_; K] = terms.map(|(m, n, a)| [(m + n * low, &a.c[1]), (n * high, &a.c[0])]);
        Self::new(F::sum_of_multiples(real.as_flattened()), F::sum_of_multiples(imaginary.as_flattened()))
    }
    #[inline(always)]
    fn three_and_two(&self, b: &Self) -> Self {
        Self::new(self.c[0].three_and_two(&b.c[0]), self.c[1].three_and_two(&b.c[1]))
    }
    #[inline(always)]
    fn three_less_two(&self, b: &Self) -> Self {
        Self::new(self.c[0].three_less_two(&b.c[0]), self.c[1].three_less_two(&b.c[1]))
    }
}

impl<F: Field, S: Step<F>> ConstantTimeEq for Quadratic<F, S> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.c[0].ct_eq(&other.c[0]) & self.c[1].ct_eq(&other.c[1])
    }
}

impl<F: Field, S: Step<F>> ConditionallySelectable for Quadratic<F, S> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::new(
            F::conditional_select(&a.c[0], &b.c[0], choice),
            F::conditional_select(&a.c[1], &b.c[1], choice),
        )
    }
}
