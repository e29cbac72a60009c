//! BLS signatures. The first item is the variant: 0 with public keys of 48 bytes, 1 with signatures of 48. Where a scheme is
//! needed it comes next: 0 basic, 1 message augmentation, 2 proof of possession.

use crate::call::{Bytes, Failure, Items, operations};
use pairforge_engine::Group;
use pairforge_engine::prime::groups::Point;
use pairforge_engine::protocols::bls::{
    Claim, MinimalPublicKey, MinimalSignature, Possession, PublicKey, Scheme, SecretKey, Signature, Variant,
    verify_batch,
};

/// What an operation computes, for either variant.
macro_rules! for_variant {
    ($items:ident, $work:ident) => {
        match $items.byte()? {
            0 => $work::<MinimalPublicKey>($items),
            1 => $work::<MinimalSignature>($items),
            _ => Err(Failure::of_caller("no variant of this number")),
        }
    };
}

fn scheme(items: &mut Items<'_>) -> Result<Scheme, Failure> {
    match items.byte()? {
        0 => Ok(Scheme::Basic),
        1 => Ok(Scheme::MessageAugmentation),
        2 => Ok(Scheme::ProofOfPossession),
        _ => Err(Failure::of_caller("no scheme of this number")),
    }
}

fn key<V: Variant>(items: &mut Items<'_>) -> Result<PublicKey<V>, Failure> {
    Ok(PublicKey::from_bytes(items.bytes()?)?)
}

/// All that is left.
pub fn keys<V: Variant>(items: Items<'_>) -> Result<Vec<PublicKey<V>>, Failure> {
    items.of_each("key", PublicKey::from_bytes)
}

pub fn signature<V: Variant>(items: &mut Items<'_>) -> Result<Signature<V>, Failure> {
    Ok(Signature::from_bytes(items.bytes()?)?)
}

fn secret<V: Variant>(items: &mut Items<'_>) -> Result<SecretKey<V>, Failure> {
    Ok(SecretKey::from_bytes(items.bytes()?)?)
}

pub fn truth(value: bool) -> Bytes {
    Ok(vec![u8::from(value)])
}

/// The bytes of what may not be there.
fn there(bytes: Option<Vec<u8>>, otherwise: &str) -> Bytes {
    bytes.ok_or_else(|| Failure::of_caller(otherwise))
}

fn generate<V: Variant>(mut items: Items<'_>) -> Bytes {
    Ok(SecretKey::<V>::generate(items.bytes()?, items.bytes()?)?.to_bytes().to_vec())
}

fn public_key<V: Variant>(mut items: Items<'_>) -> Bytes {
    Ok(secret::<V>(&mut items)?.public_key().to_bytes())
}

fn sign<V: Variant>(mut items: Items<'_>) -> Bytes {
    let scheme = scheme(&mut items)?;
    Ok(secret::<V>(&mut items)?.sign(scheme, items.bytes()?).to_bytes())
}

fn tag<'a, V: Variant>(items: &mut Items<'a>) -> Result<&'a [u8], Failure> {
    Ok(Point::<V::Sig>::checked_tag(items.bytes()?)?)
}

fn core_sign<V: Variant>(mut items: Items<'_>) -> Bytes {
    let tag = tag::<V>(&mut items)?;
    Ok(secret::<V>(&mut items)?.core_sign(tag, items.bytes()?).to_bytes())
}

fn verify<V: Variant>(mut items: Items<'_>) -> Bytes {
    let scheme = scheme(&mut items)?;
    let (key, signature) = (key::<V>(&mut items)?, signature(&mut items)?);
    truth(signature.verify(scheme, &key, items.bytes()?))
}

fn core_verify<V: Variant>(mut items: Items<'_>) -> Bytes {
    let tag = tag::<V>(&mut items)?;
    let (key, signature) = (key::<V>(&mut items)?, signature(&mut items)?);
    truth(signature.core_verify(tag, &key, items.bytes()?))
}

fn aggregate<V: Variant>(items: Items<'_>) -> Bytes {
    let signatures = items.of_each("signature", Signature::<V>::from_bytes)?;
    there(Signature::aggregate(&signatures).map(|sum| sum.to_bytes()), "no signatures to aggregate")
}

