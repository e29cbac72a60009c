//! Pippenger's method with signed digits: the points of a window whose digit is d or -d go to the bucket d.

use super::super::{Affine, Curve, Jacobian};
use super::additions::Adder;
use super::splitting::Splitting;
use core::ops::Range;
use pairforge_interface::threads;

/// Terms that a thread splits at a time.
const SHARE: usize = 1 << 10;
/// Digits that are sorted to buckets at a time, at least: with fewer, inversions are shared by too few
/// additions.
const DIGITS: usize = 1 << 14;

/// The sum of all terms by windows of so many bits, of which `held` parts of scalars are held at a time.
pub(super) fn sum<C: Curve, T: AsRef<Affine<C>> + Sync>(
    points: &[T],
    scalars: &[&[u64]],
    splitting: &Splitting<C>,
    window: usize,
    held: usize,
    threads: usize,
) -> Jacobian<C> {
    let dimension = splitting.dimension();
    let block = held / dimension;
    let parts = dimension * points.len().min(block);
    let mut groups = groups(parts, splitting.bits / window + 1, window, threads::count(threads));
    let mut terms = Parts { points: Vec::new(), scalars: Vec::new(), limbs: splitting.limbs() };
    for (points, scalars) in points.chunks(block).zip(scalars.chunks(block)) {
        terms.fill(points, scalars, splitting, threads);
        threads::for_each(threads, groups.iter_mut().collect(), Adder::new, |adder, group| {
            group.add(&terms, adder)
        });
    }
    threads::for_each(threads, groups.iter_mut().collect(), Adder::new, |adder, group| group.collapse(adder));
    // Each point has its power of 2; one chain of doublings serves all.
    let mut at = vec![Vec::new(); splitting.bits + 2 * window];
    for group in groups {
        for (exponent, point) in group.weighted {
            at[exponent].push(point);
        }
    }
    at.iter().rev().fold(Jacobian::IDENTITY, |sum, points| {
        let double = if bool::from(sum.is_identity()) { sum } else { sum.double() };
        points.iter().fold(double, |sum, point| sum.add_affine(point))
    })
}

/// Parts of scalars, with their points.
struct Parts<C: Curve> {
    points: Vec<Affine<C>>,
    scalars: Vec<u64>,
    limbs: usize,
}

impl<C: Curve> Parts<C> {
    /// Takes the place of what was there.
    fn fill<T: AsRef<Affine<C>> + Sync>(
        &mut self,
        points: &[T],
        scalars: &[&[u64]],
        splitting: &Splitting<C>,
        threads: usize,
    ) {
        let (dimension, limbs) = (splitting.dimension(), self.limbs);
        self.points.resize(dimension * points.len(), Affine::IDENTITY);
        self.scalars.resize(dimension * limbs * points.len(), 0);
        let given = points.chunks(SHARE).zip(scalars.chunks(SHARE));
        let made = self.points.chunks_mut(dimension * SHARE);
        let made = made.zip(self.scalars.chunks_mut(dimension * limbs * SHARE));
        threads::for_each(
            threads,
            given.zip(made).collect(),
            || (),
            |(), ((points, scalars), (out, parts))| {
                let made = out.chunks_exact_mut(dimension).zip(parts.chunks_exact_mut(dimension * limbs));
                for ((point, scalar), (out, parts)) in points.iter().zip(scalars).zip(made) {
                    parts.fill(0);
                    let point = point.as_ref();
                    if point.infinity {
                        continue;
                    }
                    splitting.parts(scalar, |j, part, negative| {
                        parts[j * limbs..][..part.len()].copy_from_slice(part);
                        let image = splitting.image(j, point);
                        out[j] = if negative { image.neg() } else { image };
                    });
                }
            },
        );
    }
}

/// Digit `index`, from -2^(window-1) to 2^(window-1): with those of all indices, the scalar.
fn signed_digit(scalar: &[u64], index: usize, window: usize) -> i32 {
    // The digit's own bits, and below them the top bit of the digit before, which is its carry.
    let bits = if index == 0 {
        scalar[0] << 1
    } else {
        let (limb, offset) = ((window * index - 1) / 64, (window * index - 1) % 64);
        let part = |i: usize| scalar.get(i).copied().unwrap_or(0);
        // In two shifts, as a shift by 64 is none.
        part(limb) >> offset | part(limb + 1) << (63 - offset) << 1
    };
    let bits = (bits & ((2 << window) - 1)) as i32;
    ((bits + 1) >> 1) - (bits >> window << window)
}

