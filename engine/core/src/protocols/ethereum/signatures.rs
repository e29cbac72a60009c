//! What Ethereum's consensus adds to BLS signatures: the functions of its specification of Altair (consensus-specs,
//! specs/altair/bls.md), under their names there.

use crate::Group;
use crate::prime::ate::Bls12381;
use crate::prime::groups::G1Affine;
use crate::protocols::bls::{MinimalPublicKey, PublicKey, Signature};

/// The sum of public keys; none of no keys. It is the point at infinity, which is no key, where they cancel.
#[must_use]
pub fn eth_aggregate_pubkeys(keys: &[PublicKey<MinimalPublicKey>]) -> Option<G1Affine<Bls12381>> {
    (!keys.is_empty()).then(|| G1Affine::sum(keys.iter().map(PublicKey::point)))
}

/// [`Signature::fast_aggregate_verify`], which refuses the signature of nobody: here the point at infinity is one.
#[must_use]
pub fn eth_fast_aggregate_verify(
    keys: &[PublicKey<MinimalPublicKey>],
    message: &[u8],
    signature: &Signature<MinimalPublicKey>,
) -> bool {
    keys.is_empty() && signature.point().is_identity() || signature.fast_aggregate_verify(keys, message)
}
