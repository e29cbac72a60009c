//! The curves: parameters, and the constants that follow from them.

use super::convert::{self, Pair};
use super::fp12;
use super::lanes::Operand;
use super::radix::Radix52;
use crate::prime::{BaseField, Fp, PrimeParams, limbs, params};
use std::sync::OnceLock;

/// Longest list of signed digits of a loop count or an exponent.
const DIGITS: usize = 130;
/// A public integer in signed digits, most significant first; zeros lead.
pub type SignedDigits = [i8; DIGITS];

/// Families of curves, which differ in the loop of the Miller loop and in the exponent of the final exponentiation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Barreto, Naehrig: loop count 6u + 2 and two more lines, u positive.
    Bn,
    /// Barreto, Lynn, Scott with k = 12: loop count u, here negative.
    Bls12,
}

/// Which way the sextic twist goes: y^2 = x^3 + b / xi or y^2 = x^3 + b xi.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// (x, y) on the twist is (x w^2, y w^3) on the curve.
    D,
    /// (x, y) on the twist is (x / w^2, y / w^3) on the curve.
    M,
}

/// A pairing with embedding degree 12 over the field `Self`.
pub trait Curve<const L: usize, const N: usize>: Radix52<L> + PrimeParams<N> {
    /// The family.
    const FAMILY: Family;
    /// The twist.
    const TWIST: Twist;
    /// b of y^2 = x^3 + b.
    const B: u64;
    /// |u|.
    const U: u128;
    /// |u| in digits -1, 0, 1 or more, for exponentiations.
    const EXPONENT: SignedDigits = signed_digits(Self::U, Self::WINDOW);
    /// Bits of the window of exponentiations by u.
    const WINDOW: u32;
    /// (|u| + 1) / 3, an integer for the family Bls12, in digits below 8.
    const EXPONENT_THIRD: SignedDigits = signed_digits((Self::U + 1) / 3, 4);
    /// Digits -1, 0 and 1 of the loop count.
    const LOOP: SignedDigits = signed_digits(
        match Self::FAMILY {
            Family::Bn => 6 * Self::U + 2,
            Family::Bls12 => Self::U,
        },
        2,
    );

    /// The constants, computed once.
    fn constants() -> &'static Constants<Self, L, N>;
}

/// Constants in lanes.
pub struct Constants<F, const L: usize, const N: usize> {
    /// 3 b'.
    pub twist_b3: Pair<F, N>,
    /// xi^(k (p^j - 1) / 6) in the lane of w^k, for j = 1, 2, 3.
    pub frobenius: [Operand<L>; 3],
    /// What takes the coordinates of the conjugate of Q, in the lanes of [`super::g2::add`], to those of pi(Q).
    pub endomorphism: Operand<L>,
    /// The same from Q to -pi^2(Q).
    pub endomorphism_squared_negated: Operand<L>,
}

impl<F: Curve<L, N>, const L: usize, const N: usize> Constants<F, L, N> {
    /// Derives everything from xi and b.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn new() -> Self {
        let xi = [Fp::from_u64(u64::from(F::XI)), Fp::ONE];
        let b3 = [Fp::from_u64(3 * F::B), Fp::ZERO];
        let root = pow(&xi, &divided_by_6(&limbs::sub_small(&F::MODULUS, 1)));
        // xi^((p^j - 1) / 6) = root^(1 + p + ... + p^(j-1)).
        let powers = [root, Fp::mul2(&root, &conjugate(&root)), {
            let norm = Fp::mul2(&root, &conjugate(&root));
            Fp::mul2(&norm, &root)
        }];
        let frobenius = powers.map(|root| {
            let factors: [Pair<F, N>; 6] =
                core::array::from_fn(|lane| pow(&root, &[fp12::power_of_lane(lane) as u64]));
            convert::enter::<F, L, N>(&factors).operand::<F, 0>()
        });
        let untwisted = |root: &Pair<F, N>| match F::TWIST {
            Twist::D => *root,
            Twist::M => inverse(root),
        };
        let one = [Fp::ONE, Fp::ZERO];
        let lanes_of = |root: &Pair<F, N>, sign: &Pair<F, N>| {
            let root = untwisted(root);
            let (x, y) = (pow(&root, &[2]), Fp::mul2(&pow(&root, &[3]), sign));
            convert::enter::<F, L, N>(&super::g2::addend(x, y, one, one)).operand::<F, 0>()
        };
        Constants {
            twist_b3: match F::TWIST {
                Twist::D => Fp::mul2(&b3, &inverse(&xi)),
                Twist::M => Fp::mul2(&b3, &xi),
            },
            frobenius,
            endomorphism: lanes_of(&powers[0], &one),
            endomorphism_squared_negated: lanes_of(&powers[1], &[Fp::ONE.neg(), Fp::ZERO]),
        }
    }
}

/// a^p.
fn conjugate<F: PrimeParams<N>, const N: usize>(a: &Pair<F, N>) -> Pair<F, N> {
    [a[0], a[1].neg()]
}

/// 1 / a.
fn inverse<F: PrimeParams<N>, const N: usize>(a: &Pair<F, N>) -> Pair<F, N> {
    let norm = a[0].square().add(&a[1].square()).invert();
    conjugate(a).map(|c| c.mul(&norm))
}

/// A power by public limbs.
fn pow<F: PrimeParams<N>, const N: usize>(a: &Pair<F, N>, exponent: &[u64]) -> Pair<F, N> {
    let mut power = [Fp::ONE, Fp::ZERO];
    for i in (0..limbs::bits(exponent)).rev() {
        power = Fp::square2(&power);
        if exponent[i / 64] >> (i % 64) & 1 == 1 {
            power = Fp::mul2(&power, a);
        }
    }
    power
}

/// a / 6.
fn divided_by_6<const N: usize>(a: &[u64; N]) -> [u64; N] {
    let mut remainder = 0u128;
    let mut quotient = *a;
    for word in quotient.iter_mut().rev() {
        let value = remainder << 64 | u128::from(*word);
        *word = (value / 6) as u64;
        remainder = value % 6;
    }
    quotient
}

/// Signed windows of `width` bits: odd digits below 2^(width - 1) in size, each followed by `width` - 1 zeros or more.
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

/// Implements [`Curve`] for the parameters of a base field.
macro_rules! curve {
    ($params:ident, $digits:literal, $limbs:literal, $family:ident, $twist:ident, $b:literal, $u:expr, $window:literal) => {
        impl Curve<$digits, $limbs> for params::$params {
            const FAMILY: Family = Family::$family;
            const TWIST: Twist = Twist::$twist;
            const B: u64 = $b;
            const U: u128 = $u;
            const WINDOW: u32 = $window;

            fn constants() -> &'static Constants<Self, $digits, $limbs> {
                static CONSTANTS: OnceLock<Constants<params::$params, $digits, $limbs>> = OnceLock::new();
                super::pairing::assert_available();
                // SAFETY: the processor has the instructions.
                CONSTANTS.get_or_init(|| unsafe { Constants::new() })
            }
        }
    };
}

curve!(Bls381Base, 8, 6, Bls12, M, 4, 0xd201_0000_0001_0000, 2);
curve!(Bn254Base, 5, 4, Bn, D, 3, 4_965_661_367_192_848_881, 4);
curve!(Bn258Base, 6, 5, Bn, M, 12, (1 << 63) + 857, 4);
curve!(Bn462Base, 9, 8, Bn, D, 5, (1 << 114) + (1 << 101) - (1 << 14) - 1, 2);
