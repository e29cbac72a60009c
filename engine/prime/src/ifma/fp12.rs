//! F_p12 = F_p4\[w\]/(w^3 - s) over F_p4 = F_p2\[s\]/(s^2 - xi), in two vectors.
//!
//! In a tight field every value is folded, from 0 to 1.001 p; in a roomy one it is within 200 p.

use super::quadratic::{self, FIRST_HALF, SECOND_HALF, halves_exchanged};
use super::quartic::{self, CONSTANT, LINEAR};
use super::radix::Radix52;
use super::vector::{self, Set, Table, Vector};
use crate::ate::Twist;
use core::arch::x86_64::*;

/// An element a + b w + c w^2.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<const L: usize> {
    /// a in both halves.
    pub a: Vector<L>,
    /// b, then c.
    pub bc: Vector<L>,
}

/// The power of w that each pair of lanes belongs to, in `a` and in `bc`.
pub const POWERS: [[usize; 4]; 2] = [[0, 3, 0, 3], [1, 4, 2, 5]];

/// The lanes of w^1 and w^5 in `bc`, and those of w^4 and w^2.
const ODD: Set = 0b1100_0011;
const EVEN: Set = 0b0011_1100;

/// A line: coefficients of 1 and w^3 as an element of F_p4, in both halves, and that of w (twists of type D) or w^2
/// (type M), in all pairs of lanes.
#[derive(Clone, Copy, Debug)]
pub struct Line<const L: usize> {
    /// The coefficients of 1 and w^3.
    pub quartic: Vector<L>,
    /// The other one.
    pub quadratic: Vector<L>,
}

/// 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn one<F: Radix52<L>, const L: usize>() -> Lanes<L> {
    const FIRST: Set = 0b0001_0001;
    let zero = [_mm512_setzero_si512(); L];
    Lanes { a: vector::blended(&zero, FIRST, &vector::constant(&F::ONE)), bc: zero }
}

/// f g: six products in F_p4.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn mul<F: Radix52<L>, const L: usize>(f: &Lanes<L>, g: &Lanes<L>) -> Lanes<L> {
    interpolated::<F, L>(
        &quartic::mul::<F, L>(&f.bc, &g.bc),
        &quartic::mul::<F, L>(&with_a(f), &with_a(g)),
        &quartic::mul::<F, L>(&a_and_rest(f), &a_and_rest(g)),
    )
}

/// f^2: six squares in F_p4.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn square<F: Radix52<L>, const L: usize>(f: &Lanes<L>) -> Lanes<L> {
    interpolated::<F, L>(
        &quartic::squares::<F, L>(&f.bc),
        &quartic::squares::<F, L>(&with_a(f)),
        &quartic::squares::<F, L>(&a_and_rest(f)),
    )
}

/// a + b, a + c.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn with_a<const L: usize>(f: &Lanes<L>) -> Vector<L> {
    vector::add(&f.a, &f.bc)
}

/// a, b + c.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn a_and_rest<const L: usize>(f: &Lanes<L>) -> Vector<L> {
    vector::blended(&f.a, SECOND_HALF, &vector::add(&f.bc, &halves_exchanged(&f.bc)))
}

/// The product from those of the coefficients b, c, of the sums a + b, a + c, and of a, b + c.
///
/// With products A, B, C of the coefficients: A + s (P_(b+c) - B - C), P_(a+b) - A - B + s C, P_(a+c) - A - C + B. As xi
/// is 10 in size at most, values of a tight field before they are folded are from -32 p to 49 p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn interpolated<F: Radix52<L>, const L: usize>(
    bc: &Vector<L>,
    with_a: &Vector<L>,
    a_and_rest: &Vector<L>,
) -> Lanes<L> {
    let a = quadratic::first_half_twice(a_and_rest);
    let cb = halves_exchanged(bc);
    let cross = vector::sub(&vector::sub(&quadratic::second_half_twice(a_and_rest), bc), &cb);
    let cross = if F::FAR_XI { vector::folded::<F, L, 24>(&cross) } else { cross };
    let rest = vector::sub(&vector::sub(with_a, &a), bc);
    let rest = vector::add(&rest, &quartic::times_s_in_first_half::<F, L>(&cb));
    Lanes {
        a: vector::settled::<F, L, 24>(&vector::add(&a, &quartic::times_s::<F, L>(&cross))),
        bc: vector::settled::<F, L, 33>(&rest),
    }
}

