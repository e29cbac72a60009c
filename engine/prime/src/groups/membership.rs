//! Whether many points of a curve lie in the subgroup of order r, at once.
//!
//! The curve is the product of that subgroup and a group H of the order of the cofactor, which for BLS12-381 has
//! elements of order 3 on G1 and of order 13 on G2. A sum of the points with random coefficients lies in the subgroup
//! although one of them does not with a probability of 1/3 then, however large the coefficients are (Boyd, Pavlovski,
//! ASIACRYPT 2000). So there are many sums, with coefficients from a set so small that its elements take any element
//! of H other than 0 to different ones: -1, 0 and 1 where H has odd order, otherwise 0 and 1. Each sum is
//! wrong with a probability of at most 1/3, or 1/2, whatever the other points are; 81, or 128, independent ones
//! with one of at most 2^-128. With 0 and 1 this is the random subset test of Bellare, Garay and Rabin (EUROCRYPT 1998).
//!
//! The sums are made some at a time: points with the same coefficients in all of these are added up first, to one of few
//! buckets, so that a point costs one addition for all. The additions share inversions.

use super::cofactor::Cofactor;
use super::point::{Point, Subgroup};
use crate::curve::{Adder, Affine, Form, PointSlice, Sums};
use pairforge_interface::{Error, Result, copies, threads};
use rand_core::Rng;

/// The coefficients of a sum are the digits of integers to this base: from -1 to 1, or 0 and 1.
#[derive(Clone, Copy)]
enum Base {
    Two = 2,
    Three = 3,
}

impl Base {
    /// How many sums make an error as unlikely as 2^-128.
    const fn sums(self) -> usize {
        match self {
            Base::Two => 128,
            Base::Three => 81,
        }
    }

    /// Integers of so many digits.
    const fn patterns(self, width: usize) -> usize {
        (self as usize).pow(width as u32)
    }

    /// What an integer of so many digits is above the least of these.
    const fn offset(self, width: usize) -> usize {
        match self {
            Base::Two => 0,
            Base::Three => self.patterns(width) / 2,
        }
    }

    /// The digit at a place of an integer of so many digits.
    const fn digit(self, pattern: usize, width: usize, place: usize) -> i32 {
        let digit = (pattern + self.offset(width)) / self.patterns(place) % self as usize;
        digit as i32 - self.offset(1) as i32
    }

    /// An integer of so many digits, one as likely as another within 2^-64.
    fn draw<R: Rng + ?Sized>(self, width: usize, rng: &mut R) -> i32 {
        let drawn = (u128::from(rng.next_u64()) * self.patterns(width) as u128) >> 64;
        drawn as i32 - self.offset(width) as i32
    }

    /// For all sums, at most `most` at a time: how many, and for each point an integer of so many digits.
    fn draws<R: Rng + ?Sized>(self, points: usize, most: usize, rng: &mut R) -> Vec<(usize, Vec<i32>)> {
        let widths = (0..self.sums()).step_by(most).map(|made| most.min(self.sums() - made));
        widths.map(|width| (width, (0..points).map(|_| self.draw(width, rng)).collect())).collect()
    }

    /// Integers of so many digits above 0; for every one below 0 there is one above.
    const fn buckets(self, width: usize) -> usize {
        self.patterns(width) - self.offset(width) - 1
    }

    /// How many sums are best made at a time, by the additions that all take.
    fn width(self, points: usize) -> usize {
        let additions =
            |width: &usize| self.sums().div_ceil(*width) * (points + width * self.buckets(*width));
        (1..=8).min_by_key(additions).expect("there are widths")
    }
}

impl<G: Subgroup> Point<G> {
    /// [`from_affine`](Point::from_affine) of many points, faster than one by one from some hundreds on.
    ///
    /// Where a point lies outside the subgroup, it says so but with a probability of at most 2^-128. For that `rng` must be
    /// one that whoever chose the points could not foresee. Which point it is, only tests of each tell. `threads`: 0 takes
    /// all cores. Beside the points it takes these once more, and 4 bytes for each of them and each of some twenty sets of sums.
    ///
    /// # Errors
    /// [`Error::NotInSubgroup`].
    pub fn from_affine_all<R: Rng + ?Sized>(
        points: &[Affine<G>],
        threads: usize,
        rng: &mut R,
    ) -> Result<Vec<Self>> {
        if !all_in_subgroup(points, threads, rng) {
            return Err(Error::NotInSubgroup);
        }
        Ok(points.iter().map(|point| Self::from_affine_unchecked(*point)).collect())
    }
}

/// Whether all points lie in the subgroup; if not, it says so but with a probability of at most 2^-128.
fn all_in_subgroup<G: Subgroup, R: Rng + ?Sized>(points: &[Affine<G>], threads: usize, rng: &mut R) -> bool {
    let base = match G::COFACTOR {
        Cofactor::One => return true,
        Cofactor::Odd => Base::Three,
        Cofactor::Even => Base::Two,
    };
    let each = |points: &[Affine<G>]| points.iter().all(G::contains);
    // The sums are tested each, and made for as much again.
    if points.len() < 2 * base.sums() {
        return each(points);
    }
    let most = base.width(points.len());
    let draws = base.draws(points.len(), most, rng);
    let form = Form::fastest();
    let held = form.points(points);
    let good = threads::scope(threads, || {
        threads::map(threads, draws.iter(), |(width, draws)| {
            each(&sums(&form, held.as_slice(), draws, base, *width))
        })
    });
    good.into_iter().all(|good| good)
}

/// So many sums of the points, with the digits of `draws` as coefficients.
fn sums<G: Subgroup>(
    form: &Form<G>,
    points: PointSlice,
    draws: &[i32],
    base: Base,
    width: usize,
) -> Vec<Affine<G>> {
    let arithmetic = form.arithmetic;
    let mut adder = Adder::new(arithmetic, draws.len());
    // Points that have the same draws, but for the sign, go to the same bucket.
    let mut buckets = Sums::new(arithmetic.words, base.buckets(width));
    for (i, draw) in draws.iter().enumerate().filter(|(_, draw)| **draw != 0) {
        adder.add(&mut buckets, draw.unsigned_abs() as usize - 1, points.get(i), *draw < 0);
    }
    adder.finish(&mut buckets);
    // To each sum, the buckets whose digit for it is not 0.
    let mut sums = Sums::new(arithmetic.words, width);
    for bucket in 0..buckets.len() {
        let Some((point, negative)) = buckets.get(bucket) else { continue };
        for place in 0..width {
            let digit = base.digit(bucket + 1, width, place);
            if digit != 0 {
                adder.add(&mut sums, place, point, negative != (digit < 0));
            }
        }
    }
    adder.finish(&mut sums);
    let mut out = copies(Affine::IDENTITY, width);
    form.leave(sums.into_points(&arithmetic).as_slice().words, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::Base;

    #[test]
    fn digits_sum_to_the_integer() {
        for (base, width) in
            [Base::Two, Base::Three].into_iter().flat_map(|base| (1..6).map(move |w| (base, w)))
        {
            for pattern in 0..base.patterns(width) - base.offset(width) {
                let digits = (0..width).map(|place| base.digit(pattern, width, place));
                let terms = digits.enumerate().map(|(place, digit)| digit * base.patterns(place) as i32);
                assert_eq!(terms.sum::<i32>(), pattern as i32);
            }
        }
    }
}
