//! The point arithmetic of the Miller loop, with the lines: all products of a step that do not wait for each
//! other side by side in the lanes.
//!
//! A point of the twist y^2 = x^3 + b' is X, Y, Z and W = 3 b' Z in the four pairs of lanes, x = X/Z, y = Y/Z.
//! Carrying W costs lanes that would be idle and saves a multiplication by b' in front of everything else.

use super::fp12::Line;
use super::quadratic;
use super::quartic::{CONSTANT, LINEAR};
use super::radix::Radix52;
use super::vector::{self, Digits, Set, Vector, Word, each};
use crate::ate::Twist;
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// The lanes of Y.
const Y: Set = 0b0000_1100;

/// One pair of lanes in all four places.
macro_rules! everywhere {
    ($pair:literal of $a:expr) => {{
        let a = $a;
        _mm512_shuffle_i64x2::<{ $pair * 0b01_01_01_01 }>(a, a)
    }};
}

/// A line from its coefficient that no coordinate of P goes with, in all pairs of lanes, and those of x_P and y_P in the
/// first two.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn line<const L: usize>(free: impl Fn(usize) -> Word, of_p: &Vector<L>, twist: Twist) -> Line<L> {
    // The slope of the untwisted line is lambda w (D) or lambda / w (M): y_P - lambda w x_P + (lambda x - y)
    // w^3 or, times w^3, y_P w^3 - lambda w^2 x_P + (lambda x - y).
    let of_y = match twist {
        Twist::D => CONSTANT,
        Twist::M => LINEAR,
    };
    let mut out = Line { quartic: *of_p, quadratic: *of_p };
    each!(i < L, {
        out.quartic[i] = vector::blended(free(i), of_y, everywhere!(1 of of_p[i]));
        out.quadratic[i] = everywhere!(0 of of_p[i]);
    });
    out
}

/// Doubles the point: formulas of Costello, Lange and Naehrig (eprint 2009/615, section 5), with everything
/// scaled by 4 so that nothing is halved. `p` holds -3 x_P twice and 2 y_P twice.
///
/// With A = X Y, B = Y^2, C = Y Z, E = W Z = 3 b' Z^2, J = X^2: the point 2A (B - 3E), (B + 3E)^2 - 12 E^2, 8
/// B C and the line -3 J x_P, 2 C y_P, B - E.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn double<F: Radix52<L>, const L: usize>(t: &mut Vector<L>, p: &Vector<L>, twist: Twist) -> Line<L> {
    // The lanes where 12 E^2 is (12 e0 + 12 e1)(e0 - e1) and 24 e0 e1.
    const SQUARE: Set = 0b0011_0000;
    let digits = vector::factor::<F, L, 0>(t);
    let left = vector::permuted(&digits, &[0, 1, 2, 3, 4, 5, 2, 3]);
    let right = vector::permuted(&digits, &[2, 3, 2, 3, 6, 7, 4, 5]);
    // A, B, E, C.
    let abec = quadratic::products::<F, L>(&left, &right);

    // J, Y W. Beside, the right factors: B - 3E, B + 3E, B, B and those that go with J, C and E.
    let right = vector::permuted(&digits, &[0, 1, 6, 7, 0, 0, 0, 0]);
    let mut places = MaybeUninit::uninit();
    let [left_of_point, right_of_point, left_of_line, right_of_line] = Digits::begin(&mut places);
    let e_exchanged = vector::permuted(&abec, &[0, 0, 0, 0, 5, 4, 0, 0]);
    let j_yw = quadratic::two_products_beside::<F, L>(&digits, &right, |i| {
        if i < L {
            let b = everywhere!(1 of abec[i]);
            let e3 = tripled(everywhere!(2 of abec[i]));
            let word = vector::add_in(vector::sub_in(b, 0b11, e3), Y, e3);
            right_of_point.take(i, vector::offset::<F, L, 5>(i, word));
            let word = vector::blended(p[i], SQUARE, abec[i]);
            let word = vector::sub_in(word, 0b0001_0000, e_exchanged[i]);
            right_of_line.take(i, vector::offset::<F, L, 3>(i, word));
        }
    });
    let j_yw = vector::map(&j_yw, |word| quadratic::halves_joined(word));

    // 2A, B + 3E, 8C, 8YW.
    let left = vector::shifted(
        &vector::picked(&abec, &j_yw, &[0, 1, 2, 3, 6, 7, 10, 11]),
        &[1, 1, 0, 0, 3, 3, 3, 3],
    );
    each!(i < L, {
        let word = vector::add_in(left[i], Y, tripled(everywhere!(2 of abec[i])));
        left_of_point.take(i, vector::offset::<F, L, 12>(i, word));
    });
    // Beside, the other left factors: J, C, 12 (e0 + e1), 24 e0.
    let left = vector::picked(&j_yw, &abec, &[0, 1, 14, 15, 12, 12, 12, 12]);
    // SAFETY: all words of the right factors have been taken beside the products before, of the left ones here.
    let (point, others) = unsafe {
        let point = quadratic::products_beside::<F, L>(left_of_point.all(), right_of_point.all(), |i| {
            if i < L {
                let word = vector::add_in(left[i], SQUARE, e_exchanged[i]);
                let word = vector::add_in(word, SQUARE, _mm512_add_epi64(word, word));
                let word = vector::add_in(word, SQUARE, tripled(word));
                left_of_line.take(i, vector::offset::<F, L, 12>(i, word));
            }
        });
        (point, quadratic::multiply::<F, L>(left_of_line.all(), right_of_line.all()))
    };

    each!(i < L, { t[i] = vector::sub_in(point[i], Y, everywhere!(2 of others[i])) });
    *t = vector::settled::<F, L, 8>(t);
    line(|i| _mm512_sub_epi64(everywhere!(1 of abec[i]), everywhere!(2 of abec[i])), &others, twist)
}

