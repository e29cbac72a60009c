//! The name of the pairing.

/// The pairing on BLS12-381.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12381;
