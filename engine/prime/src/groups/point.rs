//! Points of a curve with a subgroup of prime order, as the [`Group`] that pairings and protocols use.

use super::cofactor::Cofactor;
#[cfg(feature = "std")]
use super::fixed;
use super::scalar::ScalarField;
use crate::curve::{Affine, Coordinate, Curve, Jacobian};
#[cfg(feature = "std")]
use crate::curve::{multi_scalar_mul_vartime, normalize_all};
#[cfg(feature = "std")]
use pairforge_interface::fixed::{FixedBase, FixedBases};
use pairforge_interface::{Coefficients, Error, Group, Result};
#[cfg(feature = "std")]
use pairforge_interface::{Refused, pairing::one_by_one};
use rand_core::Rng;
#[cfg(feature = "std")]
use subtle::CtOption;

/// A curve with a distinguished subgroup of prime order r.
pub trait Subgroup: Curve {
    /// The field of order r.
    type Fr: ScalarField;

    /// r, little-endian limbs.
    const ORDER: &'static [u64];
    /// The order of the curve divided by r.
    const COFACTOR: Cofactor;
    /// x and y of the generator.
    const GENERATOR: [Self::Field; 2];

    /// Whether r times this point of the curve is the point at infinity, by way of the endomorphism.
    fn contains(point: &Affine<Self>) -> bool;
    /// A multiple of this point of the curve that lies in the subgroup; the map is onto.
    #[must_use]
    fn clear_cofactor(point: &Jacobian<Self>) -> Jacobian<Self>;
    /// The point of the curve that a message, in parts that follow each other, hashes to under the domain separation tag `dst`, before
    /// [`clear_cofactor`](Subgroup::clear_cofactor).
    #[must_use]
    fn hash_to_curve(message: &[&[u8]], dst: &[u8]) -> Jacobian<Self>;
    /// `scalar` times a point of the subgroup, in constant time.
    #[must_use]
    fn multiply(point: &Affine<Self>, scalar: &[u64]) -> Jacobian<Self>;
    /// The sum of scalar times point over all terms, points of the subgroup and public scalars; `threads`: 0
    /// takes all cores.
    ///
    /// # Panics
    /// If there are fewer or more scalars than points.
    #[cfg(feature = "std")]
    #[must_use]
    fn multi_multiply_vartime(points: &[Point<Self>], scalars: &[&[u64]], threads: usize) -> Jacobian<Self> {
        multi_scalar_mul_vartime(points, scalars, threads)
    }

    /// A square root of each element, where there is one.
    #[cfg(feature = "std")]
    #[must_use]
    fn square_roots(elements: &[Self::Field]) -> Vec<CtOption<Self::Field>> {
        elements.iter().map(Coordinate::sqrt).collect()
    }
}

/// A point of the curve, usually of its subgroup of order r.
///
/// A point remembers whether it is known to lie in the subgroup, so that [`mul`](Group::mul) may take the
/// faster way that there is for those. All constructors but [`new_on_curve`](Point::new_on_curve) make sure of
/// it.
#[derive(Clone, Copy, Debug)]
pub struct Point<G: Subgroup> {
    affine: Affine<G>,
    in_subgroup: bool,
}

impl<G: Subgroup> PartialEq for Point<G> {
    fn eq(&self, other: &Self) -> bool {
        self.affine == other.affine
    }
}

impl<G: Subgroup> Eq for Point<G> {}

impl<G: Subgroup> AsRef<Affine<G>> for Point<G> {
    fn as_ref(&self) -> &Affine<G> {
        &self.affine
    }
}

impl<G: Subgroup> Point<G> {
    /// The point (x, y) of the subgroup of order r.
    ///
    /// # Errors
    /// [`Error::NotOnCurve`], [`Error::NotInSubgroup`].
    pub fn new(x: G::Field, y: G::Field) -> Result<Self> {
        Self::from_affine(Affine::new(x, y).ok_or(Error::NotOnCurve)?)
    }

    /// The point (x, y) of the curve, whether in the subgroup or not: what pairings must not be given
    /// unchecked.
    ///
    /// # Errors
    /// [`Error::NotOnCurve`].
    pub fn new_on_curve(x: G::Field, y: G::Field) -> Result<Self> {
        let affine = Affine::new(x, y).ok_or(Error::NotOnCurve)?;
        Ok(Point { affine, in_subgroup: false })
    }

