//! Large primes: F_p in Montgomery form, towers, pairings with embedding degree 2 and 12.

pub mod ate;
mod base;
pub mod tower;

pub use base::BaseField;
