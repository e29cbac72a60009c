//! Large primes: F_p in Montgomery form, towers, pairings with embedding degree 2 and 12.

mod arch;
pub mod ate;
mod base;
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
pub mod tower;
pub mod type_a;

pub use base::BaseField;
pub use field::{Fp, PrimeParams, Wide};
