//! Ethereum's precompiles on bytes, and what its consensus adds to BLS signatures.

use crate::bls::{keys, signature};
use crate::error::rejected;
use pairforge_engine::Group;
use pairforge_engine::protocols::ethereum::{self, Precompile, kzg::TrustedSetup};
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

/// The sum of public keys, compressed.
#[pyfunction]
pub fn eth_aggregate_pubkeys<'py>(
    py: Python<'py>,
    given: Vec<Vec<u8>>,
    seed: [u8; 32],
) -> PyResult<Bound<'py, PyBytes>> {
    let sum = py.detach(|| keys(&given, &seed, 1).map(|keys| ethereum::eth_aggregate_pubkeys(&keys)))?;
    let sum = sum.ok_or_else(|| rejected("no keys to aggregate"))?;
    Ok(PyBytes::new(py, &sum.to_compressed()))
}

/// Whether a signature is one of this message by all these keys, or the point at infinity where there are none.
#[pyfunction]
pub fn eth_fast_aggregate_verify(
    py: Python<'_>,
    given: Vec<Vec<u8>>,
    message: &[u8],
    bytes: &[u8],
    seed: [u8; 32],
) -> PyResult<bool> {
    py.detach(|| {
        let (keys, signature) = (keys(&given, &seed, 1)?, signature(bytes)?);
        Ok(ethereum::eth_fast_aggregate_verify(&keys, message, &signature))
    })
}
