//! BLS signatures over BLS12-381: the functions of the engine's `protocols::bls`, on handles of either variant.

mod batch;
mod consensus;
mod key;
mod possession;
mod secret;
mod signature;

pub use key::PublicKeyHandle;
pub use possession::PossessionHandle;
pub use secret::SecretKeyHandle;
pub use signature::SignatureHandle;

use crate::failure::{self, array, room};
use crate::{Failure, Status, input, output};
use pairforge_engine::prime::groups::Point;
use pairforge_engine::protocols::bls::{MinimalPublicKey, MinimalSignature, Scheme, Variant};
use pairforge_engine::{Error, Group, Refused};
use std::ffi::c_int;

/// Which group holds public keys, and which signatures.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum BlsVariant {
    /// Public keys in G1, 48 bytes; signatures in G2, 96 bytes.
    MinimalPublicKey = 0,
    /// Signatures in G1, 48 bytes; public keys in G2, 96 bytes.
    MinimalSignature = 1,
}

/// How a scheme keeps an attacker from choosing a public key that cancels others.
#[repr(C)]
#[derive(Clone, Copy)]
pub enum BlsScheme {
    /// The messages of an aggregate must differ.
    Basic = 0,
    /// What is signed is the public key followed by the message.
    MessageAugmentation = 1,
    /// Each public key comes with a proof that its owner knows the secret; verify it before use.
    ProofOfPossession = 2,
}

impl BlsVariant {
    /// The variant of a number of C's.
    fn numbered(number: c_int) -> Result<Self, Failure> {
        let known = [BlsVariant::MinimalPublicKey, BlsVariant::MinimalSignature];
        known.into_iter().find(|variant| *variant as c_int == number).ok_or_else(|| {
            let known = "0 (minimal public keys), 1 (minimal signatures)";
            Failure::Other(Status::Refused, format!("no BLS variant {number}; there are {known}"))
        })
    }

    /// Bytes of a public key.
    const fn key_bytes(self) -> usize {
        match self {
            BlsVariant::MinimalPublicKey => 48,
            BlsVariant::MinimalSignature => 96,
        }
    }

    /// Bytes of a signature or a proof of possession.
    const fn signature_bytes(self) -> usize {
        match self {
            BlsVariant::MinimalPublicKey => 96,
            BlsVariant::MinimalSignature => 48,
        }
    }
}

/// A domain separation tag that signatures of this variant may be under.
fn checked_tag<V: Variant>(tag: &[u8]) -> Result<&[u8], Failure> {
    Ok(Point::<V::Sig>::checked_tag(tag)?)
}

/// The scheme of a number of C's.
fn scheme(number: c_int) -> Result<Scheme, Failure> {
    const BASIC: c_int = BlsScheme::Basic as c_int;
    const AUGMENTATION: c_int = BlsScheme::MessageAugmentation as c_int;
    const POSSESSION: c_int = BlsScheme::ProofOfPossession as c_int;
    match number {
        BASIC => Ok(Scheme::Basic),
        AUGMENTATION => Ok(Scheme::MessageAugmentation),
        POSSESSION => Ok(Scheme::ProofOfPossession),
        _ => {
            let known = "0 (basic), 1 (message augmentation), 2 (proof of possession)";
            Err(Failure::Other(Status::Refused, format!("no BLS scheme {number}; there are {known}")))
        }
    }
}

/// A kind of value that both variants have.
pub trait Kind {
    /// What it is called in the line of an error.
    const NAME: &'static str;
    /// The type of the engine.
    type Of<V: Variant>;

    /// Bytes of an encoding.
    fn bytes(variant: BlsVariant) -> usize;
    /// Decodes and validates.
    fn decode<V: Variant>(bytes: &[u8]) -> Result<Self::Of<V>, Error>;
    /// What is said of bytes that are refused.
    fn refused(why: Error) -> Failure {
        Failure::Input(Self::NAME, why)
    }
    /// Writes an encoding.
    fn write<V: Variant>(value: &Self::Of<V>, out: &mut [u8]);
}

/// A kind of which many are decoded at once.
trait Many: Kind {
    fn decode_all<V: Variant>(
        encodings: &[&[u8]],
        seed: &[u8; 32],
        threads: usize,
    ) -> Result<Vec<Self::Of<V>>, Refused>;
}

/// A value of either variant.
pub enum Either<K: Kind> {
    MinimalPublicKey(K::Of<MinimalPublicKey>),
    MinimalSignature(K::Of<MinimalSignature>),
}

impl<K: Kind> Either<K> {
    const fn variant(&self) -> BlsVariant {
        match self {
            Either::MinimalPublicKey(_) => BlsVariant::MinimalPublicKey,
            Either::MinimalSignature(_) => BlsVariant::MinimalSignature,
        }
    }
}

/// A variant as a type, between values of its own and those of either.
trait Choice: Variant {
    /// The value of this variant.
    fn own<K: Kind>(of: &Either<K>) -> Option<&K::Of<Self>>;
    /// The value as one of either variant.
    fn either<K: Kind>(of: K::Of<Self>) -> Either<K>;

