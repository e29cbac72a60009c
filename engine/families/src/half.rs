//! The field of w^2, over F_q: F_q3 or F_q2, and what F_p^k = F_q(w) takes of it.

use crate::line::Line;
use crate::sextic;
use crate::tower::{Cubic, Field, Quadratic, Step, square_pair};

/// Squares of elements of the cyclotomic subgroup by four of six coefficients (Karabina, Mathematics of Computation 82,
/// 2013): of (g0 + g1 s) + (g2 + g3 s) w + (g4 + g5 s) w^2, s = w^3, those from g2 on.
#[derive(Clone, Copy, Debug)]
pub struct Compression<F> {
    /// The square.
    pub square: fn(&[F; 4]) -> [F; 4],
    /// The product with xi.
    pub times_xi: fn(&F) -> F,
}

/// The field of w^2: F_q3 (d = 6) or F_q2 (d = 4), its root w^2.
pub trait Half: Field {
    /// F_q.
    type Below: Field<Prime = Self::Prime>;
    /// d / 2.
    const PARTS: usize;
    /// Compressed squares, where there are any.
    const COMPRESSION: Option<Compression<Self::Below>>;

    /// The coefficient of w^(2 i).
    fn part(&self, i: usize) -> &Self::Below;
    /// The element with these coefficients of w^(2 i).
    #[must_use]
    fn from_parts(part: impl FnMut(usize) -> Self::Below) -> Self;
    /// a w^2.
    #[must_use]
    fn times_root(&self) -> Self;
    /// a (c0 + c1 w^2).
    #[must_use]
    fn times_linear(&self, c0: &Self::Below, c1: &Self::Below) -> Self;
    /// a c.
    #[must_use]
    fn times_below(&self, c: &Self::Below) -> Self;
    /// The square of even + odd w in the cyclotomic subgroup, of order Phi_k(p).
    #[must_use]
    fn cyclotomic_square(even: &Self, odd: &Self) -> (Self, Self);
    /// The square of even + odd w.
    #[must_use]
    #[inline]
    fn full_square(even: &Self, odd: &Self) -> (Self, Self) {
        square_pair(even, odd, Self::times_root)
    }
    /// (even + odd w)(even' + odd' w).
    #[must_use]
    #[inline]
    fn full_product(a: [&Self; 2], b: [&Self; 2]) -> (Self, Self) {
        karatsuba(a, b)
    }
    /// The product of even + odd w and a line.
    #[must_use]
    #[inline]
    fn full_times_line(even: &Self, odd: &Self, line: &Line<Self::Below>) -> (Self, Self) {
        karatsuba_line(even, odd, line)
    }
}

/// (even + odd w)(even' + odd' w) by three products.
#[inline]
fn karatsuba<H: Half>([even, odd]: [&H; 2], [other_even, other_odd]: [&H; 2]) -> (H, H) {
    let (low, high) = (even.mul(other_even), odd.mul(other_odd));
    let both = even.add(odd).mul(&other_even.add(other_odd));
    (low.add(&high.times_root()), both.sub(&low).sub(&high))
}

/// The product of even + odd w and a line by Karatsuba's method, with sparse factors.
#[inline]
fn karatsuba_line<H: Half>(even: &H, odd: &H, line: &Line<H::Below>) -> (H, H) {
    let low = even.times_linear(&line.a, &line.b);
    let high = odd.times_below(&line.c).times_root();
    let both = even.add(odd).times_linear(&line.a, &line.b.add(&line.c));
    (low.add(&high.times_root()), both.sub(&low).sub(&high))
}

/// The coefficients of even + odd w.
#[inline]
fn ravelled<F: Field, S: Step<F>>(even: &Cubic<F, S>, odd: &Cubic<F, S>) -> [F; 6] {
    core::array::from_fn(|j| if j % 2 == 0 { even.c[j / 2] } else { odd.c[j / 2] })
}

/// even + odd w with these coefficients.
#[inline]
fn unravelled<F: Field, S: Step<F>>([c0, c1, c2, c3, c4, c5]: [F; 6]) -> (Cubic<F, S>, Cubic<F, S>) {
    (Cubic::new(c0, c2, c4), Cubic::new(c1, c3, c5))
}

/// With (g + h s)^2 = a + b s, s^2 = z: 3 a - 2 x, and 3 b + 2 y or, if `TURNED`, 3 z b + 2 y.
#[inline]
fn tripled_square<F: Field, S: Step<F>, const TURNED: bool>(g: &F, h: &F, x: &F, y: &F) -> (F, F) {
    let z = S::RESIDUE;
    let (plain, times_z) = if TURNED { (0, 3) } else { (3, 0) };
    if F::COMBINES && F::SQUARES {
        let (gg, hh, both) = (g.square(), h.square(), g.add(h).square());
        let a = F::combination(z, [(3, 0, &gg), (0, 3, &hh), (-2, 0, x)]);
        let terms = [(plain, times_z, &both), (-plain, -times_z, &gg), (-plain, -times_z, &hh), (2, 0, y)];
        return (a, F::combination(z, terms));
    }
    if F::COMBINES {
        let product = g.mul(h);
        let both = g.add(h).mul(&F::combination(z, [(1, 0, g), (0, 1, h)]));
        let a = F::combination(z, [(3, 0, &both), (-3, -3, &product), (-2, 0, x)]);
        return (a, F::combination(z, [(2 * plain, 2 * times_z, &product), (2, 0, y)]));
    }
    let (a, b) = square_pair(g, h, S::times_residue);
    let b = if TURNED { S::times_residue(&b) } else { b };
    (a.three_less_two(x), b.three_and_two(y))
}

