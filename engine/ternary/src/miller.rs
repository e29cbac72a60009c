//! The Miller loop of eta_T in characteristic three, as a product of independent factors.
//!
//! In the form with cube roots (Beuchat et al. 2010, Algorithm 1) the value is R S_0 S_1 ... S_((m-1)/2), with no cubing of
//! the accumulator, where S_i needs x_P^(1/3^i), y_P^(1/3^i), x_Q^(3^i), y_Q^(3^i) alone. So nothing forces the products
//! into the order of the loop: factors are multiplied two by two, six products in F_3^m a pair instead of two sparse
//! products into the accumulator, and the pairs as a tree whose levels have many independent products.

use super::parameters::{Curve, curve};
use super::tower::{PRODUCTS, six};
use super::trits::{Bits, Trits};
use crate::backend::{Backend, Workspace, map};

/// Signs that Table I of Beuchat et al. 2010 derives from m modulo 12.
pub(super) struct Signs {
    pub lambda: i8,
    pub mu: i8,
    pub nu: i8,
}

pub(super) const fn signs(m: usize) -> Signs {
    let r = m % 12;
    Signs {
        lambda: if matches!(r, 7 | 11) { 1 } else { -1 },
        mu: if matches!(r, 1 | 11) { 1 } else { -1 },
        nu: if matches!(r, 5 | 11) { 1 } else { -1 },
    }
}

/// Number of factors S_i.
pub(super) const fn steps(m: usize) -> usize {
    m.div_ceil(2)
}

/// What the first argument gives: x_P^(1/3^i) and y_P^(1/3^i) for all i, with the shift and sign of the loop applied.
#[inline(always)]
pub(super) fn prepare<X: Backend>(x: &X::E, y: &X::E) -> Vec<X::E> {
    let Curve { b, .. } = curve(X::DEGREE);
    let Signs { mu, nu, .. } = signs(X::DEGREE);
    let n = steps(X::DEGREE);
    let mut out = vec![X::zero(); 2 * n];
    // The shift by a constant touches the coefficient of x^0 alone, and commutes with cube roots.
    X::linear([x, y, &X::one()], &mut out, Start { x_shift: -nu * b, y_sign: -mu * b });
    if X::SPARSE_CUBE_ROOT {
        X::cube_roots(&mut out);
    } else {
        // x^(1/3^i) = x^(3^(m-i)): cubes give the sequence from its end.
        X::frobenius(&mut out[..2], X::DEGREE + 1 - n);
        X::cubes(&mut out);
        out = out.chunks(2).rev().flatten().cloned().collect();
    }
    out
}

/// A factor s_0 + s_1 sigma + s_2 rho - rho^2 as the operands of a product of two such: s_0, s_1, s_0 + s_1, s_2,
/// s_0 + s_2, s_1 + s_2.
#[inline(always)]
fn evaluate<V: Bits>(s: [Trits<V>; 3]) -> [Trits<V>; PRODUCTS_OF_PAIR] {
    [s[0], s[1], s[0].add(s[1]), s[2], s[0].add(s[2]), s[1].add(s[2])]
}

/// Products in F_3^m for two sparse factors.
const PRODUCTS_OF_PAIR: usize = 6;

/// The product of two sparse factors s and s' from their six products, the factors themselves and the constant 1. If not
/// `full`, the first factor has no term in rho^2.
#[inline(always)]
fn interpolate<V: Bits>(v: [Trits<V>; 13], full: bool, b: i8) -> [Trits<V>; 6] {
    let (p, s, z, one) = (&v[..6], &v[6..9], &v[9..12], v[12]);
    let c0 = [p[0].sub(p[1]), p[2].sub(p[0]).sub(p[1])];
    let c1 = [p[4].sub(p[0]).sub(p[3]), p[5].sub(p[1]).sub(p[3])];
    let (c2, c3) = if full {
        ([p[3].sub(s[0]).sub(z[0]), s[1].add(z[1]).neg()], s[2].add(z[2]).neg())
    } else {
        ([p[3].sub(s[0]), s[1].neg()], s[2].neg())
    };
    let c4 = if full { one } else { Trits::zero() };
    [c0[0].add_times(b, c3), c0[1], c1[0].add(c3).add_times(b, c4), c1[1], c2[0].add(c4), c2[1]]
}

/// The product of elements of F_3^6m, as a tree.
#[inline(always)]
pub(super) fn product<X: Backend>(elements: &[X::E], w: &mut Workspace<X>) -> Vec<X::E> {
    let mut level = elements.to_vec();
    while level.len() > 6 {
        let half = level.len() / 12 * 6;
        let mut next = vec![X::zero(); half];
        X::multiply(&level[..half], &level[half..2 * half], &mut next, w);
        next.extend_from_slice(&level[2 * half..]);
        level = next;
    }
    level
}

