//! BLS signatures: published signatures, and the properties of every scheme and variant.

#![cfg(feature = "prime")]

use crate::vectors::{bytes, list, read};
use pairforge_engine::prime::ate::Bls12381;
use pairforge_engine::prime::groups::{G1Affine, G2Affine};
use pairforge_engine::protocols::bls::{
    Claim, MinimalPublicKey, MinimalSignature, Possession, PublicKey, Scheme, SecretKey, Signature, Variant,
    find_invalid, verify_batch,
};
use pairforge_engine::{Error, Group, Refused};
use proptest::prelude::*;
use serde_json::Value;

const SCHEMES: [Scheme; 3] = [Scheme::Basic, Scheme::MessageAugmentation, Scheme::ProofOfPossession];

fn vectors(name: &str) -> Value {
    read(&format!("bls/{name}"))
}

fn key<V: Variant>(value: &Value) -> PublicKey<V> {
    PublicKey::from_bytes(&bytes(value)).expect("a public key")
}

fn signature<V: Variant>(value: &Value) -> Signature<V> {
    Signature::from_bytes(&bytes(value)).expect("a signature")
}

#[test]
fn the_signatures_of_ethereum() {
    let vectors = vectors("ethereum");
    let scheme = Scheme::ProofOfPossession;
    for case in list(&vectors["sign"]) {
        let secret = SecretKey::<MinimalPublicKey>::from_bytes(&bytes(&case["sk"])).expect("a secret key");
        let made = secret.sign(scheme, &bytes(&case["msg"]));
        assert_eq!(made.to_bytes(), bytes(&case["sig"]));
        assert!(made.verify(scheme, &secret.public_key(), &bytes(&case["msg"])));
    }
    for case in list(&vectors["verify"]) {
        let key = PublicKey::<MinimalPublicKey>::from_bytes(&bytes(&case["pk"]));
        let signature = Signature::from_bytes(&bytes(&case["sig"]));
        let valid = match (key, signature) {
            (Ok(key), Ok(signature)) => signature.verify(scheme, &key, &bytes(&case["msg"])),
            _ => false,
        };
        assert_eq!(valid, case["valid"].as_bool().expect("a truth value"), "{}", case["name"]);
    }
    assert_eq!(
        SecretKey::<MinimalPublicKey>::from_bytes(&[0; 32]).err(),
        Some(Error::NotCanonical { coefficient: 0 })
    );
}

#[test]
fn the_beacon_of_drand() {
    let vectors = vectors("drand");
    let key = key::<MinimalSignature>(&vectors["pk"]);
    for round in list(&vectors["rounds"]) {
        assert!(signature(&round["sig"]).verify(Scheme::Basic, &key, &bytes(&round["msg"])));
    }
}

/// Signatures under a domain separation tag of their own, computed with blst.
fn cardano<V: Variant>(vectors: &Value) {
    const TAG: &[u8] = b"BLS_DST_CARDANO_BASE_V1";
    let secret = |case: &Value| {
        let secret = SecretKey::<V>::generate(&bytes(&case["seed"]), b"").expect("32 bytes");
        assert_eq!(secret.to_bytes().as_slice(), bytes(&case["sk"]));
        assert_eq!(secret.public_key(), key(&case["vk"]));
        secret
    };
    for case in list(&vectors["sign"]) {
        let made = secret(case).core_sign(TAG, &bytes(&case["msg"]));
        assert_eq!(made.to_bytes(), bytes(&case["sig"]));
        assert!(made.core_verify(TAG, &key(&case["vk"]), &bytes(&case["msg"])));
    }
    for case in list(&vectors["pop"]) {
        // Longer than a signature: two of them, the first of "PoP" and the key.
        let proof = bytes(&case["pop"]);
        let own = [b"PoP", &bytes(&case["vk"])[..]].concat();
        let made = secret(case).core_sign(TAG, &own).to_bytes();
        assert_eq!(made, proof[..made.len()]);
    }
    for case in list(&vectors["aggregate_keys"]) {
        let keys: Vec<_> = list(&case["signers"]).iter().map(|signer| key::<V>(&signer["vk"])).collect();
        assert_eq!(PublicKey::aggregate(&keys), Some(key(&case["agg_vk"])));
    }
    for kind in ["same_message", "distinct_messages"] {
        for case in list(&vectors[kind]) {
            let signers = list(&case["signers"]);
            let signatures: Vec<_> = signers.iter().map(|signer| signature::<V>(&signer["sig"])).collect();
            let aggregate = Signature::aggregate(&signatures).expect("not empty");
            assert_eq!(aggregate.to_bytes(), bytes(&case["agg_sig"]));
            let messages: Vec<_> = signers.iter().map(|signer| bytes(&signer["msg"])).collect();
            let keys = signers.iter().map(|signer| key(&signer["vk"]));
            let pairs: Vec<_> = keys.zip(messages.iter().map(Vec::as_slice)).collect();
            assert!(aggregate.core_aggregate_verify(TAG, &pairs));
            assert!(!aggregate.core_aggregate_verify(TAG, &pairs[1..]));
        }
    }
}

