//! Secret keys, and what they sign.

use super::{BlsVariant, Choice, Either, Kind, PublicKeyHandle, SignatureHandle};
use super::{checked_tag, decode, encode, for_variant, scheme};
use crate::failure::take_back;
use crate::{Failure, Status, borrow, guard, hand_out, input};
use pairforge_engine::Error;
use pairforge_engine::protocols::bls::{SECRET_KEY_BYTES, SecretKey, Variant};
use std::ffi::c_int;
use zeroize::Zeroizing;

/// A secret key. It is wiped when it is freed.
pub struct SecretKeyHandle(pub(super) Either<Secret>);

pub struct Secret;

impl Kind for Secret {
    const NAME: &'static str = "secret key";
    type Of<V: Variant> = SecretKey<V>;

    fn bytes(_: BlsVariant) -> usize {
        SECRET_KEY_BYTES
    }

    fn decode<V: Variant>(bytes: &[u8]) -> Result<SecretKey<V>, Error> {
        SecretKey::from_bytes(bytes)
    }

    fn refused(why: Error) -> Failure {
        match why {
            Error::NotCanonical { .. } => {
                let line = format!("{}: must be an integer from 1 to r - 1", Self::NAME);
                Failure::Other(Status::NotCanonical, line)
            }
            why => Failure::Input(Self::NAME, why),
        }
    }

    fn write<V: Variant>(key: &SecretKey<V>, out: &mut [u8]) {
        out.copy_from_slice(&*Zeroizing::new(key.to_bytes()));
    }
}

/// KeyGen: the secret key of at least 32 bytes of secret randomness, and of public `info`, which may be empty.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_secret_key_generate(
    variant: c_int,
    material: *const u8,
    material_length: usize,
    info: *const u8,
    info_length: usize,
    out: *mut *mut SecretKeyHandle,
) -> Status {
    guard(|| {
        let variant = BlsVariant::numbered(variant)?;
        // SAFETY: the caller passes so many bytes.
        let (material, info) = unsafe { (input(material, material_length)?, input(info, info_length)?) };
        let made = for_variant!(variant, V, SecretKey::generate(material, info).map(V::either));
        hand_out(out, SecretKeyHandle(made.map_err(|why| Failure::Input("material", why))?))
    })
}

/// The secret key of 32 bytes, a big-endian integer from 1 to r - 1.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_secret_key_decode(
    variant: c_int,
    bytes: *const u8,
    length: usize,
    out: *mut *mut SecretKeyHandle,
) -> Status {
    // SAFETY: the caller passes so many bytes.
    guard(|| hand_out(out, SecretKeyHandle(unsafe { decode(variant, bytes, length)? })))
}

/// The 32 bytes of a secret key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_secret_key_encode(
    key: *const SecretKeyHandle,
    bytes: *mut u8,
) -> Status {
    // SAFETY: the caller passes room for the bytes.
    guard(|| unsafe { encode(&borrow(key)?.0, bytes) })
}

/// SkToPk: the public key of a secret one.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_public_key_of(
    key: *const SecretKeyHandle,
    out: *mut *mut PublicKeyHandle,
) -> Status {
    guard(|| {
        let key = &borrow(key)?.0;
        hand_out(out, PublicKeyHandle(for_variant!(key.variant(), V, V::either(V::of(key)?.public_key()))))
    })
}

/// Sign: the signature of a message in a scheme, one of pairforge_bls_scheme.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_sign(
    key: *const SecretKeyHandle,
    scheme: c_int,
    message: *const u8,
    message_length: usize,
    out: *mut *mut SignatureHandle,
) -> Status {
    guard(|| {
        let (key, scheme) = (&borrow(key)?.0, self::scheme(scheme)?);
        // SAFETY: the caller passes so many bytes.
        let message = unsafe { input(message, message_length)? };
        let signed = for_variant!(key.variant(), V, V::either(V::of(key)?.sign(scheme, message)));
        hand_out(out, SignatureHandle(signed))
    })
}

/// CoreSign: the signature of a message under a tag of the caller's, not empty, for suites that are none of the
/// draft's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_core_sign(
    key: *const SecretKeyHandle,
    tag: *const u8,
    tag_length: usize,
    message: *const u8,
    message_length: usize,
    out: *mut *mut SignatureHandle,
) -> Status {
    guard(|| {
        let key = &borrow(key)?.0;
        // SAFETY: the caller passes so many bytes.
        let (tag, message) = unsafe { (input(tag, tag_length)?, input(message, message_length)?) };
        let signed =
            for_variant!(key.variant(), V, V::either(V::of(key)?.core_sign(checked_tag::<V>(tag)?, message)));
        hand_out(out, SignatureHandle(signed))
    })
}

/// Wipes and frees a secret key.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn pairforge_bls_secret_key_free(key: *mut SecretKeyHandle) {
    take_back(key);
}
