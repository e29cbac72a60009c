//! Sums of many lists of affine points. In each round, the points of every list are added two by two; all
//! additions of a round are independent, and blocks of them share an inversion.

use super::super::Block;
use super::form::Arithmetic;
use super::lists::Lists;
use super::points::{PointSlice, Points};

/// Additions that vectors hold at a time, at most.
const VECTOR: usize = 8;

/// Room for sums of lists, to be used again.
pub(crate) struct Adder {
    arithmetic: Arithmetic,
    /// Summands of the additions of a block.
    left: Points,
    right: Points,
    /// Whose opposites are meant, see [`Block`].
    negative: Vec<u8>,
    /// Where their sums go.
    places: Vec<usize>,
    scratch: Vec<u64>,
    from: Points,
    to: Points,
}

impl Adder {
    /// For points in this form.
    pub fn new(arithmetic: Arithmetic) -> Self {
        let Arithmetic { words, block, scratch, .. } = arithmetic;
        Adder {
            arithmetic,
            left: Points::new(words, block + VECTOR),
            right: Points::new(words, block + VECTOR),
            negative: Vec::with_capacity(block),
            places: Vec::with_capacity(block),
            scratch: vec![0; scratch * (block + VECTOR)],
            from: Points::new(words, 0),
            to: Points::new(words, 0),
        }
    }

    /// The sums of lists of points, which are numbered through `points` and on through `more`. An empty list gives
    /// the point at infinity.
    pub fn sums(&mut self, lists: Lists, points: PointSlice, more: PointSlice) -> Points {
        let Lists { mut lengths, members } = lists;
        self.round(&mut lengths, |i| {
            let number = (members[i] >> 1) as usize;
            let point = match number.checked_sub(points.len()) {
                None => points.get(number),
                Some(number) => more.get(number),
            };
            (point, members[i] & 1 == 1)
        });
        while lengths.iter().any(|length| *length > 1) {
            let from = core::mem::replace(&mut self.from, Points::new(self.arithmetic.words, 0));
            self.round(&mut lengths, |i| (from.as_slice().get(i), false));
            // The emptied one serves the next round.
            self.to = from;
        }
        let mut sums = Points::new(self.arithmetic.words, lengths.len());
        let mut made = 0;
        for (i, length) in lengths.into_iter().enumerate() {
            if length > 0 {
                sums.get_mut(i).copy_from_slice(self.from.get(made));
                made += 1;
            } else {
                sums.get_mut(i).fill(self.arithmetic.infinity);
            }
        }
        sums
    }

    /// Halves every list, from `point` to `self.from`: a point, and whether its opposite is meant.
    fn round<'a>(&mut self, lengths: &mut [u32], point: impl Fn(usize) -> (&'a [u64], bool)) {
        let mut out = core::mem::replace(&mut self.to, Points::new(self.arithmetic.words, 0));
        out.resize(lengths.iter().map(|length| length.div_ceil(2) as usize).sum());
        let (mut read, mut made) = (0, 0);
        for length in lengths {
            for _ in 0..*length / 2 {
                // All points of a block are fetched before any is used: so memory is waited for once, not once
                // an addition.
                let ((left, minus_left), (right, minus_right)) = (point(read), point(read + 1));
                let place = self.negative.len();
                self.left.get_mut(place).copy_from_slice(left);
                self.right.get_mut(place).copy_from_slice(right);
                self.negative.push(Block::LEFT * u8::from(minus_left) | Block::RIGHT * u8::from(minus_right));
                self.places.push(made);
                (read, made) = (read + 2, made + 1);
                if place + 1 == self.arithmetic.block {
                    self.add(&mut out);
                }
            }
            if *length % 2 == 1 {
                let (single, minus) = point(read);
                out.get_mut(made).copy_from_slice(single);
                if minus && self.arithmetic.is_finite(single) {
                    (self.arithmetic.negate)(out.get_mut(made));
                }
                (read, made) = (read + 1, made + 1);
            }
            *length = length.div_ceil(2);
        }
        self.add(&mut out);
        self.from = out;
    }

    /// Does the additions of the block.
    #[inline(never)]
    fn add(&mut self, out: &mut Points) {
        if self.negative.is_empty() {
            return;
        }
        (self.arithmetic.add)(&mut Block {
            left: self.left.words_mut(),
            right: self.right.as_slice().words,
            negative: &self.negative,
            scratch: &mut self.scratch,
        });
        for (i, place) in self.places.iter().enumerate() {
            out.get_mut(*place).copy_from_slice(self.left.get(i));
        }
        self.negative.clear();
        self.places.clear();
    }
}