/// The parts b and c of the square in [`Half::cyclotomic_square`], which depend on those alone.
fn compressed_square<F: Field, S: Step<F>>([g2, g3, g4, g5]: &[F; 4]) -> [F; 4] {
    let (next3, next2) = tripled_square::<F, S, true>(g4, g5, g3, g2);
    let (next4, next5) = tripled_square::<F, S, false>(g2, g3, g4, g5);
    [next2, next3, next4, next5]
}

impl<F: Field, S: Step<F>> Half for Cubic<F, S> {
    type Below = F;
    const PARTS: usize = 3;
    const COMPRESSION: Option<Compression<F>> =
        Some(Compression { square: compressed_square::<F, S>, times_xi: S::times_residue });

    #[inline]
    fn part(&self, i: usize) -> &F {
        &self.c[i]
    }
    #[inline]
    fn from_parts(mut part: impl FnMut(usize) -> F) -> Self {
        Self::new(part(0), part(1), part(2))
    }
    #[inline]
    fn times_root(&self) -> Self {
        Self::new(S::times_residue(&self.c[2]), self.c[0], self.c[1])
    }
    /// Six products in three sums, or Karatsuba's five.
    #[inline]
    fn times_linear(&self, c0: &F, c1: &F) -> Self {
        let [a0, a1, a2] = &self.c;
        if F::FUSED {
            let turned = S::times_residue(a2);
            return Self::new(
                F::dot([a0, &turned], [c0, c1]),
                F::dot([a0, a1], [c1, c0]),
                F::dot([a1, a2], [c1, c0]),
            );
        }
        let (low, middle) = (a0.mul(c0), a1.mul(c1));
        let cross = a0.add(a1).mul(&c0.add(c1)).sub(&low).sub(&middle);
        Self::new(low.add(&S::times_residue(&a2.mul(c1))), cross, middle.add(&a2.mul(c0)))
    }
    #[inline]
    fn times_below(&self, c: &F) -> Self {
        Self::new(self.c[0].mul(c), self.c[1].mul(c), self.c[2].mul(c))
    }

    /// Granger, Scott (PKC 2010): with x = a + b w + c w^2 over F_q2 = F_q(s), s = w^3,
    /// x^2 = (3 a^2 - 2 a') + (3 s c^2 + 2 b') w + (3 b^2 - 2 c') w^2, (g + h s)' = g - h s.
    #[inline]
    fn cyclotomic_square(even: &Self, odd: &Self) -> (Self, Self) {
        let ([c0, c2, c4], [c1, c3, c5]) = (&even.c, &odd.c);
        let (a0, a1) = tripled_square::<F, S, false>(c0, c3, c0, c3);
        let (b0, b1) = tripled_square::<F, S, false>(c1, c4, c2, c5);
        let (e0, e1) = tripled_square::<F, S, true>(c2, c5, c4, c1);
        (Self::new(a0, b0, e0), Self::new(e1, a1, b1))
    }

    #[inline]
    fn full_square(even: &Self, odd: &Self) -> (Self, Self) {
        if F::SUMS {
            return unravelled(sextic::square(&ravelled(even, odd), S::RESIDUE));
        }
        square_pair(even, odd, Self::times_root)
    }
    #[inline]
    fn full_product([even, odd]: [&Self; 2], [other_even, other_odd]: [&Self; 2]) -> (Self, Self) {
        if F::SUMS {
            let (a, b) = (ravelled(even, odd), ravelled(other_even, other_odd));
            return unravelled(sextic::product(&a, &b, S::RESIDUE));
        }
        karatsuba([even, odd], [other_even, other_odd])
    }
    #[inline]
    fn full_times_line(even: &Self, odd: &Self, line: &Line<F>) -> (Self, Self) {
        if F::SUMS {
            return unravelled(sextic::times_line(&ravelled(even, odd), line, S::RESIDUE));
        }
        karatsuba_line(even, odd, line)
    }
}

impl<F: Field, S: Step<F>> Half for Quadratic<F, S> {
    type Below = F;
    const PARTS: usize = 2;
    const COMPRESSION: Option<Compression<F>> = None;

    #[inline]
    fn part(&self, i: usize) -> &F {
        &self.c[i]
    }
    #[inline]
    fn from_parts(mut part: impl FnMut(usize) -> F) -> Self {
        Self::new(part(0), part(1))
    }
    #[inline]
    fn times_root(&self) -> Self {
        Self::new(S::times_residue(&self.c[1]), self.c[0])
    }
    #[inline]
    fn times_linear(&self, c0: &F, c1: &F) -> Self {
        self.mul(&Self::new(*c0, *c1))
    }
    #[inline]
    fn times_below(&self, c: &F) -> Self {
        Self::new(self.c[0].mul(c), self.c[1].mul(c))
    }

    /// With a^2 - s b^2 = 1, s = w^2: 1 + 2 s b^2 + ((a + b)^2 - 1 - (1 + s) b^2) w.
    #[inline]
    fn cyclotomic_square(even: &Self, odd: &Self) -> (Self, Self) {
        let (square, both) = (odd.square(), even.add(odd).square());
        let turned = square.times_root();
        (Self::ONE.add(&turned.double()), both.sub(&square).sub(&turned).sub(&Self::ONE))
    }
}
