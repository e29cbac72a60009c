//! The groups G1 and G2 of the pairings with embedding degree 12, on BLS12 and BN curves.
//!
//! [`G1Affine<C>`] and [`G2Affine<C>`] are points of E(F_p) and of the sextic twist E'(F_p2) of the curve
//! `C`: [`Bls12381`](crate::ate::Bls12381) and the others that implement [`PairingGroups`]. Group law,
//! scalar multiplication, encodings and hashing are those of [`Group`](pairforge_interface::Group), with more in
//! [`Point`]. [`Scalar`] is an integer modulo their order.
//!
//! ```
//! use pairforge_interface::Group;
//! use pairforge_prime::ate::Bls12381;
//! use pairforge_prime::groups::G1Affine;
//!
//! let g = G1Affine::<Bls12381>::generator();
//! assert_eq!(g.mul(&[3]), g.double().add(&g));
//! assert_eq!(G1Affine::from_compressed(&g.to_compressed()), Ok(g));
//! ```

#[cfg(test)]
mod additions_tests;
mod cofactor;
mod curves;
#[cfg(feature = "std")]
mod decompression;
#[cfg(feature = "std")]
mod fixed;
mod g1;
mod g2;
mod kinds;
#[cfg(feature = "std")]
mod membership;
mod multiple;
mod pairing_groups;
mod point;
#[cfg(feature = "std")]
mod roots;
mod scalar;

pub use cofactor::Cofactor;
pub use kinds::{G1, G2};
pub use pairing_groups::PairingGroups;
pub use point::{Point, Subgroup};
pub use scalar::{Scalar, ScalarField};

/// A point of E(F_p).
pub type G1Affine<C> = Point<G1<C>>;
/// A point of the sextic twist E'(F_p2).
pub type G2Affine<C> = Point<G2<C>>;
