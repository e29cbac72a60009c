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

/// Public keys, tested together.
pub fn keys<V: Variant>(given: &[Vec<u8>], seed: &[u8; 32], threads: usize) -> PyResult<Vec<PublicKey<V>>> {
    let given: Vec<_> = given.iter().map(Vec::as_slice).collect();
    PublicKey::from_bytes_all(&given, seed, threads).map_err(|refused| rejected(format!("key {refused}")))
}

fn signatures<V: Variant>(given: &[Vec<u8>], seed: &[u8; 32], threads: usize) -> PyResult<Vec<Signature<V>>> {
    let given: Vec<_> = given.iter().map(Vec::as_slice).collect();
    Signature::from_bytes_all(&given, seed, threads)
        .map_err(|refused| rejected(format!("signature {refused}")))
}

/// One signature.
pub fn signature<V: Variant>(bytes: &[u8]) -> PyResult<Signature<V>> {
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
    seed: [u8; 32],
) -> PyResult<bool> {
    let scheme = scheme(name)?;
    variant!(small_keys, V, {
        py.detach(|| {
            let (keys, signature) = (keys::<V>(&given, &seed, 1)?, signature::<V>(bytes)?);
            let pairs: Vec<_> = keys.into_iter().zip(messages.iter().map(Vec::as_slice)).collect();
            Ok(match &pairs[..] {
                [(key, message)] => signature.verify(scheme, key, message),
                pairs => signature.aggregate_verify(scheme, pairs),
            })
        })
    })
}

/// Each signature with its key and message.
fn claims<'a, V: Variant>(
    given: &[Vec<u8>],
    messages: &'a [Vec<u8>],
    signed: &[Vec<u8>],
    seed: &[u8; 32],
    threads: usize,
) -> PyResult<Vec<Claim<'a, V>>> {
    let signatures = signatures::<V>(signed, seed, threads)?;
    let keys = keys::<V>(given, seed, threads)?.into_iter().zip(messages.iter().map(Vec::as_slice));
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
        py.detach(|| {
            let claims = claims::<V>(&given, &messages, &signatures, &seed, threads)?;
            Ok(verify_batch(scheme, &claims, &seed, threads))
        })
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
        py.detach(|| {
            let claims = claims::<V>(&given, &messages, &signatures, &seed, threads)?;
            Ok(find_invalid(scheme, &claims, &seed, threads))
        })
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
    seed: [u8; 32],
) -> PyResult<bool> {
    variant!(small_keys, V, {
        py.detach(|| {
            let (keys, signature) = (keys::<V>(&given, &seed, 1)?, signature::<V>(bytes)?);
            Ok(signature.fast_aggregate_verify(&keys, message))
        })
    })
}

/// One signature of several.
#[pyfunction]
pub fn bls_aggregate(
    py: Python<'_>,
    small_keys: bool,
    given: Vec<Vec<u8>>,
    seed: [u8; 32],
) -> PyResult<Vec<u8>> {
    variant!(small_keys, V, {
        py.detach(|| {
            let sum = Signature::aggregate(&signatures::<V>(&given, &seed, 1)?);
            sum.map(|sum| sum.to_bytes()).ok_or_else(|| rejected("no signatures to aggregate"))
        })
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
        let key =
            PublicKey::<V>::from_bytes(&key).map_err(|error| rejected(format!("public key: {error}")))?;
        let proof = Possession::from_bytes(proof).map_err(|error| rejected(format!("proof: {error}")))?;
        Ok(py.detach(|| key.verify_possession(&proof)))
    })
}