#[test]
fn the_signatures_of_cardano() {
    let vectors = vectors("cardano");
    cardano::<MinimalPublicKey>(&vectors["minpk"]);
    cardano::<MinimalSignature>(&vectors["minsig"]);
}

#[test]
fn points_off_the_curve_or_the_subgroup_are_refused() {
    let vectors = vectors("cardano");
    let bad = &vectors["bad_encodings"];
    let outcome = |name: &str, decode: &dyn Fn(&[u8]) -> Option<Error>| decode(&bytes(&bad[name]));
    let g1 = |b: &[u8]| G1Affine::<Bls12381>::from_compressed(b).err();
    let g1_long = |b: &[u8]| G1Affine::<Bls12381>::from_uncompressed(b).err();
    let g2 = |b: &[u8]| G2Affine::<Bls12381>::from_compressed(b).err();
    let g2_long = |b: &[u8]| G2Affine::<Bls12381>::from_uncompressed(b).err();
    assert_eq!(outcome("G1_uncomp_not_on_curve", &g1_long), Some(Error::NotOnCurve));
    assert_eq!(outcome("G1_comp_not_on_curve", &g1), Some(Error::NotOnCurve));
    assert_eq!(outcome("G1_comp_not_on_group", &g1), Some(Error::NotInSubgroup));
    assert_eq!(outcome("G1_uncomp_not_on_group", &g1_long), Some(Error::NotInSubgroup));
    assert_eq!(outcome("G2_uncomp_not_on_curve", &g2_long), Some(Error::NotOnCurve));
    assert_eq!(outcome("G2_comp_not_on_curve", &g2), Some(Error::NotOnCurve));
    assert_eq!(outcome("G2_comp_not_on_group", &g2), Some(Error::NotInSubgroup));
    assert_eq!(outcome("G2_uncomp_not_on_group", &g2_long), Some(Error::NotInSubgroup));
}

/// Many keys and signatures at once are those of each alone, and the first bad one is named, whatever is wrong with it.
fn decoded_at_once<V: Variant>(outside: &[u8]) {
    let secret = SecretKey::<V>::generate(&[3; 32], b"").expect("32 bytes");
    let mut key = *secret.public_key().point();
    let mut encodings = Vec::new();
    for _ in 0..200 {
        encodings.push(key.to_compressed());
        key = key.double();
    }
    let alone: Vec<_> = encodings.iter().map(|b| PublicKey::<V>::from_bytes(b).expect("a key")).collect();
    let keys = |encodings: &[Vec<u8>]| {
        let encodings: Vec<_> = encodings.iter().map(Vec::as_slice).collect();
        PublicKey::<V>::from_bytes_all(&encodings, &[1; 32], 2)
    };
    assert_eq!(keys(&encodings), Ok(alone));
    let identity = [&[0xc0], &vec![0; encodings[0].len() - 1][..]].concat();
    for (bytes, error) in [
        (outside, PublicKey::<V>::from_bytes(outside).expect_err("outside the subgroup")),
        (&identity, Error::Infinity),
        (&identity[1..], Error::Length { expected: identity.len(), got: identity.len() - 1 }),
    ] {
        let mut bad = encodings.clone();
        bad[150] = bytes.to_vec();
        bad[170] = vec![];
        let refused = keys(&bad).expect_err("a bad key");
        assert_eq!(refused.to_string(), format!("150: {error}"));
    }
    let signature = secret.sign(Scheme::Basic, b"message");
    let bytes = signature.to_bytes();
    assert_eq!(Signature::<V>::from_bytes_all(&[&bytes[..]; 3], &[3; 32], 0), Ok(vec![signature; 3]));
    let mut turned = bytes.clone();
    turned[0] ^= 0x80;
    let refused = Signature::<V>::from_bytes_all(&[&bytes, &turned, &[]], &[4; 32], 1);
    assert_eq!(refused, Err(Refused { place: 1, why: Error::Flags }));
}

