//! One field element: the public arithmetic of F_2^m.

use super::backend::{Vector, Words};
use super::dispatch::{self, Operation};
use super::field::Field;
use super::lanes::Lanes;
use super::limbs::{self, Limbs};
use core::fmt;
use pairforge_interface::{Error, Result};
use rand_core::Rng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// An element of F_2^m in its canonical form: a polynomial of degree below m, bit i the coefficient of x^i.
///
/// Every operation takes the same time whatever its operands are.
pub struct Element<F: Field>(F::Limbs<Words>);

impl<F: Field> Clone for Element<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Field> Copy for Element<F> {}

impl<F: Field> PartialEq for Element<F> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<F: Field> Eq for Element<F> {}

impl<F: Field> ConstantTimeEq for Element<F> {
    fn ct_eq(&self, other: &Self) -> Choice {
        let differ = self.0.as_ref().iter().zip(other.0.as_ref()).fold(0, |d, (a, b)| {
            let [low, high] = a.xor(*b).0;
            d | low | high
        });
        differ.ct_eq(&0)
    }
}

impl<F: Field> ConditionallySelectable for Element<F> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        let mut c = *a;
        for (to, from) in c.0.as_mut().iter_mut().zip(b.0.as_ref()) {
            to.conditional_assign(from, choice);
        }
        c
    }
}

impl<F: Field> fmt::Debug for Element<F> {
    /// The vectors' hexadecimal integer.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("0x")?;
        self.0.as_ref().iter().rev().try_for_each(|limb| write!(f, "{:032x}", limb.to_u128()))
    }
}

