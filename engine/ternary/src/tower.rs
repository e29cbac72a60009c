//! F_3^6m = F_3^m\[sigma, rho\] with sigma^2 = -1 and rho^3 = rho + b. Coefficients in the order 1, sigma, rho, sigma rho,
//! rho^2, sigma rho^2.
//!
//! A product is an evaluation, independent products in F_3^m and an interpolation; the first and the last are linear and act
//! digit by digit, so that a backend runs them in registers.

use super::parameters::curve;
use super::trits::{Bits, Trits};
use crate::backend::{Backend, Workspace, map};

/// Products in F_3^m for one in F_3^6m.
pub(super) const PRODUCTS: usize = 15;

/// a + b sigma.
type Pair<V> = [Trits<V>; 2];

#[inline(always)]
fn add<V: Bits>(x: Pair<V>, y: Pair<V>) -> Pair<V> {
    [x[0].add(y[0]), x[1].add(y[1])]
}

#[inline(always)]
fn sub<V: Bits>(x: Pair<V>, y: Pair<V>) -> Pair<V> {
    [x[0].sub(y[0]), x[1].sub(y[1])]
}

/// `sign` x.
#[inline(always)]
fn signed<V: Bits>(x: Pair<V>, sign: i8) -> Pair<V> {
    [x[0].times(sign), x[1].times(sign)]
}

/// x sigma.
#[inline(always)]
fn times_sigma<V: Bits>(x: Pair<V>) -> Pair<V> {
    [x[1].neg(), x[0]]
}

/// The 15 operands of a product: the values at rho = 1, -1, sigma, -sigma and infinity, each a + b sigma as a, b, a + b.
#[inline(always)]
pub(super) fn evaluate<V: Bits>(a: [Trits<V>; 6]) -> [Trits<V>; PRODUCTS] {
    let (a0, a1, a2) = ([a[0], a[1]], [a[2], a[3]], [a[4], a[5]]);
    let (even, odd) = (add(a0, a2), sub(a0, a2));
    let turned = times_sigma(a1);
    let values = [add(even, a1), sub(even, a1), add(odd, turned), sub(odd, turned), a2];
    let mut out = [Trits::zero(); PRODUCTS];
    for (i, v) in values.into_iter().enumerate() {
        out[3 * i] = v[0];
        out[3 * i + 1] = v[1];
        out[3 * i + 2] = v[0].add(v[1]);
    }
    out
}

/// The product (a + b sigma)(c + d sigma) from ac, bd and (a + b)(c + d).
#[inline(always)]
fn karatsuba<V: Bits>(p: &[Trits<V>]) -> Pair<V> {
    [p[0].sub(p[1]), p[2].sub(p[0]).sub(p[1])]
}

/// The product of F_3^6m from the 15 products: with c_0 + c_1 rho + ... + c_4 rho^4 the unreduced product, the four
/// fourth roots of unity give c_0 + c_4, c_1, c_2, c_3 (and 1/4 = 1), infinity gives c_4.
#[inline(always)]
pub(super) fn interpolate<V: Bits>(p: [Trits<V>; PRODUCTS], b: i8) -> [Trits<V>; 6] {
    let v = [
        karatsuba(&p[..3]),
        karatsuba(&p[3..6]),
        karatsuba(&p[6..9]),
        karatsuba(&p[9..12]),
        karatsuba(&p[12..]),
    ];
    let (s, d) = (add(v[0], v[1]), sub(v[0], v[1]));
    let (t, u) = (add(v[2], v[3]), times_sigma(sub(v[2], v[3])));
    let c4 = v[4];
    let c3 = add(d, u);
    let c0 = sub(add(s, t), c4);
    // c_1 + c_3 = -d; rho^3 = rho + b and rho^4 = rho^2 + b rho.
    let r0 = add(c0, signed(c3, b));
    let r1 = sub(signed(c4, b), d);
    let r2 = add(sub(s, t), c4);
    [r0[0], r0[1], r1[0], r1[1], r2[0], r2[1]]
}

/// References to the six coefficients.
#[inline(always)]
pub(super) fn six<E>(x: &[E]) -> [&E; 6] {
    [&x[0], &x[1], &x[2], &x[3], &x[4], &x[5]]
}

/// [`Backend::multiply`].
#[inline(always)]
pub(super) fn multiply<X: Backend>(a: &[X::E], b: &[X::E], out: &mut [X::E], w: &mut Workspace<X>) {
    let curve_b = curve(X::DEGREE).b;
    let n = a.len() / 6;
    let (left, right, products) = w.buffers(PRODUCTS * n);
    for i in 0..n {
        X::linear(six(&a[6 * i..]), &mut left[PRODUCTS * i..][..PRODUCTS], Evaluate {});
        X::linear(six(&b[6 * i..]), &mut right[PRODUCTS * i..][..PRODUCTS], Evaluate {});
    }
    X::products(left, right, products);
    for i in 0..n {
        let mut p = [&products[PRODUCTS * i]; PRODUCTS];
        for (j, p) in p.iter_mut().enumerate() {
            *p = &products[PRODUCTS * i + j];
        }
        X::linear(p, &mut out[6 * i..6 * i + 6], Interpolate { b: curve_b });
    }
}