    /// A point of the curve that must lie in the subgroup.
    ///
    /// # Errors
    /// [`Error::NotInSubgroup`].
    pub fn from_affine(affine: Affine<G>) -> Result<Self> {
        let point = Point { affine, in_subgroup: false };
        if point.is_in_subgroup() { Ok(Self::member(affine)) } else { Err(Error::NotInSubgroup) }
    }

    /// The point of the subgroup that a point of the curve becomes when its cofactor is cleared.
    #[must_use]
    pub fn clear_cofactor(point: &Jacobian<G>) -> Self {
        Self::member(G::clear_cofactor(point).to_affine())
    }

    /// A point that the caller knows to lie in the subgroup. Multiples of one that does not are meaningless.
    #[must_use]
    pub const fn from_affine_unchecked(affine: Affine<G>) -> Self {
        Self::member(affine)
    }

    /// A point known to lie in the subgroup.
    const fn member(affine: Affine<G>) -> Self {
        Point { affine, in_subgroup: true }
    }

    /// The affine point.
    #[must_use]
    pub const fn affine(&self) -> &Affine<G> {
        &self.affine
    }

    /// x; 0 for the point at infinity.
    #[must_use]
    pub const fn x(&self) -> &G::Field {
        self.affine.x()
    }

    /// y; 0 for the point at infinity.
    #[must_use]
    pub const fn y(&self) -> &G::Field {
        self.affine.y()
    }

    /// Whether this is the point at infinity.
    #[must_use]
    pub const fn infinity(&self) -> bool {
        self.affine.is_identity()
    }

    /// The sum of all points, with one inversion.
    #[must_use]
    pub fn sum<'a>(points: impl IntoIterator<Item = &'a Self>) -> Self {
        let (mut sum, mut in_subgroup) = (Jacobian::IDENTITY, true);
        for point in points {
            sum = sum.add_affine(&point.affine);
            in_subgroup &= point.in_subgroup;
        }
        Point { affine: sum.to_affine(), in_subgroup }
    }

    /// [`Group::hash`] of a message in parts that follow each other.
    ///
    /// # Panics
    /// If `dst` is empty.
    #[must_use]
    pub fn hash_parts(message: &[&[u8]], dst: &[u8]) -> Self {
        Self::clear_cofactor(&G::hash_to_curve(message, dst))
    }

    /// Each scalar times its point, in constant time, normalised with a single inversion for all.
    ///
    /// # Panics
    /// If there are fewer or more scalars than points.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn mul_each(points: &[Self], scalars: &[&[u64]]) -> Vec<Self> {
        assert_eq!(points.len(), scalars.len());
        let multiples: Vec<_> = points.iter().zip(scalars).map(|(p, k)| p.mul_jacobian(k)).collect();
        let affine = normalize_all(&multiples);
        points.iter().zip(affine).map(|(p, affine)| Point { affine, in_subgroup: p.in_subgroup }).collect()
    }

    /// The difference of two points.
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        self.add(&other.neg())
    }

    fn mul_jacobian(&self, scalar: &[u64]) -> Jacobian<G> {
        if self.in_subgroup { G::multiply(&self.affine, scalar) } else { self.affine.mul(scalar) }
    }
}

impl<G: Subgroup> Coefficients for Point<G> {
    const COUNT: usize = 2 * G::Field::COUNT;
    const WIDTH: usize = G::Field::WIDTH;

    fn write(&self, out: &mut [u8]) {
        assert!(!self.infinity(), "the point at infinity has no coordinates");
        assert_eq!(out.len(), Self::COUNT * Self::WIDTH);
        let (x, y) = out.split_at_mut(G::Field::COUNT * Self::WIDTH);
        self.affine.x().write_le(x);
        self.affine.y().write_le(y);
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        let expected = Self::COUNT * Self::WIDTH;
        if bytes.len() != expected {
            return Err(Error::Length { expected, got: bytes.len() });
        }
        let (x, y) = bytes.split_at(G::Field::COUNT * Self::WIDTH);
        Self::from_affine(Affine::from_coordinates(x, y, G::Field::read_le)?)
    }
}

