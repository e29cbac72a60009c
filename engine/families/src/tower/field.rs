//! What towers ask of a field, and the steps they are made of.

use core::fmt::Debug;
use subtle::{ConditionallySelectable, ConstantTimeEq};

/// F_p or a field of a tower over it. No operation branches on values.
pub trait Field:
    Copy + Debug + Eq + Send + Sync + ConditionallySelectable + ConstantTimeEq + 'static
{
    /// F_p.
    type Prime: Field<Prime = Self::Prime>;
    /// The degree over F_p.
    const DEGREE: usize;
    /// Whether a sum of products takes one reduction: F_p alone.
    const SUMS: bool;
    /// Whether [`dot`](Field::dot) costs less than its products: F_p and its quadratic extensions.
    const FUSED: bool;
    /// Whether a square costs less than three quarters of a product.
    const SQUARES: bool;
    /// Whether [`combination`](Field::combination) costs less than its multiples: F_p and its quadratic
    /// extensions.
    const COMBINES: bool;
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
    /// 1 / a, and 0 of 0.
    #[must_use]
    fn invert(&self) -> Self;
    /// a times an element of F_p.
    #[must_use]
    fn scale(&self, factor: &Self::Prime) -> Self;
    /// a times an element with small coefficients over F_p, not all 0.
    #[must_use]
    fn times_small(&self, z: &[i32]) -> Self;
    /// a^(p^n).
    #[must_use]
    fn frobenius(&self, n: usize) -> Self;

    /// The sum of a_k b_k.
    #[must_use]
    #[inline]
    fn dot<const K: usize>(a: [&Self; K], b: [&Self; K]) -> Self {
        let products = |k: usize| a[k].mul(b[k]);
        (1..K).fold(products(0), |sum, k| sum.add(&products(k)))
    }
    /// The sum of a b over all pairs.
    #[must_use]
    fn sum_of_products(pairs: &[[&Self; 2]]) -> Self {
        pairs.iter().fold(Self::ZERO, |sum, [a, b]| sum.add(&a.mul(b)))
    }
    /// a z for the [sum of products](Field::sum_of_products) that it is a factor of; `multiples`: the sum of |z| over such
    /// factors and 1 over others.
    #[must_use]
    #[inline]
    fn times_small_in_sum(&self, z: &[i32], _multiples: usize) -> Self {
        self.times_small(z)
    }
    /// The sum of (a0 + a1 i)(b0 + b1 i), i^2 = -1.
    #[must_use]
    #[inline]
    fn dot_gaussian<const K: usize>(a: [&[Self; 2]; K], b: [&[Self; 2]; K]) -> [Self; 2] {
        let product = |k: usize| {
            let real = a[k][0].mul(&b[k][0]).sub(&a[k][1].mul(&b[k][1]));
            [real, a[k][0].mul(&b[k][1]).add(&a[k][1].mul(&b[k][0]))]
        };
        (1..K).fold(product(0), |[real, imaginary], k| {
            let [r, i] = product(k);
            [real.add(&r), imaginary.add(&i)]
        })
    }
    /// The sum of n a over all (n, a); that of |n| is at most 255.
    #[must_use]
    #[inline]
    fn sum_of_multiples(terms: &[(i32, &Self)]) -> Self {
        terms.iter().filter(|(n, _)| *n != 0).fold(Self::ZERO, |sum, (n, a)| sum.add(&a.multiple(*n)))
    }
    /// n a, for n that is not 0.
    #[must_use]
    #[inline]
    fn multiple(&self, n: i32) -> Self {
        let mut sum = *self;
        for bit in (0..n.unsigned_abs().ilog2()).rev() {
            sum = sum.double();
            if n.unsigned_abs() >> bit & 1 == 1 {
                sum = sum.add(self);
            }
        }
        if n < 0 { sum.neg() } else { sum }
    }
    /// The sum of (m + n z) a over all (m, n, a), for an element z with small coefficients over F_p.
    #[must_use]
    #[inline]
    fn combination<const K: usize>(z: &[i32], terms: [(i32, i32, &Self); K]) -> Self {
        let turned = terms.map(|(_, n, a)| if n == 0 { *a } else { a.times_small(z) });
        let parts: [_; K] = core::array::from_fn(|k| [(terms[k].0, terms[k].2), (terms[k].1, &turned[k])]);
        Self::sum_of_multiples(parts.as_flattened())
    }
    /// (a0 + a1 i)^2, i^2 = -1.
    #[must_use]
    #[inline]
    fn square_gaussian(a: &[Self; 2]) -> [Self; 2] {
        [a[0].add(&a[1]).mul(&a[0].sub(&a[1])), a[0].mul(&a[1]).double()]
    }
    /// 3 a + 2 b.
    #[must_use]
    #[inline]
    fn three_and_two(&self, b: &Self) -> Self {
        self.add(b).double().add(self)
    }
    /// 3 a - 2 b.
    #[must_use]
    #[inline]
    fn three_less_two(&self, b: &Self) -> Self {
        self.sub(b).double().add(self)
    }
}

/// A step x^n = z over `F`, n = 2 or 3.
pub trait Step<F: Field>: Copy + Debug + Eq + Send + Sync + 'static {
    /// The coefficients of z over F_p.
    const RESIDUE: &'static [i32];
    /// z^((p^n - 1) / degree) for n = 1, 2, ..., as far as they are needed: what a root is multiplied with by the n-th power
    /// of the Frobenius map.
    const FROBENIUS: &'static [F];

    /// a z.
    #[must_use]
    #[inline]
    fn times_residue(a: &F) -> F {
        a.times_small(Self::RESIDUE)
    }
}

/// (g^2 + z h^2, 2 g h): the square of g + h s with s^2 = z.
#[inline]
pub fn square_pair<F: Field>(g: &F, h: &F, times_z: impl Fn(&F) -> F) -> (F, F) {
    if F::SQUARES {
        let (gg, hh) = (g.square(), h.square());
        let twice = g.add(h).square().sub(&gg).sub(&hh);
        return (gg.add(&times_z(&hh)), twice);
    }
    let product = g.mul(h);
    let both = g.add(h).mul(&g.add(&times_z(h)));
    (both.sub(&product).sub(&times_z(&product)), product.double())
}

/// a^exponent for a public exponent of little-endian limbs.
#[must_use]
pub fn power<F: Field>(a: &F, exponent: &[u64]) -> F {
    let mut value = F::ONE;
    for limb in exponent.iter().rev() {
        for bit in (0..64).rev() {
            value = value.square();
            if limb >> bit & 1 == 1 {
                value = value.mul(a);
            }
        }
    }
    value
}
