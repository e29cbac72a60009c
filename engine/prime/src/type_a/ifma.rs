//! The pairing by AVX-512 IFMA: eight products of one Miller step side by side, one in each 64-bit lane.
//!
//! A number is L digits of 52 bits, one 512-bit vector for each digit position, R = 2^(52 L). At least eight bits above p stay
//! unused (p < R / 2^8), so that sums and differences are taken digit by digit without any reduction: products take factors
//! below 8 p and give values below 2 p. Only the carries of a factor must be resolved before it is multiplied.
//!
//! A doubling step of the Miller loop has 18 products; the data flow allows three rounds of at most eight:
//!
//! | lane | round 1 | round 2 | round 3 |
//! |---|---|---|---|
//! | 0 | A = X X | X' = (A - C)(A - C) | Y' = (2 S - X') F |
//! | 1 | B = Y Y | S = (A + C)(A + C) | M x_Q |
//! | 2 | C = Z Z | F = 2 Y (A - C) | |
//! | 3 | W = Y Z | M = (3 A + C) Z | |
//! | 4 | f0 l0 | D = X (A - C) | |
//! | 5 | f1 l1 | (f0 + f1)(f0 - f1) | |
//! | 6 | f0 l1 | 2 f0 f1 | |
//! | 7 | f1 l0 | l1 = 2 W y_Q | |
//!
//! with Z' = 4 B and l0 = M x_Q + D; lanes 4 to 7 of round 1 multiply by the line of the step before.

use super::super::digits::{DIGIT, MASK, digits, joined, suit};
use super::super::limbs;
use super::super::modulus::{Modulus, Residue};
use super::point::{Affine, Quadratic, Weighted};
use core::arch::x86_64::*;

/// One number in each of eight lanes, `[digit]`.
type Lanes<const L: usize> = [__m512i; L];

/// What the vector code needs of a prime.
#[derive(Clone, Debug)]
pub struct Digits<const L: usize> {
    p: [u64; L],
    /// 2 p as digits: what makes differences of reduced values positive.
    twice_p: [u64; L],
    /// -1/p mod 2^52.
    neg_inverse: u64,
    /// 52 L - 64 N: R here is this power of two times R there.
    shift: usize,
}

impl<const L: usize> Digits<L> {
    /// The constants for `field`, if L digits [`suit`] it.
    pub fn new<const N: usize>(field: &Modulus<N>) -> Option<Self> {
        if !suit(L, N, field.bits) {
            return None;
        }
        let p = digits(&field.p);
        let mut twice_p = [0; L];
        let mut carry = 0;
        for (twice, digit) in twice_p.iter_mut().zip(&p) {
            let sum = 2 * digit + carry;
            (*twice, carry) = (sum & MASK, sum >> DIGIT);
        }
        Some(Digits { p, twice_p, neg_inverse: field.neg_inverse & MASK, shift: DIGIT * L - 64 * N })
    }

    /// A residue a R with this R.
    fn enter<const N: usize>(&self, field: &Modulus<N>, a: &Residue<N>) -> [u64; L] {
        digits(&(0..self.shift).fold(*a, |a, _| field.double(&a)))
    }

    /// The residue with the other R of lane `lane` of a value below 2 p.
    fn leave<const N: usize>(&self, field: &Modulus<N>, a: &Lanes<L>, lane: usize) -> Residue<N> {
        let (words, top) = joined(a.iter().map(|vector| {
            // SAFETY: a vector is eight words.
            let lanes: [i64; 8] = unsafe { core::mem::transmute(*vector) };
            lanes[lane]
        }));
        let reduced = limbs::reduce_once(&words, top, &field.p);
        (0..self.shift).fold(reduced, |a, _| field.half(&a))
    }
}

/// Eight numbers as lanes; missing ones are 0.
#[target_feature(enable = "avx512f,avx512ifma")]
fn lanes<const L: usize>(numbers: &[[u64; L]]) -> Lanes<L> {
    core::array::from_fn(|i| {
        let digit = |k: usize| numbers.get(k).map_or(0, |n| n[i] as i64);
        _mm512_setr_epi64(digit(0), digit(1), digit(2), digit(3), digit(4), digit(5), digit(6), digit(7))
    })
}

