//! Fields of towers as fields of coordinates: square roots, signs, encodings.
//!
//! Encodings have the coefficients over F_p of the highest power of the last root first, as appendix C of
//! draft-irtf-cfrg-pairing-friendly-curves has them for F_p2.

use super::{Cubic, Field, Quadratic, Step, power};
use pairforge_interface::{Error, Result};
use pairforge_prime::curve::Coordinate;
use pairforge_prime::{Fp, PrimeParams};
use rand_core::Rng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

/// What square roots in extensions ask of the field below.
pub trait Roots: Field + Coordinate {
    /// (p + 1) / 2, little-endian limbs.
    fn half_of_p_and_one() -> Vec<u64>;
    /// Whether this is a square, 0 included.
    fn is_square(&self) -> Choice;
}

impl<P: PrimeParams<N>, const N: usize> Roots for Fp<P, N> {
    fn half_of_p_and_one() -> Vec<u64> {
        // p is odd: (p - 1) / 2, and 1.
        let above = |i: usize| P::MODULUS.get(i + 1).map_or(0, |word| word << 63);
        let mut half: Vec<u64> = (0..N).map(|i| P::MODULUS[i] >> 1 | above(i)).collect();
        for word in &mut half {
            let carry;
            (*word, carry) = word.overflowing_add(1);
            if !carry {
                break;
            }
        }
        half
    }
    fn is_square(&self) -> Choice {
        Fp::is_square(self)
    }
}

/// Moves the position of an error behind `before` coefficients.
fn behind(before: usize) -> impl Fn(Error) -> Error {
    move |error| match error {
        Error::NotCanonical { coefficient } => Error::NotCanonical { coefficient: before + coefficient },
        other => other,
    }
}

/// What both kinds of extension say of their parts `c`, whose number is `$n`.
macro_rules! by_parts {
    ($n:literal) => {
        const COUNT: usize = $n * F::COUNT;
        const WIDTH: usize = F::WIDTH;
        const SPARE_BITS: usize = F::SPARE_BITS;
        const WORDS: usize = $n * F::WORDS;
        const ZERO: Self = <Self as Field>::ZERO;
        const ONE: Self = <Self as Field>::ONE;

        #[inline]
        fn add(&self, other: &Self) -> Self {
            Field::add(self, other)
        }
        #[inline]
        fn sub(&self, other: &Self) -> Self {
            Field::sub(self, other)
        }
        #[inline]
        fn neg(&self) -> Self {
            Field::neg(self)
        }
        #[inline]
        fn double(&self) -> Self {
            Field::double(self)
        }
        #[inline]
        fn mul(&self, other: &Self) -> Self {
            Field::mul(self, other)
        }
        #[inline]
        fn square(&self) -> Self {
            Field::square(self)
        }
        #[inline]
        fn sum_of_two_products(a: &Self, b: &Self, c: &Self, d: &Self) -> Self {
            <Self as Field>::dot([a, c], [b, d])
        }
        fn invert(&self) -> Self {
            Field::invert(self)
        }
        fn half(&self) -> Self {
            Self::of(self.c.map(|c| Coordinate::half(&c)))
        }
        fn sgn0(&self) -> Choice {
            let mut sign = Choice::from(0);
            let mut zero = Choice::from(1);
            for c in &self.c {
                sign |= zero & c.sgn0();
                zero &= Coordinate::is_zero(c);
            }
            sign
        }
        fn is_larger(&self) -> Choice {
            let mut larger = Choice::from(0);
            let mut zero = Choice::from(1);
            for c in self.c.iter().rev() {
                larger |= zero & c.is_larger();
                zero &= Coordinate::is_zero(c);
            }
            larger
        }
        fn to_words(&self, out: &mut [u64]) {
            for (c, out) in self.c.iter().zip(out.chunks_exact_mut(F::WORDS)) {
                c.to_words(out);
            }
        }
        fn from_words(words: &[u64]) -> Self {
            Self::of(core::array::from_fn(|i| F::from_words(&words[i * F::WORDS..][..F::WORDS])))
        }
        fn write_le(&self, out: &mut [u8]) {
            assert_eq!(out.len(), Self::COUNT * Self::WIDTH);
            for (c, out) in self.c.iter().zip(out.chunks_exact_mut(F::COUNT * F::WIDTH)) {
                c.write_le(out);
            }
        }
        fn read_le(bytes: &[u8]) -> Result<Self> {
            assert_eq!(bytes.len(), Self::COUNT * Self::WIDTH);
            let mut parts = [<F as Field>::ZERO; $n];
            for (i, (part, bytes)) in
                parts.iter_mut().zip(bytes.chunks_exact(F::COUNT * F::WIDTH)).enumerate()
            {
                *part = F::read_le(bytes).map_err(behind(i * F::COUNT))?;
            }
            Ok(Self::of(parts))
        }
        fn write_be(&self, out: &mut [u8]) {
            assert_eq!(out.len(), Self::COUNT * Self::WIDTH);
            for (c, out) in self.c.iter().rev().zip(out.chunks_exact_mut(F::COUNT * F::WIDTH)) {
                c.write_be(out);
            }
        }
        fn read_be(bytes: &[u8]) -> Result<Self> {
            assert_eq!(bytes.len(), Self::COUNT * Self::WIDTH);
            let mut parts = [<F as Field>::ZERO; $n];
            for (i, (part, bytes)) in
                parts.iter_mut().rev().zip(bytes.chunks_exact(F::COUNT * F::WIDTH)).enumerate()
            {
                *part = F::read_be(bytes).map_err(behind(i * F::COUNT))?;
            }
            Ok(Self::of(parts))
        }
        fn from_wide_be(bytes: &[u8]) -> Self {
            let share = bytes.len() / $n;
            Self::of(core::array::from_fn(|i| F::from_wide_be(&bytes[i * share..][..share])))
        }
        fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
            Self::of(core::array::from_fn(|_| F::random(rng)))
        }
    };
}

