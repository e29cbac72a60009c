//! Multiples of one point that is fixed, from a table made once: without doublings, or with few.
//!
//! A scalar is the sum of signed digits d_i 2^(w i). The table has rows of the multiples 1 to 2^(w-1) of 2^(w i) P, so
//! that a multiple of P is a sum of one entry a row (Brickell, Gordon, McCurley, Wilson, EUROCRYPT 1992, with signed
//! digits). Where a table is to be smaller, a row serves some digits, with doublings between (Lim, Lee, CRYPTO 1994).
//!
//! | module | what |
//! |---|---|
//! | [`rows`] | how tables are made |
//! | [`shape`] | how large they are |

pub(super) mod rows;
mod shape;

pub use shape::Shape;

use super::recoding::{digit_of, look_up};
use super::{Affine, Coordinate, Curve, Jacobian};
use pairforge_interface::copies;
use subtle::ConditionallySelectable;

/// A table for multiples of one point of the curve.
#[derive(Clone, Debug)]
pub struct FixedBase<C: Curve> {
    shape: Shape,
    /// Row after row; each begins with its power of 2 times the point.
    entries: Vec<Affine<C>>,
}

impl<C: Curve> FixedBase<C> {
    /// The table of a point, which is public.
    #[must_use]
    pub fn new(point: &Affine<C>, shape: Shape) -> Self {
        let mut entries = copies(Affine::IDENTITY, shape.entries());
        rows::fill(&mut entries, point, shape.spacing(), shape.row());
        FixedBase { shape, entries }
    }

    /// Bytes that a table of this shape allocates.
    #[must_use]
    pub const fn bytes(shape: Shape) -> usize {
        shape.entries() * size_of::<Affine<C>>()
    }

    /// The shape.
    #[must_use]
    pub const fn shape(&self) -> Shape {
        self.shape
    }

    /// The point.
    #[must_use]
    pub fn point(&self) -> &Affine<C> {
        &self.entries[0]
    }

    /// `scalar` times the point (little-endian limbs); scalars of more limbs than the table is for are multiplied without
    /// it. Time and memory accesses depend on the number of limbs alone: of each row every entry is read, and additions
    /// have no exceptions.
    #[must_use]
    #[inline(never)]
    pub fn mul(&self, scalar: &[u64]) -> Jacobian<C> {
        if 64 * scalar.len() > self.shape.bits() {
            return self.point().mul(scalar);
        }
        self.sum(|sum, row, index| {
            let digit = digit_of(scalar, index, self.shape.window());
            let mut entry = look_up(row, digit.magnitude);
            entry.y.conditional_assign(&entry.y.neg(), digit.negative);
            sum.add_affine_unless(&entry, digit.is_zero())
        })
    }

    /// The same for a public scalar, faster: of each row one entry is read, or none.
    #[must_use]
    #[inline(never)]
    pub fn mul_vartime(&self, scalar: &[u64]) -> Jacobian<C> {
        if 64 * scalar.len() > self.shape.bits() {
            return self.point().mul_vartime(scalar);
        }
        self.sum(|sum, row, index| {
            let digit = digit_of(scalar, index, self.shape.window());
            match usize::from(digit.magnitude) {
                0 => *sum,
                magnitude => sum.add_affine(&row[magnitude - 1].negated_if(digit.negative.into())),
            }
        })
    }

    /// The sum over all digits, by their indices, of what `add` adds from their rows.
    #[inline(always)]
    fn sum(&self, add: impl Fn(&Jacobian<C>, &[Affine<C>], usize) -> Jacobian<C>) -> Jacobian<C> {
        let stride = self.shape.stride();
        let mut sum = Jacobian::IDENTITY;
        for step in (0..stride).rev() {
            if step + 1 < stride {
                (0..self.shape.window()).for_each(|_| sum.double_assign());
            }
            for (i, row) in self.entries.chunks_exact(self.shape.row()).enumerate() {
                sum = add(&sum, row, stride * i + step);
            }
        }
        sum
    }
}
