//! Scalars: integers modulo the order r of a group.
//!
//! ```
//! use pairforge_interface::Group;
//! use pairforge_prime::ate::Bls12381;
//! use pairforge_prime::groups::{G1Affine, Scalar};
//! use pairforge_prime::params::Bls12381Fr;
//!
//! let (a, b) = (Scalar::<Bls12381Fr>::from(5), Scalar::from_wide_bytes(&[7; 48]));
//! let g = G1Affine::<Bls12381>::generator();
//! assert_eq!(g * (&a + &b), (g * &a).add(&(g * &b)));
//! assert_eq!(g.mul(&a), g.mul(&[5]));
//! assert_eq!(&a * a.invert().unwrap(), Scalar::from(1));
//! ```

use crate::curve::Coordinate;
use crate::{Fp, PrimeParams};
use core::fmt;
use core::ops::{Add, AddAssign, Deref, Mul, MulAssign, Neg, Sub, SubAssign};
use pairforge_interface::Result;
use rand_core::Rng;
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, ZeroizeOnDrop};

/// The field of order r, whose elements [`Scalar`]s stand for.
pub trait ScalarField: Coordinate {
    /// As many 64-bit limbs as r has.
    type Limbs: Copy + AsRef<[u64]> + Zeroize + Send + Sync;

    /// The canonical integer of an element, little-endian.
    fn to_limbs(&self) -> Self::Limbs;
    /// The element of an integer below r.
    #[must_use]
    fn from_canonical(integer: &Self::Limbs) -> Self;
}

impl<P: PrimeParams<N>, const N: usize> ScalarField for Fp<P, N> {
    type Limbs = [u64; N];

    fn to_limbs(&self) -> [u64; N] {
        Fp::to_limbs(self)
    }

    fn from_canonical(integer: &[u64; N]) -> Self {
        Fp::from_limbs(integer).expect("scalars are kept below r")
    }
}

/// An integer modulo the order r of a group, from 0 to r - 1. It is wiped when it is dropped.
///
/// It is kept as the limbs of that integer, little-endian, and derefs to them: whatever takes a scalar as `&[u64]` takes
/// `&scalar`. Arithmetic is that of `F`, which has elements in Montgomery form: a product takes two of its
/// multiplications. All of it takes constant time, and so do comparisons. What is computed with many public
/// scalars goes faster with elements of `F` themselves.
#[derive(Clone)]
pub struct Scalar<F: ScalarField>(F::Limbs);

impl<F: ScalarField> Scalar<F> {
    /// Bytes of an encoded scalar: ceil(log2(r) / 8).
    pub const BYTES: usize = F::WIDTH;

    /// Decodes [`BYTES`](Self::BYTES) big-endian bytes.
    ///
    /// # Errors
    /// [`Length`](pairforge_interface::Error::Length); [`NotCanonical`](pairforge_interface::Error::NotCanonical) of an
    /// integer that is not below r.
    pub fn from_be_bytes(bytes: &[u8]) -> Result<Self> {
        Self::decoded(bytes, F::read_be)
    }

    /// Decodes [`BYTES`](Self::BYTES) little-endian bytes.
    ///
    /// # Errors
    /// As those of [`from_be_bytes`](Self::from_be_bytes).
    pub fn from_le_bytes(bytes: &[u8]) -> Result<Self> {
        Self::decoded(bytes, F::read_le)
    }

    fn decoded(bytes: &[u8], read: fn(&[u8]) -> Result<F>) -> Result<Self> {
        let (expected, got) = (Self::BYTES, bytes.len());
        if got != expected {
            return Err(pairforge_interface::Error::Length { expected, got });
        }
        read(bytes).map(|element| Self::of(&element))
    }

    /// The big-endian integer `bytes`, of any length, modulo r. Of uniform bytes, 16 more than
    /// [`BYTES`](Self::BYTES), it is uniform within a statistical distance of 2^-128.
    #[must_use]
    pub fn from_wide_bytes(bytes: &[u8]) -> Self {
        Self::of(&F::from_wide_be(bytes))
    }

