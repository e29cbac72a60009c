//! Inversion modulo an odd integer by Pornin's binary extended gcd (eprint 2020/972, algorithm 2): the inner loop works on one-word
//! approximations of the two values, and 31 of its steps are applied to the full values at once. Constant time.

use super::limbs;
use pairforge_interface::mask::mask;

/// Steps of the inner loop that one word of approximation carries.
const STEPS: usize = 31;

/// The linear combination of one batch of steps: a' = (f0 a + g0 b) / 2^31, b' = (f1 a + g1 b) / 2^31.
struct Batch {
    f0: i64,
    g0: i64,
    f1: i64,
    g1: i64,
}

/// 1 / y mod m, and 0 of 0, for y < m, m odd of the given number of bits; `neg_inverse` is -1/m mod 2^64.
pub fn invert<const N: usize>(y: &[u64; N], m: &[u64; N], bits: usize, neg_inverse: u64) -> [u64; N] {
    let (mut a, mut b) = (*y, *m);
    // a = u y and b = v y modulo m, always.
    let (mut u, mut v) = ([0; N], [0; N]);
    u[0] = 1;
    for _ in 0..(2 * bits - 1).div_ceil(STEPS) {
        let mut batch = steps(approximations(&a, &b));
        let (next_a, a_negative) = combine_exactly(&a, batch.f0, &b, batch.g0);
        let (next_b, b_negative) = combine_exactly(&a, batch.f1, &b, batch.g1);
        (a, b) = (next_a, next_b);
        (batch.f0, batch.g0) = (negate_if(batch.f0, a_negative), negate_if(batch.g0, a_negative));
        (batch.f1, batch.g1) = (negate_if(batch.f1, b_negative), negate_if(batch.g1, b_negative));
        (u, v) = (
            combine_modulo(&u, batch.f0, &v, batch.g0, m, neg_inverse),
            combine_modulo(&u, batch.f1, &v, batch.g1, m, neg_inverse),
        );
    }
    // Now b = gcd(y, m): 1, or m for y = 0, when v = 0.
    v
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

/// 31 steps of the binary gcd on approximations: a becomes a / 2 if even, else (larger - smaller) / 2.
#[inline(always)]
fn steps((mut a, mut b): (u64, u64)) -> Batch {
    // f and g of a row travel in one word, each with the bias 2^31 - 1 that keeps it from borrowing.
    const BIAS: u64 = 0x7fff_ffff_7fff_ffff;
    let mut row0: u64 = BIAS.wrapping_add(1);
    let mut row1: u64 = BIAS.wrapping_add(1 << 32);
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
        row0 = row0.wrapping_sub(row1 & odd).wrapping_add(BIAS & odd);
        row1 = row1.wrapping_add(row1).wrapping_sub(BIAS);
    }
    let low = |row: u64| (row & 0xffff_ffff) as i64 - 0x7fff_ffff;
    let high = |row: u64| (row >> 32) as i64 - 0x7fff_ffff;
    Batch { f0: low(row0), g0: high(row0), f1: low(row1), g1: high(row1) }
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

/// |f a + g b| / 2^31, which is exact, and whether the sum was negative.
#[inline(always)]
fn combine_exactly<const N: usize>(a: &[u64; N], f: i64, b: &[u64; N], g: i64) -> ([u64; N], u64) {
    let mut sum = [0; N];
    let mut carry = 0;
    for i in 0..N {
        (sum[i], carry) = combine_word(a[i], f, b[i], g, carry);
    }
    let negative = (carry >> 63) as u64;
    let mut out = [0; N];
    let mut one = negative & 1;
    for i in 0..N {
        let above = if i + 1 < N { sum[i + 1] } else { carry as u64 };
        (out[i], one) = limbs::adc((sum[i] >> STEPS | above << (64 - STEPS)) ^ negative, 0, one);
    }
    (out, negative & 1)
}

/// (f u + g v) / 2^31 mod m.
#[inline(always)]
fn combine_modulo<const N: usize>(
    u: &[u64; N],
    f: i64,
    v: &[u64; N],
    g: i64,
    m: &[u64; N],
    inv: u64,
) -> [u64; N] {
    let mut sum = [0; N];
    let mut carry = 0;
    for i in 0..N {
        (sum[i], carry) = combine_word(u[i], f, v[i], g, carry);
    }
    // The multiple of m that clears the low 31 bits.
    let q = sum[0].wrapping_mul(inv) & ((1 << STEPS) - 1);
    let mut over = 0;
    for i in 0..N {
        (sum[i], over) = limbs::mac(sum[i], q, m[i], over);
    }
    let top = carry.wrapping_add(over as i64);
    let mut out = [0; N];
    for i in 0..N {
        let above = if i + 1 < N { sum[i + 1] } else { top as u64 };
        out[i] = sum[i] >> STEPS | above << (64 - STEPS);
    }
    // Between -m and 2 m: the word above says whether the value is negative or beyond the N words.
    let above = top >> STEPS;
    let negative = (above >> 63) as u64 & 1;
    let lifted = limbs::add_masked(&out, m, negative);
    limbs::reduce_once(&lifted, above as u64 & 1 & (negative ^ 1), m)
}
