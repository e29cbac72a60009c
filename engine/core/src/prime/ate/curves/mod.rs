//! The curves' literals.

mod bls12_381;
mod bn254;
mod bn258;
mod bn462;

pub use bls12_381::Bls12381;
pub use bn254::Bn254;
pub use bn258::Bn258;
pub use bn462::Bn462;
