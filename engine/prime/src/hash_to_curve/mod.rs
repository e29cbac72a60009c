//! Hashing to curves: the suites of RFC 9380 for BLS12-381, and try-and-increment for every other curve.
//!
//! The suites' random-oracle variants are what [`Group::hash`](pairforge_interface::Group::hash) computes. The pieces are
//! here for those who need them: [`hash_to_field`], the maps [`map_to_curve`] and
//! [`map_to_group`], and [`encode`] for the nonuniform variants.

mod bls12_381_g1;
mod bls12_381_g2;
mod expand;
mod increment;
mod sqrt_ratios;
mod sswu;

pub use bls12_381_g1::Isogenous11;
pub use bls12_381_g2::Isogenous3;
pub use expand::{expand_message_xmd, hash_to_field};
pub use increment::try_and_increment;
pub use sswu::{IsogenousCurve, encode, isogeny, map_to_curve, map_to_group, map_to_isogenous, map_two};
