//! Sums of small multiples with one reduction.

use super::limbs;

/// The bits of p that tell the quotient.
const TOP: usize = 32;
/// The sum of |n| over all terms is at most so much.
const MOST: u32 = 255;

/// floor(2^63 / (h + 1)), h the upper 32 bits of p; for p of more bits than that.
pub const fn factor<const N: usize>(p: &[u64; N]) -> u64 {
    let bits = limbs::bits(p);
    if bits <= TOP { 0 } else { (1 << 63) / (limbs::shift_right(p, bits - TOP)[0] + 1) }
}

/// The sum of n a mod p over all terms (n, a), a <= p, p of more than 32 bits and below R / 2.
///
/// With v the sum, n a for n < 0 being |n| (p - a), the quotient is floor(v / 2^(bits - 32)) factor / 2^63, rounded down:
/// right, or less by 1, as v < 2^8 p makes the error of the product smaller than 2^-20.
#[inline(always)]
pub fn combination<'a, const N: usize>(
    terms: impl Iterator<Item = (i32, &'a [u64; N])> + Clone,
    p: &[u64; N],
    factor: u64,
) -> [u64; N] {
    let place = limbs::bits(p) - TOP;
    debug_assert!(terms.clone().map(|(n, _)| n.unsigned_abs()).sum::<u32>() <= MOST);
    let below = terms.clone().fold(0, |sum, (n, _)| if n < 0 { sum + n.unsigned_abs() } else { sum });
    let mut sum = [0; N];
    let mut carry = 0i128;
    for j in 0..N {
        let first = (carry as u128).wrapping_add(u128::from(below) * u128::from(p[j]));
        let word = terms.clone().fold(first, |word, (n, a)| {
            let multiple = u128::from(n.unsigned_abs()) * u128::from(a[j]);
            if n < 0 { word.wrapping_sub(multiple) } else { word.wrapping_add(multiple) }
        });
        sum[j] = word as u64;
        carry = word as i128 >> 64;
    }
    let above = if place / 64 + 1 < N { sum[place / 64 + 1] } else { carry as u64 };
    let upper = (u128::from(above) << 64 | u128::from(sum[place / 64])) >> (place % 64);
    let quotient = (upper * u128::from(factor)) >> 63;
    let mut borrow = 0i128;
    for (word, digit) in sum.iter_mut().zip(p) {
        let multiple = quotient * u128::from(*digit);
        let left = (borrow as u128).wrapping_add(u128::from(*word)).wrapping_sub(multiple);
        *word = left as u64;
        borrow = left as i128 >> 64;
    }
    limbs::reduce_once(&sum, 0, p)
}
