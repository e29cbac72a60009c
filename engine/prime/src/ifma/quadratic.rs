//! Four elements of F_p2 = F_p\[i\]/(i^2 + 1) in a vector: real and imaginary parts in neighbouring lanes.

use super::radix::Radix52;
use super::vector::{self, Order, Set, Vector, each, reduced, reloaded};
use core::arch::x86_64::*;

/// The lanes of real parts.
pub const REAL: Set = 0b0101_0101;
/// The lanes of imaginary parts.
pub const IMAGINARY: Set = 0b1010_1010;

/// Which lanes of each pair go where, as [`_mm512_shuffle_epi32`] takes it: two words of 32 bits a lane.
const EXCHANGED: i32 = 0b01_00_11_10;
const REAL_TWICE: i32 = 0b01_00_01_00;
const IMAGINARY_TWICE: i32 = 0b11_10_11_10;

/// Real parts where the imaginary ones are, and the other way round.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn exchanged<const L: usize>(a: &Vector<L>) -> Vector<L> {
    vector::map(a, |a| _mm512_shuffle_epi32::<EXCHANGED>(a))
}

/// Real parts in both lanes.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn real_twice<const L: usize>(a: &Vector<L>) -> Vector<L> {
    vector::map(a, |a| _mm512_shuffle_epi32::<REAL_TWICE>(a))
}

/// Imaginary parts in both lanes.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn imaginary_twice<const L: usize>(a: &Vector<L>) -> Vector<L> {
    vector::map(a, |a| _mm512_shuffle_epi32::<IMAGINARY_TWICE>(a))
}

/// xi a in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn times_xi_in<F: Radix52<L>, const L: usize>(a: &Vector<L>, set: Set) -> Vector<L> {
    let exchanged = exchanged(a);
    let multiple = vector::multiplied_in(a, set, F::XI);
    vector::add_in(&vector::sub_in(&multiple, set & REAL, &exchanged), set & IMAGINARY, &exchanged)
}

/// The conjugates a^p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn conjugate<const L: usize>(a: &Vector<L>) -> Vector<L> {
    vector::negated_in(a, IMAGINARY)
}

/// a b / R of digits, lane by lane in F_p, from 0 to a b / R + p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn multiply<F: Radix52<L>, const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    let mut product = vector::nothing();
    vector::multiply_add(&mut product, a, b);
    reduced!(F, L, product)
}

/// a b of digits: two products of vectors and one reduction.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn products<F: Radix52<L>, const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    let mut sum = vector::nothing();
    vector::multiply_add(&mut sum, &imaginary_twice(a), &exchanged(b));
    vector::negate_wide_in(&mut sum, REAL);
    vector::multiply_add(&mut sum, &real_twice(reloaded(a)), reloaded(b));
    reduced!(F, L, sum)
}

/// The products of the first two elements, in both halves: one product of vectors and one reduction. The second
/// halves of a and b are not looked at.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn two_products<F: Radix52<L>, const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    const LEFT: Order = [0, 0, 2, 2, 1, 1, 3, 3];
    const RIGHT: Order = [0, 1, 2, 3, 1, 0, 3, 2];
    let mut sum = vector::nothing();
    vector::multiply_add(&mut sum, &vector::permuted(a, &LEFT), &vector::permuted(b, &RIGHT));
    halves_joined(&reduced!(F, L, sum))
}

/// What two halves with products by real and by imaginary parts are together, in both halves: the real parts are
/// first half less second, the imaginary ones the sum.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn halves_joined<const L: usize>(a: &Vector<L>) -> Vector<L> {
    let other = halves_exchanged(a);
    let signed = vector::negated_in(&other, REAL & FIRST_HALF);
    vector::add(&vector::negated_in(a, REAL & SECOND_HALF), &signed)
}

/// The lanes of the first two elements, and those of the others.
pub const FIRST_HALF: Set = 0b0000_1111;
/// The lanes of the last two elements.
pub const SECOND_HALF: Set = 0b1111_0000;

/// The last two elements, then the first two.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn halves_exchanged<const L: usize>(a: &Vector<L>) -> Vector<L> {
    vector::map(a, |a| _mm512_shuffle_i64x2::<0b01_00_11_10>(a, a))
}

/// The first two elements twice.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn first_half_twice<const L: usize>(a: &Vector<L>) -> Vector<L> {
    vector::map(a, |a| _mm512_shuffle_i64x2::<0b01_00_01_00>(a, a))
}

/// The last two elements twice.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn second_half_twice<const L: usize>(a: &Vector<L>) -> Vector<L> {
    vector::map(a, |a| _mm512_shuffle_i64x2::<0b11_10_11_10>(a, a))
}
