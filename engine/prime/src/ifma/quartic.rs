//! Two elements a + b s of F_p4 = F_p2\[s\]/(s^2 - xi) in a vector, one in each half: a, then b.

use super::quadratic::{self, FIRST_HALF, IMAGINARY, REAL, exchanged, halves_joined};
use super::radix::Radix52;
use super::vector::{self, Order, Set, Vector, each, reduced, reloaded};
use core::arch::x86_64::*;

/// The lanes of a.
pub const CONSTANT: Set = 0b0011_0011;
/// The lanes of b.
pub const LINEAR: Set = 0b1100_1100;

/// Lanes `A`, `B`, `C`, `D` of each half.
macro_rules! in_halves {
    ($a:expr, $l0:literal $l1:literal $l2:literal $l3:literal) => {
        vector::map($a, |a| _mm512_permutex_epi64::<{ $l0 | $l1 << 2 | $l2 << 4 | $l3 << 6 }>(a))
    };
}

/// s (a + b s) = xi b + a s.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn times_s<F: Radix52<L>, const L: usize>(e: &Vector<L>) -> Vector<L> {
    quadratic::times_xi_in::<F, L>(&in_halves!(e, 2 3 0 1), CONSTANT)
}

/// [`times_s`] in the first half alone.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn times_s_in_first_half<F: Radix52<L>, const L: usize>(e: &Vector<L>) -> Vector<L> {
    let turned = vector::blended(e, FIRST_HALF, &in_halves!(e, 2 3 0 1));
    quadratic::times_xi_in::<F, L>(&turned, CONSTANT & FIRST_HALF)
}

/// Products e f of digits e, f and s f: four products of vectors and one reduction.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn products<F: Radix52<L>, const L: usize>(e: &Vector<L>, f: &Vector<L>, s_f: &Vector<L>) -> Vector<L> {
    let mut sum = vector::nothing();
    vector::multiply_add(&mut sum, &in_halves!(e, 1 1 1 1), &exchanged(f));
    vector::multiply_add(&mut sum, &in_halves!(reloaded(e), 3 3 3 3), &exchanged(s_f));
    vector::negate_wide_in(&mut sum, REAL);
    vector::multiply_add(&mut sum, &in_halves!(reloaded(e), 0 0 0 0), reloaded(f));
    vector::multiply_add(&mut sum, &in_halves!(reloaded(e), 2 2 2 2), reloaded(s_f));
    reduced!(F, L, sum)
}

/// Products e f of values from 0 to 2.1 p in a tight field.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn mul<F: Radix52<L>, const L: usize>(e: &Vector<L>, f: &Vector<L>) -> Vector<L> {
    let s_f = vector::factor::<F, L, 3>(&times_s::<F, L>(f));
    products::<F, L>(&vector::factor::<F, L, 0>(e), &vector::factor::<F, L, 0>(f), &s_f)
}

/// Products and a line's: e f + g h for e, f, s f as [`products`] takes them and h in F_p2, digits.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn sums_of_products<F: Radix52<L>, const L: usize>(
    e: &Vector<L>,
    [f, s_f]: [&Vector<L>; 2],
    g: &Vector<L>,
    h: &Vector<L>,
) -> Vector<L> {
    let mut sum = vector::nothing();
    vector::multiply_add(&mut sum, &in_halves!(e, 1 1 1 1), &exchanged(f));
    vector::multiply_add(&mut sum, &in_halves!(reloaded(e), 3 3 3 3), &exchanged(s_f));
    vector::multiply_add(&mut sum, &quadratic::imaginary_twice(h), &exchanged(g));
    vector::negate_wide_in(&mut sum, REAL);
    vector::multiply_add(&mut sum, &in_halves!(reloaded(e), 0 0 0 0), reloaded(f));
    vector::multiply_add(&mut sum, &in_halves!(reloaded(e), 2 2 2 2), reloaded(s_f));
    vector::multiply_add(&mut sum, &quadratic::real_twice(reloaded(h)), reloaded(g));
    reduced!(F, L, sum)
}

/// The sum of products e f + g h of the first halves alone, in both halves: three products of vectors for six.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn sum_of_products<F: Radix52<L>, const L: usize>(
    e: &Vector<L>,
    [f, s_f]: [&Vector<L>; 2],
    g: &Vector<L>,
    h: &Vector<L>,
) -> Vector<L> {
    const FIRST: Order = [0, 0, 0, 0, 1, 1, 1, 1];
    const SECOND: Order = [2, 2, 2, 2, 3, 3, 3, 3];
    const RIGHT: Order = [0, 1, 2, 3, 1, 0, 3, 2];
    let mut sum = vector::nothing();
    vector::multiply_add(&mut sum, &vector::permuted(e, &FIRST), &vector::permuted(f, &RIGHT));
    vector::multiply_add(&mut sum, &vector::permuted(reloaded(e), &SECOND), &vector::permuted(s_f, &RIGHT));
    vector::multiply_add(&mut sum, &vector::permuted(h, &FIRST), &vector::permuted(g, &RIGHT));
    halves_joined(&reduced!(F, L, sum))
}

/// What a square of a + b s is made of, in digits: a + b, a times a + xi b, b.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn square_factors<F: Radix52<L>, const L: usize>(e: &Vector<L>) -> [Vector<L>; 2] {
    let a = in_halves!(e, 0 1 0 1);
    let b = in_halves!(e, 2 3 2 3);
    let left = vector::add_in(&a, CONSTANT, &b);
    let right = vector::add_in(&quadratic::times_xi_in::<F, L>(&b, CONSTANT), CONSTANT, &a);
    [vector::factor::<F, L, 0>(&left), vector::factor::<F, L, 3>(&right)]
}

/// (a + b s)^2 from S = (a + b)(a + xi b) and M = a b: S - M - xi M + 2 M s.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn square_from<F: Radix52<L>, const L: usize>(products: &Vector<L>) -> Vector<L> {
    let m = in_halves!(products, 2 3 2 3);
    let multiple = vector::multiplied_in(&m, 0xff, F::XI + 1);
    let square = vector::doubled(&m);
    let square = vector::blended(&square, CONSTANT, &vector::sub(products, &multiple));
    let exchanged = exchanged(&m);
    vector::sub_in(&vector::add_in(&square, CONSTANT & REAL, &exchanged), CONSTANT & IMAGINARY, &exchanged)
}

/// Squares of values from 0 to 2 p: two products of vectors and one reduction.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn squares<F: Radix52<L>, const L: usize>(e: &Vector<L>) -> Vector<L> {
    let factors = square_factors::<F, L>(e);
    square_from::<F, L>(&quadratic::products::<F, L>(&factors[0], &factors[1]))
}

/// The square of the first half, in both halves as both are the same: one product of vectors and one reduction.
///
/// Halves that are reduced apart have twice the range. Where there is no room for that, there are two products.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn square<F: Radix52<L>, const L: usize>(e: &Vector<L>) -> Vector<L> {
    if F::FAR_XI {
        return squares::<F, L>(e);
    }
    let factors = square_factors::<F, L>(e);
    square_from::<F, L>(&quadratic::two_products::<F, L>(&factors[0], &factors[1]))
}