/// 3 a.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn tripled(a: Word) -> Word {
    _mm512_add_epi64(_mm512_add_epi64(a, a), a)
}

/// Adds an affine point (x, y) to the point; `q` is y, x, x, y, and `p` holds -x_P twice and y_P twice.
///
/// With theta = Y - y Z, mu = X - x Z, E = mu^3, F = Z theta^2, G = X mu^2, H = E + F - 2G: the point mu H,
/// theta (G - H) - E Y, Z E and the line -theta x_P, mu y_P, theta x - mu y.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn add<F: Radix52<L>, const L: usize>(
    t: &mut Vector<L>,
    q: &Vector<L>,
    p: &Vector<L>,
    twist: Twist,
) -> Line<L> {
    let digits = vector::factor::<F, L, 0>(t);
    let q = vector::factor::<F, L, 2>(q);
    let z = vector::map(&digits, |word| everywhere!(2 of word));
    // theta, mu, twice.
    let slopes = vector::permuted(t, &[2, 3, 0, 1, 2, 3, 0, 1]);
    let slopes = vector::sub(&slopes, &quadratic::two_products::<F, L>(&z, &q));
    let slopes = vector::factor::<F, L, 4>(&slopes);
    // theta^2, mu^2, theta x, mu y, and -theta x_P, mu y_P.
    let right = vector::zip(&slopes, &q, |slopes, q| vector::blended(slopes, quadratic::SECOND_HALF, q));
    let squares = quadratic::products::<F, L>(&slopes, &right);
    let of_p = quadratic::multiply::<F, L>(&slopes, &vector::factor::<F, L, 0>(p));

    // E, F, G from mu^2, theta^2, mu^2 times mu, Z, X.
    let left = vector::factor::<F, L, 2>(&vector::permuted(&squares, &[2, 3, 0, 1, 2, 3, 2, 3]));
    let right = vector::picked(&digits, &slopes, &[10, 11, 4, 5, 0, 1, 0, 1]);
    let cubes = quadratic::products::<F, L>(&left, &right);
    // H, G - H, E, E times mu, theta, Z, W, and E Y.
    let left = vector::map(&cubes, |efg| {
        let (e, g) = (everywhere!(0 of efg), everywhere!(2 of efg));
        let h = _mm512_sub_epi64(_mm512_add_epi64(e, everywhere!(1 of efg)), _mm512_add_epi64(g, g));
        vector::blended(vector::blended(e, 0b11, h), Y, _mm512_sub_epi64(g, h))
    });
    let right = vector::picked(&digits, &slopes, &[10, 11, 8, 9, 4, 5, 6, 7]);
    let point = quadratic::products::<F, L>(&vector::factor::<F, L, 8>(&left), &right);
    let e = vector::factor::<F, L, 2>(&vector::map(&cubes, |efg| everywhere!(0 of efg)));
    let e_y = quadratic::two_products::<F, L>(&e, &digits);
    *t = vector::settled::<F, L, 8>(&vector::zip(&point, &e_y, |point, e_y| vector::sub_in(point, Y, e_y)));
    line(|i| _mm512_sub_epi64(everywhere!(2 of squares[i]), everywhere!(3 of squares[i])), &of_p, twist)
}
