//! The windows of digits that buckets are for, and which part goes where.

use super::super::recoding::bits_with_carry;
use core::ops::Range;

/// Digits that are sorted to buckets at a time, at least: with fewer, inversions are shared by too few
/// additions.
const DIGITS: usize = 1 << 14;

/// The digits of a part, and which of them go to the same buckets: digit i to those of window i mod `windows`, where the
/// part has its point times 2^(bits windows j) for j = i / `windows`, the `powers` of the point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Layout {
    /// Bits of a digit.
    pub bits: usize,
    /// How many sets of buckets there are.
    pub windows: usize,
    /// How many points belong to a part.
    pub powers: usize,
}

impl Layout {
    /// For parts of so many bits in digits of `bits` bits, with at most so many powers of each point.
    pub fn new(part: usize, bits: usize, most_powers: usize) -> Self {
        let digits = part / bits + 1;
        let windows = digits.div_ceil(most_powers);
        Layout { bits, windows, powers: digits.div_ceil(windows) }
    }

    /// Bits from a power to the next.
    pub fn spacing(&self) -> usize {
        self.bits * self.windows
    }
}

/// Some windows, for a share of all parts.
pub(super) struct Windows {
    range: Range<usize>,
    /// Which share of how many.
    share: (usize, usize),
    layout: Layout,
}

/// All windows, or all shares of them, in groups with enough to do.
pub(super) fn windows(parts: usize, layout: Layout, threads: usize) -> Vec<Windows> {
    let (number, of_window) = (layout.windows, parts * layout.powers);
    let wanted = (of_window * number / DIGITS).max(threads).max(1);
    let each = number.div_ceil(wanted.min(number));
    // More threads than windows: each window is shared, unless that leaves too few digits to each.
    let shares = threads.div_ceil(number).min((of_window / DIGITS).max(1));
    let starts = (0..number).step_by(each);
    let group = |start: usize, share| Windows {
        range: start..number.min(start + each),
        share: (share, shares),
        layout,
    };
    starts.flat_map(|start| (0..shares).map(move |share| group(start, share))).collect()
}

impl Windows {
    /// Buckets of a window.
    pub fn buckets(&self) -> usize {
        1 << self.levels()
    }

    /// How often the buckets of a window are halved.
    pub fn levels(&self) -> usize {
        self.layout.bits - 1
    }

    /// How many buckets the windows have.
    pub fn all_buckets(&self) -> usize {
        self.buckets() * self.range.len()
    }

    /// How many digits there are of so many parts.
    pub fn all_digits(&self, parts: usize) -> usize {
        parts / self.share.1 * self.layout.powers * self.range.len()
    }

    /// Calls `take` with what goes to which bucket, of all windows one after the other: bucket, number of the point, and whether
    /// its opposite goes there.
    #[inline]
    pub fn digits(&self, scalars: &[u64], limbs: usize, mut take: impl FnMut(usize, usize, bool)) {
        let size = self.buckets();
        let (share, shares) = self.share;
        let all = scalars.len() / limbs;
        let Layout { bits, windows, powers } = self.layout;
        for (w, index) in self.range.clone().enumerate() {
            for i in all * share / shares..all * (share + 1) / shares {
                for j in 0..powers {
                    let digit = signed_digit(&scalars[i * limbs..][..limbs], index + windows * j, bits);
                    if digit != 0 {
                        let bucket = w * size + digit.unsigned_abs() as usize - 1;
                        take(bucket, powers * i + j, digit < 0);
                    }
                }
            }
        }
    }

    /// The powers of 2 that sums of odd buckets have, of each level those of all windows, and then the sums of all buckets.
    pub fn weights(&self) -> Vec<usize> {
        let of_level = |level: usize| self.range.clone().map(move |window| self.layout.bits * window + level);
        (0..self.levels()).chain([0]).flat_map(of_level).collect()
    }
}

/// Digit `index`, from -2^(window-1) to 2^(window-1): with those of all indices, the scalar.
fn signed_digit(scalar: &[u64], index: usize, window: usize) -> i32 {
    let bits = bits_with_carry(scalar, index, window) as i32;
    ((bits + 1) >> 1) - (bits >> window << window)
}

#[cfg(test)]
mod tests {
    use super::signed_digit;

    #[test]
    fn digits_sum_to_the_scalar() {
        let scalars: [[u64; 2]; 5] = [
            [0, 0],
            [u64::MAX, u64::MAX >> 8],
            [0x8888_8888_8888_8888, 0x0088_8888_8888_8888],
            [0x7777_7777_7777_7777, 0x0077_7777_7777_7777],
            [0x0123_4567_89ab_cdef, 0x00ed_cba9_8765_4321],
        ];
        for (window, scalar) in (2..=16).flat_map(|window| scalars.map(|scalar| (window, scalar))) {
            let sum = (0..=120 / window).rev().fold(0_i128, |sum, index| {
                let digit = signed_digit(&scalar, index, window);
                assert!(digit.unsigned_abs() <= 1 << (window - 1));
                (sum << window) + i128::from(digit)
            });
            assert_eq!(sum, i128::from(scalar[0]) | i128::from(scalar[1]) << 64);
        }
    }
}
