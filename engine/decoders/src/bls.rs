//! Keys, signatures and proofs of BLS in both variants.

use crate::{Outcome, behind, byte, is_one_line};
use pairforge_engine::Result;
use pairforge_engine::protocols::bls::{
    MinimalPublicKey, MinimalSignature, Possession, PublicKey, Scheme, SecretKey, Signature, Variant,
};

const DECODERS: [&str; 4] = ["public key", "signature", "proof of possession", "secret key"];

fn again<V: Variant>(decoder: usize, bytes: &[u8]) -> Result<Vec<u8>> {
    Ok(match decoder {
        0 => PublicKey::<V>::from_bytes(bytes)?.to_bytes(),
        1 => Signature::<V>::from_bytes(bytes)?.to_bytes(),
        2 => Possession::<V>::from_bytes(bytes)?.to_bytes(),
        _ => SecretKey::<V>::from_bytes(bytes)?.to_bytes().to_vec(),
    })
}

/// The first byte chooses the decoder, and by its third bit the variant.
pub fn decode(input: &[u8]) -> Option<Outcome> {
    let [what, bytes @ ..] = input else { return None };
    let decoder = usize::from(*what) % DECODERS.len();
    let (of, again) = if what & 4 == 0 {
        ("minimal public keys", again::<MinimalPublicKey>(decoder, bytes))
    } else {
        ("minimal signatures", again::<MinimalSignature>(decoder, bytes))
    };
    let again = again.inspect_err(is_one_line);
    if let Ok(again) = &again {
        assert_eq!(again, bytes);
    }
    Some(Outcome { of, decoder: DECODERS[decoder], accepted: again.is_ok() })
}

fn of_variant<V: Variant>(variant: u8) -> Vec<Vec<u8>> {
    let secret = SecretKey::<V>::generate(&[1; 32], b"").expect("enough material");
    let made = [
        secret.public_key().to_bytes(),
        secret.sign(Scheme::Basic, b"a message").to_bytes(),
        secret.prove_possession().to_bytes(),
        secret.to_bytes().to_vec(),
    ];
    made.iter().enumerate().map(|(decoder, bytes)| behind(&[variant | byte(decoder)], bytes)).collect()
}

pub fn seeds() -> Vec<Vec<u8>> {
    [of_variant::<MinimalPublicKey>(0), of_variant::<MinimalSignature>(4)].concat()
}