    /// A uniformly random scalar.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        Self::of(&F::random(rng))
    }

    /// Writes the integer, big-endian.
    ///
    /// # Panics
    /// If `out` is not [`BYTES`](Self::BYTES) long.
    pub fn write_be(&self, out: &mut [u8]) {
        self.element().write_be(out);
    }

    /// Writes the integer, little-endian.
    ///
    /// # Panics
    /// If `out` is not [`BYTES`](Self::BYTES) long.
    pub fn write_le(&self, out: &mut [u8]) {
        self.element().write_le(out);
    }

    /// The scalar of an element of the field of order r.
    #[must_use]
    pub fn of(element: &F) -> Self {
        Scalar(element.to_limbs())
    }

    /// The element of the field of order r.
    #[must_use]
    pub fn element(&self) -> F {
        F::from_canonical(&self.0)
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> Choice {
        self.0.as_ref().iter().fold(0, |all, limb| all | limb).ct_eq(&0)
    }

    /// The scalar b with a b = 1; none of 0, which alone shows in the time.
    #[must_use]
    pub fn invert(&self) -> Option<Self> {
        let inverse = Self::of(&self.element().invert());
        (!bool::from(self.is_zero())).then_some(inverse)
    }
}

impl<F: ScalarField> From<u64> for Scalar<F> {
    /// `value` modulo r.
    fn from(value: u64) -> Self {
        Self::from_wide_bytes(&value.to_be_bytes())
    }
}

impl<F: ScalarField> Deref for Scalar<F> {
    type Target = [u64];

    /// The limbs of the integer, little-endian.
    fn deref(&self) -> &[u64] {
        self.0.as_ref()
    }
}

impl<F: ScalarField> Zeroize for Scalar<F> {
    fn zeroize(&mut self) {
        self.0.zeroize();
    }
}

impl<F: ScalarField> Drop for Scalar<F> {
    fn drop(&mut self) {
        self.zeroize();
    }
}

impl<F: ScalarField> ZeroizeOnDrop for Scalar<F> {}

impl<F: ScalarField> fmt::Debug for Scalar<F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scalar").finish_non_exhaustive()
    }
}

impl<F: ScalarField> ConstantTimeEq for Scalar<F> {
    fn ct_eq(&self, other: &Self) -> Choice {
        self.0.as_ref().ct_eq(other.0.as_ref())
    }
}

impl<F: ScalarField> PartialEq for Scalar<F> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<F: ScalarField> Eq for Scalar<F> {}

/// An operator for values and references on both sides, and its assigning form, from the operation of the field.
macro_rules! operator {
    ($op:ident::$method:ident, $assign:ident::$assigning:ident) => {
        operator!(@ $op::$method, Scalar<F>, Scalar<F>);
        operator!(@ $op::$method, Scalar<F>, &Scalar<F>);
        operator!(@ $op::$method, &Scalar<F>, Scalar<F>);
        operator!(@ $op::$method, &Scalar<F>, &Scalar<F>);

        impl<F: ScalarField> $assign<&Scalar<F>> for Scalar<F> {
            fn $assigning(&mut self, right: &Scalar<F>) {
                *self = $op::$method(&*self, right);
            }
        }

        impl<F: ScalarField> $assign<Scalar<F>> for Scalar<F> {
            fn $assigning(&mut self, right: Scalar<F>) {
                *self = $op::$method(&*self, &right);
            }
        }
    };
    (@ $op:ident::$method:ident, $left:ty, $right:ty) => {
        impl<F: ScalarField> $op<$right> for $left {
            type Output = Scalar<F>;

            fn $method(self, right: $right) -> Scalar<F> {
                Scalar::of(&Coordinate::$method(&self.element(), &right.element()))
            }
        }
    };
}

operator!(Add::add, AddAssign::add_assign);
operator!(Sub::sub, SubAssign::sub_assign);
operator!(Mul::mul, MulAssign::mul_assign);

impl<F: ScalarField> Neg for &Scalar<F> {
    type Output = Scalar<F>;

    fn neg(self) -> Scalar<F> {
        Scalar::of(&Coordinate::neg(&self.element()))
    }
}

impl<F: ScalarField> Neg for Scalar<F> {
    type Output = Scalar<F>;

    fn neg(self) -> Scalar<F> {
        -&self
    }
}
