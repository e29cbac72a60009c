//! Between single elements in 64-bit limbs and lanes in digits: one Montgomery multiplication by a constant
//! each way.

use super::curve::InLanes;
use super::fp12::{Lanes, POWERS};
use super::quadratic;
use super::radix::{self, Radix52};
use super::vector::{self, Order, Vector};
use crate::digits::joined;
use crate::tower::{Fp2, Fp12};
use crate::{Fp, PrimeParams, limbs};

/// The elements as lanes 0, 1, …; further lanes are 0. Between 0 and 2 p.
///
/// # Panics
/// If there are more than eight.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn enter<F, const L: usize, const N: usize>(elements: &[Fp<F, N>]) -> Vector<L>
where
    F: Radix52<L> + PrimeParams<N>,
{
    assert!(elements.len() <= 8);
    let mut words: [Order; L] = [[0; 8]; L];
    for (lane, element) in elements.iter().enumerate() {
        for (i, digit) in radix::digits::<N, L>(element.montgomery()).iter().enumerate() {
            words[i][lane] = *digit;
        }
    }
    quadratic::multiply::<F, L>(&vector::load(&words), &vector::constant(&F::ENTER))
}

/// The first `COUNT` lanes of a value above -8 p, as single elements.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn leave<F, const L: usize, const N: usize, const COUNT: usize>(a: &Vector<L>) -> [Fp<F, N>; COUNT]
where
    F: Radix52<L> + PrimeParams<N>,
{
    let limbs64 = quadratic::multiply::<F, L>(&vector::factor::<F, L, 8>(a), &vector::constant(&F::LEAVE));
    let words = vector::folded::<F, L, 2>(&limbs64).map(|word| vector::lanes(word));
    core::array::from_fn(|lane| single(words.iter().map(|word| word[lane].cast_signed())))
}

/// An element of F_p12 as its lanes.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
pub fn enter_fp12<C: InLanes<L, N>, const L: usize, const N: usize>(f: &Fp12<C::Fp, C>) -> Lanes<L> {
    let [a, bc] = POWERS.map(|powers| {
        let coefficients = powers.map(|power| f.c[power % 2].c[power / 2].c);
        enter::<C::Params, L, N>(coefficients.as_flattened())
    });
    Lanes { a, bc }
}

/// An element of F_p12 out of its lanes.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
pub fn leave_fp12<C: InLanes<L, N>, const L: usize, const N: usize>(f: &Lanes<L>) -> Fp12<C::Fp, C> {
    let mut out = Fp12::ZERO;
    for (lanes, powers) in [&f.a, &f.bc].iter().zip(POWERS) {
        let elements = leave::<C::Params, L, N, 8>(lanes);
        for (&[re, im], power) in elements.as_chunks().0.iter().zip(powers) {
            out.c[power % 2].c[power / 2] = Fp2::new(re, im);
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
