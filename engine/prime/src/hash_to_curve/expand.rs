//! RFC 9380, section 5: from a message to uniform bytes and to uniform field elements, in constant time.

use crate::curve::Coordinate;
use sha2::{Digest, Sha256};

const DIGEST: usize = 32;
const BLOCK: usize = 64;

/// `length` pseudorandom bytes from a message and a domain separation tag: expand_message_xmd with SHA-256
/// (RFC 9380, section 5.3.1; tags of more than 255 bytes are hashed first, section 5.3.3).
///
/// # Panics
/// If `length` exceeds 255 * 32 bytes.
#[must_use]
pub fn expand_message_xmd(message: &[u8], dst: &[u8], length: usize) -> Vec<u8> {
    let blocks = length.div_ceil(DIGEST);
    assert!(blocks <= 255, "more bytes than expand_message_xmd can give");
    let hashed;
    let tag = if dst.len() > 255 {
        hashed = Sha256::new().chain_update(b"H2C-OVERSIZE-DST-").chain_update(dst).finalize();
        &hashed[..]
    } else {
        dst
    };
    let finish = |hash: Sha256| hash.chain_update(tag).chain_update([tag.len() as u8]).finalize();
    let first = finish(Sha256::new().chain_update([0; BLOCK]).chain_update(message).chain_update([
        (length >> 8) as u8,
        length as u8,
        0,
    ]));
    let mut previous = [0; DIGEST];
    let mut bytes = Vec::with_capacity(blocks * DIGEST);
    for counter in 1..=blocks {
        for (byte, other) in previous.iter_mut().zip(&first) {
            *byte ^= other;
        }
        let block = finish(Sha256::new().chain_update(previous).chain_update([counter as u8]));
        previous.copy_from_slice(&block);
        bytes.extend_from_slice(&previous);
    }
    bytes.truncate(length);
    bytes
}

/// Bytes that a base-field coefficient is reduced from, for 128 bits of security: L of RFC 9380, section 5.1.
#[must_use]
pub const fn bytes_per_coefficient<F: Coordinate>() -> usize {
    (8 * F::WIDTH - F::SPARE_BITS + 128).div_ceil(8)
}

/// `N` field elements from a message: hash_to_field (RFC 9380, section 5.2).
#[must_use]
pub fn hash_to_field<F: Coordinate, const N: usize>(message: &[u8], dst: &[u8]) -> [F; N] {
    let share = F::COUNT * bytes_per_coefficient::<F>();
    let bytes = expand_message_xmd(message, dst, N * share);
    core::array::from_fn(|i| F::from_wide_be(&bytes[i * share..][..share]))
}
