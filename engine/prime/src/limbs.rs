//! Integers of a fixed number of 64-bit limbs, little-endian: what field arithmetic is made of.
//!
//! Nothing here branches on the values of limbs, but for [`bits`], [`less`] and [`trailing_zeros`], which are for public ones.

use pairforge_interface::mask::mask;

/// a + b + carry, as (low word, carry).
#[inline(always)]
pub const fn adc(a: u64, b: u64, carry: u64) -> (u64, u64) {
    // Of this form compilers make chains of additions with carry for 64-bit Arm, of the other one for x86-64.
    if cfg!(target_arch = "aarch64") {
        let (sum, over) = a.overflowing_add(b);
        let (sum, twice) = sum.overflowing_add(carry);
        return (sum, (over | twice) as u64);
    }
    let sum = a as u128 + b as u128 + carry as u128;
    (sum as u64, (sum >> 64) as u64)
}

/// a - b - borrow, as (low word, borrow).
#[inline(always)]
pub const fn sbb(a: u64, b: u64, borrow: u64) -> (u64, u64) {
    let difference = (a as u128).wrapping_sub(b as u128).wrapping_sub(borrow as u128);
    (difference as u64, (difference >> 64) as u64 & 1)
}

/// a + b c + carry, as (low word, high word). A macro for products that the compiler interprets, where a call costs several
/// times what it does.
#[cfg(target_pointer_width = "64")]
macro_rules! mac {
    ($a:expr, $b:expr, $c:expr, $carry:expr) => {{
        let sum = $a as u128 + $b as u128 * $c as u128 + $carry as u128;
        (sum as u64, (sum >> 64) as u64)
    }};
}

/// The same by products of half words. Processors of 32 bits and WebAssembly have no others, and compilers call a function for
/// each product of whole words.
#[cfg(not(target_pointer_width = "64"))]
macro_rules! mac {
    ($a:expr, $b:expr, $c:expr, $carry:expr) => {{
        let (b, c): (u64, u64) = ($b, $c);
        let (b0, b1, c0, c1) = (b & 0xffff_ffff, b >> 32, c & 0xffff_ffff, c >> 32);
        // No sum overflows: a product of half words leaves room for two more.
        let first = b0 * c0;
        let second = b1 * c0 + (first >> 32);
        let third = b0 * c1 + (second & 0xffff_ffff);
        let high = b1 * c1 + (second >> 32) + (third >> 32);
        let (low, over) = (third << 32 | first & 0xffff_ffff).overflowing_add($a);
        let (low, twice) = low.overflowing_add($carry);
        (low, high + over as u64 + twice as u64)
    }};
}

/// a + b c + carry, as (low word, high word).
#[inline(always)]
pub const fn mac(a: u64, b: u64, c: u64, carry: u64) -> (u64, u64) {
    mac!(a, b, c, carry)
}

/// a + b + carry, and the carry out.
#[inline(always)]
pub const fn add_with<const N: usize>(a: &[u64; N], b: &[u64; N], mut carry: u64) -> ([u64; N], u64) {
    let mut sum = [0; N];
    let mut i = 0;
    while i < N {
        (sum[i], carry) = adc(a[i], b[i], carry);
        i += 1;
    }
    (sum, carry)
}

/// a + b, and the carry out.
#[inline(always)]
pub const fn add<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], u64) {
    add_with(a, b, 0)
}

/// a - b - borrow, and the borrow out.
#[inline(always)]
pub const fn sub_with<const N: usize>(a: &[u64; N], b: &[u64; N], mut borrow: u64) -> ([u64; N], u64) {
    let mut difference = [0; N];
    let mut i = 0;
    while i < N {
        (difference[i], borrow) = sbb(a[i], b[i], borrow);
        i += 1;
    }
    (difference, borrow)
}

/// a - b, and the borrow out.
#[inline(always)]
pub const fn sub<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], u64) {
    sub_with(a, b, 0)
}

/// a + b if `bit` is 1, a if it is 0; modulo 2^(64 N).
#[inline(always)]
pub const fn add_masked<const N: usize>(a: &[u64; N], b: &[u64; N], bit: u64) -> [u64; N] {
    let mask = mask(bit);
    let mut sum = [0; N];
    let mut carry = 0;
    let mut i = 0;
    while i < N {
        (sum[i], carry) = adc(a[i], b[i] & mask, carry);
        i += 1;
    }
    sum
}

