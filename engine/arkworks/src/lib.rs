//! BLS12-381 and BN254 for code that is generic over arkworks' [`Pairing`](ark_ec::pairing::Pairing): a prover or a verifier
//! takes [`Bls12381`] in the place of `ark_bls12_381::Bls12_381`, and [`Bn254`] in that of `ark_bn254::Bn254`.
//!
//! The fields are those of arkworks' crates themselves: gadgets, polynomials and hashes over them go on as they are. Groups
//! are arkworks' curves under a configuration of their own, so that this engine computes where time goes: pairings, sums of
//! many multiples, multiples, tests of membership, cofactors. Values and encodings are those of arkworks' crates, byte by byte.
//! Both have residues in the same Montgomery form, so that passing one from here to there copies words.
//!
//! | operation | computed by |
//! |---|---|
//! | `Pairing::pairing`, `multi_pairing`, `multi_miller_loop`, `final_exponentiation` | the engine |
//! | `VariableBaseMSM::msm` on `G1` and `G2` | the engine, on all cores with the feature `parallel` |
//! | [`Config::msm_bigint`], in the place of `VariableBaseMSM::msm_bigint` | the same |
//! | multiples of points, in constant time; membership; cofactors | the engine |
//! | sums of points, fields, and of `VariableBaseMSM` all but `msm`, which no configuration can replace | arkworks |
//!
//! ```
//! use ark_ec::{PrimeGroup, pairing::Pairing};
//! use pairforge_arkworks::{Bls12381, Bn254};
//!
//! fn bilinear<E: Pairing>(a: E::ScalarField) {
//!     let (p, q) = (E::G1::generator(), E::G2::generator());
//!     assert_eq!(E::pairing(p * a, q), E::pairing(p, q * a));
//! }
//!
//! bilinear::<Bls12381>(7.into());
//! bilinear::<Bn254>(7.into());
//! ```

pub mod bls12_381;
pub mod bn254;
mod convert;
mod groups;
mod pairing;
mod prepared;

pub use bls12_381::Bls12381;
pub use bn254::Bn254;
pub use groups::{Config, Group};
pub use prepared::Prepared;
