//! Pippenger's method with signed digits: the points of a window whose digit is d or -d go to the bucket d.

use super::super::{Affine, Curve, Jacobian};
use super::additions::Adder;
use super::form::{Arithmetic, Form};
use super::lists::Lists;
use super::points::{PointSlice, Points};
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
    plan: BucketPlan<C>,
    threads: usize,
) -> Jacobian<C> {
    let BucketPlan { layout, held, form } = plan;
    let dimension = splitting.dimension();
    let block = held / dimension;
    let most = dimension * points.len().min(block);
    let mut buckets = Buckets::new(most, layout, form.arithmetic(), threads);
    let mut terms = Parts { points: Points::new(form.arithmetic().words, most), scalars: Vec::new() };
    let blocks = points.len().div_ceil(block);
    for (i, (points, scalars)) in points.chunks(block).zip(scalars.chunks(block)).enumerate() {
        terms.fill(points, scalars, splitting, images, &form, threads);
        buckets.add(terms.points.as_slice(), &terms.scalars, splitting.limbs(), i + 1 == blocks);
    }
    buckets.sum(&form)
}

/// How buckets are filled.
#[derive(Clone, Copy, Debug)]
pub(super) struct BucketPlan<C: Curve> {
    pub layout: Layout,
    /// Parts of scalars that are held at a time.
    pub held: usize,
    pub form: Form<C>,
}

/// The buckets of all windows.
pub(super) struct Buckets {
    groups: Vec<Group>,
    layout: Layout,
    arithmetic: Arithmetic,
    threads: usize,
}

impl Buckets {
    /// Empty ones, to which so many parts come at a time.
    pub fn new(parts: usize, layout: Layout, arithmetic: Arithmetic, threads: usize) -> Self {
        let windows = windows(parts, layout, threads::count(threads));
        let empty = Points::new(arithmetic.words, 0);
        let group =
            |windows| Group { windows, buckets: empty.clone(), weighted: empty.clone(), weights: Vec::new() };
        Buckets { groups: windows.into_iter().map(group).collect(), layout, arithmetic, threads }
    }

    /// Adds parts, each of so many limbs, with the powers of their points; whether these are the last ones.
    pub fn add(&mut self, points: PointSlice, scalars: &[u64], limbs: usize, last: bool) {
        let arithmetic = self.arithmetic;
        threads::for_each(
            self.threads,
            self.groups.iter_mut(),
            || Adder::new(arithmetic),
            |adder, group| {
                group.add(points, scalars, limbs, adder, &arithmetic);
                if last {
                    group.collapse(adder, &arithmetic);
                }
            },
        );
    }

    /// The sum of all, after the last ones.
    pub fn sum<C: Curve>(&self, form: &Form<C>) -> Jacobian<C> {
        // Each point has its power of 2; one chain of doublings serves all.
        let mut at = vec![Vec::new(); self.layout.spacing()];
        for group in &self.groups {
            let mut weighted = vec![Affine::IDENTITY; group.weights.len()];
            form.leave(group.weighted.as_slice().words, &mut weighted);
            for (exponent, point) in group.weights.iter().zip(weighted) {
                at[*exponent].push(point);
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
struct Parts {
    points: Points,
    scalars: Vec<u64>,
}

impl Parts {
    /// Takes the place of what was there.
    fn fill<C: Curve, T: AsRef<Affine<C>> + Sync>(
        &mut self,
        points: &[T],
        scalars: &[&[u64]],
        splitting: &Splitting,
        images: &Images<C>,
        form: &Form<C>,
        threads: usize,
    ) {
        let (dimension, limbs) = (splitting.dimension(), splitting.limbs());
        self.points.resize(dimension * points.len());
        self.scalars.resize(dimension * limbs * points.len(), 0);
        let given = points.chunks(SHARE).zip(scalars.chunks(SHARE));
        let words = form.arithmetic().words;
        let made = self.points.words_mut().chunks_mut(words * dimension * SHARE);
        let made = made.zip(self.scalars.chunks_mut(dimension * limbs * SHARE));
        threads::for_each(
            threads,
            given.zip(made),
            || vec![Affine::IDENTITY; dimension * SHARE],
            |images_of, ((points, scalars), (made, parts))| {
                let negative = splitting.all_parts(scalars, parts);
                let images_of = &mut images_of[..dimension * points.len()];
                for (i, image) in images_of.iter_mut().enumerate() {
                    let point = points[i / dimension].as_ref();
                    if point.infinity {
                        parts[i * limbs..][..limbs].fill(0);
                    } else {
                        *image = images.of(i % dimension, point).negated_if(negative[i]);
                    }
                }
                form.enter(images_of, made);
            },
        );
    }
}

/// The buckets of some windows for a share of all parts: what a thread works on.
struct Group {
    windows: Windows,
    /// Those of each window, one after the other; that of digit 1 first.
    buckets: Points,
    /// What the buckets come to: points, which may be at infinity.
    weighted: Points,
    /// The power of 2 that each of them is to be multiplied by.
    weights: Vec<usize>,
}

impl Group {
    /// Adds the group's share of the points to the buckets.
    fn add(
        &mut self,
        points: PointSlice,
        scalars: &[u64],
        limbs: usize,
        adder: &mut Adder,
        arithmetic: &Arithmetic,
    ) {
        let lists = self.windows.lists(scalars, limbs, &arithmetic.finite(&self.buckets));
        self.buckets = adder.sums(lists, points, self.buckets.as_slice());
    }

    /// The sum of d B_d over the buckets B_d of each window, as points with powers of 2.
    ///
    /// With k = d - 1, the sum of B_k + k B_k. Of neighbours, k B_k + (k + 1) B_(k+1) for even k is
    /// 2 (k / 2) (B_k + B_(k+1)) + B_(k+1): so the odd ones of each level are summed, and the sums of
    /// neighbours are the next level, with twice the weight. What is left at last is the sum of all.
    fn collapse(&mut self, adder: &mut Adder, arithmetic: &Arithmetic) {
        let mut level = core::mem::replace(&mut self.buckets, Points::new(arithmetic.words, 0));
        let mut odd = Points::new(arithmetic.words, level.len());
        let (mut odds, mut lengths) = (0, Vec::new());
        for i in 0..self.windows.levels() {
            let (of_level, pairs) =
                neighbours(&arithmetic.finite(&level), self.windows.buckets() >> i, &mut lengths);
            for place in of_level {
                odd.get_mut(odds).copy_from_slice(level.get(place));
                odds += 1;
            }
            level = adder.sums(pairs, level.as_slice(), PointSlice::EMPTY);
        }
        let odd = adder.sums(Lists::in_order(lengths), odd.as_slice(), PointSlice::EMPTY);
        self.weights = self.windows.weights();
        self.weighted = Points::new(arithmetic.words, self.weights.len());
        let (of_odd, of_all) = self.weighted.words_mut().split_at_mut(odd.as_slice().words.len());
        of_odd.copy_from_slice(odd.as_slice().words);
        of_all.copy_from_slice(level.as_slice().words);
    }
}
