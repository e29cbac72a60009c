//! What curves ask of the field that their coordinates lie in.

use crate::{BaseField, Fp, PrimeParams};
use core::fmt::Debug;
use pairforge_interface::{Error, Result};
use rand_core::Rng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

/// A field of coordinates: F_p or F_p2. All operations but encodings are constant time.
pub trait Coordinate:
    Copy + Eq + Debug + Send + Sync + ConditionallySelectable + ConstantTimeEq + 'static
{
    /// Number of base-field coefficients.
    const COUNT: usize;
    /// Bytes of one encoded coefficient.
    const WIDTH: usize;
    /// Bits of an encoded coefficient that are always 0, at its most significant end.
    const SPARE_BITS: usize;
    /// Words that hold an element.
    const WORDS: usize;
    /// 0.
    const ZERO: Self;
    /// 1.
    const ONE: Self;

    /// a + b.
    #[must_use]
    fn add(&self, other: &Self) -> Self;
    /// a - b.
    #[must_use]
    fn sub(&self, other: &Self) -> Self;
    /// -a.
    #[must_use]
    fn neg(&self) -> Self;
    /// 2 a.
    #[must_use]
    fn double(&self) -> Self;
    /// a b.
    #[must_use]
    fn mul(&self, other: &Self) -> Self;
    /// a^2.
    #[must_use]
    fn square(&self) -> Self;
    /// a / 2.
    #[must_use]
    fn half(&self) -> Self;
    /// a b + c d, with one reduction where that is cheaper.
    #[must_use]
    fn sum_of_two_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self;
    /// a b - c d, with one reduction where that is cheaper.
    #[inline]
    #[must_use]
    fn difference_of_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        Self::sum_of_two_products(a, b, c, &d.neg())
    }
    /// Doubles a point (X / Z^2, Y / Z^3) of a curve with a = 0 and says so, or says no: where there is a faster whole than the
    /// formulas.
    #[inline(always)]
    fn double_point(_point: &mut [Self; 3]) -> bool {
        false
    }
    /// 1 / a, and 0 of 0.
    #[must_use]
    fn invert(&self) -> Self;
    /// A square root, if there is one.
    fn sqrt(&self) -> CtOption<Self>;
    /// The sign of RFC 9380, section 4.1.
    fn sgn0(&self) -> Choice;
    /// Whether a > -a, comparing canonical integers, the coefficient of i first.
    fn is_larger(&self) -> Choice;
    /// Some b other than 0 with a b in F_p, where a is not 0: the conjugate, or 1.
    #[must_use]
    fn co_norm(&self) -> Self;
    /// Whether a = 0.
    fn is_zero(&self) -> Choice {
        self.ct_eq(&Self::ZERO)
    }

    /// The words of an element, in any representation that no other element shares.
    ///
    /// # Panics
    /// If `out` has another length.
    fn to_words(&self, out: &mut [u64]);
    /// The element of words that [`to_words`](Coordinate::to_words) gave.
    ///
    /// # Panics
    /// If `words` has another length.
    fn from_words(words: &[u64]) -> Self;

    /// Writes `COUNT` little-endian coefficients of `WIDTH` bytes, that of 1 first.
    ///
    /// # Panics
    /// If `out` has another length.
    fn write_le(&self, out: &mut [u8]);
    /// Reads what [`write_le`](Coordinate::write_le) writes.
    ///
    /// # Errors
    /// [`Error::NotCanonical`], counting coefficients in the order of the encoding.
    ///
    /// # Panics
    /// If `bytes` has another length.
    fn read_le(bytes: &[u8]) -> Result<Self>;
    /// Writes `COUNT` big-endian coefficients of `WIDTH` bytes, that of i first.
    ///
    /// # Panics
    /// If `out` has another length.
    fn write_be(&self, out: &mut [u8]);
    /// Reads what [`write_be`](Coordinate::write_be) writes.
    ///
    /// # Errors
    /// [`Error::NotCanonical`], counting coefficients in the order of the encoding.
    ///
    /// # Panics
    /// If `bytes` has another length.
    fn read_be(bytes: &[u8]) -> Result<Self>;

    /// The element whose coefficients are the integers of `bytes` modulo p, each big-endian in an equal share
    /// of `bytes`.
    ///
    /// # Panics
    /// If a share is longer than twice the limbs of p.
    fn from_wide_be(bytes: &[u8]) -> Self;
    /// A uniformly random element.
    fn random<R: Rng + ?Sized>(rng: &mut R) -> Self;
}

impl<P: PrimeParams<N>, const N: usize> Coordinate for Fp<P, N> {
    const COUNT: usize = 1;
    const WIDTH: usize = Self::BYTES;
    const SPARE_BITS: usize = 8 * Self::BYTES - Self::BITS;
    const WORDS: usize = N;
    const ZERO: Self = <Self as BaseField>::ZERO;
    const ONE: Self = <Self as BaseField>::ONE;

    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        BaseField::add(self, other)
    }
    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        BaseField::sub(self, other)
    }
    #[inline(always)]
    fn neg(&self) -> Self {
        BaseField::neg(self)
    }
    #[inline(always)]
    fn double(&self) -> Self {
        BaseField::double(self)
    }
    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        BaseField::mul(self, other)
    }
    #[inline(always)]
    fn square(&self) -> Self {
        BaseField::square(self)
    }
    #[inline(always)]
    fn half(&self) -> Self {
        BaseField::half(self)
    }
    #[inline(always)]
    fn sum_of_two_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        Self::sum_of_products(&[[a, b], [c, d]])
    }
    fn invert(&self) -> Self {
        BaseField::invert(self)
    }
    fn sqrt(&self) -> CtOption<Self> {
        let (root, good) = self.sqrt_choice();
        CtOption::new(root, good)
    }
    fn sgn0(&self) -> Choice {
        Fp::sgn0(self)
    }
    fn is_larger(&self) -> Choice {
        self.is_upper_half()
    }
    fn co_norm(&self) -> Self {
        BaseField::ONE
    }
    #[inline(always)]
    fn to_words(&self, out: &mut [u64]) {
        out.copy_from_slice(self.montgomery());
    }
    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        Fp::from_montgomery(words.try_into().expect("the words of an element"))
    }
    fn write_le(&self, out: &mut [u8]) {
        Fp::write_le(self, out);
    }
    fn read_le(bytes: &[u8]) -> Result<Self> {
        assert_eq!(bytes.len(), Self::BYTES);
        Fp::from_bytes_le(bytes).ok_or(Error::NotCanonical { coefficient: 0 })
    }
    fn write_be(&self, out: &mut [u8]) {
        Fp::write_be(self, out);
    }
    fn read_be(bytes: &[u8]) -> Result<Self> {
        assert_eq!(bytes.len(), Self::BYTES);
        Fp::from_bytes_be(bytes).ok_or(Error::NotCanonical { coefficient: 0 })
    }
    fn from_wide_be(bytes: &[u8]) -> Self {
        Fp::from_wide_be(bytes)
    }
    fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        Fp::random(rng)
    }
}
