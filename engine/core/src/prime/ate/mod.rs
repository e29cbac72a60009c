//! Optimal ate pairings with embedding degree 12.

mod curve;
mod curves;

pub use curve::{Curve, Family, Twist};
pub use curves::{Bls12381, Bn254, Bn258, Bn462};
