//! F_q^2 = F_q(s), s^2 = s + 1, and F_q^4 = F_q^2(t), t^2 = t + s, with q = 2^m, m odd (Beuchat et al. 2010, Table I).

use super::backend::{Kernel, Vector};
use super::field::Field;
use super::lanes::{Lanes, in_place_or, outline_or_enter};

/// c0 + c1 s.
pub struct Quadratic<F: Field, V: Vector>(pub Lanes<F, V>, pub Lanes<F, V>);

/// a + b t; its coefficients in the order of the vectors are those of 1, s, t, st.
pub struct Quartic<F: Field, V: Vector>(pub Quadratic<F, V>, pub Quadratic<F, V>);

impl<F: Field, V: Vector> Clone for Quadratic<F, V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Field, V: Vector> Copy for Quadratic<F, V> {}

impl<F: Field, V: Vector> Clone for Quartic<F, V> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Field, V: Vector> Copy for Quartic<F, V> {}

struct Multiply<'a, F: Field, V: Vector>(&'a Quadratic<F, V>, &'a Quadratic<F, V>);

impl<F: Field, V: Vector> Kernel for Multiply<'_, F, V> {
    type Output = Quadratic<F, V>;

    #[inline(always)]
    fn run(self) -> Quadratic<F, V> {
        self.0.mul_inline(self.1)
    }
}

struct Square<'a, F: Field, V: Vector>(&'a Quadratic<F, V>);

impl<F: Field, V: Vector> Kernel for Square<'_, F, V> {
    type Output = Quadratic<F, V>;

    #[inline(always)]
    fn run(self) -> Quadratic<F, V> {
        self.0.square_inline()
    }
}

struct SquareQuartic<'a, F: Field, V: Vector>(&'a Quartic<F, V>);

impl<F: Field, V: Vector> Kernel for SquareQuartic<'_, F, V> {
    type Output = Quartic<F, V>;

    #[inline(always)]
    fn run(self) -> Quartic<F, V> {
        self.0.square_inline()
    }
}

struct MultiplyQuartics<'a, F: Field, V: Vector>(&'a Quartic<F, V>, &'a Quartic<F, V>);

impl<F: Field, V: Vector> Kernel for MultiplyQuartics<'_, F, V> {
    type Output = Quartic<F, V>;

    #[inline(always)]
    fn run(self) -> Quartic<F, V> {
        let Self(Quartic(a, b), Quartic(c, d)) = self;
        let p = a.mul(c);
        let r = b.mul(d);
        let mixed = a.add(b).mul(&c.add(d));
        Quartic(p.add(&r.times_s()), mixed.add(&p))
    }
}

impl<F: Field, V: Vector> Quadratic<F, V> {
    /// The sum.
    #[inline(always)]
    pub fn add(&self, other: &Self) -> Self {
        Self(self.0.add(&other.0), self.1.add(&other.1))
    }

    /// Three products: (a0 + a1 s)(b0 + b1 s) = (x + y) + (y + z) s with x = a0 (b0 + b1), y = (a0 + a1) b1, z = a1 b0,
    /// as s^2 = s + 1. Nothing is subtracted, and the sums are taken before the two reductions.
    #[inline(always)]
    pub fn mul(&self, other: &Self) -> Self {
        outline_or_enter::<F, V, _>(Multiply(self, other))
    }

    /// The same, inlined.
    #[inline(always)]
    fn mul_inline(&self, other: &Self) -> Self {
        let x = self.0.product(&other.0.add(&other.1));
        let y = self.0.add(&self.1).product(&other.1);
        let z = self.1.product(&other.0);
        Self(x.add(&y).reduce(), y.add(&z).reduce())
    }

    /// The product by an element of F_q.
    #[inline(always)]
    pub fn scale(&self, c: &Lanes<F, V>) -> Self {
        Self(self.0.mul(c), self.1.mul(c))
    }

    /// The bits that `mask` has.
    #[inline(always)]
    fn mask(&self, mask: V) -> Self {
        Self(self.0.mask(mask), self.1.mask(mask))
    }

    /// The product by s: s (c0 + c1 s) = c1 + (c0 + c1) s.
    #[inline(always)]
    pub fn times_s(&self) -> Self {
        Self(self.1, self.0.add(&self.1))
    }

    /// The square: (c0 + c1 s)^2 = (c0^2 + c1^2) + c1^2 s.
    #[inline(always)]
    pub fn square(&self) -> Self {
        in_place_or::<F, V, _>(V::outline, Square(self))
    }

    /// The same, inlined.
    #[inline(always)]
    fn square_inline(&self) -> Self {
        Self(self.0.add(&self.1).square(), self.1.square())
    }

    /// The power q, which takes s to s + 1.
    #[inline(always)]
    pub fn conjugate(&self) -> Self {
        Self(self.0.add(&self.1), self.1)
    }

    /// The norm to F_q, c0 (c0 + c1) + c1^2.
    #[inline(always)]
    pub fn norm(&self) -> Lanes<F, V> {
        self.0.mul(&self.0.add(&self.1)).add(&self.1.square_by_call())
    }
}

