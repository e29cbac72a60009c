//! Scalars: the field of order r.

use super::operators::{collected, negation, operator};
use pairforge_prime::BaseField;
use pairforge_prime::curve::Coordinate;
use pairforge_prime::params::Bls12381Fr;
use pairing::group::ff::{Field, PrimeField, helpers::sqrt_ratio_generic};
use rand_core::TryRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

/// Bytes of a scalar.
const BYTES: usize = 32;

/// An element of the field of order r.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scalar(Bls12381Fr);

impl Scalar {
    /// The canonical integer, little-endian.
    pub(super) fn limbs(&self) -> [u64; 4] {
        self.0.to_limbs()
    }
}

impl Default for Scalar {
    fn default() -> Self {
        Self::ZERO
    }
}

impl From<u64> for Scalar {
    fn from(value: u64) -> Self {
        Scalar(Bls12381Fr::from_u64(value))
    }
}

impl ConditionallySelectable for Scalar {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Scalar(Bls12381Fr::conditional_select(&a.0, &b.0, choice))
    }
}

impl ConstantTimeEq for Scalar {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.ct_eq(&other.0)
    }
}

operator!(Scalar, Scalar, Add::add, AddAssign::add_assign, |a, b| Scalar(BaseField::add(&a.0, &b.0)));
operator!(Scalar, Scalar, Sub::sub, SubAssign::sub_assign, |a, b| Scalar(BaseField::sub(&a.0, &b.0)));
operator!(Scalar, Scalar, Mul::mul, MulAssign::mul_assign, |a, b| Scalar(BaseField::mul(&a.0, &b.0)));
negation!(Scalar, |a| Scalar(BaseField::neg(&a.0)));
collected!(Scalar, Sum::sum, Scalar::ZERO, Add::add);
collected!(Scalar, Product::product, Scalar::ONE, Mul::mul);

impl Field for Scalar {
    const ZERO: Self = Scalar(<Bls12381Fr as BaseField>::ZERO);
    const ONE: Self = Scalar(<Bls12381Fr as BaseField>::ONE);

    fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
        let mut bytes = [0; 2 * BYTES];
        rng.try_fill_bytes(&mut bytes)?;
        Ok(Scalar(Bls12381Fr::from_wide_be(&bytes)))
    }

    fn square(&self) -> Self {
        Scalar(BaseField::square(&self.0))
    }

    fn double(&self) -> Self {
        Scalar(BaseField::double(&self.0))
    }

    fn invert(&self) -> CtOption<Self> {
        CtOption::new(Scalar(BaseField::invert(&self.0)), !Field::is_zero(self))
    }

    fn sqrt_ratio(num: &Self, div: &Self) -> (Choice, Self) {
        sqrt_ratio_generic(num, div)
    }

    fn sqrt(&self) -> CtOption<Self> {
        let (root, good) = self.0.sqrt_choice();
        CtOption::new(Scalar(root), good)
    }
}

impl PrimeField for Scalar {
    type Repr = [u8; BYTES];

    const MODULUS: &'static str = "0x73eda753299d7d483339d80809a1d80553bda402fffe5bfeffffffff00000001";
    const NUM_BITS: u32 = 255;
    const CAPACITY: u32 = 254;
    const TWO_INV: Self =
        Scalar(Bls12381Fr::hex("39f6d3a994cebea4199cec0404d0ec02a9ded2017fff2dff7fffffff80000001"));
    const MULTIPLICATIVE_GENERATOR: Self = Scalar(Bls12381Fr::small(7));
    const S: u32 = 32;
    /// 7^((r - 1) / 2^32).
    const ROOT_OF_UNITY: Self =
        Scalar(Bls12381Fr::hex("16a2a19edfe81f20d09b681922c813b4b63683508c2280b93829971f439f0d2b"));
    const ROOT_OF_UNITY_INV: Self =
        Scalar(Bls12381Fr::hex("0538a6f66e19c653ed4f2f74a35d01686f67d4a2b566f8330fb4d6e13cf19a78"));
    /// 7^(2^32).
    const DELTA: Self =
        Scalar(Bls12381Fr::hex("08634d0aa021aaf843cab354fabb0062f6502437c6a09c006c083479590189d7"));

    fn from_repr(repr: Self::Repr) -> CtOption<Self> {
        let scalar = Bls12381Fr::from_bytes_le(&repr);
        let there = Choice::from(u8::from(scalar.is_some()));
        CtOption::new(scalar.map_or(Self::ZERO, Scalar), there)
    }

    fn to_repr(&self) -> Self::Repr {
        let mut repr = [0; BYTES];
        Coordinate::write_le(&self.0, &mut repr);
        repr
    }

    fn is_odd(&self) -> Choice {
        Choice::from((self.limbs()[0] & 1) as u8)
    }
}
