//! Additions of affine points, eight at a time, which share an inversion.
//!
//! A point is a row of digits: those of x, then those of y, and of a coordinate in F_p2 those of its coefficients one
//! after the other. Its coordinates are folded (see [`vector::folded`]).

use super::available::assert_available;
use super::convert;
use super::parts::{self, OfParts, Parts};
use super::quadratic;
use super::radix::Radix52;
use super::rows;
use super::vector::{self, Set, each};
use crate::curve::{Block, VectorAdditions};
use crate::{BaseField, Fp, PrimeParams};
use core::arch::x86_64::*;

/// Additions of a vector.
const LANES: usize = Block::VECTOR;

/// The functions of this file, for coordinates `E` of `D` coefficients.
#[must_use]
pub const fn vector_additions<F, E, const L: usize, const N: usize, const D: usize>() -> VectorAdditions<E>
where
    F: Radix52<L> + PrimeParams<N>,
    E: OfParts<Fp<F, N>, D>,
{
    VectorAdditions {
        words: 2 * D * L,
        scratch: 2 * D * L,
        enter: enter::<F, E, L, N, D>,
        leave: leave::<F, E, L, N, D>,
        negate: |point| {
            let (_, y) = point.split_at_mut(D * L);
            y.iter_mut().for_each(|digit| *digit = digit.wrapping_neg());
        },
        add: |block| {
            assert_available();
            // SAFETY: the processor has the instructions.
            unsafe { add::<F, L, N, D>(block) }
        },
    }
}

/// The words of at most eight points.
///
/// # Panics
/// If there are more, or the processor lacks AVX-512 IFMA.
fn enter<F, E, const L: usize, const N: usize, const D: usize>(points: &[[E; 2]], out: &mut [u64])
where
    F: Radix52<L> + PrimeParams<N>,
    E: OfParts<Fp<F, N>, D>,
{
    assert_available();
    for place in 0..2 {
        for part in 0..D {
            let mut elements = [Fp::ZERO; LANES];
            for (element, point) in elements.iter_mut().zip(points) {
                *element = point[place].parts()[part];
            }
            let mut rows = [[0; L]; LANES];
            // SAFETY: the processor has the instructions.
            unsafe {
                let lanes = convert::enter::<F, L, N>(&elements[..points.len()]);
                rows::write(&vector::folded::<F, L, 0>(&lanes), rows.as_flattened_mut(), L);
            }
            for (row, out) in rows.iter().zip(out.chunks_exact_mut(2 * D * L)) {
                out[(place * D + part) * L..][..L].copy_from_slice(row);
            }
        }
    }
}

/// The points of words, at most eight.
///
/// # Panics
/// If there are more, or the processor lacks AVX-512 IFMA.
fn leave<F, E, const L: usize, const N: usize, const D: usize>(words: &[u64], out: &mut [[E; 2]])
where
    F: Radix52<L> + PrimeParams<N>,
    E: OfParts<Fp<F, N>, D>,
{
    assert_available();
    let mut coordinates = [[[Fp::ZERO; D]; 2]; LANES];
    for place in 0..2 {
        for part in 0..D {
            let mut rows = [[0; L]; LANES];
            for (row, words) in rows.iter_mut().zip(words.chunks_exact(2 * D * L)) {
                row.copy_from_slice(&words[(place * D + part) * L..][..L]);
            }
            // SAFETY: the processor has the instructions.
            let elements = unsafe { convert::leave::<F, L, N, LANES>(&rows::read(rows.as_flattened(), L)) };
            for (coordinates, element) in coordinates.iter_mut().zip(elements) {
                coordinates[place][part] = element;
            }
        }
    }
    for (out, coordinates) in out.iter_mut().zip(coordinates) {
        *out = coordinates.map(E::of_parts);
    }
}

