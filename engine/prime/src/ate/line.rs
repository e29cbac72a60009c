//! Points in homogeneous projective coordinates on the twist, and the lines through them, at a point P of G1.
//!
//! Formulas: Costello, Lange, Naehrig (eprint 2009/615) as in Aranha, Barreto, Longa, Ricardini (eprint
//! 2013/722), all
//! coordinates of a double scaled by 4 so that nothing is halved. Lines are up to factors in F_p4, which the
//! final
//! exponentiation takes to 1.

use super::curve::{Curve, Twist};
use super::vectorised::TwistPoint;
use crate::base::Whole;
use crate::tower::apart::{self, Pairwise};
use crate::tower::{Fp2, Fp6, Fp12, Lift};

/// The line through points of the twist as a function of P = (x, y): c\[0\] + c\[1\] x + c\[2\] y, each times a power of w.
#[derive(Clone, Copy, Debug)]
#[repr(transparent)]
pub struct Line<F, C> {
    c: [Fp2<F, C>; 3],
}

/// The value of a line, of the terms of which it is the sum.
#[derive(Clone, Copy, Debug)]
pub struct LineValue<F, C> {
    terms: Line<F, C>,
}

impl<F: Lift<C::Fp>, C: Curve> Line<F, C> {
    /// 0.
    pub const ZERO: Self = Line { c: [Fp2::ZERO; 3] };
}

impl<F: Lift<C::Fp>, C: Curve> LineValue<F, C> {
    /// 0.
    pub const ZERO: Self = LineValue { terms: Line::ZERO };

    /// Becomes the value at (x, y) of the line that `write` puts in its place.
    #[inline]
    pub fn become_value(&mut self, (x, y): &(F, F), write: impl FnOnce(&mut Line<F, C>)) {
        write(&mut self.terms);
        let [_, by_x, by_y] = &mut self.terms.c;
        *by_x = by_x.scale(x);
        *by_y = by_y.scale(y);
    }

    /// The power of w that comes with the second coefficient.
    const POWER: usize = match C::TWIST {
        Twist::D => 1,
        Twist::M => 2,
    };

    /// The coefficients of 1, w and w^3 on a D-twist, of 1, w^2 and w^3 on an M-twist.
    #[inline]
    fn coefficients(&self) -> [&Fp2<F, C>; 3] {
        let [constant, by_x, by_y] = &self.terms.c;
        match C::TWIST {
            Twist::D => [by_y, by_x, constant],
            Twist::M => [constant, by_x, by_y],
        }
    }

    /// As an element of F_p12.
    pub fn element(&self) -> Fp12<F, C> {
        let [l0, l1, l2] = self.coefficients().map(|l| *l);
        let zero = Fp2::ZERO;
        Fp12::from_powers_of_w(match C::TWIST {
            Twist::D => [l0, l1, zero, l2, zero, zero],
            Twist::M => [l0, zero, l1, l2, zero, zero],
        })
    }

    /// f becomes f times this.
    #[inline]
    pub fn multiply(&self, f: &mut Fp12<F, C>) {
        let [l0, l1, l2] = self.coefficients();
        f.mul_by_line(Self::POWER, l0, l1, l2);
    }

    /// f becomes f times this and another one, which are multiplied with each other first.
    #[inline]
    pub fn multiply_both(&self, other: &Self, f: &mut Fp12<F, C>) {
        let as_a_whole =
            C::TWIST == Twist::M && f.multiplies_by_lines(Self::POWER, [&self.terms.c, &other.terms.c]);
        if !as_a_whole {
            *f = self.mul(other).times(f);
        }
    }

    /// The product of two lines: nine products in F_p2, or six, and five reductions.
    pub fn mul(&self, other: &Self) -> LineProduct<F, C> {
        let ([a0, a1, a2], [b0, b1, b2]) = (self.coefficients(), other.coefficients());
        // The squares of the powers of w are 1, w^2 or w^4, and xi.
        let [ones, middle, first, second, third] = if const { apart::pays::<F, C>() } {
            let v = Pairwise::of([a0, a1, a2], [b0, b1, b2]);
            let ones = v.v2.mul_by_xi().add(&v.v0);
            [ones.reduce(), v.v1.reduce(), v.v01.reduce(), v.v02.reduce(), v.v12.reduce()]
        } else {
            [
                Fp2::dot([a0, a2], [b0, &b2.mul_by_xi()]),
                a1.mul(b1),
                Fp2::dot([a0, a1], [b1, b0]),
                Fp2::dot([a0, a2], [b2, b0]),
                Fp2::dot([a1, a2], [b2, b1]),
            ]
        };
        match C::TWIST {
            Twist::D => LineProduct { even: [ones, middle, third], odd: [first, second] },
            Twist::M => LineProduct { even: [ones, first, middle], odd: [second, third] },
        }
    }
}

/// The product of two lines: `even` are the coefficients of 1, w^2, w^4; `odd` those of w, w^3 on a D-twist
/// and of w^3, w^5 on an
/// M-twist.
#[derive(Clone, Copy, Debug)]
pub struct LineProduct<F, C> {
    even: [Fp2<F, C>; 3],
    odd: [Fp2<F, C>; 2],
}

impl<F: Lift<C::Fp>, C: Curve> LineProduct<F, C> {
    /// As an element of F_p12.
    pub fn element(&self) -> Fp12<F, C> {
        Fp12 { c: [Fp6 { c: self.even }, self.odd_part()] }
    }

