//! The final exponentiation by M = (3^3m - 1)(3^m + 1)(3^m + 1 - mu b 3^((m+1)/2)).
//!
//! With q = 3^m: f^(q^3 - 1) is the conjugate of f over f, that is, its square over the norm n of f to F_q^3. The inverse of n is
//! n^q n^(q^2) over its norm to F_q. One inversion in F_q, and levels of products that are independent within a level.

use super::parameters::{Curve, curve};
use super::tower::{PRODUCTS, conjugate, frobenius, power_q};
use crate::backend::{Backend, Workspace};

/// m b modulo 3, as 1 or -1: rho^q = rho + m b.
pub(super) const fn shift(m: usize) -> i8 {
    let b = curve(m).b;
    if m % 3 == 1 { b } else { -b }
}

/// f^M.
#[inline(always)]
pub(super) fn final_exponentiation<X: Backend>(f: &[X::E]) -> Vec<X::E> {
    let Curve { b, trace_sign, .. } = curve(X::DEGREE);
    let s = shift(X::DEGREE);
    let w = &mut Workspace::new(2 * PRODUCTS);
    let room = |n: usize| vec![X::zero(); n];

    // The square of the conjugate c, and the norm f c.
    let mut operands = room(12);
    let mut c = room(12);
    conjugate::<X>(f, &mut c[..6]);
    conjugate::<X>(f, &mut c[6..]);
    operands[..6].clone_from_slice(&c[..6]);
    operands[6..].clone_from_slice(f);
    let mut out = room(12);
    X::multiply(&c, &operands, &mut out, w);
    let (square, norm) = out.split_at(6);

    // The other conjugates of the norm over F_q: rho moves by s and -s.
    let (mut n1, mut n2, mut others) = (room(6), room(6), room(6));
    power_q::<X>(norm, &mut n1, s);
    power_q::<X>(norm, &mut n2, -s);
    X::multiply(&n1, &n2, &mut others, w);

    // Numerator square * others, and the norm to F_q, which is the constant coefficient of norm * others.
    let (mut left, mut right, mut out) = (room(12), room(12), room(12));
    left[..6].clone_from_slice(square);
    left[6..].clone_from_slice(norm);
    right[..6].clone_from_slice(&others);
    right[6..].clone_from_slice(&others);
    X::multiply(&left, &right, &mut out, w);
    let inverse = vec![X::invert(&out[6]); 6];
    let mut u = room(6);
    X::products(&out[..6], &inverse, &mut u);

    // u^(q + 1), then v^(q + 1) v^(-mu b 3^((m+1)/2)).
    let (mut power, mut v) = (room(6), room(6));
    power_q::<X>(&u, &mut power, s);
    X::multiply(&power, &u, &mut v, w);
    power_q::<X>(&v, &mut power, s);
    let mut out = room(6);
    X::multiply(&power, &v, &mut out, w);
    frobenius::<X>(&mut v, X::DEGREE.div_ceil(2), b);
    if trace_sign > 0 {
        conjugate::<X>(&v, &mut power);
    } else {
        power.clone_from_slice(&v);
    }
    let mut value = room(6);
    X::multiply(&power, &out, &mut value, w);
    value
}
