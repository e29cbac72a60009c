//! Towers of extensions over F_p: F_p2 = F_p\[i\]/(i^2 + 1), F_p6 = F_p2\[v\]/(v^3 - xi), F_p12 =
//! F_p6\[w\]/(w^2 - v).
//!
//! All are generic over the base field, so that the same code runs on single elements and on SIMD vectors of
//! independent ones.

pub(crate) mod apart;
mod coordinate;
mod cyclotomic;
mod fp12;
mod fp2;
mod fp6;
mod frobenius;
mod quadratic;

pub use cyclotomic::Compressed;
pub use fp6::Fp6;
pub use fp12::Fp12;
pub use frobenius::{Frobenius, frobenius};
pub use quadratic::Fp2;

use super::{BaseField, Fp, PrimeParams, limbs};
use core::fmt::Debug;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// What distinguishes one tower from another.
pub trait Tower: Copy + Debug + PartialEq + Eq + Send + Sync + 'static {
    /// The field F_p of single elements.
    type Fp: ScalarField;
    /// The cubic and quadratic non-residue xi is this plus i.
    const XI_REAL: u32;
    /// [`frobenius`] of xi.
    const FROBENIUS: Frobenius<Self::Fp, Self>;
}

/// What towers ask of single elements of F_p, p = 3 mod 4, beyond [`BaseField`]. All in constant time.
pub trait ScalarField: BaseField + Eq + ConditionallySelectable + ConstantTimeEq {
    /// a^((p - 3) / 4): up to sign the inverse of a square root of a or of -a.
    #[must_use]
    fn pow_p_minus_3_over_4(&self) -> Self {
        let [power] = Self::powers_p_minus_3_over_4(&[*self]);
        power
    }
    /// The same of several elements: two take less time than twice one.
    #[must_use]
    fn powers_p_minus_3_over_4<const K: usize>(elements: &[Self; K]) -> [Self; K];
    /// Whether the canonical residue is odd.
    fn is_odd(&self) -> Choice;
}

impl<P: PrimeParams<N>, const N: usize> ScalarField for Fp<P, N> {
    fn powers_p_minus_3_over_4<const K: usize>(elements: &[Self; K]) -> [Self; K] {
        Self::powers_vartime(elements, &const { limbs::shift_right(&P::MODULUS, 2) })
    }

    fn is_odd(&self) -> Choice {
        self.sgn0()
    }
}

/// A base field that holds the constants of scalar type `S`: `S` itself, or vectors of it with equal lanes.
pub trait Lift<S>: BaseField {
    /// The constant.
    fn lift(constant: &S) -> Self;
}

impl<F: BaseField> Lift<F> for F {
    #[inline(always)]
    fn lift(constant: &F) -> F {
        *constant
    }
}
