//! Sums of many points, each at one of many places: additions that do not wait for each other share an inversion.
//!
//! A place holds one point or none. A point that comes to a place with one is added to that: both leave for the block of
//! additions to be done. When the block is full, all are done, and the sums come back, each to its place.

use super::super::Block;
use super::arithmetic::Arithmetic;
use super::points::Points;

/// Blocks that all additions fill, about: with fewer, the memory of a block would take longer than inversions do.
const BLOCKS: usize = 32;
/// Additions that share an inversion, at least.
const LEAST: usize = 64;

/// What is at a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Empty,
    /// The point itself, as words, or else its opposite.
    Point {
        negative: bool,
    },
}

/// Sums of points at places: while additions are under way only parts of them.
#[derive(Debug)]
pub(crate) struct Sums {
    points: Points,
    states: Vec<State>,
}

impl Sums {
    /// So many sums of no points, for points of so many words.
    pub fn new(words: usize, len: usize) -> Self {
        Sums { points: Points::new(words, len), states: vec![State::Empty; len] }
    }

    /// Makes them so many, of no points.
    pub fn clear(&mut self, len: usize) {
        self.points.resize(len);
        self.states.clear();
        self.states.resize(len, State::Empty);
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.states.len()
    }

    /// The sum at a place, if it is finite: that of this point or of its opposite, as the second value tells.
    #[inline]
    pub fn get(&self, place: usize) -> Option<(&[u64], bool)> {
        match self.states[place] {
            State::Empty => None,
            State::Point { negative } => Some((self.points.get(place), negative)),
        }
    }

    /// Puts a point, or its opposite, at a place that is empty. If it was not, it is empty then, and the words of the point that
    /// was there can still be read: tells whether its opposite was meant.
    #[inline(always)]
    fn put(&mut self, place: usize, point: &[u64], negative: bool) -> Option<bool> {
        if let State::Point { negative } = core::mem::replace(&mut self.states[place], State::Empty) {
            return Some(negative);
        }
        self.points.get_mut(place).copy_from_slice(point);
        self.states[place] = State::Point { negative };
        None
    }

    /// Has the point at a place fetched, without waiting for it.
    #[inline]
    pub fn fetch(&self, place: usize) {
        self.points.fetch(place);
    }

    /// All sums as points.
    pub fn into_points(mut self, arithmetic: &Arithmetic) -> Points {
        for (place, state) in self.states.iter().enumerate() {
            match state {
                State::Empty => self.points.get_mut(place).fill(arithmetic.infinity),
                State::Point { negative: false } => (),
                State::Point { negative: true } => (arithmetic.negate)(self.points.get_mut(place)),
            }
        }
        self.points
    }
}

/// The block of additions to be done. Its memory is there to be used again.
pub(crate) struct Adder {
    arithmetic: Arithmetic,
    /// How many are done at a time.
    block: usize,
    /// Summands of the additions.
    left: Points,
    right: Points,
    /// Whether the right one has the other sign, see [`Block`].
    negative: Vec<u8>,
    /// Where their sums go, and whether the left one is negative: then the sum is, too.
    places: Vec<(usize, bool)>,
    scratch: Vec<u64>,
}

impl Adder {
    /// For about so many points in this form.
    pub fn new(arithmetic: Arithmetic, points: usize) -> Self {
        let Arithmetic { words, block, scratch, .. } = arithmetic;
        let block = (points / BLOCKS).clamp(LEAST, block);
        Adder {
            arithmetic,
            block,
            left: Points::new(words, block + Block::VECTOR),
            right: Points::new(words, block + Block::VECTOR),
            negative: Vec::with_capacity(block),
            places: Vec::with_capacity(block),
            scratch: vec![0; scratch * (block + Block::VECTOR)],
        }
    }

    /// Adds a point, or its opposite, to the sum at a place; [`finish`](Adder::finish) has it done.
    #[inline]
    pub fn add(&mut self, sums: &mut Sums, place: usize, point: &[u64], negative: bool) {
        if !self.arithmetic.is_finite(point) {
            return;
        }
        let Some(left) = sums.put(place, point, negative) else { return };
        let index = self.places.len();
        self.left.get_mut(index).copy_from_slice(sums.points.get(place));
        self.right.get_mut(index).copy_from_slice(point);
        self.negative.push(u8::from(left != negative));
        self.places.push((place, left));
        while self.places.len() == self.block {
            self.flush(sums);
        }
    }

    /// Does all additions.
    pub fn finish(&mut self, sums: &mut Sums) {
        while !self.places.is_empty() {
            self.flush(sums);
        }
    }

    /// Does the additions of the block. Where another point has come to the place of a sum, that is the next addition.
    #[inline(never)]
    fn flush(&mut self, sums: &mut Sums) {
        (self.arithmetic.add)(&mut Block {
            left: self.left.words_mut(),
            right: self.right.as_slice().words,
            negative: &self.negative,
            scratch: &mut self.scratch,
        });
        let mut next = 0;
        for i in 0..self.places.len() {
            let (place, negative) = self.places[i];
            let sum = self.left.get(i);
            if !self.arithmetic.is_finite(sum) {
                continue;
            }
            let Some(left) = sums.put(place, sum, negative) else { continue };
            // There are no more additions than sums so far: what is written over has been read.
            self.right.get_mut(next).copy_from_slice(sum);
            self.left.get_mut(next).copy_from_slice(sums.points.get(place));
            self.negative[next] = u8::from(left != negative);
            self.places[next] = (place, left);
            next += 1;
        }
        self.negative.truncate(next);
        self.places.truncate(next);
    }
}
