//! F_p and F_p2 with an element in each lane: as many vectors as an element has coefficients.

use super::quadratic;
use super::radix::Radix52;
use super::vector::{self, Set, Vector, each, reduced};
use crate::Fp;
use crate::tower::{Fp2, ScalarField, Tower};
use core::arch::x86_64::*;

/// Eight elements of F_p (`D` = 1) or of F_p2 = F_p\[i\]/(i^2 + 1) (`D` = 2): the coefficients of 1, then those of i.
pub type Parts<const L: usize, const D: usize> = [Vector<L>; D];

/// An element with `D` coefficients in F_p.
pub trait OfParts<F, const D: usize>: Copy + 'static {
    /// Its coefficients.
    fn parts(&self) -> [F; D];
    /// The element with these.
    fn of_parts(parts: [F; D]) -> Self;
}

impl<P: Copy + 'static, const N: usize> OfParts<Self, 1> for Fp<P, N> {
    fn parts(&self) -> [Self; 1] {
        [*self]
    }
    fn of_parts([only]: [Self; 1]) -> Self {
        only
    }
}

impl<F: ScalarField + 'static, C: Tower<Fp = F>> OfParts<F, 2> for Fp2<F, C> {
    fn parts(&self) -> [F; 2] {
        self.c
    }
    fn of_parts([re, im]: [F; 2]) -> Self {
        Fp2::new(re, im)
    }
}

/// 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn one<F: Radix52<L>, const L: usize, const D: usize>() -> Parts<L, D> {
    let mut out = [[_mm512_setzero_si512(); L]; D];
    out[0] = vector::constant(&F::ONE);
    out
}

/// a - b, loose.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn sub<const L: usize, const D: usize>(a: &Parts<L, D>, b: &Parts<L, D>) -> Parts<L, D> {
    let mut out = *a;
    each!(d < D, { out[d] = vector::sub(&a[d], &b[d]) });
    out
}

/// Digits of a + K p, see [`vector::factor`].
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn factor<F: Radix52<L>, const L: usize, const D: usize, const K: u64>(a: &Parts<L, D>) -> Parts<L, D> {
    let mut out = *a;
    each!(d < D, { out[d] = vector::factor::<F, L, K>(&a[d]) });
    out
}

/// A value congruent to a + K p, see [`vector::folded`].
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn folded<F: Radix52<L>, const L: usize, const D: usize, const K: u64>(a: &Parts<L, D>) -> Parts<L, D> {
    let mut out = *a;
    each!(d < D, { out[d] = vector::folded::<F, L, K>(&a[d]) });
    out
}

/// a b of digits. Where they are below 6 p, from -p to 2.2 p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn multiply<F: Radix52<L>, const L: usize, const D: usize>(
    a: &Parts<L, D>,
    b: &Parts<L, D>,
) -> Parts<L, D> {
    let mut out = *a;
    if D == 1 {
        out[0] = quadratic::multiply::<F, L>(&a[0], &b[0]);
    } else {
        out[0] = difference_of_products::<F, L>([&a[0], &a[1]], [&b[0], &b[1]]);
        out[1] = sum_of_products::<F, L>([&a[0], &a[1]], [&b[1], &b[0]]);
    }
    out
}

/// a^2 from the value and its digits as [`factor`] with `K` = 1 makes them, from 0 to 2.2 p where they are below 3 p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn square<F: Radix52<L>, const L: usize, const D: usize>(
    a: &Parts<L, D>,
    digits: &Parts<L, D>,
) -> Parts<L, D> {
    let mut out = *a;
    if D == 1 {
        out[0] = square_in_lanes::<F, L>(&digits[0]);
    } else {
        let sum = vector::zip(&a[0], &a[1], |a, b| _mm512_add_epi64(a, b));
        let twice = vector::map(&a[0], |a| _mm512_add_epi64(a, a));
        let [sum, twice] = [vector::factor::<F, L, 2>(&sum), vector::factor::<F, L, 2>(&twice)];
        let difference = vector::factor::<F, L, 3>(&vector::sub(&a[0], &a[1]));
        out[0] = quadratic::multiply::<F, L>(&sum, &difference);
        out[1] = quadratic::multiply::<F, L>(&twice, &digits[1]);
    }
    out
}

/// a0 b0 + a1 b1 of digits, with one reduction.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn sum_of_products<F: Radix52<L>, const L: usize>(a: [&Vector<L>; 2], b: [&Vector<L>; 2]) -> Vector<L> {
    let mut sum = vector::nothing();
    each!(k < 2, { vector::multiply_add(&mut sum, |i| a[k][i], b[k], |_| ()) });
    reduced!(F, L, sum, _i => ())
}

/// a0 b0 - a1 b1 of digits, with one reduction.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
fn difference_of_products<F: Radix52<L>, const L: usize>(
    a: [&Vector<L>; 2],
    b: [&Vector<L>; 2],
) -> Vector<L> {
    let mut sum = vector::nothing();
    vector::multiply_add(&mut sum, |i| a[1][i], b[1], |_| ());
    vector::negate_wide_in(&mut sum, Set::MAX);
    vector::multiply_add(&mut sum, |i| a[0][i], b[0], |_| ());
    reduced!(F, L, sum, _i => ())
}

/// a^2 of digits, from 0 to a^2 / R + 1.001 p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn square_in_lanes<F: Radix52<L>, const L: usize>(a: &Vector<L>) -> Vector<L> {
    let mut sum = vector::square(a);
    reduced!(F, L, sum, _i => ())
}
