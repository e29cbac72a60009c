//! Large primes: F_p in Montgomery form, towers, pairings with embedding degree 2 and 12.
//!
//! The backends are `backend` for single residues (portable Rust, or assembly with BMI2 and ADX), and [`ifma`] and
//! `type_a::ifma` for whole pairings in AVX-512 IFMA; `ate::dispatch` and `type_a::miller` choose between them.

pub mod ate;
mod backend;
mod base;
mod combination;
pub mod curve;
mod field;
pub mod groups;
pub mod hash_to_curve;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub mod ifma;
mod inversion;
pub(crate) mod limbs;
mod modulus;
pub mod params;
mod registry;
pub mod tower;
pub mod type_a;
mod wide;

pub use base::BaseField;
pub use field::{Fp, PrimeParams};
pub use limbs::parse_hex;
pub use registry::pairings;
pub use wide::Wide;
