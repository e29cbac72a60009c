//! F_p as the ground of towers.

use super::Field;
use pairforge_prime::{BaseField, Fp, PrimeParams};

impl<P: PrimeParams<N>, const N: usize> Field for Fp<P, N> {
    type Prime = Self;
    const DEGREE: usize = 1;
    const SUMS: bool = true;
    const FUSED: bool = true;
    const SQUARES: bool = false;
    const COMBINES: bool = true;
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
    fn invert(&self) -> Self {
        BaseField::invert(self)
    }
    #[inline(always)]
    fn scale(&self, factor: &Self) -> Self {
        BaseField::mul(self, factor)
    }
    #[inline(always)]
    fn times_small(&self, z: &[i32]) -> Self {
        let size = z[0].unsigned_abs();
        match z[0] {
            // One reduction, where there is a kernel for that.
            -23..=-3 => BaseField::combine_less(1, &<Self as Field>::ZERO, size, self),
            3..=24 => BaseField::combine(size - 1, self, 1, self),
            n => self.multiple(n),
        }
    }
    #[inline(always)]
    fn frobenius(&self, _n: usize) -> Self {
        *self
    }
    #[inline(always)]
    fn dot<const K: usize>(a: [&Self; K], b: [&Self; K]) -> Self {
        Fp::sum_of_products(&core::array::from_fn::<_, K, _>(|k| [a[k], b[k]]))
    }
    #[inline(always)]
    fn sum_of_multiples(terms: &[(i32, &Self)]) -> Self {
        Fp::combination(terms)
    }
    #[inline(always)]
    fn combination<const K: usize>(z: &[i32], terms: [(i32, i32, &Self); K]) -> Self {
        Fp::combination(&terms.map(|(m, n, a)| (m + n * z[0], a)))
    }
    #[inline(always)]
    fn sum_of_products(pairs: &[[&Self; 2]]) -> Self {
        Fp::sum_of_products(pairs)
    }
    #[inline(always)]
    fn times_small_in_sum(&self, z: &[i32], multiples: usize) -> Self {
        if Self::has_room(multiples) { self.unreduced_multiple(z[0]) } else { self.times_small(z) }
    }
    #[inline(always)]
    fn dot_gaussian<const K: usize>(a: [&[Self; 2]; K], b: [&[Self; 2]; K]) -> [Self; 2] {
        if K == 1 { BaseField::mul2(a[0], b[0]) } else { BaseField::dot2(a, b) }
    }
    #[inline(always)]
    fn square_gaussian(a: &[Self; 2]) -> [Self; 2] {
        BaseField::square2(a)
    }
    #[inline(always)]
    fn three_and_two(&self, b: &Self) -> Self {
        BaseField::combine(3, self, 2, b)
    }
    #[inline(always)]
    fn three_less_two(&self, b: &Self) -> Self {
        BaseField::combine_less(3, self, 2, b)
    }
}
