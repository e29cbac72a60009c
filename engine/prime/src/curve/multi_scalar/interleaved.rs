//! Straus' method: odd signed digits of all parts, over one chain of doublings.

use super::super::{Affine, Curve, Jacobian, normalize_all};
use super::plan::INTERLEAVED_WINDOW as WINDOW;
use super::splitting::{Images, Splitting};
use crate::limbs::word_at;

/// Odd multiples of a point: 1, 3, ..., 2^(WINDOW - 1) - 1.
const MULTIPLES: usize = 1 << (WINDOW - 2);

/// The sum of all terms.
pub(super) fn sum<C: Curve, T: AsRef<Affine<C>>>(
    points: &[T],
    scalars: &[&[u64]],
    splitting: &Splitting,
    images: &Images<C>,
) -> Jacobian<C> {
    let mut finite = Vec::with_capacity(points.len());
    let mut tables = Vec::with_capacity(MULTIPLES * points.len());
    for (point, scalar) in points.iter().zip(scalars) {
        let point = point.as_ref();
        if point.infinity {
            continue;
        }
        finite.push(*scalar);
        let mut multiple = point.to_jacobian();
        let double = multiple.double();
        tables.push(multiple);
        for _ in 1..MULTIPLES {
            multiple = multiple.add(&double);
            tables.push(multiple);
        }
    }
    let tables = normalize_all(&tables);
    let mut sum = Jacobian::IDENTITY;
    for terms in terms(&finite, splitting).iter().rev() {
        if !bool::from(sum.is_identity()) {
            sum.double_assign();
        }
        for term in terms {
            sum = sum.add_affine(&images.of(term.power, &tables[term.index]).negated_if(term.negative));
        }
    }
    sum
}

/// The image of a multiple under a power of the endomorphism, or its opposite.
#[derive(Clone, Copy)]
struct Term {
    /// The multiple's place in the tables of all points.
    index: usize,
    power: usize,
    negative: bool,
}

/// What is added at each bit.
fn terms(scalars: &[&[u64]], splitting: &Splitting) -> Vec<Vec<Term>> {
    let mut at = vec![Vec::new(); splitting.bits + 1];
    for (i, scalar) in scalars.iter().enumerate() {
        splitting.parts(scalar, |power, part, negative| {
            for (bit, digit) in odd_digits(part) {
                let index = MULTIPLES * i + digit.unsigned_abs() as usize / 2;
                at[bit].push(Term { index, power, negative: (digit < 0) != negative });
            }
        });
    }
    at
}

/// Odd digits below 2^(WINDOW - 1) in size and the bits they stand at: their sum is the integer.
fn odd_digits(integer: &[u64]) -> impl Iterator<Item = (usize, i32)> + '_ {
    let mut bit = 0;
    let mut carry = 0;
    core::iter::from_fn(move || {
        while bit <= 64 * integer.len() {
            let value = ((word_at(integer, bit) & ((1 << WINDOW) - 1)) + carry) as i32;
            if value & 1 == 0 {
                bit += 1;
                continue;
            }
            let at = bit;
            bit += WINDOW;
            carry = u64::from(value >> (WINDOW - 1) & 1 == 1);
            return Some((at, value - ((carry as i32) << WINDOW)));
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::{WINDOW, odd_digits};

    #[test]
    fn digits_sum_to_the_integer() {
        for low in [0, 1, 7, 8, 9, 0x1234_5678_9abc_def0, u64::MAX, u64::MAX << 60] {
            for high in [0, 5, u64::MAX >> 2] {
                let mut sum = 0_i128;
                let mut next = 0;
                for (bit, digit) in odd_digits(&[low, high]) {
                    assert!(digit % 2 != 0 && digit.unsigned_abs() < 1 << (WINDOW - 1) && bit >= next);
                    sum += i128::from(digit) << bit;
                    next = bit + WINDOW;
                }
                assert_eq!(sum, i128::from(low) | i128::from(high) << 64);
            }
        }
    }
}
