//! Two elements a + b s of F_p4 = F_p2\[s\]/(s^2 - xi) in a vector, one in each half: a, then b.
//!
//! What is linear is a function of words; products are of vectors of digits, with work beside their rows (see
//! [`vector::multiply_add`]).

use super::products::{self, IN_ORDER, Product};
use super::quadratic::{self, EXCHANGED, FIRST_HALF, REAL, TWICE, TWO_RIGHT, exchanged};
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

/// b + b s of a + b s.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn second_twice(e: Word) -> Word {
    lanes!(2 3 2 3 of e)
}

/// b + a s of a + b s.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn swapped(e: Word) -> Word {
    lanes!(2 3 0 1 of e)
}

/// s (a + b s) = xi b + a s.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn times_s<F: Radix52<L>, const L: usize>(e: Word) -> Word {
    quadratic::times_xi_in::<F, L>(swapped(e), CONSTANT)
}

/// s times the second half, then the first half.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn exchanged_times_s<F: Radix52<L>, const L: usize>(e: Word) -> Word {
    const ORDER: Order = [6, 7, 4, 5, 0, 1, 2, 3];
    let turned = _mm512_permutexvar_epi64(vector::indices(&ORDER), e);
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

/// Products e f: four products of vectors and one reduction, so 5 L rows.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn products_beside<F: Radix52<L>, const L: usize>(
    e: &Vector<L>,
    [f, s_f]: [&Vector<L>; 2],
    mut beside: impl FnMut(usize),
) -> Vector<L> {
    let mut sum = vector::nothing();
    let other = vector::map(f, |f| exchanged(f));
    vector::multiply_add(&mut sum, |i| lanes!(1 1 1 1 of e[i]), &other, &mut beside);
    let e = reloaded(e);
    let other = vector::map(s_f, |f| exchanged(f));
    vector::multiply_add(&mut sum, |i| lanes!(3 3 3 3 of e[i]), &other, |row| beside(L + row));
    vector::negate_wide_in(&mut sum, REAL);
    let (e, f, s_f) = (reloaded(e), reloaded(f), reloaded(s_f));
    vector::multiply_add(&mut sum, |i| lanes!(0 0 0 0 of e[i]), f, |row| beside(2 * L + row));
    let e = reloaded(e);
    vector::multiply_add(&mut sum, |i| lanes!(2 2 2 2 of e[i]), s_f, |row| beside(3 * L + row));
    reduced!(F, L, sum, row => beside(4 * L + row))
}

/// Digits of a factor f + K p of products, and of s f + KS p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn factor<F: Radix52<L>, const L: usize, const K: u64, const KS: u64>(f: &Vector<L>) -> [Vector<L>; 2] {
    let s_f = vector::map(f, |f| times_s::<F, L>(f));
    [vector::factor::<F, L, K>(f), vector::factor::<F, L, KS>(&s_f)]
}

/// Products e f + g h with h in F_p2: six products of vectors.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn sums_of_products<F: Radix52<L>, const L: usize>(
    e: &Vector<L>,
    [f, s_f]: [&Vector<L>; 2],
    g: &Vector<L>,
    h: &Vector<L>,
) -> Vector<L> {
    // The real and the imaginary part of the first and of the second coefficient.
    const FIRST: [Order; 2] = [[0, 0, 0, 0, 4, 4, 4, 4], [1, 1, 1, 1, 5, 5, 5, 5]];
    const SECOND: [Order; 2] = [[2, 2, 2, 2, 6, 6, 6, 6], [3, 3, 3, 3, 7, 7, 7, 7]];
    let products = [
        Product { left: (e, &FIRST[1]), right: (f, &EXCHANGED) },
        Product { left: (e, &SECOND[1]), right: (s_f, &EXCHANGED) },
        Product { left: (h, &TWICE[1]), right: (g, &EXCHANGED) },
        Product { left: (e, &FIRST[0]), right: (f, &IN_ORDER) },
        Product { left: (e, &SECOND[0]), right: (s_f, &IN_ORDER) },
        Product { left: (h, &TWICE[0]), right: (g, &IN_ORDER) },
    ];
    products::sum::<F, L>(&products, 3, REAL)
}

/// The sum of products e f + g h of the first halves alone, as [`quadratic::halves_joined`] takes it: three products of
/// vectors for six.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn sum_of_products<F: Radix52<L>, const L: usize>(
    e: &Vector<L>,
    [f, s_f]: [&Vector<L>; 2],
    g: &Vector<L>,
    h: &Vector<L>,
) -> Vector<L> {
    const FIRST: Order = [0, 0, 0, 0, 1, 1, 1, 1];
    const SECOND: Order = [2, 2, 2, 2, 3, 3, 3, 3];
    let products = [
        Product { left: (e, &FIRST), right: (f, &TWO_RIGHT) },
        Product { left: (e, &SECOND), right: (s_f, &TWO_RIGHT) },
        Product { left: (h, &FIRST), right: (g, &TWO_RIGHT) },
    ];
    products::sum::<F, L>(&products, 0, 0)
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
    let turned = swapped(e);
    let left = vector::add_in(turned, CONSTANT, e);
    let right = vector::add_in(e, CONSTANT, vector::multiplied(turned, F::XI));
    let right = quadratic::with_exchanged(right, CONSTANT, exchanged(turned));
    left_digits.take(i, vector::offset::<F, L, 0>(i, left));
    right_digits.take(i, vector::offset::<F, L, 3>(i, right));
}

/// (a + b s)^2 from S = (a + b)(a + xi b) and M = a b: S - M - xi M + 2 M s.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn square<F: Radix52<L>, const L: usize>(products: Word) -> Word {
    let m = swapped(products);
    let multiple = vector::multiplied(m, F::XI + 1);
    let square = vector::difference_in(_mm512_add_epi64(products, products), CONSTANT, products, multiple);
    // - i m: its real part is the imaginary part of m, its imaginary part the opposite of the real one.
    let exchanged = exchanged(m);
    let square = vector::add_in(square, CONSTANT & REAL, exchanged);
    vector::sub_in(square, CONSTANT & quadratic::IMAGINARY, exchanged)
}
