//! Registers of 32-bit words, each word one digit plane of 32 independent elements.

use crate::trits::{Bits, Trits};

/// A register as `LANES` words of 32 bits.
///
/// # Safety
/// The pointers of `load`, `store` and `splat` must be valid for that many words (one for `splat`), without alignment, and
/// the processor must have the instructions of the type.
pub(crate) unsafe trait Words: Bits {
    /// Words in a register.
    const LANES: usize;

    /// The `LANES` words at `from`.
    unsafe fn load(from: *const u32) -> Self;
    /// Writes the `LANES` words to `to`.
    unsafe fn store(self, to: *mut u32);
    /// The word at `from` in all lanes.
    unsafe fn splat(from: *const u32) -> Self;
    /// `word` in all lanes.
    fn repeat(word: u32) -> Self;
    /// Each word moved up by `N` bits.
    fn up<const N: u32>(self) -> Self;
    /// Each word moved down by `N` bits.
    fn down<const N: u32>(self) -> Self;
    /// Word j of register i becomes word i of register j, for `LANES` registers.
    fn transpose(rows: &mut [Self]);
}

/// Digits in two planes of words in memory.
#[derive(Clone, Copy)]
pub(crate) struct Planes {
    /// Plane nz.
    pub nz: *mut u32,
    /// Plane sg.
    pub sg: *mut u32,
}

impl Planes {
    /// The digits from number `at` on.
    ///
    /// # Safety
    /// As for adding to a pointer.
    #[inline(always)]
    pub unsafe fn at(self, at: isize) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { Planes { nz: self.nz.offset(at), sg: self.sg.offset(at) } }
    }

    /// A register of digits.
    ///
    /// # Safety
    /// Valid for `V::LANES` words.
    #[inline(always)]
    pub unsafe fn load<V: Words>(self) -> Trits<V> {
        // SAFETY: passed on to the caller.
        unsafe { Trits { nz: V::load(self.nz), sg: V::load(self.sg) } }
    }

    /// Writes a register of digits.
    ///
    /// # Safety
    /// Valid for `V::LANES` words.
    #[inline(always)]
    pub unsafe fn store<V: Words>(self, digits: Trits<V>) {
        // SAFETY: passed on to the caller.
        unsafe {
            digits.nz.store(self.nz);
            digits.sg.store(self.sg);
        }
    }

    /// One digit in all lanes.
    ///
    /// # Safety
    /// Valid for one word.
    #[inline(always)]
    pub unsafe fn splat<V: Words>(self) -> Trits<V> {
        // SAFETY: passed on to the caller.
        unsafe { Trits { nz: V::splat(self.nz), sg: V::splat(self.sg) } }
    }
}