/// Does the additions of a block, or none.
///
/// In a tight field, a denominator is from p to 3.1 p, a rise from p to 5.1 p and x3 - x1 from p to 3.1 p; everything else
/// that is multiplied is below 3.2 p, so that products are at most 0.6 p before the reduction.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn add<F, const L: usize, const N: usize, const D: usize>(block: &mut Block) -> bool
where
    F: Radix52<L> + PrimeParams<N>,
{
    let (point, coordinate) = (2 * D * L, D * L);
    let count = block.negative.len();
    let vectors = count.div_ceil(LANES);
    let mut product = parts::one::<F, L, D>();
    for v in 0..vectors {
        let lanes: Set = if v + 1 == vectors { Set::MAX >> (LANES * vectors - count) } else { Set::MAX };
        let first = LANES * point * v;
        let (left, right) = (&block.left[first..], &block.right[first..]);
        let [left, right] = [read::<L, D>(left), read::<L, D>(right)];
        let mut denominator = parts::factor::<F, L, D, 2>(&parts::sub(&right, &left));
        if lanes != Set::MAX {
            let one = parts::one::<F, L, D>();
            each!(d < D, {
                denominator[d] =
                    vector::zip(&one[d], &denominator[d], |one, word| vector::blended(one, lanes, word));
            });
        }
        let scratch = &mut block.scratch[2 * LANES * coordinate * v..][..2 * LANES * coordinate];
        let (before, own) = scratch.split_at_mut(LANES * coordinate);
        let digits = parts::factor::<F, L, D, 1>(&product);
        store(&digits, before);
        store(&denominator, own);
        product = parts::multiply::<F, L, D>(&digits, &denominator);
    }
    let Some(mut inverse) = inverted::<F, L, N, D>(&product) else { return false };
    for v in (0..vectors).rev() {
        let scratch = &block.scratch[2 * LANES * coordinate * v..][..2 * LANES * coordinate];
        let (before, own) = scratch.split_at(LANES * coordinate);
        let factor = parts::factor::<F, L, D, 1>(&parts::multiply::<F, L, D>(&inverse, &load(before)));
        inverse = parts::factor::<F, L, D, 1>(&parts::multiply::<F, L, D>(&inverse, &load(own)));

        let first = LANES * point * v;
        let negative = signs(&block.negative[LANES * v..]);
        let (left, right) = (&block.left[first..], &block.right[first..]);
        let left_y = read::<L, D>(&left[coordinate..]);
        let right_y = negated_in(&read::<L, D>(&right[coordinate..]), negative);
        let rise = parts::factor::<F, L, D, 3>(&parts::sub(&right_y, &left_y));
        let slope = parts::multiply::<F, L, D>(&rise, &factor);
        let slope_digits = parts::factor::<F, L, D, 1>(&slope);
        let (left_x, right_x) = (read::<L, D>(left), read::<L, D>(right));
        let square = parts::square::<F, L, D>(&slope, &slope_digits);
        let x = parts::folded::<F, L, D, 3>(&parts::sub(&parts::sub(&square, &left_x), &right_x));
        let way = parts::factor::<F, L, D, 2>(&parts::sub(&left_x, &x));
        let y = parts::sub(&parts::multiply::<F, L, D>(&slope_digits, &way), &left_y);
        let left = &mut block.left[first..];
        write(&x, left);
        write(&parts::folded::<F, L, D, 3>(&y), &mut left[coordinate..]);
    }
    true
}

/// The inverses of values above -p as digits, unless there is a 0.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
fn inverted<F, const L: usize, const N: usize, const D: usize>(a: &Parts<L, D>) -> Option<Parts<L, D>>
where
    F: Radix52<L> + PrimeParams<N>,
{
    let digits = parts::factor::<F, L, D, 1>(a);
    let norm = if D == 1 {
        a[0]
    } else {
        let both = [&digits[0], &digits[1]];
        parts::sum_of_products::<F, L>(both, both)
    };
    let mut norms = convert::leave::<F, L, N, LANES>(&norm);
    if norms.iter().any(|norm| norm.is_zero().into()) {
        return None;
    }
    Fp::invert_all(&mut norms);
    let inverse = vector::factor::<F, L, 1>(&convert::enter::<F, L, N>(&norms));
    let mut out = *a;
    if D == 1 {
        out[0] = inverse;
    } else {
        out[0] = vector::factor::<F, L, 1>(&quadratic::multiply::<F, L>(&digits[0], &inverse));
        let product = quadratic::multiply::<F, L>(&digits[1], &inverse);
        out[1] = vector::factor::<F, L, 2>(&vector::sub(&[_mm512_setzero_si512(); L], &product));
    }
    Some(out)
}

/// The coordinates at the begin of eight points.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn read<const L: usize, const D: usize>(words: &[u64]) -> Parts<L, D> {
    let mut out = [[_mm512_setzero_si512(); L]; D];
    each!(d < D, { out[d] = rows::read(&words[d * L..], 2 * D * L) });
    out
}

/// Writes what [`read`] reads.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn write<const L: usize, const D: usize>(a: &Parts<L, D>, words: &mut [u64]) {
    each!(d < D, { rows::write(&a[d], &mut words[d * L..], 2 * D * L) });
}

/// Elements as [`store`] left them.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn load<const L: usize, const D: usize>(words: &[u64]) -> Parts<L, D> {
    let (rows, _) = words.as_chunks();
    let mut out = [[_mm512_setzero_si512(); L]; D];
    each!(d < D, { each!(i < L, { out[d][i] = vector::indices(&rows[d * L + i]) }) });
    out
}

/// Word after word, the lanes of each.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn store<const L: usize, const D: usize>(a: &Parts<L, D>, words: &mut [u64]) {
    let (rows, _) = words.as_chunks_mut();
    each!(d < D, { each!(i < L, { rows[d * L + i] = vector::lanes(a[d][i]) }) });
}

/// -a in the lanes of a set, a in the others.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn negated_in<const L: usize, const D: usize>(a: &Parts<L, D>, set: Set) -> Parts<L, D> {
    let mut out = *a;
    each!(d < D, { out[d] = vector::map(&a[d], |word| vector::negated_in(word, set)) });
    out
}

/// Of the first eight additions, or as many as there are: those of the opposite of the right summand.
fn signs(negative: &[u8]) -> Set {
    let bits = negative.iter().take(LANES).enumerate();
    bits.fold(0, |set, (k, negative)| set | negative << k)
}
