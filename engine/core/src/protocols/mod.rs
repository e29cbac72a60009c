//! Protocols on pairings: signatures, identity-based encryption, key agreement. They are small, complete, and
//! show the crate's traits in use; each says what it is fit for.

#[cfg(feature = "std")]
pub mod boneh_franklin;
#[cfg(feature = "std")]
pub mod joux;
#[cfg(feature = "std")]
mod oracle;
#[cfg(feature = "std")]
mod scalar;

#[cfg(feature = "bare")]
pub mod bls;
#[cfg(feature = "ethereum")]
pub mod ethereum;
