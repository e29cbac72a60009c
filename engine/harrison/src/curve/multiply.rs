//! Point multiplication (section 7.4): binary, ternary, nonary, and the signed windows of each.
//!
//! The scalar is written in base 2, 3 or 9 and read from the top digit down; a step multiplies by the base (one doubling, one
//! tripling, two triplings) and adds a multiple of the point from a table of affine points.

use super::{Accumulator, Group};

/// How the scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Base 2, digits 0 and 1.
    Binary,
    /// Base 3, digits 0 … 2.
    Ternary,
    /// Base 9, digits 0 … 8.
    Nonary,
    /// Base 2, windows of four bits: odd digits to ±7, at least three zeros after each.
    SignedBinary,
    /// Base 3, windows of two digits: ±1, ±2, ±4, at least one zero after each.
    SignedTernary,
    /// Base 9, digits -4 … 4.
    SignedNonary,
}

impl Method {
    /// All methods.
    pub const ALL: [Self; 6] = [
        Self::Binary,
        Self::Ternary,
        Self::Nonary,
        Self::SignedBinary,
        Self::SignedTernary,
        Self::SignedNonary,
    ];

    /// The base, and the modulus that a signed digit is taken to.
    const fn base_and_window(self) -> (i64, i64) {
        match self {
            Self::Binary => (2, 2),
            Self::Ternary => (3, 3),
            Self::Nonary => (9, 9),
            Self::SignedBinary => (2, 16),
            Self::SignedTernary => (3, 9),
            Self::SignedNonary => (9, 9),
        }
    }

    const fn is_signed(self) -> bool {
        matches!(self, Self::SignedBinary | Self::SignedTernary | Self::SignedNonary)
    }

    /// The digits of a scalar (little-endian words), the lowest first: the sum of digit i times base^i.
    pub fn digits(self, scalar: &[u64]) -> Vec<i8> {
        let (base, window) = self.base_and_window();
        let mut rest = scalar.to_vec();
        rest.push(0); // room for a carry
        let mut digits = Vec::new();
        while rest.iter().any(|&word| word != 0) {
            let mut digit = 0;
            if remainder(&rest, base) != 0 {
                digit = remainder(&rest, window);
                if self.is_signed() && 2 * digit > window {
                    digit -= window;
                }
                subtract(&mut rest, digit);
            }
            divide(&mut rest, base);
            digits.push(digit as i8);
        }
        digits
    }

    /// `scalar` (little-endian words) times an affine point, summed up in T.
    pub fn multiply<A: Group, T: Accumulator<A>>(self, scalar: &[u64], point: &A) -> T {
        let (base, _) = self.base_and_window();
        let table = self.table(point);
        let mut sum = T::INFINITY;
        for digit in self.digits(scalar).into_iter().rev() {
            sum = match base {
                2 => sum.double(),
                3 => sum.triple(),
                _ => sum.triple().triple(),
            };
            if digit != 0 {
                let multiple = &table[(usize::from(digit.unsigned_abs()) - 1) / self.stride()];
                sum = if digit > 0 { sum.add_affine(multiple) } else { sum.add_affine(&multiple.neg()) };
            }
        }
        sum
    }

    /// 2 where all digits are odd, else 1.
    const fn stride(self) -> usize {
        if matches!(self, Self::SignedBinary) { 2 } else { 1 }
    }

    /// The multiples of the point that digits stand for: 1, 2, 3, … or, where all digits are odd, 1, 3, 5, ….
    fn table<A: Group>(self, point: &A) -> Vec<A> {
        let (_, window) = self.base_and_window();
        let largest = if self.is_signed() { (window - 1) / 2 } else { window - 1 } as usize;
        if self.stride() == 2 {
            let twice = point.double();
            return core::iter::successors(Some(*point), |last| Some(last.add(&twice)))
                .take(largest / 2 + 1)
                .collect();
        }
        let mut table = vec![*point];
        for multiple in 2..=largest {
            table.push(match multiple {
                2 | 4 | 8 => table[multiple / 2 - 1].double(),
                3 | 6 => table[multiple / 3 - 1].triple(),
                _ => table[multiple - 2].add(point),
            });
        }
        table
    }
}

/// `words` modulo a small number.
fn remainder(words: &[u64], modulus: i64) -> i64 {
    let modulus = modulus as u128;
    words.iter().rev().fold(0, |rest, &word| (rest << 64 | u128::from(word)) % modulus) as i64
}

/// `words` -= a small number; no overflow either way.
fn subtract(words: &mut [u64], small: i64) {
    let mut carry = -i128::from(small);
    for word in words {
        let sum = i128::from(*word) + carry;
        *word = sum as u64;
        carry = sum >> 64;
    }
}

/// `words` /= a small number.
fn divide(words: &mut [u64], divisor: i64) {
    let mut rest = 0;
    for word in words.iter_mut().rev() {
        let part = rest << 64 | u128::from(*word);
        *word = (part / divisor as u128) as u64;
        rest = part % divisor as u128;
    }
}
