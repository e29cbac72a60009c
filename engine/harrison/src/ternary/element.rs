//! An element of F_3^n: limbs of any representation, with any method of multiplication.

use super::euclid;
use super::method::thin_out_and_reduce;
use super::planes::{Planes, Word};
use super::polynomial::{add_assign, add_term, coefficient, sub_assign};
use super::{Limb, Method};
use crate::field::{BaseField, Field};
use core::marker::PhantomData;
use core::ops::{Add, Mul, Neg, Sub};

/// An element of F_3\[x\]/(x^N + x^K + 2) in W limbs, where W = floor(N / [`Limb::LEN`]) + 1: room for x^N as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Element<L, const W: usize, const N: usize, const K: usize, M> {
    limbs: [L; W],
    method: PhantomData<M>,
}

impl<L: Limb, const W: usize, const N: usize, const K: usize, M> Element<L, W, N, K, M> {
    const SHAPE: () = assert!(W == N / L::LEN + 1 && K > 0 && K < N, "wrong number of limbs");

    #[inline(always)]
    const fn new(limbs: [L; W]) -> Self {
        let () = Self::SHAPE;
        Self { limbs, method: PhantomData }
    }
}

impl<P: Word, const W: usize, const N: usize, const K: usize, M> Element<Planes<P>, W, N, K, M> {
    /// a^3 without a table: the 32-bit bit-serial cubing of section 6, the slower of the two figures of Table 2.
    #[inline]
    pub fn cube_bit_serial(&self) -> Self {
        Self::new(thin_out_and_reduce::<_, W, N, K>(&self.limbs, Planes::cube_bit_serial))
    }
}

impl<L: Limb, const W: usize, const N: usize, const K: usize, M: Method> Add for Element<L, W, N, K, M> {
    type Output = Self;

    #[inline]
    fn add(mut self, other: Self) -> Self {
        add_assign(&mut self.limbs, &other.limbs);
        self
    }
}

impl<L: Limb, const W: usize, const N: usize, const K: usize, M: Method> Sub for Element<L, W, N, K, M> {
    type Output = Self;

    #[inline]
    fn sub(mut self, other: Self) -> Self {
        sub_assign(&mut self.limbs, &other.limbs);
        self
    }
}

impl<L: Limb, const W: usize, const N: usize, const K: usize, M: Method> Neg for Element<L, W, N, K, M> {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        Self::new(self.limbs.map(L::neg))
    }
}

impl<L: Limb, const W: usize, const N: usize, const K: usize, M: Method> Mul for Element<L, W, N, K, M> {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        Self::new(M::mul::<L, W, N, K>(&self.limbs, &other.limbs))
    }
}

impl<L: Limb, const W: usize, const N: usize, const K: usize, M: Method> Field for Element<L, W, N, K, M> {
    const ZERO: Self = Self::new([L::ZERO; W]);
    const ONE: Self = {
        let mut limbs = [L::ZERO; W];
        limbs[0] = L::ONE;
        Self::new(limbs)
    };

    #[inline]
    fn square(&self) -> Self {
        Self::new(M::square::<L, W, N, K>(&self.limbs))
    }

    #[inline]
    fn cube(&self) -> Self {
        Self::new(M::cube::<L, W, N, K>(&self.limbs))
    }

    fn inverse(&self) -> Option<Self> {
        euclid::inverse::<L, W, N, K>(&self.limbs).map(Self::new)
    }
}

impl<L: Limb, const W: usize, const N: usize, const K: usize, M: Method> BaseField
    for Element<L, W, N, K, M>
{
    const CHARACTERISTIC: u8 = 3;
    const DEGREE: usize = N;

    fn from_coefficients(coefficients: &[u8]) -> Self {
        assert!(coefficients.len() <= N, "more coefficients than the field has");
        let mut limbs = [L::ZERO; W];
        for (at, &digit) in coefficients.iter().enumerate() {
            add_term(&mut limbs, digit, at);
        }
        Self::new(limbs)
    }

    fn coefficients(&self) -> Vec<u8> {
        (0..N).map(|at| coefficient(&self.limbs, at)).collect()
    }
}
