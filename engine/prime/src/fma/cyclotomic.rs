//! Squares in the cyclotomic subgroup of F_p12 (Granger, Scott, eprint 2009/565), and of its compressed elements (Karabina, eprint
//! 2010/542), for xi = 1 + i: squares in F_p4, two at a time.

use super::quadratic::{Constants, Pair, Quadratic, folded, squares, times_xi};
use super::radix::{Radix, Words};
use super::vector::{Wide, reduce, word};
use core::arch::x86_64::*;

/// 3 a + 2 b, or 3 a - 2 b in the lanes where `minus` is -1.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn combined(a: __m256i, b: __m256i, minus: __m256i) -> __m256i {
    let b = _mm256_sub_epi64(_mm256_xor_si256(b, minus), minus);
    let sum = _mm256_add_epi64(a, b);
    _mm256_add_epi64(_mm256_add_epi64(sum, sum), a)
}

/// The squares in F_p2 of two elements, without reduction.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn squares_of<const L: usize>(a: impl Fn(usize) -> __m256i) -> Wide<L> {
    squares(&a, &a)
}

/// (a + b s)^2 in F_p4 for both elements a of the first pair and b of the second one: pairs c0 and c1 of c0 + c1 s.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn square4<const L: usize>(radix: &Radix<L>, a: &Pair<L>, b: &Pair<L>) -> [Words<L>; 2] {
    let (aa, bb): (Wide<L>, Wide<L>) = (squares_of(|i| a[i]), squares_of(|i| b[i]));
    let both: Wide<L> = squares_of(|i| _mm256_add_epi64(a[i], b[i]));
    [
        reduce(radix, |k| _mm256_add_epi64(word(&aa, k), times_xi(word(&bb, k)))),
        reduce(radix, |k| _mm256_sub_epi64(word(&both, k), _mm256_add_epi64(word(&aa, k), word(&bb, k)))),
    ]
}

/// The same of one element, a and b in one pair: the pair of c0 and c1.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn square4_alone<const L: usize>(radix: &Radix<L>, ab: &Pair<L>) -> Words<L> {
    let ba = |word| _mm256_permute4x64_epi64::<0b01_00_11_10>(word);
    let each: Wide<L> = squares_of(|i| ab[i]);
    let both: Wide<L> = squares_of(|i| _mm256_add_epi64(ab[i], ba(ab[i])));
    reduce(radix, |k| {
        let (each, other) = (word(&each, k), ba(word(&each, k)));
        let real = _mm256_add_epi64(each, times_xi(other));
        let imaginary = _mm256_sub_epi64(word(&both, k), _mm256_add_epi64(each, other));
        _mm256_blend_epi32::<0b1111_0000>(real, imaginary)
    })
}

/// Which of a pair, and of the next one, stand in the halves of a vector.
const UPPER_LOWER: i32 = 0x21;
const LOWER_UPPER: i32 = 0x30;
const UPPER_UPPER: i32 = 0x31;
const LOWER_LOWER: i32 = 0x20;

/// -1 in the lanes of an element.
macro_rules! minus_mask {
    (upper) => {
        _mm256_setr_epi64x(0, 0, -1, -1)
    };
    (lower) => {
        _mm256_setr_epi64x(-1, -1, 0, 0)
    };
}

/// 3 a + 2 g of one element of a pair g, 3 a - 2 g of the other one, that is of the upper one or the lower one; a from two vectors.
macro_rules! results {
    ($constants:expr, $choice:ident, $g:expr, minus $minus:ident, $i:ident => $first:expr, $second:expr) => {{
        let minus = minus_mask!($minus);
        let sums: Words<L> = core::array::from_fn(|$i| {
            combined(_mm256_permute2x128_si256::<$choice>($first, $second), $g[$i], minus)
        });
        folded($constants, &sums)
    }};
}

/// The square of a compressed element (g2, g4), (g3, g5): g2' = 3 xi s5 + 2 g2, g4' = 3 s2 - 2 g4, g3' = 3 s4 - 2 g3, g5' = 3 s3 +
/// 2 g5, with s2 + s3 s = (g2 + g3 s)^2 and s4 + s5 s = (g4 + g5 s)^2.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn compressed_square<const N: usize, const L: usize>(
    constants: &Constants<N, L>,
    [u, v]: &[Pair<L>; 2],
) -> [Pair<L>; 2] {
    let [s24, s35] = square4(&constants.radix, u, v);
    [
        results!(constants, UPPER_LOWER, u, minus upper, i => times_xi(s35[i]), s24[i]),
        results!(constants, UPPER_LOWER, v, minus lower, i => s24[i], s35[i]),
    ]
}

/// The square of an element (g0, g2), (g1, g3), (g4, g5): beside those of the compressed one g0' = 3 s0 - 2 g0 and g1' = 3 s1 + 2 g1,
/// with s0 + s1 s = (g0 + g1 s)^2.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn square<const N: usize, const L: usize>(
    constants: &Constants<N, L>,
    [u, v, w]: &[Pair<L>; 3],
) -> [Pair<L>; 3] {
    let [s02, s13] = square4(&constants.radix, u, v);
    let s45 = square4_alone(&constants.radix, w);
    [
        results!(constants, LOWER_UPPER, u, minus lower, i => s02[i], times_xi(s45[i])),
        results!(constants, LOWER_LOWER, v, minus upper, i => s13[i], s45[i]),
        results!(constants, UPPER_UPPER, w, minus lower, i => s02[i], s13[i]),
    ]
}

/// Pairs from residues.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn enter<const N: usize, const L: usize, const K: usize>(
    constants: &Constants<N, L>,
    pairs: [[&Quadratic<N>; 2]; K],
) -> [Pair<L>; K] {
    pairs.map(|[[x, y], [z, t]]| constants.entered([x, y, z, t]))
}

/// Residues from pairs.
#[target_feature(enable = "avx2,fma")]
#[inline]
fn leave<const N: usize, const L: usize, const K: usize>(
    constants: &Constants<N, L>,
    pairs: &[Pair<L>; K],
) -> [[Quadratic<N>; 2]; K] {
    pairs.each_ref().map(|pair| {
        let [x, y, z, t] = constants.left(pair);
        [[x, y], [z, t]]
    })
}

/// A compressed element g2, g3, g4, g5 becomes its power 2^count, or an element of the cyclotomic subgroup with its coefficients in the
/// order of the tower, g0, g4, g3, g2, g1, g5.
///
/// # Panics
/// If there are not four or six coefficients.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
pub fn power<const N: usize, const L: usize, const K: usize>(
    constants: &Constants<N, L>,
    g: &mut [Quadratic<N>; K],
    count: u32,
) {
    match g.as_mut_slice() {
        [g2, g3, g4, g5] => {
            let mut power = enter(constants, [[g2, g4], [g3, g5]]);
            for _ in 0..count {
                power = compressed_square(constants, &power);
            }
            [[*g2, *g4], [*g3, *g5]] = leave(constants, &power);
        }
        [g0, g4, g3, g2, g1, g5] => {
            let mut power = enter(constants, [[g0, g2], [g1, g3], [g4, g5]]);
            for _ in 0..count {
                power = square(constants, &power);
            }
            [[*g0, *g2], [*g1, *g3], [*g4, *g5]] = leave(constants, &power);
        }
        _ => unreachable!("elements have six coefficients, compressed ones four"),
    }
}
