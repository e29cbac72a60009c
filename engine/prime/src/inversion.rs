//! Inversion modulo an odd integer by Pornin's binary extended gcd (eprint 2020/972, algorithm 2): the inner loop works on one-word
//! approximations of the two values, 31 of its steps are applied to the full values at once, and 62 to their factors modulo the
//! integer. Constant time.

use super::limbs;
use pairforge_interface::mask::mask;

/// Steps of the inner loop that one word of approximation carries.
const STEPS: usize = 31;

/// The linear combination of a batch of steps: a' = (f0 a + g0 b) / 2^31, b' = (f1 a + g1 b) / 2^31, with 2^62 for two batches.
/// |f| + |g| of a row is at most that power of two.
struct Batch {
    f0: i64,
    g0: i64,
    f1: i64,
    g1: i64,
}

/// 1 / y mod m, and 0 of 0, for y < m, m odd of the given number of bits; `neg_inverse` is -1/m mod 2^64.
#[inline(never)]
pub fn invert<const N: usize>(y: &[u64; N], m: &[u64; N], bits: usize, neg_inverse: u64) -> [u64; N] {
    let (mut a, mut b) = (*y, *m);
    // a = u y and b = v y modulo m, always.
    let (mut u, mut v) = ([0; N], [0; N]);
    u[0] = 1;
    for _ in 0..(2 * bits - 1).div_ceil(2 * STEPS) {
        let first = batch(&mut a, &mut b);
        let both = batch(&mut a, &mut b).after(&first);
        (u, v) = (
            combine_modulo(&u, both.f0, &v, both.g0, m, neg_inverse),
            combine_modulo(&u, both.f1, &v, both.g1, m, neg_inverse),
        );
    }
    // Now b = gcd(y, m): 1, or m for y = 0, when v = 0.
    v
}

impl Batch {
    /// The combination of both, the other one first.
    #[inline(always)]
    fn after(&self, first: &Batch) -> Batch {
        Batch {
            f0: self.f0 * first.f0 + self.g0 * first.f1,
            g0: self.f0 * first.g0 + self.g0 * first.g1,
            f1: self.f1 * first.f0 + self.g1 * first.f1,
            g1: self.f1 * first.g0 + self.g1 * first.g1,
        }
    }
}

/// A batch of steps of a and b. Where one would be negative, it becomes its opposite, as the combination says. Once for all fields
/// of a size.
#[inline(never)]
fn batch<const N: usize>(a: &mut [u64; N], b: &mut [u64; N]) -> Batch {
    let Batch { f0, g0, f1, g1 } = steps(approximations(a, b));
    let (next_a, a_negative) = combine_exactly(a, f0, b, g0);
    let (next_b, b_negative) = combine_exactly(a, f1, b, g1);
    (*a, *b) = (next_a, next_b);
    let opposite = |row: [i64; 2], negative| row.map(|x| negate_if(x, negative));
    let [f0, g0] = opposite([f0, g0], a_negative);
    let [f1, g1] = opposite([f1, g1], b_negative);
    Batch { f0, g0, f1, g1 }
}

/// The low 31 and the top 33 bits of both values, the top of the longer one, as one word each; exact below 2^64.
#[inline(always)]
fn approximations<const N: usize>(a: &[u64; N], b: &[u64; N]) -> (u64, u64) {
    let (mut a_high, mut a_next, mut b_high, mut b_next) = (a[0], 0, b[0], 0);
    let mut long = 0;
    for i in 1..N {
        let occupied = ((a[i] | b[i]) != 0) as u64;
        let mask = mask(occupied);
        a_high = (a[i] & mask) | (a_high & !mask);
        a_next = (a[i - 1] & mask) | (a_next & !mask);
        b_high = (b[i] & mask) | (b_high & !mask);
        b_next = (b[i - 1] & mask) | (b_next & !mask);
        long |= mask;
    }
    let shift = u64::from((a_high | b_high | 1).leading_zeros()) & long;
    let top = |high: u64, next: u64| (high << shift) | (next >> 1 >> (63 - shift));
    let word = |low: u64, top: u64| (low & ((1 << STEPS) - 1)) | (top >> STEPS << STEPS);
    (word(a[0], top(a_high, a_next)), word(b[0], top(b_high, b_next)))
}

