//! F_p for a prime known only at run time: `N` 64-bit limbs in Montgomery form with all constants beside the prime.
//!
//! What is fixed at compile time is [`Fp`](super::Fp); both run the same kernels. A residue is a R mod p, below p, R = 2^(64 N).
//! No unused bits are assumed in the top limb.

use super::wide::Wide;
use super::{backend, inversion, limbs};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// A residue in Montgomery form.
pub type Residue<const N: usize> = [u64; N];

/// An odd prime of at most 64 N bits, and what follows from it.
#[derive(Clone, Debug)]
pub struct Modulus<const N: usize> {
    /// p.
    pub p: [u64; N],
    /// Bits of p.
    pub bits: usize,
    /// -1/p mod 2^64.
    pub neg_inverse: u64,
    /// R mod p: 1.
    pub one: Residue<N>,
    r2: [u64; N],
    r3: [u64; N],
}

impl<const N: usize> Modulus<N> {
    /// 0.
    pub const ZERO: Residue<N> = [0; N];

    /// The field of an odd prime p.
    pub const fn new(p: [u64; N]) -> Self {
        let neg_inverse = limbs::negated_inverse(p[0]);
        let one = limbs::power_of_two(64 * N, &p);
        let r2 = limbs::montgomery_power_of_two(64 * N, &one, &p, neg_inverse);
        let r3 = limbs::montgomery_mul(&r2, &r2, &p, neg_inverse);
        Modulus { p, bits: limbs::bits(&p), neg_inverse, one, r2, r3 }
    }

    /// Bytes of an encoded element.
    pub const fn bytes(&self) -> usize {
        self.bits.div_ceil(8)
    }

    /// a + b.
    #[inline]
    pub fn add(&self, a: &Residue<N>, b: &Residue<N>) -> Residue<N> {
        backend::add(a, b, &self.p, true)
    }

    /// a - b.
    #[inline]
    pub fn sub(&self, a: &Residue<N>, b: &Residue<N>) -> Residue<N> {
        backend::sub(a, b, &self.p)
    }

    /// -a.
    #[inline]
    pub fn neg(&self, a: &Residue<N>) -> Residue<N> {
        self.sub(&Self::ZERO, a)
    }

    /// 2 a.
    #[inline]
    pub fn double(&self, a: &Residue<N>) -> Residue<N> {
        self.add(a, a)
    }

    /// a b.
    #[inline]
    pub fn mul(&self, a: &Residue<N>, b: &Residue<N>) -> Residue<N> {
        backend::mul(a, b, &self.p, self.neg_inverse)
    }

    /// a^2.
    #[inline]
    pub fn square(&self, a: &Residue<N>) -> Residue<N> {
        backend::square(a, &self.p, self.neg_inverse)
    }

    /// a / 2.
    #[inline]
    pub fn half(&self, a: &Residue<N>) -> Residue<N> {
        limbs::half_modulo(a, &self.p)
    }

    /// The sum of two double-width values modulo p R.
    #[inline]
    pub fn wide_add(&self, a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
        backend::wide_add(a, b, &self.p, true)
    }

    /// The difference of two double-width values modulo p R.
    #[inline]
    pub fn wide_sub(&self, a: &Wide<N>, b: &Wide<N>) -> Wide<N> {
        backend::wide_sub(a, b, &self.p)
    }

    #[inline]
    fn reduce(&self, a: &Wide<N>) -> Residue<N> {
        backend::reduce(a, &self.p, self.neg_inverse)
    }

    /// a b + c d, with one reduction.
    #[inline]
    pub fn sum_of_products(
        &self,
        a: &Residue<N>,
        b: &Residue<N>,
        c: &Residue<N>,
        d: &Residue<N>,
    ) -> Residue<N> {
        self.reduce(&self.wide_add(&backend::mul_wide(a, b), &backend::mul_wide(c, d)))
    }

