//! Proofs that the owner of a public key knows its secret. No signature can be passed as one.

use super::{BlsVariant, Choice, Either, Kind, PublicKeyHandle, SecretKeyHandle};
use super::{decode, encode, for_variant, valid};
use crate::failure::take_back;
use crate::{Status, borrow, guard, hand_out};
use pairforge_engine::Error;
use pairforge_engine::protocols::bls::{Possession, Variant};
use std::ffi::c_int;

/// A proof of possession: a point of the subgroup of order r.
pub struct PossessionHandle(Either<Proof>);

pub struct Proof;

impl Kind for Proof {
    const NAME: &'static str = "proof of possession";
    type Of<V: Variant> = Possession<V>;

    fn bytes(variant: BlsVariant) -> usize {
        variant.signature_bytes()
    }

    fn decode<V: Variant>(bytes: &[u8]) -> Result<Possession<V>, Error> {
        Possession::from_bytes(bytes)
    }

    fn write<V: Variant>(proof: &Possession<V>, out: &mut [u8]) {
        proof.write(out);
    }
}

/// PopProve: a proof that the secret key is known.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_prove_possession(
    key: *const SecretKeyHandle,
    out: *mut *mut PossessionHandle,
) -> Status {
    guard(|| {
        let key = &borrow(key)?.0;
        let proof = for_variant!(key.variant(), V, V::either(V::of(key)?.prove_possession()));
        hand_out(out, PossessionHandle(proof))
    })
}

/// PopVerify: PAIRFORGE_STATUS_OK if the proof is one of this key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_verify_possession(
    key: *const PublicKeyHandle,
    proof: *const PossessionHandle,
) -> Status {
    guard(|| {
        let (key, proof) = (&borrow(key)?.0, &borrow(proof)?.0);
        valid(for_variant!(key.variant(), V, V::of(key)?.verify_possession(V::of(proof)?)))
    })
}

/// The proof of pairforge_bls_signature_bytes bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_possession_decode(
    variant: c_int,
    bytes: *const u8,
    length: usize,
    out: *mut *mut PossessionHandle,
) -> Status {
    // SAFETY: the caller passes so many bytes.
    guard(|| hand_out(out, PossessionHandle(unsafe { decode(variant, bytes, length)? })))
}

/// The bytes of a proof, pairforge_bls_signature_bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_possession_encode(
    proof: *const PossessionHandle,
    bytes: *mut u8,
) -> Status {
    // SAFETY: the caller passes room for the bytes.
    guard(|| unsafe { encode(&borrow(proof)?.0, bytes) })
}

/// Frees a proof.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_possession_free(proof: *mut PossessionHandle) {
    take_back(proof);
}