    /// The coefficient of w over F_p6.
    fn odd_part(&self) -> Fp6<F, C> {
        let [o0, o1] = self.odd;
        match C::TWIST {
            Twist::D => Fp6 { c: [o0, o1, Fp2::ZERO] },
            Twist::M => Fp6 { c: [Fp2::ZERO, o0, o1] },
        }
    }

    /// f times this: twenty-four products in F_p2.
    pub fn times(&self, f: &Fp12<F, C>) -> Fp12<F, C> {
        let [f0, f1] = &f.c;
        let even = Fp6 { c: self.even };
        let odd = f1.mul_by_01(&self.odd[0], &self.odd[1]);
        let odd = match C::TWIST {
            Twist::D => odd,
            Twist::M => odd.mul_by_v(),
        };
        let both = f0.add(f1).mul(&even.add(&self.odd_part()));
        Fp12::karatsuba(&f0.mul(&even), &odd, &both)
    }
}

impl<F: Lift<C::Fp>, C: Curve> TwistPoint<F, C> {
    /// The opposite point.
    pub fn neg(&self) -> Self {
        TwistPoint { x: self.x, y: self.y.neg() }
    }

    /// The p^k-power Frobenius map of E, taken to the twist: k = 1 or 2.
    pub fn frobenius(&self, k: usize) -> Self {
        let constant = |power: usize| {
            let forward = Fp2::lift(&C::FROBENIUS[k - 1][power - 1]);
            match C::TWIST {
                Twist::D => forward,
                // The inverse: the norm of w^(power (p - 1)) is a sixth root of unity.
                Twist::M if k == 1 => forward.conjugate().scale(&F::lift(&C::FROBENIUS[1][5 - power].c[0])),
                Twist::M => Fp2::lift(&C::FROBENIUS[1][5 - power]),
            }
        };
        TwistPoint { x: self.x.frobenius(k).mul(&constant(2)), y: self.y.frobenius(k).mul(&constant(3)) }
    }
}

/// A point (X / Z, Y / Z) of the twist.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct RunningPoint<F, C> {
    x: Fp2<F, C>,
    y: Fp2<F, C>,
    z: Fp2<F, C>,
}

impl<F: Lift<C::Fp>, C: Curve> RunningPoint<F, C> {
    /// An affine point.
    pub fn new(q: &TwistPoint<F, C>) -> Self {
        RunningPoint { x: q.x, y: q.y, z: Fp2::ONE }
    }

    /// Doubles the point and writes the tangent.
    #[inline]
    pub fn double(&mut self, tangent: &mut Line<F, C>) {
        if C::TWIST == Twist::M {
            // SAFETY: a point and a line are three elements of F_p2, which are laid out as their coefficients.
            let (point, line) = unsafe {
                (&mut *core::ptr::from_mut(self).cast(), &mut *core::ptr::from_mut(tangent).cast())
            };
            if F::whole(Whole::Double(point, C::B, line), C::XI_REAL) {
                return;
            }
        }
        *tangent = self.double_by_parts();
    }

    /// Three products and six squares in F_p2.
    fn double_by_parts(&mut self) -> Line<F, C> {
        let RunningPoint { x, y, z } = *self;
        let xx = x.square();
        let yy = y.square();
        let zz = z.square();
        let twice_yz = y.add(&z).square().sub(&yy).sub(&zz);
        let e = C::mul_by_3_twist_b(&zz);
        self.x = x.mul(&y).double().mul(&Fp2::combine_less(1, &yy, 3, &e));
        let sum = Fp2::combine(1, &yy, 3, &e);
        self.y = Fp2::dot([&sum, &e], [&sum, &Fp2::combine_less(1, &Fp2::ZERO, 12, &e)]);
        let product = yy.mul(&twice_yz);
        self.z = Fp2::combine(2, &product, 2, &product);
        Line { c: [e.sub(&yy), xx.triple(), twice_yz.neg()] }
    }

    /// Adds an affine point and writes the chord.
    pub fn add(&mut self, q: &TwistPoint<F, C>, chord: &mut Line<F, C>) {
        if C::TWIST == Twist::M {
            // SAFETY: as for the tangent.
            let (point, line) =
                unsafe { (&mut *core::ptr::from_mut(self).cast(), &mut *core::ptr::from_mut(chord).cast()) };
            if F::whole(Whole::Add(point, [&q.x.c, &q.y.c], line), C::XI_REAL) {
                return;
            }
        }
        *chord = self.add_by_parts(q);
    }

    /// Eleven products and two squares in F_p2.
    fn add_by_parts(&mut self, q: &TwistPoint<F, C>) -> Line<F, C> {
        let line = self.chord(q);
        let RunningPoint { x, y, z } = *self;
        // The chord through T and Q with slope theta / lambda.
        let (theta, lambda) = (line.c[1].neg(), line.c[2]);
        let lambda2 = lambda.square();
        let lambda3 = lambda2.mul(&lambda);
        let g = x.mul(&lambda2);
        let h = lambda3.add(&z.mul(&theta.square())).sub(&g.double());
        self.x = lambda.mul(&h);
        self.y = Fp2::dot([&theta, &lambda3], [&g.sub(&h), &y.neg()]);
        self.z = z.mul(&lambda3);
        line
    }

    /// The chord through the point and an affine one, with which to end a loop: four products in F_p2.
    pub fn chord(&self, q: &TwistPoint<F, C>) -> Line<F, C> {
        let theta = self.y.sub(&q.y.mul(&self.z));
        let lambda = self.x.sub(&q.x.mul(&self.z));
        let constant = Fp2::dot([&theta, &lambda], [&q.x, &q.y.neg()]);
        Line { c: [constant, theta.neg(), lambda] }
    }
}