    /// The value, which must be of this variant.
    fn of<K: Kind>(of: &Either<K>) -> Result<&K::Of<Self>, Failure> {
        Self::own(of).ok_or_else(|| {
            let line = format!("{}: a handle of the other BLS variant", K::NAME);
            Failure::Other(Status::OtherPairing, line)
        })
    }

    /// The values of handles that must all be of this variant.
    fn all<'a, K: Kind<Of<Self>: Copy> + 'a>(
        of: impl IntoIterator<Item = &'a Either<K>>,
    ) -> Result<Vec<K::Of<Self>>, Failure> {
        of.into_iter().map(|of| Self::of(of).copied()).collect()
    }
}

impl Choice for MinimalPublicKey {
    fn own<K: Kind>(of: &Either<K>) -> Option<&K::Of<Self>> {
        if let Either::MinimalPublicKey(value) = of { Some(value) } else { None }
    }

    fn either<K: Kind>(of: K::Of<Self>) -> Either<K> {
        Either::MinimalPublicKey(of)
    }
}

impl Choice for MinimalSignature {
    fn own<K: Kind>(of: &Either<K>) -> Option<&K::Of<Self>> {
        if let Either::MinimalSignature(value) = of { Some(value) } else { None }
    }

    fn either<K: Kind>(of: K::Of<Self>) -> Either<K> {
        Either::MinimalSignature(of)
    }
}

/// `$body` with `$V` bound to the variant as a type.
macro_rules! for_variant {
    ($variant:expr, $V:ident, $body:expr) => {
        match $variant {
            $crate::bls::BlsVariant::MinimalPublicKey => {
                type $V = pairforge_engine::protocols::bls::MinimalPublicKey;
                $body
            }
            $crate::bls::BlsVariant::MinimalSignature => {
                type $V = pairforge_engine::protocols::bls::MinimalSignature;
                $body
            }
        }
    };
}
use for_variant;

/// The value that was encoded.
///
/// # Safety
/// `bytes` is NULL or valid for reading `length` bytes.
unsafe fn decode<K: Kind>(variant: c_int, bytes: *const u8, length: usize) -> Result<Either<K>, Failure> {
    let variant = BlsVariant::numbered(variant)?;
    // SAFETY: the caller's promise.
    let bytes = unsafe { input(bytes, length)? };
    let decoded = for_variant!(variant, V, K::decode::<V>(bytes).map(V::either));
    decoded.map_err(K::refused)
}

/// The values of `n` encodings, one after the other.
///
/// # Safety
/// `bytes` is NULL or valid for reading `n` encodings, `seed` for reading 32 bytes.
unsafe fn decode_all<K: Many>(
    variant: c_int,
    bytes: *const u8,
    n: usize,
    seed: *const u8,
    threads: usize,
) -> Result<Vec<Either<K>>, Failure> {
    let variant = BlsVariant::numbered(variant)?;
    let size = K::bytes(variant);
    // SAFETY: the caller's promise.
    let (seed, bytes) = unsafe { (failure::seed(seed)?, input(bytes, n.saturating_mul(size))?) };
    let encodings: Vec<_> = bytes.chunks_exact(size).collect();
    Ok(for_variant!(variant, V, {
        let values = K::decode_all::<V>(&encodings, &seed, threads)?;
        values.into_iter().map(V::either).collect()
    }))
}

/// Writes the encoding of a value.
///
/// # Safety
/// `bytes` is NULL or valid for writing as many as the encoding has.
unsafe fn encode<K: Kind>(value: &Either<K>, bytes: *mut u8) -> Result<(), Failure> {
    // SAFETY: the caller's promise.
    let out = unsafe { output(bytes, K::bytes(value.variant()))? };
    for_variant!(value.variant(), V, K::write::<V>(V::of(value)?, out));
    Ok(())
}

/// Messages that the caller passes.
///
/// # Safety
/// `messages` and `lengths` are NULL or valid for reading `n` of each; every message is NULL or valid for reading so
/// many bytes as its length says.
unsafe fn messages<'a>(
    messages: *const *const u8,
    lengths: *const usize,
    n: usize,
) -> Result<Vec<&'a [u8]>, Failure> {
    // SAFETY: the caller's promise.
    let (messages, lengths) = unsafe { (array(messages, n)?, array(lengths, n)?) };
    let all = messages.iter().zip(lengths);
    // SAFETY: the caller's promise.
    all.map(|(message, length)| unsafe { input(*message, *length) }).collect()
}

/// What a verification says.
fn valid(holds: bool) -> Result<(), Failure> {
    if holds { Ok(()) } else { Err(Failure::InvalidSignature) }
}

/// Bytes of a public key of this variant; 0 where there is none of this number.
#[unsafe(no_mangle)]
pub extern "C" fn pairforge_bls_public_key_bytes(variant: c_int) -> usize {
    BlsVariant::numbered(variant).map_or(0, BlsVariant::key_bytes)
}

/// Bytes of a signature of this variant, and of a proof of possession; 0 where there is none of this number.
#[unsafe(no_mangle)]
pub extern "C" fn pairforge_bls_signature_bytes(variant: c_int) -> usize {
    BlsVariant::numbered(variant).map_or(0, BlsVariant::signature_bytes)
}
