//! Powers of many independent elements of F_p: the lanes of two vectors, for sixteen at a time.

use super::available::assert_available;
use super::convert;
use super::curve::InLanes;
use super::parts;
use super::quadratic;
use super::radix::Radix52;
use super::vector::{self, Vector};
use crate::{Fp, PrimeParams, limbs};

/// Elements that are raised at a time.
const AT_ONCE: usize = 2 * LANES;
/// Elements of a vector.
const LANES: usize = 8;

/// Sixteen elements of F_p.
type Vectors<const L: usize> = [Vector<L>; 2];

/// Raises each element to the power (p - 3) / 4, in its place.
///
/// # Panics
/// If the processor lacks AVX-512 IFMA.
pub fn power_p_minus_3_over_4<C: InLanes<L, N>, const L: usize, const N: usize>(elements: &mut [C::Fp]) {
    assert_available();
    let exponent = const { limbs::shift_right(&<C::Params as PrimeParams<N>>::MODULUS, 2) };
    for some in elements.chunks_mut(AT_ONCE) {
        // SAFETY: the processor has the instructions.
        unsafe { raise::<C::Params, L, N>(some, &exponent) }
    }
}

/// Raises at most [`AT_ONCE`] elements to the same public power.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn raise<F, const L: usize, const N: usize>(elements: &mut [Fp<F, N>], exponent: &[u64])
where
    F: Radix52<L> + PrimeParams<N>,
{
    let (first, second) = elements.split_at(elements.len().min(LANES));
    let base = [convert::enter::<F, L, N>(first), convert::enter::<F, L, N>(second)];
    let two = square::<F, L>(&base);
    let mut odd = [base; limbs::ODD_DIGITS];
    for i in 1..odd.len() {
        odd[i] = multiply::<F, L>(&digits(&odd[i - 1]), &digits(&two));
    }
    let mut steps = limbs::windows(exponent);
    let (_, first) = steps.next().expect("the exponent is not 0");
    let power = steps.fold(odd[first / 2], |mut power, (squares, digit)| {
        for _ in 0..squares {
            power = square::<F, L>(&power);
        }
        if digit == 0 { power } else { multiply::<F, L>(&digits(&power), &digits(&odd[digit / 2])) }
    });
    let powers = [convert::leave::<F, L, N, LANES>(&power[0]), convert::leave::<F, L, N, LANES>(&power[1])];
    elements.copy_from_slice(&powers.as_flattened()[..elements.len()]);
}

/// Values from 0 to 2 p as factors.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn digits<const L: usize>([a, b]: &Vectors<L>) -> Vectors<L> {
    [vector::carried(a), vector::carried(b)]
}

/// a^2 in every lane.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn square<F: Radix52<L>, const L: usize>(a: &Vectors<L>) -> Vectors<L> {
    let [a, b] = digits(a);
    [parts::square_in_lanes::<F, L>(&a), parts::square_in_lanes::<F, L>(&b)]
}

/// a b in every lane: from 0 to 1.1 p.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
fn multiply<F: Radix52<L>, const L: usize>(a: &Vectors<L>, b: &Vectors<L>) -> Vectors<L> {
    [quadratic::multiply::<F, L>(&a[0], &b[0]), quadratic::multiply::<F, L>(&a[1], &b[1])]
}
