//! Tests of the library, in one program: what several of them instantiate is compiled once.

mod tiny;
mod vectors;
