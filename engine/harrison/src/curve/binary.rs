//! The curve y^2 + y = x^3 + x + 1 over a field of characteristic two, which the paper holds its own against.
//!
//! The paper prints no formulas for it. These are the curve's own: as the tangent at (x, y) has slope x^2 + 1, doubling in
//! affine coordinates needs no inversion. (The paper's Table 4 has the same 0.23 ms for an affine addition and an affine
//! doubling, so its doubling did invert.) A point is tripled by a doubling and an addition.

use super::{Accumulator, Group};
use crate::field::{BaseField, Field};

/// A point in affine coordinates.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Affine<F> {
    /// The point at infinity.
    Infinity,
    /// (x, y).
    Finite(F, F),
}

impl<F: Field> Affine<F> {
    /// Whether the coordinates satisfy y^2 + y = x^3 + x + 1.
    pub fn is_on_curve(&self) -> bool {
        match *self {
            Self::Infinity => true,
            Self::Finite(x, y) => y.square() + y == x.cube() + x + F::ONE,
        }
    }
}

impl<F: BaseField> Affine<F> {
    /// A point with this x, where the curve has one.
    pub fn with_x(x: F) -> Option<Self> {
        // The half trace of a, for an odd degree m: the sum of a^(4^i), i = 0 … (m-1)/2, solves y^2 + y = a.
        let a = x.cube() + x + F::ONE;
        let y = (0..F::DEGREE / 2).fold(a, |sum, _| sum.square().square() + a);
        let point = Self::Finite(x, y);
        point.is_on_curve().then_some(point)
    }
}

impl<F: Field> Group for Affine<F> {
    const INFINITY: Self = Self::Infinity;

    fn add(&self, other: &Self) -> Self {
        let (Self::Finite(x1, y1), Self::Finite(x2, y2)) = (*self, *other) else {
            return if matches!(self, Self::Infinity) { *other } else { *self };
        };
        let Some(inverse) = (x1 + x2).inverse() else {
            return if y1 == y2 { Group::double(self) } else { Self::Infinity };
        };
        let slope = (y1 + y2) * inverse;
        let x3 = slope.square() + x1 + x2;
        Self::Finite(x3, slope * (x1 + x3) + y1 + F::ONE)
    }

    fn double(&self) -> Self {
        let Self::Finite(x1, y1) = *self else { return Self::Infinity };
        let slope = x1.square() + F::ONE;
        let x3 = slope.square();
        Self::Finite(x3, slope * (x1 + x3) + y1 + F::ONE)
    }

    fn triple(&self) -> Self {
        self.add(&Group::double(self))
    }

    fn neg(&self) -> Self {
        match *self {
            Self::Infinity => Self::Infinity,
            Self::Finite(x, y) => Self::Finite(x, y + F::ONE),
        }
    }
}

/// A point in projective coordinates with (x, y) = (X/Z^2, Y/Z^3); Z is zero at infinity.
#[derive(Clone, Copy, Debug)]
pub struct Projective<F> {
    x: F,
    y: F,
    z: F,
}

impl<F: Field> From<Affine<F>> for Projective<F> {
    fn from(point: Affine<F>) -> Self {
        match point {
            Affine::Infinity => <Self as Accumulator<Affine<F>>>::INFINITY,
            Affine::Finite(x, y) => Self { x, y, z: F::ONE },
        }
    }
}

impl<F: Field> From<Projective<F>> for Affine<F> {
    fn from(Projective { x, y, z }: Projective<F>) -> Self {
        z.inverse().map_or(Self::Infinity, |w| Self::Finite(x * w.square(), y * w.cube()))
    }
}

impl<F: Field> Projective<F> {
    /// The same point with its coordinates multiplied by `scale`^2, ^3 and ^1, for a scale that is not zero.
    pub fn scaled(&self, scale: F) -> Self {
        Self { x: self.x * scale.square(), y: self.y * scale.cube(), z: self.z * scale }
    }

    /// P + Q, in thirteen multiplications.
    pub fn add(&self, other: &Self) -> Self {
        let (Self { x: x1, y: y1, z: z1 }, Self { x: x2, y: y2, z: z2 }) = (*self, *other);
        if z1 == F::ZERO {
            return *other;
        }
        if z2 == F::ZERO {
            return *self;
        }
        let (z1_squared, z2_squared) = (z1.square(), z2.square());
        let (u1, u2) = (x1 * z2_squared, x2 * z1_squared);
        let (s1, s2) = (y1 * (z2_squared * z2), y2 * (z1_squared * z1));
        self.join([u1, u2, s1, s2], || z1 * z2)
    }

    /// What addition does once both points have the same denominator; `z` is that denominator.
    #[inline(always)]
    fn join(&self, [u1, u2, s1, s2]: [F; 4], z: impl FnOnce() -> F) -> Self {
        let (e, f) = (u1 + u2, s1 + s2);
        if e == F::ZERO {
            let opposite = f != F::ZERO;
            return if opposite { Accumulator::<Affine<F>>::INFINITY } else { Accumulator::double(self) };
        }
        let e_squared = e.square();
        let e_cubed = e_squared * e;
        let z3 = z() * e;
        let x3 = f.square() + e_cubed;
        let y3 = f * (u1 * e_squared + x3) + s1 * e_cubed + z3.square() * z3;
        Self { x: x3, y: y3, z: z3 }
    }
}

impl<F: Field> Accumulator<Affine<F>> for Projective<F> {
    const INFINITY: Self = Self { x: F::ONE, y: F::ONE, z: F::ZERO };

    /// Mixed coordinates: z2 = 1 leaves nine multiplications of the addition's thirteen.
    fn add_affine(&self, point: &Affine<F>) -> Self {
        let Affine::Finite(x2, y2) = *point else { return *self };
        let Self { x: x1, y: y1, z: z1 } = *self;
        if z1 == F::ZERO {
            return Self::from(*point);
        }
        let z1_squared = z1.square();
        self.join([x1, x2 * z1_squared, y1, y2 * (z1_squared * z1)], || z1)
    }

    /// Five multiplications.
    fn double(&self) -> Self {
        let Self { x, y, z } = *self;
        let z_squared = z.square();
        let z_cubed = z_squared * z;
        let z_fourth = z_squared.square();
        let slope = x.square() + z_fourth;
        let x3 = slope.square();
        let y3 = slope * (x * z_cubed.square() + x3) + z_fourth.square() * z * (y + z_cubed);
        Self { x: x3, y: y3, z: z_fourth }
    }

    fn triple(&self) -> Self {
        self.add(&Accumulator::<Affine<F>>::double(self))
    }
}
