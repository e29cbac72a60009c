//! Tests of fields and pairings, in one program: what several of them instantiate is compiled once.

mod ate_counts;
mod ate_pairing;
mod ate_vectors;
mod field;
mod ifma_vectors;
mod tower_laws;
mod tower_wholes;
mod type_a_pairing;
mod type_a_pbc;
