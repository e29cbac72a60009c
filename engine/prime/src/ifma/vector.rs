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
/// A set of lanes: bit k is lane k.
pub type Set = u8;
/// Eight lane numbers, or another number for each lane.
pub type Order = [u64; 8];

/// The words of an [`Order`].
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn indices(order: &Order) -> __m512i {
    // SAFETY: an `Order` has the 64 bytes that are read.
    unsafe { _mm512_loadu_si512(order.as_ptr().cast()) }
}

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

/// Digits that are constant data: for each digit, the lanes.
pub type Table<const L: usize> = [Order; L];

/// Digits that are constant data.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn load<const L: usize>(table: &Table<L>) -> Vector<L> {
    let mut out = [_mm512_setzero_si512(); L];
    each!(i < L, { out[i] = indices(&table[i]) });
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

/// Digits of a + K p, which must not be negative.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn factor<F: Radix52<L>, const L: usize, const K: u64>(a: &Vector<L>) -> Vector<L> {
    carried(&offset::<F, L, K>(a))
}

/// [`folded`] where the field is tight; otherwise a, as it may be loose.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn settled<F: Radix52<L>, const L: usize, const K: u64>(a: &Vector<L>) -> Vector<L> {
    if F::TIGHT { folded::<F, L, K>(a) } else { *a }
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
pub fn tidied<const L: usize>(a: &Vector<L>) -> Vector<L> {
    let mut out = *a;
    each!(i < L - 1, { out[i] = _mm512_and_si512(out[i], splat(MASK)) });
    each!(i < L - 1, {
        out[i + 1] = _mm512_add_epi64(out[i + 1], _mm512_srai_epi64::<{ DIGIT as u32 }>(a[i]));
    });
    out
}

/// Montgomery reduction of the double-width value in a variable: t / R mod p, from t / R to t / R + 1.001 p, with words
/// that leave room for sums (see [`tidied`]).
///
/// Its `L` rows wait each for the row before. A macro, as compilers would call a function of that length, and
/// accumulators would go through memory.
macro_rules! reduced {
    ($F:ty, $L:expr, $t:ident) => {{
        each!(i < $L, { vector::reduce_row::<$F, $L>(&mut $t, i) });
        vector::tidied(&$t[1])
    }};
}
pub(super) use reduced;

/// Makes digit i of t zero by adding a multiple of p 2^(52 i), and carries into digit i + 1.
///
/// A digit times p (-1/p mod 2^52), which is -1 modulo 2^52, takes no product for the factor in front: to the digits
/// above it adds the digit times a constant (see [`Radix52::ELIMINATION`]). But that multiple is as large as 2^52 p
/// 2^(52 i), so the last two rows add the least one.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn reduce_row<F: Radix52<L>, const L: usize>(t: &mut Wide<L>, i: usize) {
    if i + 2 < L {
        let digit = t[0][i];
        each!(j < L, {
            word!(t, i + j + 1, L) =
                _mm512_madd52lo_epu64(word!(t, i + j + 1, L), digit, splat(F::ELIMINATION[j]));
        });
        each!(j < L, {
            word!(t, i + j + 2, L) =
                _mm512_madd52hi_epu64(word!(t, i + j + 2, L), digit, splat(F::ELIMINATION[j]));
        });
        t[0][i + 1] = _mm512_add_epi64(t[0][i + 1], _mm512_srai_epi64::<{ DIGIT as u32 }>(digit));
    } else {
        let factor = _mm512_madd52lo_epu64(_mm512_setzero_si512(), t[0][i], splat(F::NEGATED_INVERSE));
        // The low digit of the sum is zero, so what it carries is its value before, rounded up: no product to
        // wait for.
        let carry = _mm512_srai_epi64::<{ DIGIT as u32 }>(_mm512_add_epi64(t[0][i], splat(MASK)));
        word!(t, i + 1, L) = _mm512_add_epi64(word!(t, i + 1, L), carry);
        each!(j < L - 1, {
            word!(t, i + j + 1, L) =
                _mm512_madd52lo_epu64(word!(t, i + j + 1, L), factor, splat(F::P[j + 1]));
        });
        each!(j < L, {
            word!(t, i + j + 1, L) = _mm512_madd52hi_epu64(word!(t, i + j + 1, L), factor, splat(F::P[j]));
        });
    }
}

/// The double-width value 0 in every lane.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn nothing<const L: usize>() -> Wide<L> {
    [[_mm512_setzero_si512(); L]; 2]
}

/// -t in the lanes of `set`, t in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn negate_wide_in<const L: usize>(t: &mut Wide<L>, set: Set) {
    let set = opaque(set);
    each!(half < 2, {
        each!(i < L, {
            t[half][i] = _mm512_mask_sub_epi64(t[half][i], set, _mm512_setzero_si512(), t[half][i]);
        });
    });
}

