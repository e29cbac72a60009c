//! What every family of pairings offers, whatever its field: the traits, their object-safe counterparts, the
//! errors, and the levels of instructions. The families are crates of their own on top of this one; `pairforge-engine` puts them together.

pub mod cpu;
mod error;
pub mod mask;
pub mod pairing;
pub mod registry;
pub mod security;
pub mod threads;

pub use error::{Error, Result};
pub use pairing::{Coefficients, Group, Pairing, Target};
