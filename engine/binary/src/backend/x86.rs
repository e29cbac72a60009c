//! One, two or four lanes in the vector registers of x86-64.
//!
//! Every leaf is inlined into a kernel that [`Vector::enter`] compiles with the features of its type; only kernels
//! that [`dispatch`](crate::dispatch) chose for this processor ever see these types.

use super::nibbles::{self, Lookup, maps_by_nibbles};
use super::{Kernel, Vector, Words};
use core::arch::x86_64::*;

/// Bit i of a nibble at bit 2 i.
const SPREAD: i128 = i128::from_le_bytes([
    0x00, 0x01, 0x04, 0x05, 0x10, 0x11, 0x14, 0x15, 0x40, 0x41, 0x44, 0x45, 0x50, 0x51, 0x54, 0x55,
]);
/// The even bytes of a lane, then the odd ones.
const EVEN_THEN_ODD: i128 = i128::from_le_bytes([0, 2, 4, 6, 8, 10, 12, 14, 1, 3, 5, 7, 9, 11, 13, 15]);

/// The operand of GF2P8AFFINEQB for the map that takes bit k to the byte `columns[k]`: byte 7 - i selects the bits of
/// the argument whose sum is bit i of the result.
const fn affine_operand(columns: [u8; 8]) -> u64 {
    let mut rows = [0u8; 8];
    let mut i = 0;
    while i < 8 {
        let mut k = 0;
        while k < 8 {
            rows[7 - i] |= (columns[k] >> i & 1) << k;
            k += 1;
        }
        i += 1;
    }
    u64::from_le_bytes(rows)
}

const SPREAD_LOW: u64 = affine_operand([0x01, 0x04, 0x10, 0x40, 0, 0, 0, 0]);
const SPREAD_HIGH: u64 = affine_operand([0, 0, 0, 0, 0x01, 0x04, 0x10, 0x40]);
const UNSPREAD_BYTE: u64 = affine_operand([0x01, 0x10, 0x02, 0x20, 0x04, 0x40, 0x08, 0x80]);

/// The intrinsics of a register width.
#[rustfmt::skip]
macro_rules! register {
    (128 zero) => { _mm_setzero_si128 };
    (128 splat) => { core::convert::identity::<__m128i> };
    (128 splat_word) => { _mm_set1_epi64x };
    (128 xor) => { _mm_xor_si128 };
    (128 and) => { _mm_and_si128 };
    (128 clmul_low) => { _mm_clmulepi64_si128::<0x00> };
    (128 clmul_high) => { _mm_clmulepi64_si128::<0x11> };
    (128 swap) => { _mm_shuffle_epi32::<0x4e> };
    (128 shl) => { _mm_sll_epi64 };
    (128 shr) => { _mm_srl_epi64 };
    (128 middle) => { _mm_alignr_epi8::<8> };
    (128 lookup) => { _mm_shuffle_epi8 };
    (128 lower_words) => { _mm_unpacklo_epi64 };
    (128 upper_words) => { _mm_unpackhi_epi64 };
    (128 lower_bytes) => { _mm_unpacklo_epi8 };
    (128 upper_bytes) => { _mm_unpackhi_epi8 };
    (128 affine) => { _mm_gf2p8affine_epi64_epi8::<0> };
    (256 zero) => { _mm256_setzero_si256 };
    (256 splat) => { _mm256_broadcastsi128_si256 };
    (256 xor) => { _mm256_xor_si256 };
    (256 and) => { _mm256_and_si256 };
    (256 clmul_low) => { _mm256_clmulepi64_epi128::<0x00> };
    (256 clmul_high) => { _mm256_clmulepi64_epi128::<0x11> };
    (256 swap) => { _mm256_shuffle_epi32::<0x4e> };
    (256 shl) => { _mm256_sll_epi64 };
    (256 shr) => { _mm256_srl_epi64 };
    (256 middle) => { _mm256_alignr_epi8::<8> };
    (256 lookup) => { _mm256_shuffle_epi8 };
    (256 lower_words) => { _mm256_unpacklo_epi64 };
    (256 upper_words) => { _mm256_unpackhi_epi64 };
    (256 lower_bytes) => { _mm256_unpacklo_epi8 };
    (256 upper_bytes) => { _mm256_unpackhi_epi8 };
    (512 zero) => { _mm512_setzero_si512 };
    (512 splat) => { _mm512_broadcast_i32x4 };
    (512 splat_word) => { _mm512_set1_epi64 };
    (512 xor) => { _mm512_xor_si512 };
    (512 and) => { _mm512_and_si512 };
    (512 clmul_low) => { _mm512_clmulepi64_epi128::<0x00> };
    (512 clmul_high) => { _mm512_clmulepi64_epi128::<0x11> };
    (512 swap) => { _mm512_shuffle_epi32::<0x4e> };
    (512 shl) => { _mm512_sll_epi64 };
    (512 shr) => { _mm512_srl_epi64 };
    (512 middle) => { _mm512_alignr_epi8::<8> };
    (512 lookup) => { _mm512_shuffle_epi8 };
    (512 lower_words) => { _mm512_unpacklo_epi64 };
    (512 upper_words) => { _mm512_unpackhi_epi64 };
    (512 lower_bytes) => { _mm512_unpacklo_epi8 };
    (512 upper_bytes) => { _mm512_unpackhi_epi8 };
    (512 affine) => { _mm512_gf2p8affine_epi64_epi8::<0> };
}

