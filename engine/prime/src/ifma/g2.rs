//! The point arithmetic of the Miller loop, with the lines: all products of a step that do not wait for each
//! other side by side in the lanes.
//!
//! A point of the twist y^2 = x^3 + b' is X, Y, Z in the first three pairs of lanes, x = X/Z, y = Y/Z.

use super::fp12::Line;
use super::products::{self, IN_ORDER, Product};
use super::quadratic::{self, REAL, exchanged, real_twice};
use super::quartic::{CONSTANT, LINEAR};
use super::radix::Radix52;
use super::vector::{self, Digits, Order, Set, Vector, Word, each, reduced};
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

/// Word i of a line, from words with the coefficients in all pairs of lanes: the one that no coordinate of P goes with, and
/// those of x_P and y_P.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn set_line<const L: usize>(line: &mut Line<L>, i: usize, free: Word, of_p: [Word; 2], twist: Twist) {
    // The slope of the untwisted line is lambda w (D) or lambda / w (M): y_P - lambda w x_P + (lambda x - y)
    // w^3 or, times w^3, y_P w^3 - lambda w^2 x_P + (lambda x - y).
    let of_y = match twist {
        Twist::D => CONSTANT,
        Twist::M => LINEAR,
    };
    line.quartic[i] = vector::blended(free, of_y, of_p[1]);
    line.quadratic[i] = of_p[0];
}

