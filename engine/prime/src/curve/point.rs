//! Points in affine and in Jacobian coordinates, and the group law.

use super::{Coordinate, VectorAdditions};
#[cfg(feature = "std")]
use pairforge_interface::copies;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

/// The curve y^2 = x^3 + a x + b.
pub trait Curve: Copy + core::fmt::Debug + Eq + Send + Sync + 'static {
    /// The field of the coordinates.
    type Field: Coordinate;
    /// a.
    const A: Self::Field;
    /// Whether a = 0, which saves work.
    const A_IS_ZERO: bool;
    /// b.
    const B: Self::Field;

    /// Additions in vector instructions, where this processor has them and they may be used.
    #[must_use]
    fn vector_additions() -> Option<VectorAdditions<Self::Field>> {
        None
    }

    /// x^3 + a x + b.
    #[must_use]
    fn right_side(x: &Self::Field) -> Self::Field {
        let square = x.square();
        let slope = if Self::A_IS_ZERO { square } else { square.add(&Self::A) };
        slope.mul(x).add(&Self::B)
    }
}

/// A point in affine coordinates, or the point at infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affine<C: Curve> {
    pub(super) x: C::Field,
    pub(super) y: C::Field,
    /// The coordinates of the point at infinity are 0, so that equality of the fields is equality of points.
    pub(super) infinity: bool,
}

/// A point (X / Z^2, Y / Z^3); the point at infinity has Z = 0.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Jacobian<C: Curve> {
    pub(super) x: C::Field,
    pub(super) y: C::Field,
    pub(super) z: C::Field,
}

impl<C: Curve> Affine<C> {
    /// The point at infinity.
    pub const IDENTITY: Self = Affine { x: C::Field::ZERO, y: C::Field::ZERO, infinity: true };

    /// The point (x, y), if it is on the curve.
    #[must_use]
    pub fn new(x: C::Field, y: C::Field) -> Option<Self> {
        let point = Self::new_unchecked(x, y);
        point.is_on_curve().then_some(point)
    }

    /// The point (x, y), which the caller knows to be on the curve.
    #[must_use]
    pub const fn new_unchecked(x: C::Field, y: C::Field) -> Self {
        Affine { x, y, infinity: false }
    }

    /// A point with this x, if there is one: that with y > -y if `larger` says so, otherwise the other.
    #[must_use]
    pub fn from_x(x: C::Field, larger: bool) -> Option<Self> {
        Self::from_x_and_root(x, larger, C::right_side(&x).sqrt())
    }

    /// The same, where the square root of the right side of the equation is known.
    pub(crate) fn from_x_and_root(x: C::Field, larger: bool, root: CtOption<C::Field>) -> Option<Self> {
        let y: C::Field = Option::from(root)?;
        let flip = y.is_larger() ^ Choice::from(u8::from(larger));
        Some(Self::new_unchecked(x, C::Field::conditional_select(&y, &y.neg(), flip)))
    }

    /// x, which is 0 for the point at infinity.
    #[must_use]
    pub const fn x(&self) -> &C::Field {
        &self.x
    }

    /// y, which is 0 for the point at infinity.
    #[must_use]
    pub const fn y(&self) -> &C::Field {
        &self.y
    }

    /// Whether this is the point at infinity.
    #[must_use]
    pub const fn is_identity(&self) -> bool {
        self.infinity
    }

    /// Whether the coordinates satisfy the equation of the curve; true of the point at infinity.
    #[must_use]
    pub fn is_on_curve(&self) -> bool {
        self.infinity || self.y.square() == C::right_side(&self.x)
    }

    /// The opposite point.
    #[must_use]
    pub fn neg(&self) -> Self {
        Affine { y: self.y.neg(), ..*self }
    }

    /// The opposite point or the point itself, without a branch, which would be taken at random.
    #[cfg(feature = "std")]
    pub(crate) fn negated_if(&self, negative: bool) -> Self {
        let negative = Choice::from(u8::from(negative));
        Affine { y: C::Field::conditional_select(&self.y, &self.y.neg(), negative), ..*self }
    }

    /// The same point with Z = 1, or Z = 0.
    #[must_use]
    pub fn to_jacobian(&self) -> Jacobian<C> {
        let z = C::Field::conditional_select(&C::Field::ONE, &C::Field::ZERO, self.is_identity_choice());
        Jacobian { x: self.x, y: self.y, z }
    }

