//! The windows of digits that buckets are for, and which part goes where. Nothing here depends on the curve, so that it
//! is compiled once.

use super::super::recoding::bits_with_carry;
use super::lists::{Lists, Member, member};
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

    /// What goes to which bucket, of all windows one after the other: the points of the share's parts, and the buckets' own
    /// points, numbered behind those of all parts, where they are finite. Empty `finite`: there are none yet.
    pub fn lists(&self, scalars: &[u64], limbs: usize, finite: &[bool]) -> Lists {
        let size = self.buckets();
        let (share, shares) = self.share;
        let all = scalars.len() / limbs;
        let own = all * share / shares..all * (share + 1) / shares;
        let Layout { bits, windows, powers } = self.layout;
        let of_power = |w: usize, index: usize, j: usize| {
            own.clone().filter_map(move |i| {
                let digit = signed_digit(&scalars[i * limbs..][..limbs], index + windows * j, bits);
                let bucket = (w * size + digit.unsigned_abs() as usize).wrapping_sub(1);
                (digit != 0).then_some((bucket, member(powers * i + j, digit < 0)))
            })
        };
        let in_window = |(w, index)| (0..powers).flat_map(move |j| of_power(w, index, j));
        let digits = || self.range.clone().enumerate().flat_map(in_window);
        let held = || {
            let finite = (0..finite.len()).filter(|bucket| finite[*bucket]);
            finite.map(|bucket| (bucket, member(powers * all + bucket, false)))
        };
        Lists::sorted(size * self.range.len(), || digits().chain(held()))
    }

    /// The powers of 2 that sums of odd buckets have, of each level those of all windows, and then the sums of all buckets.
    pub fn weights(&self) -> Vec<usize> {
        let of_level = |level: usize| self.range.clone().map(move |window| self.layout.bits * window + level);
        (0..self.levels()).chain([0]).flat_map(of_level).collect()
    }
}

/// The finite odd points of a level of `size` points for each window, how many they are in each (at the end of `lengths`),
/// and the sums of neighbours.
pub(super) fn neighbours(finite: &[bool], size: usize, lengths: &mut Vec<u32>) -> (Vec<usize>, Lists) {
    let count =
        |some: &[bool], step: usize| some.iter().skip(step - 1).step_by(step).filter(|f| **f).count() as u32;
    lengths.extend(finite.chunks(size).map(|window| count(window, 2)));
    let places = || (0..finite.len()).filter(|i| finite[*i]);
    let members: Vec<Member> = places().map(|i| member(i, false)).collect();
    let pairs = Lists { lengths: finite.chunks(2).map(|pair| count(pair, 1)).collect(), members };
    // Windows have an even number of points: what is odd in a window is odd among all.
    (places().filter(|i| i % 2 == 1).collect(), pairs)
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
