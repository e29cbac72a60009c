//! Signatures and their aggregates.

use super::{BlsVariant, Choice, Either, Kind, Many, PublicKeyHandle};
use super::{checked_tag, decode, decode_all, encode, for_variant, messages, scheme, valid};
use crate::failure::{borrow_all, hand_out_all, take_back};
use crate::{Failure, Status, borrow, guard, hand_out, input};
use pairforge_engine::protocols::bls::{PublicKey, Signature, Variant};
use pairforge_engine::{Error, Refused};
use std::ffi::c_int;

/// A signature, of one message or an aggregate: a point of the subgroup of order r.
pub struct SignatureHandle(pub(super) Either<Signed>);

pub struct Signed;

impl Kind for Signed {
    const NAME: &'static str = "signature";
    type Of<V: Variant> = Signature<V>;

    fn bytes(variant: BlsVariant) -> usize {
        variant.signature_bytes()
    }

    fn decode<V: Variant>(bytes: &[u8]) -> Result<Signature<V>, Error> {
        Signature::from_bytes(bytes)
    }

    fn write<V: Variant>(signature: &Signature<V>, out: &mut [u8]) {
        signature.write(out);
    }
}

impl Many for Signed {
    fn decode_all<V: Variant>(
        encodings: &[&[u8]],
        seed: &[u8; 32],
        threads: usize,
    ) -> Result<Vec<Signature<V>>, Refused> {
        Signature::from_bytes_all(encodings, seed, threads)
    }
}

/// Keys, each with its message.
type Pairs<'a, V> = Vec<(PublicKey<V>, &'a [u8])>;

fn pairs<'a, V: Choice>(keys: &[&PublicKeyHandle], messages: Vec<&'a [u8]>) -> Result<Pairs<'a, V>, Failure> {
    Ok(V::all(keys.iter().map(|key| &key.0))?.into_iter().zip(messages).collect())
}

/// The signature of pairforge_bls_signature_bytes bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_signature_decode(
    variant: c_int,
    bytes: *const u8,
    length: usize,
    out: *mut *mut SignatureHandle,
) -> Status {
    // SAFETY: the caller passes so many bytes.
    guard(|| hand_out(out, SignatureHandle(unsafe { decode(variant, bytes, length)? })))
}

/// `n` signatures, one after the other, faster than one by one; `seed`, `threads`, `out` and what is missed are those of
/// pairforge_point_decode_all.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_signature_decode_all(
    variant: c_int,
    bytes: *const u8,
    n: usize,
    seed: *const u8,
    threads: usize,
    out: *mut *mut SignatureHandle,
) -> Status {
    let signatures = || {
        // SAFETY: the caller passes 32 bytes of seed, and those of `n` signatures.
        let signatures = unsafe { decode_all(variant, bytes, n, seed, threads)? };
        Ok(signatures.into_iter().map(SignatureHandle).collect())
    };
    // SAFETY: the caller passes room for `n` handles.
    guard(|| unsafe { hand_out_all(out, signatures) })
}

/// The bytes of a signature, pairforge_bls_signature_bytes.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_signature_encode(
    signature: *const SignatureHandle,
    bytes: *mut u8,
) -> Status {
    // SAFETY: the caller passes room for the bytes.
    guard(|| unsafe { encode(&borrow(signature)?.0, bytes) })
}

/// Aggregate: one signature of `n`, at least 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_signature_aggregate(
    signatures: *const *const SignatureHandle,
    n: usize,
    out: *mut *mut SignatureHandle,
) -> Status {
    guard(|| {
        // SAFETY: the caller passes `n` pointers to handles.
        let signatures = unsafe { borrow_all(signatures, n)? };
        let none = || Failure::Other(Status::Refused, "no signatures to aggregate".into());
        let first = signatures.first().ok_or_else(none)?;
        let sum = for_variant!(first.0.variant(), V, {
            Signature::aggregate(&V::all(signatures.iter().map(|signature| &signature.0))?).map(V::either)
        });
        hand_out(out, SignatureHandle(sum.ok_or_else(none)?))
    })
}

