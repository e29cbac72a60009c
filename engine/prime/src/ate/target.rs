//! The target group: the subgroup of order r of F_p12, where values of the pairings lie.

use super::curve::{Curve, Family};
use crate::curve::Coordinate;
use crate::curve::recoding::{Digit, TABLE, WINDOW, digit, digits, look_up};
use crate::groups::PairingGroups;
use crate::tower::{Fp2, Fp12};
use pairforge_interface::{Coefficients, Error, Result, Target};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// A value of the pairing on the curve `C`.
///
/// [`Coefficients`] are those of w^0, w^2, w^4, w^1, w^3, w^5 over F_p2, w^6 = xi, each as its coefficients
/// of 1 and i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gt<C: Curve>(Fp12<C::Fp, C>);

/// The powers of w in the order of the coefficients.
const ORDER_OF_COEFFICIENTS: [usize; 6] = [0, 2, 4, 1, 3, 5];

impl<C: PairingGroups> Gt<C> {
    /// A value that the final exponentiation gave.
    pub(super) const fn member(value: Fp12<C::Fp, C>) -> Self {
        Gt(value)
    }

    /// The element of F_p12.
    #[must_use]
    pub const fn element(&self) -> &Fp12<C::Fp, C> {
        &self.0
    }

    /// a^|u|, by squarings that need no element to have an invertible coefficient.
    fn pow_seed(a: &Fp12<C::Fp, C>) -> Fp12<C::Fp, C> {
        (0..C::SEED.ilog2()).rev().fold(*a, |power, bit| {
            let square = power.cyclotomic_square();
            if C::SEED >> bit & 1 == 1 { square.mul(a) } else { square }
        })
    }
}

impl<C: PairingGroups> Coefficients for Gt<C> {
    const COUNT: usize = 12;
    const WIDTH: usize = <C::Fp as Coordinate>::WIDTH;

    fn write(&self, out: &mut [u8]) {
        assert_eq!(out.len(), Self::COUNT * Self::WIDTH);
        for (bytes, k) in out.chunks_exact_mut(2 * Self::WIDTH).zip(ORDER_OF_COEFFICIENTS) {
            self.0.power_of_w(k).write_le(bytes);
        }
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        let expected = Self::COUNT * Self::WIDTH;
        if bytes.len() != expected {
            return Err(Error::Length { expected, got: bytes.len() });
        }
        let mut c = [Fp2::ZERO; 6];
        for ((bytes, k), position) in
            bytes.chunks_exact(2 * Self::WIDTH).zip(ORDER_OF_COEFFICIENTS).zip((0..).step_by(2))
        {
            c[k] = Fp2::read_le(bytes).map_err(|error| match error {
                Error::NotCanonical { coefficient } => {
                    Error::NotCanonical { coefficient: position + coefficient }
                }
                other => other,
            })?;
        }
        let value = Gt(Fp12::from_powers_of_w(c));
        if value.is_member() { Ok(value) } else { Err(Error::NotInTargetGroup) }
    }
}

impl<C: PairingGroups> Target for Gt<C> {
    fn one() -> Self {
        Gt(Fp12::ONE)
    }

    fn mul(&self, other: &Self) -> Self {
        Gt(self.0.mul(&other.0))
    }

    fn square(&self) -> Self {
        Gt(self.0.cyclotomic_square())
    }

    fn inverse(&self) -> Self {
        Gt(self.0.conjugate())
    }

    /// In four dimensions: the Frobenius map is the p-th power, so that the decomposition of scalars for G2
    /// holds here also
    /// (Galbraith and Scott, eprint 2008/117). Longer exponents than r are taken as they are.
    #[inline(never)]
    fn pow(&self, exponent: &[u64]) -> Self {
        let lattice = &C::G2_LATTICE;
        let mut table = [self.0; TABLE];
        for i in 1..TABLE {
            table[i] = if i % 2 == 1 { table[i / 2].cyclotomic_square() } else { table[i - 1].mul(&self.0) };
        }
        let term = |digit: Digit, negative: Choice, frobenius: usize| {
            let entry = look_up(&table, digit.magnitude);
            let entry = Fp12::conditional_select(&entry, &entry.conjugate(), digit.negative ^ negative);
            let entry = Fp12::conditional_select(&entry, &Fp12::ONE, digit.is_zero());
            if frobenius == 0 { entry } else { entry.frobenius(frobenius) }
        };
        let mut power = Fp12::ONE;
        if exponent.len() <= lattice.scalar_limbs {
            let parts = lattice.decompose(exponent);
            for i in (0..digits(lattice.bits)).rev() {
                power = power.cyclotomic_square_times(WINDOW as u32);
                for (k, part) in parts[..lattice.dimension].iter().enumerate() {
                    power = power.mul(&term(digit(&part.magnitude, i), part.negative, k));
                }
            }
        } else {
            for i in (0..digits(64 * exponent.len())).rev() {
                power = power.cyclotomic_square_times(WINDOW as u32);
                power = power.mul(&term(digit(exponent, i), Choice::from(0), 0));
            }
        }
        Gt(power)
    }

    /// In the cyclotomic subgroup, a^(p^4) a = a^(p^2), and of order r there: for BN, as p = r + 6 u^2, a^p =
    /// a^(6 u^2); for BLS12, as
    /// p = u + (u - 1)^2 r / 3, a^p = a^u, where (u - 1)^2 / 3 has no factor in common with (p^4 - p^2 + 1) /
    /// r (Scott, eprint
    /// 2021/1130).
    #[inline(never)]
    fn is_member(&self) -> bool {
        let a = &self.0;
        let second = a.frobenius(2);
        if bool::from(a.ct_eq(&Fp12::ZERO)) || second.frobenius(2).mul(a) != second {
            return false;
        }
        let power = Self::pow_seed(a);
        let power = match C::FAMILY {
            Family::Bls12 if C::SEED_IS_NEGATIVE => power.conjugate(),
            Family::Bls12 => power,
            Family::Bn => {
                let square = Self::pow_seed(&power).cyclotomic_square();
                square.cyclotomic_square().mul(&square)
            }
        };
        a.frobenius(1) == power
    }
}
