//! BLS signatures over BLS12-381: draft-irtf-cfrg-bls-signature (version 05), with aggregation.
//!
//! Both variants ([`MinimalPublicKey`]: keys of 48 bytes in G1, signatures of 96 in G2; [`MinimalSignature`]:
//! the other way round) and all three schemes ([`Scheme`]), with their published names as domain separation
//! tags. Encodings are the compressed ones of draft-irtf-cfrg-pairing-friendly-curves.
//!
//! Fit for: signatures that are short, deterministic, and aggregate; with [`Scheme::ProofOfPossession`] and
//! `MinimalPublicKey` these are the signatures of Ethereum's consensus. Secret keys are used in constant
//! time. Every public key and signature that is decoded is checked to lie in its subgroup, and keys not to be
//! the identity. The scheme is not post-quantum, and a pairing is some hundred times slower to verify than an
//! Ed25519 signature.
//!
//! Without the feature `std` there are keys, signatures, proofs of possession and sums of both, but no aggregates of different
//! messages and no batches. Nothing is allocated.
//!
//! ```
//! use pairforge_engine::protocols::bls::{MinimalPublicKey, Scheme, SecretKey, Signature};
//!
//! let secret = SecretKey::<MinimalPublicKey>::generate(&[7; 32], b"")?;
//! let signature = secret.sign(Scheme::Basic, b"message");
//! assert!(signature.verify(Scheme::Basic, &secret.public_key(), b"message"));
//!
//! let other = SecretKey::<MinimalPublicKey>::generate(&[8; 32], b"")?;
//! let aggregate = Signature::aggregate(&[signature, other.sign(Scheme::Basic, b"another")]).unwrap();
//! let pairs = [(secret.public_key(), &b"message"[..]), (other.public_key(), b"another")];
//! assert!(aggregate.aggregate_verify(Scheme::Basic, &pairs));
//! # Ok::<(), pairforge_engine::Error>(())
//! ```

#[cfg(feature = "std")]
mod batch;
#[cfg(feature = "std")]
mod decoding;

#[cfg(feature = "std")]
pub use batch::{Claim, find_invalid, verify_batch};

#[cfg(feature = "std")]
use crate::fixed::FixedBase;
use crate::prime::ate::{Ate, Bls12381, Gt};
use crate::prime::curve::{Affine, Coordinate};
use crate::prime::groups::{G1, G1Affine, G2, G2Affine, Point, Subgroup};
use crate::prime::params::{BLS12_381_ORDER, Bls12381Fr};
use crate::{Error, Group, Pairing, Result, Target};
use core::fmt;
use core::marker::PhantomData;
use hkdf::HkdfExtract;
use sha2::{Digest, Sha256};
use subtle::{Choice, ConstantTimeEq};
use zeroize::{Zeroize, Zeroizing};

/// Bytes of a secret key.
pub const SECRET_KEY_BYTES: usize = 32;

/// A point of the group of public keys, and one of the group of signatures.
type Pair<V> = (Point<<V as Variant>::Key>, Point<<V as Variant>::Sig>);

/// A term of a product of pairings.
type Term = (G1Affine<Bls12381>, G2Affine<Bls12381>);

/// A value of the Miller loop.
pub type Miller = <Ate<Bls12381> as Pairing>::Miller;

/// Which group holds public keys, and which signatures.
pub trait Variant: Copy + fmt::Debug + Eq + Send + Sync + 'static {
    /// The curve of public keys.
    type Key: Subgroup;
    /// The curve of signatures.
    type Sig: Subgroup;
    /// The domain separation tags of signatures: basic, message augmentation, proof of possession; and of proofs of
    /// possession.
    const TAGS: [&'static str; 4];

    /// The point of G1, then that of G2.
    fn ordered(pair: Pair<Self>) -> Term;
    /// A table for multiples of the generator of the group of public keys. The first call makes it.
    #[cfg(feature = "std")]
    fn generator() -> &'static dyn FixedBase<Point<Self::Key>>;
}

/// The most bytes that the table of a generator takes.
#[cfg(feature = "std")]
const TABLE_BYTES: usize = 1 << 16;

/// The table of a generator, in a static variable.
#[cfg(feature = "std")]
macro_rules! generator_table {
    ($point:ty) => {
        fn generator() -> &'static dyn FixedBase<$point> {
            static TABLE: std::sync::LazyLock<Box<dyn FixedBase<$point>>> = std::sync::LazyLock::new(|| {
                <$point>::generator().fixed_base(TABLE_BYTES).expect("more bytes than the smallest table has")
            });
            &**TABLE
        }
    };
}

