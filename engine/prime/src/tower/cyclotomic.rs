//! Squaring in the cyclotomic subgroup of F_p12, the elements of order dividing p^4 - p^2 + 1.
//!
//! With F_p4 = F_p2\[s\]/(s^2 - xi), s = w^3, an element is (g0 + g1 s) + (g2 + g3 s) w + (g4 + g5 s) w^2.

use super::apart::{self, Apart};
use super::{BaseField, Fp2, Fp6, Fp12, Lift, Tower};
use crate::base::Whole;

/// (a + b s)^2 in F_p4: by three squares in F_p2, with two pairs of reductions where that pays, or, where xi = 1 + i costs
/// little, by three products with two pairs.
#[inline]
fn square4<F: BaseField, C: Tower>(a: &Fp2<F, C>, b: &Fp2<F, C>) -> [Fp2<F, C>; 2] {
    if const { apart::pays::<F, C>() } {
        let (aa, bb, both) = (Apart::square(a), Apart::square(b), Apart::square(&a.add(b)));
        return [bb.mul_by_xi().add(&aa).reduce(), both.sub(&aa).sub(&bb).reduce()];
    }
    if C::XI_REAL == 1 {
        return [Fp2::dot([a, &b.mul_by_xi()], [a, b]), a.double().mul(b)];
    }
    let (aa, bb) = (a.square(), b.square());
    [bb.mul_by_xi().add(&aa), a.add(b).square().sub(&aa.add(&bb))]
}

/// 3 a - 2 b.
#[inline]
fn triple_less_double<F: BaseField, C: Tower>(a: &Fp2<F, C>, b: &Fp2<F, C>) -> Fp2<F, C> {
    Fp2::combine_less(3, a, 2, b)
}

/// 3 a + 2 b.
#[inline]
fn triple_and_double<F: BaseField, C: Tower>(a: &Fp2<F, C>, b: &Fp2<F, C>) -> Fp2<F, C> {
    Fp2::combine(3, a, 2, b)
}

impl<F: BaseField, C: Tower> Fp12<F, C> {
    /// a^2 of an element of the cyclotomic subgroup.
    #[inline]
    #[must_use]
    pub fn cyclotomic_square(&self) -> Self {
        let mut square = *self;
        square.cyclotomic_square_assign();
        square
    }

    /// a becomes a^2, for an element of the cyclotomic subgroup (Granger and Scott, eprint 2009/565): three squarings in
    /// F_p4, by the base field if that can.
    #[inline]
    pub fn cyclotomic_square_assign(&mut self) {
        if !F::whole(Whole::CyclotomicSquare(self.coefficients_mut()), C::XI_REAL) {
            *self = self.granger_scott();
        }
    }

    fn granger_scott(&self) -> Self {
        let [Fp6 { c: [g0, g4, g3] }, Fp6 { c: [g2, g1, g5] }] = &self.c;
        let [s0, s1] = square4(g0, g1);
        let [s2, s3] = square4(g2, g3);
        let [s4, s5] = square4(g4, g5);
        let even = [triple_less_double(&s0, g0), triple_less_double(&s2, g4), triple_less_double(&s4, g3)];
        let odd =
            [triple_and_double(&s5.mul_by_xi(), g2), triple_and_double(&s1, g1), triple_and_double(&s3, g5)];
        Fp12 { c: [Fp6 { c: even }, Fp6 { c: odd }] }
    }

    /// a^(2^count) of an element of the cyclotomic subgroup.
    #[must_use]
    pub fn cyclotomic_square_times(&self, count: u32) -> Self {
        let mut power = *self;
        if !F::whole(Whole::CyclotomicPower(power.coefficients_mut(), count), C::XI_REAL) {
            for _ in 0..count {
                power.cyclotomic_square_assign();
            }
        }
        power
    }
}

/// An element of the cyclotomic subgroup by g2, g3, g4 and g5 alone (Karabina, eprint 2010/542).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Compressed<F, C> {
    g: [Fp2<F, C>; 4],
}

