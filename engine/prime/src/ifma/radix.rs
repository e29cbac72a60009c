//! Prime fields in digits of 52 bits: the constants, all derived at compile time from the modulus. `params` has the fields.

use crate::{Fp, PrimeParams, limbs};
use core::fmt::Debug;

pub use crate::digits::{DIGIT, MASK, digits};

/// Offset that stands for "any" where the field has room for it, as a multiple of p: values within 200 p times xi,
/// whose coefficients add up to 10 at most, stay above its opposite.
const ROOMY_OFFSET: u64 = 1 << 12;
/// Bits of p that [`Radix52::QUOTIENT_FACTOR`] looks at.
const QUOTIENT_BITS: usize = 24;
/// Further bits of precision of [`Radix52::QUOTIENT_FACTOR`].
pub const QUOTIENT_SHIFT: usize = QUOTIENT_BITS - 2;

/// F_p with elements of `L` digits in Montgomery form, R = 2^(52 L), and the non-residue xi = XI + i of F_p2.
pub trait Radix52<const L: usize>: Copy + Debug + Send + Sync + 'static {
    /// p.
    const P: [u64; L];
    /// xi is this plus i.
    const XI: u32;
    /// From the Montgomery form of 64-bit limbs to this one: 2^(104 L - 64 N).
    const ENTER: [u64; L];
    /// From this Montgomery form to that of 64-bit limbs: 2^(64 N).
    const LEAVE: [u64; L];
    /// R mod p: 1.
    const ONE: [u64; L];

    /// Bits of p.
    const BITS: usize = bits(&Self::P);
    /// -1/p mod 2^52.
    const NEGATED_INVERSE: u64 = limbs::negated_inverse(Self::P[0]) & MASK;
    /// What a digit adds to the digits above it so that it vanishes: (p (-1/p mod 2^52) + 1) / 2^52, which is below p.
    const ELIMINATION: [u64; L] = elimination(&Self::P, Self::NEGATED_INVERSE);
    /// Whether sums must stay below some tens of p. Otherwise R / p exceeds 2^30 and they may grow to 2^12 p.
    const TIGHT: bool = DIGIT * L < Self::BITS + 30;
    /// Estimates quotients by p: floor(2^(52 + [`QUOTIENT_SHIFT`]) / (top bits of p + 1)).
    const QUOTIENT_FACTOR: u64 = {
        let position = Self::QUOTIENT_POSITION;
        let mut top = Self::P[position / DIGIT] >> (position % DIGIT);
        if position / DIGIT + 1 < L {
            top |= Self::P[position / DIGIT + 1] << (DIGIT - position % DIGIT);
        }
        // Carries that have not gone far enough may be taken from above: p has to leave room for them below the top bits + 1.
        let below = Self::P[position / DIGIT] & ((1 << (position % DIGIT)) - 1);
        assert!(below + 1 < 1 << (position % DIGIT));
        ((1u128 << (DIGIT + QUOTIENT_SHIFT)) / (top as u128 + 1)) as u64
    };
    /// Weight, as a power of two, of the lowest bit that the estimate of a quotient looks at.
    const QUOTIENT_POSITION: usize = Self::BITS - QUOTIENT_BITS;
}

/// (p factor + 1) / 2^52, where p factor is -1 modulo 2^52.
const fn elimination<const L: usize>(p: &[u64; L], factor: u64) -> [u64; L] {
    let mut out = [0; L];
    let mut carry = 1;
    let mut i = 0;
    while i < L {
        let word = p[i] as u128 * factor as u128 + carry;
        if i > 0 {
            out[i - 1] = word as u64 & MASK;
        } else {
            assert!(word as u64 & MASK == 0);
        }
        carry = word >> DIGIT;
        i += 1;
    }
    out[L - 1] = carry as u64;
    out
}

/// A multiple of p that makes values nonnegative: `K` p in a tight field, 4096 p in a roomy one.
pub struct Offset<F, const L: usize, const K: u64>(F);

impl<F: Radix52<L>, const L: usize, const K: u64> Offset<F, L, K> {
    /// Its digits.
    pub const DIGITS: [u64; L] = multiple::<F, L>(if F::TIGHT { K } else { ROOMY_OFFSET });
}

/// The digits of k p; the top one takes what is left.
pub const fn multiple<F: Radix52<L>, const L: usize>(k: u64) -> [u64; L] {
    let mut out = [0; L];
    let mut carry = 0;
    let mut i = 0;
    while i < L {
        let word = F::P[i] as u128 * k as u128 + carry;
        out[i] = if i + 1 < L { word as u64 & MASK } else { word as u64 };
        carry = word >> DIGIT;
        i += 1;
    }
    assert!(out[L - 1] < 1 << 60);
    out
}

/// Number of bits of a value in digits.
const fn bits<const L: usize>(digits: &[u64; L]) -> usize {
    let mut i = L;
    while digits[i - 1] == 0 {
        i -= 1;
    }
    DIGIT * i + limbs::bits(&[digits[i - 1]]) - DIGIT
}

/// The Montgomery form in digits of a single element.
pub const fn from_single<F, const L: usize, const N: usize>(a: &Fp<F, N>) -> [u64; L]
where
    F: Radix52<L> + PrimeParams<N>,
{
    let p = &F::MODULUS;
    // a 2^(64 N) times 2^(52 L), less a factor 2^(64 N).
    let radix = limbs::power_of_two(DIGIT * L, p);
    digits(&limbs::montgomery_mul(a.montgomery(), &radix, p, limbs::negated_inverse(p[0])))
}

/// 2^exponent mod p.
pub const fn power_of_two<P: PrimeParams<N>, const N: usize, const L: usize>(exponent: usize) -> [u64; L] {
    if exponent < limbs::bits(&P::MODULUS) {
        let mut power = [0; N];
        power[exponent / 64] = 1 << (exponent % 64);
        return digits(&power);
    }
    digits(&limbs::power_of_two(exponent, &P::MODULUS))
}
