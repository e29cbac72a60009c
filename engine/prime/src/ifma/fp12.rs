//! F_p12 = F_p4\[w\]/(w^3 - s) over F_p4 = F_p2\[s\]/(s^2 - xi), in two vectors.
//!
//! In a tight field every value is folded, from 0 to 1.001 p; in a roomy one it is within 200 p.

use super::quadratic::{self, FIRST_HALF, IMAGINARY, SECOND_HALF, halves_exchanged};
use super::quartic::{self, LINEAR, SquareFactors};
use super::radix::Radix52;
use super::vector::{self, Digits, Set, Table, Vector, Word, each};
use crate::ate::Twist;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

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

/// The lanes of w^1 and w^5 in `bc`.
pub const ODD: Set = 0b1100_0011;
/// The lanes of w^4 and w^2 in `bc`.
pub const EVEN: Set = 0b0011_1100;

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
    Lanes { a: vector::map(&vector::constant(&F::ONE), |one| vector::blended(zero[0], FIRST, one)), bc: zero }
}

/// a + b, a + c.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn with_a<const L: usize>(f: &Lanes<L>) -> Vector<L> {
    vector::zip(&f.a, &f.bc, |a, bc| _mm512_add_epi64(a, bc))
}

/// a, b + c.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn a_and_rest<const L: usize>(f: &Lanes<L>) -> Vector<L> {
    vector::zip(&f.a, &f.bc, |a, bc| {
        vector::blended(a, SECOND_HALF, _mm512_add_epi64(bc, halves_exchanged(bc)))
    })
}

/// Digits of factors e, f and s f of products in F_p4.
type Factors<const L: usize> = [Digits<L>; 3];

/// Takes word i of factors from 0 to 2 p in a tight field.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn take_factors<F: Radix52<L>, const L: usize>([e, f, s_f]: &mut Factors<L>, i: usize, words: [Word; 2]) {
    e.take(i, vector::offset::<F, L, 0>(i, words[0]));
    quartic::take_factor::<F, L, 0, 3>([f, s_f], i, words[1]);
}

/// f g: six products in F_p4.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn mul<F: Radix52<L>, const L: usize>(f: &Lanes<L>, g: &Lanes<L>) -> Lanes<L> {
    vector::align();
    let mut places = [const { MaybeUninit::uninit() }; 3];
    let [first, second, third] = places.each_mut().map(|place| Digits::begin(place));
    each!(i < L, { take_factors::<F, L>(first, i, [f.bc[i], g.bc[i]]) });
    // SAFETY: all words of the first factors are taken here, of the others beside the products before.
    let (first, second, third) = unsafe {
        (
            products_and_factors::<F, L>(first, second, [&with_a(f), &with_a(g)]),
            products_and_factors::<F, L>(second, third, [&a_and_rest(f), &a_and_rest(g)]),
            products::<F, L>(third, |_| ()),
        )
    };
    interpolated::<F, L>(&first, &second, &third)
}

/// The products, with work beside them.
///
/// # Safety
/// All words of the factors have been taken.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
unsafe fn products<F: Radix52<L>, const L: usize>(
    [e, f, s_f]: &Factors<L>,
    beside: impl FnMut(usize),
) -> Vector<L> {
    // SAFETY: as the caller says.
    let (e, factor) = unsafe { (e.all(), [f.all(), s_f.all()]) };
    quartic::products_beside::<F, L>(e, factor, beside)
}

/// The products, and beside them the next factors, of which all words are taken.
///
/// # Safety
/// All words of the factors have been taken.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
unsafe fn products_and_factors<F: Radix52<L>, const L: usize>(
    factors: &Factors<L>,
    next: &mut Factors<L>,
    [e, f]: [&Vector<L>; 2],
) -> Vector<L> {
    vector::align();
    // SAFETY: as the caller says.
    unsafe {
        products::<F, L>(factors, |row| {
            if row < L {
                take_factors::<F, L>(next, row, [e[row], f[row]]);
            }
        })
    }
}

/// f^2: six squares in F_p4.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn square<F: Radix52<L>, const L: usize>(f: &Lanes<L>) -> Lanes<L> {
    vector::align();
    let mut none = f.bc;
    let mut places = [const { MaybeUninit::uninit() }; 3];
    let [first, second, third] = places.each_mut().map(|place| Digits::begin(place));
    each!(i < L, { quartic::take_square_factors::<F, L>(first, i, f.bc[i]) });
    // SAFETY: all words of the first factors have been taken, of the others they are beside the products before.
    let (first, second, third) = unsafe {
        let mut first = squares_and_factors::<F, L>(first, second, &with_a(f), &mut none);
        let second = squares_and_factors::<F, L>(second, third, &a_and_rest(f), &mut first);
        (first, second, quadratic::products::<F, L>(third[0].all(), third[1].all()))
    };
    let [second, third] =
        [second, third].map(|products| vector::map(&products, |word| quartic::square::<F, L>(word)));
    interpolated::<F, L>(&first, &second, &third)
}

