//! Optimal ate pairings of any family of pairing-friendly curves with a twist of degree 6 or 4: BN, BLS12, BLS24, BLS48,
//! KSS16, KSS18, BW6.
//!
//! A curve is a type that implements [`Curve`]; all its constants are written by the generator from the curve's file. There is
//! one algorithm for all: [`OptimalAte`].
//!
//! ```
//! use pairforge_families::{OptimalAte, curves::Bls12377};
//! use pairforge_interface::{Group, Pairing, Target};
//!
//! type E = OptimalAte<Bls12377>;
//! let (p, q) = (<E as Pairing>::G1::generator(), <E as Pairing>::G2::generator());
//! // e(2 P, 3 Q) = e(P, Q)^6
//! assert_eq!(E::pair(&p.mul(&[2]), &q.mul(&[3])), E::pair(&p, &q).pow(&[6]));
//! ```

pub mod curve;
pub mod curves;
pub mod final_exponentiation;
pub mod full;
pub mod groups;
pub mod half;
pub mod line;
pub mod map_to_curve;
pub mod miller;
mod pairing;
#[cfg(feature = "registry")]
mod registry;
mod sextic;
mod target;
pub mod tower;
pub mod twist;

pub use curve::Curve;
pub use groups::PairingGroups;
pub use pairing::{OptimalAte, Prepared};
#[cfg(feature = "registry")]
pub use registry::pairings;
pub use target::Gt;
