//! Registers of AVX2 and AVX-512.

use crate::backend::words::Words;
use crate::trits::{Bits, Trits};
use core::arch::x86_64::*;

/// 128 bits with AVX.
#[derive(Clone, Copy)]
pub(crate) struct Xmm(__m128i);

/// 128 bits with the three-input logic of AVX-512.
#[derive(Clone, Copy)]
pub(crate) struct Xmm3(pub __m128i);

/// 256 bits with AVX2.
#[derive(Clone, Copy)]
pub(crate) struct Ymm(__m256i);

/// 512 bits.
#[derive(Clone, Copy)]
pub(crate) struct Zmm(pub __m512i);

/// The two-input operations of one register type; `$more` overrides what three-input ones do better.
macro_rules! bits {
    ($name:ident, $words:literal, $zero:ident, $set:ident, $and:ident, $or:ident, $xor:ident, $andnot:ident, $load:ident, $store:ident, $pointer:ty $(, $ternary:ident)?) => {
        impl Bits for $name {
            const WORDS: usize = $words;

            #[inline(always)]
            fn zero() -> Self {
                // SAFETY: the type is made only where the processor has its instructions.
                unsafe { $name($zero()) }
            }
            #[inline(always)]
            fn ones() -> Self {
                // SAFETY: as above.
                unsafe { $name($set(-1)) }
            }
            #[inline(always)]
            fn and(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { $name($and(self.0, other.0)) }
            }
            #[inline(always)]
            fn or(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { $name($or(self.0, other.0)) }
            }
            #[inline(always)]
            fn xor(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { $name($xor(self.0, other.0)) }
            }
            #[inline(always)]
            fn without(self, other: Self) -> Self {
                // SAFETY: as above.
                unsafe { $name($andnot(other.0, self.0)) }
            }
            #[inline(always)]
            fn from_words(words: &[u64]) -> Self {
                assert!(words.len() >= $words);
                // SAFETY: as above, and the length was checked.
                unsafe { $name($load(words.as_ptr().cast::<$pointer>())) }
            }
            #[inline(always)]
            fn to_words(self, words: &mut [u64]) {
                assert!(words.len() >= $words);
                // SAFETY: as above, and the length was checked.
                unsafe { $store(words.as_mut_ptr().cast::<$pointer>(), self.0) }
            }
            $(
            #[inline(always)]
            fn sum(x: Trits<Self>, y: Trits<Self>) -> Trits<Self> {
                // SAFETY: as above. The tables are those of the two-input formulas of `Bits::sum`.
                unsafe {
                    let t = $ternary::<0x96>(x.nz.0, x.sg.0, y.sg.0);
                    Trits {
                        nz: $name($ternary::<0xbc>(x.nz.0, y.nz.0, t)),
                        sg: $name($ternary::<0x78>(x.sg.0, y.nz.0, t)),
                    }
                }
            }
            #[inline(always)]
            fn difference(x: Trits<Self>, y: Trits<Self>) -> Trits<Self> {
                // SAFETY: as above, with the complement of t.
                unsafe {
                    let t = $ternary::<0x69>(x.nz.0, x.sg.0, y.sg.0);
                    Trits {
                        nz: $name($ternary::<0xbc>(x.nz.0, y.nz.0, t)),
                        sg: $name($ternary::<0x78>(x.sg.0, y.nz.0, t)),
                    }
                }
            }
            )?
        }
    };
}

bits!(
    Xmm,
    2,
    _mm_setzero_si128,
    _mm_set1_epi32,
    _mm_and_si128,
    _mm_or_si128,
    _mm_xor_si128,
    _mm_andnot_si128,
    _mm_loadu_si128,
    _mm_storeu_si128,
    __m128i
);
bits!(
    Xmm3,
    2,
    _mm_setzero_si128,
    _mm_set1_epi32,
    _mm_and_si128,
    _mm_or_si128,
    _mm_xor_si128,
    _mm_andnot_si128,
    _mm_loadu_si128,
    _mm_storeu_si128,
    __m128i,
    _mm_ternarylogic_epi64
);
bits!(
    Ymm,
    4,
    _mm256_setzero_si256,
    _mm256_set1_epi32,
    _mm256_and_si256,
    _mm256_or_si256,
    _mm256_xor_si256,
    _mm256_andnot_si256,
    _mm256_loadu_si256,
    _mm256_storeu_si256,
    __m256i
);
bits!(
    Zmm,
    8,
    _mm512_setzero_si512,
    _mm512_set1_epi32,
    _mm512_and_si512,
    _mm512_or_si512,
    _mm512_xor_si512,
    _mm512_andnot_si512,
    _mm512_loadu_si512,
    _mm512_storeu_si512,
    __m512i,
    _mm512_ternarylogic_epi64
);

