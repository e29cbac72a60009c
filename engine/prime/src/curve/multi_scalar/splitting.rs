//! Scalars in parts: along the powers of an endomorphism, or in one.

use super::super::{Affine, Curve, Endomorphism, Lattice};

/// How scalars become parts.
pub(super) struct Splitting {
    /// What they are split by, if they are.
    lattice: Option<Lattice>,
    /// Every part is below 2^bits.
    pub bits: usize,
}

impl Splitting {
    /// Every scalar is its only part.
    pub fn whole(scalars: &[&[u64]]) -> Self {
        let bits = |scalar: &&[u64]| {
            scalar.iter().rposition(|limb| *limb != 0).map_or(0, |i| 64 * i + 1 + scalar[i].ilog2() as usize)
        };
        Splitting { lattice: None, bits: scalars.iter().map(bits).max().unwrap_or(0) }
    }

    /// Scalars become parts along the powers of an endomorphism.
    pub fn along(lattice: Lattice) -> Self {
        Splitting { bits: lattice.bits, lattice: Some(lattice) }
    }

    /// Parts of a scalar.
    pub fn dimension(&self) -> usize {
        self.lattice.as_ref().map_or(1, |lattice| lattice.dimension)
    }

    /// Limbs that hold a part.
    pub fn limbs(&self) -> usize {
        self.bits.div_ceil(64).max(1)
    }

    /// Calls `take` with the number of each part of a scalar, its absolute value, and whether it is below 0.
    pub fn parts(&self, scalar: &[u64], mut take: impl FnMut(usize, &[u64], bool)) {
        match &self.lattice {
            None => take(0, &scalar[..scalar.len().min(self.limbs())], false),
            Some(lattice) => {
                for (j, part) in lattice.decompose(scalar).iter().take(lattice.dimension).enumerate() {
                    take(j, &part.magnitude[..self.limbs()], part.negative.into());
                }
            }
        }
    }

    /// The absolute values of the parts of some scalars, in [`limbs`](Splitting::limbs) of `out` each. Whether each
    /// is below 0.
    pub fn all_parts(&self, scalars: &[&[u64]], out: &mut [u64]) -> Vec<bool> {
        let (dimension, limbs) = (self.dimension(), self.limbs());
        let mut below = vec![false; dimension * scalars.len()];
        out.fill(0);
        for (i, scalar) in scalars.iter().enumerate() {
            self.parts(scalar, |j, part, negative| {
                let place = dimension * i + j;
                out[place * limbs..][..part.len()].copy_from_slice(part);
                below[place] = negative;
            });
        }
        below
    }
}

/// The points that parts are multiples of.
pub(super) struct Images<C: Curve>(Option<Power<C::Field>>);

/// The image of a point (x, y) under a power of an endomorphism.
type Power<F> = fn(usize, &F, &F) -> (F, F);

impl<C: Curve> Images<C> {
    /// Of whole scalars.
    pub const NONE: Self = Images(None);

    /// The image of a point under the power `j` of the endomorphism.
    pub fn of(&self, j: usize, point: &Affine<C>) -> Affine<C> {
        match self.0 {
            Some(power) if j > 0 => {
                let (x, y) = power(j, &point.x, &point.y);
                Affine { x, y, ..*point }
            }
            _ => *point,
        }
    }

    /// Pushes some points, then their images under each power of the endomorphism below `dimension`.
    pub fn extend(&self, out: &mut Vec<Affine<C>>, points: &[Affine<C>], dimension: usize) {
        let begin = out.len();
        for point in points {
            out.push(*point);
        }
        for j in 1..dimension {
            let (before, power) = Lattice::image_before(j);
            for i in 0..points.len() {
                let image = self.of(power, &out[begin + before * points.len() + i]);
                out.push(image);
            }
        }
    }
}

impl<C: Endomorphism> Images<C> {
    /// Of scalars along the endomorphism.
    pub const ALONG: Self = Images(Some(C::power));
}
