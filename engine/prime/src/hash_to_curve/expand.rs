//! RFC 9380, section 5: from a message to uniform bytes and to uniform field elements, in constant time.

use crate::curve::Coordinate;
use pairforge_interface::Error;
use sha2::{Digest, Sha256};

const DIGEST: usize = 32;
const BLOCK: usize = 64;

/// Fills `out` with pseudorandom bytes from a message, in parts that follow each other, and a domain separation tag:
/// expand_message_xmd with SHA-256 (RFC 9380, section 5.3.1; tags of more than 255 bytes are hashed first, section 5.3.3).
///
/// # Panics
/// If `out` is longer than 255 * 32 bytes, or `dst` is empty (section 3.1).
pub fn expand_message_xmd(message: &[&[u8]], dst: &[u8], out: &mut [u8]) {
    Expanded::new(message, &[], dst, out.len()).fill(out);
}

/// The bytes of expand_message_xmd, one after the other.
pub(super) struct Expanded<'a> {
    tag: &'a [u8],
    /// Of a tag that is too long.
    hashed_tag: Option<[u8; DIGEST]>,
    first: [u8; DIGEST],
    block: [u8; DIGEST],
    counter: u8,
    /// Bytes of the block that have been taken.
    taken: usize,
}

impl<'a> Expanded<'a> {
    /// `length` bytes of the message followed by `end`.
    pub fn new(message: &[&[u8]], end: &[u8], dst: &'a [u8], length: usize) -> Self {
        assert!(length.div_ceil(DIGEST) <= 255, "more bytes than expand_message_xmd can give");
        assert!(!dst.is_empty(), "{}", Error::EmptyTag);
        let hashed = || Sha256::new().chain_update(b"H2C-OVERSIZE-DST-").chain_update(dst).finalize().into();
        let (hashed_tag, zero) = ((dst.len() > 255).then(hashed), [0; DIGEST]);
        let mut bytes =
            Expanded { tag: dst, hashed_tag, first: zero, block: zero, counter: 0, taken: DIGEST };
        let parts = message.iter().fold(Sha256::new().chain_update([0; BLOCK]), Sha256::chain_update);
        bytes.first =
            bytes.finish(parts.chain_update(end).chain_update([(length >> 8) as u8, length as u8, 0]));
        bytes
    }

    fn finish(&self, hash: Sha256) -> [u8; DIGEST] {
        let tag = self.hashed_tag.as_ref().map_or(self.tag, |tag| tag);
        hash.chain_update(tag).chain_update([tag.len() as u8]).finalize().into()
    }

    fn next_block(&mut self) {
        for (byte, other) in self.block.iter_mut().zip(&self.first) {
            *byte ^= other;
        }
        self.counter += 1;
        self.block = self.finish(Sha256::new().chain_update(self.block).chain_update([self.counter]));
        self.taken = 0;
    }

    /// The next bytes.
    pub fn fill(&mut self, out: &mut [u8]) {
        for byte in out {
            if self.taken == DIGEST {
                self.next_block();
            }
            *byte = self.block[self.taken];
            self.taken += 1;
        }
    }

    /// The next field element.
    pub fn element<F: Coordinate>(&mut self) -> F {
        const { assert!(bytes_of::<F>() <= MOST) };
        let mut bytes = [0; MOST];
        let share = &mut bytes[..bytes_of::<F>()];
        self.fill(share);
        F::from_wide_be(share)
    }
}

/// The most bytes that an element is reduced from: eight coefficients of 640 bits.
const MOST: usize = 8 * (80 + 16);

/// Bytes that an element is reduced from, for 128 bits of security: as often as it has coefficients L of RFC 9380,
/// section 5.1.
#[must_use]
pub const fn bytes_of<F: Coordinate>() -> usize {
    F::COUNT * (8 * F::WIDTH - F::SPARE_BITS + 128).div_ceil(8)
}

/// `N` field elements from a message, in parts that follow each other: hash_to_field (RFC 9380, section 5.2).
///
/// # Panics
/// If `dst` is empty.
#[must_use]
pub fn hash_to_field<F: Coordinate, const N: usize>(message: &[&[u8]], dst: &[u8]) -> [F; N] {
    let mut bytes = Expanded::new(message, &[], dst, N * bytes_of::<F>());
    core::array::from_fn(|_| bytes.element())
}