/// Verify: PAIRFORGE_STATUS_OK if this is the key's signature of the message, PAIRFORGE_STATUS_INVALID_SIGNATURE if it is
/// not. So say all that verify.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_verify(
    signature: *const SignatureHandle,
    scheme: c_int,
    key: *const PublicKeyHandle,
    message: *const u8,
    message_length: usize,
) -> Status {
    guard(|| {
        let (signature, scheme, key) = (&borrow(signature)?.0, self::scheme(scheme)?, &borrow(key)?.0);
        // SAFETY: the caller passes so many bytes.
        let message = unsafe { input(message, message_length)? };
        valid(for_variant!(signature.variant(), V, {
            V::of(signature)?.verify(scheme, V::of(key)?, message)
        }))
    })
}

/// CoreVerify: the same under a domain separation tag of the caller's, which must not be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_core_verify(
    signature: *const SignatureHandle,
    tag: *const u8,
    tag_length: usize,
    key: *const PublicKeyHandle,
    message: *const u8,
    message_length: usize,
) -> Status {
    guard(|| {
        let (signature, key) = (&borrow(signature)?.0, &borrow(key)?.0);
        // SAFETY: the caller passes so many bytes.
        let (tag, message) = unsafe { (input(tag, tag_length)?, input(message, message_length)?) };
        valid(for_variant!(signature.variant(), V, {
            V::of(signature)?.core_verify(checked_tag::<V>(tag)?, V::of(key)?, message)
        }))
    })
}

/// AggregateVerify: whether this aggregates signatures of `n` messages, each under its key. It does not where `n` is 0, or in
/// the basic scheme where two messages are equal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_aggregate_verify(
    signature: *const SignatureHandle,
    scheme: c_int,
    keys: *const *const PublicKeyHandle,
    messages: *const *const u8,
    message_lengths: *const usize,
    n: usize,
) -> Status {
    guard(|| {
        let (signature, scheme) = (&borrow(signature)?.0, self::scheme(scheme)?);
        // SAFETY: the caller passes `n` handles and messages.
        let (keys, messages) =
            unsafe { (borrow_all(keys, n)?, self::messages(messages, message_lengths, n)?) };
        valid(for_variant!(signature.variant(), V, {
            V::of(signature)?.aggregate_verify(scheme, &pairs::<V>(&keys, messages)?)
        }))
    })
}

/// CoreAggregateVerify: the same under such a tag. Messages may be equal.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_core_aggregate_verify(
    signature: *const SignatureHandle,
    tag: *const u8,
    tag_length: usize,
    keys: *const *const PublicKeyHandle,
    messages: *const *const u8,
    message_lengths: *const usize,
    n: usize,
) -> Status {
    guard(|| {
        let signature = &borrow(signature)?.0;
        // SAFETY: the caller passes so many bytes, handles and messages.
        let (tag, keys, messages) = unsafe {
            (input(tag, tag_length)?, borrow_all(keys, n)?, self::messages(messages, message_lengths, n)?)
        };
        valid(for_variant!(signature.variant(), V, {
            V::of(signature)?.core_aggregate_verify(checked_tag::<V>(tag)?, &pairs::<V>(&keys, messages)?)
        }))
    })
}

/// FastAggregateVerify: whether this aggregates signatures of one message under all `n` keys, in the scheme with proofs of
/// possession. Possession must have been verified for every key. It does not where `n` is 0.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_fast_aggregate_verify(
    signature: *const SignatureHandle,
    keys: *const *const PublicKeyHandle,
    n: usize,
    message: *const u8,
    message_length: usize,
) -> Status {
    guard(|| {
        let signature = &borrow(signature)?.0;
        // SAFETY: the caller passes `n` handles and so many bytes.
        let (keys, message) = unsafe { (borrow_all(keys, n)?, input(message, message_length)?) };
        valid(for_variant!(signature.variant(), V, {
            V::of(signature)?.fast_aggregate_verify(&V::all(keys.iter().map(|key| &key.0))?, message)
        }))
    })
}

/// Whether two signatures are the same. False where either is NULL or they are of different variants.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_signature_equal(
    a: *const SignatureHandle,
    b: *const SignatureHandle,
) -> bool {
    let (Ok(a), Ok(b)) = (borrow(a), borrow(b)) else { return false };
    for_variant!(a.0.variant(), V, V::own(&a.0) == V::own(&b.0))
}

/// Frees a signature.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_signature_free(signature: *mut SignatureHandle) {
    take_back(signature);
}
