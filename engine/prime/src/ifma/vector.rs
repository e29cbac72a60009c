//! Eight elements of F_p, one in each 64-bit lane of `L` vectors of 512 bits.
//!
//! A *loose* vector's words are signed 64-bit integers: the value is the sum of word i times 2^(52 i), of
//! either sign. Sums and differences are taken word by word, without carries. [`carried`] makes *digits* of a
//! value that is not negative: the low 52 bits of each word, all that IFMA looks at; the bits above stay what
//! they were.

use super::radix::{DIGIT, MASK, Offset, QUOTIENT_SHIFT, Radix52};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

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

/// One word of each of eight elements.
pub type Word = __m512i;
/// Eight elements, loose or digits.
pub type Vector<const L: usize> = [Word; L];
/// Eight double-width values: low half, high half.
pub type Wide<const L: usize> = [[Word; L]; 2];
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

/// The lanes of a word.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn lanes(word: Word) -> Order {
    let mut lanes = [0; 8];
    // SAFETY: the array has the 64 bytes that are written.
    unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), word) };
    lanes
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

/// Word i of loose a + K p (see [`Offset`]), still loose.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn offset<F: Radix52<L>, const L: usize, const K: u64>(i: usize, a: Word) -> Word {
    if K > 0 || !F::TIGHT { _mm512_add_epi64(a, splat(Offset::<F, L, K>::DIGITS[i])) } else { a }
}

/// Digits that are made one after the other of the words of a value from 0 to 2^(52 L) - 1: every carry goes into the
/// next. Stores are dear, so there is nothing in the places before.
pub struct Digits<const L: usize> {
    digits: MaybeUninit<Vector<L>>,
    carry: Word,
}

impl<const L: usize> Digits<L> {
    /// Several without any digit yet, in their place.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn begin<const N: usize>(place: &mut MaybeUninit<[Self; N]>) -> &mut [Self; N] {
        // SAFETY: the place is there; digits need not be anything, so that the carries make values of them.
        unsafe {
            for i in 0..N {
                (&raw mut (*place.as_mut_ptr())[i].carry).write(_mm512_setzero_si512());
            }
            place.assume_init_mut()
        }
    }

    /// Takes word i. The first one begins another value, and the others follow in their order.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn take(&mut self, i: usize, word: Word) {
        assert!(i < L);
        let digit = if i == 0 { word } else { _mm512_add_epi64(word, self.carry) };
        self.carry = _mm512_srai_epi64::<{ DIGIT as u32 }>(digit);
        // SAFETY: the place is one of the array's.
        unsafe { self.digits.as_mut_ptr().cast::<Word>().add(i).write(digit) };
    }

    /// All digits.
    ///
    /// # Safety
    /// All words must have been taken.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub unsafe fn all(&self) -> &Vector<L> {
        // SAFETY: the caller has made all of them.
        unsafe { self.digits.assume_init_ref() }
    }
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

/// Digits of a + K p, which must be from 0 to 2^(52 L) - 1.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn factor<F: Radix52<L>, const L: usize, const K: u64>(a: &Vector<L>) -> Vector<L> {
    let mut out = *a;
    each!(i < L, { out[i] = offset::<F, L, K>(i, a[i]) });
    carried(&out)
}

/// Word i of the value with every carry moved one word up (see [`tidied`]).
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn tidy<const L: usize>(a: &Vector<L>, i: usize) -> Word {
    let kept = if i + 1 < L { _mm512_and_si512(a[i], splat(MASK)) } else { a[i] };
    if i > 0 { _mm512_add_epi64(kept, _mm512_srai_epi64::<{ DIGIT as u32 }>(a[i - 1])) } else { kept }
}

/// The quotient by p of a loose value that is not negative, or one less.
///
/// Carries go one word up, so what is below the words it looks at is from -2^11 to 2^52 + 2^11 of the highest word below:
/// their value is at most 2^-41 of their lowest bit above the whole one's, which [`Radix52::QUOTIENT_FACTOR`] leaves room for.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn quotient<F: Radix52<L>, const L: usize>(words: &Vector<L>) -> Word {
    let (position, shift) = (const { F::QUOTIENT_POSITION / DIGIT }, const { F::QUOTIENT_POSITION % DIGIT });
    let mut top = _mm512_sra_epi64(tidy(words, position), _mm_cvtsi64_si128(shift as i64));
    if position + 1 < L {
        let above = _mm512_sll_epi64(tidy(words, position + 1), _mm_cvtsi64_si128((DIGIT - shift) as i64));
        top = _mm512_add_epi64(top, above);
    }
    // A value near 0 may have top words of -1.
    let top = _mm512_max_epi64(top, _mm512_setzero_si512());
    let product = _mm512_madd52hi_epu64(_mm512_setzero_si512(), top, splat(F::QUOTIENT_FACTOR));
    _mm512_srli_epi64::<{ QUOTIENT_SHIFT as u32 }>(product)
}

