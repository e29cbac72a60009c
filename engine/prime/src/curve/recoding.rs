//! Scalars as signed digits (Booth), and table entries for a secret digit: without branches or indices that
//! depend on them.

use crate::limbs::word_at;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// Bits of a digit.
pub const WINDOW: usize = 4;
/// Entries of a table of multiples: digits run from `-TABLE` to `TABLE`.
pub const TABLE: usize = 1 << (WINDOW - 1);

/// A signed digit.
#[derive(Clone, Copy, Debug)]
pub struct Digit {
    /// 0 to [`TABLE`].
    pub magnitude: u8,
    /// Whether it is below 0.
    pub negative: Choice,
}

impl Digit {
    /// Whether it is 0.
    #[must_use]
    pub fn is_zero(&self) -> Choice {
        self.magnitude.ct_eq(&0)
    }
}

/// Digits of a scalar below 2^bits.
#[must_use]
pub const fn digits(bits: usize) -> usize {
    bits / WINDOW + 1
}

/// The bits of digit `index`, `window` of them, and below them the top bit of the digit before, which is its carry.
#[inline(always)]
pub(super) fn bits_with_carry(scalar: &[u64], index: usize, window: usize) -> u64 {
    let bits = if index == 0 { word_at(scalar, 0) << 1 } else { word_at(scalar, window * index - 1) };
    bits & ((2 << window) - 1)
}

/// Digit `index` of `scalar`: sum of digit(i) 2^(WINDOW i) over all `digits(bits)` of them is the scalar.
#[must_use]
pub fn digit(scalar: &[u64], index: usize) -> Digit {
    digit_of(scalar, index, WINDOW)
}

/// The same of digits of `window` bits, 8 at most: from -2^(window - 1) to 2^(window - 1).
#[must_use]
#[inline(always)]
pub(super) fn digit_of(scalar: &[u64], index: usize, window: usize) -> Digit {
    let bits = bits_with_carry(scalar, index, window);
    let negative = (bits >> window) as u8;
    let rounded = bits.div_ceil(2) as u8;
    let sign = negative.wrapping_neg();
    let magnitude = (rounded ^ sign).wrapping_add(negative).wrapping_add(sign & (1_u16 << window) as u8);
    Digit { magnitude, negative: Choice::from(negative) }
}

/// Entry `magnitude - 1` of the table; some entry for 0. Reads every entry.
#[must_use]
#[inline(always)]
pub fn look_up<T: ConditionallySelectable>(table: &[T], magnitude: u8) -> T {
    let mut entry = table[0];
    for (candidate, i) in table.iter().zip(1_u8..).skip(1) {
        entry.conditional_assign(candidate, i.ct_eq(&magnitude));
    }
    entry
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_sum_to_the_scalar() {
        let scalars: [[u64; 2]; 5] = [
            [0, 0],
            [u64::MAX, u64::MAX >> 1],
            [0x8888_8888_8888_8888, 0x0888_8888_8888_8888],
            [0x7777_7777_7777_7777, 0x7777_7777_7777_7777],
            [0x0123_4567_89ab_cdef, 0x0fed_cba9_8765_4321],
        ];
        for (window, scalar) in (2..=8).flat_map(|window| scalars.map(|scalar| (window, scalar))) {
            let mut sum = 0_i128;
            for i in (0..=127 / window).rev() {
                let d = digit_of(&scalar, i, window);
                assert!(d.magnitude <= 1 << (window - 1));
                let value = i128::from(d.magnitude);
                let signed = if bool::from(d.negative) { -value } else { value };
                sum = sum.wrapping_mul(1 << window).wrapping_add(signed);
            }
            assert_eq!(sum, i128::from(scalar[0]) | i128::from(scalar[1]) << 64);
        }
    }
}
