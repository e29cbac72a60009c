//! Multiples of points that are fixed, from tables that are made once.

use crate::{Error, Group, Result};

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

/// The points themselves, for groups that have no better tables.
struct Plain<G>(Vec<G>);

impl<G: Group> Plain<G> {
    fn within(points: &[G], most_bytes: usize) -> Result<Self> {
        enough(size_of_val(points), most_bytes)?;
        Ok(Plain(points.to_vec()))
    }
}

impl<G: Group> FixedBase<G> for Plain<G> {
    fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
    fn mul(&self, scalar: &[u64]) -> G {
        self.0[0].mul(scalar)
    }
}

impl<G: Group> FixedBases<G> for Plain<G> {
    fn points(&self) -> usize {
        self.0.len()
    }
    fn bytes(&self) -> usize {
        size_of_val(&*self.0)
    }
    fn multi_mul_vartime(&self, scalars: &[&[u64]], threads: usize) -> G {
        G::multi_mul_vartime(&self.0, scalars, threads)
    }
}

/// [`Group::fixed_base`] of any group.
pub(crate) fn base<G: Group>(point: &G, most_bytes: usize) -> Result<Box<dyn FixedBase<G>>> {
    Ok(Box::new(Plain::within(core::slice::from_ref(point), most_bytes)?))
}

/// [`Group::fixed_bases`] of any group.
pub(crate) fn bases<G: Group>(points: &[G], most_bytes: usize) -> Result<Box<dyn FixedBases<G>>> {
    Ok(Box::new(Plain::within(points, most_bytes)?))
}

/// Refuses a bound on memory below what is needed at least.
///
/// # Errors
/// [`Error::Memory`].
pub fn enough(least: usize, most: usize) -> Result<()> {
    if most < least { Err(Error::Memory { least, most }) } else { Ok(()) }
}