/// A value congruent to a + K p, which must not be negative: from 0 to 1.001 p, with words below 2^54 in size.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn folded<F: Radix52<L>, const L: usize, const K: u64>(a: &Vector<L>) -> Vector<L> {
    let mut raised = *a;
    each!(i < L, { raised[i] = offset::<F, L, K>(i, a[i]) });
    let quotient = quotient::<F, L>(&raised);
    let mut out = raised;
    each!(i < L, {
        let mut multiple = _mm512_madd52lo_epu64(_mm512_setzero_si512(), quotient, splat(F::P[i]));
        if i > 0 {
            multiple = _mm512_madd52hi_epu64(multiple, quotient, splat(F::P[i - 1]));
        }
        if i + 1 == L && F::TIGHT {
            // A tight field's value may be above R, and what is above goes into the top word.
            let above = _mm512_madd52hi_epu64(_mm512_setzero_si512(), quotient, splat(F::P[i]));
            multiple = _mm512_add_epi64(multiple, _mm512_slli_epi64::<{ DIGIT as u32 }>(above));
        }
        out[i] = _mm512_sub_epi64(tidy(&raised, i), multiple);
    });
    out
}

/// [`folded`] where the field is tight; otherwise a, as it may be loose.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn settled<F: Radix52<L>, const L: usize, const K: u64>(a: &Vector<L>) -> Vector<L> {
    if F::TIGHT { folded::<F, L, K>(a) } else { *a }
}

/// Adds to one word of a double-width value.
macro_rules! word {
    ($wide:ident, $k:expr, $length:expr) => {
        $wide[if $k < $length { 0 } else { 1 }][if $k < $length { $k } else { $k - $length }]
    };
}

/// Adds a b, both digits, to `sum`: 2 L^2 IFMA instructions.
///
/// `a` gives a digit, and `beside` is called after each of the `L` rows: other work, which gets the units that the
/// multipliers leave idle. Processors look some sixty vector instructions ahead, so it has to stand that near.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn multiply_add<const L: usize>(
    sum: &mut Wide<L>,
    a: impl Fn(usize) -> Word,
    b: &Vector<L>,
    mut beside: impl FnMut(usize),
) {
    // Two IFMA a cycle with a latency of four need eight additions under way. A row has L of one kind: where
    // that is few, low and high halves have accumulators of their own; where it is many, there would be no
    // registers for them.
    if 2 * L * 2 + L + 1 > 32 {
        each!(i < L, {
            let digit = a(i);
            each!(j < L, { word!(sum, i + j, L) = _mm512_madd52lo_epu64(word!(sum, i + j, L), digit, b[j]) });
            each!(j < L, {
                word!(sum, i + j + 1, L) = _mm512_madd52hi_epu64(word!(sum, i + j + 1, L), digit, b[j]);
            });
            beside(i);
        });
    } else {
        let mut high = [[_mm512_setzero_si512(); L]; 2];
        each!(i < L, {
            let digit = a(i);
            each!(j < L, { word!(sum, i + j, L) = _mm512_madd52lo_epu64(word!(sum, i + j, L), digit, b[j]) });
            each!(j < L, {
                word!(high, i + j, L) = _mm512_madd52hi_epu64(word!(high, i + j, L), digit, b[j])
            });
            beside(i);
        });
        each!(k < L - 1, { sum[0][k + 1] = _mm512_add_epi64(sum[0][k + 1], high[0][k]) });
        sum[1][0] = _mm512_add_epi64(sum[1][0], high[0][L - 1]);
        each!(k < L - 1, { sum[1][k + 1] = _mm512_add_epi64(sum[1][k + 1], high[1][k]) });
    }
}

