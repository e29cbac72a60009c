//! Sums of many multiples of points that are fixed: powers 2^s P, 2^(2 s) P, ... of each point P are made once, so that
//! digits of a scalar that stand s bits apart go to the same buckets (Brickell, Gordon, McCurley, Wilson, EUROCRYPT 1992).
//! With all powers there is one set of buckets, whatever the length of the scalars, and no doubling.

use super::super::fixed_base::rows;
use super::super::{Affine, Curve, Jacobian};
use super::buckets::Buckets;
use super::form::Form;
use super::points::Points;
use super::splitting::Splitting;
use super::windows::Layout;
use super::{PARTS, plan};
use crate::limbs::word_at;
use pairforge_interface::{copies, threads};

/// A table for sums of multiples of some points of the curve.
#[derive(Clone, Debug)]
pub struct FixedBases<C: Curve> {
    /// Bits of scalars that are summed at a time.
    bits: usize,
    layout: Layout,
    form: Form<C>,
    /// Point after point; the powers of each.
    entries: Points,
}

impl<C: Curve> FixedBases<C> {
    /// The table of some points that allocates at most so many bytes and is the fastest of these for scalars of so many bits.
    /// None if there is not even room for the points. `threads`: 0 takes all cores.
    ///
    /// # Panics
    /// If `bits` is 0.
    #[must_use]
    pub fn within(points: &[Affine<C>], bits: usize, bytes: usize, threads: usize) -> Option<Self> {
        assert!(bits > 0, "scalars of no bits have no digits");
        if bytes < size_of_val(points) {
            return None;
        }
        let room = |form: &Form<C>, powers| Points::bytes(form.arithmetic.words, powers * points.len());
        // Without their flags for infinity, points in words are never longer than they were.
        let fastest = Form::fastest();
        let form = if room(&fastest, 1) <= bytes { fastest } else { Form::PLAIN };
        // There are no more digits than bits.
        let about = bytes.checked_div(room(&form, 1)).unwrap_or(1).min(bits);
        let fit = |powers: &usize| room(&form, *powers) <= bytes;
        let most_powers = (1..=about).rev().find(fit).expect("there is room for the points");
        let (layout, _) = plan::buckets(points.len(), bits, most_powers, &form);
        Some(Self::of_layout(points, bits, layout, form, threads))
    }

    /// The table with these powers.
    pub(super) fn of_layout(
        points: &[Affine<C>],
        bits: usize,
        layout: Layout,
        form: Form<C>,
        threads: usize,
    ) -> Self {
        let words = form.arithmetic.words;
        let mut entries = Points::new(words, layout.powers * points.len());
        let places = points.iter().zip(entries.words_mut().chunks_exact_mut(words * layout.powers));
        threads::scope(threads, || {
            threads::for_each(
                threads,
                places,
                || copies(Affine::IDENTITY, layout.powers),
                |powers, (point, place)| {
                    rows::fill(powers, point, layout.spacing(), 1);
                    form.enter(powers, place);
                },
            );
        });
        FixedBases { bits, layout, form, entries }
    }

    /// Bytes that the table allocates.
    #[must_use]
    pub fn bytes(&self) -> usize {
        Points::bytes(self.form.arithmetic.words, self.entries.len())
    }

    /// How many points there are.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len() / self.layout.powers
    }

    /// Whether there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.len() == 0
    }

    /// The sum of scalar times point over all points, for public scalars of any length (little-endian limbs); fast for those
    /// of the bits that the table was made for. `threads`: 0 takes all cores.
    ///
    /// **Memory**: beside table and input, the scalars again; the buckets, of which there are at most 2^15 for each digit of a
    /// scalar that has no power of its own; and for every thread two and a half times those of a digit.
    ///
    /// # Panics
    /// If there are fewer or more scalars than points.
    #[must_use]
    pub fn sum_vartime(&self, scalars: &[&[u64]], threads: usize) -> Jacobian<C> {
        assert_eq!(self.len(), scalars.len(), "a scalar for every point");
        threads::scope(threads, || self.sum_in_blocks(scalars, PARTS, threads))
    }

    /// The same with so many points of the table at a time.
    pub(super) fn sum_in_blocks(&self, scalars: &[&[u64]], held: usize, threads: usize) -> Jacobian<C> {
        let powers = self.layout.powers;
        let block = (held / powers).max(1);
        let blocks = self.len().div_ceil(block);
        let limbs = self.bits.div_ceil(64);
        let mut sum = Jacobian::IDENTITY;
        for index in (0..Splitting::whole(scalars).bits.div_ceil(self.bits)).rev() {
            if !bool::from(sum.is_identity()) {
                (0..self.bits).for_each(|_| sum.double_assign());
            }
            let parts = parts(scalars, index, self.bits);
            let arithmetic = self.form.arithmetic;
            let mut buckets = Buckets::new(self.len().min(block), self.layout, arithmetic, threads);
            for (i, parts) in parts.chunks(limbs * block).enumerate() {
                let first = powers * block * i;
                let points = self.entries.slice(first..first + powers * (parts.len() / limbs));
                buckets.add(points, parts, limbs, i + 1 == blocks);
            }
            sum = sum.add(&buckets.sum(&self.form));
        }
        sum
    }
}

/// Part `index` of every scalar, in whole limbs.
fn parts(scalars: &[&[u64]], index: usize, bits: usize) -> Vec<u64> {
    let limbs = bits.div_ceil(64);
    let mut parts = Vec::with_capacity(limbs * scalars.len());
    for scalar in scalars {
        parts.extend((0..limbs).map(|limb| word_at(scalar, bits * index + 64 * limb)));
        if !bits.is_multiple_of(64)
            && let Some(top) = parts.last_mut()
        {
            *top &= (1 << (bits % 64)) - 1;
        }
    }
    parts
}
