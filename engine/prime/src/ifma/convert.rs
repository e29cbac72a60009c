//! Between single elements in 64-bit limbs and lanes in digits: one Montgomery multiplication by a constant
//! each way.

use super::lanes::{self, Lanes};
use super::radix::{self, Radix52};
use super::vector;
use crate::digits::joined;
use crate::{BaseField, Fp, PrimeParams, limbs};
use core::arch::x86_64::*;

/// An element of F_p2 as its two coefficients.
pub type Pair<F, const N: usize> = [Fp<F, N>; 2];

/// The elements as lanes 0, 1, …; further lanes are 0. Between 0 and 2 p.
///
/// # Panics
/// If there are more than eight.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn enter<F, const L: usize, const N: usize>(elements: &[Pair<F, N>]) -> Lanes<L>
where
    F: Radix52<L> + PrimeParams<N>,
{
    assert!(elements.len() <= 8);
    let mut words = [[[0u64; 8]; L]; 2];
    for (lane, element) in elements.iter().enumerate() {
        for (part, coefficient) in element.iter().enumerate() {
            for (i, digit) in radix::digits::<N, L>(coefficient.montgomery()).iter().enumerate() {
                words[part][i][lane] = *digit;
            }
        }
    }
    let raw = Lanes(words.map(|part| {
        // SAFETY: each of the arrays has the 64 bytes that are read.
        part.map(|word| unsafe { _mm512_loadu_si512(word.as_ptr().cast()) })
    }));
    lanes::mul::<F, L>(&raw.operand::<F, 0>(), &every_lane::<L>(&F::ENTER).operand::<F, 0>())
}

/// The element of F_p with these digits in every lane.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn every_lane<const L: usize>(digits: &[u64; L]) -> Lanes<L> {
    Lanes([vector::constant(digits), [_mm512_setzero_si512(); L]])
}

/// The first `COUNT` lanes of a value above -8 p, as single elements.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn leave<F, const L: usize, const N: usize, const COUNT: usize>(a: &Lanes<L>) -> [Pair<F, N>; COUNT]
where
    F: Radix52<L> + PrimeParams<N>,
{
    let limbs64 = lanes::mul::<F, L>(&a.operand::<F, 8>(), &every_lane::<L>(&F::LEAVE).operand::<F, 0>());
    let words = limbs64.folded::<F, 2>().0.map(|part| {
        part.map(|word| {
            let mut lanes = [0i64; 8];
            // SAFETY: the array has the 64 bytes that are written.
            unsafe { _mm512_storeu_si512(lanes.as_mut_ptr().cast(), word) };
            lanes
        })
    });
    let mut out = [[Fp::ZERO; 2]; COUNT];
    for (lane, element) in out.iter_mut().enumerate() {
        for (coefficient, part) in element.iter_mut().zip(&words) {
            *coefficient = single(part.iter().map(|word| word[lane]));
        }
    }
    out
}

/// The element below 2 p whose Montgomery form has these loose words.
fn single<F, const N: usize>(words: impl Iterator<Item = i64>) -> Fp<F, N>
where
    F: PrimeParams<N>,
{
    let (residue, top) = joined(words);
    Fp::from_montgomery(limbs::reduce_once(&residue, top, &F::MODULUS))
}