    pub(super) fn is_identity_choice(&self) -> Choice {
        Choice::from(u8::from(self.infinity))
    }
}

impl<C: Curve> ConditionallySelectable for Affine<C> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        let infinity = u8::conditional_select(&u8::from(a.infinity), &u8::from(b.infinity), choice);
        Affine {
            x: C::Field::conditional_select(&a.x, &b.x, choice),
            y: C::Field::conditional_select(&a.y, &b.y, choice),
            infinity: infinity != 0,
        }
    }
}

impl<C: Curve> AsRef<Self> for Affine<C> {
    fn as_ref(&self) -> &Self {
        self
    }
}

impl<C: Curve> From<Affine<C>> for Jacobian<C> {
    fn from(point: Affine<C>) -> Self {
        point.to_jacobian()
    }
}

impl<C: Curve> Jacobian<C> {
    /// The point at infinity.
    pub const IDENTITY: Self = Jacobian { x: C::Field::ONE, y: C::Field::ONE, z: C::Field::ZERO };

    /// The point (x / z^2, y / z^3), which the caller knows to be on the curve.
    pub(crate) const fn from_coordinates(x: C::Field, y: C::Field, z: C::Field) -> Self {
        Jacobian { x, y, z }
    }

    /// X, Y and Z.
    pub const fn coordinates(&self) -> [&C::Field; 3] {
        [&self.x, &self.y, &self.z]
    }

    /// Whether this is the point at infinity.
    #[must_use]
    pub fn is_identity(&self) -> Choice {
        self.z.is_zero()
    }

    /// The same point in affine coordinates.
    #[must_use]
    pub fn to_affine(&self) -> Affine<C> {
        self.scaled_by_inverse(&self.z.invert())
    }

    /// The affine point, from 1 / Z, or 0 at infinity.
    fn scaled_by_inverse(&self, inverse: &C::Field) -> Affine<C> {
        let square = inverse.square();
        Affine {
            x: self.x.mul(&square),
            y: self.y.mul(&square).mul(inverse),
            infinity: inverse.is_zero().into(),
        }
    }

    /// The point (X', Y', Z') with X', Y' from `map` and Z' from `map_z`: an endomorphism or an isomorphism,
    /// if these are those of one.
    #[must_use]
    pub fn map_coordinates(
        &self,
        map: impl Fn(&C::Field, &C::Field) -> (C::Field, C::Field),
        map_z: impl Fn(&C::Field) -> C::Field,
    ) -> Self {
        let (x, y) = map(&self.x, &self.y);
        Jacobian { x, y, z: map_z(&self.z) }
    }

    /// The same point with Z multiplied by `s`, not 0: with a random s, blinding.
    #[must_use]
    pub fn rescaled(&self, s: &C::Field) -> Self {
        let square = s.square();
        Jacobian { x: self.x.mul(&square), y: self.y.mul(&square.mul(s)), z: self.z.mul(s) }
    }

    /// The opposite point.
    #[must_use]
    pub fn neg(&self) -> Self {
        Jacobian { y: self.y.neg(), ..*self }
    }

    /// Twice the point, also where that is at infinity.
    #[must_use]
    pub fn double(&self) -> Self {
        let mut double = *self;
        double.double_assign();
        double
    }

    /// The point becomes twice itself, also where that is at infinity.
    pub fn double_assign(&mut self) {
        // SAFETY: a point is laid out as its coordinates.
        if !C::A_IS_ZERO || !C::Field::double_point(unsafe { &mut *core::ptr::from_mut(self).cast() }) {
            *self = self.double_by_parts();
        }
    }

    /// With M = (3 X^2 + a Z^4) / 2 and D = X Y^2, (M^2 - 2 D, M (D - X3) - Y^4, Y Z): the tangent with Z
    /// halved, which saves most additions.
    fn double_by_parts(&self) -> Self {
        let xx = self.x.square();
        let mut m = xx.double().add(&xx);
        if !C::A_IS_ZERO {
            m = m.add(&C::A.mul(&self.z.square().square()));
        }
        m = m.half();
        let yy = self.y.square();
        let d = self.x.mul(&yy);
        let x = m.square().sub(&d.double());
        let y = C::Field::difference_of_products(&m, &d.sub(&x), &yy, &yy);
        Jacobian { x, y, z: self.y.mul(&self.z) }
    }