/// Loads lane i from `base + i * stride`.
macro_rules! gather {
    (1, $base:ident, $stride:ident) => {
        _mm_load_si128($base)
    };
    (2, $base:ident, $stride:ident) => {
        _mm256_set_m128i(_mm_load_si128($base.add($stride)), _mm_load_si128($base))
    };
    (4, $base:ident, $stride:ident) => {{
        let v = _mm512_castsi128_si512(_mm_load_si128($base));
        let v = _mm512_inserti64x2::<1>(v, _mm_load_si128($base.add($stride)));
        let v = _mm512_inserti64x2::<2>(v, _mm_load_si128($base.add(2 * $stride)));
        _mm512_inserti64x2::<3>(v, _mm_load_si128($base.add(3 * $stride)))
    }};
}

/// Stores the first 1, 2 or 4 lanes.
macro_rules! store {
    (1, $v:expr, $count:expr, $to:ident) => {
        match $count {
            1 => _mm_store_si128($to, $v),
            _ => unreachable!(),
        }
    };
    (2, $v:expr, $count:expr, $to:ident) => {
        match $count {
            1 => _mm_store_si128($to, _mm256_castsi256_si128($v)),
            2 => _mm256_storeu_si256($to.cast(), $v),
            _ => unreachable!(),
        }
    };
    (4, $v:expr, $count:expr, $to:ident) => {
        match $count {
            1 => _mm_store_si128($to, _mm512_castsi512_si128($v)),
            2 => _mm256_storeu_si256($to.cast(), _mm512_castsi512_si256($v)),
            4 => _mm512_storeu_si512($to.cast(), $v),
            _ => unreachable!(),
        }
    };
}

/// Rotates the lanes.
macro_rules! rotate {
    (1, $v:expr, $by:ident) => {{
        let _ = $by;
        $v
    }};
    (2, $v:expr, $by:ident) => {
        match $by % 2 {
            0 => $v,
            // SAFETY: the features of this type are enabled.
            _ => unsafe { _mm256_permute2x128_si256::<0x01>($v, $v) },
        }
    };
    (4, $v:expr, $by:ident) => {
        match $by % 4 {
            0 => $v,
            // SAFETY: the features of this type are enabled.
            1 => unsafe { _mm512_shuffle_i64x2::<0b00_11_10_01>($v, $v) },
            // SAFETY: as above.
            2 => unsafe { _mm512_shuffle_i64x2::<0b01_00_11_10>($v, $v) },
            // SAFETY: as above.
            _ => unsafe { _mm512_shuffle_i64x2::<0b10_01_00_11>($v, $v) },
        }
    };
}

