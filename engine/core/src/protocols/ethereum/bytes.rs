//! Points and field elements as the precompiles lay them out.

use super::error::{Place, PrecompileError};
use crate::prime::curve::{Affine, Coordinate};
use crate::prime::groups::{Point, Subgroup};

/// How the precompiles of a curve lay out elements of its field: big-endian, in `bytes` each. The point at
/// infinity is all zeros.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    /// Bytes of an element of F_p; those that the prime does not need are zero, and come first.
    pub bytes: usize,
    /// Whether the coefficient of i comes before that of 1 in F_p2.
    pub imaginary_first: bool,
}

/// Points of two groups, one of each for every pairing.
pub(super) type Pairs<P, Q> = Vec<(Point<P>, Point<Q>)>;

/// What the coefficients of an element of F_p2 are called, that of i first; those of F_p are one.
const HALVES: [[&str; 2]; 3] = [
    ["x, coefficient of i", "x, coefficient of 1"],
    ["y, coefficient of i", "y, coefficient of 1"],
    ["coefficient of i", "coefficient of 1"],
];
const WHOLE: [&str; 3] = ["x", "y", "value"];

/// Which element an element is, as an index into the names.
#[derive(Clone, Copy)]
enum Which {
    X,
    Y,
    Only,
}

impl Layout {
    /// Bytes of an element of `F`.
    pub const fn element_bytes<F: Coordinate>(self) -> usize {
        F::COUNT * self.bytes
    }

    /// Bytes of a point of `G`.
    pub const fn point_bytes<G: Subgroup>(self) -> usize {
        2 * self.element_bytes::<G::Field>()
    }

    /// Where coefficient `i`, that of i first, stands among `count`.
    const fn position(self, i: usize, count: usize) -> usize {
        if self.imaginary_first { i } else { count - 1 - i }
    }

    fn read<F: Coordinate>(self, bytes: &[u8], place: Place, which: Which) -> Result<F, PrecompileError> {
        let zeros = self.bytes - F::WIDTH;
        let name = |i: usize| match F::COUNT {
            1 => WHOLE[which as usize],
            _ => HALVES[which as usize][i],
        };
        let mut packed = vec![0; F::COUNT * F::WIDTH];
        for (i, out) in packed.chunks_exact_mut(F::WIDTH).enumerate() {
            let own = &bytes[self.bytes * self.position(i, F::COUNT)..][..self.bytes];
            let (padding, digits) = own.split_at(zeros);
            if padding.iter().any(|byte| *byte != 0) {
                return Err(PrecompileError::Padding { place, coefficient: name(i), zeros });
            }
            out.copy_from_slice(digits);
        }
        F::read_be(&packed).map_err(|error| match error {
            crate::Error::NotCanonical { coefficient } => {
                PrecompileError::Element { place, coefficient: name(coefficient) }
            }
            why => PrecompileError::Encoding { place, why },
        })
    }

    /// A single element.
    pub fn element<F: Coordinate>(self, bytes: &[u8], place: Place) -> Result<F, PrecompileError> {
        self.read(bytes, place, Which::Only)
    }

    /// A point of the curve, whatever its order.
    pub fn point_of_curve<G: Subgroup>(
        self,
        bytes: &[u8],
        place: Place,
    ) -> Result<Affine<G>, PrecompileError> {
        let (x, y) = bytes.split_at(self.element_bytes::<G::Field>());
        let (x, y) = (self.read(x, place, Which::X)?, self.read(y, place, Which::Y)?);
        if x == G::Field::ZERO && y == G::Field::ZERO {
            return Ok(Affine::IDENTITY);
        }
        Affine::new(x, y).ok_or(PrecompileError::NotOnCurve { place })
    }

    /// A point of the subgroup of order r.
    pub fn point<G: Subgroup>(self, bytes: &[u8], place: Place) -> Result<Point<G>, PrecompileError> {
        Point::from_affine(self.point_of_curve(bytes, place)?)
            .map_err(|_| PrecompileError::NotInSubgroup { place })
    }

    /// The points P and Q of each term, in that order.
    pub fn pairs<'a, P: Subgroup, Q: Subgroup>(
        self,
        terms: impl Iterator<Item = &'a [u8]>,
    ) -> Result<Pairs<P, Q>, PrecompileError> {
        let pair = |(i, bytes): (usize, &[u8])| {
            let (p, q) = bytes.split_at(self.point_bytes::<P>());
            Ok((self.point(p, Place::of_term(i, "P"))?, self.point(q, Place::of_term(i, "Q"))?))
        };
        terms.enumerate().map(pair).collect()
    }

    /// The encoding of a point.
    pub fn encode<G: Subgroup>(self, point: &Affine<G>) -> Vec<u8> {
        let (count, width) = (G::Field::COUNT, G::Field::WIDTH);
        let mut out = Vec::with_capacity(self.point_bytes::<G>());
        let mut packed = vec![0; count * width];
        for coordinate in [point.x(), point.y()] {
            coordinate.write_be(&mut packed);
            for slot in 0..count {
                out.resize(out.len() + self.bytes - width, 0);
                let i = self.position(slot, count);
                out.extend_from_slice(&packed[i * width..][..width]);
            }
        }
        out
    }

    /// The sum of two points of the curve, whatever their order.
    pub fn sum<G: Subgroup>(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        let mut points = terms(input, self.point_bytes::<G>())?.enumerate();
        let mut next = || match points.next() {
            Some((i, bytes)) => self.point_of_curve::<G>(bytes, Place::of_term(i, "point")),
            None => Ok(Affine::IDENTITY),
        };
        let (first, second) = (next()?, next()?);
        Ok(self.encode(&first.to_jacobian().add_affine(&second).to_affine()))
    }
}

/// The input as terms of so many bytes.
pub(super) fn terms(input: &[u8], term: usize) -> Result<core::slice::ChunksExact<'_, u8>, PrecompileError> {
    if !input.len().is_multiple_of(term) {
        return Err(PrecompileError::PartOfTerm { got: input.len(), term });
    }
    Ok(input.chunks_exact(term))
}

/// The input as one term or several of so many bytes.
pub(super) fn some_terms(
    input: &[u8],
    term: usize,
) -> Result<core::slice::ChunksExact<'_, u8>, PrecompileError> {
    if input.is_empty() { Err(PrecompileError::Empty { term }) } else { terms(input, term) }
}

/// Checks that the input has so many bytes.
pub(super) fn exactly(input: &[u8], needed: usize) -> Result<(), PrecompileError> {
    if input.len() == needed { Ok(()) } else { Err(PrecompileError::Length { got: input.len(), needed }) }
}

/// A scalar of 256 bits, any, as little-endian limbs.
pub(super) fn scalar(bytes: &[u8]) -> [u64; 4] {
    let mut limbs = [0; 4];
    for (limb, chunk) in limbs.iter_mut().zip(bytes.rchunks(8)) {
        *limb = chunk.iter().fold(0, |sum, byte| sum << 8 | u64::from(*byte));
    }
    limbs
}

/// A truth value: 32 bytes, big-endian.
pub(super) fn truth(value: bool) -> Vec<u8> {
    let mut out = vec![0; 32];
    out[31] = u8::from(value);
    out
}
