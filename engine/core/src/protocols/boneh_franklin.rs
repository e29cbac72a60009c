//! Identity-based encryption (Boneh, Franklin, SIAM J. Computing 32(3), 2003) over any pairing, symmetric or
//! not.
//!
//! A key authority holds a master secret s and publishes s P. Whoever knows that can encrypt to a name; the
//! authority hands the owner of the name the private key s H(name). [`Public::encrypt`] is FullIdent, secure
//! against chosen ciphertexts in the random oracle model by the transform of Fujisaki and Okamoto;
//! [`Public::encrypt_basic`] is BasicIdent, which is malleable and there for study.
//!
//! Names hash to G2 and ciphertexts carry a point of G1, which keeps them short; over a symmetric pairing the
//! groups are the same, as in the paper.
//!
//! Fit for: encryption to names within an organisation that runs the authority, which can read everything
//! (key escrow) and has no way to revoke but to put a date into the name. Over `ate-bls12-381` the security
//! level is that of the curve; in characteristic two and three it is **broken**. Over curves without
//! constant-time hashing, encryption takes a time that depends on the name, which is public. RFC 5091 (BFIBE)
//! fixes encodings for the curve y^2 = x^3 + 1 only, which is none of this crate's: its ciphertexts are others.
//!
//! ```
//! # #[cfg(feature = "prime")] {
//! use pairforge_engine::prime::ate::{Ate, Bls12381};
//! use pairforge_engine::protocols::boneh_franklin::Authority;
//! # use rand_chacha::rand_core::SeedableRng;
//! # let mut rng = rand_chacha::ChaCha20Rng::seed_from_u64(1);
//!
//! let authority = Authority::<Ate<Bls12381>>::random(&mut rng);
//! let sealed = authority.public().encrypt(b"alice@example.org 2026", b"meet at noon", &mut rng);
//! let key = authority.extract(b"alice@example.org 2026");
//! assert_eq!(key.decrypt(&sealed).as_deref(), Some(&b"meet at noon"[..]));
//! # }
//! ```

use super::oracle::{oracle, xor};
use super::scalar::{Secret, bytes_to_reduce, random_scalar, unit_scalar, wipe};
use crate::{Coefficients, Error, Group, Pairing, Result, Target};
use core::fmt;
use rand_core::Rng;
use subtle::ConstantTimeEq;
use zeroize::Zeroizing;

/// Bytes of the random value that carries a ciphertext, and of its mask.
const SEED: usize = 32;

/// The key authority: the master secret.
pub struct Authority<P: Pairing> {
    secret: Secret,
    public: Public<P>,
}

/// What the authority publishes.
pub struct Public<P: Pairing> {
    /// s P.
    point: P::G1,
}

/// The private key of a name; it is wiped when it is dropped.
pub struct PrivateKey<P: Pairing> {
    /// s H(name).
    point: P::G2,
}

/// A message encrypted to a name with FullIdent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ciphertext<G: Group> {
    /// r P.
    point: G,
    /// The seed, masked by the pairing.
    seed: [u8; SEED],
    /// The message, masked by the seed.
    body: Vec<u8>,
}

/// A message encrypted to a name with BasicIdent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BasicCiphertext<G: Group> {
    /// r P.
    point: G,
    /// The message, masked by the pairing.
    body: Vec<u8>,
}

impl<P: Pairing> Drop for PrivateKey<P> {
    fn drop(&mut self) {
        wipe(&mut self.point, P::G2::identity());
    }
}

impl<P: Pairing> Clone for Public<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P: Pairing> Copy for Public<P> {}

impl<P: Pairing> fmt::Debug for Authority<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authority").field("public", &self.public.point).finish_non_exhaustive()
    }
}

impl<P: Pairing> fmt::Debug for Public<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Public").field("point", &self.point).finish()
    }
}

impl<P: Pairing> fmt::Debug for PrivateKey<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PrivateKey").finish_non_exhaustive()
    }
}

/// H1: the point of G2 of a name.
fn hash_name<P: Pairing>(name: &[u8]) -> P::G2 {
    P::G2::hash(name, format!("BF-IBE-V01-with-{}-name", P::NAME).as_bytes())
}

/// Bytes that are wiped when they are dropped.
type Bytes = Zeroizing<Vec<u8>>;

/// H2: `length` bytes from a value of the target group.
fn mask<P: Pairing>(mut value: P::Gt, length: usize) -> Bytes {
    let mut bytes = Zeroizing::new(vec![0; P::Gt::COUNT * P::Gt::WIDTH]);
    value.write(&mut bytes);
    wipe(&mut value, P::Gt::one());
    Zeroizing::new(oracle("boneh-franklin H2", &[P::NAME.as_bytes(), &bytes], length))
}

/// H3: the scalar of a seed and a message.
fn scalar_of<P: Pairing>(seed: &[u8], message: &[u8]) -> Secret {
    let parts = [P::NAME.as_bytes(), seed, message];
    let bytes = Zeroizing::new(oracle("boneh-franklin H3", &parts, bytes_to_reduce::<P::G1>()));
    unit_scalar::<P::G1>(&bytes)
}

/// H4: `length` bytes from a seed.
fn stream<P: Pairing>(seed: &[u8], length: usize) -> Bytes {
    Zeroizing::new(oracle("boneh-franklin H4", &[P::NAME.as_bytes(), seed], length))
}

