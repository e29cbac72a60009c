//! Ethereum's precompiled contracts on pairing-friendly curves, as functions from bytes to bytes: EIP-196 and
//! EIP-197 on BN254, EIP-2537 on BLS12-381, and EIP-4844's point evaluation. Gas is the caller's concern.
//! [`eth_aggregate_pubkeys`] and [`eth_fast_aggregate_verify`] are what its consensus adds to [BLS
//! signatures](super::bls).
//!
//! Inputs are public, and time depends on them. [`Precompile`] has all of them by address and by name.
//!
//! ```
//! use pairforge_engine::protocols::ethereum::{Precompile, ecadd, ecmul};
//!
//! let word = |n: u8| { let mut word = [0; 32]; word[31] = n; word };
//! let generator = [word(1), word(2)].concat();
//! let double = ecadd(&[&generator[..], &generator].concat())?;
//! assert_eq!(ecmul(&[&generator[..], &word(2)].concat())?, double);
//! assert_eq!(Precompile::by_address(7), Some(Precompile::EcMul));
//!
//! let error = ecadd(&[word(1), word(1)].concat()).unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "term 0: point: not a point of the curve; must satisfy its equation, or be zeros for infinity"
//! );
//! # Ok::<(), pairforge_engine::protocols::ethereum::PrecompileError>(())
//! ```

mod bls12_381;
mod bn254;
mod bytes;
mod error;
pub mod kzg;
mod signatures;

pub use bls12_381::{g1_add, g1_msm, g2_add, g2_msm, map_fp_to_g1, map_fp2_to_g2, pairing_check};
pub use bn254::{ecadd, ecmul, ecpairing};
pub use error::{Place, PrecompileError};
pub use kzg::point_evaluation;
pub use signatures::{eth_aggregate_pubkeys, eth_fast_aggregate_verify};

/// A precompiled contract; its value is its address.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Precompile {
    /// [`ecadd`].
    EcAdd = 0x06,
    /// [`ecmul`].
    EcMul = 0x07,
    /// [`ecpairing`].
    EcPairing = 0x08,
    /// [`point_evaluation`].
    PointEvaluation = 0x0a,
    /// [`g1_add`].
    G1Add = 0x0b,
    /// [`g1_msm`].
    G1Msm = 0x0c,
    /// [`g2_add`].
    G2Add = 0x0d,
    /// [`g2_msm`].
    G2Msm = 0x0e,
    /// [`pairing_check`].
    PairingCheck = 0x0f,
    /// [`map_fp_to_g1`].
    MapFpToG1 = 0x10,
    /// [`map_fp2_to_g2`].
    MapFp2ToG2 = 0x11,
}

impl Precompile {
    /// All of them, by address.
    pub const ALL: [Self; 11] = [
        Precompile::EcAdd,
        Precompile::EcMul,
        Precompile::EcPairing,
        Precompile::PointEvaluation,
        Precompile::G1Add,
        Precompile::G1Msm,
        Precompile::G2Add,
        Precompile::G2Msm,
        Precompile::PairingCheck,
        Precompile::MapFpToG1,
        Precompile::MapFp2ToG2,
    ];

    /// The name in the standards.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Precompile::EcAdd => "ECADD",
            Precompile::EcMul => "ECMUL",
            Precompile::EcPairing => "ECPAIRING",
            Precompile::PointEvaluation => "POINT_EVALUATION",
            Precompile::G1Add => "BLS12_G1ADD",
            Precompile::G1Msm => "BLS12_G1MSM",
            Precompile::G2Add => "BLS12_G2ADD",
            Precompile::G2Msm => "BLS12_G2MSM",
            Precompile::PairingCheck => "BLS12_PAIRING_CHECK",
            Precompile::MapFpToG1 => "BLS12_MAP_FP_TO_G1",
            Precompile::MapFp2ToG2 => "BLS12_MAP_FP2_TO_G2",
        }
    }

    /// The address, one byte.
    #[must_use]
    pub const fn address(self) -> u8 {
        self as u8
    }

    /// Bytes of the output of a call that succeeds.
    #[must_use]
    pub const fn output_bytes(self) -> usize {
        match self {
            Precompile::EcPairing | Precompile::PairingCheck => 32,
            Precompile::EcAdd | Precompile::EcMul | Precompile::PointEvaluation => 64,
            Precompile::G1Add | Precompile::G1Msm | Precompile::MapFpToG1 => 128,
            Precompile::G2Add | Precompile::G2Msm | Precompile::MapFp2ToG2 => 256,
        }
    }

    /// The contract at this address.
    #[must_use]
    pub fn by_address(address: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.address() == address)
    }

    /// The contract of this name.
    #[must_use]
    pub fn by_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|one| one.name() == name)
    }

    /// What the contract gives for this input.
    ///
    /// # Errors
    /// Those of the function.
    pub fn call(self, input: &[u8]) -> Result<Vec<u8>, PrecompileError> {
        let function = match self {
            Precompile::EcAdd => ecadd,
            Precompile::EcMul => ecmul,
            Precompile::EcPairing => ecpairing,
            Precompile::PointEvaluation => point_evaluation,
            Precompile::G1Add => g1_add,
            Precompile::G1Msm => g1_msm,
            Precompile::G2Add => g2_add,
            Precompile::G2Msm => g2_msm,
            Precompile::PairingCheck => pairing_check,
            Precompile::MapFpToG1 => map_fp_to_g1,
            Precompile::MapFp2ToG2 => map_fp2_to_g2,
        };
        function(input)
    }
}
