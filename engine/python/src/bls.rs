//! BLS signatures on bytes. `small_keys`: public keys in G1 and signatures in G2; else the other way round.

use crate::error::rejected;
use pairforge_engine::protocols::bls::{
    Claim, MinimalPublicKey, MinimalSignature, Possession, PublicKey, Scheme, SecretKey, Signature, Variant,
    find_invalid, verify_batch,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The variant as a type: `$body` with `$V` bound to it.
macro_rules! variant {
    ($small_keys:expr, $V:ident, $body:expr) => {
        if $small_keys {
            type $V = MinimalPublicKey;
            $body
        } else {
            type $V = MinimalSignature;
            $body
        }
    };
}

fn scheme(name: &str) -> PyResult<Scheme> {
    match name {
        "basic" => Ok(Scheme::Basic),
        "augmentation" => Ok(Scheme::MessageAugmentation),
        "possession" => Ok(Scheme::ProofOfPossession),
        _ => Err(PyValueError::new_err(format!(
            "no scheme {name:?}; there are \"basic\", \"augmentation\", \"possession\""
        ))),
    }
}

fn keys<V: Variant>(keys: &[Vec<u8>]) -> PyResult<Vec<PublicKey<V>>> {
    let read = |(i, key): (usize, &Vec<u8>)| {
        PublicKey::from_bytes(key).map_err(|error| rejected(format!("key {i}: {error}")))
    };
    keys.iter().enumerate().map(read).collect()
}

fn signature<V: Variant>(bytes: &[u8]) -> PyResult<Signature<V>> {
    Signature::from_bytes(bytes).map_err(|error| rejected(format!("signature: {error}")))
}

fn secret<V: Variant>(bytes: &[u8]) -> PyResult<SecretKey<V>> {
    SecretKey::from_bytes(bytes).map_err(|error| rejected(format!("secret key: {error}")))
}

/// A secret key of 32 bytes from at least 32 bytes of entropy.
#[pyfunction]
pub fn bls_generate(material: &[u8], info: &[u8]) -> PyResult<[u8; 32]> {
    SecretKey::<MinimalPublicKey>::generate(material, info).map(|key| key.to_bytes()).map_err(rejected)
}

/// The public key, compressed.
#[pyfunction]
pub fn bls_public_key(py: Python<'_>, small_keys: bool, key: &[u8]) -> PyResult<Vec<u8>> {
    variant!(small_keys, V, {
        let key = secret::<V>(key)?;
        Ok(py.detach(|| key.public_key().to_bytes()))
    })
}

/// A signature, compressed.
#[pyfunction]
pub fn bls_sign(
    py: Python<'_>,
    small_keys: bool,
    name: &str,
    key: &[u8],
    message: &[u8],
) -> PyResult<Vec<u8>> {
    let scheme = scheme(name)?;
    variant!(small_keys, V, {
        let key = secret::<V>(key)?;
        Ok(py.detach(|| key.sign(scheme, message).to_bytes()))
    })
}

/// Whether a signature is one of these messages by these keys, message by message.
#[pyfunction]
pub fn bls_verify(
    py: Python<'_>,
    small_keys: bool,
    name: &str,
    given: Vec<Vec<u8>>,
    messages: Vec<Vec<u8>>,
    bytes: &[u8],
) -> PyResult<bool> {
    let scheme = scheme(name)?;
    variant!(small_keys, V, {
        let (keys, signature) = (keys::<V>(&given)?, signature::<V>(bytes)?);
        let pairs: Vec<_> = keys.into_iter().zip(messages.iter().map(Vec::as_slice)).collect();
        Ok(py.detach(|| match &pairs[..] {
            [(key, message)] => signature.verify(scheme, key, message),
            pairs => signature.aggregate_verify(scheme, pairs),
        }))
    })
}

/// Each signature with its key and message.
fn claims<'a, V: Variant>(
    given: &[Vec<u8>],
    messages: &'a [Vec<u8>],
    signatures: &[Vec<u8>],
) -> PyResult<Vec<Claim<'a, V>>> {
    let read = |(i, bytes): (usize, &Vec<u8>)| {
        Signature::from_bytes(bytes).map_err(|error| rejected(format!("signature {i}: {error}")))
    };
    let signatures = signatures.iter().enumerate().map(read).collect::<PyResult<Vec<_>>>()?;
    let keys = keys::<V>(given)?.into_iter().zip(messages.iter().map(Vec::as_slice));
    Ok(keys.zip(signatures).map(|((key, message), signature)| (key, message, signature)).collect())
}