/// (carry, a) reduced once by p; the value must be below 2 p.
#[inline(always)]
pub const fn reduce_once<const N: usize>(a: &[u64; N], carry: u64, p: &[u64; N]) -> [u64; N] {
    let (difference, borrow) = sub(a, p);
    // Below p exactly when the subtraction borrows more than the carry can give.
    let below = borrow & (carry ^ 1);
    if N > 8 {
        // Too long for registers: one more chain costs less than a selection.
        return add_masked(&difference, p, below);
    }
    let keep = mask(below);
    let mut reduced = [0; N];
    let mut i = 0;
    while i < N {
        reduced[i] = (a[i] & keep) | (difference[i] & !keep);
        i += 1;
    }
    reduced
}

/// a / 2 mod p, for a below the odd p.
#[inline(always)]
pub const fn half_modulo<const N: usize>(a: &[u64; N], p: &[u64; N]) -> [u64; N] {
    let odd = mask(a[0] & 1);
    let mut sum = [0; N];
    let mut carry = 0;
    let mut i = 0;
    while i < N {
        (sum[i], carry) = adc(a[i], p[i] & odd, carry);
        i += 1;
    }
    let mut half = [0; N];
    i = 0;
    while i < N {
        let above = if i + 1 < N { sum[i + 1] } else { carry };
        half[i] = sum[i] >> 1 | above << 63;
        i += 1;
    }
    half
}

/// Montgomery product a b / R mod p, for a b < p R (so also for any a < R with b < p): operand scanning with the
/// reduction interleaved.
#[inline(always)]
pub const fn montgomery_mul<const N: usize>(
    a: &[u64; N],
    b: &[u64; N],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    let mut t = [0; N];
    let mut top = 0;
    let mut i = 0;
    while i < N {
        let mut carry = 0;
        let mut j = 0;
        while j < N {
            (t[j], carry) = mac!(t[j], a[j], b[i], carry);
            j += 1;
        }
        let (high, over) = adc(top, carry, 0);
        let m = t[0].wrapping_mul(neg_inverse);
        let (_, mut carry) = mac(t[0], m, p[0], 0);
        j = 1;
        while j < N {
            (t[j - 1], carry) = mac!(t[j], m, p[j], carry);
            j += 1;
        }
        let (high, carry) = adc(high, carry, 0);
        t[N - 1] = high;
        top = over + carry;
        i += 1;
    }
    reduce_once(&t, top, p)
}

/// Montgomery sum of products a_k b_k / R mod p, for K p < 2 R, and p < R / 2 or K = 1.
#[inline(always)]
pub fn montgomery_sum<const N: usize>(
    factors: &[[&[u64; N]; 2]],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    let mut t = [0; N];
    let mut top = 0;
    for i in 0..N {
        let mut beyond = 0;
        for [a, b] in factors {
            let mut carry = 0;
            for j in 0..N {
                (t[j], carry) = mac(t[j], b[j], a[i], carry);
            }
            (top, carry) = adc(top, carry, 0);
            beyond += carry;
        }
        let m = t[0].wrapping_mul(neg_inverse);
        let (_, mut carry) = mac(t[0], m, p[0], 0);
        for j in 1..N {
            (t[j - 1], carry) = mac(t[j], m, p[j], carry);
        }
        (t[N - 1], carry) = adc(top, carry, 0);
        top = beyond + carry;
    }
    // Below 3 p, and below 2 p where p > R / 2.
    reduce_once(&reduce_once(&t, top, p), 0, p)
}

/// a b as (low half, high half), by rows.
#[inline(always)]
pub const fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], [u64; N]) {
    let mut low = [0; N];
    let mut high = [0; N];
    let mut i = 0;
    while i < N {
        let mut carry = 0;
        let mut j = 0;
        while j < N {
            let k = i + j;
            if k < N {
                (low[k], carry) = mac(low[k], a[j], b[i], carry);
            } else {
                (high[k - N], carry) = mac(high[k - N], a[j], b[i], carry);
            }
            j += 1;
        }
        high[i] = carry;
        i += 1;
    }
    (low, high)
}

