//! Straus' method: odd signed digits of all parts, over one chain of doublings. The odd multiples of all points are on one
//! denominator where that can be, which saves the inversion.

use super::super::co_z::{self, Entry};
use super::super::{Affine, Coordinate, Curve, Jacobian, normalize_all};
use super::splitting::{Images, Splitting};
use crate::limbs::word_at;
use pairforge_interface::copies;

/// The widest window: its digits fit in a byte.
pub(super) const WIDEST: usize = 6;

/// How many odd multiples of a point the digits of a window take: 1, 3, ..., 2^(window - 1) - 1.
pub(super) const fn multiples(window: usize) -> usize {
    1 << (window - 2)
}

/// The sum of all terms, by digits of windows of 2 to [`WIDEST`] bits.
pub(super) fn sum<C: Curve, T: AsRef<Affine<C>>>(
    points: &[T],
    scalars: &[&[u64]],
    splitting: &Splitting,
    images: &Images<C>,
    window: usize,
) -> Jacobian<C> {
    let mut finite = Vec::with_capacity(points.len());
    let mut their_scalars = Vec::with_capacity(points.len());
    for (point, scalar) in points.iter().zip(scalars) {
        if !point.as_ref().infinity {
            finite.push(*point.as_ref());
            their_scalars.push(*scalar);
        }
    }
    if finite.is_empty() {
        return Jacobian::IDENTITY;
    }
    let row = multiples(window);
    let (odd, z) = odd_multiples(finite, row);
    let mut tables = Vec::with_capacity(splitting.dimension() * odd.len());
    for odd in odd.chunks(row) {
        images.extend(&mut tables, odd, splitting.dimension());
    }
    let mut sum = Jacobian::<C>::IDENTITY;
    for step in steps(&their_scalars, splitting, window) {
        match step {
            Step::Double => sum.double_assign(),
            Step::Add { multiple, negative } => {
                let entry = tables[multiple].negated_if(negative);
                if !entry.infinity {
                    sum.add_vartime(&entry.x, &entry.y);
                }
            }
        }
    }
    sum.z = sum.z.mul(&z);
    sum
}

/// So many odd multiples of each of some finite points, and the Z by which all are points of an isomorphic curve.
fn odd_multiples<C: Curve>(points: Vec<Affine<C>>, row: usize) -> (Vec<Affine<C>>, C::Field) {
    if row == 1 {
        return (points, C::Field::ONE);
    }
    if let Some(found) = on_one_denominator(&points, row) {
        return found;
    }
    let mut doubles = Vec::with_capacity(points.len());
    for point in &points {
        doubles.push(point.to_jacobian().double());
    }
    let mut all = Vec::with_capacity(row * points.len());
    for (point, double) in points.iter().zip(normalize_all(&doubles)) {
        let mut multiple = point.to_jacobian();
        all.push(multiple);
        for _ in 1..row {
            if !double.infinity {
                multiple.add_vartime(&double.x, &double.y);
            }
            all.push(multiple);
        }
    }
    (normalize_all(&all), C::Field::ONE)
}

/// The same without inversion, with Z in F_p; none where a is not 0, or a point is of an order of at most twice their number.
/// In larger fields an inversion is no more than some products, and all of this would be compiled for each of them.
fn on_one_denominator<C: Curve>(points: &[Affine<C>], row: usize) -> Option<(Vec<Affine<C>>, C::Field)> {
    if !C::A_IS_ZERO || C::Field::COUNT > 2 {
        return None;
    }
    let mut entries = copies(Entry { x: C::Field::ZERO, y: C::Field::ZERO }, row * points.len());
    let mut ratios = copies(C::Field::ONE, entries.len());
    let mut z = C::Field::ONE;
    for ((point, entries), ratios) in points.iter().zip(entries.chunks_mut(row)).zip(ratios.chunks_mut(row)) {
        // The first multiple goes on where those of the point before have ended.
        let point = Entry { x: point.x, y: point.y }.scaled(&z);
        let [mut double, one] = point.doubled();
        (entries[0], ratios[0]) = (one, point.y.double());
        co_z::add_repeatedly(entries, ratios, &mut double);
        z = ratios.iter().fold(z, |z, ratio| z.mul(ratio));
    }
    if z.is_zero().into() {
        return None;
    }
    let scale = z.co_norm();
    co_z::level(&mut entries, &ratios, scale);
    let points = entries.iter().map(|entry| Affine::new_unchecked(entry.x, entry.y));
    Some((points.collect(), z.mul(&scale)))
}

/// What is done to the sum, which is 0 at first.
#[derive(Clone, Copy)]
enum Step {
    Double,
    /// Adds one of the odd multiples of all parts, those of each part together, or its opposite.
    Add {
        multiple: usize,
        negative: bool,
    },
}

/// The steps that give the sum of all terms.
fn steps(scalars: &[&[u64]], splitting: &Splitting, window: usize) -> Vec<Step> {
    let columns = splitting.dimension() * scalars.len();
    // At each bit the digits that stand there.
    let mut digits = vec![0; columns * (splitting.bits + 1)];
    for (i, scalar) in scalars.iter().enumerate() {
        splitting.parts(scalar, |j, part, negative| {
            for (bit, digit) in odd_digits(part, window) {
                let place = columns * bit + splitting.dimension() * i + j;
                digits[place] = if negative { -digit } else { digit };
            }
        });
    }
    let mut steps = Vec::new();
    for digits in digits.chunks(columns).rev() {
        if !steps.is_empty() {
            steps.push(Step::Double);
        }
        for (part, digit) in digits.iter().enumerate().filter(|(_, digit)| **digit != 0) {
            let multiple = part * multiples(window) + usize::from(digit.unsigned_abs() / 2);
            steps.push(Step::Add { multiple, negative: *digit < 0 });
        }
    }
    steps
}

/// Odd digits below 2^(window - 1) in size and the bits they stand at: their sum is the integer.
fn odd_digits(integer: &[u64], window: usize) -> impl Iterator<Item = (usize, i8)> + '_ {
    let mut bit = 0;
    let mut carry = 0;
    core::iter::from_fn(move || {
        while bit <= 64 * integer.len() {
            // A carry goes on over the ones, as no carry does over the zeros.
            let word = word_at(integer, bit).wrapping_add(carry);
            if word & 1 == 0 {
                bit += word.trailing_zeros() as usize;
                continue;
            }
            let at = bit;
            let value = (word & ((1 << window) - 1)) as i32;
            bit += window;
            carry = u64::from(value >> (window - 1) & 1 == 1);
            return Some((at, (value - ((carry as i32) << window)) as i8));
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::{WIDEST, odd_digits};

    #[test]
    fn digits_sum_to_the_integer() {
        let lows = [0, 1, 7, 8, 9, 0x1234_5678_9abc_def0, u64::MAX, u64::MAX << 60, u64::MAX >> 1];
        for (window, low) in (2..=WIDEST).flat_map(|window| lows.map(|low| (window, low))) {
            for high in [0, 5, u64::MAX >> 2] {
                let mut sum = 0_i128;
                let mut next = 0;
                for (bit, digit) in odd_digits(&[low, high], window) {
                    assert!(digit % 2 != 0 && digit.unsigned_abs() < 1 << (window - 1) && bit >= next);
                    sum += i128::from(digit) << bit;
                    next = bit + window;
                }
                assert_eq!(sum, i128::from(low) | i128::from(high) << 64);
            }
        }
    }
}
