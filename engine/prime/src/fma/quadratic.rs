//! Elements of F_p2 in two pairs of lanes, for xi = 1 + i: squares there and in F_p4 = F_p2\[s\]/(s^2 - xi).
//!
//! A vector has two elements of F_p2, real parts in lanes 0 and 2. The square of x + y i is (x + y)(x - y) + 2 x y i: a product lane by
//! lane of (x + y, 2 x) and (x - y, y). With a and c in one vector, b and d in another one, the squares (a + b s)^2 and (c + d s)^2 in
//! F_p4 are three of these, of both vectors and their sum, and the sums of the results are reduced.

use super::columns::LOW;
use super::radix::{Radix, Reals, Words, residue, signed};
use super::vector::{Wide, carried, mul, mul_wide, settled};
use crate::digits::{DIGIT, digits};
use crate::limbs;
use crate::modulus::Residue;
use core::arch::x86_64::*;

/// An element of F_p2.
pub type Quadratic<const N: usize> = [Residue<N>; 2];

/// What the squares need of a prime of N words in L digits, with 2^30 p <= R.
pub struct Constants<const N: usize, const L: usize> {
    modulus: [u64; N],
    pub radix: Radix<L>,
    /// The lower 26 bits of the digits of p, and the other ones.
    p: [[i64; 2]; L],
    /// 2^(52 (L - 1)) / p.
    quotient: f64,
    /// From residues with the Montgomery factor of words to the form of `radix`, and back.
    enter: Reals<L>,
    leave: Reals<L>,
}

impl<const N: usize, const L: usize> Constants<N, L> {
    /// 2^SHIFT times the product of two residues with the Montgomery factor of words, as digits, has that factor.
    pub const SHIFT: usize = DIGIT * L - 3 - 64 * N;

    /// The constants for p.
    pub const fn new(p: &[u64; N]) -> Self {
        let digits_of_p = digits::<N, L>(p);
        let mut halves = [[0; 2]; L];
        let mut i = 0;
        while i < L {
            halves[i] = [(digits_of_p[i] & ((1 << 26) - 1)) as i64, (digits_of_p[i] >> 26) as i64];
            i += 1;
        }
        let top = digits_of_p[L - 1] as f64 + digits_of_p[L - 2] as f64 / (1u64 << DIGIT) as f64;
        Constants {
            modulus: *p,
            radix: Radix::of(p),
            p: halves,
            quotient: 1.0 / top,
            // A product is 8 a b / R: 2^(64 N) becomes R / 8.
            enter: signed(&digits(&limbs::power_of_two(2 * DIGIT * L - 6 - 64 * N, p))),
            leave: signed(&digits(&limbs::power_of_two(64 * N, p))),
        }
    }
}

impl<const N: usize, const L: usize> Constants<N, L> {
    /// Four residues in the form of `radix`.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub fn entered(&self, residues: [&Residue<N>; 4]) -> Words<L> {
        let [x, y, z, t] = residues.map(|residue| digits::<N, L>(residue).map(u64::cast_signed));
        let words = carried(|i| _mm256_setr_epi64x(x[i], y[i], z[i], t[i]));
        mul(&self.radix, &words, &self.enter)
    }

    /// The residues of four elements in that form.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub fn left(&self, words: &Words<L>) -> [Residue<N>; 4] {
        let words = mul(&self.radix, &carried(|i| words[i]), &self.leave);
        core::array::from_fn(|lane| residue(&self.modulus, &words, lane))
    }

    /// A digit of p in every lane.
    #[target_feature(enable = "avx2,fma")]
    #[inline]
    pub fn digit_of_p(&self, i: usize) -> __m256i {
        let [low, high] = self.p[i];
        _mm256_set1_epi64x(low + (high << 26))
    }
}

/// Two elements of F_p2, between -p and p, in words below 2^56 in size.
pub type Pair<const L: usize> = Words<L>;

/// (y, x) of each (x, y).
#[target_feature(enable = "avx2,fma")]
#[inline]
fn swapped(a: __m256i) -> __m256i {
    _mm256_shuffle_epi32::<0b01_00_11_10>(a)
}

/// The real lanes of a, the others 0.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn real(a: __m256i) -> __m256i {
    _mm256_blend_epi32::<0b1100_1100>(a, _mm256_setzero_si256())
}

/// xi (x + y i): x - y and x + y.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub fn times_xi(a: __m256i) -> __m256i {
    let swapped = swapped(a);
    let minus = _mm256_sub_epi64(_mm256_setzero_si256(), swapped);
    _mm256_add_epi64(a, _mm256_blend_epi32::<0b1100_1100>(minus, swapped))
}

/// The squares in F_p2 of two elements each, without reduction. Their words are given twice; the left ones may be those of any
/// multiples, which the squares are then, too.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub fn squares<const L: usize>(left: impl Fn(usize) -> __m256i, right: impl Fn(usize) -> __m256i) -> Wide<L> {
    let left = carried(|i| {
        let a = left(i);
        // (x + y, 2 x).
        _mm256_add_epi64(_mm256_unpacklo_epi64(a, a), swapped(a))
    });
    let right = carried(|i| {
        let a = right(i);
        _mm256_sub_epi64(a, real(swapped(a)))
    });
    mul_wide(&left, &right)
}

/// The same value modulo p, between -p and p, in smaller words.
#[target_feature(enable = "avx2,fma")]
#[inline]
pub fn folded<const N: usize, const L: usize>(constants: &Constants<N, L>, a: &Words<L>) -> Words<L> {
    let mut out = settled(a);
    // The multiple of p: the top word by 2^(52 (L - 1)) / p, rounded. What is added is 1.5 2^52, whose bits those of an integer
    // follow.
    let magic = _mm256_set1_pd(LOW);
    let bits = _mm256_castpd_si256(magic);
    let top = _mm256_sub_pd(_mm256_castsi256_pd(_mm256_add_epi64(out[L - 1], bits)), magic);
    let quotient = _mm256_fmadd_pd(top, _mm256_set1_pd(constants.quotient), magic);
    let quotient = _mm256_sub_epi64(_mm256_castpd_si256(quotient), bits);
    for (out, [low, high]) in out.iter_mut().zip(&constants.p) {
        let low = _mm256_mul_epi32(quotient, _mm256_set1_epi64x(*low));
        let high = _mm256_slli_epi64::<26>(_mm256_mul_epi32(quotient, _mm256_set1_epi64x(*high)));
        *out = _mm256_sub_epi64(_mm256_sub_epi64(*out, low), high);
    }
    out
}
