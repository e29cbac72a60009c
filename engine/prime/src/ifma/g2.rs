//! The point arithmetic of the Miller loop, with the lines: all products of a step that do not wait for each
//! other side by side in the lanes.
//!
//! A point of the twist y^2 = x^3 + b' is X, Y, Z and W = 3 b' Z in the four pairs of lanes, x = X/Z, y = Y/Z.
//! Carrying W costs lanes that would be idle and saves a multiplication by b' in front of everything else.

use super::fp12::Line;
use super::quadratic;
use super::quartic::{CONSTANT, LINEAR};
use super::radix::Radix52;
use super::vector::{self, Order, Set, Vector};
use crate::ate::Twist;
use core::arch::x86_64::*;

/// The lanes of Y.
const Y: Set = 0b0000_1100;

/// One pair of lanes in all four places.
macro_rules! everywhere {
    ($a:expr, $pair:literal) => {
        vector::map($a, |a| _mm512_shuffle_i64x2::<{ $pair * 0b01_01_01_01 }>(a, a))
    };
}

/// A line from its coefficient that no coordinate of P goes with, in all pairs of lanes, and those of x_P and y_P in the
/// first two.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn line<const L: usize>(free: &Vector<L>, of_p: &Vector<L>, twist: Twist) -> Line<L> {
    // The slope of the untwisted line is lambda w (D) or lambda / w (M): y_P - lambda w x_P + (lambda x - y)
    // w^3 or, times w^3, y_P w^3 - lambda w^2 x_P + (lambda x - y).
    let of_y = match twist {
        Twist::D => CONSTANT,
        Twist::M => LINEAR,
    };
    Line { quartic: vector::blended(free, of_y, &everywhere!(of_p, 1)), quadratic: everywhere!(of_p, 0) }
}

/// Doubles the point: formulas of Costello, Lange and Naehrig (eprint 2009/615, section 5), with everything
/// scaled by 4 so that nothing is halved. `p` holds -3 x_P twice and 2 y_P twice.
///
/// With A = X Y, B = Y^2, C = Y Z, E = W Z = 3 b' Z^2, J = X^2: the point 2A (B - 3E), (B + 3E)^2 - 12 E^2, 8
/// B C and the line -3 J x_P, 2 C y_P, B - E.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn double<F: Radix52<L>, const L: usize>(t: &mut Vector<L>, p: &Vector<L>, twist: Twist) -> Line<L> {
    // A, B, E, C and J, Y W.
    let digits = vector::factor::<F, L, 0>(t);
    let left = vector::permuted(&digits, &[0, 1, 2, 3, 4, 5, 2, 3]);
    let right = vector::permuted(&digits, &[2, 3, 2, 3, 6, 7, 4, 5]);
    let abec = quadratic::products::<F, L>(&left, &right);
    let j_yw =
        quadratic::two_products::<F, L>(&digits, &vector::permuted(&digits, &[0, 1, 6, 7, 0, 0, 0, 0]));

    // 2A, B + 3E, 8C, 8YW times B - 3E, B + 3E, B, B.
    let (b, e) = (everywhere!(&abec, 1), everywhere!(&abec, 2));
    let e3 = vector::add(&vector::doubled(&e), &e);
    let left = vector::picked(&abec, &j_yw, &[0, 1, 2, 3, 6, 7, 10, 11]);
    let left = vector::add_in(&vector::shifted(&left, &[1, 1, 0, 0, 3, 3, 3, 3]), Y, &e3);
    let right = vector::add_in(&vector::sub_in(&b, 0b11, &e3), Y, &e3);
    let point =
        quadratic::products::<F, L>(&vector::factor::<F, L, 12>(&left), &vector::factor::<F, L, 5>(&right));

    // J, C, and 12 E^2 as 12 (e0 + e1) (e0 - e1), 24 e0 e1.
    const SQUARE: Set = 0b0011_0000;
    const EXCHANGED: Order = [0, 0, 0, 0, 5, 4, 0, 0];
    let e = vector::permuted(&abec, &EXCHANGED);
    let left = vector::add_in(&vector::picked(&j_yw, &abec, &[0, 1, 14, 15, 12, 12, 12, 12]), SQUARE, &e);
    let left = vector::shifted(&left, &[0, 0, 0, 0, 2, 2, 0, 0]);
    let left = vector::add_in(&left, SQUARE, &vector::doubled(&left));
    let right = vector::sub_in(&vector::blended(p, SQUARE, &abec), 0b0001_0000, &e);
    let others =
        quadratic::multiply::<F, L>(&vector::factor::<F, L, 12>(&left), &vector::factor::<F, L, 3>(&right));

    *t = vector::settled::<F, L, 8>(&vector::sub_in(&point, Y, &everywhere!(&others, 2)));
    line(&vector::sub(&b, &everywhere!(&abec, 2)), &others, twist)
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
    let z = everywhere!(&digits, 2);
    // theta, mu, twice.
    let slopes = vector::permuted(t, &[2, 3, 0, 1, 2, 3, 0, 1]);
    let slopes = vector::sub(&slopes, &quadratic::two_products::<F, L>(&z, &q));
    let slopes = vector::factor::<F, L, 4>(&slopes);
    // theta^2, mu^2, theta x, mu y, and -theta x_P, mu y_P.
    let squares = quadratic::products::<F, L>(&slopes, &vector::blended(&slopes, quadratic::SECOND_HALF, &q));
    let of_p = quadratic::multiply::<F, L>(&slopes, &vector::factor::<F, L, 0>(p));
    let free = vector::sub(&everywhere!(&squares, 2), &everywhere!(&squares, 3));

    // E, F, G from mu^2, theta^2, mu^2 times mu, Z, X.
    let left = vector::factor::<F, L, 2>(&vector::permuted(&squares, &[2, 3, 0, 1, 2, 3, 2, 3]));
    let right = vector::picked(&digits, &slopes, &[10, 11, 4, 5, 0, 1, 0, 1]);
    let cubes = quadratic::products::<F, L>(&left, &right);
    let (e, g) = (everywhere!(&cubes, 0), everywhere!(&cubes, 2));
    let h = vector::sub(&vector::add(&e, &everywhere!(&cubes, 1)), &vector::doubled(&g));
    // H, G - H, E, E times mu, theta, Z, W, and E Y.
    let left = vector::blended(&vector::blended(&e, 0b11, &h), Y, &vector::sub(&g, &h));
    let right = vector::picked(&digits, &slopes, &[10, 11, 8, 9, 4, 5, 6, 7]);
    let point = quadratic::products::<F, L>(&vector::factor::<F, L, 8>(&left), &right);
    let e_y = quadratic::two_products::<F, L>(&vector::factor::<F, L, 2>(&e), &everywhere!(&digits, 1));
    *t = vector::settled::<F, L, 8>(&vector::sub_in(&point, Y, &e_y));
    line(&free, &of_p, twist)
}
