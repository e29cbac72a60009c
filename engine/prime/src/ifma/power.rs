//! Powers of many independent elements of F_p: eight lanes, and both parts of a value, for sixteen at a time.

use super::available::assert_available;
use super::convert;
use super::curve::InLanes;
use super::lanes::Lanes;
use super::radix::Radix52;
use super::vector::{self, Vector};
use crate::{BaseField, Fp, PrimeParams, limbs};
use core::arch::x86_64::*;

/// Elements that are raised at a time.
const AT_ONCE: usize = 16;

/// Sixteen elements of F_p as factors.
type Digits<const L: usize> = [Vector<L>; 2];

/// Raises each element to the power (p - 3) / 4, in its place.
///
/// # Panics
/// If the processor lacks AVX-512 IFMA.
pub fn power_p_minus_3_over_4<C: InLanes<L, N>, const L: usize, const N: usize>(elements: &mut [C::Fp]) {
    assert_available();
    let exponent = const { limbs::shift_right(&<C::Params as PrimeParams<N>>::MODULUS, 2) };
    for some in elements.chunks_mut(AT_ONCE) {
        // SAFETY: the processor has the instructions.
        unsafe { raise::<C::Params, L, N>(some, &exponent) }
    }
}

/// Raises at most [`AT_ONCE`] elements to the same public power.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn raise<F, const L: usize, const N: usize>(elements: &mut [Fp<F, N>], exponent: &[u64])
where
    F: Radix52<L> + PrimeParams<N>,
{
    let mut pairs = [[Fp::ZERO; 2]; AT_ONCE / 2];
    pairs.as_flattened_mut()[..elements.len()].copy_from_slice(elements);
    let base = convert::enter::<F, L, N>(&pairs);
    let two = square::<F, L>(&base);
    let mut odd = [base; limbs::ODD_DIGITS];
    for i in 1..odd.len() {
        odd[i] = multiply::<F, L>(&digits(&odd[i - 1]), &digits(&two));
    }
    let mut steps = limbs::windows(exponent);
    let (_, first) = steps.next().expect("the exponent is not 0");
    let power = steps.fold(odd[first / 2], |mut power, (squares, digit)| {
        for _ in 0..squares {
            power = square::<F, L>(&power);
        }
        if digit == 0 { power } else { multiply::<F, L>(&digits(&power), &digits(&odd[digit / 2])) }
    });
    let powers = convert::leave::<F, L, N, { AT_ONCE / 2 }>(&power);
    elements.copy_from_slice(&powers.as_flattened()[..elements.len()]);
}

/// Values from 0 to 2 p as factors.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn digits<const L: usize>(a: &Lanes<L>) -> Digits<L> {
    [vector::carried(&a.0[0]), vector::carried(&a.0[1])]
}

/// a^2 in both parts of every lane, apart.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn square<F: Radix52<L>, const L: usize>(a: &Lanes<L>) -> Lanes<L> {
    let a = digits(a);
    multiply::<F, L>(&a, &a)
}

/// a b in both parts of every lane, apart: from 0 to 1.1 p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
fn multiply<F: Radix52<L>, const L: usize>(a: &Digits<L>, b: &Digits<L>) -> Lanes<L> {
    let mut products = [[[_mm512_setzero_si512(); L]; 2]; 2];
    vector::multiply_add(&mut products[0], &a[0], &b[0]);
    vector::multiply_add(&mut products[1], &a[1], &b[1]);
    let [re, im] = products;
    Lanes(vector::reduce_pair::<F, L>(re, im))
}
