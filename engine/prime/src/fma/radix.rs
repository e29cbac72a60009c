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
        if !suit(L, N, field.bits) {
            return None;
        }
        let p = digits(&field.p);
        // -1 / p: the digits by which multiples of p make 1 a multiple of R.
        let mut rest = [0u64; L];
        rest[0] = 1;
        let neg_inverse = core::array::from_fn(|i| {
            let digit = rest[i].wrapping_mul(field.neg_inverse) & MASK;
            let mut carry = 0;
            for (rest, p) in rest[i..].iter_mut().zip(&p) {
                let sum = u128::from(*rest) + u128::from(digit) * u128::from(*p) + carry;
                *rest = sum as u64 & MASK;
                carry = sum >> DIGIT;
            }
            digit
        });
        Some(Radix { p: signed(&p), neg_inverse: signed(&neg_inverse), shift: DIGIT * L - 3 - 64 * N })
    }

    /// The digits of an element.
    pub fn enter<const N: usize>(&self, field: &Modulus<N>, a: &Residue<N>) -> [u64; L] {
        digits(&(0..self.shift).fold(*a, |a, _| field.double(&a)))
    }

    /// The element in a lane of words, between -2 p and 2 p.
    pub fn leave<const N: usize>(&self, field: &Modulus<N>, words: &Words<L>, lane: usize) -> Residue<N> {
        let twice_p = digits::<N, L>(&field.p).map(|digit| 2 * digit.cast_signed());
        let (mut residue, mut top) = joined(words.iter().zip(twice_p).map(|(vector, twice_p)| {
            // SAFETY: a vector is four words.
            let lanes: [i64; 4] = unsafe { core::mem::transmute(*vector) };
            lanes[lane] + twice_p
        }));
        // Below 4 p.
        for _ in 0..3 {
            let (difference, borrow) = limbs::sub(&residue, &field.p);
            let below = top < borrow;
            residue = select(&difference, &residue, Choice::from(u8::from(below)));
            top -= borrow & u64::from(!below);
        }
        (0..self.shift).fold(residue, |a, _| field.half(&a))
    }
}

/// An integer of 52-bit digits modulo R in every lane, in digits from -2^51 to 2^51.
fn signed<const L: usize>(digits: &[u64; L]) -> Reals<L> {
    let mut carry = 0;
    digits.map(|digit| {
        let sum = digit + carry;
        carry = (sum + HALF) >> DIGIT;
        let digit = sum as f64 - (carry << DIGIT) as f64;
        // SAFETY: a vector is four doubles.
        unsafe { core::mem::transmute([digit; 4]) }
    })
}