/// f and g of a row travel in one word, g times 2^32. Each is above -2^31 and at most 2^31: more by this, none of them is negative.
const BIAS: u64 = 0x7fff_ffff_7fff_ffff;

/// 31 steps of the binary gcd on approximations: a becomes a / 2 if even, else (larger - smaller) / 2, and then b is the smaller.
#[inline(always)]
fn steps((a, b): (u64, u64)) -> Batch {
    let rows = [1, 1 << 32];
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    let [row0, row1] = rows_by_moves([a, b], rows);
    #[cfg(any(not(target_arch = "x86_64"), miri))]
    let [row0, row1] = rows_by_masks([a, b], rows);
    let low = |row: u64| (row.wrapping_add(BIAS) & 0xffff_ffff) as i64 - 0x7fff_ffff;
    let high = |row: u64| (row.wrapping_add(BIAS) >> 32) as i64 - 0x7fff_ffff;
    Batch { f0: low(row0), g0: high(row0), f1: low(row1), g1: high(row1) }
}

#[cfg(any(not(target_arch = "x86_64"), miri, test))]
#[inline(always)]
fn rows_by_masks([mut a, mut b]: [u64; 2], [mut row0, mut row1]: [u64; 2]) -> [u64; 2] {
    for _ in 0..STEPS {
        let odd = (a & 1).wrapping_neg();
        let smaller = odd & ((a < b) as u64).wrapping_neg();
        let swap = (a ^ b) & smaller;
        a ^= swap;
        b ^= swap;
        let swap = (row0 ^ row1) & smaller;
        row0 ^= swap;
        row1 ^= swap;
        a = a.wrapping_sub(b & odd) >> 1;
        row0 = row0.wrapping_sub(row1 & odd);
        row1 <<= 1;
    }
    [row0, row1]
}

/// The same in assembly for its conditional moves: five instructions of a step wait for one another, eight of what compilers make
/// of the masks.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
fn rows_by_moves([a, b]: [u64; 2], [mut row0, mut row1]: [u64; 2]) -> [u64; 2] {
    // SAFETY: arithmetic in registers, by instructions that every x86-64 has.
    unsafe {
        core::arch::asm!(
            ".p2align 6",
            "2:",
            // b and its row, or 0 where a is even.
            "mov {other}, {b}",
            "mov {other_row}, {row1}",
            "test {a:e}, 1",
            "cmovz {other}, {zero}",
            "cmovz {other_row}, {zero}",
            // Both differences.
            "mov {old}, {a}",
            "mov {old_row}, {row0}",
            "mov {opposite}, {other}",
            "mov {opposite_row}, {other_row}",
            "sub {opposite}, {a}",
            "sub {opposite_row}, {row0}",
            "sub {row0}, {other_row}",
            "sub {a}, {other}",
            "cmovc {a}, {opposite}",
            "cmovc {row0}, {opposite_row}",
            "cmovc {b}, {old}",
            "cmovc {row1}, {old_row}",
            "shr {a}, 1",
            "add {row1}, {row1}",
            "dec {left:e}",
            "jnz 2b",
            a = inout(reg) a => _,
            b = inout(reg) b => _,
            row0 = inout(reg) row0,
            row1 = inout(reg) row1,
            zero = in(reg) 0u64,
            left = inout(reg) STEPS => _,
            other = out(reg) _,
            other_row = out(reg) _,
            old = out(reg) _,
            old_row = out(reg) _,
            opposite = out(reg) _,
            opposite_row = out(reg) _,
            options(pure, nomem, nostack),
        );
    }
    [row0, row1]
}

#[inline(always)]
fn negate_if(value: i64, condition: u64) -> i64 {
    let mask = (condition as i64).wrapping_neg();
    (value ^ mask) - mask
}