/// f times a line.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn mul_by_line<F: Radix52<L>, const L: usize>(f: &Lanes<L>, line: &Line<L>, twist: Twist) -> Lanes<L> {
    // With the line l + m w^2 the product is a l + s b m, b l + s c m, c l + a m; with l + m w: a l + s c m, b l + a m,
    // c l + b m.
    let turned = quartic::times_s::<F, L>(&f.bc);
    let (turned, others) = match twist {
        Twist::M => (turned, vector::blended(&halves_exchanged(&turned), SECOND_HALF, &f.a)),
        Twist::D => (halves_exchanged(&turned), vector::blended(&halves_exchanged(&f.bc), FIRST_HALF, &f.a)),
    };
    let l = vector::factor::<F, L, 3>(&line.quartic);
    let s_l = vector::factor::<F, L, 24>(&quartic::times_s::<F, L>(&line.quartic));
    let m = vector::factor::<F, L, 3>(&line.quadratic);
    let a = vector::factor::<F, L, 0>(&f.a);
    let bc = vector::factor::<F, L, 0>(&f.bc);
    let turned = vector::factor::<F, L, 2>(&turned);
    let others = vector::factor::<F, L, 2>(&others);
    let bc = quartic::sums_of_products::<F, L>(&bc, [&l, &s_l], &others, &m);
    let a = quartic::sum_of_products::<F, L>(&a, [&l, &s_l], &turned, &m);
    Lanes { a: vector::settled::<F, L, 4>(&a), bc: vector::settled::<F, L, 4>(&bc) }
}

/// f^(p^6), the inverse of an element of norm 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn conjugate<F: Radix52<L>, const L: usize>(f: &Lanes<L>) -> Lanes<L> {
    Lanes {
        a: vector::settled::<F, L, 2>(&vector::negated_in(&f.a, LINEAR)),
        bc: vector::settled::<F, L, 2>(&vector::negated_in(&f.bc, ODD)),
    }
}

/// f^(p^j) for j = 1, 2, 3, from the factors xi^(k (p^j - 1) / 6) of the coefficients of w^k.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn frobenius<F: Radix52<L>, const L: usize>(
    f: &Lanes<L>,
    j: usize,
    factors: &[[Table<L>; 2]; 3],
) -> Lanes<L> {
    let [a, bc] = [(&f.a, &factors[j - 1][0]), (&f.bc, &factors[j - 1][1])].map(|(part, factors)| {
        let part = if j % 2 == 1 { quadratic::conjugate(part) } else { *part };
        let product = quadratic::products::<F, L>(&vector::factor::<F, L, 2>(&part), &vector::load(factors));
        vector::settled::<F, L, 4>(&product)
    });
    Lanes { a, bc }
}

/// How many cyclotomic squares of a roomy field are taken until one folds.
///
/// With s the sum of xi's coefficients and words up to w 2^52, a square has words up to (2 w + 6 s) 2^52, and an
/// operand of the next one up to (s + 1) times its input. From w = 10, the fourth square after 1 + i stays below
/// 2^62; after 5 + i it would pass 2^63, the second stays below 2^62.
const fn squares_before_fold(xi: u32) -> usize {
    if xi == 1 { 4 } else { 2 }
}

/// g^(2^count) for g of order dividing p^4 - p^2 + 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn cyclotomic_squares<F: Radix52<L>, const L: usize>(g: &Lanes<L>, count: usize) -> Lanes<L> {
    let mut power = *g;
    for i in 1..=count {
        power = if i % const { squares_before_fold(F::XI) } == 0 {
            cyclotomic_square_step::<F, L, true>(&power)
        } else {
            cyclotomic_square_step::<F, L, false>(&power)
        };
    }
    power
}

/// g^2 for g of order dividing p^4 - p^2 + 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn cyclotomic_square<F: Radix52<L>, const L: usize>(g: &Lanes<L>) -> Lanes<L> {
    cyclotomic_square_step::<F, L, true>(g)
}

/// g^2 as Granger and Scott square (eprint 2009/565, section 3.2): 3 a^2 - 2 a', 3 s c^2 + 2 b', 3 b^2 - 2 c', where e'
/// is the conjugate of e over F_p2.
///
/// The value before comes into the result doubled. `FOLD` keeps that from growing; a roomy field can do
/// without three times in a row if xi = 1 + i (see [`squares_before_fold`]).
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
fn cyclotomic_square_step<F: Radix52<L>, const L: usize, const FOLD: bool>(g: &Lanes<L>) -> Lanes<L> {
    let squares = quartic::squares::<F, L>(&g.bc);
    let third = quartic::times_s_in_first_half::<F, L>(&halves_exchanged(&squares));
    let bc = tripled_with::<F, L, FOLD>(&third, &g.bc, ODD, EVEN);
    let a = tripled_with::<F, L, FOLD>(&quartic::square::<F, L>(&g.a), &g.a, LINEAR, CONSTANT);
    Lanes { a, bc }
}

/// 3 e + 2 g in the lanes of `plus`, 3 e - 2 g in those of `minus`, where e has the differences S - M - xi M of a
/// square.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn tripled_with<F: Radix52<L>, const L: usize, const FOLD: bool>(
    e: &Vector<L>,
    g: &Vector<L>,
    plus: Set,
    minus: Set,
) -> Vector<L> {
    let g = if FOLD && !F::TIGHT { &vector::folded::<F, L, 0>(g) } else { g };
    let sum = vector::sub_in(&vector::add_in(e, plus, g), minus, g);
    let out = vector::add(&vector::doubled(&sum), e);
    if F::TIGHT {
        let raised = vector::blended(&out, minus, &vector::offset::<F, L, 32>(&out));
        vector::folded::<F, L, 12>(&raised)
    } else {
        out
    }
}