#[test]
fn many_are_decoded_at_once() {
    let bad = &vectors("cardano")["bad_encodings"];
    decoded_at_once::<MinimalPublicKey>(&bytes(&bad["G1_comp_not_on_group"]));
    decoded_at_once::<MinimalSignature>(&bytes(&bad["G2_comp_not_on_group"]));
}

fn secrets<V: Variant>(seed: u8, count: usize) -> Vec<SecretKey<V>> {
    (0..count).map(|i| SecretKey::generate(&[seed; 32], &[i as u8]).expect("32 bytes")).collect()
}

fn signatures_verify<V: Variant>(seed: u8, message: &[u8], other: &[u8]) {
    let keys = secrets::<V>(seed, 2);
    for scheme in SCHEMES {
        let signature = keys[0].sign(scheme, message);
        let public = keys[0].public_key();
        assert_eq!(Signature::from_bytes(&signature.to_bytes()), Ok(signature));
        assert_eq!(PublicKey::from_bytes(&public.to_bytes()), Ok(public));
        assert!(signature.verify(scheme, &public, message));
        assert!(!signature.verify(scheme, &keys[1].public_key(), message));
        assert_eq!(signature.verify(scheme, &public, other), message == other);
        for wrong in SCHEMES.iter().filter(|wrong| **wrong != scheme) {
            assert!(!signature.verify(*wrong, &public, message));
        }
    }
}

fn aggregates_verify<V: Variant>(seed: u8, messages: &[&[u8]]) {
    let keys = secrets::<V>(seed, messages.len());
    let mut sorted = messages.to_vec();
    sorted.sort();
    sorted.dedup();
    for scheme in SCHEMES {
        let signatures: Vec<_> =
            keys.iter().zip(messages).map(|(key, message)| key.sign(scheme, message)).collect();
        let pairs: Vec<_> = keys.iter().map(SecretKey::public_key).zip(messages.iter().copied()).collect();
        let aggregate = Signature::aggregate(&signatures).expect("not empty");
        let allowed = scheme != Scheme::Basic || sorted.len() == messages.len();
        assert_eq!(aggregate.aggregate_verify(scheme, &pairs), allowed);
        assert!(!aggregate.aggregate_verify(scheme, &pairs[..pairs.len() - 1]));
        assert!(!aggregate.aggregate_verify(scheme, &[]));
    }
}

fn one_message_many_keys<V: Variant>(seed: u8, count: usize, message: &[u8]) {
    let scheme = Scheme::ProofOfPossession;
    let secrets = secrets::<V>(seed, count);
    let keys: Vec<_> = secrets.iter().map(SecretKey::public_key).collect();
    let signatures: Vec<_> = secrets.iter().map(|key| key.sign(scheme, message)).collect();
    let aggregate = Signature::aggregate(&signatures).expect("not empty");
    assert!(aggregate.fast_aggregate_verify(&keys, message));
    assert!(!aggregate.fast_aggregate_verify(&keys[1..], message));
    assert!(!aggregate.fast_aggregate_verify(&[], message));
}

