//! Polynomials over F_3 as slices of limbs: what products, reduction and the Euclidean algorithm are written in.

use super::Limb;

/// a += b, for the limbs that b has.
#[inline(always)]
pub fn add_assign<L: Limb>(a: &mut [L], b: &[L]) {
    for (x, y) in a.iter_mut().zip(b) {
        *x = x.add(*y);
    }
}

/// a -= b, for the limbs that b has.
#[inline(always)]
pub fn sub_assign<L: Limb>(a: &mut [L], b: &[L]) {
    for (x, y) in a.iter_mut().zip(b) {
        *x = x.sub(*y);
    }
}

/// a = a/x, where the trailing coefficient of a is zero.
#[inline(always)]
pub fn divide_by_x<L: Limb>(a: &mut [L]) {
    for i in 0..a.len() {
        let high = a.get(i + 1).copied().unwrap_or(L::ZERO);
        a[i] = L::funnel(a[i], high, 1);
    }
}

/// a = a x; what leaves the top limb is lost.
#[inline(always)]
pub fn multiply_by_x<L: Limb>(a: &mut [L]) {
    for i in (0..a.len()).rev() {
        let low = if i == 0 { L::ZERO } else { a[i - 1] };
        a[i] = L::funnel(low, a[i], L::LEN - 1);
    }
}

/// The degree, `None` for zero.
#[inline(always)]
pub fn degree<L: Limb>(a: &[L]) -> Option<usize> {
    a.iter().enumerate().rev().find_map(|(i, limb)| limb.degree().map(|at| i * L::LEN + at))
}

/// The coefficient of x^`at`.
#[inline(always)]
pub fn coefficient<L: Limb>(a: &[L], at: usize) -> u8 {
    a[at / L::LEN].coefficient(at % L::LEN)
}

/// a += `digit` x^`at`.
#[inline(always)]
pub fn add_term<L: Limb>(a: &mut [L], digit: u8, at: usize) {
    let limb = &mut a[at / L::LEN];
    *limb = limb.add(L::term(digit, at % L::LEN));
}

/// Reduces modulo x^N + x^K + 2, in place: x^N = 1 - x^K, limb after limb from the top down.
#[inline(always)]
pub fn reduce<L: Limb, const N: usize, const K: usize>(a: &mut [L]) {
    if N - K < L::LEN {
        return reduce_by_terms::<L, N, K>(a);
    }
    let last = N / L::LEN;
    for i in (last + 1..a.len()).rev() {
        let limb = core::mem::replace(&mut a[i], L::ZERO);
        fold::<L, K>(a, limb, i * L::LEN - N);
    }
    let limb = a[last];
    a[last] = limb.below(N % L::LEN);
    fold::<L, K>(a, L::funnel(limb, L::ZERO, N % L::LEN), 0);
}

/// a += x^at (1 - x^K) limb.
#[inline(always)]
fn fold<L: Limb, const K: usize>(a: &mut [L], limb: L, at: usize) {
    add_shifted(a, limb, at);
    add_shifted(a, limb.neg(), at + K);
}

#[inline(always)]
fn add_shifted<L: Limb>(a: &mut [L], limb: L, at: usize) {
    let (i, up) = (at / L::LEN, at % L::LEN);
    a[i] = a[i].add(L::funnel(L::ZERO, limb, L::LEN - up));
    if up > 0 {
        a[i + 1] = a[i + 1].add(L::funnel(limb, L::ZERO, L::LEN - up));
    }
}

/// For a middle term so high that a limb would be folded onto itself.
fn reduce_by_terms<L: Limb, const N: usize, const K: usize>(a: &mut [L]) {
    for at in (N..a.len() * L::LEN).rev() {
        let digit = coefficient(a, at);
        if digit != 0 {
            add_term(a, 3 - digit, at);
            add_term(a, digit, at - N);
            add_term(a, 3 - digit, at - N + K);
        }
    }
}
