//! Registers of the processor.
//!
//! Every method is inlined into an entry point that has the target feature; without it these types are never made.

#[cfg(target_arch = "aarch64")]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

#[cfg(target_arch = "aarch64")]
pub(crate) use neon::Neon;
#[cfg(target_arch = "x86_64")]
pub(crate) use x86::{Xmm, Xmm3, Ymm, Zmm};
