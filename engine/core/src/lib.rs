//! Pairings on elliptic curves over binary, ternary and large prime fields, as fast as this processor allows.
//!
//! | family | pairings | module |
//! |---|---|---|
//! | characteristic two | eta_T, Tate; embedding degree 4 | `binary` |
//! | characteristic three | eta_T; embedding degree 6 | `ternary` |
//! | large primes | Tate with embedding degree 2, optimal ate with embedding degree 12 | `prime` |
//!
//! Every pairing is a type that implements [`Pairing`]; [`cpu`] says which instructions it uses.

pub mod cpu;
mod error;
pub mod pairing;
pub mod protocols;
pub mod registry;

#[cfg(feature = "binary")]
pub mod binary;
#[cfg(feature = "prime")]
pub mod prime;
#[cfg(feature = "ternary")]
pub mod ternary;

pub use error::{Error, Result};
pub use pairing::{Coefficients, Group, Pairing, Target};
