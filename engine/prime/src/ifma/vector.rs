//! Eight elements of F_p, one in each 64-bit lane of `L` vectors of 512 bits.
//!
//! A *loose* vector's words are signed 64-bit integers: the value is the sum of word i times 2^(52 i), of
//! either sign. Sums and differences are taken word by word, without carries. [`carried`] makes *digits* of a
//! value that is not negative: the low 52 bits of each word, all that IFMA looks at; the bits above stay what
//! they were.

use super::radix::{DIGIT, MASK, Offset, QUOTIENT_SHIFT, Radix52};
use core::arch::x86_64::*;

/// Runs the body for `$i` = 0, 1, … below `$n`, at most 10, unrolled in the source: arrays of accumulators
/// indexed by `$i` become registers whatever the optimizer's thresholds are.
macro_rules! each {
    ($i:ident < $n:expr, $body:block) => {
        each!(@ $i, $n, $body, 0 1 2 3 4 5 6 7 8 9)
    };
    (@ $i:ident, $n:expr, $body:block, $($k:literal)*) => {
        { $(if $k < $n { let $i: usize = $k; $body })* }
    };
}
pub(super) use each;

/// Eight elements, loose or digits.
pub type Vector<const L: usize> = [__m512i; L];
/// Eight double-width values: low half, high half.
pub type Wide<const L: usize> = [[__m512i; L]; 2];

/// All lanes the same word.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn splat(word: u64) -> __m512i {
    _mm512_set1_epi64(word.cast_signed())
}

/// All lanes the same element.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn constant<const L: usize>(digits: &[u64; L]) -> Vector<L> {
    let mut out = [_mm512_setzero_si512(); L];
    each!(i < L, { out[i] = splat(digits[i]) });
    out
}

/// Loose a + K p (see [`Offset`]), still loose.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn offset<F: Radix52<L>, const L: usize, const K: u64>(a: &Vector<L>) -> Vector<L> {
    let mut out = *a;
    if K > 0 || !F::TIGHT {
        each!(i < L, { out[i] = _mm512_add_epi64(out[i], splat(Offset::<F, L, K>::DIGITS[i])) });
    }
    out
}

/// Digits of a value from 0 to 2^(52 L) - 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn carried<const L: usize>(a: &Vector<L>) -> Vector<L> {
    let mut out = *a;
    each!(i < L - 1, {
        out[i + 1] = _mm512_add_epi64(out[i + 1], _mm512_srai_epi64::<{ DIGIT as u32 }>(out[i]));
    });
    out
}

/// A value congruent to a + K p, which must not be negative, from 0 to 1.001 p. Its words are below 2^53 in
/// size.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn folded<F: Radix52<L>, const L: usize, const K: u64>(a: &Vector<L>) -> Vector<L> {
    let zero = _mm512_setzero_si512();
    let mask = splat(MASK);
    let mut y = carried(&offset::<F, L, K>(a));
    each!(i < L - 1, { y[i] = _mm512_and_si512(y[i], mask) });
    let (position, shift) = (const { F::QUOTIENT_POSITION / DIGIT }, const { F::QUOTIENT_POSITION % DIGIT });
    let mut top = _mm512_srl_epi64(y[position], _mm_cvtsi64_si128(shift as i64));
    if position + 1 < L {
        let above = _mm512_sll_epi64(y[position + 1], _mm_cvtsi64_si128((DIGIT - shift) as i64));
        top = _mm512_or_si512(top, above);
    }
    let quotient = _mm512_madd52hi_epu64(zero, top, splat(F::QUOTIENT_FACTOR));
    let quotient = _mm512_srli_epi64::<{ QUOTIENT_SHIFT as u32 }>(quotient);
    let mut multiple = [zero; L];
    each!(i < L, { multiple[i] = _mm512_madd52lo_epu64(zero, quotient, splat(F::P[i])) });
    each!(i < L - 1, { multiple[i + 1] = _mm512_madd52hi_epu64(multiple[i + 1], quotient, splat(F::P[i])) });
    each!(i < L, { y[i] = _mm512_sub_epi64(y[i], multiple[i]) });
    y
}

/// Adds to one word of a double-width value.
macro_rules! word {
    ($wide:ident, $k:expr, $length:expr) => {
        $wide[if $k < $length { 0 } else { 1 }][if $k < $length { $k } else { $k - $length }]
    };
}