/// Montgomery reduction of (low, high), a value below p R.
#[inline(always)]
pub const fn montgomery_reduce<const N: usize>(
    low: &[u64; N],
    high: &[u64; N],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    let mut t = *low;
    let mut out = *high;
    let mut top = 0;
    let mut i = 0;
    while i < N {
        let m = t[i].wrapping_mul(neg_inverse);
        let mut carry = 0;
        let mut j = 0;
        while j < N {
            let k = i + j;
            if k < N {
                (t[k], carry) = mac(t[k], m, p[j], carry);
            } else {
                (out[k - N], carry) = mac(out[k - N], m, p[j], carry);
            }
            j += 1;
        }
        // The word above this row, with the carry of the row before.
        (out[i], top) = adc(out[i], carry, top);
        i += 1;
    }
    reduce_once(&out, top, p)
}

/// The number of bits of a public integer.
#[must_use]
pub const fn bits(a: &[u64]) -> usize {
    let mut i = a.len();
    while i > 0 {
        if a[i - 1] != 0 {
            return 64 * i - a[i - 1].leading_zeros() as usize;
        }
        i -= 1;
    }
    0
}

/// a < b; the borrow of a subtraction decides, so only the answer is revealed.
#[must_use]
pub const fn less<const N: usize>(a: &[u64; N], b: &[u64; N]) -> bool {
    sub(a, b).1 == 1
}

/// The largest s with 2^s dividing a public integer that is not 0.
pub const fn trailing_zeros<const N: usize>(a: &[u64; N]) -> usize {
    let mut i = 0;
    while a[i] == 0 {
        i += 1;
    }
    64 * i + a[i].trailing_zeros() as usize
}

/// a / 2^count, rounded down.
pub const fn shift_right<const N: usize>(a: &[u64; N], count: usize) -> [u64; N] {
    let (words, count) = (count / 64, count % 64);
    let mut out = [0; N];
    let mut i = 0;
    while i + words < N {
        let above = if i + words + 1 < N { a[i + words + 1] } else { 0 };
        out[i] = if count == 0 { a[i + words] } else { a[i + words] >> count | above << (64 - count) };
        i += 1;
    }
    out
}

/// Bits of the windows of an exponentiation at most.
const WINDOW: usize = 5;
/// How many odd digits a window may have.
pub const ODD_DIGITS: usize = 1 << (WINDOW - 1);

/// An exponentiation from the left: the odd digit that it begins with, after no squares; then so many squares, and the
/// odd digit that the power is multiplied by. At the end there may be squares alone, and the digit 0.
pub fn windows(exponent: &[u64]) -> impl Iterator<Item = (u32, usize)> + '_ {
    let bit = |i: usize| exponent[i / 64] >> (i % 64) & 1;
    let mut begun = false;
    let mut end = bits(exponent);
    core::iter::from_fn(move || {
        let top = (0..end).rev().find(|i| bit(*i) == 1);
        let Some(top) = top else {
            let squares = core::mem::take(&mut end) as u32;
            return (squares > 0).then_some((squares, 0));
        };
        let start = (top.saturating_sub(WINDOW - 1)..=top).find(|i| bit(*i) == 1).expect("the top bit is 1");
        let digit = (start..=top).rev().fold(0, |digit, i| 2 * digit + bit(i) as usize);
        let squares = if core::mem::replace(&mut begun, true) { (end - start) as u32 } else { 0 };
        end = start;
        Some((squares, digit))
    })
}

/// The 64 bits of an integer from this one on; above its limbs they are 0.
#[inline(always)]
pub fn word_at(integer: &[u64], bit: usize) -> u64 {
    let limb = |i: usize| integer.get(i).copied().unwrap_or(0);
    // In two shifts, as a shift by 64 is none.
    limb(bit / 64) >> (bit % 64) | limb(bit / 64 + 1) << (63 - bit % 64) << 1
}

/// a - b.
pub const fn sub_small<const N: usize>(a: &[u64; N], b: u64) -> [u64; N] {
    let mut small = [0; N];
    small[0] = b;
    sub(a, &small).0
}

/// -1/p mod 2^64, for odd p: each Newton step doubles the number of right bits.
pub const fn negated_inverse(p: u64) -> u64 {
    let mut inverse = p;
    let mut right = 3;
    while right < 64 {
        inverse = inverse.wrapping_mul(2u64.wrapping_sub(p.wrapping_mul(inverse)));
        right *= 2;
    }
    inverse.wrapping_neg()
}