/// The buckets of some windows for a share of all parts: what a thread works on.
struct Group<C: Curve> {
    windows: Range<usize>,
    /// Which share of how many.
    share: (usize, usize),
    /// Bits of a window.
    window: usize,
    /// Those of each window, one after the other; that of digit 1 first.
    buckets: Vec<Affine<C>>,
    /// What the buckets come to: points with their powers of 2.
    weighted: Vec<(usize, Affine<C>)>,
}

/// All windows, or all shares of them, in groups with enough to do.
fn groups<C: Curve>(parts: usize, windows: usize, window: usize, threads: usize) -> Vec<Group<C>> {
    let digits = parts * windows;
    let wanted = (digits / DIGITS).max(threads).max(1);
    let each = windows.div_ceil(wanted.min(windows));
    // More threads than windows: each window is shared, unless that leaves too few digits to each.
    let shares = threads.div_ceil(windows).min((parts / DIGITS).max(1));
    let starts = (0..windows).step_by(each);
    let group = |start: usize, share| Group {
        windows: start..windows.min(start + each),
        share: (share, shares),
        window,
        buckets: Vec::new(),
        weighted: Vec::new(),
    };
    starts.flat_map(|start| (0..shares).map(move |share| group(start, share))).collect()
}

impl<C: Curve> Group<C> {
    /// Buckets of a window.
    fn size(&self) -> usize {
        1 << (self.window - 1)
    }

    /// Adds the group's share of the points to the buckets.
    fn add(&mut self, parts: &Parts<C>, adder: &mut Adder<C>) {
        let (window, size) = (self.window, self.size());
        let number = size * self.windows.len();
        self.buckets.resize(number, Affine::IDENTITY);
        let (share, shares) = self.share;
        let all = parts.points.len();
        let own = all * share / shares..all * (share + 1) / shares;
        // What goes to which bucket: (index, sign) of the points, and the buckets' own points behind these.
        let in_window = |(w, index): (usize, usize)| {
            own.clone().filter_map(move |i| {
                let digit = signed_digit(&parts.scalars[i * parts.limbs..][..parts.limbs], index, window);
                let bucket = (w * size + digit.unsigned_abs() as usize).wrapping_sub(1);
                (digit != 0).then_some((bucket, i << 1 | usize::from(digit < 0)))
            })
        };
        let digits = || self.windows.clone().enumerate().flat_map(in_window);
        let kept = || {
            let finite = self.buckets.iter().enumerate().filter(|(_, bucket)| !bucket.infinity);
            finite.map(|(k, _)| (k, (all + k) << 1))
        };
        let point = |source: usize| match parts.points.get(source >> 1) {
            Some(point) => point.negated_if(source & 1 == 1),
            None => self.buckets[(source >> 1) - all],
        };
        self.buckets = adder.sums_of(number, || digits().chain(kept()), point);
    }

    /// The sum of d B_d over the buckets B_d of each window, as points with powers of 2.
    ///
    /// With k = d - 1, the sum of B_k + k B_k. Of neighbours, k B_k + (k + 1) B_(k+1) for even k is
    /// 2 (k / 2) (B_k + B_(k+1)) + B_(k+1): so the odd ones of each level are summed, and the sums of
    /// neighbours are the next level, with twice the weight. What is left at last is the sum of all.
    fn collapse(&mut self, adder: &mut Adder<C>) {
        let levels = self.window - 1;
        let mut level = core::mem::take(&mut self.buckets);
        let mut odd = Vec::with_capacity(level.len());
        let mut lengths = Vec::with_capacity(levels * self.windows.len());
        for i in 0..levels {
            for buckets in level.chunks(self.size() >> i) {
                let before = odd.len();
                odd.extend(buckets.iter().skip(1).step_by(2).filter(|point| !point.infinity));
                lengths.push((odd.len() - before) as u32);
            }
            let finite = |pair: &[Affine<C>]| pair.iter().filter(|point| !point.infinity).count() as u32;
            let mut pairs: Vec<u32> = level.chunks(2).map(finite).collect();
            level.retain(|point| !point.infinity);
            level = adder.sums(&mut pairs, |i| level[i]);
        }
        let odd = adder.sums(&mut lengths, |i| odd[i]);
        let weight = |w: usize| self.window * (self.windows.start + w);
        let odd = odd.iter().enumerate().map(|(i, point)| {
            let (level, w) = (i / self.windows.len(), i % self.windows.len());
            (weight(w) + level, *point)
        });
        let all = level.iter().enumerate().map(|(w, point)| (weight(w), *point));
        self.weighted = odd.chain(all).filter(|(_, point)| !point.infinity).collect();
    }
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
