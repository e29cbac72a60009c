//! Keys, signatures and proofs of BLS in both variants: what is accepted encodes to the same bytes again.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pairforge_engine::protocols::bls::{
    MinimalPublicKey, MinimalSignature, Possession, PublicKey, SecretKey, Signature, Variant,
};

fn decode<V: Variant>(what: u8, bytes: &[u8]) {
    match what % 4 {
        0 => {
            if let Ok(key) = PublicKey::<V>::from_bytes(bytes) {
                assert_eq!(key.to_bytes(), bytes);
            }
        }
        1 => {
            if let Ok(signature) = Signature::<V>::from_bytes(bytes) {
                assert_eq!(signature.to_bytes(), bytes);
            }
        }
        2 => {
            if let Ok(proof) = Possession::<V>::from_bytes(bytes) {
                assert_eq!(proof.to_bytes(), bytes);
            }
        }
        _ => {
            if let Ok(key) = SecretKey::<V>::from_bytes(bytes) {
                assert_eq!(&key.to_bytes()[..], bytes);
            }
        }
    }
}

fuzz_target!(|data: &[u8]| {
    let [what, bytes @ ..] = data else { return };
    if what & 4 == 0 { decode::<MinimalPublicKey>(*what, bytes) } else { decode::<MinimalSignature>(*what, bytes) }
});
