//! Multiples of points that are fixed, from tables that are made once.

use crate::{Error, Result};

/// Multiples of one point.
pub trait FixedBase<G>: Send + Sync {
    /// Bytes that the table allocates.
    fn bytes(&self) -> usize;
    /// `scalar` times the point. Time and memory accesses depend on the length of `scalar` (little-endian limbs), not on its
    /// value.
    fn mul(&self, scalar: &[u64]) -> G;
}

/// Sums of multiples of some points.
pub trait FixedBases<G>: Send + Sync {
    /// How many points there are.
    fn points(&self) -> usize;
    /// Bytes that the table allocates.
    fn bytes(&self) -> usize;
    /// The sum of scalar times point over all points, for public scalars (little-endian limbs): time and memory accesses
    /// depend on them. `threads`: 0 takes all cores.
    ///
    /// # Panics
    /// If there are fewer or more scalars than points.
    fn multi_mul_vartime(&self, scalars: &[&[u64]], threads: usize) -> G;
}

/// The points themselves, for groups that have no better tables, and how they are multiplied and summed.
pub(crate) struct Plain<G> {
    points: Vec<G>,
    mul: fn(&G, &[u64]) -> G,
    sum: Sum<G>,
}

/// The sum of scalar times point over all terms, on so many threads.
type Sum<G> = fn(&[G], &[&[u64]], usize) -> G;

impl<G: Send + Sync> FixedBase<G> for Plain<G> {
    fn bytes(&self) -> usize {
        size_of_val(&*self.points)
    }
    fn mul(&self, scalar: &[u64]) -> G {
        (self.mul)(&self.points[0], scalar)
    }
}

impl<G: Send + Sync> FixedBases<G> for Plain<G> {
    fn points(&self) -> usize {
        self.points.len()
    }
    fn bytes(&self) -> usize {
        size_of_val(&*self.points)
    }
    fn multi_mul_vartime(&self, scalars: &[&[u64]], threads: usize) -> G {
        (self.sum)(&self.points, scalars, threads)
    }
}

/// What [`Group`](crate::Group) has for any group: the points, one of them at least for multiples, with its functions.
pub(crate) fn plain<G: Clone + Send + Sync>(
    points: &[G],
    most_bytes: usize,
    mul: fn(&G, &[u64]) -> G,
    sum: Sum<G>,
) -> Result<Plain<G>> {
    enough(size_of_val(points), most_bytes)?;
    Ok(Plain { points: points.to_vec(), mul, sum })
}

/// Refuses a bound on memory below what is needed at least.
///
/// # Errors
/// [`Error::Memory`].
pub fn enough(least: usize, most: usize) -> Result<()> {
    if most < least { Err(Error::Memory { least, most }) } else { Ok(()) }
}
