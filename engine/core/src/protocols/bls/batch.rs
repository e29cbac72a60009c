//! Many signatures verified at once: one product of pairings of random multiples (Bellare, Garay, Rabin,
//! EUROCRYPT 1998; for these signatures Ferrara, Green, Hohenberger, Pedersen, CT-RSA 2009).

use super::{Miller, PublicKey, Scheme, Signature, Term, Variant, own_term};
use crate::prime::ate::{Ate, Bls12381, Gt};
use crate::prime::groups::Point;
use crate::{Group, Pairing, Target};
use pairforge_interface::threads;
use sha2::{Digest, Sha256};
use std::collections::HashMap;

/// What a signature is said to be: the key's signature of a message.
pub type Claim<'a, V> = (PublicKey<V>, &'a [u8], Signature<V>);

/// Claims that are worked on together: enough for sums to pay, few enough to stay in the cache.
const SHARE: usize = 256;

/// Terms of a Miller loop: with more, what they need leaves the cache.
const TERMS: usize = 32;

/// Bytes of a weight.
const WEIGHT: usize = 16;

/// Whether **all** of these signatures are valid, each of its own message under its own key; true of no claims.
///
/// With a random weight w_i of 128 bits for every claim, e(P, sum of w_i S_i) is compared with the product of
/// e(w_i K_i, H_i): one product of pairings and one final exponentiation for all. Claims of one message share a
/// pairing. If any signature is invalid, this says so but for a probability of 2^-127, **provided that who made
/// the signatures could not guess `seed`**: draw it afresh from a cryptographic generator for every call, once
/// the claims are there. The weights are hashes of it.
///
/// `threads`: 0 takes all cores. Memory beside the claims: some 200 kB for every thread, and less than 3 bytes a
/// claim.
///
/// ```
/// use pairforge_engine::protocols::bls::{MinimalPublicKey, Scheme, SecretKey, verify_batch};
///
/// let keys = [[7; 32], [8; 32]].map(|seed| SecretKey::<MinimalPublicKey>::generate(&seed, b"").unwrap());
/// let claim = |key: &SecretKey<_>, message| (key.public_key(), message, key.sign(Scheme::Basic, message));
/// let mut claims = [claim(&keys[0], &b"one"[..]), claim(&keys[1], b"two")];
/// let seed = [9; 32]; // from a cryptographic generator
/// assert!(verify_batch(Scheme::Basic, &claims, &seed, 1));
/// claims[1].1 = b"three";
/// assert!(!verify_batch(Scheme::Basic, &claims, &seed, 1));
/// ```
#[must_use]
pub fn verify_batch<V: Variant>(
    scheme: Scheme,
    claims: &[Claim<'_, V>],
    seed: &[u8; 32],
    threads: usize,
) -> bool {
    let shares = claims.chunks(SHARE).enumerate();
    let weighed = threads::scope(threads, || {
        threads::map(threads, shares, |(i, claims)| weigh::<V>(scheme, claims, seed, i * SHARE))
    });
    let signatures: Vec<_> = weighed.iter().map(|(_, signature)| *signature).collect();
    let first = Ate::<Bls12381>::multi_miller_loop(&[own_term::<V>(&Point::sum(&signatures))]);
    let product =
        weighed.iter().fold(first, |product, (value, _)| Ate::<Bls12381>::miller_mul(&product, value));
    Ate::<Bls12381>::final_exponentiation(&product) == Gt::one()
}

/// The places of the claims that do not hold, by halves; quick where they are few. `seed` and `threads` as for
/// [`verify_batch`].
#[must_use]
pub fn find_invalid<V: Variant>(
    scheme: Scheme,
    claims: &[Claim<'_, V>],
    seed: &[u8; 32],
    threads: usize,
) -> Vec<usize> {
    let valid = match claims {
        [(key, message, signature)] => signature.verify(scheme, key, message),
        _ => verify_batch(scheme, claims, seed, threads),
    };
    match (valid, claims.len()) {
        (true, _) => Vec::new(),
        (false, 1) => vec![0],
        (false, number) => {
            let (left, right) = claims.split_at(number / 2);
            let mut found = find_invalid(scheme, left, seed, threads);
            let behind = find_invalid(scheme, right, seed, threads);
            found.extend(behind.into_iter().map(|place| place + number / 2));
            found
        }
    }
}

/// The product of the Miller loops of w_i K_i with H_i, and the sum of w_i S_i, of claims from number `first` on.
fn weigh<V: Variant>(
    scheme: Scheme,
    claims: &[Claim<'_, V>],
    seed: &[u8; 32],
    first: usize,
) -> (Miller, Point<V::Sig>) {
    let weights: Vec<_> = (first..).take(claims.len()).map(|i| weight(seed, i)).collect();
    let weights: Vec<_> = weights.iter().map(|weight| &weight[..]).collect();
    let signatures: Vec<_> = claims.iter().map(|claim| claim.2.0).collect();
    let signature = Point::multi_mul_vartime(&signatures, &weights, 1);
    // Claims of what is hashed to one point.
    let mut places = HashMap::new();
    let mut groups: Vec<(Vec<_>, Vec<_>)> = Vec::new();
    let mut hashes = Vec::new();
    for ((key, message, _), weight) in claims.iter().zip(weights) {
        let hashed_key = (scheme == Scheme::MessageAugmentation).then(|| key.to_bytes());
        let place = *places.entry((hashed_key, *message)).or_insert_with(|| {
            hashes.push(scheme.hash(key, message));
            groups.push((Vec::new(), Vec::new()));
            groups.len() - 1
        });
        groups[place].0.push(key.0);
        groups[place].1.push(weight);
    }
    let keys = groups.iter().map(|(keys, weights)| Point::multi_mul_vartime(keys, weights, 1));
    let terms: Vec<Term> = keys.zip(hashes).map(V::ordered).collect();
    let values = terms.chunks(TERMS).map(Ate::<Bls12381>::multi_miller_loop);
    let product = values.reduce(|f, g| Ate::<Bls12381>::miller_mul(&f, &g));
    (product.expect("a claim at least"), signature)
}

/// The weight of claim `i`, an odd number of 128 bits.
fn weight(seed: &[u8; 32], i: usize) -> [u64; WEIGHT / 8] {
    let hash = Sha256::new()
        .chain_update(b"pairforge batch weight")
        .chain_update(seed)
        .chain_update((i as u64).to_be_bytes())
        .finalize();
    let mut weight = [0; WEIGHT / 8];
    for (limb, chunk) in weight.iter_mut().zip(hash.chunks_exact(8)) {
        *limb = u64::from_le_bytes(chunk.try_into().expect("eight bytes"));
    }
    weight[0] |= 1;
    weight
}
