//! Pippenger's method with signed digits: the points of a window whose digit is d or -d go to the bucket d.

use super::super::{Affine, Curve, Jacobian};
use super::additions::Adder;
use super::lists::Lists;
use super::splitting::{Images, Splitting};
use super::windows::{Layout, Windows, neighbours, windows};
use pairforge_interface::threads;

/// Terms that a thread splits at a time.
const SHARE: usize = 1 << 10;

/// The sum of all terms, of which `held` parts of scalars are held at a time.
pub(super) fn sum<C: Curve, T: AsRef<Affine<C>> + Sync>(
    points: &[T],
    scalars: &[&[u64]],
    splitting: &Splitting,
    images: &Images<C>,
    layout: Layout,
    held: usize,
    threads: usize,
) -> Jacobian<C> {
    let dimension = splitting.dimension();
    let block = held / dimension;
    let mut buckets = Buckets::new(dimension * points.len().min(block), layout, threads);
    let mut terms = Parts { points: Vec::new(), scalars: Vec::new(), limbs: splitting.limbs() };
    let blocks = points.len().div_ceil(block);
    for (i, (points, scalars)) in points.chunks(block).zip(scalars.chunks(block)).enumerate() {
        terms.fill(points, scalars, splitting, images, threads);
        buckets.add(&terms.points, &terms.scalars, terms.limbs, i + 1 == blocks);
    }
    buckets.sum()
}

/// The buckets of all windows.
pub(super) struct Buckets<C: Curve> {
    groups: Vec<Group<C>>,
    layout: Layout,
    threads: usize,
}

impl<C: Curve> Buckets<C> {
    /// Empty ones, to which so many parts come at a time.
    pub fn new(parts: usize, layout: Layout, threads: usize) -> Self {
        let windows = windows(parts, layout, threads::count(threads));
        let mut groups = Vec::with_capacity(windows.len());
        for windows in windows {
            groups.push(Group { windows, buckets: Vec::new(), weighted: Vec::new() });
        }
        Buckets { groups, layout, threads }
    }

    /// Adds parts, each of so many limbs, with the powers of their points; whether these are the last ones.
    pub fn add(&mut self, points: &[Affine<C>], scalars: &[u64], limbs: usize, last: bool) {
        threads::for_each(self.threads, self.groups.iter_mut(), Adder::new, |adder, group| {
            group.add(points, scalars, limbs, adder);
            if last {
                group.collapse(adder);
            }
        });
    }

    /// The sum of all, after the last ones.
    pub fn sum(&self) -> Jacobian<C> {
        // Each point has its power of 2; one chain of doublings serves all.
        let mut at = vec![Vec::new(); self.layout.spacing()];
        for group in &self.groups {
            for (exponent, point) in &group.weighted {
                at[*exponent].push(*point);
            }
        }
        let mut sum = Jacobian::IDENTITY;
        for points in at.iter().rev() {
            if !bool::from(sum.is_identity()) {
                sum.double_assign();
            }
            for point in points {
                sum = sum.add_affine(point);
            }
        }
        sum
    }
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
        splitting: &Splitting,
        images: &Images<C>,
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
            given.zip(made),
            || (),
            |(), ((points, scalars), (made, parts))| {
                let negative = splitting.all_parts(scalars, parts);
                for (i, made) in made.iter_mut().enumerate() {
                    let point = points[i / dimension].as_ref();
                    if point.infinity {
                        parts[i * limbs..][..limbs].fill(0);
                    } else {
                        *made = images.of(i % dimension, point).negated_if(negative[i]);
                    }
                }
            },
        );
    }
}

/// The buckets of some windows for a share of all parts: what a thread works on.
struct Group<C: Curve> {
    windows: Windows,
    /// Those of each window, one after the other; that of digit 1 first.
    buckets: Vec<Affine<C>>,
    /// What the buckets come to: points with their powers of 2.
    weighted: Vec<(usize, Affine<C>)>,
}

/// Which of the points are finite.
fn finite<C: Curve>(points: &[Affine<C>]) -> Vec<bool> {
    points.iter().map(|point| !point.infinity).collect()
}

impl<C: Curve> Group<C> {
    /// Adds the group's share of the points to the buckets.
    fn add(&mut self, points: &[Affine<C>], scalars: &[u64], limbs: usize, adder: &mut Adder<C>) {
        let lists = self.windows.lists(scalars, limbs, &finite(&self.buckets));
        self.buckets = adder.sums(lists, points, &self.buckets);
    }

    /// The sum of d B_d over the buckets B_d of each window, as points with powers of 2.
    ///
    /// With k = d - 1, the sum of B_k + k B_k. Of neighbours, k B_k + (k + 1) B_(k+1) for even k is
    /// 2 (k / 2) (B_k + B_(k+1)) + B_(k+1): so the odd ones of each level are summed, and the sums of
    /// neighbours are the next level, with twice the weight. What is left at last is the sum of all.
    fn collapse(&mut self, adder: &mut Adder<C>) {
        let mut level = core::mem::take(&mut self.buckets);
        let mut odd = Vec::with_capacity(level.len());
        let mut lengths = Vec::new();
        for i in 0..self.windows.levels() {
            let (of_level, pairs) = neighbours(&finite(&level), self.windows.buckets() >> i, &mut lengths);
            for place in of_level {
                odd.push(level[place]);
            }
            level = adder.sums(pairs, &level, &[]);
        }
        let odd = adder.sums(Lists::in_order(lengths), &odd, &[]);
        for (exponent, point) in self.windows.weights().into_iter().zip(odd.iter().chain(&level)) {
            if !point.infinity {
                self.weighted.push((exponent, *point));
            }
        }
    }
}
