//! BLS signatures verified one by one and in batches, keys in G1, beside blst's: signatures of different messages,
//! decoded and validated before.

use crate::rounds::{Clock, least};
use blst::min_pk::{PublicKey as TheirKey, Signature as TheirSignature};
use pairforge_engine::protocols::bls::{Claim, MinimalPublicKey, Scheme, SecretKey, Signature, verify_batch};
use serde_json::{Value, json};
use std::hint::black_box;
use std::time::Duration;

const TAG: &[u8] = b"BLS_SIG_BLS12381G2_XMD:SHA-256_SSWU_RO_POP_";
const SCHEME: Scheme = Scheme::ProofOfPossession;
/// Bits of a weight, for blst.
const WEIGHT_BITS: usize = 128;

/// Nanoseconds for each signature: one by one, in a batch of `number` on one thread, and on all cores.
#[must_use]
pub fn table(number: usize, budget: Duration) -> Value {
    eprintln!("{number} signatures");
    let messages: Vec<[u8; 32]> =
        (0..number).map(|i| core::array::from_fn(|j| (i >> (8 * (j % 4))) as u8)).collect();
    let secret = |i: usize| SecretKey::<MinimalPublicKey>::generate(&messages[i], b"").expect("32 bytes");
    let claims: Vec<Claim<'_, MinimalPublicKey>> = (0..number)
        .map(|i| (secret(i).public_key(), &messages[i][..], secret(i).sign(SCHEME, &messages[i])))
        .collect();
    let keys: Vec<_> =
        claims.iter().map(|c| TheirKey::from_bytes(&c.0.to_bytes()).expect("a public key")).collect();
    let signatures: Vec<_> =
        claims.iter().map(|c| TheirSignature::from_bytes(&c.2.to_bytes()).expect("a signature")).collect();
    let (keys, signatures): (Vec<_>, Vec<_>) = (keys.iter().collect(), signatures.iter().collect());
    let texts: Vec<_> = messages.iter().map(|message| &message[..]).collect();
    let weights: Vec<_> = (1..=number)
        .map(|i| {
            let mut bytes = [0; 32];
            bytes[..8].copy_from_slice(&(i as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
            bytes[8..16].copy_from_slice(&(i as u64).wrapping_mul(0xc2b2_ae3d_27d4_eb4f).to_le_bytes());
            let mut scalar = blst::blst_scalar::default();
            // SAFETY: both point to values of the right type and length.
            unsafe { blst::blst_scalar_from_lendian(&mut scalar, bytes.as_ptr()) };
            scalar
        })
        .collect();
    let ours = |threads| assert!(verify_batch(SCHEME, black_box(&claims), &[7; 32], threads));
    let (key, message, signature): &(_, _, Signature<_>) = &claims[0];
    let [one, blst_one, batch, all, blst_all] = least(
        [
            (Clock::Wall, &mut || assert!(signature.verify(SCHEME, black_box(key), message))),
            (Clock::Wall, &mut || {
                let outcome = signatures[0].verify(false, texts[0], TAG, &[], black_box(keys[0]), false);
                assert_eq!(outcome, blst::BLST_ERROR::BLST_SUCCESS);
            }),
            (Clock::Thread, &mut || ours(1)),
            (Clock::Wall, &mut || ours(0)),
            (Clock::Wall, &mut || {
                let outcome = TheirSignature::verify_multiple_aggregate_signatures(
                    &texts,
                    TAG,
                    &keys,
                    false,
                    &signatures,
                    false,
                    &weights,
                    WEIGHT_BITS,
                );
                assert_eq!(outcome, blst::BLST_ERROR::BLST_SUCCESS);
            }),
        ],
        budget,
    );
    let each = |ns: f64| (ns / number as f64).round();
    json!({
        "signatures": number,
        "one_ns": one.round(), "blst_one_ns": blst_one.round(),
        "batch_ns": each(batch), "all_cores_ns": each(all), "blst_all_cores_ns": each(blst_all),
    })
}
