//! Sums of products of vectors with one reduction, compiled once for a field.
//!
//! A Miller loop with all its products where they are used takes 42 KB of instructions for BLS12-381, and caches of
//! instructions hold 32 KB: it is then as slow as instructions come from the next cache.

use super::radix::Radix52;
use super::vector::{self, Order, Set, Vector, each, reduced};
use core::arch::x86_64::*;

/// The lanes as they are.
pub const IN_ORDER: Order = [0, 1, 2, 3, 4, 5, 6, 7];

/// A product of digits, lane by lane, each factor with its lanes in some order.
#[derive(Clone, Copy, Debug)]
pub struct Product<'a, const L: usize> {
    /// One factor.
    pub left: (&'a Vector<L>, &'static Order),
    /// The other one.
    pub right: (&'a Vector<L>, &'static Order),
}

/// The sum of all products over R; the first `subtracted` ones count as negative in the lanes of `set`.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn sum<F: Radix52<L>, const L: usize>(
    products: &[Product<'_, L>],
    subtracted: usize,
    set: Set,
) -> Vector<L> {
    vector::align();
    let mut sum = vector::nothing();
    for (k, product) in products.iter().enumerate() {
        if k > 0 && k == subtracted {
            vector::negate_wide_in(&mut sum, set);
        }
        let (left, order) = (product.left.0, vector::indices(product.left.1));
        let right = vector::permuted(product.right.0, product.right.1);
        vector::multiply_add(&mut sum, |i| _mm512_permutexvar_epi64(order, left[i]), &right, |_| ());
    }
    reduced!(F, L, sum, _i => ())
}