/// Maps on bytes by lookups of nibbles.
macro_rules! by_nibbles {
    (@map $bits:tt) => {
        maps_by_nibbles!();
    };
    (@spread $bits:tt, $name:ident) => {
        impl Lookup for $name {
            #[inline(always)]
            fn lookup(self, indices: Self) -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { Self(register!($bits lookup)(self.0, indices.0)) }
            }
        }

        impl $name {
            /// The lower and the upper nibble of each byte, with a zero before each bit.
            #[inline(always)]
            fn spread_nibbles(self) -> (Self, Self) {
                let table: Self = nibbles::constant(SPREAD);
                let [low, high] = self.digits();
                (table.lookup(low), table.lookup(high))
            }

            /// The even bits of each byte in its lower nibble, the odd ones in its upper nibble.
            #[inline(always)]
            fn unspread_bytes(self) -> Self {
                nibbles::unspread(self)
            }
        }
    };
}

/// Maps on bytes by GF2P8AFFINEQB.
macro_rules! by_affine_maps {
    (@map $bits:tt) => {
        type ByteMap = u64;
        type Digits = Self;

        fn byte_map(columns: [u8; 8]) -> u64 {
            affine_operand(columns)
        }

        #[inline(always)]
        fn digits(self) -> Self {
            self
        }

        #[inline(always)]
        fn apply(digits: Self, map: &u64) -> Self {
            // SAFETY: the features of this type are enabled.
            unsafe { Self(register!($bits affine)(digits.0, register!($bits splat_word)(*map as i64))) }
        }
    };
    (@spread $bits:tt, $name:ident) => {
        impl $name {
            /// The lower and the upper nibble of each byte, with a zero before each bit.
            #[inline(always)]
            fn spread_nibbles(self) -> (Self, Self) {
                (Self::apply(self, &SPREAD_LOW), Self::apply(self, &SPREAD_HIGH))
            }

            /// The even bits of each byte in its lower nibble, the odd ones in its upper nibble.
            #[inline(always)]
            fn unspread_bytes(self) -> Self {
                Self::apply(self, &UNSPREAD_BYTE)
            }
        }
    };
}

