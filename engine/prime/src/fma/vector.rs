//! Four elements of F_p, one in each 64-bit lane of L vectors: carries, products, squares.
//!
//! [`Words`] are signed integers below 2^60 in size, with weights 2^(52 i): sums and differences are taken word by word.
//! [`Reals`] are digits from -2^51 to 2^51 - 1 as doubles, the factors of products; the top one is smaller.
//!
//! A column's high halves have the weight of its next one's low halves, less one bit. So the double of a product has digits
//! 2 l_k + h_(k-1), and that is what is summed: with R = 2^(52 L) and t the double of a b, M the double of the digits of -t /
//! p modulo R, (4 t + 2 M p) / R = 8 a b / R modulo p, at most 8 |a b| / R + p.

use super::columns::{self, LOW, constants, products_in_column};
use super::radix::{Radix, Reals, Words};
use crate::digits::DIGIT;
use core::arch::x86_64::*;

/// Runs the body for `$k` = 0, 2, … below `$n`, up to ten unrolled in the source: the compiler unrolls the loops inside only
/// where their ends are constants.
macro_rules! each_pair {
    ($k:ident < $n:expr, $body:block) => {
        each_pair!(@ $k, $n, $body, 0 2 4 6 8)
    };
    (@ $k:ident, $n:expr, $body:block, $($i:literal)*) => {
        if $n > 10 {
            for $k in (0..$n).step_by(2) $body
        } else {
            $(if $i < $n { let $k: usize = $i; $body })*
        }
    };
}

/// 2^51: what makes a digit from -2^51 on one from 0 on.
const HALF: i64 = 1 << (DIGIT - 1);
/// What makes words positive while they are carried: a multiple of 2^52 above their size.
const ABOVE_COLUMNS: i64 = 1 << 58;
const ABOVE_LAST_COLUMN: i64 = 1 << 60;
const ABOVE_WORDS: i64 = 1 << 62;

/// The low bits of a word to which 2^51 was added: from 0 to 2^52 - 1.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn low_bits(word: __m256i) -> __m256i {
    _mm256_and_si256(word, _mm256_set1_epi64x((1 << DIGIT) - 1))
}

/// The digit in the low bits of a word to which 2^51 was added.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn digit(word: __m256i) -> __m256d {
    // The bits of 2^52; with those of a digit from 0 on, less 2^52 and 2^51, that is the signed digit.
    let exponent = _mm256_set1_epi64x(0x433 << DIGIT);
    let real = _mm256_castsi256_pd(_mm256_or_si256(low_bits(word), exponent));
    _mm256_sub_pd(real, _mm256_set1_pd(LOW))
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn carry(word: __m256i) -> __m256i {
    _mm256_srli_epi64::<{ DIGIT as i32 }>(word)
}

#[target_feature(enable = "avx2,fma")]
#[inline]
fn sum(a: __m256i, b: __m256i, constant: i64) -> __m256i {
    _mm256_add_epi64(_mm256_add_epi64(a, b), _mm256_set1_epi64x(constant))
}

/// The digits of words whose sizes are below 2^62.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub fn carried<const L: usize>(words: impl Fn(usize) -> __m256i) -> Reals<L> {
    let mut carried = _mm256_setzero_si256();
    core::array::from_fn(|k| {
        let word = next(k, words(k), carried);
        carried = carry(word);
        digit(word)
    })
}

/// The same value in words from -2^51 to 2^51; the top one is what is left.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub fn settled<const L: usize>(words: &Words<L>) -> Words<L> {
    let mut carried = _mm256_setzero_si256();
    core::array::from_fn(|k| {
        let word = next(k, words[k], carried);
        carried = carry(word);
        if k < L - 1 {
            _mm256_sub_epi64(low_bits(word), _mm256_set1_epi64x(HALF))
        } else {
            _mm256_sub_epi64(word, _mm256_set1_epi64x(ABOVE_WORDS + HALF))
        }
    })
}

/// Word k while words are carried, with 2^51 added.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn next(k: usize, word: __m256i, carried: __m256i) -> __m256i {
    let below = if k == 0 { 0 } else { ABOVE_WORDS >> DIGIT };
    sum(word, carried, ABOVE_WORDS + HALF - below)
}

/// 2 l_k + h_(k-1) of column k of L digits by L digits, and `more`.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn doubled<const L: usize>(low: __m256i, high_before: __m256i, k: usize, more: i64) -> __m256i {
    let before = if k == 0 { 0 } else { products_in_column(L, k - 1) };
    let constants = constants(2 * products_in_column(L, k), before);
    sum(_mm256_add_epi64(low, low), high_before, more.wrapping_sub(constants))
}

/// The first L digits of the double of a product, of which `$columns` are columns k and k + 1; what is carried, the last high
/// halves, and the last digit as a word that 2^51 was added to.
macro_rules! low_half {
    ($k:ident => $columns:expr) => {{
        let zero = _mm256_setzero_si256();
        let mut digits = [_mm256_setzero_pd(); L];
        let (mut carried, mut high, mut word) = (zero, zero, zero);
        let more = ABOVE_COLUMNS + HALF;
        let below = ABOVE_COLUMNS >> DIGIT;
        each_pair!($k < L, {
            let [first, second] = $columns;
            let less = if $k == 0 { 0 } else { below };
            word = _mm256_add_epi64(doubled::<L>(first.low, high, $k, more - less), carried);
            digits[$k] = digit(word);
            carried = carry(word);
            word = _mm256_add_epi64(doubled::<L>(second.low, first.high, $k + 1, more - below), carried);
            digits[$k + 1] = digit(word);
            carried = carry(word);
            high = second.high;
        });
        (digits, carried, high, word)
    }};
}

