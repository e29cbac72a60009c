//! Tests of the library, in one program: what several of them instantiate is compiled once.

mod ate_counts;
mod ate_pairing;
mod ate_vectors;
mod field;
mod groups_decompression;
mod groups_encoding;
mod groups_hash_to_curve;
mod groups_laws;
mod groups_membership;
mod groups_scalar;
mod ifma_vectors;
mod multi_scalar;
mod tower_laws;
mod tower_wholes;
mod type_a_pairing;
mod type_a_pbc;
