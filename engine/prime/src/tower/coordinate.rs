//! F_p2 as a field of coordinates.

use super::{Fp2, ScalarField, Tower};
use crate::base::Whole;
use crate::curve::Coordinate;
use pairforge_interface::{Error, Result};
use rand_core::Rng;
use subtle::{Choice, CtOption};

/// The error of coefficient `position` of an encoding, found while reading that coefficient alone.
fn at(position: usize) -> impl Fn(Error) -> Error {
    move |_| Error::NotCanonical { coefficient: position }
}

impl<F: Coordinate + ScalarField, C: Tower<Fp = F>> Coordinate for Fp2<F, C> {
    const COUNT: usize = 2;
    const WIDTH: usize = F::WIDTH;
    const SPARE_BITS: usize = F::SPARE_BITS;
    const WORDS: usize = 2 * F::WORDS;
    const ZERO: Self = Fp2::<F, C>::ZERO;
    const ONE: Self = Fp2::<F, C>::ONE;

    #[inline]
    fn add(&self, other: &Self) -> Self {
        Fp2::add(self, other)
    }
    #[inline]
    fn sub(&self, other: &Self) -> Self {
        Fp2::sub(self, other)
    }
    #[inline]
    fn neg(&self) -> Self {
        Fp2::neg(self)
    }
    #[inline]
    fn double(&self) -> Self {
        Fp2::double(self)
    }
    #[inline]
    fn mul(&self, other: &Self) -> Self {
        Fp2::mul(self, other)
    }
    #[inline]
    fn square(&self) -> Self {
        Fp2::square(self)
    }
    #[inline]
    fn half(&self) -> Self {
        Fp2::half(self)
    }
    #[inline]
    fn sum_of_two_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
        let [c0, c1] = F::dot2([&a.c, &c.c], [&b.c, &d.c]);
        Fp2::new(c0, c1)
    }
    #[inline]
    fn double_point(point: &mut [Self; 3]) -> bool {
        // SAFETY: an element of F_p2 is laid out as its coefficients.
        let point = unsafe { &mut *core::ptr::from_mut(point).cast() };
        F::whole(Whole::DoubleJacobian(point), C::XI_REAL)
    }
    fn invert(&self) -> Self {
        Fp2::invert(self)
    }
    fn sqrt(&self) -> CtOption<Self> {
        Fp2::sqrt(self)
    }
    fn sgn0(&self) -> Choice {
        Fp2::sgn0(self)
    }
    fn is_larger(&self) -> Choice {
        let [c0, c1] = &self.c;
        c1.is_larger() | (Coordinate::is_zero(c1) & c0.is_larger())
    }
    #[inline]
    fn co_norm(&self) -> Self {
        self.conjugate()
    }
    #[inline]
    fn to_words(&self, out: &mut [u64]) {
        let (c0, c1) = out.split_at_mut(F::WORDS);
        self.c[0].to_words(c0);
        self.c[1].to_words(c1);
    }
    #[inline]
    fn from_words(words: &[u64]) -> Self {
        let (c0, c1) = words.split_at(F::WORDS);
        Fp2::new(F::from_words(c0), F::from_words(c1))
    }
    fn write_le(&self, out: &mut [u8]) {
        let (c0, c1) = out.split_at_mut(Self::WIDTH);
        self.c[0].write_le(c0);
        self.c[1].write_le(c1);
    }
    fn read_le(bytes: &[u8]) -> Result<Self> {
        let (c0, c1) = bytes.split_at(Self::WIDTH);
        Ok(Fp2::new(F::read_le(c0).map_err(at(0))?, F::read_le(c1).map_err(at(1))?))
    }
    fn write_be(&self, out: &mut [u8]) {
        let (c1, c0) = out.split_at_mut(Self::WIDTH);
        self.c[0].write_be(c0);
        self.c[1].write_be(c1);
    }
    fn read_be(bytes: &[u8]) -> Result<Self> {
        let (c1, c0) = bytes.split_at(Self::WIDTH);
        let c1 = F::read_be(c1).map_err(at(0))?;
        Ok(Fp2::new(F::read_be(c0).map_err(at(1))?, c1))
    }
    fn from_wide_be(bytes: &[u8]) -> Self {
        let (c0, c1) = bytes.split_at(bytes.len() / 2);
        Fp2::new(F::from_wide_be(c0), F::from_wide_be(c1))
    }
    fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        Fp2::new(F::random(rng), F::random(rng))
    }
}
