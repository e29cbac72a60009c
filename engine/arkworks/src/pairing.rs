//! The pairing.

use crate::convert::{Counterpart, point};
use crate::groups::{G1Affine, G1Config, G1Projective, G2Affine, G2Config, G2Projective};
use ark_bls12_381::{Fq, Fq12, Fr};
use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ff::Zero;
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use pairforge_interface::{Pairing as _, Target};
use pairforge_prime::ate::{Ate, Bls12381 as Curve};
use pairforge_prime::groups::Point;

/// BLS12-381, with the values of `ark_bls12_381::Bls12_381`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12381;

macro_rules! prepared {
    ($name:ident, $group:literal, $affine:ty, $projective:ty) => {
        #[doc = concat!("A point of ", $group, " for Miller loops: the point itself, as whole loops of several")]
        /// points are faster than those with lines of each precomputed.
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, CanonicalSerialize, CanonicalDeserialize)]
        pub struct $name(pub $affine);

        impl From<$affine> for $name {
            fn from(point: $affine) -> Self {
                $name(point)
            }
        }

        impl From<&$affine> for $name {
            fn from(point: &$affine) -> Self {
                $name(*point)
            }
        }

        impl From<$projective> for $name {
            fn from(point: $projective) -> Self {
                $name(point.into())
            }
        }

        impl From<&$projective> for $name {
            fn from(point: &$projective) -> Self {
                $name((*point).into())
            }
        }
    };
}

prepared!(G1Prepared, "G1", G1Affine, G1Projective);
prepared!(G2Prepared, "G2", G2Affine, G2Projective);

impl Pairing for Bls12381 {
    type BaseField = Fq;
    type ScalarField = Fr;
    type G1 = G1Projective;
    type G1Affine = G1Affine;
    type G1Prepared = G1Prepared;
    type G2 = G2Projective;
    type G2Affine = G2Affine;
    type G2Prepared = G2Prepared;
    type TargetField = Fq12;

    /// Points must lie in their subgroups. Values are those of the engine's loop, which differ from other libraries' by what
    /// the final exponentiation takes to 1.
    fn multi_miller_loop(
        a: impl IntoIterator<Item = impl Into<G1Prepared>>,
        b: impl IntoIterator<Item = impl Into<G2Prepared>>,
    ) -> MillerLoopOutput<Self> {
        let terms: Vec<_> = a
            .into_iter()
            .zip(b)
            .map(|(p, q)| {
                let (p, q): (G1Prepared, G2Prepared) = (p.into(), q.into());
                (
                    Point::from_affine_unchecked(point::<G1Config, _>(&p.0)),
                    Point::from_affine_unchecked(point::<G2Config, _>(&q.0)),
                )
            })
            .collect();
        MillerLoopOutput(Fq12::theirs(&Ate::<Curve>::multi_miller_loop(&terms)))
    }

    /// None of 0. The value is the cube of the engine's, as `ark-bls12-381` has it.
    fn final_exponentiation(value: MillerLoopOutput<Self>) -> Option<PairingOutput<Self>> {
        if value.0.is_zero() {
            return None;
        }
        let e = Ate::<Curve>::final_exponentiation(&value.0.ours());
        Some(PairingOutput(Fq12::theirs(e.square().mul(&e).element())))
    }
}