/// The value of the Miller loop, six coefficients: the factors R, S_0, S_1, ... multiplied two by two, the pairs as trees.
///
/// S_i = -t^2 + y_P y_Q sigma - t rho - rho^2 with t = x_P + x_Q, and R = lambda (y_P t - y_Q sigma - y_P rho).
#[inline(always)]
pub(super) fn miller<X: Backend>(prepared: &[X::E], x: &X::E, y: &X::E) -> Vec<X::E> {
    let w = &mut Workspace::<X>::new(PRODUCTS.max(8 * X::WIDTH));
    let mut value = Vec::new();
    let b = curve(X::DEGREE).b;
    let lambda = signs(X::DEGREE).lambda;
    let total = steps(X::DEGREE) + 1;
    let one = X::one();
    // The second argument's powers run along with the factors: those of all factors of a round and the next one's.
    let mut powers = vec![X::zero(); 2 * (2 * X::WIDTH + 1)];
    X::linear([x, y], &mut powers, SignSecond { sign: -lambda });
    // Sparse factors as coefficients of 1, sigma, rho; that of rho^2 is -1, and 0 in R.
    let mut sparse = vec![X::zero(); 6 * X::WIDTH];
    let mut pairs = vec![X::zero(); 6 * X::WIDTH];
    let mut done = 0;
    while done < total {
        let count = (2 * X::WIDTH).min(total - done);
        let (left, right, out) = w.buffers(2 * count);
        // Factors R and S_0 have the powers 0, S_i those of number i.
        let first = done.saturating_sub(1);
        let next = done + count - 1;
        X::cubes(&mut powers[..2 * (next - first + 1)]);
        for k in 0..count {
            let i = (done + k).saturating_sub(1);
            let p = &prepared[2 * i..2 * i + 2];
            let q = &powers[2 * (i - first)..2 * (i - first) + 2];
            X::linear([&p[0], &q[0]], &mut right[2 * k..], Sum {});
            left[2 * k] = if done + k == 0 { p[1].clone() } else { right[2 * k].clone() };
            (left[2 * k + 1], right[2 * k + 1]) = (p[1].clone(), q[1].clone());
        }
        X::products(left, right, out);
        for k in 0..count {
            let to = &mut sparse[3 * k..3 * k + 3];
            if done + k == 0 {
                X::linear([&out[0], &right[1], &left[1]], to, First { lambda });
            } else {
                let inputs = [&out[2 * k], &out[2 * k + 1], &left[2 * k]];
                X::linear(inputs, to, Factor {});
            }
        }
        let paired = count / 2;
        let (left, right, out) = w.buffers(PRODUCTS_OF_PAIR * paired);
        for k in 0..paired {
            let (s, z) = (&sparse[6 * k..6 * k + 3], &sparse[6 * k + 3..6 * k + 6]);
            X::linear([&s[0], &s[1], &s[2]], &mut left[PRODUCTS_OF_PAIR * k..], Evaluate {});
            X::linear([&z[0], &z[1], &z[2]], &mut right[PRODUCTS_OF_PAIR * k..], Evaluate {});
        }
        X::products(left, right, out);
        for k in 0..paired {
            let (s, z) = (&sparse[6 * k..6 * k + 3], &sparse[6 * k + 3..6 * k + 6]);
            let p = six(&out[PRODUCTS_OF_PAIR * k..]);
            let inputs = [p[0], p[1], p[2], p[3], p[4], p[5], &s[0], &s[1], &s[2], &z[0], &z[1], &z[2], &one];
            let to = &mut pairs[6 * k..6 * k + 6];
            if done + k == 0 {
                X::linear(inputs, to, Interpolate { full: false, b });
            } else {
                X::linear(inputs, to, Interpolate { full: true, b });
            }
        }
        if count % 2 == 1 {
            let s = &sparse[6 * paired..6 * paired + 3];
            X::linear([&s[0], &s[1], &s[2], &one], &mut pairs[6 * paired..], Alone {});
        }
        let mut list = product::<X>(&pairs[..6 * count.div_ceil(2)], w);
        list.append(&mut value);
        value = product::<X>(&list, w);
        let (start, rest) = powers.split_at_mut(2);
        if next > first {
            start.clone_from_slice(&rest[2 * (next - first) - 2..2 * (next - first)]);
        }
        done += count;
    }
    value
}

map!(
    /// The first argument's start: x + its constant, its sign times y.
    Start { x_shift: i8, y_sign: i8 }, |[x, y, one]| -> [3 => 2] [x.add_times(x_shift, one), y.times(y_sign)]
);
map!(
    /// x and `sign` y.
    SignSecond { sign: i8 }, |[x, y]| -> [2 => 2] [x, y.times(sign)]
);
map!(
    /// x + y.
    Sum {}, |[x, y]| -> [2 => 1] [x.add(y)]
);
map!(
    /// R from y_P t, y_Q and y_P.
    First { lambda: i8 }, |[yt, yq, yp]| -> [3 => 3] [yt.times(lambda), yq.times(-lambda), yp.times(-lambda)]
);
map!(
    /// S_i from t^2, y_P y_Q and t.
    Factor {}, |[tt, yy, t]| -> [3 => 3] [tt.neg(), yy, t.neg()]
);
map!(
    /// [`evaluate`].
    Evaluate {}, |s| -> [3 => PRODUCTS_OF_PAIR] evaluate(s)
);
map!(
    /// [`interpolate`].
    Interpolate { full: bool, b: i8 }, |v| -> [13 => 6] interpolate(v, full, b)
);
map!(
    /// A sparse factor in full.
    Alone {}, |[s0, s1, s2, one]| -> [4 => 6] [s0, s1, s2, Trits::zero(), one.neg(), Trits::zero()]
);