/// The products for squares, and beside them the next factors, of which all words are taken, and squares before from
/// their products.
///
/// # Safety
/// All words of the factors have been taken.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
unsafe fn squares_and_factors<F: Radix52<L>, const L: usize>(
    factors: &SquareFactors<L>,
    next: &mut SquareFactors<L>,
    e: &Vector<L>,
    before: &mut Vector<L>,
) -> Vector<L> {
    vector::align();
    // SAFETY: as the caller says.
    unsafe {
        quadratic::products_beside::<F, L>(factors[0].all(), factors[1].all(), |row| {
            if row < L {
                quartic::take_square_factors::<F, L>(next, row, e[row]);
            } else if row < 2 * L {
                before[row - L] = quartic::square::<F, L>(before[row - L]);
            }
        })
    }
}

/// The product from words of those of the coefficients b, c, of the sums a + b, a + c, and of a, b + c.
///
/// With products A, B, C of the coefficients: A + s (P_(b+c) - B - C), P_(a+b) - A - B + s C, P_(a+c) - A - C + B. As xi
/// is 10 in size at most, values of a tight field before they are folded are from -215 p to 282 p in the first coefficient,
/// from -32 p to 49 p in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn interpolated<F: Radix52<L>, const L: usize>(
    bc: &Vector<L>,
    with_a: &Vector<L>,
    a_and_rest: &Vector<L>,
) -> Lanes<L> {
    vector::align();
    let mut out = Lanes { a: *a_and_rest, bc: *bc };
    each!(i < L, {
        let (bc, a_and_rest) = (bc[i], a_and_rest[i]);
        let (cb, a) = (halves_exchanged(bc), quadratic::first_half_twice(a_and_rest));
        let rest = _mm512_sub_epi64(_mm512_sub_epi64(with_a[i], a), bc);
        out.bc[i] = _mm512_add_epi64(rest, quartic::exchanged_times_s::<F, L>(bc));
        let rest = quadratic::second_half_twice(a_and_rest);
        let cross = _mm512_sub_epi64(_mm512_sub_epi64(rest, bc), cb);
        out.a[i] = _mm512_add_epi64(a, quartic::times_s::<F, L>(cross));
    });
    Lanes { a: vector::settled::<F, L, 256>(&out.a), bc: vector::settled::<F, L, 33>(&out.bc) }
}

/// f times a line.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn mul_by_line<F: Radix52<L>, const L: usize>(f: &Lanes<L>, line: &Line<L>, twist: Twist) -> Lanes<L> {
    vector::align();
    // With the line l + m w^2 the product is a l + s b m, b l + s c m, c l + a m; with l + m w: a l + s c m, b l + a m,
    // c l + b m.
    let [l, s_l] = quartic::factor::<F, L, 3, 24>(&line.quartic);
    let m = vector::factor::<F, L, 3>(&line.quadratic);
    let (others, turned) = match twist {
        Twist::M => (
            vector::zip(&f.bc, &f.a, |bc, a| {
                vector::blended(quartic::exchanged_times_s::<F, L>(bc), SECOND_HALF, a)
            }),
            vector::map(&f.bc, |bc| quartic::times_s::<F, L>(bc)),
        ),
        Twist::D => (
            vector::zip(&f.bc, &f.a, |bc, a| vector::blended(halves_exchanged(bc), FIRST_HALF, a)),
            vector::map(&f.bc, |bc| quartic::times_s::<F, L>(halves_exchanged(bc))),
        ),
    };
    let (others, turned) = (vector::factor::<F, L, 2>(&others), vector::factor::<F, L, 2>(&turned));
    let (bc, a) = (vector::factor::<F, L, 0>(&f.bc), vector::factor::<F, L, 0>(&f.a));
    let bc = quartic::sums_of_products::<F, L>(&bc, [&l, &s_l], &others, &m);
    let a = quartic::sum_of_products::<F, L>(&a, [&l, &s_l], &turned, &m);
    let a = vector::map(&a, |word| quadratic::halves_joined(word));
    Lanes { a: vector::settled::<F, L, 4>(&a), bc: vector::settled::<F, L, 4>(&bc) }
}

/// f^(p^6), the inverse of an element of norm 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn conjugate<F: Radix52<L>, const L: usize>(f: &Lanes<L>) -> Lanes<L> {
    let a = vector::map(&f.a, |a| vector::negated_in(a, LINEAR));
    let bc = vector::map(&f.bc, |bc| vector::negated_in(bc, ODD));
    Lanes { a: vector::settled::<F, L, 2>(&a), bc: vector::settled::<F, L, 2>(&bc) }
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
        let conjugate = vector::map(part, |part| vector::negated_in(part, IMAGINARY));
        let part = if j % 2 == 1 { &conjugate } else { part };
        let product = quadratic::products::<F, L>(&vector::factor::<F, L, 2>(part), &vector::load(factors));
        vector::settled::<F, L, 4>(&product)
    });
    Lanes { a, bc }
}
