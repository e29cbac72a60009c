//! Scalars modulo the order of a group, in constant time.

use crate::{Group, Pairing};
use rand_core::Rng;
use subtle::{Choice, ConditionallySelectable};
use zeroize::Zeroizing;

/// The big-endian integer `bytes` modulo `modulus` (little-endian limbs), bit by bit.
pub(super) fn reduce(bytes: &[u8], modulus: &[u64]) -> Vec<u64> {
    let mut remainder = vec![0_u64; modulus.len()];
    let mut reduced = Zeroizing::new(vec![0_u64; modulus.len()]);
    for bit in bytes.iter().flat_map(|byte| (0..8).rev().map(move |i| byte >> i & 1)) {
        let mut carry = u64::from(bit);
        for limb in &mut remainder {
            (*limb, carry) = (*limb << 1 | carry, *limb >> 63);
        }
        let borrow = subtract(&mut reduced, &remainder, modulus);
        // The difference is wanted where the remainder, with its carry, is not below the modulus.
        let below = Choice::from((borrow & !carry & 1) as u8);
        for (limb, difference) in remainder.iter_mut().zip(reduced.iter()) {
            *limb = u64::conditional_select(difference, limb, below);
        }
    }
    remainder
}

/// Takes the place of a secret value of which only the type's users know what it is made of, so that its memory
/// does not keep it.
pub(super) fn wipe<T: Copy>(secret: &mut T, public: T) {
    // SAFETY: a reference is valid for writing; what was there is `Copy` and needs no drop. The write is volatile,
    // so that it stays although nobody reads it.
    unsafe { core::ptr::write_volatile(secret, public) };
    core::sync::atomic::compiler_fence(core::sync::atomic::Ordering::SeqCst);
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

/// A scalar that is wiped when it is dropped.
pub(super) type Secret = Zeroizing<Vec<u64>>;

/// 1 + (the integer `bytes` modulo r - 1): a scalar from 1 to r - 1.
pub(super) fn unit_scalar<G: Group>(bytes: &[u8]) -> Secret {
    // r is odd, so that neither the decrement nor the increment carries beyond the lowest limb.
    let mut modulus = G::ORDER.to_vec();
    modulus[0] -= 1;
    let mut scalar = Zeroizing::new(reduce(bytes, &modulus));
    let mut carry = 1;
    for limb in scalar.iter_mut() {
        let (sum, overflow) = limb.overflowing_add(carry);
        (*limb, carry) = (sum, u64::from(overflow));
    }
    scalar
}

/// A random scalar from 1 to r - 1.
pub(super) fn random_scalar<P: Pairing, R: Rng + ?Sized>(rng: &mut R) -> Secret {
    let mut bytes = Zeroizing::new(vec![0; bytes_to_reduce::<P::G1>()]);
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
