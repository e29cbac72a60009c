//! The signatures of Ethereum's consensus: its whole suite of test cases, those among them that must fail.

#![cfg(feature = "ethereum")]

use crate::vectors::{bytes, list, read, text};
use pairforge_engine::prime::ate::Bls12381;
use pairforge_engine::prime::curve::Coordinate;
use pairforge_engine::prime::groups::{G1Affine, G2Affine};
use pairforge_engine::protocols::bls::{
    MinimalPublicKey, PublicKey, Scheme, SecretKey, Signature, verify_batch,
};
use pairforge_engine::protocols::ethereum::{eth_aggregate_pubkeys, eth_fast_aggregate_verify};
use pairforge_engine::{Group, Result};
use serde_json::Value;

const SCHEME: Scheme = Scheme::ProofOfPossession;

fn keys(case: &Value) -> Result<Vec<PublicKey<MinimalPublicKey>>> {
    list(&case["pubkeys"]).iter().map(|key| PublicKey::from_bytes(&bytes(key))).collect()
}

fn signatures(values: &Value) -> Result<Vec<Signature<MinimalPublicKey>>> {
    list(values).iter().map(|signature| Signature::from_bytes(&bytes(signature))).collect()
}

fn signature(case: &Value) -> Result<Signature<MinimalPublicKey>> {
    Signature::from_bytes(&bytes(&case["signature"]))
}

fn messages(case: &Value) -> Vec<Vec<u8>> {
    list(&case["messages"]).iter().map(bytes).collect()
}

/// What each case of a kind says, and the number of cases.
fn each(kind: &str, number: usize, holds: impl Fn(&Value) -> bool) {
    let document = read("bls/consensus");
    let cases = list(&document[kind]);
    assert_eq!(cases.len(), number, "{kind}");
    for case in cases {
        assert!(holds(case), "{}", text(&case["name"]));
    }
}

/// Whether `found` is the truth value of the case; what is refused is not valid.
fn is_valid(case: &Value, found: Result<bool>) -> bool {
    found.unwrap_or(false) == case["valid"].as_bool().expect("a truth value")
}

/// Whether `found` is the encoding in the case, or there is none in either.
fn is_encoding(expected: &Value, found: Option<Vec<u8>>) -> bool {
    found == (!expected.is_null()).then(|| bytes(expected))
}

#[test]
fn signing() {
    each("sign", 2, |case| {
        let key = SecretKey::<MinimalPublicKey>::from_bytes(&bytes(&case["sk"]));
        is_encoding(&case["sig"], key.ok().map(|key| key.sign(SCHEME, &bytes(&case["msg"])).to_bytes()))
    });
}

#[test]
fn aggregates() {
    each("aggregate", 6, |case| {
        let sum = signatures(&case["signatures"]).ok().and_then(|each| Signature::aggregate(&each));
        is_encoding(&case["aggregate"], sum.map(|sum| sum.to_bytes()))
    });
    each("aggregate_verify", 5, |case| {
        let messages = messages(case);
        let found = keys(case).and_then(|keys| {
            let pairs: Vec<_> = keys.into_iter().zip(messages.iter().map(Vec::as_slice)).collect();
            Ok(signature(case)?.aggregate_verify(SCHEME, &pairs))
        });
        is_valid(case, found)
    });
    each("fast_aggregate_verify", 12, |case| {
        let message = bytes(&case["message"]);
        let found = keys(case).and_then(|keys| Ok(signature(case)?.fast_aggregate_verify(&keys, &message)));
        is_valid(case, found)
    });
}

#[test]
fn batches() {
    each("batch_verify", 4, |case| {
        let messages = messages(case);
        let found = keys(case).and_then(|keys| {
            let claims = keys.into_iter().zip(&messages).zip(signatures(&case["signatures"])?);
            let claims: Vec<_> =
                claims.map(|((key, message), signature)| (key, &message[..], signature)).collect();
            Ok(verify_batch(SCHEME, &claims, &[1; 32], 1))
        });
        is_valid(case, found)
    });
}

#[test]
fn hashes_and_encodings() {
    let tag = b"QUUX-V01-CS02-with-BLS12381G2_XMD:SHA-256_SSWU_RO_";
    each("hash_to_G2", 4, |case| {
        let point = G2Affine::<Bls12381>::hash(&bytes(&case["msg"]), tag);
        let is = |coordinate: &dyn Fn(&mut [u8]), expected: &Value| {
            let mut found = [0; 96];
            coordinate(&mut found);
            // The coefficient of i comes first in an encoding.
            found.to_vec() == list(expected).iter().rev().flat_map(bytes).collect::<Vec<_>>()
        };
        is(&|out| point.x().write_be(out), &case["x"]) && is(&|out| point.y().write_be(out), &case["y"])
    });
    each("deserialization_G1", 16, |case| {
        is_valid(case, G1Affine::<Bls12381>::from_compressed(&bytes(&case["encoding"])).map(|_| true))
    });
    each("deserialization_G2", 18, |case| {
        is_valid(case, G2Affine::<Bls12381>::from_compressed(&bytes(&case["encoding"])).map(|_| true))
    });
}

#[test]
fn what_altair_adds() {
    each("eth_aggregate_pubkeys", 8, |case| {
        let sum = keys(case).ok().and_then(|keys| eth_aggregate_pubkeys(&keys));
        is_encoding(&case["aggregate"], sum.map(|sum| sum.to_compressed()))
    });
    each("eth_fast_aggregate_verify", 12, |case| {
        let message = bytes(&case["message"]);
        let found =
            keys(case).and_then(|keys| Ok(eth_fast_aggregate_verify(&keys, &message, &signature(case)?)));
        is_valid(case, found)
    });
}

#[test]
fn keys_that_cancel_have_a_sum() {
    let key = SecretKey::<MinimalPublicKey>::generate(&[7; 32], b"").expect("a key").public_key();
    let mut opposite = key.to_bytes();
    opposite[0] ^= 0x20;
    let pair = [key, PublicKey::from_bytes(&opposite).expect("a key")];
    assert!(eth_aggregate_pubkeys(&pair).expect("two keys").is_identity());
    assert_eq!(PublicKey::aggregate(&pair), None);
    let infinity = Signature::from_bytes(&[&[0xc0][..], &[0; 95]].concat()).expect("a point");
    assert!(eth_fast_aggregate_verify(&[], b"", &infinity));
    assert!(!eth_fast_aggregate_verify(&pair, b"", &infinity));
}
