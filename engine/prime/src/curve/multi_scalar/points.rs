//! Affine points in words.

use core::ops::Range;

/// Words of a line of cache.
const LINE: usize = 8;

/// Points of so many words each, from the begin of a line of cache on.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    words: Vec<u64>,
    /// Where the first one begins.
    start: usize,
    each: usize,
    len: usize,
}

impl Points {
    /// So many points of `each` words, all of them 0.
    pub fn new(each: usize, len: usize) -> Self {
        if len == 0 {
            return Points { words: Vec::new(), start: 0, each, len };
        }
        let words = vec![0_u64; each * len + LINE];
        let start = words.as_ptr().align_offset(size_of::<u64>() * LINE).min(LINE);
        Points { words, start, each, len }
    }

    /// Makes them so many, of any values.
    pub fn resize(&mut self, len: usize) {
        if self.each * len + LINE > self.words.len() {
            *self = Self::new(self.each, len);
        }
        self.len = len;
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// The words of one.
    #[inline]
    pub fn get(&self, index: usize) -> &[u64] {
        &self.words[self.start + self.each * index..][..self.each]
    }

    /// The words of one.
    #[inline]
    pub fn get_mut(&mut self, index: usize) -> &mut [u64] {
        &mut self.words[self.start + self.each * index..][..self.each]
    }

    /// Some of them.
    pub fn slice(&self, range: Range<usize>) -> PointSlice<'_> {
        let words = &self.words[self.start..][self.each * range.start..self.each * range.end];
        PointSlice { words, each: self.each }
    }

    /// All of them.
    pub fn as_slice(&self) -> PointSlice<'_> {
        self.slice(0..self.len)
    }

    /// The words of all.
    pub fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words[self.start..][..self.each * self.len]
    }

    /// Bytes that are allocated for so many points of `each` words, at most.
    pub const fn bytes(each: usize, len: usize) -> usize {
        size_of::<u64>() * (each * len + LINE)
    }
}

/// Points that belong to others.
#[derive(Clone, Copy)]
pub(crate) struct PointSlice<'a> {
    /// The words of all.
    pub words: &'a [u64],
    each: usize,
}

impl<'a> PointSlice<'a> {
    /// None.
    pub const EMPTY: Self = PointSlice { words: &[], each: 1 };

    /// How many there are.
    pub fn len(self) -> usize {
        self.words.len() / self.each
    }

    /// The words of one.
    #[inline]
    pub fn get(self, index: usize) -> &'a [u64] {
        &self.words[self.each * index..][..self.each]
    }
}
