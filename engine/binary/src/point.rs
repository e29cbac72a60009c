//! The group of rational points: affine coordinates outside, weighted projective ones within a multiplication.

use super::backend::{Kernel, Vector};
use super::curve::Curve;
use super::dispatch::{self, Operation};
use super::element::Element;
use super::field::Field;
use super::lanes::Lanes;
use core::fmt;
use pairforge_interface::{Coefficients, Error, Group, Result};
use rand_core::Rng;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// A point of y^2 + y = x^3 + x + b, of any order; the identity has coordinates (0, 0) and a flag.
#[derive(Clone, Copy)]
pub struct Point<C: Curve> {
    x: Element<C::Field>,
    y: Element<C::Field>,
    infinity: u8,
}

impl<C: Curve> PartialEq for Point<C> {
    fn eq(&self, other: &Self) -> bool {
        (self.x.ct_eq(&other.x) & self.y.ct_eq(&other.y) & self.infinity.ct_eq(&other.infinity)).into()
    }
}

impl<C: Curve> Eq for Point<C> {}

impl<C: Curve> fmt::Debug for Point<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_identity() { f.write_str("infinity") } else { write!(f, "({:?}, {:?})", self.x, self.y) }
    }
}

impl<C: Curve> ConditionallySelectable for Point<C> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self {
            x: Element::conditional_select(&a.x, &b.x, choice),
            y: Element::conditional_select(&a.y, &b.y, choice),
            infinity: u8::conditional_select(&a.infinity, &b.infinity, choice),
        }
    }
}

/// x = X / Z^2, y = Y / Z^3; Z = 0 is the identity. Coordinates may be any representatives.
struct Weighted<F: Field, V: Vector> {
    x: Lanes<F, V>,
    y: Lanes<F, V>,
    z: Lanes<F, V>,
}

/// `b` where `choice`, else `a`; one lane.
#[inline(always)]
fn select<F: Field, V: Vector>(a: &Lanes<F, V>, b: &Lanes<F, V>, choice: Choice) -> Lanes<F, V> {
    let mask = u64::conditional_select(&0, &u64::MAX, choice);
    a.add(&a.add(b).mask(V::splat(super::backend::Words([mask; 2]))))
}

impl<F: Field, V: Vector> Weighted<F, V> {
    /// Adds the affine point (x2, y2), whose double is given, for whatever points: nine products.
    ///
    /// With h = X + x2 Z^2 and r = Y + y2 Z^3 the slope is r / (Z h), so that Z' = Z h, X' = r^2 + h^3 and
    /// Y' = r (x2 Z'^2 + X') + (y2 + 1) Z'^3. This is right for opposite points, too (Z' = 0); the identity and equal
    /// points are put right by selection.
    #[inline(always)]
    fn add_affine(&self, affine: &[Lanes<F, V>; 2], double: &[Lanes<F, V>; 2]) -> Self {
        V::outline(AddAffine(self, affine, double))
    }

    #[inline(always)]
    fn add_affine_inline(&self, affine: &[Lanes<F, V>; 2], double: &[Lanes<F, V>; 2]) -> Self {
        let one = Lanes::one();
        let [x2, y2] = affine;
        let zz = self.z.square_by_call();
        let h = self.x.add(&x2.mul(&zz));
        let r = self.y.add(&y2.mul(&zz.mul(&self.z)));
        let z = self.z.mul(&h);
        let zz = z.square_by_call();
        let x = r.square_by_call().add(&h.square_by_call().mul(&h));
        let y = r.mul(&x2.mul(&zz).add(&x)).add(&y2.add(&one).mul(&zz.mul(&z)));
        let from_identity = Element::from_lanes(self.z).is_zero();
        let equal = Element::from_lanes(h).is_zero() & Element::from_lanes(r).is_zero() & !from_identity;
        Self {
            x: select(&select(&x, x2, from_identity), &double[0], equal),
            y: select(&select(&y, y2, from_identity), &double[1], equal),
            z: select(&z, &one, from_identity | equal),
        }
    }

    /// Affine coordinates, (0, 0) and a flag for the identity.
    #[inline(always)]
    fn to_affine<C: Curve<Field = F>>(&self) -> Point<C> {
        let inverse = self.z.inverse();
        let square = inverse.square_by_call();
        Point {
            x: Element::from_lanes(self.x.mul(&square)),
            y: Element::from_lanes(self.y.mul(&square.mul(&inverse))),
            infinity: Element::from_lanes(self.z).is_zero().unwrap_u8(),
        }
    }
}

struct AddAffine<'a, F: Field, V: Vector>(&'a Weighted<F, V>, &'a [Lanes<F, V>; 2], &'a [Lanes<F, V>; 2]);

impl<F: Field, V: Vector> Kernel for AddAffine<'_, F, V> {
    type Output = Weighted<F, V>;

    #[inline(always)]
    fn run(self) -> Weighted<F, V> {
        self.0.add_affine_inline(self.1, self.2)
    }
}

