//! Hashing to curves: the suites of RFC 9380 for BLS12-381, and try-and-increment for every other curve.

mod expand;
mod increment;

pub use expand::{expand_message_xmd, hash_to_field};
pub use increment::try_and_increment;
