//! Cubic extensions.

use super::{Field, Step};
use core::marker::PhantomData;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// c0 + c1 v + c2 v^2 over `F`, v^3 = z of the step `S`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cubic<F, S> {
    /// The coefficients.
    pub c: [F; 3],
    step: PhantomData<S>,
}

impl<F: Field, S: Step<F>> Cubic<F, S> {
    /// c0 + c1 v + c2 v^2.
    #[inline]
    #[must_use]
    pub const fn new(c0: F, c1: F, c2: F) -> Self {
        Cubic { c: [c0, c1, c2], step: PhantomData }
    }

    /// Some b with a b in `F`, and a b: the adjoint and the norm.
    #[must_use]
    pub fn adjoint(&self) -> (Self, F) {
        let [a0, a1, a2] = &self.c;
        let b0 = a0.square().sub(&S::times_residue(&a1.mul(a2)));
        let b1 = S::times_residue(&a2.square()).sub(&a0.mul(a1));
        let b2 = a1.square().sub(&a0.mul(a2));
        let cross = a1.mul(&b2).add(&a2.mul(&b1));
        let norm = a0.mul(&b0).add(&S::times_residue(&cross));
        (Self::new(b0, b1, b2), norm)
    }

    /// The element with these coefficients.
    #[inline]
    #[must_use]
    pub const fn of([c0, c1, c2]: [F; 3]) -> Self {
        Self::new(c0, c1, c2)
    }

    #[inline]
    fn map(&self, f: impl Fn(&F) -> F) -> Self {
        Self::new(f(&self.c[0]), f(&self.c[1]), f(&self.c[2]))
    }
}

impl<F: Field, S: Step<F>> Field for Cubic<F, S> {
    type Prime = F::Prime;
    const DEGREE: usize = 3 * F::DEGREE;
    const SUMS: bool = false;
    const FUSED: bool = false;
    const SQUARES: bool = false;
    const COMBINES: bool = false;
    const ZERO: Self = Self::new(F::ZERO, F::ZERO, F::ZERO);
    const ONE: Self = Self::new(F::ONE, F::ZERO, F::ZERO);

    #[inline]
    fn add(&self, other: &Self) -> Self {
        let (a, b) = (&self.c, &other.c);
        Self::new(a[0].add(&b[0]), a[1].add(&b[1]), a[2].add(&b[2]))
    }
    #[inline]
    fn sub(&self, other: &Self) -> Self {
        let (a, b) = (&self.c, &other.c);
        Self::new(a[0].sub(&b[0]), a[1].sub(&b[1]), a[2].sub(&b[2]))
    }
    #[inline]
    fn neg(&self) -> Self {
        self.map(F::neg)
    }
    #[inline]
    fn double(&self) -> Self {
        self.map(F::double)
    }

    /// By the definition where sums of products are cheap, else Karatsuba's six products.
    #[inline]
    fn mul(&self, other: &Self) -> Self {
        let ([a0, a1, a2], [b0, b1, b2]) = (&self.c, &other.c);
        if F::FUSED {
            let (z1, z2) = (S::times_residue(b1), S::times_residue(b2));
            return Self::new(
                F::dot([a0, a1, a2], [b0, &z2, &z1]),
                F::dot([a0, a1, a2], [b1, b0, &z2]),
                F::dot([a0, a1, a2], [b2, b1, b0]),
            );
        }
        let (low, middle, high) = (a0.mul(b0), a1.mul(b1), a2.mul(b2));
        let cross = |a: &F, b: &F, c: &F, d: &F| a.add(b).mul(&c.add(d));
        let upper = cross(a1, a2, b1, b2).sub(&middle).sub(&high);
        let lower = cross(a0, a1, b0, b1).sub(&low).sub(&middle);
        let outer = cross(a0, a2, b0, b2).sub(&low).sub(&high);
        Self::new(low.add(&S::times_residue(&upper)), lower.add(&S::times_residue(&high)), outer.add(&middle))
    }

