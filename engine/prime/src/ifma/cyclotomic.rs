//! Squares in the cyclotomic subgroup of F_p12: into the state of scheduled assembly, and out of it.
//!
//! Granger and Scott (eprint 2009/565, section 3.2) square a + b w + c w^2 as 3 a^2 - 2 a', 3 s c^2 + 2 b', 3 b^2 - 2 c',
//! where e' is the conjugate of e over F_p2. So a goes its own way, and b and c theirs: while the multipliers work on one
//! chain, what is linear in the other is done beside.

use super::fp12::{EVEN, Lanes};
use super::quadratic::{self, IMAGINARY, REAL, exchanged, halves_exchanged};
use super::quartic::{self, CONSTANT, LINEAR};
use super::radix;
use super::scheduled::{Squares, State};
use super::vector::{self, Set, Word, each};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// g^2 for g of order dividing p^4 - p^2 + 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn square<F: Squares<L>, const L: usize>(g: &Lanes<L>) -> Lanes<L> {
    squares::<F, L>(g, 1)
}

/// g^(2^count) for g of order dividing p^4 - p^2 + 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn squares<F: Squares<L>, const L: usize>(g: &Lanes<L>, count: usize) -> Lanes<L> {
    vector::align();
    if count == 0 {
        return *g;
    }
    let mut state = begin::<F, L>(g);
    let mut left = count;
    while left > 0 {
        let now = left.min(F::AT_ONCE);
        // SAFETY: the processor has the instructions, as this function needs them too.
        unsafe { F::squares(&mut state, now) };
        left -= now;
    }
    finish::<F, L>(&state)
}

/// The state in front of the first square: a as if it were the square of nothing before.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn begin<F: Squares<L>, const L: usize>(g: &Lanes<L>) -> State<L> {
    let mut state = State {
        a_before: g.a,
        bc_before: g.bc,
        a_products: [_mm512_setzero_si512(); L],
        a_factors: MaybeUninit::uninit(),
        bc_real: g.bc,
        bc_imaginary: g.bc,
        bc_right: g.bc,
        bc_exchanged: g.bc,
        spilled: MaybeUninit::uninit(),
    };
    let left_offset = const { radix::multiple::<F, L>(F::OFFSETS.left) };
    let right_offset = const { radix::multiple::<F, L>(F::OFFSETS.right) };
    each!(i < L, {
        let word = g.bc[i];
        let twice = _mm512_add_epi64(word, word);
        let signed = vector::sub_in(twice, EVEN, _mm512_add_epi64(twice, twice));
        state.bc_before[i] = _mm512_add_epi64(signed, before_offset::<F, L>(i));
        // Three times a + b, a; a + xi b, b.
        let turned = quartic::swapped(word);
        let left = vector::multiplied(vector::add_in(turned, CONSTANT, word), 3);
        let left = [quadratic::real_twice(left), quadratic::imaginary_twice(left)];
        let offset = vector::splat(left_offset[i]);
        let [real, imaginary] = if F::TIGHT { left } else { left.map(|left| _mm512_add_epi64(left, offset)) };
        let offset = if F::TIGHT { offset } else { _mm512_add_epi64(offset, offset) };
        state.bc_real[i] = real;
        state.bc_imaginary[i] = vector::difference_in(imaginary, REAL, offset, imaginary);
        let right = vector::add_in(word, CONSTANT, vector::multiplied(turned, F::XI));
        let right = quadratic::with_exchanged(right, CONSTANT, exchanged(turned));
        let raised: Set = if F::TIGHT { CONSTANT } else { Set::MAX };
        state.bc_right[i] = vector::add_in(right, raised, vector::splat(right_offset[i]));
    });
    state.bc_real = vector::carried(&state.bc_real);
    state.bc_imaginary = vector::carried(&state.bc_imaginary);
    state.bc_right = vector::carried(&state.bc_right);
    state.bc_exchanged = vector::map(&state.bc_right, |right| exchanged(right));
    state
}

/// Word i of what is added to `bc_before`.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn before_offset<F: Squares<L>, const L: usize>(i: usize) -> Word {
    let digits = const { radix::multiple::<F, L>(if F::TIGHT { F::OFFSETS.bc } else { 0 }) };
    vector::splat(digits[i])
}

/// The last squares: of a from its products, of b and c from twice its value.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn finish<F: Squares<L>, const L: usize>(state: &State<L>) -> Lanes<L> {
    let mut out = Lanes { a: state.a_before, bc: state.bc_before };
    each!(i < L, {
        let products = state.a_products[i];
        let joined = _mm512_add_epi64(products, halves_exchanged(products));
        // S - M - xi M + 2 M s.
        let m = quartic::second_twice(joined);
        let square = vector::add_in(state.a_before[i], CONSTANT, joined);
        let square = vector::sub_in(square, CONSTANT, vector::multiplied(m, F::XI + 1));
        let square = vector::add_in(square, LINEAR, _mm512_add_epi64(m, m));
        let square = vector::add_in(square, CONSTANT & REAL, exchanged(m));
        out.a[i] = vector::sub_in(square, CONSTANT & IMAGINARY, exchanged(m));
        let twice = _mm512_sub_epi64(state.bc_before[i], before_offset::<F, L>(i));
        out.bc[i] = vector::negated_in(_mm512_srai_epi64::<1>(twice), EVEN);
    });
    Lanes { a: vector::folded::<F, L, 0>(&out.a), bc: out.bc }
}