/// 2 (x, y) = (x^4 + 1, x^4 + y^4): the tangent's slope is x^2 + 1, and the equation of the curve removes the product.
#[inline(always)]
fn double_affine<F: Field, V: Vector>(p: &[Lanes<F, V>; 2]) -> [Lanes<F, V>; 2] {
    let [x, y] = [p[0].frobenius(2), p[1].frobenius(2)];
    [x.add(&Lanes::one()), x.add(&y)]
}

struct Add<C: Curve>(Point<C>, Point<C>);

impl<C: Curve> Operation for Add<C> {
    type Output = Point<C>;
    type Field = C::Field;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Point<C> {
        let Self(a, b) = self;
        let point: Weighted<C::Field, N> =
            Weighted { x: a.x.lanes(), y: a.y.lanes(), z: Lanes::bit(a.infinity == 0) };
        let second = [b.x.lanes(), b.y.lanes()];
        let sum = point.add_affine(&second, &double_affine(&second)).to_affine();
        Point::conditional_select(&sum, &a, b.infinity.ct_eq(&1))
    }
}

struct Double<C: Curve>(Point<C>);

impl<C: Curve> Operation for Double<C> {
    type Output = Point<C>;
    type Field = C::Field;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Point<C> {
        let [x, y] = double_affine::<_, N>(&[self.0.x.lanes(), self.0.y.lanes()]);
        let double = Point { x: Element::from_lanes(x), y: Element::from_lanes(y), infinity: 0 };
        Point::conditional_select(&double, &Point::identity(), self.0.infinity.ct_eq(&1))
    }
}

struct Multiply<'a, C: Curve>(Point<C>, &'a [u64]);

impl<C: Curve> Operation for Multiply<'_, C> {
    type Output = Point<C>;
    type Field = C::Field;

    /// From the lowest bit up: the doubles 2^i P stay affine, as a doubling is four Frobenius maps, and are added or not.
    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Point<C> {
        let Self(point, scalar) = self;
        let mut power: [Lanes<C::Field, N>; 2] = [point.x.lanes(), point.y.lanes()];
        let mut sum = Weighted { x: Lanes::one(), y: Lanes::one(), z: Lanes::zero() };
        for word in scalar {
            for i in 0..64 {
                let double = double_affine(&power);
                let next = sum.add_affine(&power, &double);
                let bit = Choice::from((word >> i & 1) as u8);
                sum.x = select(&sum.x, &next.x, bit);
                sum.y = select(&sum.y, &next.y, bit);
                sum.z = select(&sum.z, &next.z, bit);
                power = double;
            }
        }
        Point::conditional_select(&sum.to_affine(), &Point::identity(), point.infinity.ct_eq(&1))
    }
}

impl<C: Curve> Point<C> {
    /// The x coordinate; 0 for the identity.
    #[must_use]
    pub fn x(&self) -> &Element<C::Field> {
        &self.x
    }

    /// The y coordinate; 0 for the identity.
    #[must_use]
    pub fn y(&self) -> &Element<C::Field> {
        &self.y
    }

    /// The point with these coordinates.
    ///
    /// # Errors
    /// [`NotOnCurve`](Error::NotOnCurve).
    pub fn from_coordinates(x: Element<C::Field>, y: Element<C::Field>) -> Result<Self> {
        if y.square().add(&y) != Self::right_side(&x) {
            return Err(Error::NotOnCurve);
        }
        Ok(Self { x, y, infinity: 0 })
    }

    /// x^3 + x + b.
    fn right_side(x: &Element<C::Field>) -> Element<C::Field> {
        x.cube().add(x).add(&Element::bit(C::B))
    }

    /// The point with this x whose y has this lowest bit.
    fn lift(x: Element<C::Field>, bit: bool) -> Option<Self> {
        let y = Self::right_side(&x).solve_quadratic()?;
        let y = y.add(&Element::bit(y.low_bit() ^ bit));
        Some(Self { x, y, infinity: 0 })
    }
}

/// The first bytes of the blocks for a counter, as [`Group::hash`] of points has them. They depend on no curve.
#[inline(never)]
fn candidate_bytes(counter: u32, message: &[u8], dst: &[u8], count: usize) -> Vec<u8> {
    let blocks = (0u32..).flat_map(|block| {
        let digest = Sha256::new()
            .chain_update(counter.to_be_bytes())
            .chain_update(block.to_be_bytes())
            .chain_update((dst.len() as u64).to_be_bytes())
            .chain_update(dst)
            .chain_update(message)
            .finalize();
        <[u8; 32]>::from(digest)
    });
    blocks.take(count).collect()
}

/// The first byte of an encoded point: the identity, all further bytes zero; x and the lowest bit of y; x and y.
const IDENTITY: u8 = 0;
const COMPRESSED: u8 = 2;
const UNCOMPRESSED: u8 = 4;

impl<C: Curve> Coefficients for Point<C> {
    const COUNT: usize = 2;
    const WIDTH: usize = C::Field::WIDTH;

