//! The factors of Algorithms 1 and 2: powers of g_i(psi(Q)), g_i the tangent at 2^i P, P = (alpha, beta), Q = (x, y).
//!
//! Doubling is 2 (a, b') = (a^4 + 1, b'^4 + a^4), so that 2^i P = (a + i, b' + i a + e_i) with a = alpha^(4^i), b' = beta^(4^i)
//! and e_i = 0, 0, 1, 1 for i = 0, 1, 2, 3 modulo 4. The tangent at (X, Y) is Y' + (X^2 + 1) X' + Y^2 + b, and
//! psi(x, y) = (x + s + 1, y + s x + t), s^2 = s + 1, t^2 = t + s. With a and b' squared,
//!
//! g_i(psi(Q)) = ((a + i + 1) (x + 1) + b' + i a + e_i + b + y) + (a + i + 1 + x) s + t,
//!
//! which is w + z s + t with z = a + v_i, w = a v_i + b' + u_i for v_i = x + 1 + i, u_i = (i + 1) (x + 1) + e_i + b + y. As
//! e_(i+1) + e_i = i modulo 2, the next v and u are v + 1 and u + v.
//!
//! Algorithm 2 takes these. (The paper adds 1 to its alpha and v and corrects for it in every iteration; here this is left out,
//! and both algorithms have the same iteration.) Algorithm 1 takes their powers 2^(m+1): coefficients are squared, s stays, and t
//! becomes t + (m + 1)/2.

use crate::backend::Vector;
use crate::curve::Curve;
use crate::field::Field;
use crate::lanes::Lanes;
use crate::point::Point;
use crate::tower::{Quadratic, Quartic};

/// The factor (theta + beta + u) + (alpha + v) s + t, theta = alpha v.
pub struct Factor<F: Field, V: Vector> {
    alpha: Lanes<F, V>,
    beta: Lanes<F, V>,
    u: Lanes<F, V>,
    v: Lanes<F, V>,
    theta: Lanes<F, V>,
}

impl<F: Field, V: Vector> Factor<F, V> {
    #[inline(always)]
    fn new(alpha: Lanes<F, V>, beta: Lanes<F, V>, u: Lanes<F, V>, v: Lanes<F, V>) -> Self {
        Self { theta: alpha.mul(&v), alpha, beta, u, v }
    }

    /// g_0^(2^(m+1)), line 2 of Algorithm 1.
    #[inline(always)]
    pub fn first_of_algorithm_1<C: Curve<Field = F>>(p: &Point<C>, q: &Point<C>) -> Self {
        let squared = |a: Lanes<F, V>| a.square_by_call();
        let (x, y) = (squared(q.x().lanes()), squared(q.y().lanes()));
        let u = x.add(&y).add(&Lanes::bit(C::B ^ (F::DEGREE / 2 % 2 == 1)));
        let raised = |a: Lanes<F, V>| a.square_by_call().square_by_call();
        Self::new(raised(p.x().lanes()), raised(p.y().lanes()), u, x.add(&Lanes::one()))
    }

    /// g_0, line 2 of Algorithm 2.
    #[inline(always)]
    pub fn first_of_algorithm_2<C: Curve<Field = F>>(p: &Point<C>, q: &Point<C>) -> Self {
        let (x, y): (Lanes<F, V>, Lanes<F, V>) = (q.x().lanes(), q.y().lanes());
        let u = x.add(&y).add(&Lanes::bit(!C::B));
        let squared = |a: Lanes<F, V>| a.square_by_call();
        Self::new(squared(p.x().lanes()), squared(p.y().lanes()), u, x.add(&Lanes::one()))
    }

    /// The factor after this one.
    #[inline(always)]
    fn next(&self) -> Self {
        let raised = |a: &Lanes<F, V>| a.square().square();
        Self::new(raised(&self.alpha), raised(&self.beta), self.u.add(&self.v), self.v.add(&Lanes::one()))
    }

    /// The factor without t.
    #[inline(always)]
    fn value(&self) -> Quadratic<F, V> {
        Quadratic(self.theta.add(&self.beta).add(&self.u), self.alpha.add(&self.v))
    }

    /// The loops of the algorithms, from the first factor on: C <- C^2 A, `count` factors in all. Returns the last factor,
    /// too.
    #[inline(always)]
    pub fn product(self, count: usize) -> (Quartic<F, V>, Self) {
        let mut factor = self;
        let mut c = Quartic(factor.value(), Quadratic(Lanes::one(), Lanes::zero()));
        for _ in 1..count {
            factor = factor.next();
            c = c.square().mul_line(&factor.value());
        }
        (c, factor)
    }

    /// l(psi(Q)) without t, from the last factor of Algorithm 2 (line 11).
    ///
    /// l is the line through 2^h P, h = (m + 1)/2, and P or -P, of slope alpha + h + 1. Equation (3): it is the last tangent plus
    /// h + alpha^2 + x + s. Here alpha is what it was for P, as the last is its power 2^m, and v = x + h: that is
    /// alpha^2 + v + s.
    #[inline(always)]
    pub fn line_after_algorithm_2(&self) -> Quadratic<F, V> {
        self.value().add(&Quadratic(self.alpha.square_by_call().add(&self.v), Lanes::one()))
    }
}
