//! Tests of the programs of Harrison, Page and Smart, in one program.

mod binary;
mod common;
mod curve;
mod extension;
mod pairing;
mod points;
mod ternary;
