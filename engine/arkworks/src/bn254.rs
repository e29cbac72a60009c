//! BN254, also called alt_bn128.

use crate::convert::{Counterpart, counterparts, point};
use crate::groups::group;
use crate::pairing::pairing;
use ark_ec::pairing::{MillerLoopOutput, PairingOutput};
use ark_ff::Zero;
use pairforge_interface::{Pairing as _, Target};
use pairforge_prime::ate::{Ate, Bn254 as Curve};
use pairforge_prime::groups::{self as ours, Point};
use pairforge_prime::params::Bn254Fp;
use pairforge_prime::parse_hex;

pub use ark_bn254::{Fq, Fq2, Fq6, Fq12, Fr};

/// 2 u (6 u^2 + 3 u + 1), u the seed of the curve: the power of the engine's value that is arkworks', whose final
/// exponentiation is that of Fuentes-Castañeda, Knapp and Rodríguez-Henríquez (SAC 2011).
const POWER: [u64; 3] = parse_hex("3bec47df15e307c81ea96b02d9d9e38d2e5d4e223ddedaf4");

counterparts!(Curve, Bn254Fp);
group!("G1", G1, G1Config, G1Affine, G1Projective, ark_bn254::g1::Config, ours::G1<Curve>, false);
group!("G2", G2, G2Config, G2Affine, G2Projective, ark_bn254::g2::Config, ours::G2<Curve>, false);
pairing!("BN254, with the values of `ark_bn254::Bn254`.", Bn254, |e| e.pow(&POWER));