fn possession<V: Variant>(seed: u8) {
    let keys = secrets::<V>(seed, 2);
    let proof = keys[0].prove_possession();
    assert_eq!(Possession::from_bytes(&proof.to_bytes()), Ok(proof));
    assert!(keys[0].public_key().verify_possession(&proof));
    assert!(!keys[1].public_key().verify_possession(&proof));
    // A signature of the key is no proof, as its tag is another.
    let signature = keys[0].sign(Scheme::ProofOfPossession, &keys[0].public_key().to_bytes());
    assert_ne!(signature.to_bytes(), proof.to_bytes());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn a_signature_verifies_under_its_own_key_message_and_scheme_only(seed: u8, message: Vec<u8>, other: Vec<u8>) {
        signatures_verify::<MinimalPublicKey>(seed, &message, &other);
        signatures_verify::<MinimalSignature>(seed, &message, &other);
    }

    #[test]
    fn aggregates_verify_all_their_messages(seed: u8, messages in prop::collection::vec("[ab]?", 2..5)) {
        let messages: Vec<_> = messages.iter().map(String::as_bytes).collect();
        aggregates_verify::<MinimalPublicKey>(seed, &messages);
        aggregates_verify::<MinimalSignature>(seed, &messages);
    }

    #[test]
    fn aggregates_of_one_message(seed: u8, count in 2_usize..6, message: Vec<u8>) {
        one_message_many_keys::<MinimalPublicKey>(seed, count, &message);
        one_message_many_keys::<MinimalSignature>(seed, count, &message);
    }

    #[test]
    fn only_the_owner_proves_possession(seed: u8) {
        possession::<MinimalPublicKey>(seed);
        possession::<MinimalSignature>(seed);
    }
}

fn edges<V: Variant>(key_bytes: usize, signature_bytes: usize) {
    let infinity = |length: usize| [&[0xc0][..], &vec![0; length - 1]].concat();
    assert_eq!(PublicKey::<V>::from_bytes(&infinity(key_bytes)), Err(Error::Infinity));
    let nothing = Signature::<V>::from_bytes(&infinity(signature_bytes)).expect("a point of the group");
    let secret = &secrets::<V>(1, 1)[0];
    assert!(!nothing.verify(Scheme::Basic, &secret.public_key(), b""));
    // Keys that cancel verify nothing, the empty signature included.
    let order_less_one = {
        let mut bytes = [0_u8; 32];
        for (chunk, limb) in bytes.rchunks_mut(8).zip(G1Affine::<Bls12381>::ORDER) {
            chunk.copy_from_slice(&limb.to_be_bytes());
        }
        bytes[31] -= 1;
        bytes
    };
    let mut one = [0; 32];
    one[31] = 1;
    let keys = [order_less_one, one].map(|s| SecretKey::<V>::from_bytes(&s).expect("in range").public_key());
    assert_eq!(PublicKey::aggregate(&keys), None);
    assert!(!nothing.fast_aggregate_verify(&keys, b""));
    assert_eq!(PublicKey::<V>::aggregate(&[]), None);
    assert_eq!(Signature::<V>::aggregate(&[]), None);
    let mut order = order_less_one;
    order[31] += 1;
    for bad in [order, [0xff; 32], [0; 32]] {
        assert_eq!(SecretKey::<V>::from_bytes(&bad).err(), Some(Error::NotCanonical { coefficient: 0 }));
    }
    assert_eq!(SecretKey::<V>::from_bytes(&[1; 31]).err(), Some(Error::Length { expected: 32, got: 31 }));
    assert_eq!(SecretKey::<V>::generate(&[1; 31], b"").err(), Some(Error::Length { expected: 32, got: 31 }));
    assert_eq!(format!("{secret:?}"), "SecretKey { .. }");
}

#[test]
fn identities_and_secrets_out_of_range() {
    edges::<MinimalPublicKey>(48, 96);
    edges::<MinimalSignature>(96, 48);
}

/// `count` claims of some keys and messages.
fn claims<V: Variant>(scheme: Scheme, count: usize, messages: usize) -> Vec<Claim<'static, V>> {
    static MESSAGES: [&[u8]; 4] = [b"", b"one", b"two", b"three"];
    let secrets = secrets::<V>(3, 5);
    let claim = |i: usize| {
        let (secret, message) = (&secrets[i % secrets.len()], MESSAGES[i % messages]);
        (secret.public_key(), message, secret.sign(scheme, message))
    };
    (0..count).map(claim).collect()
}

