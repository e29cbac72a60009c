//! Squares in F_p12 = F_p4\[w\]/(w^3 - s), for xi = 1 + i.
//!
//! The square of a + b w + c w^2 is made of those of a, b, c, a + b, b + c and a + c: a^2 + ((b + c)^2 - b^2 - c^2) s, (a + b)^2 - a^2 -
//! b^2 + c^2 s and (a + c)^2 - a^2 - c^2 + b^2. That is six squares in F_p4, two at a time, which fill all lanes, and three reductions.
//!
//! Residues are digits as they are: what differs between the powers of two that belong to words and to digits is a factor of one
//! side of each product.

use super::quadratic::{Constants, Pair, Quadratic, folded, squares, times_xi};
use super::radix::Words;
use super::vector::{Wide, reduce, word};
use crate::digits::{DIGIT, MASK};
use crate::modulus::Residue;
use core::arch::x86_64::*;

/// The second half of the vector first.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn turned(a: __m256i) -> __m256i {
    _mm256_permute2x128_si256::<0x01>(a, a)
}

/// The first half of a, and the second one of b.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn halves(a: __m256i, b: __m256i) -> __m256i {
    _mm256_blend_epi32::<0b1111_0000>(a, b)
}

/// 2^shift times the integers of four residues, in words from 0 to 2^52 - 1.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn words<const N: usize, const L: usize>(limbs: &[__m256i; N], shift: usize) -> Words<L> {
    let mask = _mm256_set1_epi64x(MASK.cast_signed());
    core::array::from_fn(|i| {
        let Some(bit) = (DIGIT * i).checked_sub(shift) else {
            let below = (shift - DIGIT * i) as i64;
            return _mm256_and_si256(_mm256_sll_epi64(limbs[0], _mm_cvtsi64_si128(below)), mask);
        };
        let (limb, place) = (bit / 64, bit % 64);
        if limb >= N {
            return _mm256_setzero_si256();
        }
        let mut word = _mm256_srl_epi64(limbs[limb], _mm_cvtsi64_si128(place as i64));
        if place + DIGIT > 64 && limb + 1 < N {
            let above = _mm256_sll_epi64(limbs[limb + 1], _mm_cvtsi64_si128((64 - place) as i64));
            word = _mm256_or_si256(word, above);
        }
        _mm256_and_si256(word, mask)
    })
}

/// The limbs of two elements of F_p2, four residues.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn limbs<const N: usize>([[x, y], [z, t]]: [&[Residue<N>; 2]; 2]) -> [__m256i; N] {
    core::array::from_fn(|i| {
        _mm256_setr_epi64x(x[i].cast_signed(), y[i].cast_signed(), z[i].cast_signed(), t[i].cast_signed())
    })
}

/// The six elements of F_p4 whose squares are taken, two in each item: a and b, c and a + b, b + c and a + c; the coefficients of 1,
/// then those of s. Given are a and b by their coefficients, and those of c.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn factors<const L: usize>([ab0, ab1, c]: &[Pair<L>; 3]) -> [[Pair<L>; 2]; 3] {
    let c0 = |i: usize| _mm256_permute2x128_si256::<0x00>(c[i], c[i]);
    let c1 = |i: usize| _mm256_permute2x128_si256::<0x11>(c[i], c[i]);
    let c_and_sum = |ab: &Pair<L>, i: usize, c: __m256i| halves(c, _mm256_add_epi64(ab[i], turned(ab[i])));
    let sums = |ab: &Pair<L>, i: usize, c: __m256i| _mm256_add_epi64(turned(ab[i]), c);
    [
        [*ab0, *ab1],
        [
            core::array::from_fn(|i| c_and_sum(ab0, i, c0(i))),
            core::array::from_fn(|i| c_and_sum(ab1, i, c1(i))),
        ],
        [core::array::from_fn(|i| sums(ab0, i, c0(i))), core::array::from_fn(|i| sums(ab1, i, c1(i)))],
    ]
}

/// The squares of two elements x + y s of F_p4 without reduction, both coefficients; `left` are multiples of them, as in [`squares`].
#[target_feature(enable = "avx2,fma")]
#[inline]
fn squares4<const L: usize>(left: &[Pair<L>; 2], right: &[Pair<L>; 2]) -> (Wide<L>, Wide<L>) {
    let sum = |a: &[Pair<L>; 2], i: usize| _mm256_add_epi64(a[0][i], a[1][i]);
    let mut first: Wide<L> = squares(|i| left[0][i], |i| right[0][i]);
    let yy: Wide<L> = squares(|i| left[1][i], |i| right[1][i]);
    let mut second: Wide<L> = squares(|i| sum(left, i), |i| sum(right, i));
    for k in 0..2 {
        for i in 0..L {
            let (x, y) = (first[k][i], yy[k][i]);
            first[k][i] = _mm256_add_epi64(x, times_xi(y));
            second[k][i] = _mm256_sub_epi64(second[k][i], _mm256_add_epi64(x, y));
        }
    }
    (first, second)
}