/// The function of each word.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn map<const L: usize>(a: &Vector<L>, f: impl Fn(__m512i) -> __m512i) -> Vector<L> {
    let mut out = *a;
    each!(i < L, { out[i] = f(a[i]) });
    out
}

/// The function of the words of two values.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn zip<const L: usize>(
    a: &Vector<L>,
    b: &Vector<L>,
    f: impl Fn(__m512i, __m512i) -> __m512i,
) -> Vector<L> {
    let mut out = *a;
    each!(i < L, { out[i] = f(a[i], b[i]) });
    out
}

/// a + b.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn add<const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    zip(a, b, |a, b| _mm512_add_epi64(a, b))
}

/// a - b.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn sub<const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    zip(a, b, |a, b| _mm512_sub_epi64(a, b))
}

/// 2 a.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn doubled<const L: usize>(a: &Vector<L>) -> Vector<L> {
    add(a, a)
}

/// The set, of which the compiler does not know that it is constant: it would turn what is masked into two
/// instructions and more.
#[inline(always)]
fn opaque(set: Set) -> Set {
    let mut mask = u32::from(set);
    // SAFETY: no instruction is executed and the register keeps its value.
    unsafe {
        core::arch::asm!("/* {0:e} */", inout(reg) mask, options(pure, nomem, nostack, preserves_flags));
    }
    mask as Set
}

/// a + b in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn add_in<const L: usize>(a: &Vector<L>, set: Set, b: &Vector<L>) -> Vector<L> {
    let set = opaque(set);
    zip(a, b, |a, b| _mm512_mask_add_epi64(a, set, a, b))
}

/// a - b in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn sub_in<const L: usize>(a: &Vector<L>, set: Set, b: &Vector<L>) -> Vector<L> {
    let set = opaque(set);
    zip(a, b, |a, b| _mm512_mask_sub_epi64(a, set, a, b))
}

/// -a in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn negated_in<const L: usize>(a: &Vector<L>, set: Set) -> Vector<L> {
    let set = opaque(set);
    map(a, |a| _mm512_mask_sub_epi64(a, set, _mm512_setzero_si512(), a))
}

/// b in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn blended<const L: usize>(a: &Vector<L>, set: Set, b: &Vector<L>) -> Vector<L> {
    let set = opaque(set);
    zip(a, b, |a, b| _mm512_mask_blend_epi64(set, a, b))
}

/// 2^s a, with its own s for every lane.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn shifted<const L: usize>(a: &Vector<L>, s: &Order) -> Vector<L> {
    let count = indices(s);
    map(a, |a| _mm512_sllv_epi64(a, count))
}

/// Lane k of the result is lane `order[k]`.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn permuted<const L: usize>(a: &Vector<L>, order: &Order) -> Vector<L> {
    let order = indices(order);
    map(a, |a| _mm512_permutexvar_epi64(order, a))
}

/// Lane k of the result is lane `order[k]` of a, or lane `order[k]` - 8 of b.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn picked<const L: usize>(a: &Vector<L>, b: &Vector<L>, order: &Order) -> Vector<L> {
    let order = indices(order);
    zip(a, b, |a, b| _mm512_permutex2var_epi64(a, order, b))
}

/// `FACTOR` times a in the lanes of `set`, a in the others, for the small factors that xi brings.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn multiplied_in<const L: usize>(a: &Vector<L>, set: Set, factor: u32) -> Vector<L> {
    match factor {
        1 => *a,
        2 => add_in(a, set, a),
        3 => add_in(a, set, &doubled(a)),
        5 => add_in(a, set, &times_power_of_two::<2, L>(a)),
        6 => add_in(&add_in(a, set, &times_power_of_two::<2, L>(a)), set, a),
        9 => add_in(a, set, &times_power_of_two::<3, L>(a)),
        10 => add_in(&add_in(a, set, &times_power_of_two::<3, L>(a)), set, a),
        _ => unreachable!("no tower has such a xi"),
    }
}

/// 2^S a.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn times_power_of_two<const S: u32, const L: usize>(a: &Vector<L>) -> Vector<L> {
    map(a, |a| _mm512_slli_epi64::<S>(a))
}

/// The same reference, from which the compiler loads afresh instead of holding what it loaded before in
/// registers that the accumulators need.
#[inline(always)]
pub fn reloaded<T>(reference: &T) -> &T {
    let mut at: *const T = reference;
    // SAFETY: no instruction is executed and the register keeps its value, so the pointer stays that of the
    // reference.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) at, options(readonly, nostack, preserves_flags));
        &*at
    }
}