// SAFETY: each function does what the trait says for 8 words.
unsafe impl Words for Ymm {
    const LANES: usize = 8;

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { Ymm(_mm256_loadu_si256(from.cast())) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: passed on to the caller.
        unsafe { _mm256_storeu_si256(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn splat(from: *const u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { Ymm(_mm256_set1_epi32(from.read() as i32)) }
    }
    #[inline(always)]
    fn repeat(word: u32) -> Self {
        // SAFETY: the type is made only where the processor has its instructions.
        unsafe { Ymm(_mm256_set1_epi32(word as i32)) }
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        // SAFETY: as above.
        unsafe { Ymm(_mm256_sll_epi32(self.0, _mm_cvtsi32_si128(N as i32))) }
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        // SAFETY: as above.
        unsafe { Ymm(_mm256_srl_epi32(self.0, _mm_cvtsi32_si128(N as i32))) }
    }
    #[inline(always)]
    fn transpose(rows: &mut [Self]) {
        let r: [__m256i; 8] = core::array::from_fn(|i| rows[i].0);
        // SAFETY: as above.
        unsafe {
            // Words two by two, then in fours, then the halves.
            let mut t = r;
            for i in 0..4 {
                t[2 * i] = _mm256_unpacklo_epi32(r[2 * i], r[2 * i + 1]);
                t[2 * i + 1] = _mm256_unpackhi_epi32(r[2 * i], r[2 * i + 1]);
            }
            let mut u = t;
            for i in 0..2 {
                for j in 0..2 {
                    u[4 * i + 2 * j] = _mm256_unpacklo_epi64(t[4 * i + j], t[4 * i + 2 + j]);
                    u[4 * i + 2 * j + 1] = _mm256_unpackhi_epi64(t[4 * i + j], t[4 * i + 2 + j]);
                }
            }
            for i in 0..4 {
                rows[i] = Ymm(_mm256_permute2x128_si256::<0x20>(u[i], u[4 + i]));
                rows[4 + i] = Ymm(_mm256_permute2x128_si256::<0x31>(u[i], u[4 + i]));
            }
        }
    }
}

// SAFETY: each function does what the trait says for 16 words.
unsafe impl Words for Zmm {
    const LANES: usize = 16;

    #[inline(always)]
    unsafe fn load(from: *const u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { Zmm(_mm512_loadu_si512(from.cast())) }
    }
    #[inline(always)]
    unsafe fn store(self, to: *mut u32) {
        // SAFETY: passed on to the caller.
        unsafe { _mm512_storeu_si512(to.cast(), self.0) }
    }
    #[inline(always)]
    unsafe fn splat(from: *const u32) -> Self {
        // SAFETY: passed on to the caller.
        unsafe { Zmm(_mm512_set1_epi32(from.read() as i32)) }
    }
    #[inline(always)]
    fn repeat(word: u32) -> Self {
        // SAFETY: the type is made only where the processor has its instructions.
        unsafe { Zmm(_mm512_set1_epi32(word as i32)) }
    }
    #[inline(always)]
    fn up<const N: u32>(self) -> Self {
        // SAFETY: as above.
        unsafe { Zmm(_mm512_slli_epi32::<N>(self.0)) }
    }
    #[inline(always)]
    fn down<const N: u32>(self) -> Self {
        // SAFETY: as above.
        unsafe { Zmm(_mm512_srli_epi32::<N>(self.0)) }
    }
    #[inline(always)]
    fn transpose(rows: &mut [Self]) {
        let r: [__m512i; 16] = core::array::from_fn(|i| rows[i].0);
        // SAFETY: as above.
        unsafe {
            // Words two by two and in fours within quarters, then 4 x 4 quarters.
            let mut t = r;
            for i in 0..8 {
                t[2 * i] = _mm512_unpacklo_epi32(r[2 * i], r[2 * i + 1]);
                t[2 * i + 1] = _mm512_unpackhi_epi32(r[2 * i], r[2 * i + 1]);
            }
            let mut u = t;
            for i in 0..4 {
                for j in 0..2 {
                    u[4 * i + 2 * j] = _mm512_unpacklo_epi64(t[4 * i + j], t[4 * i + 2 + j]);
                    u[4 * i + 2 * j + 1] = _mm512_unpackhi_epi64(t[4 * i + j], t[4 * i + 2 + j]);
                }
            }
            // u[4 i + j] holds column 4 k + j of rows 4 i .. 4 i + 3 in quarter k.
            for j in 0..4 {
                let low = _mm512_shuffle_i32x4::<0x88>(u[j], u[4 + j]);
                let high = _mm512_shuffle_i32x4::<0xdd>(u[j], u[4 + j]);
                let low2 = _mm512_shuffle_i32x4::<0x88>(u[8 + j], u[12 + j]);
                let high2 = _mm512_shuffle_i32x4::<0xdd>(u[8 + j], u[12 + j]);
                rows[j] = Zmm(_mm512_shuffle_i32x4::<0x88>(low, low2));
                rows[4 + j] = Zmm(_mm512_shuffle_i32x4::<0x88>(high, high2));
                rows[8 + j] = Zmm(_mm512_shuffle_i32x4::<0xdd>(low, low2));
                rows[12 + j] = Zmm(_mm512_shuffle_i32x4::<0xdd>(high, high2));
            }
        }
    }
}
