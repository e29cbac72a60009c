//! EIP-4844: proofs that a committed polynomial has a value at a point (Kate, Zaverucha, Goldberg, ASIACRYPT
//! 2010), as the consensus specifications have them.

use super::bytes::exactly;
use super::error::{Place, PrecompileError};
use crate::prime::ate::{Ate, Bls12381, Gt};
use crate::prime::groups::{G1Affine, G2Affine};
use crate::prime::params::Bls12381Fr;
use crate::{Group, Pairing, Result, Target};
use sha2::{Digest, Sha256};

/// Coefficients of the polynomial of a blob: what the precompile returns first.
pub const FIELD_ELEMENTS_PER_BLOB: u32 = 4096;
/// The first byte of a versioned hash.
pub const VERSION: u8 = 1;

const WORD: usize = 32;
const POINT: usize = 48;

/// What a verifier needs of a trusted setup: tau times the generator of G2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TrustedSetup {
    tau: G2Affine<Bls12381>,
}

/// The second of `g2_monomial` in `trusted_setup_4096.json` of the consensus specifications.
const MAINNET: [u8; 96] = [
    0xb5, 0xbf, 0xd7, 0xdd, 0x8c, 0xde, 0xb1, 0x28, 0x84, 0x3b, 0xc2, 0x87, 0x23, 0x0a, 0xf3, 0x89, //
    0x26, 0x18, 0x70, 0x75, 0xcb, 0xfb, 0xef, 0xa8, 0x10, 0x09, 0xa2, 0xce, 0x61, 0x5a, 0xc5, 0x3d, //
    0x29, 0x14, 0xe5, 0x87, 0x0c, 0xb4, 0x52, 0xd2, 0xaf, 0xaa, 0xab, 0x24, 0xf3, 0x49, 0x9f, 0x72, //
    0x18, 0x5c, 0xbf, 0xee, 0x53, 0x49, 0x27, 0x14, 0x73, 0x44, 0x29, 0xb7, 0xb3, 0x86, 0x08, 0xe2, //
    0x39, 0x26, 0xc9, 0x11, 0xcc, 0xec, 0xea, 0xc9, 0xa3, 0x68, 0x51, 0x47, 0x7b, 0xa4, 0xc6, 0x0b, //
    0x08, 0x70, 0x41, 0xde, 0x62, 0x10, 0x00, 0xed, 0xc9, 0x8e, 0xda, 0xda, 0x20, 0xc1, 0xde, 0xf2, //
];

impl TrustedSetup {
    /// Ethereum's ceremony.
    #[must_use]
    pub fn mainnet() -> Self {
        static SETUP: std::sync::LazyLock<TrustedSetup> = std::sync::LazyLock::new(|| {
            TrustedSetup::from_bytes(&MAINNET).expect("a point of the subgroup, as a test sees")
        });
        *SETUP
    }

    /// The setup with this point, compressed.
    ///
    /// # Errors
    /// Any of [`Error`](crate::Error).
    pub fn from_bytes(tau: &[u8]) -> Result<Self> {
        Ok(TrustedSetup { tau: G2Affine::from_compressed(tau)? })
    }

    /// tau times the generator of G2.
    #[must_use]
    pub const fn tau(&self) -> &G2Affine<Bls12381> {
        &self.tau
    }

    /// `verify_kzg_proof` of the consensus specifications: whether `proof` shows that the polynomial behind
    /// `commitment` is y at z. Points are compressed, 48 bytes; z and y big-endian, 32 bytes.
    ///
    /// With C the commitment and W the proof, e(C - y P + z W, -Q) e(W, tau Q) = 1, P and Q the generators.
    ///
    /// # Errors
    /// [`PrecompileError::Encoding`], [`PrecompileError::Scalar`].
    pub fn verify(
        &self,
        commitment: &[u8],
        z: &[u8; WORD],
        y: &[u8; WORD],
        proof: &[u8],
    ) -> core::result::Result<bool, PrecompileError> {
        let scalar = |bytes: &[u8; WORD], item| match Bls12381Fr::from_bytes_be(bytes) {
            Some(scalar) => Ok(scalar.to_limbs()),
            None => Err(PrecompileError::Scalar { place: Place::only(item) }),
        };
        let point = |bytes: &[u8], item| {
            G1Affine::<Bls12381>::from_compressed(bytes)
                .map_err(|why| PrecompileError::Encoding { place: Place::only(item), why })
        };
        let (z, y) = (scalar(z, "z")?, scalar(y, "y")?);
        let (commitment, proof) = (point(commitment, "commitment")?, point(proof, "proof")?);
        let points = [proof, G1Affine::generator().neg()];
        let left = commitment.add(&G1Affine::multi_mul_vartime(&points, &[&z, &y], 1));
        let terms = [(left, G2Affine::generator().neg()), (proof, self.tau)];
        Ok(Ate::<Bls12381>::product(&terms) == Gt::one())
    }

    /// The point evaluation precompile under this setup; see [`point_evaluation`].
    ///
    /// # Errors
    /// Those of [`point_evaluation`].
    pub fn point_evaluation(&self, input: &[u8]) -> core::result::Result<Vec<u8>, PrecompileError> {
        exactly(input, 3 * WORD + 2 * POINT)?;
        let (words, points) = input.split_at(3 * WORD);
        let (commitment, proof) = points.split_at(POINT);
        let word = |i: usize| words[i * WORD..][..WORD].try_into().expect("32 bytes");
        if versioned_hash(commitment) != word(0) {
            return Err(PrecompileError::VersionedHash);
        }
        if !self.verify(commitment, &word(1), &word(2), proof)? {
            return Err(PrecompileError::Proof);
        }
        let mut out = vec![0; WORD];
        out[WORD - 4..].copy_from_slice(&FIELD_ELEMENTS_PER_BLOB.to_be_bytes());
        out.extend(G1Affine::<Bls12381>::ORDER.iter().rev().flat_map(|limb| limb.to_be_bytes()));
        Ok(out)
    }
}

/// The versioned hash of a commitment of 48 bytes: the version, and the last 31 bytes of its SHA-256.
#[must_use]
pub fn versioned_hash(commitment: &[u8]) -> [u8; 32] {
    let mut hash: [u8; 32] = Sha256::digest(commitment).into();
    hash[0] = VERSION;
    hash
}

/// POINT_EVALUATION, address 0x0a (EIP-4844): succeeds where a proof shows that a committed polynomial is y at z,
/// under the setup of Ethereum's ceremony.
///
/// Input: 192 bytes: the versioned hash of the commitment, z and y, 32 bytes each and big-endian; the commitment
/// and the proof, 48 bytes each and compressed. Output: 64 bytes, the number 4096 of elements in a blob and the
/// order r, 32 bytes each.
///
/// # Errors
/// [`PrecompileError::Length`], [`PrecompileError::VersionedHash`], [`PrecompileError::Scalar`],
/// [`PrecompileError::Encoding`], [`PrecompileError::Proof`].
pub fn point_evaluation(input: &[u8]) -> core::result::Result<Vec<u8>, PrecompileError> {
    TrustedSetup::mainnet().point_evaluation(input)
}
