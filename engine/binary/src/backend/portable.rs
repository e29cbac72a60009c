//! One lane in Rust alone. No operation branches on its operands or uses them as an index; the multiplications are taken
//! to run in constant time, as they do on every 64-bit processor of today.

use super::words::Words;
use super::{Kernel, Vector};

/// Every fourth bit.
const COMB: u64 = 0x1111_1111_1111_1111;

/// The carry-less product, by integer products of operands with holes of three bits: a sum of at most 15 ones does not
/// reach the next bit. The four top bits of `y`, each the sixteenth of its comb, are multiplied by selection.
#[inline(never)]
fn carry_less_product(x: u64, y: u64) -> u128 {
    let xs: [u128; 4] = core::array::from_fn(|i| u128::from(x & COMB << i));
    let ys: [u128; 4] = core::array::from_fn(|i| u128::from(y & (COMB >> 4) << i));
    let mut product = 0;
    for k in 0..4 {
        let mut comb = 0;
        for (i, a) in xs.iter().enumerate() {
            comb ^= a * ys[(4 + k - i) % 4];
        }
        product ^= comb & (u128::from(COMB) | u128::from(COMB) << 64) << k;
    }
    for bit in 60..64 {
        product ^= (u128::from(x) << bit) & u128::from(y >> bit & 1).wrapping_neg();
    }
    product
}

/// Bit i of the lower 32 bits moves to bit 2 i.
#[inline]
pub const fn spread_word(x: u64) -> u64 {
    let x = x & 0xffff_ffff;
    let x = (x | x << 16) & 0x0000_ffff_0000_ffff;
    let x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    let x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let x = (x | x << 2) & 0x3333_3333_3333_3333;
    (x | x << 1) & 0x5555_5555_5555_5555
}

/// Bit 2 i moves to bit i.
fn gather_even(x: u64) -> u64 {
    let mut x = x & 0x5555_5555_5555_5555;
    for (shift, mask) in [
        (1, 0x3333_3333_3333_3333),
        (2, 0x0f0f_0f0f_0f0f_0f0f),
        (4, 0x00ff_00ff_00ff_00ff),
        (8, 0x0000_ffff_0000_ffff),
        (16, 0x0000_0000_ffff_ffff),
    ] {
        x = (x | x >> shift) & mask;
    }
    x
}

impl Vector for Words {
    const LANES: usize = 1;
    const ALWAYS_OUTLINE: bool = true;
    const MAP_SLOT: usize = 0;
    type ByteMap = [u8; 8];
    type Digits = Self;

    #[inline(always)]
    fn zero() -> Self {
        Self([0; 2])
    }

    #[inline(always)]
    fn splat(lane: Words) -> Self {
        lane
    }

    #[inline(always)]
    fn gather(words: &[Words], _stride: usize) -> Self {
        words[0]
    }

    #[inline(always)]
    fn store(self, out: &mut [Words]) {
        out[0] = self;
    }

    #[inline(always)]
    fn rotate(self, _by: usize) -> Self {
        self
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        Self([self.0[0] ^ other.0[0], self.0[1] ^ other.0[1]])
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        Self([self.0[0] & other.0[0], self.0[1] & other.0[1]])
    }

    #[inline(always)]
    fn clmul_low(self, other: Self) -> Self {
        Self::from_u128(carry_less_product(self.0[0], other.0[0]))
    }

    #[inline(always)]
    fn clmul_high(self, other: Self) -> Self {
        Self::from_u128(carry_less_product(self.0[1], other.0[1]))
    }

    #[inline(always)]
    fn fold(self) -> Self {
        Self([self.0[0] ^ self.0[1]; 2])
    }

    #[inline(always)]
    fn shl(self, n: usize) -> Self {
        Self([self.0[0] << n, self.0[1] << n])
    }

    #[inline(always)]
    fn shr(self, n: usize) -> Self {
        Self([self.0[0] >> n, self.0[1] >> n])
    }

    #[inline(always)]
    fn middle(low: Self, high: Self) -> Self {
        Self([low.0[1], high.0[0]])
    }

    #[inline(always)]
    fn spread(self) -> (Self, Self) {
        let [low, high] = self.0.map(|x| Self([spread_word(x), spread_word(x >> 32)]));
        (low, high)
    }

    #[inline(always)]
    fn unspread(low: Self, high: Self) -> (Self, Self) {
        let half = |shift: usize| {
            let bits = |x: [u64; 2]| gather_even(x[0] >> shift) | gather_even(x[1] >> shift) << 32;
            Self([bits(low.0), bits(high.0)])
        };
        (half(0), half(1))
    }

    fn interleave(self, other: Self) -> (Self, Self) {
        let (a, b) = (self.to_u128().to_le_bytes(), other.to_u128().to_le_bytes());
        let half = |base: usize| {
            let bytes = core::array::from_fn(|i| if i % 2 == 0 { a[base + i / 2] } else { b[base + i / 2] });
            Self::from_u128(u128::from_le_bytes(bytes))
        };
        (half(0), half(8))
    }

    fn byte_map(columns: [u8; 8]) -> [u8; 8] {
        columns
    }

    #[inline(always)]
    fn digits(self) -> Self {
        self
    }

    fn apply(digits: Self, map: &[u8; 8]) -> Self {
        Self(digits.0.map(|x| {
            map.iter().enumerate().fold(0, |sum, (k, &column)| {
                let selected = x >> k & 0x0101_0101_0101_0101;
                sum ^ (selected * u64::from(column))
            })
        }))
    }

    #[inline(never)]
    fn enter<K: Kernel>(kernel: K) -> K::Output {
        kernel.run()
    }
}
