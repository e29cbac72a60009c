//! Two elements a + b s of F_p4 = F_p2\[s\]/(s^2 - xi) in a vector, one in each half: a, then b.
//!
//! What is linear is a function of words; products are of vectors of digits, with work beside their rows (see
//! [`vector::multiply_add`]).

use super::quadratic::{self, FIRST_HALF, REAL, exchanged, imaginary_twice, real_twice};
use super::radix::Radix52;
use super::vector::{self, Digits, Order, Set, Vector, Word, each, reduced, reloaded};
use core::arch::x86_64::*;

/// The lanes of a.
pub const CONSTANT: Set = 0b0011_0011;
/// The lanes of b.
pub const LINEAR: Set = 0b1100_1100;

/// These four lanes of each half.
macro_rules! lanes {
    ($l0:literal $l1:literal $l2:literal $l3:literal of $a:expr) => {
        _mm512_permutex_epi64::<{ $l0 | $l1 << 2 | $l2 << 4 | $l3 << 6 }>($a)
    };
}

/// s (a + b s) = xi b + a s.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn times_s<F: Radix52<L>, const L: usize>(e: Word) -> Word {
    let turned = vector::multiplied_in(lanes!(2 3 0 1 of e), CONSTANT, F::XI);
    quadratic::with_exchanged(turned, CONSTANT, lanes!(3 2 1 0 of e))
}

/// [`times_s`] in the first half alone.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn times_s_in_first_half<F: Radix52<L>, const L: usize>(e: Word) -> Word {
    let turned = vector::blended(e, FIRST_HALF, lanes!(2 3 0 1 of e));
    quadratic::times_xi_in::<F, L>(turned, CONSTANT & FIRST_HALF)
}

/// Takes word i of f + K p and of s f + KS p, for a factor f of [`products_beside`].
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn take_factor<F: Radix52<L>, const L: usize, const K: u64, const KS: u64>(
    [digits, s_digits]: [&mut Digits<L>; 2],
    i: usize,
    f: Word,
) {
    digits.take(i, vector::offset::<F, L, K>(i, f));
    s_digits.take(i, vector::offset::<F, L, KS>(i, times_s::<F, L>(f)));
}

/// Products e f: four products of vectors and one reduction, so 5 L rows. With `more`, g in F_p4 and h in F_p2, it is e f +
/// g h: two products and 2 L rows more.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn products_beside<F: Radix52<L>, const L: usize>(
    e: &Vector<L>,
    [f, s_f]: [&Vector<L>; 2],
    more: Option<[&Vector<L>; 2]>,
    mut beside: impl FnMut(usize),
) -> Vector<L> {
    let mut sum = vector::nothing();
    let other = vector::map(f, |f| exchanged(f));
    vector::multiply_add(&mut sum, |i| lanes!(1 1 1 1 of e[i]), &other, &mut beside);
    let e = reloaded(e);
    let other = vector::map(s_f, |f| exchanged(f));
    vector::multiply_add(&mut sum, |i| lanes!(3 3 3 3 of e[i]), &other, |row| beside(L + row));
    let mut rows = 2 * L;
    if let Some([g, h]) = more {
        let other = vector::map(g, |g| exchanged(g));
        vector::multiply_add(&mut sum, |i| imaginary_twice(h[i]), &other, |row| beside(rows + row));
        rows += L;
    }
    vector::negate_wide_in(&mut sum, REAL);
    let (e, f, s_f) = (reloaded(e), reloaded(f), reloaded(s_f));
    vector::multiply_add(&mut sum, |i| lanes!(0 0 0 0 of e[i]), f, |row| beside(rows + row));
    let e = reloaded(e);
    vector::multiply_add(&mut sum, |i| lanes!(2 2 2 2 of e[i]), s_f, |row| beside(rows + L + row));
    rows += 2 * L;
    if let Some([g, h]) = more {
        let (g, h) = (reloaded(g), reloaded(h));
        vector::multiply_add(&mut sum, |i| real_twice(h[i]), g, |row| beside(rows + row));
        rows += L;
    }
    reduced!(F, L, sum, row => beside(rows + row))
}

/// The sum of products e f + g h of the first halves alone, as [`quadratic::halves_joined`] takes it: three products of
/// vectors for six, so 4 L rows.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn sum_of_products_beside<F: Radix52<L>, const L: usize>(
    e: &Vector<L>,
    [f, s_f]: [&Vector<L>; 2],
    g: &Vector<L>,
    h: &Vector<L>,
    mut beside: impl FnMut(usize),
) -> Vector<L> {
    const FIRST: Order = [0, 0, 0, 0, 1, 1, 1, 1];
    const SECOND: Order = [2, 2, 2, 2, 3, 3, 3, 3];
    const RIGHT: Order = [0, 1, 2, 3, 1, 0, 3, 2];
    let (first, second) = (vector::indices(&FIRST), vector::indices(&SECOND));
    let mut sum = vector::nothing();
    let right = vector::permuted(f, &RIGHT);
    vector::multiply_add(&mut sum, |i| _mm512_permutexvar_epi64(first, e[i]), &right, &mut beside);
    let e = reloaded(e);
    let right = vector::permuted(s_f, &RIGHT);
    vector::multiply_add(&mut sum, |i| _mm512_permutexvar_epi64(second, e[i]), &right, |row| beside(L + row));
    let right = vector::permuted(g, &RIGHT);
    vector::multiply_add(
        &mut sum,
        |i| _mm512_permutexvar_epi64(first, h[i]),
        &right,
        |row| beside(2 * L + row),
    );
    reduced!(F, L, sum, row => beside(3 * L + row))
}

/// What squares of elements a + b s are made of, in digits: a + b, a in the left factor, a + xi b, b in the right one.
/// [`square`] takes their products in F_p2.
pub type SquareFactors<const L: usize> = [Digits<L>; 2];

/// Takes word i of the elements, from 0 to 2 p in a tight field.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn take_square_factors<F: Radix52<L>, const L: usize>(
    [left_digits, right_digits]: &mut SquareFactors<L>,
    i: usize,
    e: Word,
) {
    let a = lanes!(0 1 0 1 of e);
    let b = lanes!(2 3 2 3 of e);
    let left = vector::add_in(a, CONSTANT, b);
    let right = vector::add_in(vector::multiplied_in(b, CONSTANT, F::XI), CONSTANT, a);
    let right = quadratic::with_exchanged(right, CONSTANT, lanes!(3 2 3 2 of e));
    left_digits.take(i, vector::offset::<F, L, 0>(i, left));
    right_digits.take(i, vector::offset::<F, L, 3>(i, right));
}

/// (a + b s)^2 from S = (a + b)(a + xi b) and M = a b: S - M - xi M + 2 M s.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn square<F: Radix52<L>, const L: usize>(products: Word) -> Word {
    let m = lanes!(2 3 2 3 of products);
    let multiple = vector::multiplied(m, F::XI + 1);
    let square = vector::difference_in(_mm512_add_epi64(m, m), CONSTANT, products, multiple);
    // - i m: its real part is the imaginary part of m, its imaginary part the opposite of the real one.
    let exchanged = lanes!(3 2 3 2 of products);
    let square = vector::add_in(square, CONSTANT & REAL, exchanged);
    vector::sub_in(square, CONSTANT & quadratic::IMAGINARY, exchanged)
}
