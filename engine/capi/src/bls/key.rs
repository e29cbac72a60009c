//! Public keys.

use super::{BlsVariant, Choice, Either, Kind, Many, decode, decode_all, encode, for_variant};
use crate::failure::{borrow_all, hand_out_all, take_back};
use crate::{Failure, Status, borrow, guard, hand_out};
use pairforge_engine::protocols::bls::{PublicKey, Variant};
use pairforge_engine::{Error, Refused};
use std::ffi::c_int;

/// A public key: a point of the subgroup of order r other than the point at infinity.
pub struct PublicKeyHandle(pub(super) Either<Public>);

pub struct Public;

impl Kind for Public {
    const NAME: &'static str = "public key";
    type Of<V: Variant> = PublicKey<V>;

    fn bytes(variant: BlsVariant) -> usize {
        variant.key_bytes()
    }

    fn decode<V: Variant>(bytes: &[u8]) -> Result<PublicKey<V>, Error> {
        PublicKey::from_bytes(bytes)
    }

    fn write<V: Variant>(key: &PublicKey<V>, out: &mut [u8]) {
        key.write(out);
    }
}

impl Many for Public {
    fn decode_all<V: Variant>(
        encodings: &[&[u8]],
        seed: &[u8; 32],
        threads: usize,
    ) -> Result<Vec<PublicKey<V>>, Refused> {
        PublicKey::from_bytes_all(encodings, seed, threads)
    }
}

/// KeyValidate: the public key of pairforge_bls_public_key_bytes bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_public_key_decode(
    variant: c_int,
    bytes: *const u8,
    length: usize,
    out: *mut *mut PublicKeyHandle,
) -> Status {
    // SAFETY: the caller passes so many bytes.
    guard(|| hand_out(out, PublicKeyHandle(unsafe { decode(variant, bytes, length)? })))
}

/// `n` public keys, one after the other, faster than one by one; `seed`, `threads`, `out` and what is missed are those of
/// pairforge_point_decode_all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_public_key_decode_all(
    variant: c_int,
    bytes: *const u8,
    n: usize,
    seed: *const u8,
    threads: usize,
    out: *mut *mut PublicKeyHandle,
) -> Status {
    let keys = || {
        // SAFETY: the caller passes 32 bytes of seed, and those of `n` keys.
        let keys = unsafe { decode_all(variant, bytes, n, seed, threads)? };
        Ok(keys.into_iter().map(PublicKeyHandle).collect())
    };
    // SAFETY: the caller passes room for `n` handles.
    guard(|| unsafe { hand_out_all(out, keys) })
}

/// The bytes of a public key, pairforge_bls_public_key_bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_public_key_encode(
    key: *const PublicKeyHandle,
    bytes: *mut u8,
) -> Status {
    // SAFETY: the caller passes room for the bytes.
    guard(|| unsafe { encode(&borrow(key)?.0, bytes) })
}

/// What is said of a sum of no keys.
pub(super) fn no_keys() -> Failure {
    Failure::Other(Status::Refused, "no keys to aggregate".into())
}

/// The sum of `n` public keys, which verifies an aggregate of signatures of one message. Keys that cancel have none:
/// PAIRFORGE_STATUS_INFINITY.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_public_key_aggregate(
    keys: *const *const PublicKeyHandle,
    n: usize,
    out: *mut *mut PublicKeyHandle,
) -> Status {
    guard(|| {
        // SAFETY: the caller passes `n` pointers to handles.
        let keys = unsafe { borrow_all(keys, n)? };
        let first = keys.first().ok_or_else(no_keys)?;
        let sum = for_variant!(first.0.variant(), V, {
            PublicKey::aggregate(&V::all(keys.iter().map(|key| &key.0))?).map(V::either)
        });
        hand_out(out, PublicKeyHandle(sum.ok_or(Failure::Input("sum of the keys", Error::Infinity))?))
    })
}

/// Whether two public keys are the same. False where either is NULL or they are of different variants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_public_key_equal(
    a: *const PublicKeyHandle,
    b: *const PublicKeyHandle,
) -> bool {
    let (Ok(a), Ok(b)) = (borrow(a), borrow(b)) else { return false };
    for_variant!(a.0.variant(), V, V::own(&a.0) == V::own(&b.0))
}

/// Frees a public key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_public_key_free(key: *mut PublicKeyHandle) {
    take_back(key);
}