/// Montgomery products a b / R + (0 or 1) p of eight pairs of digits below 8 p; the words keep their carries.
#[target_feature(enable = "avx512f,avx512ifma")]
#[inline(never)]
fn mul<const L: usize>(m: &Digits<L>, a: &Lanes<L>, b: &Lanes<L>) -> Lanes<L> {
    let zero = _mm512_setzero_si512();
    let mask = _mm512_set1_epi64(MASK as i64);
    let neg_inverse = _mm512_set1_epi64(m.neg_inverse as i64);
    let p = |j: usize| _mm512_set1_epi64(m.p[j] as i64);
    let mut t = [zero; L];
    for a_i in a {
        // The digit that leaves: with q p added it is 0, so what it carries is its value before, rounded up.
        let low = _mm512_madd52lo_epu64(t[0], *a_i, b[0]);
        let q = _mm512_madd52lo_epu64(zero, low, neg_inverse);
        let mut carry = _mm512_srli_epi64::<{ DIGIT as u32 }>(_mm512_add_epi64(low, mask));
        for j in 1..L {
            let high = _mm512_madd52hi_epu64(carry, *a_i, b[j - 1]);
            let low = _mm512_madd52lo_epu64(t[j], *a_i, b[j]);
            let high = _mm512_madd52hi_epu64(high, q, p(j - 1));
            let low = _mm512_madd52lo_epu64(low, q, p(j));
            t[j - 1] = _mm512_add_epi64(low, high);
            carry = zero;
        }
        t[L - 1] = _mm512_madd52hi_epu64(_mm512_madd52hi_epu64(carry, *a_i, b[L - 1]), q, p(L - 1));
    }
    t
}

/// The digits of a value that is not negative.
#[target_feature(enable = "avx512f,avx512ifma")]
#[inline]
fn carried<const L: usize>(mut a: Lanes<L>) -> Lanes<L> {
    let mask = _mm512_set1_epi64(MASK as i64);
    for i in 0..L - 1 {
        a[i + 1] = _mm512_add_epi64(a[i + 1], _mm512_srai_epi64::<{ DIGIT as u32 }>(a[i]));
        a[i] = _mm512_and_si512(a[i], mask);
    }
    a
}

/// The lanes that take a term once, twice and four times, positive and negative.
struct Masks {
    plus: [u8; 3],
    minus: [u8; 3],
}

/// The masks of the coefficients -3 to 7 of the eight lanes.
const fn masks(times: [i8; 8]) -> Masks {
    let mut masks = Masks { plus: [0; 3], minus: [0; 3] };
    let mut lane = 0;
    while lane < 8 {
        let size = times[lane].unsigned_abs();
        let mut bit = 0;
        while bit < 3 {
            let set = (size >> bit & 1) << lane;
            if times[lane] < 0 {
                masks.minus[bit] |= set;
            } else {
                masks.plus[bit] |= set;
            }
            bit += 1;
        }
        lane += 1;
    }
    masks
}

/// A factor of a round: for each lane the sum of its terms, lane `pick` of a vector times a small coefficient, and of a multiple
/// of 2 p that makes it positive; carries resolved.
macro_rules! factor {
    ($m:ident, lift $lift:expr; $($from:ident [$($pick:literal)*] times [$($times:literal)*]);+) => {{
        const LIFT: Masks = masks($lift);
        let mut sum = [_mm512_setzero_si512(); L];
        add_multiple(&mut sum, LIFT.plus, |i| _mm512_set1_epi64($m.twice_p[i] as i64));
        $({
            const MASKS: Masks = masks([$($times),*]);
            let pick = _mm512_setr_epi64($($pick),*);
            add_multiple(&mut sum, MASKS.plus, |i| _mm512_permutexvar_epi64(pick, $from[i]));
            subtract_multiple(&mut sum, MASKS.minus, |i| _mm512_permutexvar_epi64(pick, $from[i]));
        })+
        carried(sum)
    }};
}

