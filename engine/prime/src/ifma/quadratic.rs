//! Four elements of F_p2 = F_p\[i\]/(i^2 + 1) in a vector: real and imaginary parts in neighbouring lanes.
//!
//! What is linear is a function of words; products are of vectors of digits, with work beside their rows (see
//! [`vector::multiply_add`]).

use super::products::{self, IN_ORDER, Product};
use super::radix::Radix52;
use super::vector::{self, Order, Set, Vector, Word, each, reduced, reloaded};
use core::arch::x86_64::*;

/// The lanes of real parts.
pub const REAL: Set = 0b0101_0101;
/// The lanes of imaginary parts.
pub const IMAGINARY: Set = 0b1010_1010;
/// The lanes of the first two elements.
pub const FIRST_HALF: Set = 0b0000_1111;
/// The lanes of the last two elements.
pub const SECOND_HALF: Set = 0b1111_0000;

/// The left factors of the products of two elements by real parts, then by imaginary ones.
const TWO_LEFT: Order = [0, 0, 2, 2, 1, 1, 3, 3];
/// Their right factors.
pub const TWO_RIGHT: Order = [0, 1, 2, 3, 1, 0, 3, 2];
/// Real parts in both lanes; imaginary ones.
pub const TWICE: [Order; 2] = [[0, 0, 2, 2, 4, 4, 6, 6], [1, 1, 3, 3, 5, 5, 7, 7]];
/// Real parts where the imaginary ones are, and the other way round.
pub const EXCHANGED: Order = [1, 0, 3, 2, 5, 4, 7, 6];

/// Real parts where the imaginary ones are, and the other way round. As assembly, as compilers would join it with an
/// exchange across 128 bits that comes before to another one, which is dearer.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn exchanged(a: Word) -> Word {
    let out;
    // SAFETY: the processor has the instruction, as the function around needs it to.
    unsafe {
        core::arch::asm!(
            "vpshufd {out}, {a}, 78",
            out = lateout(zmm_reg) out,
            a = in(zmm_reg) a,
            options(pure, nomem, nostack, preserves_flags),
        );
    }
    out
}

/// Real parts in both lanes.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn real_twice(a: Word) -> Word {
    _mm512_shuffle_epi32::<0b01_00_01_00>(a)
}

/// Imaginary parts in both lanes.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn imaginary_twice(a: Word) -> Word {
    _mm512_shuffle_epi32::<0b11_10_11_10>(a)
}

/// The last two elements, then the first two.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn halves_exchanged(a: Word) -> Word {
    _mm512_shuffle_i64x2::<0b01_00_11_10>(a, a)
}

/// The first two elements twice.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn first_half_twice(a: Word) -> Word {
    _mm512_shuffle_i64x2::<0b01_00_01_00>(a, a)
}

/// The last two elements twice.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn second_half_twice(a: Word) -> Word {
    _mm512_shuffle_i64x2::<0b11_10_11_10>(a, a)
}

/// What two halves with products by real and by imaginary parts are together, in both halves: the real parts are
/// first half less second, the imaginary ones the sum.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn halves_joined(a: Word) -> Word {
    let other = vector::negated_in(halves_exchanged(a), REAL & FIRST_HALF);
    _mm512_add_epi64(vector::negated_in(a, REAL & SECOND_HALF), other)
}

/// a b / R of digits, lane by lane in F_p, from 0 to a b / R + 1.001 p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn multiply<F: Radix52<L>, const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    vector::align();
    let mut product = vector::nothing();
    vector::multiply_add(&mut product, |i| a[i], b, |_| ());
    reduced!(F, L, product, _i => ())
}

/// a b of digits: two products of vectors and one reduction, so 3 L rows.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn products_beside<F: Radix52<L>, const L: usize>(
    a: &Vector<L>,
    b: &Vector<L>,
    mut beside: impl FnMut(usize),
) -> Vector<L> {
    let mut sum = vector::nothing();
    let other = vector::map(b, |b| exchanged(b));
    vector::multiply_add(&mut sum, |i| imaginary_twice(a[i]), &other, &mut beside);
    vector::negate_wide_in(&mut sum, REAL);
    let (a, b) = (reloaded(a), reloaded(b));
    vector::multiply_add(&mut sum, |i| real_twice(a[i]), b, |row| beside(L + row));
    reduced!(F, L, sum, row => beside(2 * L + row))
}

/// a b of digits.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn products<F: Radix52<L>, const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    let products = [
        Product { left: (a, &TWICE[1]), right: (b, &EXCHANGED) },
        Product { left: (a, &TWICE[0]), right: (b, &IN_ORDER) },
    ];
    products::sum::<F, L>(&products, 1, REAL)
}

/// The products of the first two elements, in both halves.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn two_products<F: Radix52<L>, const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    let product = Product { left: (a, &TWO_LEFT), right: (b, &TWO_RIGHT) };
    vector::map(&products::sum::<F, L>(&[product], 0, 0), |word| halves_joined(word))
}

/// xi a in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn times_xi_in<F: Radix52<L>, const L: usize>(a: Word, set: Set) -> Word {
    with_exchanged(vector::multiplied_in(a, set, F::XI), set, exchanged(a))
}

/// a + i b in the lanes of `set`, a in the others, from b with its parts exchanged.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn with_exchanged(a: Word, set: Set, exchanged: Word) -> Word {
    vector::add_in(vector::sub_in(a, set & REAL, exchanged), set & IMAGINARY, exchanged)
}
