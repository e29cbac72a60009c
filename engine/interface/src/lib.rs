//! What every family of pairings offers, whatever its field: the traits, their object-safe counterparts, the
//! errors, and the levels of instructions. The families are crates of their own on top of this one; `pairforge-engine` puts them together.
//!
//! Without the feature `std` it needs no operating system and allocates nothing.

#![cfg_attr(not(feature = "std"), no_std)]

#[cfg(feature = "std")]
mod copies;
pub mod cpu;
mod error;
#[cfg(feature = "std")]
pub mod fixed;
pub mod mask;
pub mod pairing;
#[cfg(feature = "std")]
pub mod registry;
pub mod security;
#[cfg(feature = "std")]
pub mod threads;

#[cfg(feature = "std")]
pub use copies::copies;
pub use error::{Error, Refused, Result};
pub use pairing::{Coefficients, Group, Pairing, Target};
