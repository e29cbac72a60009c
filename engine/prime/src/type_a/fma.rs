//! The pairing by AVX2: four products of one Miller step side by side, one in each 64-bit lane (`crate::fma`).
//!
//! A doubling step has 18 products. With 2 Y Z = (Y + Z)^2 - Y^2 - Z^2 and f^2 = f0^2 - f1^2 + 2 f0 f1 i, eight of them are
//! squares, and five vectors are enough:
//!
//! | lane | squares 1 | products 1 | squares 2 | products 2 | products 3 |
//! |---|---|---|---|---|---|
//! | 0 | A = X X | f0 l0 | X' = (A - C)(A - C) | -F = Y (C - A) | Y' = (2 S - X') 2 F |
//! | 1 | B = Y Y | f1 l1 | S = (A + C)(A + C) | M = Z (3 A + C) | -M x_Q |
//! | 2 | C = Z Z | f0 l1 | f0 f0 | -D = X (C - A) | f0 f1 |
//! | 3 | V = (Y + Z)(Y + Z) | f1 l0 | f1 f1 | l1 = (B + C - V) y_Q | |
//!
//! with Z' = 4 B and l0 = -D - M x_Q; the line's sign does not count. Products 1 are by the line of the step before, and f in
//! squares 2 is what they give. Results are below 2 p in size, factors below 6 p.

use super::super::fma::{Radix, Reals, Words, carried, mul, square};
use super::super::modulus::{Modulus, Residue};
use super::point::{Affine, Quadratic, Weighted};
use core::arch::x86_64::*;

/// No lane takes from here: a shift by so much leaves 0.
const NO: i64 = 64;

/// Four numbers as lanes; missing ones are 0.
#[target_feature(enable = "avx2,fma")]
fn lanes<const L: usize>(numbers: &[[u64; L]]) -> Words<L> {
    core::array::from_fn(|i| {
        let digit = |k: usize| numbers.get(k).map_or(0, |n| n[i].cast_signed());
        _mm256_setr_epi64x(digit(0), digit(1), digit(2), digit(3))
    })
}

/// The order of lanes that the permuting instructions take.
const fn order(lanes: [i32; 4]) -> i32 {
    lanes[0] | lanes[1] << 2 | lanes[2] << 4 | lanes[3] << 6
}

/// For each lane, a lane of the vector times a power of two.
macro_rules! pick {
    ($from:expr, $lanes:expr, << $shifts:expr) => {{
        const SHIFTS: [i64; 4] = $shifts;
        let shifts = _mm256_setr_epi64x(SHIFTS[0], SHIFTS[1], SHIFTS[2], SHIFTS[3]);
        _mm256_sllv_epi64(_mm256_permute4x64_epi64::<{ order($lanes) }>($from), shifts)
    }};
}

/// The sum of vectors.
macro_rules! sum {
    ($first:expr) => { $first };
    ($first:expr, $($more:expr),+) => { _mm256_add_epi64($first, sum!($($more),+)) };
}

/// The results of a step.
struct Step<const L: usize> {
    squares1: Words<L>,
    squares2: Words<L>,
    products2: Words<L>,
    products3: Words<L>,
}