/// `a` masked with `b`.
fn masked(a: &[u8], b: &[u8]) -> Vec<u8> {
    let mut out = a.to_vec();
    xor(&mut out, b);
    out
}

/// A point of G1 off the wire: in the subgroup, and not the identity.
fn read_point<G: Group>(bytes: &[u8]) -> Result<G> {
    let point = G::from_compressed(bytes)?;
    if point.is_identity() {
        return Err(Error::Infinity);
    }
    if point.is_in_subgroup() { Ok(point) } else { Err(Error::NotInSubgroup) }
}

impl<P: Pairing> Authority<P> {
    /// Setup: a fresh master secret.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let secret = random_scalar::<P, R>(rng);
        let public = Public { point: P::G1::generator().mul(&secret) };
        Authority { secret, public }
    }

    /// What to publish.
    #[must_use]
    pub const fn public(&self) -> &Public<P> {
        &self.public
    }

    /// Extract: the private key of a name.
    #[must_use]
    pub fn extract(&self, name: &[u8]) -> PrivateKey<P> {
        PrivateKey { point: hash_name::<P>(name).mul(&self.secret) }
    }
}

impl<P: Pairing> Public<P> {
    /// The compressed point.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.point.to_compressed()
    }

    /// Decodes and validates.
    ///
    /// # Errors
    /// Any of [`Error`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Ok(Public { point: read_point(bytes)? })
    }

    /// e(s P, H(name))^r.
    fn shared(&self, name: &[u8], r: &[u64]) -> P::Gt {
        P::pair(&self.point, &hash_name::<P>(name)).pow(r)
    }

    /// FullIdent: encrypts a message of any length to a name.
    pub fn encrypt<R: Rng + ?Sized>(&self, name: &[u8], message: &[u8], rng: &mut R) -> Ciphertext<P::G1> {
        let mut seed = [0; SEED];
        rng.fill_bytes(&mut seed);
        let r = scalar_of::<P>(&seed, message);
        let body = masked(message, &stream::<P>(&seed, message.len()));
        // What is left of the seed is public.
        xor(&mut seed, &mask::<P>(self.shared(name, &r), SEED));
        Ciphertext { point: P::G1::generator().mul(&r), seed, body }
    }

    /// BasicIdent: encrypts a message of any length to a name. Anyone can flip bits of the message unnoticed.
    pub fn encrypt_basic<R: Rng + ?Sized>(
        &self,
        name: &[u8],
        message: &[u8],
        rng: &mut R,
    ) -> BasicCiphertext<P::G1> {
        let r = random_scalar::<P, R>(rng);
        let body = masked(message, &mask::<P>(self.shared(name, &r), message.len()));
        BasicCiphertext { point: P::G1::generator().mul(&r), body }
    }
}

impl<P: Pairing> PrivateKey<P> {
    /// The compressed point, a secret.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        self.point.to_compressed()
    }

    /// Decodes and validates.
    ///
    /// # Errors
    /// Any of [`Error`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        Ok(PrivateKey { point: read_point(bytes)? })
    }

    /// Whether this is the key of `name` under the authority `public`: e(P, s H(name)) = e(s P, H(name)).
    #[must_use]
    pub fn is_key_of(&self, name: &[u8], public: &Public<P>) -> bool {
        let terms = [(P::G1::generator().neg(), self.point), (public.point, hash_name::<P>(name))];
        P::product(&terms) == P::Gt::one()
    }

    /// Decrypts; none if the ciphertext was not made for this key, or was changed.
    #[must_use]
    pub fn decrypt(&self, ciphertext: &Ciphertext<P::G1>) -> Option<Vec<u8>> {
        let pairing = P::pair(&ciphertext.point, &self.point);
        let seed = Zeroizing::new(masked(&ciphertext.seed, &mask::<P>(pairing, SEED)));
        let message = masked(&ciphertext.body, &stream::<P>(&seed, ciphertext.body.len()));
        let expected = P::G1::generator().mul(&scalar_of::<P>(&seed, &message));
        let same = expected.to_compressed().ct_eq(&ciphertext.point.to_compressed());
        bool::from(same).then_some(message)
    }

    /// Decrypts a message of BasicIdent, whatever has become of it on the way.
    #[must_use]
    pub fn decrypt_basic(&self, ciphertext: &BasicCiphertext<P::G1>) -> Vec<u8> {
        let shared = P::pair(&ciphertext.point, &self.point);
        masked(&ciphertext.body, &mask::<P>(shared, ciphertext.body.len()))
    }
}

impl<G: Group> Ciphertext<G> {
    /// The compressed point, the masked seed of 32 bytes, the masked message.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        [&self.point.to_compressed()[..], &self.seed, &self.body].concat()
    }

    /// Decodes and validates.
    ///
    /// # Errors
    /// Any of [`Error`].
    pub fn from_bytes(bytes: &[u8]) -> Result<Self> {
        let point = G::generator().to_compressed().len();
        if bytes.len() < point + SEED {
            return Err(Error::Length { expected: point + SEED, got: bytes.len() });
        }
        let (point, rest) = bytes.split_at(point);
        let (seed, body) = rest.split_at(SEED);
        let seed = seed.try_into().expect("split there");
        Ok(Ciphertext { point: read_point(point)?, seed, body: body.to_vec() })
    }
}
