//! The object-safe counterparts of [`Pairing`](crate::Pairing), [`Group`](crate::Group) and [`Target`](crate::Target).

use super::{Argument, Miller, Point, Prepared, Rejection, Value};
use crate::{Error, Refused};
use core::fmt::Debug;

/// How a value is laid out: `count` base-field coefficients of `width` bytes each, little-endian.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Number of coefficients.
    pub count: usize,
    /// Bytes of one.
    pub width: usize,
}

impl Shape {
    /// Bytes of the whole value.
    #[must_use]
    pub const fn bytes(self) -> usize {
        self.count * self.width
    }
}

/// The two encodings of a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// x and what tells the two points with this x apart.
    Compressed,
    /// Both coordinates.
    Uncompressed,
}

/// A group of points. Every method that takes a [`Point`] refuses one of another group with
/// [`OtherPairing`](Error::OtherPairing).
pub trait DynGroup: Debug + Send + Sync {
    /// The layout of a finite point's coordinates.
    fn shape(&self) -> Shape;
    /// The prime order r, as little-endian limbs.
    fn order(&self) -> &'static [u64];
    /// Bytes of an encoding.
    fn encoded_bytes(&self, form: Form) -> usize;
    /// The point at infinity.
    fn identity(&self) -> Point;
    /// The generator of the subgroup of order r.
    fn generator(&self) -> Point;
    /// `count` independent points that the pairing takes, from ChaCha20 with this seed: not secret unless the seed is.
    fn random(&self, seed: [u8; 32], count: usize) -> Vec<Point>;
    /// The point that a message hashes to under a domain separation tag.
    ///
    /// # Errors
    /// [`EmptyTag`](Error::EmptyTag), [`LongTag`](Error::LongTag).
    fn hash(&self, message: &[u8], dst: &[u8]) -> Result<Point, Error>;
    /// Whether this is the point at infinity.
    ///
    /// # Errors
    /// [`OtherPairing`](Error::OtherPairing), as for the methods below.
    fn is_identity(&self, point: &Point) -> Result<bool, Error>;
    /// Whether two points are the same.
    ///
    /// # Errors
    /// A point of another group.
    fn equal(&self, a: &Point, b: &Point) -> Result<bool, Error>;
    /// The sum.
    ///
    /// # Errors
    /// A point of another group.
    fn add(&self, a: &Point, b: &Point) -> Result<Point, Error>;
    /// Twice the point.
    ///
    /// # Errors
    /// A point of another group.
    fn double(&self, point: &Point) -> Result<Point, Error>;
    /// The opposite point.
    ///
    /// # Errors
    /// A point of another group.
    fn neg(&self, point: &Point) -> Result<Point, Error>;
    /// A multiple of the point; `scalar` is little-endian bytes. Time and memory accesses depend on its length alone.
    ///
    /// # Errors
    /// A point of another group.
    fn mul(&self, point: &Point, scalar: &[u8]) -> Result<Point, Error>;
    /// The sum of scalar times point over all terms, for public scalars: `width` little-endian bytes for each point. Time
    /// and memory accesses depend on them. `threads`: 0 takes all cores.
    ///
    /// # Errors
    /// [`Error::Length`] of `scalars`; a point of another group.
    fn multi_mul_vartime(
        &self,
        points: &[&Point],
        scalars: &[u8],
        width: usize,
        threads: usize,
    ) -> Result<Point, Error>;
    /// A table of at most so many bytes for multiples of a point, which is public.
    ///
    /// # Errors
    /// [`Memory`](Error::Memory); a point of another group.
    fn fixed_base(&self, point: &Point, most_bytes: usize) -> Result<Box<dyn DynFixedBase>, Error>;
    /// A table of at most so many bytes for sums of multiples of some points. `threads`: 0 takes all cores.
    ///
    /// # Errors
    /// [`Memory`](Error::Memory); a point of another group.
    fn fixed_bases(
        &self,
        points: &[&Point],
        most_bytes: usize,
        threads: usize,
    ) -> Result<Box<dyn DynFixedBases>, Error>;
    /// Whether the order of the point divides r.
    ///
    /// # Errors
    /// A point of another group.
    fn is_in_subgroup(&self, point: &Point) -> Result<bool, Error>;
    /// Reads and validates coordinates.
    ///
    /// # Errors
    /// As [`Coefficients::read`](crate::Coefficients::read).
    fn read(&self, bytes: &[u8]) -> Result<Point, Error>;
    /// The coordinates.
    ///
    /// # Errors
    /// [`Infinity`](Error::Infinity): that point has none. A point of another group.
    fn write(&self, point: &Point) -> Result<Vec<u8>, Error>;
    /// Decodes and validates an encoding: on the curve, and in the subgroup of order r where the pairing needs it.
    ///
    /// # Errors
    /// As [`Group::from_compressed`](crate::Group::from_compressed).
    fn decode(&self, bytes: &[u8], form: Form) -> Result<Point, Error>;
    /// [`decode`](DynGroup::decode) of many compressed encodings, faster together in the groups of large primes. There a
    /// point outside the subgroup is missed with a probability of at most 2^-128, **provided that whoever made the
    /// encodings could not guess `seed`**: draw it afresh from a cryptographic generator. `threads`: 0 takes all cores.
    ///
    /// # Errors
    /// The first encoding that is refused.
    fn decode_all(&self, encodings: &[&[u8]], seed: &[u8; 32], threads: usize)
    -> Result<Vec<Point>, Refused>;
    /// The encoding of a point, the one at infinity included.
    ///
    /// # Errors
    /// A point of another group.
    fn encode(&self, point: &Point, form: Form) -> Result<Vec<u8>, Error>;
}

