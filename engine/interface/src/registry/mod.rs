//! Pairings behind one object-safe interface, for callers that choose a pairing by name at run time: bindings, the
//! command line, benchmarks, fuzz targets. Values pass as bytes in the encoding of [`Coefficients`](crate::Coefficients)
//! or as [opaque handles](Handle) that were validated once.
//!
//! Each family lists its own pairings as [`Adapter`]s, so that their code is compiled with the family.

mod adapter;
mod handle;
mod interface;
mod rejection;

pub use adapter::Adapter;
pub use handle::{Handle, Miller, Point, Prepared, Value};
pub use interface::{DynFixedBase, DynFixedBases, DynGroup, DynPairing, DynTarget, Form, Shape};
pub use rejection::{Argument, Rejection};

#[cfg(test)]
mod tests;