/// One wrong signature, key or message at any place is found; so are two that cancel without weights.
fn batches<V: Variant>() {
    let seed = [1; 32];
    for scheme in SCHEMES {
        // More than are worked on together.
        for (count, messages, threads) in [(0, 1, 1), (1, 1, 1), (2, 1, 1), (9, 4, 2), (270, 3, 2)] {
            let claims = claims::<V>(scheme, count, messages);
            assert!(verify_batch(scheme, &claims, &seed, threads));
            assert!(find_invalid(scheme, &claims, &seed, threads).is_empty());
            for place in [0, count / 2, count.saturating_sub(1)] {
                if count == 0 {
                    continue;
                }
                let wrong = |change: &dyn Fn(&mut Claim<'static, V>)| {
                    let mut wrong = claims.clone();
                    change(&mut wrong[place]);
                    wrong
                };
                let other = secrets::<V>(4, 1)[0].public_key();
                type Change<'a, V> = &'a dyn Fn(&mut Claim<'static, V>);
                let wrongs: [Change<'_, V>; 3] =
                    [&|claim| claim.0 = other, &|claim| claim.1 = b"another", &|claim| {
                        claim.2 = Signature::aggregate(&[claim.2; 2]).expect("not empty")
                    }];
                for change in wrongs {
                    assert!(!verify_batch(scheme, &wrong(change), &seed, threads));
                }
                assert_eq!(find_invalid(scheme, &wrong(wrongs[1]), &seed, 1), [place]);
            }
        }
        // The sum of both signatures stays what it was.
        let mut swapped = claims::<V>(scheme, 2, 1);
        (swapped[0].2, swapped[1].2) = (swapped[1].2, swapped[0].2);
        assert!(!verify_batch(scheme, &swapped, &seed, 1));
        assert_eq!(find_invalid(scheme, &swapped, &seed, 1), [0, 1]);
    }
}

#[test]
fn a_batch_holds_where_all_its_signatures_do() {
    batches::<MinimalPublicKey>();
    batches::<MinimalSignature>();
}

#[test]
fn the_verifications_of_ethereum_in_a_batch() {
    let vectors = vectors("ethereum");
    let scheme = Scheme::ProofOfPossession;
    let read = |case: &Value| {
        let key = PublicKey::<MinimalPublicKey>::from_bytes(&bytes(&case["pk"])).ok()?;
        let signature = Signature::from_bytes(&bytes(&case["sig"])).ok()?;
        Some((key, bytes(&case["msg"]), signature, case["valid"].as_bool().expect("a truth value")))
    };
    let read: Vec<_> = list(&vectors["verify"]).iter().filter_map(read).collect();
    let claims: Vec<Claim<'_, _>> = read.iter().map(|(key, msg, sig, _)| (*key, &msg[..], *sig)).collect();
    let invalid: Vec<_> = (0..read.len()).filter(|i| !read[*i].3).collect();
    assert!(!invalid.is_empty() && invalid.len() < claims.len());
    assert_eq!(find_invalid(scheme, &claims, &[2; 32], 1), invalid);
    let valid: Vec<_> =
        claims.iter().zip(&read).filter(|(_, read)| read.3).map(|(claim, _)| *claim).collect();
    assert!(verify_batch(scheme, &valid, &[2; 32], 1));
}

/// The memory of a key after it was dropped.
#[test]
fn dropped_secret_keys_are_wiped() {
    use core::mem::MaybeUninit;
    let key = secrets::<MinimalPublicKey>(5, 1).pop().expect("one");
    let mut slot = MaybeUninit::new(key);
    let bytes = |slot: &MaybeUninit<SecretKey<MinimalPublicKey>>| {
        // SAFETY: a key is 32 bytes without padding, all of them written when it was made and when it was wiped.
        unsafe { core::ptr::read_volatile(slot.as_ptr().cast::<[u8; 32]>()) }
    };
    assert_ne!(bytes(&slot), [0; 32]);
    // SAFETY: the slot holds a key, which nothing uses as one from here on.
    unsafe { slot.assume_init_drop() };
    assert_eq!(bytes(&slot), [0; 32]);
}
