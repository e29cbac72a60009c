//! Between rows of digits in memory, one after the other for each element, and vectors, where every element has a lane.

use super::vector::{self, Set, Vector, Word, each};
use core::arch::x86_64::*;

/// Rows of a vector.
const ROWS: usize = 8;

/// Lane k of word i of the result is word k of lane i.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn transposed(rows: &Vector<ROWS>) -> Vector<ROWS> {
    // Words of two rows side by side: the even ones, then the odd ones.
    let mut pairs = [*rows, *rows];
    each!(k < 4, {
        pairs[0][k] = _mm512_unpacklo_epi64(rows[2 * k], rows[2 * k + 1]);
        pairs[1][k] = _mm512_unpackhi_epi64(rows[2 * k], rows[2 * k + 1]);
    });
    let mut out = *rows;
    each!(odd < 2, {
        let [a, b, c, d, ..] = pairs[odd];
        let (ab, cd) =
            (_mm512_shuffle_i64x2::<0b10_00_10_00>(a, b), _mm512_shuffle_i64x2::<0b10_00_10_00>(c, d));
        out[odd] = _mm512_shuffle_i64x2::<0b10_00_10_00>(ab, cd);
        out[4 + odd] = _mm512_shuffle_i64x2::<0b11_01_11_01>(ab, cd);
        let (ab, cd) =
            (_mm512_shuffle_i64x2::<0b11_01_11_01>(a, b), _mm512_shuffle_i64x2::<0b11_01_11_01>(c, d));
        out[2 + odd] = _mm512_shuffle_i64x2::<0b10_00_10_00>(ab, cd);
        out[6 + odd] = _mm512_shuffle_i64x2::<0b11_01_11_01>(ab, cd);
    });
    out
}

/// The words of a row that are in one vector.
const fn first_words(length: usize) -> Set {
    if length < ROWS { (1 << length) - 1 } else { Set::MAX }
}

/// The `L` words at the begin of each of eight rows, which begin `stride` words apart.
///
/// # Panics
/// If there are not as many words.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn read<const L: usize>(words: &[u64], stride: usize) -> Vector<L> {
    assert!(words.len() >= (ROWS - 1) * stride + L);
    let mut rows = [_mm512_setzero_si512(); ROWS];
    each!(k < 8, {
        // SAFETY: the row lies within the words; what is not loaded is not read.
        rows[k] = unsafe { _mm512_maskz_loadu_epi64(first_words(L), words.as_ptr().add(k * stride).cast()) };
    });
    let first = transposed(&rows);
    let mut out = [_mm512_setzero_si512(); L];
    each!(i < L, { out[i] = if i < ROWS { first[i] } else { column(words, stride, i) } });
    out
}

/// Word i of each of eight rows.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn column(words: &[u64], stride: usize, i: usize) -> Word {
    let word = |k: usize| words[k * stride + i].cast_signed();
    _mm512_set_epi64(word(7), word(6), word(5), word(4), word(3), word(2), word(1), word(0))
}

/// Writes what [`read`] reads.
///
/// # Panics
/// If there are not as many words.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
pub fn write<const L: usize>(a: &Vector<L>, words: &mut [u64], stride: usize) {
    assert!(words.len() >= (ROWS - 1) * stride + L);
    let mut first = [_mm512_setzero_si512(); ROWS];
    each!(i < 8, { first[i] = if i < L { a[i] } else { first[i] } });
    let rows = transposed(&first);
    each!(k < 8, {
        // SAFETY: the row lies within the words; what is not stored is not written.
        unsafe {
            let row = words.as_mut_ptr().add(k * stride).cast();
            _mm512_mask_storeu_epi64(row, first_words(L), rows[k]);
        }
    });
    each!(i < L, {
        if i >= ROWS {
            for (k, lane) in vector::lanes(a[i]).into_iter().enumerate() {
                words[k * stride + i] = lane;
            }
        }
    });
}