/// Adds x, 2 x and 4 x in the lanes of the three masks.
#[target_feature(enable = "avx512f,avx512ifma")]
#[inline]
fn add_multiple<const L: usize>(sum: &mut Lanes<L>, masks: [u8; 3], x: impl Fn(usize) -> __m512i) {
    for (i, sum) in sum.iter_mut().enumerate() {
        if masks[0] != 0 {
            *sum = _mm512_mask_add_epi64(*sum, masks[0], *sum, x(i));
        }
        if masks[1] != 0 {
            *sum = _mm512_mask_add_epi64(*sum, masks[1], *sum, _mm512_slli_epi64::<1>(x(i)));
        }
        if masks[2] != 0 {
            *sum = _mm512_mask_add_epi64(*sum, masks[2], *sum, _mm512_slli_epi64::<2>(x(i)));
        }
    }
}

/// Subtracts x and 2 x in the lanes of the first two masks.
#[target_feature(enable = "avx512f,avx512ifma")]
#[inline]
fn subtract_multiple<const L: usize>(sum: &mut Lanes<L>, masks: [u8; 3], x: impl Fn(usize) -> __m512i) {
    for (i, sum) in sum.iter_mut().enumerate() {
        if masks[0] != 0 {
            *sum = _mm512_mask_sub_epi64(*sum, masks[0], *sum, x(i));
        }
        if masks[1] != 0 {
            *sum = _mm512_mask_sub_epi64(*sum, masks[1], *sum, _mm512_slli_epi64::<1>(x(i)));
        }
    }
}

/// `count` doubling steps on the results of the three rounds of the step before; the constants are x_Q and y_Q.
#[target_feature(enable = "avx512f,avx512ifma")]
#[inline(never)]
fn steps<const L: usize>(
    m: &Digits<L>,
    count: usize,
    constants: &Lanes<L>,
    r1: &mut Lanes<L>,
    r2: &mut Lanes<L>,
    r3: &mut Lanes<L>,
) {
    for _ in 0..count {
        let a = factor!(m, lift [0; 8];
            r2 [0 0 0 0 5 6 5 6] times [1 0 0 0 1 1 1 1];
            r3 [0 0 0 0 0 0 0 0] times [0 1 0 1 0 0 0 0];
            r1 [1 1 1 1 1 1 1 1] times [0 0 4 0 0 0 0 0]);
        let b = factor!(m, lift [0; 8];
            r2 [0 0 0 0 4 7 7 4] times [1 0 0 0 1 1 1 1];
            r3 [0 0 0 0 1 1 1 1] times [0 1 0 0 1 0 0 1];
            r1 [1 1 1 1 1 1 1 1] times [0 0 4 4 0 0 0 0]);
        *r1 = mul(m, &a, &b);
        let c = factor!(m, lift [1, 0, 0, 0, 0, 1, 2, 0];
            r1 [0 0 0 0 0 4 4 3] times [1 1 0 3 0 1 2 2];
            r1 [2 2 2 2 2 5 5 5] times [-1 1 0 1 0 -1 -2 0];
            r1 [6 6 6 6 6 6 6 6] times [0 0 0 0 0 1 0 0];
            r1 [7 7 7 7 7 7 7 7] times [0 0 0 0 0 1 0 0];
            a [0 0 1 0 0 0 0 0] times [0 0 2 0 1 0 0 0]);
        let d = factor!(m, lift [1, 0, 1, 0, 1, 2, 0, 0];
            r1 [0 0 0 0 0 4 6 0] times [1 1 1 0 1 1 1 0];
            r1 [2 2 2 2 2 5 7 2] times [-1 1 -1 0 -1 -1 1 0];
            r1 [6 6 6 6 6 6 6 6] times [0 0 0 0 0 -1 0 0];
            r1 [7 7 7 7 7 7 7 7] times [0 0 0 0 0 -1 0 0];
            b [2 2 2 2 2 2 2 2] times [0 0 0 1 0 0 0 0];
            constants [1 1 1 1 1 1 1 1] times [0 0 0 0 0 0 0 1]);
        *r2 = mul(m, &c, &d);
        let e = factor!(m, lift [1, 0, 0, 0, 0, 0, 0, 0];
            r2 [1 3 1 1 1 1 1 1] times [2 1 0 0 0 0 0 0];
            r2 [0 0 0 0 0 0 0 0] times [-1 0 0 0 0 0 0 0]);
        let g = factor!(m, lift [0; 8];
            r2 [2 2 2 2 2 2 2 2] times [1 0 0 0 0 0 0 0];
            constants [0 0 0 0 0 0 0 0] times [0 1 0 0 0 0 0 0]);
        *r3 = mul(m, &e, &g);
    }
}