impl<F: Roots, S: Step<F>> Coordinate for Quadratic<F, S> {
    by_parts!(2);

    /// With n^2 the norm, one of (c0 + n)/2 and (c0 - n)/2 is a square d of the field below where c1 is not 0, and the
    /// root is x + c1/(2 x) s, x^2 = d. Where c1 = 0 it is that of c0, or that of c0/z times s.
    fn sqrt(&self) -> CtOption<Self> {
        let [c0, c1] = &self.c;
        let n: F = self.norm().sqrt().unwrap_or(<F as Field>::ZERO);
        let sum = Coordinate::half(&Field::add(c0, &n));
        let difference = Coordinate::half(&Field::sub(c0, &n));
        let d = F::conditional_select(&difference, &sum, sum.is_square() & !Coordinate::is_zero(&sum));
        let x: F = d.sqrt().unwrap_or(<F as Field>::ZERO);
        let y = Field::mul(&Coordinate::half(c1), &Field::invert(&x));
        let general = Self::new(x, y);
        // c1 = 0 and c0 no square: then d = 0 or no square, and x is 0.
        let z = S::times_residue(&<F as Field>::ONE);
        let turned = Field::mul(c0, &Field::invert(&z));
        let imaginary = Self::new(<F as Field>::ZERO, turned.sqrt().unwrap_or(<F as Field>::ZERO));
        let good = Field::square(&general).ct_eq(self);
        let root = Self::conditional_select(&imaginary, &general, good);
        CtOption::new(root, Field::square(&root).ct_eq(self))
    }

    fn co_norm(&self) -> Self {
        Field::mul(&self.conjugate(), &Self::new(self.norm().co_norm(), <F as Field>::ZERO))
    }
}

impl<F: Roots, S: Step<F>> Roots for Quadratic<F, S> {
    fn half_of_p_and_one() -> Vec<u64> {
        F::half_of_p_and_one()
    }
    fn is_square(&self) -> Choice {
        self.norm().is_square()
    }
}

/// Over F_p alone.
impl<F: Roots<Prime = F>, S: Step<F>> Coordinate for Cubic<F, S> {
    by_parts!(3);

    /// With the norm a^(1 + p + p^2), in F_p, of root n: the root is n / a^(p (p + 1) / 2).
    fn sqrt(&self) -> CtOption<Self> {
        let n: F = self.adjoint().1.sqrt().unwrap_or(<F as Field>::ZERO);
        let below = Field::frobenius(&power(self, &F::half_of_p_and_one()), 1);
        let root = Field::scale(&Field::invert(&below), &n);
        CtOption::new(root, Field::square(&root).ct_eq(self))
    }

    fn co_norm(&self) -> Self {
        self.adjoint().0
    }
}

impl<F: Roots<Prime = F>, S: Step<F>> Roots for Cubic<F, S> {
    fn half_of_p_and_one() -> Vec<u64> {
        F::half_of_p_and_one()
    }
    fn is_square(&self) -> Choice {
        self.adjoint().1.is_square()
    }
}