/// Adds a b, both digits, to `sum`: 2 L^2 IFMA instructions.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn multiply_add<const L: usize>(sum: &mut Wide<L>, a: &Vector<L>, b: &Vector<L>) {
    // Two IFMA a cycle with a latency of four need eight additions under way. A row has L of one kind: where
    // that is few, low and high halves have accumulators of their own; where it is many, there would be no
    // registers for them.
    if 2 * L * 2 + L + 1 > 32 {
        each!(i < L, {
            each!(j < L, { word!(sum, i + j, L) = _mm512_madd52lo_epu64(word!(sum, i + j, L), a[i], b[j]) });
            each!(j < L, {
                word!(sum, i + j + 1, L) = _mm512_madd52hi_epu64(word!(sum, i + j + 1, L), a[i], b[j]);
            });
        });
    } else {
        let mut high = [[_mm512_setzero_si512(); L]; 2];
        each!(i < L, {
            each!(j < L, { word!(sum, i + j, L) = _mm512_madd52lo_epu64(word!(sum, i + j, L), a[i], b[j]) });
            each!(j < L, {
                word!(high, i + j, L) = _mm512_madd52hi_epu64(word!(high, i + j, L), a[i], b[j])
            });
        });
        each!(k < L - 1, { sum[0][k + 1] = _mm512_add_epi64(sum[0][k + 1], high[0][k]) });
        sum[1][0] = _mm512_add_epi64(sum[1][0], high[0][L - 1]);
        each!(k < L - 1, { sum[1][k + 1] = _mm512_add_epi64(sum[1][k + 1], high[1][k]) });
    }
}

/// a with words from -2^11 to 2^52 + 2^11 below the top one: every carry goes one word up, none any further.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn tidied<const L: usize>(a: &Vector<L>) -> Vector<L> {
    let mut out = *a;
    each!(i < L - 1, { out[i] = _mm512_and_si512(out[i], splat(MASK)) });
    each!(i < L - 1, {
        out[i + 1] = _mm512_add_epi64(out[i + 1], _mm512_srai_epi64::<{ DIGIT as u32 }>(a[i]));
    });
    out
}

/// Montgomery reductions of two double-width values at once: t / R mod p, from t / R to t / R + p, with words
/// that leave room for sums (see [`tidied`]).
///
/// Each reduction is a chain of `L` rows that wait for the row before; two interleaved keep the multipliers
/// busy.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn reduce_pair<F: Radix52<L>, const L: usize>(mut x: Wide<L>, mut y: Wide<L>) -> [Vector<L>; 2] {
    each!(i < L, {
        reduce_row::<F, L>(&mut x, i);
        reduce_row::<F, L>(&mut y, i);
    });
    [tidied(&x[1]), tidied(&y[1])]
}

/// Makes digit i of t zero by adding a multiple of p 2^(52 i), and carries into digit i + 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn reduce_row<F: Radix52<L>, const L: usize>(t: &mut Wide<L>, i: usize) {
    let zero = _mm512_setzero_si512();
    let factor = _mm512_madd52lo_epu64(zero, t[0][i], splat(F::NEGATED_INVERSE));
    // The low digit of the sum is zero, so what it carries is its value before, rounded up: no product to
    // wait for.
    let carry = _mm512_srai_epi64::<{ DIGIT as u32 }>(_mm512_add_epi64(t[0][i], splat(MASK)));
    word!(t, i + 1, L) = _mm512_add_epi64(word!(t, i + 1, L), carry);
    each!(j < L - 1, {
        if F::P[j + 1] != 0 {
            word!(t, i + j + 1, L) =
                _mm512_madd52lo_epu64(word!(t, i + j + 1, L), factor, splat(F::P[j + 1]));
        }
    });
    each!(j < L, {
        if F::P[j] != 0 {
            word!(t, i + j + 1, L) = _mm512_madd52hi_epu64(word!(t, i + j + 1, L), factor, splat(F::P[j]));
        }
    });
}

/// a + b, word by word.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn add<const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    let mut out = *a;
    each!(i < L, { out[i] = _mm512_add_epi64(out[i], b[i]) });
    out
}
