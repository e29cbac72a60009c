//! Large primes: F_p in Montgomery form, towers, pairings with embedding degree 2 and 12.
//!
//! The backends are `backend` for single residues (portable Rust, or assembly with BMI2 and ADX), [`ifma`] and `type_a::ifma`
//! for whole pairings in AVX-512 IFMA, `fma` and `type_a::fma` for Miller loops in AVX2; `ate::dispatch` and `type_a::miller`
//! choose between them.
//!
//! Without the feature `std` there are the optimal ate pairings, their groups and hashing to them, in portable code that
//! allocates nothing.

#![cfg_attr(not(feature = "std"), no_std)]

pub mod ate;
mod backend;
mod base;
mod combination;
pub mod curve;
#[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
mod digits;
mod field;
#[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
mod fma;
pub mod groups;
pub mod hash_to_curve;
#[cfg(all(feature = "std", target_arch = "x86_64", not(miri)))]
pub mod ifma;
mod inversion;
pub(crate) mod limbs;
#[cfg(feature = "std")]
mod modulus;
pub mod params;
mod prime_params;
#[cfg(feature = "registry")]
mod registry;
pub mod tower;
#[cfg(feature = "std")]
pub mod type_a;
mod vectors;
mod wide;

pub use base::BaseField;
pub use field::Fp;
pub use limbs::parse_hex;
pub use prime_params::PrimeParams;
#[cfg(feature = "registry")]
pub use registry::pairings;
pub use wide::Wide;
