//! Montgomery arithmetic on raw residues: the portable code, and for x86-64 with BMI2 and ADX, assembly.

use super::field::{Fp, PrimeParams, Wide};
use super::limbs;

/// a b / R mod p, for a < R and b < p.
#[inline(always)]
pub fn mul<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    limbs::montgomery_mul(a, b, &P::MODULUS, Fp::<P, N>::NEG_INVERSE)
}

/// a^2 / R mod p, for a < p.
#[inline(always)]
pub fn square<P: PrimeParams<N>, const N: usize>(a: &[u64; N]) -> [u64; N] {
    mul::<P, N>(a, a)
}

/// a b.
#[inline(always)]
pub fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Wide<N> {
    let (low, high) = limbs::mul_wide(a, b);
    Wide { low, high }
}

/// a^2.
#[inline(always)]
pub fn square_wide<const N: usize>(a: &[u64; N]) -> Wide<N> {
    mul_wide(a, a)
}

/// a / R mod p, for a < p R.
#[inline(always)]
pub fn reduce<P: PrimeParams<N>, const N: usize>(a: &Wide<N>) -> [u64; N] {
    limbs::montgomery_reduce(&a.low, &a.high, &P::MODULUS, Fp::<P, N>::NEG_INVERSE)
}
