//! Tests of the library, in one program: what several of them instantiate is compiled once.

mod fields;
mod levels;
mod pairings;
mod tate;
mod vectors;
