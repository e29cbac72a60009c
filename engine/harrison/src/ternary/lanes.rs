//! Type I (section 3): four coefficients in the bytes of a 32-bit word, each any of 0, 1, 2, 3, where 3 is another 0.
//!
//! The redundant digit makes reduction after an addition a test of one bit, and one integer multiplication makes all
//! sixteen products of two words:
//!
//! ```text
//!     byte      3    2    1    0
//!         a = [ a3 | a2 | a1 | a0 ]      a b = [ c7 = 0 | c6 | … | c1 | c0 ],  c_k = sum of a_i b_(k-i) <= 4·3·3 = 36
//! ```
//!
//! A Montgomery reduction with R = 16 brings each byte c < 3·16 back to 0 … 3, and as 16 = 1 modulo 3 it changes no
//! residue. Bytes do not disturb each other on the way: 5c <= 180 and c + 3u <= 81.

use super::Limb;

/// Four coefficients in the bytes of a word, each 0, 1, 2 or 3.
#[derive(Clone, Copy, Debug)]
pub struct Lanes(u32);

const LANES: usize = 4;
const ONES: u32 = 0x0101_0101;
const THREES: u32 = 3 * ONES;

impl Lanes {
    /// The word with these bytes, the lowest coefficient first.
    ///
    /// # Panics
    /// If a digit is more than 3.
    pub fn new(digits: [u8; LANES]) -> Self {
        assert!(digits.iter().all(|&digit| digit <= 3), "a digit of a lane is 0, 1, 2 or 3");
        Self(u32::from_le_bytes(digits))
    }

    /// The digits as they are, 3 for some of the zeros.
    pub fn digits(self) -> [u8; LANES] {
        self.0.to_le_bytes()
    }

    /// Each byte c <= 36 to a digit of the same residue (section 3.2).
    #[inline(always)]
    fn montgomery(x: u32) -> Self {
        let u = 5u32.wrapping_mul(x) & 0x0f0f_0f0f;
        let t = x.wrapping_add(3 * u);
        let x = t >> 4;
        let h = (x >> 2) & ONES;
        Self(x - 3 * h)
    }

    /// The same polynomial with digits 0, 1 and 2.
    #[inline(always)]
    fn canonical(self) -> u32 {
        self.0 - 3 * (self.0 & (self.0 >> 1) & ONES)
    }
}

impl PartialEq for Lanes {
    fn eq(&self, other: &Self) -> bool {
        self.canonical() == other.canonical()
    }
}

impl Eq for Lanes {}

impl Limb for Lanes {
    const LEN: usize = LANES;
    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);
    const KARATSUBA_FLOOR: usize = 7;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let c = self.0 + other.0;
        let r = (c >> 2) & ONES;
        Self(c - 3 * r)
    }

    #[inline(always)]
    fn neg(self) -> Self {
        Self(THREES - self.0)
    }

    #[inline(always)]
    fn mul(self, other: Self) -> (Self, Self) {
        let product = u64::from(self.0) * u64::from(other.0);
        (Self::montgomery(product as u32), Self::montgomery((product >> 32) as u32))
    }

    #[inline(always)]
    fn cube(self) -> [Self; 3] {
        let a = self.0;
        // Coefficients 0 and 1 go to bytes 0 and 3 of the first word, 2 to byte 6, 3 to byte 9.
        [Self((a & 0xff) | ((a & 0xff00) << 16)), Self(a & 0x00ff_0000), Self((a >> 16) & 0xff00)]
    }

    #[inline(always)]
    fn funnel(low: Self, high: Self, by: usize) -> Self {
        let both = u64::from(low.0) | u64::from(high.0) << 32;
        Self((both >> (8 * by)) as u32)
    }

    #[inline(always)]
    fn below(self, count: usize) -> Self {
        Self((u64::from(self.0) & ((1 << (8 * count)) - 1)) as u32)
    }

    #[inline(always)]
    fn term(digit: u8, at: usize) -> Self {
        Self(u32::from(digit) << (8 * at))
    }

    #[inline(always)]
    fn coefficient(self, at: usize) -> u8 {
        (self.canonical() >> (8 * at)) as u8
    }

    #[inline(always)]
    fn degree(self) -> Option<usize> {
        self.canonical().checked_ilog2().map(|bit| bit as usize / 8)
    }
}