/// Doubles the point: formulas of Costello, Lange and Naehrig (eprint 2009/615, section 5), with everything
/// scaled by 4 so that nothing is halved. `p` holds -3 x_P twice, 2 y_P twice and, of 3 b' = u + v i, u twice, -v and v.
///
/// With A = X Y, B = Y^2, C = Y Z, J = X^2, E = 3 b' Z^2: the point 2A (B - 3E), (B + 3E)^2 - 12 E^2, 8 B C and the line
/// -3 J x_P, 2 C y_P, B - E. Squares are (a0 + a1)(a0 - a1) and 2 a0 a1: one product in each lane, so that the
/// difference of two is a sum of two products, as products in F_p2 are.
///
/// In a tight field E is from 0 to 2.2 p, the factor 12 (e0 + e1) at most 54 p, and the new Y from -6 p to 4.1 p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn double<F: Radix52<L>, const L: usize>(t: &mut Vector<L>, p: &Vector<L>, twist: Twist) -> Line<L> {
    vector::align();
    // Two products each in two lanes: 2A1 (B - 3E)1, of 12 E^2 both, 8 B1 C1.
    const SUBTRACTED: Set = 0b0001_1101;
    // X, Y, Y, Z by Y, Y, Z, Z: real parts of the left factors, then imaginary ones.
    const LEFT: [Order; 2] = [[0, 0, 2, 2, 2, 2, 4, 4], [1, 1, 3, 3, 3, 3, 5, 5]];
    const RIGHT: [Order; 2] = [[2, 3, 2, 3, 4, 5, 4, 5], [3, 2, 3, 2, 5, 4, 5, 4]];
    let digits = vector::factor::<F, L, 0>(t);
    let mut places = MaybeUninit::uninit();
    let [left_of_line, right_of_line, left_first, right_first, left_second, right_second] =
        Digits::begin(&mut places);
    // A, B, C, Z^2.
    let products = [
        Product { left: (&digits, &LEFT[1]), right: (&digits, &RIGHT[1]) },
        Product { left: (&digits, &LEFT[0]), right: (&digits, &RIGHT[0]) },
    ];
    let abcz = products::sum::<F, L>(&products, 1, REAL);

    // J, 2 C y_P, and the four products for E, from x0 + x1, 2 x0 and C, Z^2.
    let order = vector::indices(&[8, 9, 4, 5, 6, 7, 7, 6]);
    each!(i < L, {
        let x = _mm512_add_epi64(real_twice(t[i]), exchanged(t[i]));
        let word = _mm512_permutex2var_epi64(abcz[i], order, x);
        left_of_line.take(i, vector::offset::<F, L, 1>(i, word));
        let x = vector::sub_in(t[i], 0b01, exchanged(t[i]));
        right_of_line.take(i, vector::offset::<F, L, 2>(i, vector::blended(p[i], 0b11, x)));
    });
    // SAFETY: all words have been taken.
    let line = unsafe {
        let product =
            Product { left: (left_of_line.all(), &IN_ORDER), right: (right_of_line.all(), &IN_ORDER) };
        products::sum::<F, L>(&[product], 0, 0)
    };

    // The first of two products of each lane: the imaginary parts of 2A and 8 B by B - 3E and C, and 12 E^2.
    let imaginary = vector::indices(&[1, 1, 0, 0, 3, 3, 0, 0]);
    let real = vector::indices(&[0, 0, 0, 0, 2, 2, 0, 0]);
    let scale = vector::indices(&[1, 1, 2, 2, 3, 3, 64, 64]);
    each!(i < L, {
        let e = _mm512_add_epi64(everywhere!(2 of line[i]), everywhere!(3 of line[i]));
        let sums = tripled(_mm512_add_epi64(real_twice(e), exchanged(e)));
        let word = vector::blended(_mm512_permutexvar_epi64(imaginary, abcz[i]), Y, sums);
        left_first.take(i, vector::offset::<F, L, 1>(i, _mm512_sllv_epi64(word, scale)));
        let factor = vector::difference_in(abcz[i], 0b11, everywhere!(1 of abcz[i]), tripled(e));
        let word = vector::blended(exchanged(factor), Y, vector::sub_in(e, REAL, exchanged(e)));
        right_first.take(i, vector::offset::<F, L, 7>(i, word));
    });
    let mut sum = vector::nothing();
    // SAFETY: all words of the first factors have been taken here, of the second ones they are beside the first product.
    let point = unsafe {
        let (left, right) = (left_first.all(), right_first.all());
        // Beside, the other factors: 2A, B + 3E, 8 B, J, and B - 3E, B + 3E, C, -3 x_P.
        vector::multiply_add(
            &mut sum,
            |i| left[i],
            right,
            |i| {
                let e = _mm512_add_epi64(everywhere!(2 of line[i]), everywhere!(3 of line[i]));
                let (b, e3) = (everywhere!(1 of abcz[i]), tripled(e));
                let s = _mm512_add_epi64(b, e3);
                let word = _mm512_sllv_epi64(_mm512_permutexvar_epi64(real, abcz[i]), scale);
                let word = vector::blended(word, Y, _mm512_add_epi64(real_twice(s), exchanged(s)));
                let word = vector::blended(word, 0b1100_0000, everywhere!(0 of line[i]));
                left_second.take(i, vector::offset::<F, L, 1>(i, word));
                let factor = vector::difference_in(abcz[i], 0b11, b, e3);
                let word = vector::blended(factor, Y, vector::sub_in(s, REAL, exchanged(s)));
                let word = vector::blended(word, 0b1100_0000, everywhere!(0 of p[i]));
                right_second.take(i, vector::offset::<F, L, 8>(i, word));
            },
        );
        vector::negate_wide_in(&mut sum, SUBTRACTED);
        let (left, right) = (left_second.all(), right_second.all());
        vector::multiply_add(&mut sum, |i| left[i], right, |_| ());
        reduced!(F, L, sum, _i => ())
    };
    *t = vector::settled::<F, L, 8>(&point);
    let mut out = Line { quartic: abcz, quadratic: point };
    each!(i < L, {
        let e = _mm512_add_epi64(everywhere!(2 of line[i]), everywhere!(3 of line[i]));
        let free = _mm512_sub_epi64(everywhere!(1 of abcz[i]), e);
        set_line(&mut out, i, free, [everywhere!(3 of point[i]), everywhere!(1 of line[i])], twist);
    });
    out
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
    vector::align();
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
    // H, G - H, E, E times mu, theta, Z, Y.
    let left = vector::map(&cubes, |efg| {
        let (e, g) = (everywhere!(0 of efg), everywhere!(2 of efg));
        let h = _mm512_sub_epi64(_mm512_add_epi64(e, everywhere!(1 of efg)), _mm512_add_epi64(g, g));
        vector::blended(vector::blended(e, 0b11, h), Y, _mm512_sub_epi64(g, h))
    });
    let right = vector::picked(&digits, &slopes, &[10, 11, 8, 9, 4, 5, 2, 3]);
    let point = quadratic::products::<F, L>(&vector::factor::<F, L, 8>(&left), &right);
    let y = vector::zip(&point, &point, |point, e_y| vector::sub_in(point, Y, everywhere!(3 of e_y)));
    *t = vector::settled::<F, L, 8>(&y);
    let mut line = Line { quartic: of_p, quadratic: of_p };
    each!(i < L, {
        let free = _mm512_sub_epi64(everywhere!(2 of squares[i]), everywhere!(3 of squares[i]));
        set_line(&mut line, i, free, [everywhere!(0 of of_p[i]), everywhere!(1 of of_p[i])], twist);
    });
    line
}