/// f a + g b + carry for one word of each, as (low word, signed carry).
#[inline(always)]
fn combine_word(a: u64, f: i64, b: u64, g: i64, carry: i64) -> (u64, i64) {
    let product = |x: u64, s: i64| {
        let correction = u128::from(x & (s >> 63) as u64) << 64;
        (u128::from(x) * u128::from(s as u64)).wrapping_sub(correction)
    };
    let sum = product(a, f).wrapping_add(product(b, g)).wrapping_add(i128::from(carry) as u128);
    (sum as u64, (sum >> 64) as i64)
}

/// |f a + g b| / 2^31, which is exact, and whether the sum was negative: f and g of a batch do not have the same sign, as each step
/// takes one row from the other and leaves them with opposite ones.
#[inline(always)]
fn combine_exactly<const N: usize>(a: &[u64; N], f: i64, b: &[u64; N], g: i64) -> ([u64; N], u64) {
    let (mut carry_a, mut carry_b, mut borrow) = (0, 0, 0);
    let mut difference = [0; N];
    for i in 0..N {
        let (of_a, of_b);
        (of_a, carry_a) = limbs::mac(0, f.unsigned_abs(), a[i], carry_a);
        (of_b, carry_b) = limbs::mac(0, g.unsigned_abs(), b[i], carry_b);
        (difference[i], borrow) = limbs::sbb(of_a, of_b, borrow);
    }
    let (top, borrow) = limbs::sbb(carry_a, carry_b, borrow);
    let negative = borrow.wrapping_neg();
    let mut out = [0; N];
    let mut one = borrow;
    for i in 0..N {
        let above = if i + 1 < N { difference[i + 1] } else { top };
        (out[i], one) = limbs::adc((difference[i] >> STEPS | above << (64 - STEPS)) ^ negative, 0, one);
    }
    let opposite = (f.cast_unsigned() | g.wrapping_neg().cast_unsigned()) >> 63;
    (out, borrow ^ opposite)
}

/// (f u + g v) / 2^62 mod m.
#[inline(always)]
fn combine_modulo<const N: usize>(
    u: &[u64; N],
    f: i64,
    v: &[u64; N],
    g: i64,
    m: &[u64; N],
    inv: u64,
) -> [u64; N] {
    const SHIFT: usize = 2 * STEPS;
    let mut sum = [0; N];
    let mut carry = 0;
    for i in 0..N {
        (sum[i], carry) = combine_word(u[i], f, v[i], g, carry);
    }
    // The multiple of m that clears the low 62 bits.
    let q = sum[0].wrapping_mul(inv) & ((1 << SHIFT) - 1);
    let mut over = 0;
    for i in 0..N {
        (sum[i], over) = limbs::mac(sum[i], q, m[i], over);
    }
    let top = carry.wrapping_add(over as i64);
    let mut out = [0; N];
    for i in 0..N {
        let above = if i + 1 < N { sum[i + 1] } else { top as u64 };
        out[i] = sum[i] >> SHIFT | above << (64 - SHIFT);
    }
    // Between -m and 2 m: the word above says whether the value is negative or beyond the N words.
    let above = top >> SHIFT;
    let negative = (above >> 63) as u64 & 1;
    let lifted = limbs::add_masked(&out, m, negative);
    limbs::reduce_once(&lifted, above as u64 & 1 & (negative ^ 1), m)
}

#[cfg(all(test, target_arch = "x86_64", not(miri)))]
mod tests {
    use super::{rows_by_masks, rows_by_moves};
    use proptest::prelude::*;

    fn value() -> impl Strategy<Value = u64> {
        // Values of any length: the smaller one is often 0 or 1 after some steps.
        (any::<u64>(), 0u32..64).prop_map(|(word, shift)| word >> shift)
    }

    proptest! {
        #[test]
        fn conditional_moves_do_what_masks_do(a in value(), b in value()) {
            let rows = [1, 1 << 32];
            prop_assert_eq!(rows_by_moves([a, b | 1], rows), rows_by_masks([a, b | 1], rows));
        }
    }
}