/// Multiples of a fixed point.
pub trait DynFixedBase: Send + Sync {
    /// Bytes that the table allocates.
    fn bytes(&self) -> usize;
    /// A multiple of the point; `scalar` is little-endian bytes. Time and memory accesses depend on its length alone.
    fn mul(&self, scalar: &[u8]) -> Point;
}

/// Sums of multiples of fixed points.
pub trait DynFixedBases: Send + Sync {
    /// How many points there are.
    fn points(&self) -> usize;
    /// Bytes that the table allocates.
    fn bytes(&self) -> usize;
    /// The sum of scalar times point over all points, for public scalars: `width` little-endian bytes for each point. Time
    /// and memory accesses depend on them. `threads`: 0 takes all cores.
    ///
    /// # Errors
    /// [`Error::Length`] of `scalars`.
    fn multi_mul_vartime(&self, scalars: &[u8], width: usize, threads: usize) -> Result<Point, Error>;
}

/// A target group, written multiplicatively. Every method that takes a [`Value`] refuses one of another group.
pub trait DynTarget: Debug + Send + Sync {
    /// The layout of a value.
    fn shape(&self) -> Shape;
    /// The value 1.
    fn one(&self) -> Value;
    /// Reads and validates a value: canonical coefficients, and a member of the group.
    ///
    /// # Errors
    /// As [`Coefficients::read`](crate::Coefficients::read), [`NotInTargetGroup`](Error::NotInTargetGroup).
    fn read(&self, bytes: &[u8]) -> Result<Value, Error>;
    /// The coefficients.
    ///
    /// # Errors
    /// A value of another group, as for the methods below.
    fn write(&self, value: &Value) -> Result<Vec<u8>, Error>;
    /// Whether two values are the same.
    ///
    /// # Errors
    /// A value of another group.
    fn equal(&self, a: &Value, b: &Value) -> Result<bool, Error>;
    /// The product.
    ///
    /// # Errors
    /// A value of another group.
    fn mul(&self, a: &Value, b: &Value) -> Result<Value, Error>;
    /// The square.
    ///
    /// # Errors
    /// A value of another group.
    fn square(&self, value: &Value) -> Result<Value, Error>;
    /// The inverse.
    ///
    /// # Errors
    /// A value of another group.
    fn inverse(&self, value: &Value) -> Result<Value, Error>;
    /// A power; `exponent` is little-endian bytes. Time depends on its length alone.
    ///
    /// # Errors
    /// A value of another group.
    fn pow(&self, value: &Value, exponent: &[u8]) -> Result<Value, Error>;
    /// Whether the value is in the group.
    ///
    /// # Errors
    /// A value of another group.
    fn is_member(&self, value: &Value) -> Result<bool, Error>;
}