    fn write(&self, out: &mut [u8]) {
        assert!(!self.is_identity(), "the point at infinity has no coordinates");
        assert_eq!(out.len(), 2 * Self::WIDTH);
        let (x, y) = out.split_at_mut(Self::WIDTH);
        self.x.write(x);
        self.y.write(y);
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        if bytes.len() != 2 * Self::WIDTH {
            return Err(Error::Length { expected: 2 * Self::WIDTH, got: bytes.len() });
        }
        let (x, y) = bytes.split_at(Self::WIDTH);
        Self::from_coordinates(Element::from_bytes(x, 0)?, Element::from_bytes(y, 1)?)
    }
}

impl<C: Curve> Group for Point<C> {
    const ORDER: &'static [u64] = C::ORDER;

    fn identity() -> Self {
        Self { x: Element::zero(), y: Element::zero(), infinity: 1 }
    }

    fn is_identity(&self) -> bool {
        self.infinity == 1
    }

    /// The hash of "generator" under the tag "pairforge " and the curve's name.
    fn generator() -> Self {
        let [x, y] = *C::generator().get_or_init(|| {
            let point = Self::hash(b"generator", format!("pairforge {}", C::NAME).as_bytes());
            [point.x, point.y]
        });
        Self { x, y, infinity: 0 }
    }

    fn add(&self, other: &Self) -> Self {
        dispatch::run(Add(*self, *other))
    }

    fn double(&self) -> Self {
        dispatch::run(Double(*self))
    }

    fn neg(&self) -> Self {
        Self { y: self.y.add(&Element::bit(!self.is_identity())), ..*self }
    }

    fn mul(&self, scalar: &[u64]) -> Self {
        dispatch::run(Multiply(*self, scalar))
    }

    fn is_in_subgroup(&self) -> bool {
        self.mul(C::ORDER).is_identity()
    }

    /// Uniform over the affine rational points.
    fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        loop {
            let mut bit = [0];
            rng.fill_bytes(&mut bit);
            if let Some(point) = Self::lift(Element::random(rng), bit[0] & 1 == 1) {
                return point;
            }
        }
    }

    /// Try and increment. For counter = 0, 1, …: the bytes of SHA-256(counter, block, length of dst, dst, message) for
    /// block = 0, 1, … (counter and block as four bytes, the length as eight, big-endian) give x in their first m bits
    /// (little-endian) and the lowest bit of y in the byte after; the first x that belongs to a point is taken, and the
    /// point multiplied by the cofactor. The time depends on the message: not for secret messages.
    ///
    /// # Panics
    /// If `dst` is empty.
    fn hash(message: &[u8], dst: &[u8]) -> Self {
        assert!(!dst.is_empty(), "{}", Error::EmptyTag);
        let candidate = |counter: u32| {
            let mut bytes = candidate_bytes(counter, message, dst, Self::WIDTH + 1);
            let bit = bytes.pop().is_some_and(|b| b & 1 == 1);
            let point = Self::lift(Element::from_masked_bytes(bytes), bit)?;
            let point = C::COFACTORS.iter().fold(point, |p, factor| p.mul(&[*factor]));
            (!point.is_identity()).then_some(point)
        };
        (0..).find_map(candidate).expect("half of all x belong to points")
    }

    /// One byte, 2 or 3 by the lowest bit of y, and x in [`WIDTH`](Coefficients::WIDTH) bytes, little-endian. The
    /// identity is all zeros.
    fn to_compressed(&self) -> Vec<u8> {
        let mut out = vec![IDENTITY; 1 + Self::WIDTH];
        if !self.is_identity() {
            out[0] = COMPRESSED | u8::from(self.y.low_bit());
            self.x.write(&mut out[1..]);
        }
        out
    }

    fn from_compressed(bytes: &[u8]) -> Result<Self> {
        let expected = 1 + Self::WIDTH;
        match bytes {
            _ if bytes.len() != expected => Err(Error::Length { expected, got: bytes.len() }),
            [IDENTITY, rest @ ..] if rest.iter().all(|b| *b == 0) => Ok(Self::identity()),
            [tag, x @ ..] if tag & !1 == COMPRESSED => {
                Self::lift(Element::from_bytes(x, 0)?, tag & 1 == 1).ok_or(Error::NotOnCurve)
            }
            _ => Err(Error::Flags),
        }
    }

    /// One byte, 4, and x and y in [`WIDTH`](Coefficients::WIDTH) bytes each, little-endian. The identity is all zeros.
    fn to_uncompressed(&self) -> Vec<u8> {
        let mut out = vec![IDENTITY; 1 + 2 * Self::WIDTH];
        if !self.is_identity() {
            out[0] = UNCOMPRESSED;
            self.write(&mut out[1..]);
        }
        out
    }

    fn from_uncompressed(bytes: &[u8]) -> Result<Self> {
        let expected = 1 + 2 * Self::WIDTH;
        match bytes {
            _ if bytes.len() != expected => Err(Error::Length { expected, got: bytes.len() }),
            [IDENTITY, rest @ ..] if rest.iter().all(|b| *b == 0) => Ok(Self::identity()),
            [UNCOMPRESSED, coordinates @ ..] => Self::read(coordinates),
            _ => Err(Error::Flags),
        }
    }
}
