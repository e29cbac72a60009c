//! The engine's functions.

use super::inputs::{BLS12_381, BN254, LOGS, MESSAGE, PRODUCT, Scalars, TAG, bytes, sum_name};
use super::library::{Function, Library};
use crate::sums::multiples;
use pairforge_engine::prime::ate::{Ate, Bls12381, Bn254};
use pairforge_engine::prime::curve::Affine;
use pairforge_engine::prime::groups::{G1, G2, PairingGroups, Point, Subgroup};
use pairforge_engine::protocols::bls::{MinimalPublicKey, Scheme, SecretKey, Signature};
use pairforge_engine::{Group, Pairing, cpu};
use std::cell::LazyCell;

/// The engine.
#[must_use]
pub fn ours() -> Library {
    let mut functions = pairings::<Bls12381>("bls12-381", BLS12_381);
    functions.extend(encodings::<G1<Bls12381>>("G1"));
    functions.extend(encodings::<G2<Bls12381>>("G2"));
    functions.extend(signatures());
    functions.extend(pairings::<Bn254>("bn254", BN254));
    Library {
        name: "pairforge",
        version: env!("CARGO_PKG_VERSION").into(),
        level: cpu::level().name().into(),
        functions,
    }
}

/// What both curves are asked for.
fn pairings<C: PairingGroups>(curve: &str, scalars: Scalars) -> Vec<Function> {
    type E<C> = Ate<C>;
    let name = |what: &str| format!("{curve} {what}");
    let (p, q) = (Point::<G1<C>>::generator(), Point::<G2<C>>::generator());
    let f = E::<C>::miller_loop(&p, &q);
    let terms: Vec<_> = multiples::<G1<C>>(PRODUCT).into_iter().zip(multiples::<G2<C>>(PRODUCT)).collect();
    let mut functions = vec![
        Function::new(name("pairing"), move || E::<C>::pair(&p, &q)),
        Function::new(name("Miller loop"), move || E::<C>::miller_loop(&p, &q)),
        Function::new(name("final exponentiation"), move || E::<C>::final_exponentiation(&f)),
        Function::new(name("product of 8 pairings"), move || E::<C>::product(&terms)),
    ];
    functions.extend(group::<G1<C>>(&name("G1"), scalars, LOGS[0]));
    functions.extend(group::<G2<C>>(&name("G2"), scalars, LOGS[1]));
    functions
}

/// Multiples, and sums of 2^`log` of them.
fn group<G: Subgroup>(name: &str, scalars: Scalars, log: u32) -> Vec<Function> {
    let (point, scalar) = (Point::<G>::generator(), scalars.single());
    let named = |what: &str| format!("{name} {what}");
    let mut functions = vec![
        Function::point(named("multiple"), Point::to_uncompressed, move || point.mul(&scalar)),
        Function::point(named("multiple, public scalar"), Point::to_uncompressed, move || {
            point.mul_vartime(&scalar)
        }),
    ];
    for threads in [1, 2] {
        let inputs = LazyCell::new(move || (multiples::<G>(1 << log), scalars.many(1 << log)));
        let sum = move || {
            let (points, scalars) = &*inputs;
            let scalars: Vec<_> = scalars.iter().map(|scalar| &scalar[..]).collect();
            Point::multi_mul_vartime(points, &scalars, threads)
        };
        functions.push(Function::point(sum_name(name, log, threads), Point::to_uncompressed, sum));
    }
    functions
}

/// Hashing, and what comes before a point is used.
fn encodings<G: Subgroup>(group: &str) -> Vec<Function> {
    let seven = Point::<G>::generator().mul(&[7]);
    let encoding = seven.to_compressed();
    let hash = || Point::<G>::hash(MESSAGE, TAG);
    let decompress = move || Affine::<G>::from_compressed(&encoding).expect("a point");
    vec![
        Function::point(format!("bls12-381 hash to {group}"), Point::to_uncompressed, hash),
        Function::new(format!("bls12-381 {group} subgroup test"), move || {
            assert!(G::contains(seven.affine()));
        }),
        Function::point(format!("bls12-381 {group} decompression"), Affine::to_uncompressed, decompress),
    ]
}

/// Signatures with keys in G1.
fn signatures() -> Vec<Function> {
    type Keys = MinimalPublicKey;
    let mut secret = bytes(&BLS12_381.single());
    secret.reverse();
    let key = SecretKey::<Keys>::from_bytes(&secret).expect("below the order");
    let (public, signature) = (key.public_key(), key.sign(Scheme::ProofOfPossession, MESSAGE));
    let encode = |signature: &Signature<Keys>| {
        let point = Point::<G2<Bls12381>>::from_compressed(&signature.to_bytes());
        point.expect("a point").to_uncompressed()
    };
    vec![
        Function::point("bls12-381 sign", encode, move || key.sign(Scheme::ProofOfPossession, MESSAGE)),
        Function::new("bls12-381 verify", move || {
            assert!(signature.verify(Scheme::ProofOfPossession, &public, MESSAGE));
        }),
    ]
}
