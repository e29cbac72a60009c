//! Sums of many multiples, for public scalars.

use super::{Affine, Curve, Jacobian};

/// The sum of scalar times point over all terms (Pippenger's buckets with signed digits); time depends on the
/// scalars.
///
/// # Panics
/// If there are fewer or more scalars than points.
#[must_use]
#[inline(never)]
pub fn multi_scalar_mul_vartime<C: Curve>(points: &[Affine<C>], scalars: &[&[u64]]) -> Jacobian<C> {
    assert_eq!(points.len(), scalars.len());
    let limbs = scalars.iter().map(|s| s.len()).max().unwrap_or(0);
    // A window of w bits costs n additions to fill its 2^(w-1) buckets and twice as many additions as buckets
    // to sum them.
    let window = (points.len().max(1).ilog2() as usize).saturating_sub(2).clamp(3, 15);
    let mut buckets = vec![Jacobian::IDENTITY; 1 << (window - 1)];
    let mut sum = Jacobian::IDENTITY;
    for i in (0..=64 * limbs / window).rev() {
        for _ in 0..window {
            sum = sum.double();
        }
        buckets.fill(Jacobian::IDENTITY);
        for (point, scalar) in points.iter().zip(scalars) {
            let digit = signed_digit(scalar, i, window);
            if digit != 0 {
                let bucket = &mut buckets[digit.unsigned_abs() as usize - 1];
                *bucket = bucket.add_affine(&if digit < 0 { point.neg() } else { *point });
            }
        }
        // Sum of j B_j as the sum of all tails B_j + B_{j+1} + ...
        let mut tail = Jacobian::IDENTITY;
        for bucket in buckets.iter().rev() {
            tail = tail.add(bucket);
            sum = sum.add(&tail);
        }
    }
    sum
}

/// Digit `index`, from -2^(window-1) to 2^(window-1).
fn signed_digit(scalar: &[u64], index: usize, window: usize) -> i32 {
    let bit = |i: usize| (scalar.get(i / 64).copied().unwrap_or(0) >> (i % 64) & 1) as i32;
    let low = window * index;
    let own = (0..window).map(|i| bit(low + i) << i).sum::<i32>();
    let carry = if low == 0 { 0 } else { bit(low - 1) };
    own + carry - (bit(low + window - 1) << window)
}
