//! One lane in a vector register of 64-bit Arm, with the carry-less products of its cryptographic extension.
//!
//! As in `x86`, every leaf is inlined into a kernel that [`Vector::enter`] compiles with these instructions.

use super::nibbles::{self, Lookup, maps_by_nibbles};
use super::{Kernel, Vector, Words};
use core::arch::aarch64::*;

/// NEON and PMULL.
#[derive(Clone, Copy)]
pub struct Neon128(uint64x2_t);

/// The intrinsic, on the bytes of the arguments.
macro_rules! on_bytes {
    ($intrinsic:ident($x:expr, $y:expr)) => {
        // SAFETY: the features of the type are enabled.
        unsafe {
            Self(vreinterpretq_u64_u8($intrinsic(vreinterpretq_u8_u64($x.0), vreinterpretq_u8_u64($y.0))))
        }
    };
}

/// PMULL. A function with its features, as the intrinsics of this extension are only inlined into such.
#[target_feature(enable = "neon,aes")]
#[inline]
fn product_low(x: uint64x2_t, y: uint64x2_t) -> uint64x2_t {
    vreinterpretq_u64_p128(vmull_p64(vgetq_lane_u64::<0>(x), vgetq_lane_u64::<0>(y)))
}

/// PMULL2.
#[target_feature(enable = "neon,aes")]
#[inline]
fn product_high(x: uint64x2_t, y: uint64x2_t) -> uint64x2_t {
    vreinterpretq_u64_p128(vmull_high_p64(vreinterpretq_p64_u64(x), vreinterpretq_p64_u64(y)))
}

impl Lookup for Neon128 {
    #[inline(always)]
    fn lookup(self, indices: Self) -> Self {
        on_bytes!(vqtbl1q_u8(self, indices))
    }
}

impl Vector for Neon128 {
    const LANES: usize = 1;
    const ALWAYS_OUTLINE: bool = false;
    const MAP_SLOT: usize = 1;

    #[inline(always)]
    fn zero() -> Self {
        // SAFETY: the features of this type are enabled; so below.
        unsafe { Self(vdupq_n_u64(0)) }
    }

    #[inline(always)]
    fn splat(lane: Words) -> Self {
        // SAFETY: as above; the load reads both words.
        unsafe { Self(vld1q_u64(lane.0.as_ptr())) }
    }

    #[inline(always)]
    fn gather(words: &[Words], _stride: usize) -> Self {
        Self::splat(words[0])
    }

    #[inline(always)]
    fn store(self, out: &mut [Words]) {
        // SAFETY: as above; both words of the first lane are written.
        unsafe { vst1q_u64(out[0].0.as_mut_ptr(), self.0) }
    }

    #[inline(always)]
    fn rotate(self, _by: usize) -> Self {
        self
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(veorq_u64(self.0, other.0)) }
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(vandq_u64(self.0, other.0)) }
    }

    #[inline(always)]
    fn clmul_low(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(product_low(self.0, other.0)) }
    }

    #[inline(always)]
    fn clmul_high(self, other: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(product_high(self.0, other.0)) }
    }

    #[inline(always)]
    fn fold(self) -> Self {
        self.xor(Self::middle(self, self))
    }

    #[inline(always)]
    fn shl(self, n: usize) -> Self {
        // SAFETY: as above.
        unsafe { Self(vshlq_u64(self.0, vdupq_n_s64(n as i64))) }
    }

    #[inline(always)]
    fn shr(self, n: usize) -> Self {
        // SAFETY: as above; a shift by less than 0 goes down.
        unsafe { Self(vshlq_u64(self.0, vdupq_n_s64(-(n as i64)))) }
    }

    #[inline(always)]
    fn middle(low: Self, high: Self) -> Self {
        // SAFETY: as above.
        unsafe { Self(vextq_u64::<1>(low.0, high.0)) }
    }

    /// The products of both words by themselves: an instruction each, where nibbles take several.
    #[inline(always)]
    fn spread(self) -> (Self, Self) {
        (self.clmul_low(self), self.clmul_high(self))
    }

    #[inline(always)]
    fn unspread(low: Self, high: Self) -> (Self, Self) {
        let [low, high] = [low, high].map(nibbles::unspread);
        nibbles::regroup(on_bytes!(vuzp1q_u8(low, high)), on_bytes!(vuzp2q_u8(low, high)))
    }

    #[inline(always)]
    fn interleave(self, other: Self) -> (Self, Self) {
        (on_bytes!(vzip1q_u8(self, other)), on_bytes!(vzip2q_u8(self, other)))
    }

    maps_by_nibbles!();

    #[inline(always)]
    fn enter<K: Kernel>(kernel: K) -> K::Output {
        #[target_feature(enable = "neon,aes")]
        fn run<K: Kernel>(kernel: K) -> K::Output {
            kernel.run()
        }
        // SAFETY: `dispatch` uses this type only where the processor has these features.
        unsafe { run(kernel) }
    }
}
