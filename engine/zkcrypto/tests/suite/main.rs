//! Tests of the traits, in one program.

mod traits;
