//! The target group: the subgroup of order r of F_p^k, where values of the pairing lie.

use crate::curve::{Curve, Membership};
use crate::final_exponentiation::power;
use crate::full::Full;
use crate::groups::PairingGroups;
use crate::half::Half;
use crate::tower::Field;
use pairforge_interface::{Coefficients, Error, Result, Target};
use pairforge_prime::curve::Coordinate;
use pairforge_prime::curve::recoding::{TABLE, WINDOW, digit, digits, look_up};
use subtle::ConditionallySelectable;

/// A value of the pairing on the curve `C`. [`Coefficients`] are those in the tower of the curve's file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gt<C: Curve>(Full<C>);

impl<C: Curve> Gt<C> {
    /// A value that the final exponentiation gave.
    pub(crate) const fn member(value: Full<C>) -> Self {
        Gt(value)
    }

    /// The element of F_p^k.
    #[must_use]
    pub const fn element(&self) -> &Full<C> {
        &self.0
    }
}

/// Whether the order divides Phi_k(p): a^(q^2) a = a^q where d = 6, a^(q^2) a = 1 where d = 4.
fn is_cyclotomic<C: Curve>(a: &Full<C>) -> bool {
    if *a == Full::ZERO {
        return false;
    }
    if C::Half::PARTS == 2 {
        return a.conjugate().mul(a) == Full::ONE;
    }
    let once = a.frobenius(C::Fq::DEGREE);
    once.frobenius(C::Fq::DEGREE).mul(a) == once
}

impl<C: PairingGroups> Coefficients for Gt<C> {
    const COUNT: usize = 2 * C::Half::PARTS * C::Fq::DEGREE;
    const WIDTH: usize = <C::Fp as Coordinate>::WIDTH;

    fn write(&self, out: &mut [u8]) {
        assert_eq!(out.len(), Self::COUNT * Self::WIDTH);
        let size = C::Fq::DEGREE * Self::WIDTH;
        for (j, (place, factor, _)) in C::LEAVE.iter().enumerate() {
            let part = Field::mul(self.0.coefficient(j), factor);
            part.write_le(&mut out[place * size..][..size]);
        }
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        let expected = Self::COUNT * Self::WIDTH;
        if bytes.len() != expected {
            return Err(Error::Length { expected, got: bytes.len() });
        }
        let mut parts = Vec::with_capacity(C::LEAVE.len());
        for (i, bytes) in bytes.chunks_exact(C::Fq::DEGREE * Self::WIDTH).enumerate() {
            let part = C::Fq::read_le(bytes).map_err(|error| match error {
                Error::NotCanonical { coefficient } => {
                    Error::NotCanonical { coefficient: i * C::Fq::DEGREE + coefficient }
                }
                other => other,
            });
            parts.push(part?);
        }
        let value = Full::from_coefficients(|j| {
            let (place, _, inverse) = &C::LEAVE[j];
            Field::mul(&parts[*place], inverse)
        });
        if Gt(value).is_member() { Ok(Gt(value)) } else { Err(Error::NotInTargetGroup) }
    }
}

impl<C: PairingGroups> Target for Gt<C> {
    fn one() -> Self {
        Gt(Full::ONE)
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

    /// Signed windows of four bits; whole tables are read.
    fn pow(&self, exponent: &[u64]) -> Self {
        if exponent.is_empty() {
            return Self::one();
        }
        let mut table = [self.0; TABLE];
        for i in 1..TABLE {
            table[i] = if i % 2 == 1 { table[i / 2].cyclotomic_square() } else { table[i - 1].mul(&self.0) };
        }
        let mut value = Full::ONE;
        for i in (0..digits(64 * exponent.len())).rev() {
            for _ in 0..WINDOW {
                value = value.cyclotomic_square();
            }
            let digit = digit(exponent, i);
            let entry = look_up(&table, digit.magnitude);
            let entry = Full::conditional_select(&entry, &entry.conjugate(), digit.negative);
            value = value.mul(&Full::conditional_select(&entry, &Full::ONE, digit.is_zero()));
        }
        Gt(value)
    }

    fn is_member(&self) -> bool {
        is_cyclotomic(&self.0)
            && match &C::MEMBERSHIP {
                Membership::Frobenius(exponent) => self.0.frobenius(1) == power(&self.0, exponent),
                Membership::Order(order) => power(&self.0, order) == Full::ONE,
            }
    }
}
