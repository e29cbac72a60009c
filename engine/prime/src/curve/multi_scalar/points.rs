//! Affine points in words.

use core::ops::Range;

/// Words of a line of cache.
const LINE: usize = 8;

/// Points of so many words each, from the begin of a line of cache on unless they are few.
#[derive(Clone, Debug)]
pub(crate) struct Points {
    words: Vec<u64>,
    /// Where the first one begins.
    start: usize,
    each: usize,
    len: usize,
}

/// Words that are there so that points can begin with a line: less than one for each.
const fn spare(len: usize) -> usize {
    if len < LINE { 0 } else { LINE }
}

impl Points {
    /// So many points of `each` words, all of them 0.
    pub fn new(each: usize, len: usize) -> Self {
        let mut words = vec![0_u64; each * len + spare(len)];
        huge_pages::ask_for(&mut words);
        let start = words.as_ptr().align_offset(size_of::<u64>() * LINE).min(spare(len));
        Points { words, start, each, len }
    }

    /// Makes them so many, of any values.
    pub fn resize(&mut self, len: usize) {
        if self.each * len + spare(len) > self.words.len() {
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

    /// Has the words of one fetched, without waiting for them.
    #[inline]
    pub fn fetch(&self, index: usize) {
        self.get(index).chunks(LINE).for_each(|line| fetch(&line[0]));
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

    /// Bytes that are allocated for so many points of `each` words.
    pub const fn bytes(each: usize, len: usize) -> usize {
        size_of::<u64>() * (each * len + spare(len))
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
    /// The words of one.
    #[inline]
    pub fn get(self, index: usize) -> &'a [u64] {
        &self.words[self.each * index..][..self.each]
    }
}

/// Asks for the line of cache of a word.
#[inline]
fn fetch(word: &u64) {
    // SAFETY: every processor of this kind has the instruction, and it changes nothing.
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    unsafe {
        use core::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(core::ptr::from_ref(word).cast());
    }
    // SAFETY: as above.
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    unsafe {
        core::arch::asm!("prfm pldl1keep, [{0}]", in(reg) word, options(readonly, nostack, preserves_flags));
    }
    let _ = word;
}

/// Memory in pages of the largest size: thousands of small ones take the system as long as the tenth part of a sum.
mod huge_pages {
    /// Asks for them where the words fill some. They keep what they are.
    #[cfg(all(target_os = "linux", not(miri)))]
    pub fn ask_for(words: &mut [u64]) {
        use core::ffi::{c_int, c_void};
        unsafe extern "C" {
            fn madvise(start: *mut c_void, length: usize, advice: c_int) -> c_int;
        }
        /// Bytes of such a page, for x86-64 and most Arm.
        const PAGE: usize = 1 << 21;
        /// `MADV_HUGEPAGE`.
        const HUGE_PAGE: c_int = 14;
        let before = words.as_ptr().align_offset(PAGE);
        let length = size_of_val(words).saturating_sub(size_of::<u64>() * before) / PAGE * PAGE;
        if length > 0 {
            let start = words[before..].as_mut_ptr();
            // SAFETY: whole pages of the words are named, and the advice changes no value. Whether it is taken does not matter.
            unsafe { madvise(start.cast(), length, HUGE_PAGE) };
        }
    }

    #[cfg(not(all(target_os = "linux", not(miri))))]
    pub fn ask_for(_words: &mut [u64]) {}
}
