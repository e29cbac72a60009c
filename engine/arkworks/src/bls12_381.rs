//! BLS12-381.

use crate::convert::{Counterpart, counterparts, point};
use crate::groups::group;
use crate::pairing::pairing;
use ark_ec::pairing::{MillerLoopOutput, PairingOutput};
use ark_ff::Zero;
use pairforge_interface::{Pairing as _, Target};
use pairforge_prime::ate::{Ate, Bls12381 as Curve};
use pairforge_prime::groups::{self as ours, Point};
use pairforge_prime::params::Bls12381Fp;

pub use ark_bls12_381::{Fq, Fq2, Fq6, Fq12, Fr};

counterparts!(Curve, Bls12381Fp);
group!("G1", G1, G1Config, G1Affine, G1Projective, ark_bls12_381::g1::Config, ours::G1<Curve>, true);
group!("G2", G2, G2Config, G2Affine, G2Projective, ark_bls12_381::g2::Config, ours::G2<Curve>, true);
// The value is the cube of the engine's.
pairing!("BLS12-381, with the values of `ark_bls12_381::Bls12_381`.", Bls12381, |e| e.square().mul(&e));