fn aggregate_keys<V: Variant>(items: Items<'_>) -> Bytes {
    there(
        PublicKey::aggregate(&keys::<V>(items)?).map(|sum| sum.to_bytes()),
        "no keys, or keys that cancel each other",
    )
}

fn aggregate_verify<V: Variant>(mut items: Items<'_>) -> Bytes {
    let scheme = scheme(&mut items)?;
    let signature = signature::<V>(&mut items)?;
    let mut pairs = Vec::new();
    for (key, message) in items.pairs()? {
        pairs.push((PublicKey::from_bytes(key)?, message));
    }
    truth(signature.aggregate_verify(scheme, &pairs))
}

fn fast_aggregate_verify<V: Variant>(mut items: Items<'_>) -> Bytes {
    let signature = signature::<V>(&mut items)?;
    let message = items.bytes()?;
    truth(signature.fast_aggregate_verify(&keys(items)?, message))
}

fn batch_verify<V: Variant>(mut items: Items<'_>) -> Bytes {
    let scheme = scheme(&mut items)?;
    let seed = items.bytes()?.try_into().map_err(|_| Failure::of_caller("a seed of 32 bytes is needed"))?;
    let (mut keys, mut messages, mut signatures) = (Vec::new(), Vec::new(), Vec::new());
    while let Some(key) = items.next() {
        keys.push(key);
        messages.push(items.bytes()?);
        signatures.push(items.bytes()?);
    }
    let keys = PublicKey::from_bytes_all(&keys, seed, 1).map_err(|why| Failure::of_one("key", &why))?;
    let signatures =
        Signature::from_bytes_all(&signatures, seed, 1).map_err(|why| Failure::of_one("signature", &why))?;
    let pairs = keys.into_iter().zip(messages);
    let claims = pairs.zip(signatures).map(|((key, message), signature)| (key, message, signature));
    let claims: Vec<Claim<'_, V>> = claims.collect();
    truth(verify_batch(scheme, &claims, seed, 1))
}

fn prove_possession<V: Variant>(mut items: Items<'_>) -> Bytes {
    Ok(secret::<V>(&mut items)?.prove_possession().to_bytes())
}

fn verify_possession<V: Variant>(mut items: Items<'_>) -> Bytes {
    let key = key::<V>(&mut items)?;
    truth(key.verify_possession(&Possession::from_bytes(items.bytes()?)?))
}

operations! {
    /// KeyGen: a secret key, of secret material and public key info.
    bls_generate(mut items) { for_variant!(items, generate) }

    /// SkToPk: the public key of a secret key.
    bls_public_key(mut items) { for_variant!(items, public_key) }

    /// Sign: scheme, secret key, message.
    bls_sign(mut items) { for_variant!(items, sign) }

    /// CoreSign: tag, secret key, message.
    bls_core_sign(mut items) { for_variant!(items, core_sign) }

    /// Verify: scheme, public key, signature, message. 1 or 0, as all that verify.
    bls_verify(mut items) { for_variant!(items, verify) }

    /// CoreVerify: tag, public key, signature, message.
    bls_core_verify(mut items) { for_variant!(items, core_verify) }

    /// Aggregate: signatures.
    bls_aggregate(mut items) { for_variant!(items, aggregate) }

    /// The sum of public keys.
    bls_aggregate_keys(mut items) { for_variant!(items, aggregate_keys) }

    /// AggregateVerify: scheme, signature, then public keys and messages in turn.
    bls_aggregate_verify(mut items) { for_variant!(items, aggregate_verify) }

    /// FastAggregateVerify: signature, message, public keys.
    bls_fast_aggregate_verify(mut items) { for_variant!(items, fast_aggregate_verify) }

    /// Many signatures at once: scheme, seed, then public key, message and signature in turn.
    bls_verify_batch(mut items) { for_variant!(items, batch_verify) }

    /// PopProve: secret key.
    bls_prove_possession(mut items) { for_variant!(items, prove_possession) }

    /// PopVerify: public key, proof.
    bls_verify_possession(mut items) { for_variant!(items, verify_possession) }
}