impl<G: Subgroup> Group for Point<G> {
    const ORDER: &'static [u64] = G::ORDER;

    fn identity() -> Self {
        Self::member(Affine::IDENTITY)
    }

    fn is_identity(&self) -> bool {
        self.infinity()
    }

    fn generator() -> Self {
        Self::member(Affine::new_unchecked(G::GENERATOR[0], G::GENERATOR[1]))
    }

    fn add(&self, other: &Self) -> Self {
        let sum = self.affine.to_jacobian().add_affine(&other.affine).to_affine();
        Point { affine: sum, in_subgroup: self.in_subgroup && other.in_subgroup }
    }

    fn double(&self) -> Self {
        Point { affine: self.affine.to_jacobian().double().to_affine(), ..*self }
    }

    fn neg(&self) -> Self {
        Point { affine: self.affine.neg(), ..*self }
    }

    fn mul(&self, scalar: &[u64]) -> Self {
        Point { affine: self.mul_jacobian(scalar).to_affine(), ..*self }
    }

    /// [`multi_scalar_mul_vartime`] says what memory it takes.
    #[cfg(feature = "std")]
    fn multi_mul_vartime(points: &[Self], scalars: &[&[u64]], threads: usize) -> Self {
        let in_subgroup = points.iter().all(|point| point.in_subgroup);
        let sum = if in_subgroup {
            G::multi_multiply_vartime(points, scalars, threads)
        } else {
            multi_scalar_mul_vartime(points, scalars, threads)
        };
        Point { affine: sum.to_affine(), in_subgroup }
    }

    #[cfg(feature = "std")]
    fn fixed_base(&self, most_bytes: usize) -> Result<Box<dyn FixedBase<Self>>> {
        let in_subgroup = self.in_subgroup;
        fixed::base(&self.affine, G::ORDER, most_bytes, move |affine| Point { affine, in_subgroup })
    }

    #[cfg(feature = "std")]
    fn fixed_bases(points: &[Self], most_bytes: usize, threads: usize) -> Result<Box<dyn FixedBases<Self>>> {
        let in_subgroup = points.iter().all(|point| point.in_subgroup);
        let affine: Vec<_> = points.iter().map(|point| point.affine).collect();
        let wrap = move |affine| Point { affine, in_subgroup };
        fixed::bases(&affine, G::ORDER, most_bytes, threads, wrap)
    }

    fn is_in_subgroup(&self) -> bool {
        self.in_subgroup || G::contains(&self.affine)
    }

    fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        loop {
            let larger = rng.next_u32() & 1 == 1;
            if let Some(point) = Affine::from_x(G::Field::random(rng), larger) {
                return Self::clear_cofactor(&point.to_jacobian());
            }
        }
    }

    fn hash(message: &[u8], dst: &[u8]) -> Self {
        Self::hash_parts(&[message], dst)
    }

    #[cfg(feature = "std")]
    fn to_compressed(&self) -> Vec<u8> {
        self.affine.to_compressed()
    }

    fn from_compressed(bytes: &[u8]) -> Result<Self> {
        Self::from_affine(Affine::from_compressed(bytes)?)
    }

    #[cfg(feature = "std")]
    fn to_uncompressed(&self) -> Vec<u8> {
        self.affine.to_uncompressed()
    }

    fn from_uncompressed(bytes: &[u8]) -> Result<Self> {
        Self::from_affine(Affine::from_uncompressed(bytes)?)
    }

    #[cfg(feature = "std")]
    fn from_compressed_all<R: Rng + ?Sized>(
        encodings: &[&[u8]],
        threads: usize,
        rng: &mut R,
    ) -> core::result::Result<Vec<Self>, Refused> {
        let mut points = Vec::with_capacity(encodings.len());
        for point in Affine::from_compressed_each(encodings, threads) {
            points.extend(point.ok());
        }
        if points.len() == encodings.len()
            && let Ok(points) = Self::from_affine_all(&points, threads, rng)
        {
            return Ok(points);
        }
        // One by one they say which it is.
        one_by_one(encodings)
    }
}
