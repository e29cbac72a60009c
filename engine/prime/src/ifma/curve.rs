//! What the lanes need to know of a curve beyond [`Curve`]: all derived from it at compile time.

use super::fp12;
use super::radix::{self, Radix52};
use super::scheduled::Squares;
use super::vector::Table;
use crate::ate::{Curve, Family};
use crate::{Fp, PrimeParams};

/// Longest list of signed digits of a loop count or an exponent.
const DIGITS: usize = 130;
/// A public integer in signed digits, most significant first; zeros lead.
pub type SignedDigits = [i8; DIGITS];

/// A curve over the field `Params`, `L` digits of 52 bits or `N` limbs of 64.
pub trait InLanes<const L: usize, const N: usize>: Curve<Fp = Fp<Self::Params, N>> {
    /// The base field.
    type Params: Squares<L> + PrimeParams<N>;
    /// Bits of the window of exponentiations by u.
    const WINDOW: u32;
    /// |u| in signed digits, for exponentiations.
    const EXPONENT: SignedDigits = signed_digits(Self::SEED, Self::WINDOW);
    /// (|u| + 1) / 3, an integer for a negative u of the family Bls12, in signed digits.
    const EXPONENT_THIRD: SignedDigits = signed_digits((Self::SEED + 1) / 3, 4);
    /// Digits -1, 0 and 1 of the loop count.
    const LOOP: SignedDigits = signed_digits(
        match Self::FAMILY {
            Family::Bn => 6 * Self::SEED + 2,
            Family::Bls12 => Self::SEED,
        },
        2,
    );
    /// xi^(k (p^j - 1) / 6) in the lanes of w^k, for j = 1, 2, 3.
    const FROBENIUS_TABLES: [[Table<L>; 2]; 3] = [
        frobenius_tables::<Self, L, N>(1),
        frobenius_tables::<Self, L, N>(2),
        frobenius_tables::<Self, L, N>(3),
    ];
}

/// The factors of the p^j-power Frobenius map.
const fn frobenius_tables<C: InLanes<L, N>, const L: usize, const N: usize>(j: usize) -> [Table<L>; 2] {
    let mut tables = [[[0; 8]; L]; 2];
    let mut place = 0;
    while place < 8 {
        let power = fp12::POWERS[place / 4][place % 4];
        let parts = if power == 0 {
            [C::Params::ONE, [0; L]]
        } else {
            let [re, im] = &C::FROBENIUS[j - 1][power - 1].c;
            [radix::from_single::<C::Params, L, N>(re), radix::from_single::<C::Params, L, N>(im)]
        };
        let mut i = 0;
        while i < L {
            tables[place / 4][i][place % 4 * 2] = parts[0][i];
            tables[place / 4][i][place % 4 * 2 + 1] = parts[1][i];
            i += 1;
        }
        place += 1;
    }
    tables
}

/// Signed windows of `width` bits: odd digits below 2^(width - 1) in size, each followed by `width` - 1 zeros
/// or more.
const fn signed_digits(mut value: u128, width: u32) -> SignedDigits {
    let mut digits = [0; DIGITS];
    let mut i = DIGITS;
    while value > 0 {
        i -= 1;
        if value & 1 == 1 {
            let low = (value & ((1 << width) - 1)) as i32;
            let digit = if low >> (width - 1) == 1 { low - (1 << width) } else { low };
            digits[i] = digit as i8;
            value = if digit < 0 { value + digit.unsigned_abs() as u128 } else { value - digit as u128 };
        }
        value >>= 1;
    }
    digits
}
