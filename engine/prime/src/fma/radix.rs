//! A prime in digits of 52 bits, and elements between the forms of words and of digits.

use crate::digits::{DIGIT, MASK, digits, joined, suit};
use crate::limbs;
use crate::modulus::{Modulus, Residue, select};
use core::arch::x86_64::*;
use subtle::Choice;

/// Four elements whose words were not carried.
pub type Words<const L: usize> = [__m256i; L];
/// Four elements in digits.
pub type Reals<const L: usize> = [__m256d; L];

const HALF: u64 = 1 << (DIGIT - 1);

/// What products of L digits need of a prime p. An element a is a 2^(52 L - 3) here.
#[derive(Clone, Debug)]
pub struct Radix<const L: usize> {
    /// p in every lane, in digits from -2^51 to 2^51.
    pub p: Reals<L>,
    /// -1 / p modulo R = 2^(52 L), in such digits.
    pub neg_inverse: Reals<L>,
    /// 2^(52 L - 3) here is this power of two times the R of words.
    shift: usize,
}

impl<const L: usize> Radix<L> {
    /// The constants for `field`, if L digits [`suit`] it.
    pub fn new<const N: usize>(field: &Modulus<N>) -> Option<Self> {
        suit(L, N, field.bits).then(|| Self::of(&field.p))
    }

    /// The constants for an odd p.
    pub const fn of<const N: usize>(p: &[u64; N]) -> Self {
        let neg_inverse = limbs::negated_inverse(p[0]);
        let p = digits::<N, L>(p);
        // -1 / p: the digits by which multiples of p make 1 a multiple of R.
        let mut rest = [0u64; L];
        let mut inverse = [0; L];
        rest[0] = 1;
        let mut i = 0;
        while i < L {
            inverse[i] = rest[i].wrapping_mul(neg_inverse) & MASK;
            let mut carry = 0;
            let mut j = 0;
            while i + j < L {
                let sum = rest[i + j] as u128 + inverse[i] as u128 * p[j] as u128 + carry;
                rest[i + j] = sum as u64 & MASK;
                carry = sum >> DIGIT;
                j += 1;
            }
            i += 1;
        }
        Radix { p: signed(&p), neg_inverse: signed(&inverse), shift: DIGIT * L - 3 - 64 * N }
    }

    /// The digits of an element.
    pub fn enter<const N: usize>(&self, field: &Modulus<N>, a: &Residue<N>) -> [u64; L] {
        digits(&(0..self.shift).fold(*a, |a, _| field.double(&a)))
    }

    /// The element in a lane of words, between -2 p and 2 p.
    pub fn leave<const N: usize>(&self, field: &Modulus<N>, words: &Words<L>, lane: usize) -> Residue<N> {
        (0..self.shift).fold(residue(&field.p, words, lane), |a, _| field.half(&a))
    }
}

/// The integer in a lane of words, between -2 p and 2 p, modulo p.
pub fn residue<const N: usize, const L: usize>(p: &[u64; N], words: &Words<L>, lane: usize) -> Residue<N> {
    let twice_p = digits::<N, L>(p).map(|digit| 2 * digit.cast_signed());
    let (mut residue, mut top) = joined(words.iter().zip(twice_p).map(|(vector, twice_p)| {
        // SAFETY: a vector is four words.
        let lanes: [i64; 4] = unsafe { core::mem::transmute(*vector) };
        lanes[lane] + twice_p
    }));
    // Below 4 p.
    for _ in 0..3 {
        let (difference, borrow) = limbs::sub(&residue, p);
        let below = top < borrow;
        residue = select(&difference, &residue, Choice::from(u8::from(below)));
        top -= borrow & u64::from(!below);
    }
    residue
}

/// An integer of 52-bit digits modulo R in every lane, in digits from -2^51 to 2^51.
pub const fn signed<const L: usize>(digits: &[u64; L]) -> Reals<L> {
    // SAFETY: a vector is four doubles, of any bits.
    let mut out = [unsafe { core::mem::transmute::<[f64; 4], __m256d>([0.0; 4]) }; L];
    let mut carry = 0;
    let mut i = 0;
    while i < L {
        let sum = digits[i] + carry;
        carry = (sum + HALF) >> DIGIT;
        let digit = sum as f64 - (carry << DIGIT) as f64;
        // SAFETY: as above.
        out[i] = unsafe { core::mem::transmute::<[f64; 4], __m256d>([digit; 4]) };
        i += 1;
    }
    out
}
