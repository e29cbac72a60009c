//! Protocols on pairings: signatures, identity-based encryption, key agreement. They are small, complete, and
//! show the crate's traits in use; each says what it is fit for.

pub mod boneh_franklin;
pub mod joux;
mod oracle;
mod scalar;

#[cfg(feature = "prime")]
pub mod bls;
#[cfg(feature = "prime")]
pub mod ethereum;
