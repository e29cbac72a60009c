//! BLS12-381 with the traits of zkcrypto's crates `ff`, `group` and `pairing`: code that is generic over
//! [`pairing::Engine`] or [`pairing::MultiMillerLoop`] runs on this engine with [`Bls12381`].
//!
//! Encodings are those of the crate `bls12_381`: the ZCash format for points, little-endian bytes for scalars.
//! Multiples and powers take constant time; random elements come from the generator that is passed.
//!
//! ```
//! use pairforge_zkcrypto::{Bls12381, G1Projective, G2Projective, Scalar};
//! use pairing::group::{Curve, Group};
//! use pairing::Engine;
//!
//! fn bilinear<E: Engine>(a: E::Fr, b: E::Fr) -> bool {
//!     let left = E::pairing(&(E::G1::generator() * a).to_affine(), &(E::G2::generator() * b).to_affine());
//!     left == E::pairing(&E::G1::generator().to_affine(), &E::G2::generator().to_affine()) * (a * b)
//! }
//! assert!(bilinear::<Bls12381>(Scalar::from(5), Scalar::from(7)));
//! ```

mod engine;
mod gt;
mod operators;
mod points;
mod scalar;

pub use engine::Bls12381;
pub use gt::{Gt, MillerValue};
pub use points::{Encoding, G1Affine, G1Projective, G2Affine, G2Prepared, G2Projective};
pub use scalar::Scalar;

use pairforge_interface::Pairing;
use pairforge_prime::ate::{Ate, Bls12381 as Curve};

impl pairing::Engine for Bls12381 {
    type Fr = Scalar;
    type G1 = G1Projective;
    type G1Affine = G1Affine;
    type G2 = G2Projective;
    type G2Affine = G2Affine;
    type Gt = Gt;

    fn pairing(p: &G1Affine, q: &G2Affine) -> Gt {
        Gt(Ate::<Curve>::pair(p.point(), q.point()))
    }
}

impl pairing::MultiMillerLoop for Bls12381 {
    type G2Prepared = G2Prepared;
    type Result = MillerValue;

    fn multi_miller_loop(terms: &[(&G1Affine, &G2Prepared)]) -> MillerValue {
        let terms: Vec<_> = terms.iter().map(|(p, q)| (*p.point(), *q.0.point())).collect();
        MillerValue(Ate::<Curve>::multi_miller_loop(&terms))
    }
}