macro_rules! vector {
    (
        $(#[$meta:meta])*
        $name:ident($register:ty), $lanes:tt lanes, $bits:tt bits, slot $slot:literal, $features:literal, $bytes:ident
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy)]
        pub struct $name($register);

        impl Vector for $name {
            const LANES: usize = $lanes;
            const ALWAYS_OUTLINE: bool = false;
            const MAP_SLOT: usize = $slot;

            #[inline(always)]
            fn zero() -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { Self(register!($bits zero)()) }
            }

            #[inline(always)]
            fn splat(lane: Words) -> Self {
                // SAFETY: the features of this type are enabled; the load reads the 16 bytes of `lane`.
                unsafe { Self(register!($bits splat)(_mm_load_si128((&raw const lane).cast()))) }
            }

            #[inline(always)]
            fn gather(words: &[Words], stride: usize) -> Self {
                assert!(words.len() > ($lanes - 1) * stride);
                let base: *const __m128i = words.as_ptr().cast();
                // SAFETY: the features of this type are enabled; the last lane lies within `words`, as asserted.
                unsafe { Self(gather!($lanes, base, stride)) }
            }

            #[inline(always)]
            fn store(self, out: &mut [Words]) {
                let to: *mut __m128i = out.as_mut_ptr().cast();
                // SAFETY: the features of this type are enabled; no more than the words of `out` are written.
                unsafe { store!($lanes, self.0, out.len(), to) }
            }

            #[inline(always)]
            fn rotate(self, by: usize) -> Self {
                Self(rotate!($lanes, self.0, by))
            }

            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { Self(register!($bits xor)(self.0, other.0)) }
            }

            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { Self(register!($bits and)(self.0, other.0)) }
            }

            #[inline(always)]
            fn clmul_low(self, other: Self) -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { Self(register!($bits clmul_low)(self.0, other.0)) }
            }

            #[inline(always)]
            fn clmul_high(self, other: Self) -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { Self(register!($bits clmul_high)(self.0, other.0)) }
            }

            #[inline(always)]
            fn fold(self) -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { self.xor(Self(register!($bits swap)(self.0))) }
            }

            #[inline(always)]
            fn shl(self, n: usize) -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { Self(register!($bits shl)(self.0, _mm_cvtsi64_si128(n as i64))) }
            }

            #[inline(always)]
            fn shr(self, n: usize) -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { Self(register!($bits shr)(self.0, _mm_cvtsi64_si128(n as i64))) }
            }

            #[inline(always)]
            fn middle(low: Self, high: Self) -> Self {
                // SAFETY: the features of this type are enabled.
                unsafe { Self(register!($bits middle)(high.0, low.0)) }
            }

            #[inline(always)]
            fn spread(self) -> (Self, Self) {
                let (low, high) = self.spread_nibbles();
                low.interleave(high)
            }

            #[inline(always)]
            fn unspread(low: Self, high: Self) -> (Self, Self) {
                let order: Self = nibbles::constant(EVEN_THEN_ODD);
                let [low, high] = [low.unspread_bytes(), high.unspread_bytes()];
                // SAFETY: the features of this type are enabled.
                let [even_bytes, odd_bytes] = unsafe {
                    let low = register!($bits lookup)(low.0, order.0);
                    let high = register!($bits lookup)(high.0, order.0);
                    [
                        Self(register!($bits lower_words)(low, high)),
                        Self(register!($bits upper_words)(low, high)),
                    ]
                };
                nibbles::regroup(even_bytes, odd_bytes)
            }

            #[inline(always)]
            fn interleave(self, other: Self) -> (Self, Self) {
                // SAFETY: the features of this type are enabled.
                unsafe {
                    (
                        Self(register!($bits lower_bytes)(self.0, other.0)),
                        Self(register!($bits upper_bytes)(self.0, other.0)),
                    )
                }
            }

            $bytes!(@map $bits);

            #[inline(always)]
            fn enter<K: Kernel>(kernel: K) -> K::Output {
                #[target_feature(enable = $features)]
                fn run<K: Kernel>(kernel: K) -> K::Output {
                    kernel.run()
                }
                // SAFETY: `dispatch` uses this type only where the processor has these features.
                unsafe { run(kernel) }
            }
        }

        $bytes!(@spread $bits, $name);
    };
}

vector! {
    /// PCLMULQDQ.
    Base128(__m128i), 1 lanes, 128 bits, slot 1, "pclmulqdq,ssse3,sse4.1,bmi2,adx", by_nibbles
}
vector! {
    /// VPCLMULQDQ on 256 bits.
    Wide256(__m256i), 2 lanes, 256 bits, slot 1, "avx2,vpclmulqdq,pclmulqdq,bmi2,adx", by_nibbles
}
vector! {
    /// One lane beside [`Wide256`].
    Vex128(__m128i), 1 lanes, 128 bits, slot 1, "avx2,vpclmulqdq,pclmulqdq,bmi2,adx", by_nibbles
}
vector! {
    /// VPCLMULQDQ on 512 bits and GFNI.
    Wide512(__m512i), 4 lanes, 512 bits, slot 2,
    "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512ifma,gfni,avx2,vpclmulqdq,pclmulqdq,bmi2,adx",
    by_affine_maps
}
vector! {
    /// One lane beside [`Wide512`].
    Evex128(__m128i), 1 lanes, 128 bits, slot 2,
    "avx512f,avx512vl,avx512bw,avx512dq,avx512vbmi,avx512vbmi2,avx512ifma,gfni,avx2,vpclmulqdq,pclmulqdq,bmi2,adx",
    by_affine_maps
}