/// The tags, with the group of signatures.
macro_rules! tags {
    ($group:literal) => {
        [
            concat!("BLS_SIG_BLS12381", $group, "_XMD:SHA-256_SSWU_RO_NUL_"),
            concat!("BLS_SIG_BLS12381", $group, "_XMD:SHA-256_SSWU_RO_AUG_"),
            concat!("BLS_SIG_BLS12381", $group, "_XMD:SHA-256_SSWU_RO_POP_"),
            concat!("BLS_POP_BLS12381", $group, "_XMD:SHA-256_SSWU_RO_POP_"),
        ]
    };
}

/// Public keys in G1, 48 bytes; signatures in G2, 96 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimalPublicKey;

/// Signatures in G1, 48 bytes; public keys in G2, 96 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MinimalSignature;

impl Variant for MinimalPublicKey {
    type Key = G1<Bls12381>;
    type Sig = G2<Bls12381>;
    const TAGS: [&'static str; 4] = tags!("G2");

    fn ordered(pair: Pair<Self>) -> Term {
        pair
    }

    #[cfg(feature = "std")]
    generator_table!(G1Affine<Bls12381>);
}

impl Variant for MinimalSignature {
    type Key = G2<Bls12381>;
    type Sig = G1<Bls12381>;
    const TAGS: [&'static str; 4] = tags!("G1");

    fn ordered((key, signature): Pair<Self>) -> Term {
        (signature, key)
    }

    #[cfg(feature = "std")]
    generator_table!(G2Affine<Bls12381>);
}

/// How a scheme keeps an attacker from choosing a public key that cancels others (section 3 of the draft).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scheme {
    /// The messages of an aggregate must differ.
    Basic,
    /// What is signed is the public key followed by the message.
    MessageAugmentation,
    /// Each public key comes with a proof that its owner knows the secret; verify it with
    /// [`PublicKey::verify_possession`] before use.
    ProofOfPossession,
}

impl Scheme {
    /// The point of a message signed with `key`.
    fn hash<V: Variant>(self, key: &PublicKey<V>, message: &[u8]) -> Point<V::Sig> {
        let tag = V::TAGS[self as usize].as_bytes();
        match self {
            Scheme::MessageAugmentation => {
                Point::hash_parts(&[encoded(&key.0, &mut [0; MOST]), message], tag)
            }
            _ => Point::hash(message, tag),
        }
    }
}

/// Bytes of a compressed point of G2, the longer ones.
const MOST: usize = 96;

/// The compressed point, at the beginning of `room`.
fn encoded<'a, G: Subgroup>(point: &Point<G>, room: &'a mut [u8; MOST]) -> &'a [u8] {
    let bytes = &mut room[..Affine::<G>::COMPRESSED_BYTES];
    point.affine().write_compressed(bytes);
    bytes
}

/// The point of a public key, to prove possession of its secret.
fn hash_key<V: Variant>(key: &PublicKey<V>) -> Point<V::Sig> {
    Point::hash(encoded(&key.0, &mut [0; MOST]), V::TAGS[3].as_bytes())
}

/// A secret key: a scalar from 1 to r - 1. It is wiped when it is dropped.
#[derive(Clone)]
pub struct SecretKey<V: Variant> {
    scalar: [u64; 4],
    variant: PhantomData<V>,
}

/// A public key: a point of the subgroup other than the identity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PublicKey<V: Variant>(Point<V::Key>);

/// A signature, of one message or an aggregate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Signature<V: Variant>(Point<V::Sig>);

/// A proof that the owner of a public key knows its secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Possession<V: Variant>(Point<V::Sig>);

impl<V: Variant> Drop for SecretKey<V> {
    fn drop(&mut self) {
        self.scalar.zeroize();
    }
}

impl<V: Variant> fmt::Debug for SecretKey<V> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("SecretKey").finish_non_exhaustive()
    }
}

impl<V: Variant> SecretKey<V> {
    /// KeyGen (section 2.3 of the draft) with the salt SHA-256("BLS-SIG-KEYGEN-SALT-"): `material` must be at
    /// least 32 bytes of secret randomness.
    ///
    /// # Errors
    /// [`Error::Length`] if `material` is shorter.
    pub fn generate(material: &[u8], key_info: &[u8]) -> Result<Self> {
        const LENGTH: usize = 48;
        if material.len() < SECRET_KEY_BYTES {
            return Err(Error::Length { expected: SECRET_KEY_BYTES, got: material.len() });
        }
        let mut salt = Sha256::digest(b"BLS-SIG-KEYGEN-SALT-");
        loop {
            let mut bytes = Zeroizing::new([0; LENGTH]);
            let mut extract = HkdfExtract::<Sha256>::new(Some(&salt));
            extract.input_ikm(material);
            extract.input_ikm(&[0]);
            let (_, hkdf) = extract.finalize();
            hkdf.expand_multi_info(&[key_info, &[0, LENGTH as u8]], &mut bytes[..])
                .expect("48 bytes are less than HKDF gives");
            let scalar = Bls12381Fr::from_wide_be(&bytes[..]);
            if !bool::from(Coordinate::is_zero(&scalar)) {
                return Ok(SecretKey { scalar: scalar.to_limbs(), variant: PhantomData });
            }
            salt = Sha256::digest(salt);
        }
    }

