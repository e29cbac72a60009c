//! Powers of elements of the cyclotomic subgroup by fixed public exponents.

use super::curve::Curve;
use crate::tower::{Compressed, Fp12, Lift};

/// 2^shift times a digit: the entry of a table, or minus it.
#[derive(Clone, Copy, Debug)]
pub struct Digit {
    /// Which entry of the table.
    pub entry: usize,
    /// Whether the digit is minus the entry.
    pub negative: bool,
    /// The power of 2.
    pub shift: u32,
}

/// The digit of entry `entry`, counted from 0, at `shift`.
pub const fn plus(entry: usize, shift: u32) -> Digit {
    Digit { entry, negative: false, shift }
}

/// Minus the digit of entry `entry`, counted from 0, at `shift`.
pub const fn minus(entry: usize, shift: u32) -> Digit {
    Digit { entry, negative: true, shift }
}

/// The sum of digits, shifts decreasing and the first digit positive, as a power of the element whose powers
/// are in
/// `table`, from left to right.
pub fn windowed_power<F: Lift<C::Fp>, C: Curve>(table: &[Fp12<F, C>], digits: &[Digit]) -> Fp12<F, C> {
    let mut power = table[digits[0].entry];
    let mut shift = digits[0].shift;
    for digit in &digits[1..] {
        power = power.cyclotomic_square_times(shift - digit.shift);
        let factor = &table[digit.entry];
        power = if digit.negative { power.mul(&factor.conjugate()) } else { power.mul(factor) };
        shift = digit.shift;
    }
    power.cyclotomic_square_times(shift)
}

/// An exponent with few digits of 1 and -1, given by their places in increasing order: those reached by
/// squaring, then those by
/// compressed squaring, to be decompressed together, and at last more by squaring.
///
/// A digit -1 is written as the complement `!k` of its place k.
#[derive(Clone, Copy, Debug)]
pub struct SparseExponent<'a, const N: usize> {
    /// Places reached first.
    pub low: &'a [i32],
    /// Places reached by compressed squaring.
    pub compressed: [i32; N],
    /// Places above.
    pub high: &'a [i32],
}

/// The product of powers of 2 of an element as its squarings reach them.
struct Ladder<F, C> {
    power: Fp12<F, C>,
    place: u32,
    product: Option<Fp12<F, C>>,
}

impl<F: Lift<C::Fp>, C: Curve> Ladder<F, C> {
    /// Goes on to `power`, at the place of `digit`, and multiplies it or its inverse to the product.
    fn take(&mut self, digit: i32, power: Fp12<F, C>) {
        self.power = power;
        self.place = place(digit);
        let factor = if digit < 0 { power.conjugate() } else { power };
        self.product = Some(match &self.product {
            None => factor,
            Some(product) => product.mul(&factor),
        });
    }

    fn climb(&mut self, digits: &[i32]) {
        for &digit in digits {
            self.take(digit, self.power.cyclotomic_square_times(place(digit) - self.place));
        }
    }
}

const fn place(digit: i32) -> u32 {
    (if digit < 0 { !digit } else { digit }) as u32
}

impl<const N: usize> SparseExponent<'_, N> {
    /// The power, from right to left.
    pub fn power<F: Lift<C::Fp>, C: Curve>(&self, a: &Fp12<F, C>) -> Fp12<F, C> {
        let mut ladder = Ladder { power: *a, place: 0, product: None };
        ladder.climb(self.low);
        let mut running = Compressed::of(&ladder.power);
        let mut from = ladder.place;
        let reached = self.compressed.map(|digit| {
            running = running.square_times(place(digit) - from);
            from = place(digit);
            running
        });
        for (&digit, power) in self.compressed.iter().zip(Compressed::decompress(&reached)) {
            ladder.take(digit, power);
        }
        ladder.climb(self.high);
        ladder.product.expect("an exponent other than 0")
    }
}