/// x^(q^3): sigma goes to -sigma.
#[inline(always)]
pub(super) fn conjugate<X: Backend>(x: &[X::E], out: &mut [X::E]) {
    X::linear(six(x), out, Conjugate {});
}

/// x^q for q = 3^m, m odd: sigma goes to -sigma, rho to rho + `shift` with `shift` = m b modulo 3, 1 or -1.
#[inline(always)]
pub(super) fn power_q<X: Backend>(x: &[X::E], out: &mut [X::E], shift: i8) {
    X::linear(six(x), out, Substitute { shift });
}

/// The coefficients of a(rho + shift).
#[inline(always)]
fn substitute<V: Bits>(a: [Trits<V>; 3], shift: i8) -> [Trits<V>; 3] {
    // (rho + s)^2 = rho^2 - s rho + 1.
    [a[0].add_times(shift, a[1]).add(a[2]), a[1].add_times(-shift, a[2]), a[2]]
}

/// x^(3^n) in place: coefficients to that power, sigma^3 = -sigma, rho^3 = rho + b.
#[inline(always)]
pub(super) fn frobenius<X: Backend>(x: &mut [X::E], n: usize, b: i8) {
    X::frobenius(&mut x[..6], n);
    // sigma is back after two, rho after three.
    for _ in 0..n % 6 {
        let from: [X::E; 6] = core::array::from_fn(|i| x[i].clone());
        X::linear(six(&from), x, Substitute { shift: b });
    }
}

/// x^2 for x = a + c sigma of norm a^2 + c^2 = 1 over F_3^3m: -(a^2 + 1) - a c sigma, twelve products in F_3^m.
#[inline(always)]
pub(super) fn square_of_norm_one<X: Backend>(x: &[X::E], out: &mut [X::E], b: i8, w: &mut Workspace<X>) {
    let (left, right, products) = w.buffers(12);
    X::linear([&x[0], &x[2], &x[4]], left, EvaluateCubic {});
    X::linear([&x[0], &x[2], &x[4]], &mut left[6..], EvaluateCubic {});
    X::linear([&x[0], &x[2], &x[4]], right, EvaluateCubic {});
    X::linear([&x[1], &x[3], &x[5]], &mut right[6..], EvaluateCubic {});
    X::products(left, right, products);
    let one = X::one();
    let inputs: [&X::E; 13] = core::array::from_fn(|i| products.get(i).unwrap_or(&one));
    X::linear(inputs, out, SquareOfNormOne { b });
}

/// The six operands of a product in F_3^3m: a_0, a_1, a_2 and their sums two by two.
#[inline(always)]
fn evaluate_cubic<V: Bits>(a: [Trits<V>; 3]) -> [Trits<V>; 6] {
    [a[0], a[1], a[2], a[0].add(a[1]), a[0].add(a[2]), a[1].add(a[2])]
}

/// The product in F_3^3m from the six products.
#[inline(always)]
fn interpolate_cubic<V: Bits>(p: &[Trits<V>], b: i8) -> [Trits<V>; 3] {
    let c1 = p[3].sub(p[0]).sub(p[1]);
    let c2 = p[4].sub(p[0]).sub(p[2]).add(p[1]);
    let c3 = p[5].sub(p[1]).sub(p[2]);
    let c4 = p[2];
    [p[0].add_times(b, c3), c1.add(c3).add_times(b, c4), c2.add(c4)]
}

map!(
    /// [`evaluate`].
    Evaluate {}, |a| -> [6 => PRODUCTS] evaluate(a)
);
map!(
    /// [`interpolate`].
    Interpolate { b: i8 }, |p| -> [PRODUCTS => 6] interpolate(p, b)
);
map!(
    /// sigma to -sigma.
    Conjugate {}, |a| -> [6 => 6] [a[0], a[1].neg(), a[2], a[3].neg(), a[4], a[5].neg()]
);
map!(
    /// sigma to -sigma, rho to rho + shift.
    Substitute { shift: i8 }, |a| -> [6 => 6] {
        let moved = substitute([a[0], a[2], a[4]], shift);
        let turned = substitute([a[1].neg(), a[3].neg(), a[5].neg()], shift);
        [moved[0], turned[0], moved[1], turned[1], moved[2], turned[2]]
    }
);
map!(
    /// [`evaluate_cubic`].
    EvaluateCubic {}, |a| -> [3 => 6] evaluate_cubic(a)
);
map!(
    /// -(a^2 + 1) - a c sigma from the products of a^2, those of a c, and 1.
    SquareOfNormOne { b: i8 }, |p| -> [13 => 6] {
        let (r, s) = (interpolate_cubic(&p[..6], b), interpolate_cubic(&p[6..12], b));
        [r[0].add(p[12]).neg(), s[0].neg(), r[1].neg(), s[1].neg(), r[2].neg(), s[2].neg()]
    }
);