    /// Decodes a big-endian integer of 32 bytes.
    ///
    /// # Errors
    /// [`Error::Length`], and [`Error::NotCanonical`] if it is 0 or not below r.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        if bytes.len() != SECRET_KEY_BYTES {
            return Err(Error::Length { expected: SECRET_KEY_BYTES, got: bytes.len() });
        }
        let mut scalar = Zeroizing::new([0; 4]);
        for (limb, chunk) in scalar.iter_mut().zip(bytes.rchunks(8)) {
            *limb = u64::from_be_bytes(chunk.try_into().expect("chunks of eight"));
        }
        let borrow = scalar.iter().zip(&BLS12_381_ORDER).fold(0, |borrow, (a, b)| {
            let difference = u128::from(*a).wrapping_sub(u128::from(*b) + borrow);
            difference >> 64 & 1
        });
        let zero = scalar.iter().fold(0, |all, limb| all | limb).ct_eq(&0);
        if bool::from(Choice::from(borrow as u8) & !zero) {
            Ok(SecretKey { scalar: *scalar, variant: PhantomData })
        } else {
            Err(Error::NotCanonical { coefficient: 0 })
        }
    }

    /// The big-endian integer.
    #[must_use]
    pub fn to_bytes(&self) -> [u8; SECRET_KEY_BYTES] {
        let mut bytes = [0; SECRET_KEY_BYTES];
        for (chunk, limb) in bytes.rchunks_mut(8).zip(&self.scalar) {
            chunk.copy_from_slice(&limb.to_be_bytes());
        }
        bytes
    }

    /// SkToPk. With the feature `std`, by a table of the generator that the first call makes.
    #[must_use]
    pub fn public_key(&self) -> PublicKey<V> {
        #[cfg(feature = "std")]
        return PublicKey(V::generator().mul(&self.scalar));
        #[cfg(not(feature = "std"))]
        PublicKey(Point::generator().mul(&self.scalar))
    }

    /// Sign.
    #[must_use]
    pub fn sign(&self, scheme: Scheme, message: &[u8]) -> Signature<V> {
        let key = match scheme {
            Scheme::MessageAugmentation => self.public_key(),
            // Not hashed.
            _ => PublicKey(Point::generator()),
        };
        Signature(scheme.hash(&key, message).mul(&self.scalar))
    }

    /// CoreSign (section 2.6), under a domain separation tag of the caller's: for suites that are not the
    /// draft's.
    ///
    /// # Panics
    /// If `tag` is empty.
    #[must_use]
    pub fn core_sign(&self, tag: &[u8], message: &[u8]) -> Signature<V> {
        Signature(Point::hash(message, tag).mul(&self.scalar))
    }

    /// PopProve.
    #[must_use]
    pub fn prove_possession(&self) -> Possession<V> {
        Possession(hash_key(&self.public_key()).mul(&self.scalar))
    }
}

/// e(-P, signature), the first term of a product that is 1 where a signature is right.
fn own_term<V: Variant>(signature: &Point<V::Sig>) -> Term {
    V::ordered((Point::generator().neg(), *signature))
}

/// Whether the product of the pairings of all terms is 1.
fn product_is_one(terms: &[Term]) -> bool {
    Ate::<Bls12381>::product(terms) == Gt::one()
}

/// Whether e(P, signature) = e(key, hash).
fn verify_one<V: Variant>(signature: &Point<V::Sig>, pair: Pair<V>) -> bool {
    product_is_one(&[own_term::<V>(signature), V::ordered(pair)])
}

/// Whether e(P, signature) is the product of e(key, hash) over all terms.
#[cfg(feature = "std")]
fn verify_all<V: Variant>(signature: &Point<V::Sig>, keys_and_hashes: impl Iterator<Item = Pair<V>>) -> bool {
    let others = keys_and_hashes.map(V::ordered);
    product_is_one(&core::iter::once(own_term::<V>(signature)).chain(others).collect::<Vec<_>>())
}