/// L digits from number `$first` on as words, and the high halves of the last column, from those of the column before.
macro_rules! high_half {
    ($first:expr, $high:expr, $k:ident => $columns:expr) => {{
        let mut words = [_mm256_setzero_si256(); L];
        let mut high = $high;
        each_pair!(i < L, {
            let $k = $first + i;
            let [first, second] = $columns;
            words[i] = doubled::<L>(first.low, high, $k, 0);
            words[i + 1] = doubled::<L>(second.low, first.high, $k + 1, 0);
            high = second.high;
        });
        (words, high)
    }};
}

/// The double of a product.
pub struct Double<const L: usize> {
    /// Its first L digits.
    low: Reals<L>,
    /// The last of those as a word to which 2^51 was added.
    last: __m256i,
    /// The other ones.
    high: Words<L>,
}

/// The double of a product, of which `$columns` are columns k and k + 1.
macro_rules! double {
    ($k:ident => $columns:expr) => {{
        let (low, carried, high, last) = low_half!($k => $columns);
        let (mut words, _) = high_half!(L, high, $k => $columns);
        words[0] = sum(words[0], carried, -(ABOVE_COLUMNS >> DIGIT));
        Double { low, last, high: words }
    }};
}

/// (4 t + 2 M p) / R of four doubles t.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn reduced<const L: usize>(radix: &Radix<L>, t: &Double<L>) -> Words<L> {
    // SAFETY: the instructions are enabled.
    let (m, ..) = low_half!(k => unsafe { columns::product(&radix.neg_inverse, &t.low, k) });
    // 4 t + 2 M p is a multiple of R: what columns below the last one of its low half carry into that one, some units only,
    // makes it a multiple of 2^52, so it need not be known.
    // SAFETY: as above.
    let [before, column] = unsafe { columns::product(&radix.p, &m, L - 2) };
    let last = low_bits(t.last);
    let word = doubled::<L>(column.low, before.high, L - 1, ABOVE_LAST_COLUMN + HALF - 4 * HALF);
    let carried = carry(_mm256_add_epi64(word, _mm256_slli_epi64::<2>(last)));
    // SAFETY: as above.
    let (mut out, _) = high_half!(L, column.high, k => unsafe { columns::product(&radix.p, &m, k) });
    for (out, t) in out.iter_mut().zip(t.high) {
        *out = _mm256_add_epi64(*out, _mm256_slli_epi64::<2>(t));
    }
    out[0] = sum(out[0], carried, -(ABOVE_LAST_COLUMN >> DIGIT));
    out
}

/// A sum of doubles of products: words of the lower half, then of the upper one.
pub type Wide<const L: usize> = [Words<L>; 2];

/// Word k of 2 L.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub fn word<const L: usize>(wide: &Wide<L>, k: usize) -> __m256i {
    wide[k / L][k % L]
}

/// Twice a b of four pairs, in words below 2^55 in size for L up to 8; L is even.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
pub fn mul_wide<const L: usize>(a: &Reals<L>, b: &Reals<L>) -> Wide<L> {
    let zero = _mm256_setzero_si256();
    // SAFETY: the instructions are enabled.
    let (low, high) = high_half!(0, zero, k => unsafe { columns::product(a, b, k) });
    // SAFETY: as above.
    let (top, _) = high_half!(L, high, k => unsafe { columns::product(a, b, k) });
    [low, top]
}

/// 4 t / R modulo p of four sums t of doubles, whose words 0 to 2 L - 1 are given, below 2^59.5 in size: at most 4 |t| / R + p in
/// size, in words below 2^61.6.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub fn reduce<const L: usize>(radix: &Radix<L>, words: impl Fn(usize) -> __m256i) -> Words<L> {
    let mut last = _mm256_setzero_si256();
    let mut carried = _mm256_setzero_si256();
    let low = core::array::from_fn(|k| {
        last = next(k, words(k), carried);
        carried = carry(last);
        digit(last)
    });
    let mut high = core::array::from_fn(|k| words(L + k));
    high[0] = sum(high[0], carried, -(ABOVE_WORDS >> DIGIT));
    reduced(radix, &Double { low, last, high })
}

/// 8 a b / R modulo p of four pairs, at most 8 |a b| / R + p in size; L is even.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
pub fn mul<const L: usize>(radix: &Radix<L>, a: &Reals<L>, b: &Reals<L>) -> Words<L> {
    // SAFETY: the instructions are enabled.
    reduced(radix, &double!(k => unsafe { columns::product(a, b, k) }))
}

/// The same of a^2.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
pub fn square<const L: usize>(radix: &Radix<L>, a: &Reals<L>) -> Words<L> {
    // SAFETY: the instructions are enabled.
    reduced(radix, &double!(k => unsafe { columns::square(a, k) }))
}