/// The upper word of -1/p mod 2^128, of the two lowest words of p and -1/p mod 2^64: one Newton step more.
pub const fn negated_inverse_high(p0: u64, p1: u64, neg_inverse: u64) -> u64 {
    let p = p0 as u128 | (p1 as u128) << 64;
    let inverse = neg_inverse.wrapping_neg() as u128;
    let inverse = inverse.wrapping_mul(2u128.wrapping_sub(p.wrapping_mul(inverse)));
    (inverse.wrapping_neg() >> 64) as u64
}

/// 2^exponent mod p, for an exponent not below the number of bits of p.
pub const fn power_of_two<const N: usize>(exponent: usize, p: &[u64; N]) -> [u64; N] {
    let start = bits(p) - 1;
    let mut power = [0; N];
    power[start / 64] = 1 << (start % 64);
    let mut i = start;
    while i < exponent {
        power = double_modulo(&power, p);
        i += 1;
    }
    power
}

/// The Montgomery form of 2^exponent, from that of 1.
pub const fn montgomery_power_of_two<const N: usize>(
    exponent: usize,
    one: &[u64; N],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    let mut power = *one;
    let mut bit = usize::BITS - exponent.leading_zeros();
    while bit > 0 {
        bit -= 1;
        power = montgomery_mul(&power, &power, p, neg_inverse);
        if exponent >> bit & 1 == 1 {
            power = double_modulo(&power, p);
        }
    }
    power
}

const fn double_modulo<const N: usize>(a: &[u64; N], p: &[u64; N]) -> [u64; N] {
    let (sum, carry) = add(a, a);
    reduce_once(&sum, carry, p)
}

/// The integer with these hexadecimal digits; underscores are skipped.
pub const fn parse_hex<const N: usize>(digits: &str) -> [u64; N] {
    let digits = digits.as_bytes();
    let mut value = [0; N];
    let mut i = 0;
    while i < digits.len() {
        let digit = match digits[i] {
            d @ b'0'..=b'9' => d - b'0',
            d @ b'a'..=b'f' => d - b'a' + 10,
            b'_' => {
                i += 1;
                continue;
            }
            _ => panic!("not a lower-case hexadecimal digit"),
        };
        assert!(value[N - 1] >> 60 == 0, "more digits than the limbs hold");
        let mut j = N;
        while j > 1 {
            j -= 1;
            value[j] = value[j] << 4 | value[j - 1] >> 60;
        }
        value[0] = value[0] << 4 | digit as u64;
        i += 1;
    }
    value
}

/// Bytes, least significant first, as limbs.
pub fn from_bytes<'a, const N: usize>(bytes: impl Iterator<Item = &'a u8>) -> [u64; N] {
    let mut value = [0; N];
    for (i, &byte) in bytes.enumerate() {
        value[i / 8] |= u64::from(byte) << (8 * (i % 8));
    }
    value
}

/// Limbs as bytes, least significant first; higher bytes than `out` has are dropped.
pub fn write_bytes<'a>(value: &[u64], out: impl Iterator<Item = &'a mut u8>) {
    for (i, byte) in out.enumerate() {
        *byte = (value[i / 8] >> (8 * (i % 8))) as u8;
    }
}

#[cfg(test)]
mod tests {
    use super::{ODD_DIGITS, negated_inverse, negated_inverse_high, windows};
    use proptest::prelude::*;

    proptest! {
        /// Squares double an exponent, a product adds the digit.
        #[test]
        fn windows_make_the_exponent(exponent: [u64; 2]) {
            let mut made = 0u128;
            for (k, (squares, digit)) in windows(&exponent).enumerate() {
                prop_assert!(digit < 2 * ODD_DIGITS && (digit % 2 == 1 || (digit == 0 && k > 0)));
                prop_assert_eq!(squares == 0, k == 0);
                made = (made << squares) + digit as u128;
            }
            prop_assert_eq!(made, u128::from(exponent[0]) | u128::from(exponent[1]) << 64);
        }
    }

    proptest! {
        #[test]
        fn both_words_of_the_inverse_make_minus_one(p0: u64, p1: u64) {
            let p0 = p0 | 1;
            let low = negated_inverse(p0);
            let inverse = u128::from(low) | u128::from(negated_inverse_high(p0, p1, low)) << 64;
            prop_assert_eq!(inverse.wrapping_mul(u128::from(p0) | u128::from(p1) << 64), u128::MAX);
        }
    }

    #[test]
    fn the_power_0_has_no_windows() {
        assert_eq!(windows(&[0, 0]).count(), 0);
    }
}