    /// The sum of two points, in any position.
    ///
    /// With both on the common denominator Z1 Z2, as (U1, S1) and (U2, S2), the chord has slope R / H, with H
    /// = U2 - U1 and R = S2 - S1, and the tangent R' / H', with H' = 2 S1 and R' = 3 U1^2 + a (Z1 Z2)^4.
    /// Either gives X3 = R^2 - (U1 + U2) H^2, Y3 = R (U1 H^2 - X3) - S1 H^3, Z3 = H Z1 Z2, so one formula
    /// serves, with the slope selected. U2 H^2 is U1 H^2, and on the chord H^3 more.
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        self.add_again(other, &other.powers_of_z())
    }

    /// Z^2 and Z^3.
    pub(super) fn powers_of_z(&self) -> [C::Field; 2] {
        let square = self.z.square();
        [square, square.mul(&self.z)]
    }

    /// The same for an addend whose powers of Z are known.
    pub(super) fn add_again(&self, other: &Self, [z2z2, z2z2z2]: &[C::Field; 2]) -> Self {
        let (u1, s1) = (self.x.mul(z2z2), self.y.mul(z2z2z2));
        let (u2, s2) = self.scale_affine(&other.x, &other.y);
        let sum = Self::add_scaled(&u1, &s1, &u2, &s2, &self.z.mul(&other.z));
        let sum = Self::conditional_select(&sum, other, self.is_identity());
        Self::conditional_select(&sum, self, other.is_identity())
    }

    /// The sum of two points, in any position, the second with Z = 1. The same formula as that of
    /// [`add`](Self::add).
    #[must_use]
    #[inline(always)]
    pub fn add_affine(&self, other: &Affine<C>) -> Self {
        self.add_affine_unless(other, Choice::from(0))
    }

    /// The sum of two points, in any position, the second with Z = 1; the first if `skip`.
    #[inline(never)]
    pub(super) fn add_affine_unless(&self, other: &Affine<C>, skip: Choice) -> Self {
        let (u2, s2) = self.scale_affine(&other.x, &other.y);
        let sum = Self::add_scaled(&self.x, &self.y, &u2, &s2, &self.z);
        self.unless_infinite(sum, &other.x, &other.y, other.is_identity_choice() | skip)
    }

    /// The sum with (x, y), or with the point at infinity if `skip`, where (x, y) is not the point itself:
    /// the chord only.
    #[inline(always)]
    pub(super) fn add_distinct_or(&self, x: &C::Field, y: &C::Field, skip: Choice) -> Self {
        let (u2, s2) = self.scale_affine(x, y);
        let (h, r) = (u2.sub(&self.x), s2.sub(&self.y));
        let sum = Self::third_point(&h, &r, &self.x, &self.y, &self.z, Choice::from(0));
        self.unless_infinite(sum, x, y, skip)
    }

    /// Adds (x, y) where that is neither the point nor its opposite and the point is not at infinity; else it is at infinity
    /// then.
    pub(super) fn add_by_chord(&mut self, x: &C::Field, y: &C::Field) {
        let (u2, s2) = self.scale_affine(x, y);
        self.move_along_chord(&u2.sub(&self.x), &s2.sub(&self.y));
    }

    /// Adds (x, y), in any position. Time depends on it.
    #[cfg(feature = "std")]
    #[inline(never)]
    pub(super) fn add_vartime(&mut self, x: &C::Field, y: &C::Field) {
        if self.is_identity().into() {
            *self = Jacobian { x: *x, y: *y, z: C::Field::ONE };
            return;
        }
        let (u2, s2) = self.scale_affine(x, y);
        let (h, r) = (u2.sub(&self.x), s2.sub(&self.y));
        if !bool::from(h.is_zero()) {
            self.move_along_chord(&h, &r);
        } else if r.is_zero().into() {
            self.double_assign();
        } else {
            *self = Self::IDENTITY;
        }
    }

    /// The sum with the point (x + h, y + r) on the same denominator.
    fn move_along_chord(&mut self, h: &C::Field, r: &C::Field) {
        let hh = h.square();
        let (hhh, v) = (hh.mul(h), self.x.mul(&hh));
        self.x = r.square().sub(&hhh).sub(&v.double());
        self.y = C::Field::difference_of_products(r, &v.sub(&self.x), &self.y, &hhh);
        self.z = self.z.mul(h);
    }

    /// (x, y) on this point's denominator.
    #[inline]
    fn scale_affine(&self, x: &C::Field, y: &C::Field) -> (C::Field, C::Field) {
        let zz = self.z.square();
        (x.mul(&zz), y.mul(&self.z).mul(&zz))
    }

    /// The sum with (x, y), which is `sum` unless this point is at infinity; this point if `skip`.
    #[inline(always)]
    fn unless_infinite(&self, mut sum: Self, x: &C::Field, y: &C::Field, skip: Choice) -> Self {
        let first = self.is_identity();
        sum.x.conditional_assign(x, first);
        sum.y.conditional_assign(y, first);
        sum.z.conditional_assign(&C::Field::ONE, first);
        Self::conditional_select(&sum, self, skip)
    }

    /// The sum of (U1 / z^2, S1 / z^3) and (U2 / z^2, S2 / z^3), neither at infinity.
    #[inline]
    fn add_scaled(u1: &C::Field, s1: &C::Field, u2: &C::Field, s2: &C::Field, z: &C::Field) -> Self {
        let mut h = u2.sub(u1);
        let mut r = s2.sub(s1);
        let same = h.is_zero() & r.is_zero();
        let square = u1.square();
        let mut tangent = square.double().add(&square);
        if !C::A_IS_ZERO {
            tangent = tangent.add(&C::A.mul(&z.square().square()));
        }
        h.conditional_assign(&s1.double(), same);
        r.conditional_assign(&tangent, same);
        Self::third_point(&h, &r, u1, s1, z, same)
    }

    /// The sum of two points, from the slope R / (H z) of the line through them, which may be a tangent.
    #[inline]
    fn third_point(
        h: &C::Field,
        r: &C::Field,
        u1: &C::Field,
        s1: &C::Field,
        z: &C::Field,
        tangent: Choice,
    ) -> Self {
        let hh = h.square();
        let (hhh, v) = (hh.mul(h), u1.mul(&hh));
        let more = C::Field::conditional_select(&hhh, &C::Field::ZERO, tangent);
        let x = r.square().sub(&more).sub(&v.double());
        let y = C::Field::difference_of_products(r, &v.sub(&x), s1, &hhh);
        Jacobian { x, y, z: h.mul(z) }
    }
}

