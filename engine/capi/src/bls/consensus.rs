//! What Ethereum's consensus adds to signatures: the functions of its specification of Altair (consensus-specs,
//! specs/altair/bls.md), under their names there.

use super::key::no_keys;
use super::{Choice, PublicKeyHandle, SignatureHandle, valid};
use crate::failure::borrow_all;
use crate::{Failure, Status, borrow, guard, input, output};
use pairforge_engine::Group;
use pairforge_engine::protocols::bls::{MinimalPublicKey, PublicKey};
use pairforge_engine::protocols::ethereum;

/// The keys of handles, all of the variant that the consensus has.
///
/// # Safety
/// `keys` is NULL or valid for reading `n` pointers that are NULL or handles.
unsafe fn keys(
    keys: *const *const PublicKeyHandle,
    n: usize,
) -> Result<Vec<PublicKey<MinimalPublicKey>>, Failure> {
    // SAFETY: the caller's promise.
    let handles = unsafe { borrow_all(keys, n)? };
    MinimalPublicKey::all(handles.iter().map(|key| &key.0))
}

/// eth_aggregate_pubkeys of Ethereum's consensus: the sum of `n` public keys, at least 1, all of the variant
/// PAIRFORGE_BLS_VARIANT_MINIMAL_PUBLIC_KEY. `bytes` has room for 48, which are the point at infinity, no public key, where
/// the keys cancel.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_eth_aggregate_pubkeys(
    keys: *const *const PublicKeyHandle,
    n: usize,
    bytes: *mut u8,
) -> Status {
    guard(|| {
        // SAFETY: the caller passes `n` pointers to handles.
        let keys = unsafe { self::keys(keys, n)? };
        let sum = ethereum::eth_aggregate_pubkeys(&keys).ok_or_else(no_keys)?.to_compressed();
        // SAFETY: the caller passes room for the bytes.
        unsafe { output(bytes, sum.len())? }.copy_from_slice(&sum);
        Ok(())
    })
}

/// eth_fast_aggregate_verify of Ethereum's consensus: pairforge_bls_fast_aggregate_verify for the variant
/// PAIRFORGE_BLS_VARIANT_MINIMAL_PUBLIC_KEY, but where `n` is 0 the point at infinity is a signature.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_eth_fast_aggregate_verify(
    signature: *const SignatureHandle,
    keys: *const *const PublicKeyHandle,
    n: usize,
    message: *const u8,
    message_length: usize,
) -> Status {
    guard(|| {
        let signature = MinimalPublicKey::of(&borrow(signature)?.0)?;
        // SAFETY: the caller passes `n` handles and so many bytes.
        let (keys, message) = unsafe { (self::keys(keys, n)?, input(message, message_length)?) };
        valid(ethereum::eth_fast_aggregate_verify(&keys, message, signature))
    })
}
