//! The field of w^2, over F_q: F_q3 or F_q2, and what F_p^k = F_q(w) takes of it.

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
    fn full_square(even: &Self, odd: &Self) -> (Self, Self);
}

/// The parts b and c of the square in [`Half::cyclotomic_square`], which depend on those alone.
fn compressed_square<F: Field, S: Step<F>>([g2, g3, g4, g5]: &[F; 4]) -> [F; 4] {
    let (b0, b1) = square_pair(g2, g3, S::times_residue);
    let (e0, e1) = square_pair(g4, g5, S::times_residue);
    [
        S::times_residue(&e1).three_and_two(g2),
        e0.three_less_two(g3),
        b0.three_less_two(g4),
        b1.three_and_two(g5),
    ]
}

impl<F: Field, S: Step<F>> Half for Cubic<F, S> {
    type Below = F;
    const PARTS: usize = 3;
    const COMPRESSION: Option<Compression<F>> =
        Some(Compression { square: compressed_square::<F, S>, times_xi: S::times_residue });

    #[inline(always)]
    fn part(&self, i: usize) -> &F {
        &self.c[i]
    }
    #[inline(always)]
    fn from_parts(mut part: impl FnMut(usize) -> F) -> Self {
        Self::new(part(0), part(1), part(2))
    }
    #[inline(always)]
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
        let (a0, a1) = square_pair(c0, c3, S::times_residue);
        let (b0, b1) = square_pair(c1, c4, S::times_residue);
        let (e0, e1) = square_pair(c2, c5, S::times_residue);
        (
            Self::new(a0.three_less_two(c0), b0.three_less_two(c2), e0.three_less_two(c4)),
            Self::new(S::times_residue(&e1).three_and_two(c1), a1.three_and_two(c3), b1.three_and_two(c5)),
        )
    }

    /// By two products, (even + odd)(even + odd w^2) and even odd.
    #[inline]
    fn full_square(even: &Self, odd: &Self) -> (Self, Self) {
        square_pair(even, odd, Self::times_root)
    }
}

impl<F: Field, S: Step<F>> Half for Quadratic<F, S> {
    type Below = F;
    const PARTS: usize = 2;
    const COMPRESSION: Option<Compression<F>> = None;

    #[inline(always)]
    fn part(&self, i: usize) -> &F {
        &self.c[i]
    }
    #[inline(always)]
    fn from_parts(mut part: impl FnMut(usize) -> F) -> Self {
        Self::new(part(0), part(1))
    }
    #[inline(always)]
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

    #[inline]
    fn full_square(even: &Self, odd: &Self) -> (Self, Self) {
        square_pair(even, odd, Self::times_root)
    }
}
