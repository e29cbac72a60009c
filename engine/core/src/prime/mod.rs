//! Large primes: F_p in Montgomery form, towers, pairings with embedding degree 2 and 12.

mod base;

pub use base::BaseField;
