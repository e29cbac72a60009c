//! Many signatures verified at once, each of its own message under its own key.

use super::{Choice, PublicKeyHandle, SignatureHandle, for_variant, messages, room, scheme, valid};
use crate::failure::{self, borrow_all};
use crate::{Failure, Status, guard};
use pairforge_engine::protocols::bls::{Claim, find_invalid, verify_batch};
use std::ffi::c_int;

/// What the caller says who signed.
struct Claims<'a> {
    keys: Vec<&'a PublicKeyHandle>,
    messages: Vec<&'a [u8]>,
    signatures: Vec<&'a SignatureHandle>,
}

impl<'a> Claims<'a> {
    /// # Safety
    /// All are NULL or valid for reading `n` of each, and messages for reading so many bytes as their lengths say.
    unsafe fn read(
        keys: *const *const PublicKeyHandle,
        messages: *const *const u8,
        message_lengths: *const usize,
        signatures: *const *const SignatureHandle,
        n: usize,
    ) -> Result<Self, Failure> {
        // SAFETY: the caller's promise.
        let (keys, messages, signatures) = unsafe {
            (borrow_all(keys, n)?, self::messages(messages, message_lengths, n)?, borrow_all(signatures, n)?)
        };
        Ok(Claims { keys, messages, signatures })
    }

    fn of_variant<V: Choice>(&self) -> Result<Vec<Claim<'a, V>>, Failure> {
        let keys = V::all(self.keys.iter().map(|key| &key.0))?.into_iter();
        let signatures = V::all(self.signatures.iter().map(|signature| &signature.0))?;
        let pairs = keys.zip(&self.messages).zip(signatures);
        Ok(pairs.map(|((key, message), signature)| (key, *message, signature)).collect())
    }
}

/// Whether all of `n` signatures are valid, each of its message under its key, faster than one by one; they are where `n` is
/// 0. An invalid one is missed with a probability of 2^-127, provided that whoever made the signatures could not guess the
/// 32 bytes of `seed`: draw them afresh from a cryptographic generator once the signatures are there. `threads`: 0 takes
/// all cores.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_verify_batch(
    scheme: c_int,
    keys: *const *const PublicKeyHandle,
    messages: *const *const u8,
    message_lengths: *const usize,
    signatures: *const *const SignatureHandle,
    n: usize,
    seed: *const u8,
    threads: usize,
) -> Status {
    guard(|| {
        let scheme = self::scheme(scheme)?;
        // SAFETY: the caller passes 32 bytes of seed, and `n` claims.
        let (seed, claims) =
            unsafe { (failure::seed(seed)?, Claims::read(keys, messages, message_lengths, signatures, n)?) };
        let Some(first) = claims.keys.first() else { return Ok(()) };
        valid(for_variant!(first.0.variant(), V, {
            verify_batch(scheme, &claims.of_variant::<V>()?, &seed, threads)
        }))
    })
}

/// Which of `n` signatures are not valid, quick where they are few: `*found` becomes how many, and `places`, with room for
/// `n`, begins with their places in rising order. The status is PAIRFORGE_STATUS_OK whatever is found. The rest is that of
/// pairforge_bls_verify_batch.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_find_invalid(
    scheme: c_int,
    keys: *const *const PublicKeyHandle,
    messages: *const *const u8,
    message_lengths: *const usize,
    signatures: *const *const SignatureHandle,
    n: usize,
    seed: *const u8,
    threads: usize,
    places: *mut usize,
    found: *mut usize,
) -> Status {
    guard(|| {
        let scheme = self::scheme(scheme)?;
        // SAFETY: the caller passes 32 bytes of seed, `n` claims, and room for `n` places and their number.
        let (seed, claims, places, found) = unsafe {
            (
                failure::seed(seed)?,
                Claims::read(keys, messages, message_lengths, signatures, n)?,
                room(places, n)?,
                &mut room(found, 1)?[0],
            )
        };
        let invalid = match claims.keys.first() {
            None => Vec::new(),
            Some(first) => for_variant!(first.0.variant(), V, {
                find_invalid(scheme, &claims.of_variant::<V>()?, &seed, threads)
            }),
        };
        places[..invalid.len()].copy_from_slice(&invalid);
        *found = invalid.len();
        Ok(())
    })
}
