//! Scalars modulo the order of a group, in constant time.

use crate::{Group, Pairing};
use rand_core::Rng;
use subtle::{Choice, ConditionallySelectable};

/// The big-endian integer `bytes` modulo `modulus` (little-endian limbs), bit by bit.
pub(super) fn reduce(bytes: &[u8], modulus: &[u64]) -> Vec<u64> {
    let mut remainder = vec![0_u64; modulus.len()];
    let mut reduced = vec![0_u64; modulus.len()];
    for bit in bytes.iter().flat_map(|byte| (0..8).rev().map(move |i| byte >> i & 1)) {
        let mut carry = u64::from(bit);
        for limb in &mut remainder {
            (*limb, carry) = (*limb << 1 | carry, *limb >> 63);
        }
        let borrow = subtract(&mut reduced, &remainder, modulus);
        // The difference is wanted where the remainder, with its carry, is not below the modulus.
        let below = Choice::from((borrow & !carry & 1) as u8);
        for (limb, difference) in remainder.iter_mut().zip(&reduced) {
            *limb = u64::conditional_select(difference, limb, below);
        }
    }
    remainder
}

/// out = a - b, and the borrow.
fn subtract(out: &mut [u64], a: &[u64], b: &[u64]) -> u64 {
    let mut borrow = 0;
    for ((out, a), b) in out.iter_mut().zip(a).zip(b) {
        let difference = u128::from(*a).wrapping_sub(u128::from(*b) + u128::from(borrow));
        *out = difference as u64;
        borrow = (difference >> 64) as u64 & 1;
    }
    borrow
}

/// Bytes that a scalar is reduced from, so that its distribution is uniform within 2^-128.
pub(super) fn bytes_to_reduce<G: Group>() -> usize {
    8 * G::ORDER.len() + 16
}

/// 1 + (the integer `bytes` modulo r - 1): a scalar from 1 to r - 1.
pub(super) fn unit_scalar<G: Group>(bytes: &[u8]) -> Vec<u64> {
    // r is odd, so that neither the decrement nor the increment carries beyond the lowest limb.
    let mut modulus = G::ORDER.to_vec();
    modulus[0] -= 1;
    let mut scalar = reduce(bytes, &modulus);
    let mut carry = 1;
    for limb in &mut scalar {
        let (sum, overflow) = limb.overflowing_add(carry);
        (*limb, carry) = (sum, u64::from(overflow));
    }
    scalar
}

/// A random scalar from 1 to r - 1.
pub(super) fn random_scalar<P: Pairing, R: Rng + ?Sized>(rng: &mut R) -> Vec<u64> {
    let mut bytes = vec![0; bytes_to_reduce::<P::G1>()];
    rng.fill_bytes(&mut bytes);
    unit_scalar::<P::G1>(&bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use num_bigint::BigUint;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn reduction_is_the_remainder(bytes: Vec<u8>, modulus in prop::collection::vec(any::<u64>(), 1..4)) {
            prop_assume!(modulus.iter().any(|&l| l != 0));
            let integer = |limbs: &[u64]| limbs.iter().rev().fold(BigUint::ZERO, |n, &l| (n << 64) + l);
            let expected = BigUint::from_bytes_be(&bytes) % integer(&modulus);
            prop_assert_eq!(integer(&reduce(&bytes, &modulus)), expected);
        }
    }
}
