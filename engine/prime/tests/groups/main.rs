//! Tests of curves and groups. They are a program of their own, so that it is compiled beside the other one.

mod decompression;
mod encoding;
mod fixed;
mod hash_to_curve;
mod laws;
mod membership;
mod multi_scalar;
mod scalar;