    /// By the definition, or three squares and two products (Chung, Hasan, ARITH 2007, SQR2).
    #[inline]
    fn square(&self) -> Self {
        let [a0, a1, a2] = &self.c;
        if F::FUSED {
            let z2 = S::times_residue(a2);
            let (twice0, twice1) = (a0.double(), a1.double());
            return Self::new(
                F::dot([a0, &twice1], [a0, &z2]),
                F::dot([&twice0, &z2], [a1, a2]),
                F::dot([&twice0, a1], [a2, a1]),
            );
        }
        let (s0, s4) = (a0.square(), a2.square());
        let (s1, s3) = (a0.mul(a1).double(), a1.mul(a2).double());
        let s2 = a0.sub(a1).add(a2).square();
        Self::new(
            s0.add(&S::times_residue(&s3)),
            s1.add(&S::times_residue(&s4)),
            s1.add(&s2).add(&s3).sub(&s0).sub(&s4),
        )
    }

    fn invert(&self) -> Self {
        let (adjoint, norm) = self.adjoint();
        let inverse = norm.invert();
        adjoint.map(|c| c.mul(&inverse))
    }

    #[inline]
    fn scale(&self, factor: &F::Prime) -> Self {
        self.map(|c| c.scale(factor))
    }

    #[inline]
    fn times_small(&self, z: &[i32]) -> Self {
        let mut sum: Option<Self> = None;
        let mut turned = *self;
        for part in z.chunks_exact(F::DEGREE) {
            if part.iter().any(|&c| c != 0) {
                let term = turned.map(|c| c.times_small(part));
                sum = Some(sum.map_or(term, |sum| sum.add(&term)));
            }
            turned = Self::new(S::times_residue(&turned.c[2]), turned.c[0], turned.c[1]);
        }
        sum.unwrap_or(Self::ZERO)
    }

    fn frobenius(&self, n: usize) -> Self {
        let n = n % Self::DEGREE;
        if n == 0 {
            return *self;
        }
        let factor = &S::FROBENIUS[n - 1];
        let [c0, c1, c2] = self.c.map(|c| c.frobenius(n));
        Self::new(c0, c1.mul(factor), c2.mul(&factor.square()))
    }

    #[inline]
    fn dot<const K: usize>(a: [&Self; K], b: [&Self; K]) -> Self {
        if !F::SUMS {
            let products = |k: usize| a[k].mul(b[k]);
            return (1..K).fold(products(0), |sum, k| sum.add(&products(k)));
        }
        let multiples = K * (1 + 2 * S::RESIDUE[0].unsigned_abs() as usize);
        let turned: [[F; 2]; K] =
            core::array::from_fn(|k| [1, 2].map(|i| b[k].c[i].times_small_in_sum(S::RESIDUE, multiples)));
        let rows: [[[[&F; 2]; 3]; K]; 3] = [
            core::array::from_fn(|k| {
                [[&a[k].c[0], &b[k].c[0]], [&a[k].c[1], &turned[k][1]], [&a[k].c[2], &turned[k][0]]]
            }),
            core::array::from_fn(|k| {
                [[&a[k].c[0], &b[k].c[1]], [&a[k].c[1], &b[k].c[0]], [&a[k].c[2], &turned[k][1]]]
            }),
            core::array::from_fn(|k| {
                [[&a[k].c[0], &b[k].c[2]], [&a[k].c[1], &b[k].c[1]], [&a[k].c[2], &b[k].c[0]]]
            }),
        ];
        Self::of(rows.each_ref().map(|row| F::sum_of_products(row.as_flattened())))
    }
}

impl<F: Field, S: Step<F>> ConstantTimeEq for Cubic<F, S> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.c[0].ct_eq(&other.c[0]) & self.c[1].ct_eq(&other.c[1]) & self.c[2].ct_eq(&other.c[2])
    }
}

impl<F: Field, S: Step<F>> ConditionallySelectable for Cubic<F, S> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self::new(
            F::conditional_select(&a.c[0], &b.c[0], choice),
            F::conditional_select(&a.c[1], &b.c[1], choice),
            F::conditional_select(&a.c[2], &b.c[2], choice),
        )
    }
}
