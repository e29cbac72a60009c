//! Registers of NEON.

use crate::backend::words::Words;
use crate::trits::{Bits, Trits};
use core::arch::aarch64::*;

/// 128 bits.
#[derive(Clone, Copy)]
pub(crate) struct Neon(uint64x2_t);

impl Neon {
    #[inline(always)]
    fn words(self) -> uint32x4_t {
        // SAFETY: the type is made only where the processor has its instructions.
        unsafe { vreinterpretq_u32_u64(self.0) }
    }

    #[inline(always)]
    fn of_words(words: uint32x4_t) -> Self {
        // SAFETY: as above.
        unsafe { Neon(vreinterpretq_u64_u32(words)) }
    }

    /// What a sum is, where `changed`, among the nonzero digits of y, has what changes the sign of x or makes x nonzero.
    ///
    /// The formulas of [`Bits::sum`] with the selection that NEON has.
    #[inline(always)]
    fn sum_with(x: Trits<Self>, y_nz: Self, changed: Self) -> Trits<Self> {
        // SAFETY: as above.
        let nz = unsafe { vbslq_u64(x.nz.0, vornq_u64(changed.0, y_nz.0), y_nz.0) };
        Trits { nz: Neon(nz), sg: x.sg.xor(changed) }
    }
}

impl Bits for Neon {
    const WORDS: usize = 2;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: as above.
        unsafe { Neon(vdupq_n_u64(0)) }
    }
    #[inline(always)]
    fn ones() -> Self {
        // SAFETY: as above.
        unsafe { Neon(vdupq_n_u64(!0)) }
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Neon(vandq_u64(self.0, other.0)) }
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Neon(vorrq_u64(self.0, other.0)) }
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Neon(veorq_u64(self.0, other.0)) }
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Neon(vbicq_u64(self.0, other.0)) }
    }
    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        assert!(words.len() >= Self::WORDS);
        // SAFETY: as above, and the length was checked.
        unsafe { Neon(vld1q_u64(words.as_ptr())) }
    }
    #[inline(always)]
    fn to_words(self, words: &mut [u64]) {
        assert!(words.len() >= Self::WORDS);
        // SAFETY: as above, and the length was checked.
        unsafe { vst1q_u64(words.as_mut_ptr(), self.0) }
    }
    #[inline(always)]
    fn sum(x: Trits<Self>, y: Trits<Self>) -> Trits<Self> {
        let t = x.nz.xor(x.sg).xor(y.sg);
        Self::sum_with(x, y.nz, y.nz.and(t))
    }
    #[inline(always)]
    fn difference(x: Trits<Self>, y: Trits<Self>) -> Trits<Self> {
        let t = x.nz.xor(x.sg).xor(y.sg);
        Self::sum_with(x, y.nz, y.nz.without(t))
    }
}

// SAFETY: each function does what the trait says for 4 words.
unsafe impl Words for Neon {
    const LANES: usize = 4;

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { Neon::of_words(vld1q_u32(from)) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: passed on to the caller.
        unsafe { vst1q_u32(to, self.words()) }
    }
    #[inline(always)]
    unsafe fn splat(from: *const u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { Neon::of_words(vld1q_dup_u32(from)) }
    }
    #[inline(always)]
    fn repeat(word: u32) -> Self {
        // SAFETY: the type is made only where the processor has its instructions.
        unsafe { Neon::of_words(vdupq_n_u32(word)) }
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        // SAFETY: as above.
        unsafe { Neon::of_words(vshlq_u32(self.words(), vdupq_n_s32(N as i32))) }
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        // SAFETY: as above; a shift by less than 0 goes down.
        unsafe { Neon::of_words(vshlq_u32(self.words(), vdupq_n_s32(-(N as i32)))) }
    }
    #[inline(always)]
    fn transpose(rows: &mut [Self]) {
        let [a, b, c, d]: [uint32x4_t; 4] = core::array::from_fn(|i| rows[i].words());
        // SAFETY: as above.
        unsafe {
            // Words two by two, then the halves.
            let even = [vtrn1q_u32(a, b), vtrn1q_u32(c, d)];
            let odd = [vtrn2q_u32(a, b), vtrn2q_u32(c, d)];
            for (i, pairs) in [even, odd].into_iter().enumerate() {
                let [low, high] = pairs.map(|pair| Neon::of_words(pair).0);
                rows[i] = Neon(vtrn1q_u64(low, high));
                rows[i + 2] = Neon(vtrn2q_u64(low, high));
            }
        }
    }
}
