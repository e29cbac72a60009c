//! The tests of the crate, one module for each concern.

mod groth16;
mod traits;