/// a^2 of digits: products of two different ones count twice.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn square<const L: usize>(a: &Vector<L>) -> Wide<L> {
    let mut sum = nothing();
    each!(i < L, {
        each!(j < L, {
            if i < j {
                word!(sum, i + j, L) = _mm512_madd52lo_epu64(word!(sum, i + j, L), a[i], a[j]);
            }
        });
        each!(j < L, {
            if i < j {
                word!(sum, i + j + 1, L) = _mm512_madd52hi_epu64(word!(sum, i + j + 1, L), a[i], a[j]);
            }
        });
    });
    each!(half < 2, { sum[half] = map(&sum[half], |word| _mm512_add_epi64(word, word)) });
    each!(i < L, {
        word!(sum, 2 * i, L) = _mm512_madd52lo_epu64(word!(sum, 2 * i, L), a[i], a[i]);
        word!(sum, 2 * i + 1, L) = _mm512_madd52hi_epu64(word!(sum, 2 * i + 1, L), a[i], a[i]);
    });
    sum
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
/// Its `L` rows wait each for the row before; `$beside` is what comes after row `$i`. A macro, as compilers would call a
/// function of that length, and accumulators would go through memory.
macro_rules! reduced {
    ($F:ty, $L:expr, $t:ident, $i:ident => $beside:expr) => {{
        each!($i < $L, {
            vector::reduce_row::<$F, $L>(&mut $t, $i);
            $beside
        });
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
    each!(half < 2, { t[half] = map(&t[half], |word| negated_in(word, set)) });
}

/// The function of each word.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn map<const L: usize>(a: &Vector<L>, f: impl Fn(Word) -> Word) -> Vector<L> {
    let mut out = *a;
    each!(i < L, { out[i] = f(a[i]) });
    out
}

/// The function of the words of two values.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn zip<const L: usize>(a: &Vector<L>, b: &Vector<L>, f: impl Fn(Word, Word) -> Word) -> Vector<L> {
    let mut out = *a;
    each!(i < L, { out[i] = f(a[i], b[i]) });
    out
}

/// a - b.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn sub<const L: usize>(a: &Vector<L>, b: &Vector<L>) -> Vector<L> {
    zip(a, b, |a, b| _mm512_sub_epi64(a, b))
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

/// An instruction in the lanes of a set, as assembly: of intrinsics compilers make two instructions and more, as they
/// know the set.
macro_rules! masked {
    ($template:literal, $a:expr, $set:expr $(, $name:ident = $operand:expr)*) => {{
        let mut out = $a;
        // SAFETY: the processor has the instruction, as the function around needs it to.
        unsafe {
            core::arch::asm!(
                $template,
                a = inout(zmm_reg) out,
                set = in(kreg) $set,
                $($name = in(zmm_reg) $operand,)*
                options(pure, nomem, nostack, preserves_flags),
            );
        }
        out
    }};
}

/// a + b in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn add_in(a: Word, set: Set, b: Word) -> Word {
    masked!("vpaddq {a}{{{set}}}, {a}, {b}", a, set, b = b)
}

/// a - b in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn sub_in(a: Word, set: Set, b: Word) -> Word {
    masked!("vpsubq {a}{{{set}}}, {a}, {b}", a, set, b = b)
}

/// b - c in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn difference_in(a: Word, set: Set, b: Word, c: Word) -> Word {
    masked!("vpsubq {a}{{{set}}}, {b}, {c}", a, set, b = b, c = c)
}

/// -a in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn negated_in(a: Word, set: Set) -> Word {
    masked!("vpsubq {a}{{{set}}}, {zero}, {a}", a, set, zero = _mm512_setzero_si512())
}

/// b in the lanes of `set`, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn blended(a: Word, set: Set, b: Word) -> Word {
    masked!("vmovdqa64 {a}{{{set}}}, {b}", a, set, b = b)
}

/// `factor` times a in the lanes of `set`, a in the others, for the small factors that xi brings.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn multiplied_in(a: Word, set: Set, factor: u32) -> Word {
    if factor == 1 { a } else { blended(a, set, multiplied(a, factor)) }
}

/// `factor` times a, for the small factors that xi brings.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn multiplied(a: Word, factor: u32) -> Word {
    let twice = _mm512_add_epi64(a, a);
    match factor {
        1 => a,
        2 => twice,
        3 => _mm512_add_epi64(twice, a),
        5 => _mm512_add_epi64(_mm512_slli_epi64::<2>(a), a),
        6 => _mm512_add_epi64(_mm512_slli_epi64::<2>(a), twice),
        9 => _mm512_add_epi64(_mm512_slli_epi64::<3>(a), a),
        10 => _mm512_add_epi64(_mm512_slli_epi64::<3>(a), twice),
        _ => unreachable!("no tower has such a xi"),
    }
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

/// Aligns the function around and its stack frame to lines of the cache. Compilers, which know of 16 bytes alone, spill
/// vectors across two lines otherwise; and code that begins within a line has run a quarter slower (AMD Zen 5).
#[inline(always)]
pub fn align() {
    let mut place = MaybeUninit::<Word>::uninit();
    // SAFETY: the directive takes instructions that do nothing; no other one is executed.
    unsafe {
        core::arch::asm!(
            ".p2align 6",
            "/* {0} */",
            in(reg) place.as_mut_ptr(),
            options(readonly, nostack, preserves_flags),
        );
    }
}