/// Whether all signatures are valid, each of its message under its key.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's own")]
pub fn bls_verify_batch(
    py: Python<'_>,
    small_keys: bool,
    name: &str,
    given: Vec<Vec<u8>>,
    messages: Vec<Vec<u8>>,
    signatures: Vec<Vec<u8>>,
    seed: [u8; 32],
    threads: usize,
) -> PyResult<bool> {
    let scheme = scheme(name)?;
    variant!(small_keys, V, {
        let claims = claims::<V>(&given, &messages, &signatures)?;
        Ok(py.detach(|| verify_batch(scheme, &claims, &seed, threads)))
    })
}

/// The places of the signatures that are not valid.
#[pyfunction]
#[expect(clippy::too_many_arguments, reason = "Python's own")]
pub fn bls_find_invalid(
    py: Python<'_>,
    small_keys: bool,
    name: &str,
    given: Vec<Vec<u8>>,
    messages: Vec<Vec<u8>>,
    signatures: Vec<Vec<u8>>,
    seed: [u8; 32],
    threads: usize,
) -> PyResult<Vec<usize>> {
    let scheme = scheme(name)?;
    variant!(small_keys, V, {
        let claims = claims::<V>(&given, &messages, &signatures)?;
        Ok(py.detach(|| find_invalid(scheme, &claims, &seed, threads)))
    })
}

/// Whether a signature is one of this message by all these keys, whose possession was proven.
#[pyfunction]
pub fn bls_fast_verify(
    py: Python<'_>,
    small_keys: bool,
    given: Vec<Vec<u8>>,
    message: &[u8],
    bytes: &[u8],
) -> PyResult<bool> {
    variant!(small_keys, V, {
        let (keys, signature) = (keys::<V>(&given)?, signature::<V>(bytes)?);
        Ok(py.detach(|| signature.fast_aggregate_verify(&keys, message)))
    })
}

/// One signature of several.
#[pyfunction]
pub fn bls_aggregate(small_keys: bool, given: Vec<Vec<u8>>) -> PyResult<Vec<u8>> {
    variant!(small_keys, V, {
        let signatures = given.iter().map(|bytes| signature::<V>(bytes)).collect::<PyResult<Vec<_>>>()?;
        let sum = Signature::aggregate(&signatures);
        sum.map(|sum| sum.to_bytes()).ok_or_else(|| rejected("no signatures to aggregate"))
    })
}

/// A proof that the secret key is known.
#[pyfunction]
pub fn bls_prove(py: Python<'_>, small_keys: bool, key: &[u8]) -> PyResult<Vec<u8>> {
    variant!(small_keys, V, {
        let key = secret::<V>(key)?;
        Ok(py.detach(|| key.prove_possession().to_bytes()))
    })
}

/// Whether a proof is one of this key.
#[pyfunction]
pub fn bls_verify_possession(py: Python<'_>, small_keys: bool, key: Vec<u8>, proof: &[u8]) -> PyResult<bool> {
    variant!(small_keys, V, {
        let keys = keys::<V>(&[key])?;
        let proof = Possession::from_bytes(proof).map_err(|error| rejected(format!("proof: {error}")))?;
        Ok(py.detach(|| keys[0].verify_possession(&proof)))
    })
}
