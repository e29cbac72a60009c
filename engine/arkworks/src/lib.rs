//! BLS12-381 for code that is generic over arkworks' [`Pairing`](ark_ec::pairing::Pairing): a prover or a verifier takes
//! [`Bls12381`] in the place of `ark_bls12_381::Bls12_381`.
//!
//! The fields are those of `ark-bls12-381` themselves: gadgets, polynomials and hashes over them go on as they are. Groups
//! are arkworks' curves under a configuration of their own, so that this engine computes where time goes: pairings, sums of
//! many multiples, multiples, tests of membership, cofactors. Values and encodings are those of `ark-bls12-381`, byte by byte.
//! Both have residues in the same Montgomery form, so that passing one from here to there copies words.
//!
//! | operation | computed by |
//! |---|---|
//! | `Pairing::pairing`, `multi_pairing`, `multi_miller_loop`, `final_exponentiation` | the engine |
//! | `VariableBaseMSM::msm` on `G1` and `G2` | the engine, on all cores with the feature `parallel` |
//! | multiples of points, in constant time; membership; cofactors | the engine |
//! | sums of points, fields, `msm_bigint` and what else of `VariableBaseMSM` a configuration cannot replace | arkworks |
//!
//! ```
//! use ark_ec::{PrimeGroup, pairing::Pairing};
//! use pairforge_arkworks::{Bls12381, Fr};
//!
//! fn bilinear<E: Pairing>(a: E::ScalarField) {
//!     let (p, q) = (E::G1::generator(), E::G2::generator());
//!     assert_eq!(E::pairing(p * a, q), E::pairing(p, q * a));
//! }
//!
//! bilinear::<Bls12381>(Fr::from(7));
//! ```

mod convert;
mod groups;
mod pairing;

pub use ark_bls12_381::{Fq, Fq2, Fq6, Fq12, Fr};
pub use groups::{G1Affine, G1Config, G1Projective, G2Affine, G2Config, G2Projective};
pub use pairing::{Bls12381, G1Prepared, G2Prepared};
