//! Tests of the protocols and of the list of pairings, in one program.

mod bls;
mod protocols;
mod registry;