impl<V: Variant> PublicKey<V> {
    /// Decodes and validates a compressed point (KeyValidate).
    ///
    /// # Errors
    /// Any of [`Error`]; [`Error::Infinity`] for the identity.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let point = Point::from_compressed(bytes)?;
        if point.is_identity() { Err(Error::Infinity) } else { Ok(PublicKey(point)) }
    }

    /// The compressed point.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_compressed()
    }

    /// Writes the compressed point.
    ///
    /// # Panics
    /// If `out` does not have its 48 or 96 bytes.
    pub fn write(&self, out: &mut [u8]) {
        self.0.affine().write_compressed(out);
    }

    /// The sum of keys, which verifies an aggregate of signatures of one message; none of no keys, or where
    /// they cancel.
    #[must_use]
    pub fn aggregate(keys: &[Self]) -> Option<Self> {
        let sum = Point::sum(keys.iter().map(|key| &key.0));
        // The draft validates the sum as a key, which the identity is not.
        (!sum.is_identity()).then_some(PublicKey(sum))
    }

    /// The point.
    #[must_use]
    pub const fn point(&self) -> &Point<V::Key> {
        &self.0
    }

    /// PopVerify.
    #[must_use]
    pub fn verify_possession(&self, proof: &Possession<V>) -> bool {
        verify_one::<V>(&proof.0, (self.0, hash_key(self)))
    }
}

impl<V: Variant> Signature<V> {
    /// Decodes and validates a compressed point.
    ///
    /// # Errors
    /// Any of [`Error`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Point::from_compressed(bytes).map(Signature)
    }

    /// The compressed point.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_compressed()
    }

    /// Writes the compressed point.
    ///
    /// # Panics
    /// If `out` does not have its 48 or 96 bytes.
    pub fn write(&self, out: &mut [u8]) {
        self.0.affine().write_compressed(out);
    }

    /// The point.
    #[must_use]
    pub const fn point(&self) -> &Point<V::Sig> {
        &self.0
    }

    /// Verify.
    #[must_use]
    pub fn verify(&self, scheme: Scheme, key: &PublicKey<V>, message: &[u8]) -> bool {
        verify_one::<V>(&self.0, (key.0, scheme.hash(key, message)))
    }

    /// CoreVerify (section 2.7), under a domain separation tag of the caller's.
    ///
    /// # Panics
    /// If `tag` is empty.
    #[must_use]
    pub fn core_verify(&self, tag: &[u8], key: &PublicKey<V>, message: &[u8]) -> bool {
        verify_one::<V>(&self.0, (key.0, Point::hash(message, tag)))
    }

    /// CoreAggregateVerify (section 2.9), under a domain separation tag of the caller's. False of no pairs.
    ///
    /// # Panics
    /// If `tag` is empty.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn core_aggregate_verify(&self, tag: &[u8], pairs: &[(PublicKey<V>, &[u8])]) -> bool {
        let terms = pairs.iter().map(|(key, message)| (key.0, Point::hash(message, tag)));
        !pairs.is_empty() && verify_all::<V>(&self.0, terms)
    }

    /// Aggregate; none of no signatures.
    #[must_use]
    pub fn aggregate(signatures: &[Self]) -> Option<Self> {
        let points = signatures.iter().map(|signature| &signature.0);
        (!signatures.is_empty()).then(|| Signature(Point::sum(points)))
    }

    /// AggregateVerify: whether this aggregates signatures of each message under its key. False of no pairs,
    /// and in the basic scheme of equal messages.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn aggregate_verify(&self, scheme: Scheme, pairs: &[(PublicKey<V>, &[u8])]) -> bool {
        if pairs.is_empty() || (scheme == Scheme::Basic && !all_differ(pairs.iter().map(|pair| pair.1))) {
            return false;
        }
        let terms = pairs.iter().map(|(key, message)| (key.0, scheme.hash(key, message)));
        verify_all::<V>(&self.0, terms)
    }

    /// FastAggregateVerify: whether this aggregates signatures of one message under all keys, in the
    /// proof-of-possession scheme. False of no keys. Possession must have been verified for every key.
    #[must_use]
    pub fn fast_aggregate_verify(&self, keys: &[PublicKey<V>], message: &[u8]) -> bool {
        PublicKey::aggregate(keys).is_some_and(|sum| self.verify(Scheme::ProofOfPossession, &sum, message))
    }
}

#[cfg(feature = "std")]
fn all_differ<'a>(messages: impl Iterator<Item = &'a [u8]>) -> bool {
    let mut messages: Vec<_> = messages.collect();
    messages.sort_unstable();
    messages.windows(2).all(|pair| pair[0] != pair[1])
}

impl<V: Variant> Possession<V> {
    /// Decodes and validates a compressed point.
    ///
    /// # Errors
    /// Any of [`Error`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Point::from_compressed(bytes).map(Possession)
    }

    /// The compressed point.
    #[cfg(feature = "std")]
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.0.to_compressed()
    }

    /// Writes the compressed point.
    ///
    /// # Panics
    /// If `out` does not have its 48 or 96 bytes.
    pub fn write(&self, out: &mut [u8]) {
        self.0.affine().write_compressed(out);
    }
}
