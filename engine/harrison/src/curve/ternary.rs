//! The curve y^2 = x^3 - x + 1 over a field of characteristic three, as in section 7.
//!
//! Operation counts stand at the right margin, as in the paper: I inversion, M multiplication or squaring, C cubing.
//! All five projective formulas of the paper are right as printed. Two of the affine ones are not:
//!
//! - addition (7.1): lambda_3 is the inverse of lambda_1 = x2 - x1, where lambda_2 = y2 - y1 is printed, and
//!   lambda_4 = lambda_2 lambda_3;
//! - doubling (7.2): y3 uses the slope, lambda_1, where lambda_4 is printed.

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
    /// Whether the coordinates satisfy y^2 = x^3 - x + 1.
    pub fn is_on_curve(&self) -> bool {
        match *self {
            Self::Infinity => true,
            Self::Finite(x, y) => y.square() == x.cube() - x + F::ONE,
        }
    }
}

impl<F: BaseField> Affine<F> {
    /// A point with this x, where the curve has one.
    pub fn with_x(x: F) -> Option<Self> {
        // The square root, for an odd degree n: a^((q+1)/4), and (3^n + 1)/4 = 1 + 6 (1 + 9 + … + 9^((n-3)/2)).
        let a = x.cube() - x + F::ONE;
        let sixth = a.cube().square();
        let sum = (0..F::DEGREE / 2).fold(F::ONE, |power, _| power.cube().cube() * sixth);
        let point = Self::Finite(x, a * sum);
        point.is_on_curve().then_some(point)
    }
}

impl<F: Field> Group for Affine<F> {
    const INFINITY: Self = Self::Infinity;

    fn add(&self, other: &Self) -> Self {
        let (Self::Finite(x1, y1), Self::Finite(x2, y2)) = (*self, *other) else {
            return if matches!(self, Self::Infinity) { *other } else { *self };
        };
        let l1 = x2 - x1;
        let l2 = y2 - y1;
        let Some(l3) = l1.inverse() else {
            return if l2 == F::ZERO { Group::double(self) } else { Self::Infinity };
        }; //                                  1I
        let l4 = l2 * l3; //                   1M
        let l5 = l4.square(); //               1M
        let x3 = l5 - x1 - x2;
        let y3 = l4 * (x1 - x3) - y1; //       1M
        Self::Finite(x3, y3)
    }

    fn double(&self) -> Self {
        let Self::Finite(x1, y1) = *self else { return Self::Infinity };
        let Some(l1) = y1.inverse() else { return Self::Infinity }; // 1I
        let l2 = l1.square(); //               1M
        let x3 = l2 + x1;
        let y3 = l1 * (x1 - x3) - y1; //       1M
        Self::Finite(x3, y3)
    }

    fn triple(&self) -> Self {
        let Self::Finite(x1, y1) = *self else { return Self::Infinity };
        let l1 = y1.cube(); //                 1C
        let l2 = x1.cube(); //                 1C
        let l3 = l2.cube(); //                 1C
        let y3 = -l1.cube(); //                1C
        let x3 = l3 - F::ONE;
        Self::Finite(x3, y3)
    }

    fn neg(&self) -> Self {
        match *self {
            Self::Infinity => Self::Infinity,
            Self::Finite(x, y) => Self::Finite(x, -y),
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

    /// P + Q.
    pub fn add(&self, other: &Self) -> Self {
        let (Self { x: x1, y: y1, z: z1 }, Self { x: x2, y: y2, z: z2 }) = (*self, *other);
        if z1 == F::ZERO {
            return *other;
        }
        if z2 == F::ZERO {
            return *self;
        }
        let l1 = x1 * z2.square(); //          2M
        let l2 = x2 * z1.square(); //          2M
        let l4 = y1 * z2.cube(); //            1M 1C
        let l5 = y2 * z1.cube(); //            1M 1C
        self.join([l1, l2, l4, l5], || z1 * z2) // 1M
    }

    /// What addition does once both points have the same denominator; `z` is that denominator.
    #[inline(always)]
    fn join(&self, [l1, l2, l4, l5]: [F; 4], z: impl FnOnce() -> F) -> Self {
        let l3 = l1 - l2;
        let l6 = l4 - l5;
        if l3 == F::ZERO {
            let opposite = l6 != F::ZERO;
            return if opposite { Accumulator::<Affine<F>>::INFINITY } else { self.double_point() };
        }
        let l7 = l1 + l2;
        let l8 = l4 + l5;
        let z3 = z() * l3; //                  1M
        let x3 = l6.square() - l7 * l3.square(); // 3M
        let y3 = l8 * l3.cube() - l6.cube(); // 1M 2C
        Self { x: x3, y: y3, z: z3 }
    }

    fn double_point(&self) -> Self {
        let Self { x: x1, y: y1, z: z1 } = *self;
        let l1 = -(z1.cube() * z1); //         1M 1C
        let z3 = -(y1 * z1); //                1M
        let l2 = x1 * y1.square(); //          2M
        let x3 = l1.square() + l2; //          1M
        let l3 = -(y1.cube() * y1); //         1M 1C
        let y3 = l1 * (l2 - x3) - l3; //       1M
        Self { x: x3, y: y3, z: z3 }
    }
}

impl<F: Field> Accumulator<Affine<F>> for Projective<F> {
    const INFINITY: Self = Self { x: F::ONE, y: F::ONE, z: F::ZERO };

    /// Mixed coordinates: z2 = 1 leaves 8M 3C of the addition's 12M 4C.
    fn add_affine(&self, point: &Affine<F>) -> Self {
        let Affine::Finite(x2, y2) = *point else { return *self };
        let Self { x: x1, y: y1, z: z1 } = *self;
        if z1 == F::ZERO {
            return Self::from(*point);
        }
        let l2 = x2 * z1.square(); //          2M
        let l5 = y2 * z1.cube(); //            1M 1C
        self.join([x1, l2, y1, l5], || z1)
    }

    fn double(&self) -> Self {
        self.double_point()
    }

    fn triple(&self) -> Self {
        let Self { x: x1, y: y1, z: z1 } = *self;
        let l1 = y1.cube(); //                 1C
        let l2 = z1.cube(); //                 1C
        let l3 = x1.cube(); //                 1C
        let z3 = l2.cube(); //                 1C
        let y3 = -l1.cube(); //                1C
        let l4 = z3.square(); //               1M
        let l5 = l3.cube(); //                 1C
        let x3 = l5 - l4;
        Self { x: x3, y: y3, z: z3 }
    }
}