impl<F: BaseField, C: Tower> Compressed<F, C> {
    /// Drops g0 and g1.
    #[inline]
    #[must_use]
    pub fn of(a: &Fp12<F, C>) -> Self {
        Compressed { g: [1, 4, 2, 5].map(|k| *a.power_of_w(k)) }
    }

    /// The square.
    #[inline]
    #[must_use]
    pub fn square(&self) -> Self {
        let mut square = *self;
        square.square_assign();
        square
    }

    /// a becomes its square: two squarings in F_p4, by the base field if that can.
    #[inline]
    pub fn square_assign(&mut self) {
        // SAFETY: an element of F_p2 is laid out as its coefficients.
        let g = unsafe { &mut *core::ptr::from_mut(&mut self.g).cast() };
        if !F::whole(Whole::CompressedSquare(g), C::XI_REAL) {
            *self = self.karabina();
        }
    }

    fn karabina(&self) -> Self {
        let [g2, g3, g4, g5] = &self.g;
        let [s2, s3] = square4(g2, g3);
        let [s4, s5] = square4(g4, g5);
        Compressed {
            g: [
                triple_and_double(&s5.mul_by_xi(), g2),
                triple_less_double(&s4, g3),
                triple_less_double(&s2, g4),
                triple_and_double(&s3, g5),
            ],
        }
    }

    /// The power 2^count.
    #[must_use]
    pub fn square_times(&self, count: u32) -> Self {
        let mut power = *self;
        // SAFETY: as for the square.
        let g = unsafe { &mut *core::ptr::from_mut(&mut power.g).cast() };
        if !F::whole(Whole::CompressedPower(g, count), C::XI_REAL) {
            for _ in 0..count {
                power.square_assign();
            }
        }
        power
    }

    /// The elements, with one inversion for all: g1 = (xi g5^2 + 3 g4^2 - 2 g3) / (4 g2) and
    /// g0 = (2 g1^2 + g2 g5 - 3 g3 g4) xi + 1.
    ///
    /// Of the powers of 1 it gives 1. Other elements with g2 = 0, a share below 1 / p^2 of the subgroup, it
    /// decompresses
    /// wrongly: no input of a pairing is known to lead to one.
    #[must_use]
    pub fn decompress<const N: usize>(powers: &[Self; N]) -> [Fp12<F, C>; N] {
        // Montgomery's trick; 0 where the powers are those of 1, and then the inverse is not needed.
        let denominators = powers.map(|a| a.g[0].double().double());
        let mut before = [Fp2::ONE; N];
        let mut product = Fp2::ONE;
        for (prefix, denominator) in before.iter_mut().zip(&denominators) {
            *prefix = product;
            product = product.mul(denominator);
        }
        let mut inverse = product.invert();
        let mut elements = [Fp12::ONE; N];
        for k in (0..N).rev() {
            let [g2, g3, g4, g5] = powers[k].g;
            let numerator = g5.square().mul_by_xi().add(&g4.square().triple()).sub(&g3.double());
            let g1 = numerator.mul(&inverse.mul(&before[k]));
            inverse = inverse.mul(&denominators[k]);
            let sum = Fp2::dot([&g1.double(), &g2, &g3], [&g1, &g5, &g4.triple().neg()]);
            let g0 = sum.mul_by_xi().add(&Fp2::ONE);
            elements[k] = Fp12::from_powers_of_w([g0, g2, g4, g1, g3, g5]);
        }
        elements
    }
}

impl<F: Lift<C::Fp>, C: Tower> Fp12<F, C> {
    /// Whether a value is in the cyclotomic subgroup: a^(p^4) a = a^(p^2), and a is not 0.
    ///
    /// The sides are returned, to be compared by the caller.
    #[must_use]
    pub fn cyclotomic_relation(&self) -> (Self, Self) {
        let second = self.frobenius(2);
        (second.frobenius(2).mul(self), second)
    }
}