/// An element of F_p12 becomes its square. Coefficients are in the order of the tower, those of 1, w^2, w^4, w, w^3, w^5.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
pub fn square12<const N: usize, const L: usize>(constants: &Constants<N, L>, f: &mut [Quadratic<N>; 6]) {
    let shift = const { Constants::<N, L>::SHIFT };
    let [f0, f2, f4, f1, f3, f5] = &*f;
    let pairs = [limbs([f0, f1]), limbs([f3, f4]), limbs([f2, f5])];
    let right = factors(&pairs.each_ref().map(|limbs| words::<N, L>(limbs, 0)));
    let left = factors(&pairs.each_ref().map(|limbs| words::<N, L>(limbs, shift)));
    // Of a and b, of c and a + b, of b + c and a + c.
    let (x, y, z) =
        (squares4(&left[0], &right[0]), squares4(&left[1], &right[1]), squares4(&left[2], &right[2]));
    let at = |wide: &(Wide<L>, Wide<L>), j: usize, k: usize| word(if j == 0 { &wide.0 } else { &wide.1 }, k);
    let square = |j: usize, k: usize| (at(&x, j, k), at(&y, j, k), at(&z, j, k));
    // (b + c)^2 - b^2 - c^2 in the first half.
    let twice_bc = |j: usize, k: usize| {
        let (x, y, z) = square(j, k);
        _mm256_sub_epi64(z, _mm256_add_epi64(turned(x), y))
    };
    // (a + b)^2 - a^2 - b^2 in the second one.
    let twice_ab = |j: usize, k: usize| {
        let (x, y, _) = square(j, k);
        _mm256_sub_epi64(y, _mm256_add_epi64(x, turned(x)))
    };
    // (a + c)^2 - a^2 - c^2 + b^2 there.
    let third = |j: usize, k: usize| {
        let (x, y, z) = square(j, k);
        _mm256_add_epi64(_mm256_sub_epi64(z, _mm256_add_epi64(turned(x), turned(y))), x)
    };
    // The first coefficient of the square in the first half, the second one in the second half: those of 1, and of s.
    let of_1 = reduce(&constants.radix, |k| {
        let times_s = halves(twice_bc(1, k), turned(at(&y, 1, k)));
        _mm256_add_epi64(halves(at(&x, 0, k), twice_ab(0, k)), times_xi(times_s))
    });
    let of_s = reduce(&constants.radix, |k| {
        let rest = halves(at(&x, 1, k), twice_ab(1, k));
        _mm256_add_epi64(rest, halves(twice_bc(0, k), turned(at(&y, 0, k))))
    });
    let of_w2 = reduce(&constants.radix, |k| _mm256_permute2x128_si256::<0x31>(third(0, k), third(1, k)));
    let [f0, f2, f4, f1, f3, f5] = f;
    for (words, pair) in [(of_1, [f0, f1]), (of_s, [f3, f4]), (of_w2, [f2, f5])] {
        store(pair, &joined(&canonical(constants, &folded(constants, &words))));
    }
}

/// From a value between -p and p that modulo p, in digits from 0 to 2^52 - 1.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn canonical<const N: usize, const L: usize>(constants: &Constants<N, L>, a: &Words<L>) -> Words<L> {
    let a: Words<L> = natural(|i| a[i]);
    let negative = _mm256_cmpgt_epi64(_mm256_setzero_si256(), a[L - 1]);
    natural(|i| _mm256_add_epi64(a[i], _mm256_and_si256(negative, constants.digit_of_p(i))))
}

/// The same integer in digits from 0 to 2^52 - 1, but for the top one, which is what is left.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn natural<const L: usize>(words: impl Fn(usize) -> __m256i) -> Words<L> {
    // Words are positive while they are carried: 2^62 is added to each, and its 2^10 are taken from the next one.
    const ABOVE: i64 = 1 << 62;
    let mask = _mm256_set1_epi64x(MASK.cast_signed());
    let mut carried = _mm256_setzero_si256();
    core::array::from_fn(|i| {
        let word = _mm256_add_epi64(words(i), carried);
        if i == L - 1 {
            return word;
        }
        let word = _mm256_add_epi64(word, _mm256_set1_epi64x(ABOVE));
        carried =
            _mm256_sub_epi64(_mm256_srli_epi64::<{ DIGIT as i32 }>(word), _mm256_set1_epi64x(ABOVE >> DIGIT));
        _mm256_and_si256(word, mask)
    })
}

/// The limbs of integers below 2^(64 N) in digits.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn joined<const N: usize, const L: usize>(digits: &Words<L>) -> [__m256i; N] {
    core::array::from_fn(|limb| {
        // The digit in which the limb begins, and those above as far as they reach into it.
        let (first, place) = (64 * limb / DIGIT, 64 * limb % DIGIT);
        let mut out = _mm256_srl_epi64(digits[first], _mm_cvtsi64_si128(place as i64));
        for i in [first + 1, first + 2] {
            let at = DIGIT * i - 64 * limb;
            if i < L && at < 64 {
                out = _mm256_or_si256(out, _mm256_sll_epi64(digits[i], _mm_cvtsi64_si128(at as i64)));
            }
        }
        out
    })
}

/// Four residues from their limbs, an even number: two limbs at once, as they are copied.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn store<const N: usize>([first, second]: [&mut Quadratic<N>; 2], limbs: &[__m256i; N]) {
    let ([x, y], [z, t]) = (first, second);
    for (i, two) in limbs.chunks_exact(2).enumerate() {
        let (real, imaginary) =
            (_mm256_unpacklo_epi64(two[0], two[1]), _mm256_unpackhi_epi64(two[0], two[1]));
        let halves = [(&mut *x, &mut *z, real), (&mut *y, &mut *t, imaginary)];
        for (lower, upper, limbs) in halves {
            for (residue, half) in
                [(lower, _mm256_castsi256_si128(limbs)), (upper, _mm256_extracti128_si256::<1>(limbs))]
            {
                // SAFETY: the slice has the 16 bytes that are written.
                unsafe { _mm_storeu_si128(residue[2 * i..2 * i + 2].as_mut_ptr().cast(), half) };
            }
        }
    }
}