impl<C: Curve> ConditionallySelectable for Jacobian<C> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Jacobian {
            x: C::Field::conditional_select(&a.x, &b.x, choice),
            y: C::Field::conditional_select(&a.y, &b.y, choice),
            z: C::Field::conditional_select(&a.z, &b.z, choice),
        }
    }
}

impl<C: Curve> ConstantTimeEq for Jacobian<C> {
    fn ct_eq(&self, other: &Self) -> Choice {
        let z1z1 = self.z.square();
        let z2z2 = other.z.square();
        let same_x = self.x.mul(&z2z2).ct_eq(&other.x.mul(&z1z1));
        let same_y = self.y.mul(&z2z2).mul(&other.z).ct_eq(&other.y.mul(&z1z1).mul(&self.z));
        let finite = !self.is_identity() & !other.is_identity();
        (self.is_identity() & other.is_identity()) | (finite & same_x & same_y)
    }
}

impl<C: Curve> PartialEq for Jacobian<C> {
    fn eq(&self, other: &Self) -> bool {
        self.ct_eq(other).into()
    }
}

impl<C: Curve> Eq for Jacobian<C> {}

/// All points in affine coordinates, with a single inversion (Montgomery's trick).
#[cfg(feature = "std")]
#[must_use]
#[inline(never)]
pub fn normalize_all<C: Curve>(points: &[Jacobian<C>]) -> Vec<Affine<C>> {
    let mut before = Vec::with_capacity(points.len());
    let mut product = C::Field::ONE;
    for point in points {
        before.push(product);
        product = C::Field::conditional_select(&product.mul(&point.z), &product, point.is_identity());
    }
    let mut inverse = product.invert();
    let mut affine = copies(Affine::IDENTITY, points.len());
    for ((point, before), out) in points.iter().zip(&before).zip(&mut affine).rev() {
        let infinite = point.is_identity();
        let own = C::Field::conditional_select(&inverse.mul(before), &C::Field::ZERO, infinite);
        *out = point.scaled_by_inverse(&own);
        inverse = C::Field::conditional_select(&inverse.mul(&point.z), &inverse, infinite);
    }
    affine
}
