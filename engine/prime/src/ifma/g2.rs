//! The point arithmetic of the Miller loop, with the lines: all products of a step that do not wait for each
//! other side by side in the lanes.
//!
//! A point of the twist y^2 = x^3 + b' is X, Y, Z and W = 3 b' Z in the first four lanes, x = X/Z, y = Y/Z.
//! Carrying W costs two lanes that would be idle and saves a multiplication by b' in front of everything
//! else.
//!
//! A line leaves in lanes 5, 6 and 7: the coefficients that go with x_P and y_P, multiplied by these, and the
//! free one.

use super::lanes::{self, Lanes, Order, Set, Term};
use super::radix::Radix52;

/// The lanes of the line in a doubling, where the point P goes in.
pub const LINE: Set = 0b1110_0000;

/// Doubles the point: formulas of Costello, Lange and Naehrig (eprint 2009/615, section 5), with everything
/// scaled by 4 so that nothing is halved. `p` holds -x_P, y_P and 1 in the lanes of the line.
///
/// With A = X Y, B = Y^2, C = Y Z, E = W Z = 3 b' Z^2, J = X^2: the point 2A (B - 3E), (B + 3E)^2 - 12 E^2, 8
/// B C and the line -3 J x_P, 2 C y_P, B - E.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn double<F: Radix52<L>, const L: usize>(t: &mut Lanes<L>, p: &Lanes<L>) -> Lanes<L> {
    // A, B, E, C, J, Y W.
    const FIRST: [Term; 1] = [Term { left: [0, 1, 2, 1, 0, 1, 0, 0], right: [1, 1, 3, 2, 0, 3, 0, 0] }];
    const LEFT: Order = [0, 1, 3, 5, 2, 4, 3, 1];
    const LEFT_SHIFT: Order = [1, 0, 3, 3, 2, 0, 1, 0];
    const LEFT_TRIPLE: Set = 0b0011_0000;
    const RIGHT: Order = [1, 1, 1, 1, 2, 0, 0, 0];
    let t_digits = t.operand::<F, 0>();
    let products = lanes::dot::<F, L>([&t_digits; 2], [&t_digits; 2], &FIRST);
    let e = products.permuted(&[2; 8]);
    let e3 = e.doubled().add(&e);
    // 2A, B + 3E, 8C, 8YW, 12E, 3J, 2C, B - E times B - 3E, B + 3E, B, B, E, -x_P, y_P, 1.
    let left = products.permuted(&LEFT).shifted(&LEFT_SHIFT);
    let left = left.add_in(LEFT_TRIPLE, &left.doubled()).add_in(0b10, &e3).sub_in(0b1000_0000, &e);
    let right = products.permuted(&RIGHT).sub_in(0b1, &e3).add_in(0b10, &e3).replaced_in(LINE, p);
    let products = lanes::mul::<F, L>(&left.operand::<F, 2>(), &right.operand::<F, 4>());
    *t = products.sub_in(0b10, &products.permuted(&[4; 8])).settled::<F, 4>();
    products
}

/// Adds an affine point (x, y) to the point; `q` is y, x, x, y, y_P, -x_P.
///
/// With theta = Y - y Z, mu = X - x Z, E = mu^3, F = Z theta^2, G = X mu^2, H = E + F - 2G: the point mu H,
/// theta (G - H) - E Y, Z E and the line -theta x_P, mu y_P, theta x - mu y.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn add<F: Radix52<L>, const L: usize>(t: &mut Lanes<L>, q: &Lanes<L>) -> Lanes<L> {
    let slopes = t
        .permuted(&[1, 0, 0, 0, 0, 0, 0, 0])
        .sub(&lanes::mul::<F, L>(&t.permuted(&[2; 8]).operand::<F, 0>(), &q.operand::<F, 2>()));
    // theta^2, mu^2, theta x, mu y, mu y_P, -theta x_P.
    let squares = lanes::mul::<F, L>(
        &slopes.permuted(&[0, 1, 0, 1, 1, 0, 0, 0]).operand::<F, 3>(),
        &q.replaced_in(0b11, &slopes).operand::<F, 3>(),
    );
    let line = squares.permuted(&[0, 0, 0, 0, 0, 5, 4, 2]).sub_in(0b1000_0000, &squares.permuted(&[3; 8]));
    // E, F, G.
    let cubes = lanes::mul::<F, L>(
        &squares.permuted(&[1, 0, 1, 0, 0, 0, 0, 0]).operand::<F, 2>(),
        &t.permuted(&[0, 2, 0, 0, 0, 0, 0, 0]).replaced_in(0b1, &slopes.permuted(&[1; 8])).operand::<F, 3>(),
    );
    let h = cubes.permuted(&[0; 8]).add(&cubes.permuted(&[1; 8])).sub(&cubes.permuted(&[2; 8]).doubled());
    // H, G - H, E, E, E times mu, theta, Z, W, Y.
    let left = cubes.permuted(&[0, 2, 0, 0, 0, 0, 0, 0]).sub_in(0b10, &h).replaced_in(0b1, &h);
    let right =
        t.permuted(&[0, 0, 2, 3, 1, 0, 0, 0]).replaced_in(0b11, &slopes.permuted(&[1, 0, 0, 0, 0, 0, 0, 0]));
    let products = lanes::mul::<F, L>(&left.operand::<F, 5>(), &right.operand::<F, 3>());
    *t = products.sub_in(0b10, &products.permuted(&[4; 8])).settled::<F, 4>();
    line
}