/// `count` doubling steps; the constants are -x_Q in lane 1 and y_Q in lane 3.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn steps<const L: usize>(radix: &Radix<L>, count: usize, constants: &Reals<L>, step: &mut Step<L>) {
    for _ in 0..count {
        let Step { squares1, squares2, products2, products3 } = step;
        // X, Y, Z, Y + Z.
        let point: Reals<L> = carried(|i| {
            sum!(
                pick!(squares2[i], [0; 4], << [0, NO, NO, NO]),
                pick!(products3[i], [0; 4], << [NO, 0, NO, 0]),
                pick!(squares1[i], [1; 4], << [NO, NO, 2, 2])
            )
        });
        // f0, f1, l0, l1.
        let value_and_line: Reals<L> = carried(|i| {
            let from_products2 = _mm256_blend_epi32::<0b1111_0000>(_mm256_setzero_si256(), products2[i]);
            let squared = sum!(
                pick!(squares2[i], [2; 4], << [0, NO, NO, NO]),
                pick!(products3[i], [0, 2, 1, 0], << [NO, 1, 0, NO]),
                from_products2
            );
            _mm256_sub_epi64(squared, pick!(squares2[i], [3; 4], << [0, NO, NO, NO]))
        });
        *squares1 = square(radix, &point);
        let products1 = mul(
            radix,
            &value_and_line.map(|a| _mm256_permute4x64_pd::<{ order([0, 1, 0, 1]) }>(a)),
            &value_and_line.map(|a| _mm256_permute4x64_pd::<{ order([2, 3, 3, 2]) }>(a)),
        );
        // C - A, C + 3 A, C - A, C + B - V.
        let factors: Reals<L> = carried(|i| {
            let added = sum!(
                _mm256_permute4x64_epi64::<{ order([2; 4]) }>(squares1[i]),
                pick!(squares1[i], [0, 0, 0, 1], << [NO, 0, NO, 0]),
                pick!(squares1[i], [0; 4], << [NO, 1, NO, NO])
            );
            _mm256_sub_epi64(added, pick!(squares1[i], [0, 0, 0, 3], << [0, NO, 0, 0]))
        });
        let point_and_constant: Reals<L> = core::array::from_fn(|i| {
            let turned = _mm256_permute4x64_pd::<{ order([1, 2, 0, 3]) }>(point[i]);
            _mm256_blend_pd::<0b1000>(turned, constants[i])
        });
        *products2 = mul(radix, &point_and_constant, &factors);
        // A - C, A + C, f0, f1.
        let bases: Reals<L> = carried(|i| {
            let first = _mm256_blend_epi32::<0b1111_0000>(
                _mm256_permute4x64_epi64::<{ order([0; 4]) }>(squares1[i]),
                _mm256_permute4x64_epi64::<{ order([0, 0, 0, 2]) }>(products1[i]),
            );
            let added = sum!(
                first,
                pick!(squares1[i], [2; 4], << [NO, 0, NO, NO]),
                pick!(products1[i], [3; 4], << [NO, NO, NO, 0])
            );
            let taken = sum!(
                pick!(squares1[i], [2; 4], << [0, NO, NO, NO]),
                pick!(products1[i], [1; 4], << [NO, NO, 0, NO])
            );
            _mm256_sub_epi64(added, taken)
        });
        *squares2 = square(radix, &bases);
        // X' - 2 S, M, -2 F.
        let last: Reals<L> = carried(|i| {
            let added = sum!(
                _mm256_blend_epi32::<0b0000_0011>(_mm256_setzero_si256(), squares2[i]),
                pick!(products2[i], [0, 1, 0, 0], << [NO, 0, 1, NO])
            );
            _mm256_sub_epi64(added, pick!(squares2[i], [1; 4], << [1, NO, NO, NO]))
        });
        let left: Reals<L> = core::array::from_fn(|i| {
            let first = _mm256_blend_pd::<0b0010>(last[i], constants[i]);
            _mm256_blend_pd::<0b0100>(first, bases[i])
        });
        let right: Reals<L> = core::array::from_fn(|i| {
            let first = _mm256_permute4x64_pd::<{ order([2, 1, 0, 3]) }>(last[i]);
            _mm256_blend_pd::<0b0100>(first, _mm256_permute4x64_pd::<{ order([3; 4]) }>(bases[i]))
        });
        *products3 = mul(radix, &left, &right);
    }
}

/// `count` doubling steps of the Miller loop from the point t and the value f, with Q: the next point and value.
#[target_feature(enable = "avx2,fma")]
pub fn doublings<const N: usize, const L: usize>(
    field: &Modulus<N>,
    radix: &Radix<L>,
    count: usize,
    t: &Weighted<N>,
    f: &Quadratic<N>,
    q: &Affine<N>,
) -> (Weighted<N>, Quadratic<N>) {
    let enter = |a: &Residue<N>| radix.enter(field, a);
    let nought = [0; L];
    let constants = lanes(&[nought, enter(&field.neg(&q.x)), nought, enter(&q.y)]);
    let constants = carried(|i| constants[i]);
    let quarter_z = enter(&field.half(&field.half(&t.z)));
    let mut step: Step<L> = Step {
        squares1: lanes(&[nought, quarter_z]),
        squares2: lanes(&[enter(&t.x), nought, enter(&f[0])]),
        products2: lanes(&[nought, nought, enter(&field.one)]),
        products3: lanes(&[enter(&t.y), nought, enter(&field.half(&f[1]))]),
    };
    steps(radix, count, &constants, &mut step);
    let leave = |a: &Words<L>, lane| radix.leave(field, a, lane);
    let Step { squares1, squares2, products2, products3 } = &step;
    let z = field.double(&field.double(&leave(squares1, 1)));
    let t = Weighted { x: leave(squares2, 0), y: leave(products3, 0), z };
    let line = [field.add(&leave(products2, 2), &leave(products3, 1)), leave(products2, 3)];
    let value = [field.sub(&leave(squares2, 2), &leave(squares2, 3)), field.double(&leave(products3, 2))];
    (t, field.mul2(&value, &line))
}
