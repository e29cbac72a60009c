//! Protocols over every kind of pairing: identity-based encryption and tripartite key agreement.
#![cfg(any(feature = "binary", feature = "ternary", feature = "prime"))]

#[cfg(feature = "binary")]
use pairforge_engine::binary::{EtaF2M239, TateF2M239};
#[cfg(feature = "prime")]
use pairforge_engine::prime::ate::{Ate, Bls12381, Bn254};
#[cfg(feature = "prime")]
use pairforge_engine::prime::type_a::{TateSs512, TateSs1536};
use pairforge_engine::protocols::boneh_franklin::{Authority, Ciphertext, PrivateKey, Public};
use pairforge_engine::protocols::joux::{Secret, Symmetric};
#[cfg(feature = "ternary")]
use pairforge_engine::ternary::EtaF3m97;
use pairforge_engine::{Error, Group, Pairing};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

fn identity_based_encryption<P: Pairing>(seed: u64, name: &[u8], message: &[u8]) {
    let rng = &mut ChaCha20Rng::seed_from_u64(seed);
    let authority = Authority::<P>::random(rng);
    let public = Public::<P>::from_bytes(&authority.public().to_bytes()).expect("valid");
    let key = PrivateKey::<P>::from_bytes(&authority.extract(name).to_bytes()).expect("valid");
    assert!(key.is_key_of(name, &public));
    assert!(!key.is_key_of(&[name, b"!"].concat(), &public));
    assert!(!key.is_key_of(name, Authority::random(rng).public()));

    let sealed = public.encrypt(name, message, rng);
    let bytes = sealed.to_bytes();
    let received = Ciphertext::from_bytes(&bytes).expect("valid");
    assert_eq!(received, sealed);
    assert_eq!(key.decrypt(&received).as_deref(), Some(message));
    assert_ne!(public.encrypt(name, message, rng), sealed, "encryption is randomised");
    assert_eq!(authority.extract(&[name, b"!"].concat()).decrypt(&received), None);
    // No change of seed or body goes unnoticed.
    let point = bytes.len() - message.len() - 32;
    for position in [point, point + 31, bytes.len() - 1] {
        let mut changed = bytes.clone();
        changed[position] ^= 1;
        assert_eq!(key.decrypt(&Ciphertext::from_bytes(&changed).expect("valid")), None);
    }
    let short = Ciphertext::<P::G1>::from_bytes(&bytes[..point + 31]).err();
    assert_eq!(short, Some(Error::Length { expected: point + 32, got: point + 31 }));
    assert_eq!(Public::<P>::from_bytes(&P::G1::identity().to_compressed()).err(), Some(Error::Infinity));

    let basic = public.encrypt_basic(name, message, rng);
    assert_eq!(key.decrypt_basic(&basic), message);
}

fn key_agreement<P: Symmetric>(seed: u64, context: &[u8]) {
    let rng = &mut ChaCha20Rng::seed_from_u64(seed);
    let [a, b, c, d] = [(); 4].map(|()| Secret::<P>::random(rng));
    let [pa, pb, pc, pd] = [&a, &b, &c, &d].map(|secret| secret.public());
    let shared = a.agree([pb, pc]).expect("valid");
    for other in [a.agree([pc, pb]), b.agree([pa, pc]), c.agree([pa, pb])] {
        assert_eq!(other, Ok(shared));
    }
    assert_ne!(d.agree([pa, pb]), Ok(shared));
    assert_ne!(a.agree([pb, pd]), Ok(shared));
    let key = a.agree_on_key([pb, pc], context);
    assert_eq!(key, b.agree_on_key([pc, pa], context));
    assert_ne!(key, c.agree_on_key([pa, pb], &[context, b"!"].concat()));
    assert_eq!(a.agree([pb, &P::G1::identity()]), Err(Error::Infinity));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn who_has_the_key_of_the_name_decrypts(
        seed: u64,
        name: Vec<u8>,
        message in prop::collection::vec(any::<u8>(), 1..100),
    ) {
        let _ = (seed, &name, &message);
        #[cfg(feature = "prime")]
        {
            identity_based_encryption::<Ate<Bls12381>>(seed, &name, &message);
            identity_based_encryption::<Ate<Bn254>>(seed, &name, &message);
            identity_based_encryption::<TateSs512>(seed, &name, &message);
        }
        #[cfg(feature = "binary")]
        {
            identity_based_encryption::<EtaF2M239>(seed, &name, &message);
            identity_based_encryption::<TateF2M239>(seed, &name, &message);
        }
        #[cfg(feature = "ternary")]
        identity_based_encryption::<EtaF3m97>(seed, &name, &message);
    }

    #[test]
    fn three_parties_agree(seed: u64, context: Vec<u8>) {
        let _ = (seed, &context);
        #[cfg(feature = "prime")]
        key_agreement::<TateSs512>(seed, &context);
        #[cfg(feature = "binary")]
        key_agreement::<EtaF2M239>(seed, &context);
        #[cfg(feature = "ternary")]
        key_agreement::<EtaF3m97>(seed, &context);
    }
}

#[cfg(feature = "prime")]
#[test]
fn at_todays_size() {
    identity_based_encryption::<TateSs1536>(1, b"name", b"message");
    key_agreement::<TateSs1536>(1, b"context");
}