/// `count` doubling steps of the Miller loop from the point t and the value f, with Q: the next point and value.
#[target_feature(enable = "avx512f,avx512ifma")]
pub fn doublings<const N: usize, const L: usize>(
    field: &Modulus<N>,
    m: &Digits<L>,
    count: usize,
    t: &Weighted<N>,
    f: &Quadratic<N>,
    q: &Affine<N>,
) -> (Weighted<N>, Quadratic<N>) {
    let enter = |a: &Residue<N>| m.enter(field, a);
    let nought = [0; L];
    let one = enter(&field.one);
    let constants = lanes(&[enter(&q.x), enter(&q.y)]);
    let quarter_z = enter(&field.half(&field.half(&t.z)));
    let mut r1: Lanes<L> = lanes(&[nought, quarter_z]);
    let mut r2 = lanes(&[enter(&t.x), nought, nought, nought, one, enter(&f[0]), enter(&f[1]), nought]);
    let mut r3 = lanes(&[enter(&t.y), nought]);
    steps(m, count, &constants, &mut r1, &mut r2, &mut r3);
    let leave = |a: &Lanes<L>, lane| m.leave(field, a, lane);
    let quarter_z = leave(&r1, 1);
    let t = Weighted { x: leave(&r2, 0), y: leave(&r3, 0), z: field.double(&field.double(&quarter_z)) };
    let line = [field.add(&leave(&r2, 4), &leave(&r3, 1)), leave(&r2, 7)];
    (t, field.mul2(&[leave(&r2, 5), leave(&r2, 6)], &line))
}

/// The steps of [`lucas`] for the bits of n; the lane where V_n is, with V_n+1 in the other one.
#[target_feature(enable = "avx512f,avx512ifma")]
#[inline(never)]
fn lucas_steps<const L: usize>(m: &Digits<L>, n: &[u64], less: &Lanes<L>, r: &mut Lanes<L>) -> usize {
    let mut at = 0i64;
    for i in (0..limbs::bits(n)).rev() {
        let pair = factor!(m, lift [1, 1, 0, 0, 0, 0, 0, 0];
            r [0 1 2 3 4 5 6 7] times [1 1 0 0 0 0 0 0];
            less [0 1 2 3 4 5 6 7] times [-1 -1 0 0 0 0 0 0]);
        let one = n[i / 64] >> (i % 64) & 1 == 1;
        let squared = if one { 1 - at } else { at };
        let left = _mm512_setr_epi64(squared, at, 2, 2, 2, 2, 2, 2);
        let right = _mm512_setr_epi64(squared, 1 - at, 2, 2, 2, 2, 2, 2);
        let (mut a, mut b) = (pair, pair);
        for k in 0..L {
            a[k] = _mm512_permutexvar_epi64(left, pair[k]);
            b[k] = _mm512_permutexvar_epi64(right, pair[k]);
        }
        *r = mul(m, &a, &b);
        at = i64::from(one);
    }
    at as usize
}

/// (V_n, V_n+1) of the Lucas sequence of trace `trace`, by the bits of a public n: see `Curve::lucas`.
#[target_feature(enable = "avx512f,avx512ifma")]
pub fn lucas<const N: usize, const L: usize>(
    field: &Modulus<N>,
    m: &Digits<L>,
    trace: &Residue<N>,
    n: &[u64],
) -> (Residue<N>, Residue<N>) {
    // Lane 0: the trace that was squared and lessened by 2, of an index n or n + 1; lane 1: the product of both, lessened by P.
    let two = field.double(&field.one);
    let less = lanes(&[m.enter(field, &two), m.enter(field, trace)]);
    let mut r: Lanes<L> = lanes(&[m.enter(field, &field.double(&two)), m.enter(field, &field.double(trace))]);
    let at = lucas_steps(m, n, &less, &mut r);
    let values = [field.sub(&m.leave(field, &r, 0), &two), field.sub(&m.leave(field, &r, 1), trace)];
    (values[at], values[1 - at])
}
