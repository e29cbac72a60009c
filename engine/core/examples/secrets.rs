//! `secrets WHAT SEED`: multiplies both generators of the pairing WHAT by a secret scalar and raises a value of the
//! pairing to it, or with WHAT `bls` derives a secret key and signs with it, or with `fixed` multiplies the generators of
//! BLS12-381 by tables, or with `scalar` computes modulo their order. The secret depends on SEED alone: `zero`, `ones`, or other text of four letters, from which a random one is
//! drawn.
//!
//! Run it under `valgrind --tool=lackey --trace-mem=yes` with two seeds: if time and memory accesses do not depend on
//! secrets, the traces of instruction and data addresses are the same. `tests/engine/test_constant_time.py` does that.

use pairforge_engine::cpu;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use std::hint::black_box;

/// Bytes that depend on the seed, made by the same instructions for every seed: masks instead of branches.
fn secret(seed: &str, length: usize) -> Vec<u8> {
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&seed.as_bytes()[..4]);
    let mut secret = vec![0; length];
    ChaCha20Rng::from_seed(bytes).fill_bytes(&mut secret);
    let mask = |text: [u8; 4]| {
        let difference = (0..4).fold(0, |d, i| d | (bytes[i] ^ text[i]));
        black_box(((u16::from(difference).wrapping_sub(1)) >> 8) as u8)
    };
    let (zero, ones) = (mask(*b"zero"), mask(*b"ones"));
    secret.iter_mut().for_each(|byte| *byte = (*byte & !zero) | ones);
    secret
}

fn multiply(name: &str, seed: &str) {
    let pairing = pairforge_engine::registry::by_name(name).expect("a pairing of the engine");
    let scalar = secret(seed, pairing.g1().order().len() * 8);
    let (p, q) = (pairing.g1().generator(), pairing.g2().generator());
    let e = pairing.pair(&p, &q).expect("generators pair");
    let _ = black_box(pairing.g1().mul(&p, black_box(&scalar)));
    if !pairing.is_symmetric() {
        let _ = black_box(pairing.g2().mul(&q, black_box(&scalar)));
    }
    let _ = black_box(pairing.gt().pow(&e, black_box(&scalar)));
}

#[cfg(feature = "prime")]
fn sign(seed: &str) {
    use pairforge_engine::protocols::bls::{MinimalSignature, Scheme, SecretKey};
    let key = SecretKey::<MinimalSignature>::generate(&secret(seed, 32), b"").expect("enough material");
    let key = SecretKey::<MinimalSignature>::from_bytes(&key.to_bytes()).expect("a key");
    let _ = black_box(key.public_key());
    let _ = black_box(key.sign(Scheme::Basic, b"a message"));
}

#[cfg(feature = "prime")]
fn multiply_fixed(seed: &str) {
    let pairing = pairforge_engine::registry::by_name("ate-bls12-381").expect("a pairing of the engine");
    let scalar = secret(seed, 32);
    for group in [pairing.g1(), pairing.g2()] {
        // Enough for one row, and for a row for some digits.
        for bytes in [1 << 10, 1 << 15] {
            let table = group.fixed_base(&group.generator(), bytes).expect("room for two points");
            let _ = black_box(table.mul(black_box(&scalar)));
        }
    }
}

#[cfg(feature = "prime")]
fn compute(seed: &str) {
    use pairforge_engine::prime::groups::Scalar;
    use pairforge_engine::prime::params::Bls12381Fr;
    let mut a = Scalar::<Bls12381Fr>::from_wide_bytes(&secret(seed, 48));
    let mut bytes = [0; 32];
    for _ in 0..100 {
        (&a * &a - Scalar::from(3)).write_be(&mut bytes);
        let b = Scalar::from_be_bytes(&bytes).expect("a scalar");
        let _ = black_box(a == b);
        a = (-&a + &b).invert().expect("not 0");
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, what, seed] = &arguments[..] else { panic!("usage: secrets WHAT SEED") };
    eprintln!("level {}", cpu::level().name());
    match &what[..] {
        #[cfg(feature = "prime")]
        "bls" => sign(seed),
        #[cfg(feature = "prime")]
        "fixed" => multiply_fixed(seed),
        #[cfg(feature = "prime")]
        "scalar" => compute(seed),
        name => multiply(name, seed),
    }
}