/// A pairing chosen at run time. Methods on bytes validate every point; methods on handles rely on what was validated when
/// the handle was made.
pub trait DynPairing: Debug + Send + Sync {
    /// The name in the vectors and on the command line.
    fn name(&self) -> &'static str;
    /// Estimated bits of security today, and what the estimate rests on.
    fn security(&self) -> (u32, &'static str);
    /// The group of the first argument.
    fn g1(&self) -> &'static dyn DynGroup;
    /// The group of the second argument.
    fn g2(&self) -> &'static dyn DynGroup;
    /// The target group.
    fn gt(&self) -> &'static dyn DynTarget;
    /// Whether both arguments are from one group.
    fn is_symmetric(&self) -> bool;
    /// A batch is fastest in multiples of this many.
    fn batch_granularity(&self) -> usize;

    /// The pairing of two points.
    ///
    /// # Errors
    /// A point of another pairing.
    fn pair(&self, p: &Point, q: &Point) -> Result<Value, Rejection>;
    /// The names of the published algorithms that [`pair_by`](DynPairing::pair_by) takes; for most pairings none.
    fn algorithms(&self) -> Vec<&'static str>;
    /// The pairing of two points by a published algorithm: the value of [`pair`](DynPairing::pair), by other formulas.
    ///
    /// # Errors
    /// [`UnknownAlgorithm`](Error::UnknownAlgorithm); a point of another pairing.
    fn pair_by(&self, algorithm: &str, p: &Point, q: &Point) -> Result<Value, Rejection>;
    /// The product of the pairings of all terms, with one final exponentiation.
    ///
    /// # Errors
    /// A point of another pairing.
    fn product(&self, terms: &[(Point, Point)]) -> Result<Value, Rejection>;
    /// Independent pairings, on so many cores; 0: all.
    ///
    /// # Errors
    /// A point of another pairing.
    fn batch(&self, terms: &[(Point, Point)], threads: usize) -> Result<Vec<Value>, Rejection>;
    /// The Miller loop alone.
    ///
    /// # Errors
    /// A point of another pairing.
    fn miller_loop(&self, p: &Point, q: &Point) -> Result<Miller, Rejection>;
    /// The product of the Miller loops of all terms.
    ///
    /// # Errors
    /// A point of another pairing.
    fn multi_miller_loop(&self, terms: &[(Point, Point)]) -> Result<Miller, Rejection>;
    /// The product of two values of the Miller loop.
    ///
    /// # Errors
    /// A value of another pairing.
    fn miller_mul(&self, f: &Miller, g: &Miller) -> Result<Miller, Error>;
    /// The final exponentiation alone.
    ///
    /// # Errors
    /// A value of another pairing.
    fn final_exponentiation(&self, f: &Miller) -> Result<Value, Error>;
    /// Which argument [`prepare`](DynPairing::prepare) takes.
    fn fixed(&self) -> Argument;
    /// Precomputes what depends on the fixed argument alone.
    ///
    /// # Errors
    /// A point of another pairing.
    fn prepare(&self, fixed: &Point) -> Result<Prepared, Rejection>;
    /// The Miller loop with a prepared argument.
    ///
    /// # Errors
    /// A value of another pairing.
    fn miller_loop_prepared(&self, prepared: &Prepared, free: &Point) -> Result<Miller, Rejection>;
    /// The pairing with a prepared argument.
    ///
    /// # Errors
    /// A value of another pairing.
    fn pair_prepared(&self, prepared: &Prepared, free: &Point) -> Result<Value, Rejection>;

    /// Independent pairings of points given by their coordinates, term after term, on so many cores (0: all). Successive
    /// coefficients are `pitch` bytes apart in `ps`, `qs` and `out` alike; what a coefficient leaves of them is zero.
    ///
    /// # Errors
    /// The first term that is refused; [`Length`](Error::Length) where the slices do not hold the same number of terms, or
    /// `pitch` is less than a coefficient's width. `out` is then unspecified.
    fn batch_bytes(
        &self,
        ps: &[u8],
        qs: &[u8],
        out: &mut [u8],
        pitch: usize,
        threads: usize,
    ) -> Result<(), Rejection>;
}

/// What the methods above are enough for; compiled once for all pairings.
impl dyn DynPairing + '_ {
    /// Reads and validates the two arguments of a pairing.
    ///
    /// # Errors
    /// Which argument is refused, and why.
    pub fn read_term(&self, p: &[u8], q: &[u8]) -> Result<(Point, Point), Rejection> {
        let p = self.g1().read(p).map_err(|why| Rejection::of(Argument::P, why))?;
        let q = self.g2().read(q).map_err(|why| Rejection::of(Argument::Q, why))?;
        Ok((p, q))
    }

    /// The pairing of two points given by their coordinates.
    ///
    /// # Errors
    /// Which argument is refused, and why.
    pub fn pair_bytes(&self, p: &[u8], q: &[u8]) -> Result<Vec<u8>, Rejection> {
        let (p, q) = self.read_term(p, q)?;
        Ok(self.gt().write(&self.pair(&p, &q)?)?)
    }

    /// The product of pairings of points given by their coordinates.
    ///
    /// # Errors
    /// Which term and argument is refused, and why.
    pub fn product_bytes(&self, terms: &[(&[u8], &[u8])]) -> Result<Vec<u8>, Rejection> {
        let read = |(i, &(p, q)): (usize, &(&[u8], &[u8]))| self.read_term(p, q).map_err(|e| e.in_term(i));
        let terms = terms.iter().enumerate().map(read).collect::<Result<Vec<_>, _>>()?;
        Ok(self.gt().write(&self.product(&terms)?)?)
    }
}
