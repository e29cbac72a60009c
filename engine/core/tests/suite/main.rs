//! Tests of the library, in one program: what several of them instantiate is compiled once.

mod ate_counts;
mod ate_pairing;
mod ate_vectors;
mod binary_fields;
mod binary_levels;
mod binary_pairings;
mod binary_tate;
mod binary_vectors;
mod groups_encoding;
mod groups_hash_to_curve;
mod groups_laws;
mod ifma_vectors;
mod prime_field;
mod protocols_bls;
mod protocols_generic;
mod registry;
mod ternary_fields;
mod ternary_pairings;
mod ternary_vectors;
mod tower_laws;
mod type_a_pairing;
mod type_a_pbc;
