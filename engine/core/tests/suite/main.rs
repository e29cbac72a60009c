//! Tests of the protocols and of the list of pairings, in one program.

mod bls;
mod consensus;
mod ethereum;
mod protocols;
#[cfg(feature = "registry")]
mod registry;
#[cfg(feature = "prime")]
mod vectors;
