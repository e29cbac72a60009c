//! Scalars in parts: along the powers of an endomorphism, or in one.

use super::super::{Affine, Curve, Endomorphism, Lattice};

/// The image of a point (x, y) under a power of an endomorphism.
type Power<F> = fn(usize, &F, &F) -> (F, F);

/// How scalars become parts.
pub(super) struct Splitting<C: Curve> {
    /// The lattice and the endomorphism, if scalars are split.
    along: Option<(Lattice, Power<C::Field>)>,
    /// Every part is below 2^bits.
    pub bits: usize,
}

impl<C: Curve> Splitting<C> {
    /// Every scalar is its only part.
    pub fn whole(scalars: &[&[u64]]) -> Self {
        let bits = |scalar: &&[u64]| {
            scalar.iter().rposition(|limb| *limb != 0).map_or(0, |i| 64 * i + 1 + scalar[i].ilog2() as usize)
        };
        Splitting { along: None, bits: scalars.iter().map(bits).max().unwrap_or(0) }
    }

    /// Parts of a scalar.
    pub fn dimension(&self) -> usize {
        self.along.as_ref().map_or(1, |(lattice, _)| lattice.dimension)
    }

    /// Limbs that hold a part.
    pub fn limbs(&self) -> usize {
        self.bits.div_ceil(64).max(1)
    }

    /// Calls `take` with the number of each part of a scalar, its absolute value, and whether it is below 0.
    pub fn parts(&self, scalar: &[u64], mut take: impl FnMut(usize, &[u64], bool)) {
        match &self.along {
            None => take(0, &scalar[..scalar.len().min(self.limbs())], false),
            Some((lattice, _)) => {
                for (j, part) in lattice.decompose(scalar).iter().take(lattice.dimension).enumerate() {
                    take(j, &part.magnitude[..self.limbs()], part.negative.into());
                }
            }
        }
    }

    /// The image of a point under the power `j` of the endomorphism.
    pub fn image(&self, j: usize, point: &Affine<C>) -> Affine<C> {
        match &self.along {
            Some((_, power)) if j > 0 => {
                let (x, y) = power(j, &point.x, &point.y);
                Affine { x, y, ..*point }
            }
            _ => *point,
        }
    }
}

impl<C: Endomorphism> Splitting<C> {
    /// Scalars become parts along the powers of the endomorphism.
    pub fn along_endomorphism() -> Self {
        Splitting { along: Some((C::LATTICE, C::power)), bits: C::LATTICE.bits }
    }
}
