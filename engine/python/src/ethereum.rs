//! Ethereum's precompiles on bytes.

use crate::error::rejected;
use pairforge_engine::protocols::ethereum::{Precompile, kzg::TrustedSetup};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// Names and addresses of all precompiles.
#[pyfunction]
pub fn precompiles() -> Vec<(&'static str, u8)> {
    Precompile::ALL.iter().map(|one| (one.name(), one.address())).collect()
}

/// What the precompile at this address gives.
#[pyfunction]
pub fn precompile<'py>(py: Python<'py>, address: u8, data: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
    let one = Precompile::by_address(address)
        .ok_or_else(|| rejected(format!("no precompile at address {address:#04x}")))?;
    py.detach(|| one.call(data)).map(|output| PyBytes::new(py, &output)).map_err(rejected)
}

/// Whether a proof shows that a committed polynomial is y at z, under the setup with this point, or Ethereum's.
#[pyfunction]
pub fn kzg_verify(
    py: Python<'_>,
    tau: Option<&[u8]>,
    commitment: &[u8],
    z: [u8; 32],
    y: [u8; 32],
    proof: &[u8],
) -> PyResult<bool> {
    let setup = tau.map_or_else(|| Ok(TrustedSetup::mainnet()), TrustedSetup::from_bytes);
    let setup = setup.map_err(|why| rejected(format!("setup: {why}")))?;
    py.detach(|| setup.verify(commitment, &z, &y, proof)).map_err(rejected)
}