impl<F: Field, V: Vector> Quartic<F, V> {
    /// One.
    #[inline(always)]
    pub fn one() -> Self {
        let zero = Lanes::zero();
        Self(Quadratic(Lanes::one(), zero), Quadratic(zero, zero))
    }

    /// From the coefficients of 1, s, t, st.
    #[inline(always)]
    pub fn from_coefficients(c: [Lanes<F, V>; 4]) -> Self {
        Self(Quadratic(c[0], c[1]), Quadratic(c[2], c[3]))
    }

    /// The coefficients of 1, s, t, st.
    #[inline(always)]
    pub fn coefficients(&self) -> [Lanes<F, V>; 4] {
        [self.0.0, self.0.1, self.1.0, self.1.1]
    }

    /// Nine products: with p = a a', r = b b', the product is p + s r + ((a + b)(a' + b') + p) t.
    #[inline(always)]
    pub fn mul(&self, other: &Self) -> Self {
        outline_or_enter::<F, V, _>(MultiplyQuartics(self, other))
    }

    /// The product by g + t, g in F_q^2: six products. (a + b t)(g + t) = (a g + s b) + (b g + a + b) t.
    #[inline(always)]
    pub fn mul_line(&self, g: &Quadratic<F, V>) -> Self {
        let Self(a, b) = self;
        Self(a.mul(g).add(&b.times_s()), b.mul(g).add(&a.add(b)))
    }

    /// The same, inlined: for the body of the Miller loop.
    #[inline(always)]
    pub fn mul_line_inline(&self, g: &Quadratic<F, V>) -> Self {
        let Self(a, b) = self;
        Self(a.mul_inline(g).add(&b.times_s()), b.mul_inline(g).add(&a.add(b)))
    }

    /// g + t in the lanes that `mask` fills with ones, 1 in the others.
    #[inline(always)]
    pub fn line_masked(g: &Quadratic<F, V>, mask: V) -> Self {
        let one = Lanes::one();
        let constant = one.add(&g.0.add(&one).mask(mask));
        Self(Quadratic(constant, g.1.mask(mask)), Quadratic(one.mask(mask), Lanes::zero()))
    }

    /// The product by g + t in the lanes that `mask` fills with ones, by 1 in the others.
    #[inline(always)]
    pub fn mul_line_masked(&self, g: &Quadratic<F, V>, mask: V) -> Self {
        let product = self.mul_line(g);
        Self(self.0.add(&product.0.add(&self.0).mask(mask)), self.1.add(&product.1.add(&self.1).mask(mask)))
    }

    /// Lane i of the result is lane i + `by`.
    #[inline(always)]
    pub fn rotate(&self, by: usize) -> Self {
        let [a, b, c, d] = self.coefficients();
        Self::from_coefficients([a.rotate(by), b.rotate(by), c.rotate(by), d.rotate(by)])
    }

    /// The square: t^2 = t + s.
    #[inline(always)]
    pub fn square(&self) -> Self {
        in_place_or::<F, V, _>(V::outline, SquareQuartic(self))
    }

    /// The same, inlined.
    #[inline(always)]
    fn square_inline(&self) -> Self {
        let (a, b) = (self.0.square_inline(), self.1.square_inline());
        Self(a.add(&b.times_s()), b)
    }

    /// The power q^2, which takes t to t + 1; the inverse of an element of norm 1 over F_q^2.
    #[inline(always)]
    pub fn conjugate(&self) -> Self {
        Self(self.0.add(&self.1), self.1)
    }

    /// What the power 2^n makes of 1, s, t, st, when it has been taken of the coefficients: s^(2^n) = s + n, and
    /// t^(2^n) = t + n s + floor(n/2), constants modulo 2.
    #[inline(always)]
    pub fn frobenius_of_basis(&self, n: usize) -> Self {
        let Self(mut a, mut b) = *self;
        if n % 2 == 1 {
            (a, b) = (a.conjugate(), b.conjugate());
            a = a.add(&b.times_s());
        }
        if n / 2 % 2 == 1 {
            a = a.add(&b);
        }
        Self(a, b)
    }

    /// The power q + 1, five products. The power q fixes coefficients of F_q; t^q = t + s + k with k = (m-1)/2 mod 2, so
    /// that (a + b t)^(q+1) = N(a) + N(b) t^(q+1) + z t^q + z^q t with z = a b^q and t^(q+1) = s + (1 + k + s) t.
    #[inline(always)]
    pub fn power_q_plus_1(&self) -> Self {
        let Self(a, b) = self;
        let k = F::DEGREE / 2 % 2 == 1;
        let (norm_a, norm_b) = (a.norm(), b.norm());
        let z = a.mul(&b.conjugate());
        let mut constant = z.times_s();
        if k {
            constant = constant.add(&z);
        }
        let constant = constant.add(&Quadratic(norm_a, norm_b));
        let mut linear = z.1;
        if !k {
            linear = linear.add(&norm_b);
        }
        Self(constant, Quadratic(linear, norm_b))
    }
}