    /// (a0 + a1 i)(b0 + b1 i) with i^2 = -1: a0 b1 + a1 b0 = a0 b0 + a1 b1 + (a0 - a1)(b1 - b0).
    #[inline]
    pub fn mul2(&self, a: &[Residue<N>; 2], b: &[Residue<N>; 2]) -> [Residue<N>; 2] {
        let low = backend::mul_wide(&a[0], &b[0]);
        let high = backend::mul_wide(&a[1], &b[1]);
        let cross = backend::mul_wide(&self.sub(&a[0], &a[1]), &self.sub(&b[1], &b[0]));
        let both = self.wide_add(&self.wide_add(&low, &high), &cross);
        [self.reduce(&self.wide_sub(&low, &high)), self.reduce(&both)]
    }

    /// (a0 + a1 i)^2 with i^2 = -1.
    #[inline]
    pub fn square2(&self, a: &[Residue<N>; 2]) -> [Residue<N>; 2] {
        let real = self.mul(&self.add(&a[0], &a[1]), &self.sub(&a[0], &a[1]));
        [real, self.double(&self.mul(&a[0], &a[1]))]
    }

    /// 1 / a, and 0 of 0.
    pub fn invert(&self, a: &Residue<N>) -> Residue<N> {
        self.mul(&inversion::invert(a, &self.p, self.bits, self.neg_inverse), &self.r3)
    }

    /// The power a^exponent for a public exponent, by windows of four bits.
    pub fn pow_vartime(&self, a: &Residue<N>, exponent: &[u64]) -> Residue<N> {
        let mut table = [self.one; 16];
        for i in 1..16 {
            table[i] = self.mul(&table[i - 1], a);
        }
        let mut power = self.one;
        for window in (0..limbs::bits(exponent).div_ceil(4)).rev() {
            for _ in 0..4 {
                power = self.square(&power);
            }
            let digit = exponent[window / 16] >> (4 * (window % 16)) & 15;
            power = self.mul(&power, &table[digit as usize]);
        }
        power
    }

    /// A square root for p = 3 mod 4, and whether there is one.
    pub fn sqrt(&self, a: &Residue<N>) -> (Residue<N>, Choice) {
        // a^((p - 3) / 4) a.
        let root = self.mul(&self.pow_vartime(a, &limbs::shift_right(&self.p, 2)), a);
        (root, equal(&self.square(&root), a))
    }

    /// The residue of a canonical integer; none if that is not below p.
    pub fn enter(&self, integer: &[u64; N]) -> Option<Residue<N>> {
        limbs::less(integer, &self.p).then(|| self.mul(integer, &self.r2))
    }

    /// The canonical integer of a residue.
    pub fn leave(&self, a: &Residue<N>) -> [u64; N] {
        let mut integer_one = [0; N];
        integer_one[0] = 1;
        self.mul(a, &integer_one)
    }

    /// The residue of `high` R + `low`.
    pub fn enter_wide(&self, low: &[u64; N], high: &[u64; N]) -> Residue<N> {
        self.add(&self.mul(low, &self.r2), &self.mul(high, &self.r3))
    }

    /// Inverts all of the elements, none of them 0, with one inversion (Montgomery's trick).
    pub fn invert_all(&self, elements: &mut [Residue<N>]) {
        let mut product = self.one;
        let mut before = Vec::with_capacity(elements.len());
        for a in elements.iter() {
            before.push(product);
            product = self.mul(&product, a);
        }
        let mut inverse = self.invert(&product);
        for (a, before) in elements.iter_mut().zip(&before).rev() {
            let next = self.mul(&inverse, a);
            *a = self.mul(&inverse, before);
            inverse = next;
        }
    }
}

/// Whether a = b, in constant time.
pub fn equal<const N: usize>(a: &Residue<N>, b: &Residue<N>) -> Choice {
    a.iter().zip(b).fold(0, |d, (a, b)| d | (a ^ b)).ct_eq(&0)
}

/// a, or b where `choice` holds.
pub fn select<const N: usize>(a: &Residue<N>, b: &Residue<N>, choice: Choice) -> Residue<N> {
    core::array::from_fn(|i| u64::conditional_select(&a[i], &b[i], choice))
}
