//! Hash functions with an output of any length, one for each purpose, from SHA-256.

use sha2::{Digest, Sha256};

/// `length` bytes: SHA-256(counter | length of purpose | purpose | length of part | part | ...) for counter =
/// 0, 1, ..., with all numbers as eight big-endian bytes, so that no two inputs give the same string.
pub(super) fn oracle(purpose: &str, parts: &[&[u8]], length: usize) -> Vec<u8> {
    let number = |n: usize| (n as u64).to_be_bytes();
    let mut out = Vec::with_capacity(length + 32);
    for counter in 0..length.div_ceil(32) {
        let mut hash = Sha256::new().chain_update(number(counter));
        for part in core::iter::once(purpose.as_bytes()).chain(parts.iter().copied()) {
            hash.update(number(part.len()));
            hash.update(part);
        }
        out.extend_from_slice(&hash.finalize());
    }
    out.truncate(length);
    out
}

/// a = a XOR b.
pub(super) fn xor(a: &mut [u8], b: &[u8]) {
    debug_assert_eq!(a.len(), b.len());
    for (a, b) in a.iter_mut().zip(b) {
        *a ^= b;
    }
}
