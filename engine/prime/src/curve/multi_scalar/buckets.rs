//! Pippenger's method with signed digits: the points of a window whose digit is d or -d go to the bucket d.

use super::super::{Affine, Curve, Jacobian};
use super::additions::{Adder, Sums};
use super::arithmetic::Arithmetic;
use super::form::Form;
use super::points::{PointSlice, Points};
use super::splitting::{Images, Splitting};
use super::windows::{Layout, Windows, windows};
use pairforge_interface::{copies, threads};

/// Terms that a thread splits at a time.
const SHARE: usize = 1 << 10;
/// Points whose buckets are fetched at a time.
const AHEAD: usize = 32;

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
    let mut buckets = Buckets::new(most, layout, form.arithmetic, threads);
    let mut terms = Parts { points: Points::new(form.arithmetic.words, most), scalars: Vec::new() };
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
        let group = |windows| Group {
            windows,
            buckets: Sums::new(arithmetic.words, 0),
            weighted: Points::new(arithmetic.words, 0),
            weights: Vec::new(),
        };
        Buckets { groups: windows.into_iter().map(group).collect(), layout, arithmetic, threads }
    }

    /// Adds parts, each of so many limbs, with the powers of their points; whether these are the last ones.
    pub fn add(&mut self, points: PointSlice, scalars: &[u64], limbs: usize, last: bool) {
        let arithmetic = self.arithmetic;
        let parts = scalars.len() / limbs;
        let digits = self.groups.first().map_or(0, |group| group.windows.all_digits(parts));
        threads::for_each(
            self.threads,
            self.groups.iter_mut(),
            || Room::new(arithmetic, digits),
            |room, group| {
                group.add(points, scalars, limbs, room);
                if last {
                    group.collapse(room, &arithmetic);
                }
            },
        );
    }

    /// The sum of all, after the last ones.
    pub fn sum<C: Curve>(&self, form: &Form<C>) -> Jacobian<C> {
        // Each point has its power of 2; one chain of doublings serves all.
        let mut at = vec![Vec::new(); self.layout.spacing()];
        for group in &self.groups {
            let mut weighted = copies(Affine::IDENTITY, group.weights.len());
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
        let words = form.arithmetic.words;
        let made = self.points.words_mut().chunks_mut(words * dimension * SHARE);
        let made = made.zip(self.scalars.chunks_mut(dimension * limbs * SHARE));
        threads::for_each(
            threads,
            given.zip(made),
            || copies(Affine::IDENTITY, dimension * SHARE),
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
    buckets: Sums,
    /// What the buckets come to: points, which may be at infinity.
    weighted: Points,
    /// The power of 2 that each of them is to be multiplied by.
    weights: Vec<usize>,
}

/// Room for the work on groups, one after the other: the system takes long to give new memory.
struct Room {
    adder: Adder,
    /// For buckets.
    level: Sums,
    pairs: Sums,
    odd: Points,
}

impl Room {
    /// For groups of about so many digits.
    fn new(arithmetic: Arithmetic, digits: usize) -> Self {
        let sums = || Sums::new(arithmetic.words, 0);
        let adder = Adder::new(arithmetic, digits);
        Room { adder, level: sums(), pairs: sums(), odd: Points::new(arithmetic.words, 0) }
    }
}

impl Group {
    /// Adds the group's share of the points to the buckets.
    fn add(&mut self, points: PointSlice, scalars: &[u64], limbs: usize, room: &mut Room) {
        let buckets = &mut self.buckets;
        if buckets.len() == 0 {
            core::mem::swap(buckets, &mut room.level);
            buckets.clear(self.windows.all_buckets());
        }
        let adder = &mut room.adder;
        let mut ahead = Vec::with_capacity(AHEAD);
        let mut put = |buckets: &mut Sums, ahead: &mut Vec<(usize, usize, bool)>| {
            for (bucket, number, negative) in ahead.drain(..) {
                adder.add(buckets, bucket, points.get(number), negative);
            }
        };
        self.windows.digits(scalars, limbs, |bucket, number, negative| {
            buckets.fetch(bucket);
            ahead.push((bucket, number, negative));
            if ahead.len() == AHEAD {
                put(buckets, &mut ahead);
            }
        });
        put(buckets, &mut ahead);
        adder.finish(buckets);
    }

    /// The sum of d B_d over the buckets B_d of each window, as points with powers of 2.
    ///
    /// With k = d - 1, the sum of B_k + k B_k. Of neighbours, k B_k + (k + 1) B_(k+1) for even k is
    /// 2 (k / 2) (B_k + B_(k+1)) + B_(k+1): so the odd ones of each level are summed, and the sums of
    /// neighbours are the next level, with twice the weight. What is left at last is the sum of all.
    fn collapse(&mut self, room: &mut Room, arithmetic: &Arithmetic) {
        let (words, levels) = (arithmetic.words, self.windows.levels());
        let Room { adder, level, pairs, odd } = room;
        *level = core::mem::replace(&mut self.buckets, Sums::new(words, 0));
        // The odd ones of all levels are summed together: there are few in the last ones.
        odd.resize(level.len());
        let mut odd_places = Vec::with_capacity(level.len());
        for i in 0..levels {
            let size = self.windows.buckets() >> i;
            pairs.clear(level.len() / 2);
            for place in 0..level.len() {
                let Some((point, negative)) = level.get(place) else { continue };
                adder.add(pairs, place / 2, point, negative);
                if place % 2 == 1 {
                    odd.get_mut(odd_places.len()).copy_from_slice(point);
                    odd_places.push((level.len() / size * i + place / size, negative));
                }
            }
            adder.finish(pairs);
            core::mem::swap(level, pairs);
        }
        self.weights = self.windows.weights();
        let mut sums = Sums::new(words, self.weights.len());
        for (i, (place, negative)) in odd_places.into_iter().enumerate() {
            adder.add(&mut sums, place, odd.get(i), negative);
        }
        for place in 0..level.len() {
            if let Some((point, negative)) = level.get(place) {
                adder.add(&mut sums, level.len() * levels + place, point, negative);
            }
        }
        adder.finish(&mut sums);
        self.weighted = sums.into_points(arithmetic);
    }
}