macro_rules! operations {
    ($($(#[$meta:meta])* $name:ident / $operation:ident($($arg:ident: $kind:ty),*) |$a:ident, $($b:ident),*| $body:expr;)*) => {
        $(
            struct $operation<F: Field>(Element<F> $(, $kind)*);

            impl<F: Field> Operation for $operation<F> {
                type Output = Element<F>;
                type Field = F;

                #[inline(always)]
                fn run<W: Vector, N: Vector>(self) -> Element<F> {
                    let Self($a $(, $arg)*) = self;
                    let $a: Lanes<F, N> = $a.lanes();
                    $(let $b = $arg;)*
                    Element::from_lanes($body)
                }
            }

            impl<F: Field> Element<F> {
                $(#[$meta])*
                #[must_use]
                pub fn $name(&self $(, $arg: &$kind)*) -> Self {
                    dispatch::run($operation(*self $(, *$arg)*))
                }
            }
        )*
    };
}

operations! {
    /// The product.
    mul / Mul(other: Element<F>) |a, b| a.mul(&b.lanes());
    /// The square.
    square / Square() |a,| a.square();
    /// The cube.
    cube / Cube() |a,| a.mul(&a.square());
    /// The square root: squaring permutes the field.
    sqrt / SquareRoot() |a,| a.sqrt();
    /// The inverse (Itoh and Tsujii); zero for zero.
    inverse / Inverse() |a,| a.inverse();
    /// The sum of the powers 4^i, i from 0 to (m-1)/2: one of the two solutions z of z^2 + z = self if the trace of self is 0.
    half_trace / HalfTrace() |a,| a.half_trace();
}

/// Powers 2^k, k >= 0 by squaring and k < 0 by square roots.
struct Frobenius<F: Field>(Element<F>, i64);

impl<F: Field> Operation for Frobenius<F> {
    type Output = Element<F>;
    type Field = F;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Element<F> {
        let mut a: Lanes<F, N> = self.0.lanes();
        for _ in 0..self.1.unsigned_abs() {
            a = if self.1 > 0 { a.square() } else { a.sqrt() };
        }
        Element::from_lanes(a)
    }
}

impl<F: Field> Element<F> {
    /// Zero.
    #[must_use]
    pub fn zero() -> Self {
        Self(F::Limbs::filled(Words::zero()))
    }

    /// One.
    #[must_use]
    pub fn one() -> Self {
        Self::bit(true)
    }

    /// An element of F_2.
    #[must_use]
    pub fn bit(bit: bool) -> Self {
        Self(Lanes::<F, Words>::bit(bit).0)
    }

    /// The sum, and the difference.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self(limbs::add(self.0, &other.0))
    }

    /// The power 2^k, for any k: m of them are the identity, so that at most (m-1)/2 squarings or square roots do.
    #[must_use]
    pub fn frobenius(&self, k: i64) -> Self {
        let m = F::DEGREE as i64;
        let k = k.rem_euclid(m);
        dispatch::run(Frobenius(*self, if k > m / 2 { k - m } else { k }))
    }

    /// A solution of z^2 + z = self, if there is one; the other is z + 1.
    #[must_use]
    pub fn solve_quadratic(&self) -> Option<Self> {
        let z = self.half_trace();
        (z.square().add(&z) == *self).then_some(z)
    }

    /// The trace over F_2, the sum of all conjugates. With H the half trace, H^2 + H = self + trace.
    #[must_use]
    pub fn trace(&self) -> bool {
        let z = self.half_trace();
        z.square().add(&z) != *self
    }

    /// Whether this is zero.
    #[must_use]
    pub fn is_zero(&self) -> Choice {
        self.ct_eq(&Self::zero())
    }

    /// The coefficient of x^0.
    #[must_use]
    pub fn low_bit(&self) -> bool {
        self.0.as_ref()[0].0[0] & 1 == 1
    }

    /// A uniformly random element.
    #[must_use]
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut bytes = vec![0; F::WIDTH];
        rng.fill_bytes(&mut bytes);
        Self::from_masked_bytes(bytes)
    }

    /// The element whose coefficients are the first m bits.
    pub(crate) fn from_masked_bytes(mut bytes: Vec<u8>) -> Self {
        bytes[F::WIDTH - 1] &= 0xff >> (8 * F::WIDTH - F::DEGREE);
        Self::from_bytes(&bytes, 0).expect("the bits above x^(m-1) are cleared")
    }

    /// Writes [`WIDTH`](Field::WIDTH) bytes, little-endian.
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn write(&self, out: &mut [u8]) {
        assert_eq!(out.len(), F::WIDTH);
        for (to, from) in out.chunks_mut(16).zip(self.0.as_ref()) {
            to.copy_from_slice(&from.to_u128().to_le_bytes()[..to.len()]);
        }
    }

    /// Reads [`WIDTH`](Field::WIDTH) bytes, little-endian; `coefficient` is what an error names.
    ///
    /// # Errors
    /// [`Length`](Error::Length); [`NotCanonical`](Error::NotCanonical) if a bit above x^(m-1) is set.
    pub fn from_bytes(bytes: &[u8], coefficient: usize) -> Result<Self> {
        if bytes.len() != F::WIDTH {
            return Err(Error::Length { expected: F::WIDTH, got: bytes.len() });
        }
        let mut x = Self::zero();
        for (to, from) in x.0.as_mut().iter_mut().zip(bytes.chunks(16)) {
            let mut limb = [0; 16];
            limb[..from.len()].copy_from_slice(from);
            *to = Words::from_u128(u128::from_le_bytes(limb));
        }
        if bytes[F::WIDTH - 1] >> (8 - (8 * F::WIDTH - F::DEGREE)) != 0 && F::DEGREE % 8 != 0 {
            return Err(Error::NotCanonical { coefficient });
        }
        Ok(x)
    }

    /// The element in all lanes.
    #[inline(always)]
    pub(crate) fn lanes<V: Vector>(&self) -> Lanes<F, V> {
        Lanes::splat(&self.0)
    }

    /// The limbs.
    #[inline(always)]
    pub(crate) fn limbs(&self) -> &F::Limbs<Words> {
        &self.0
    }

    /// The element of the first lane, brought to its canonical form.
    #[inline(always)]
    pub(crate) fn from_lanes<V: Vector>(x: Lanes<F, V>) -> Self {
        let mut limbs = F::Limbs::filled(Words::zero());
        for i in 0..F::Limbs::<V>::COUNT {
            x.0.as_ref()[i].store(&mut limbs.as_mut()[i..=i]);
        }
        Self::from_limbs(limbs)
    }

    /// The class of a polynomial of 128 L bits: the bits from x^m up, at most 127, are folded once, as every other
    /// exponent of f is at most m - 128.
    #[inline(always)]
    pub(crate) fn from_limbs(mut limbs: F::Limbs<Words>) -> Self {
        // As with kernels: small fields stay in registers.
        if F::Limbs::<Words>::COUNT > 2 {
            Self::fold(&mut limbs)
        } else {
            Self::fold_inline(&mut limbs)
        }
        Self(limbs)
    }

    #[inline(never)]
    fn fold(limbs: &mut F::Limbs<Words>) {
        Self::fold_inline(limbs);
    }

    #[inline(always)]
    fn fold_inline(limbs: &mut F::Limbs<Words>) {
        let limb = limbs.as_mut();
        let top = F::DEGREE / 128;
        let above = limb[top].to_u128() >> (F::DEGREE % 128);
        limb[top] = limb[top].xor(Words::from_u128(above << (F::DEGREE % 128)));
        for &term in &F::TERMS[1..] {
            limb[term / 128] = limb[term / 128].xor(Words::from_u128(above << (term % 128)));
            if term % 128 > 0 {
                let carried = Words::from_u128(above >> (128 - term % 128));
                limb[term / 128 + 1] = limb[term / 128 + 1].xor(carried);
            }
        }
    }
}
