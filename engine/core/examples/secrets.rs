//! `secrets PAIRING SEED`: multiplies both generators by a secret scalar and raises a value of the pairing to it. The scalar
//! depends on SEED alone: `zero`, `ones`, or other text of four letters, from which a random one is drawn.
//!
//! Run it under `valgrind --tool=lackey --trace-mem=yes` with two seeds: if time and memory accesses do not depend on
//! secrets, the traces of instruction and data addresses are the same. `tests/engine/test_constant_time.py` does that.

use pairforge_engine::registry;
use rand_chacha::ChaCha20Rng;
use rand_core::{Rng, SeedableRng};
use std::hint::black_box;

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    let [_, name, seed] = &arguments[..] else { panic!("usage: secrets PAIRING SEED") };
    let pairing = registry::by_name(name).expect("a pairing of the engine");
    let mut bytes = [0; 32];
    bytes[..4].copy_from_slice(&seed.as_bytes()[..4]);
    let mut scalar = vec![0; pairing.g1().order().len() * 8];
    ChaCha20Rng::from_seed(bytes).fill_bytes(&mut scalar);
    // The same instructions for every seed, here too: masks instead of branches.
    let mask = |text: [u8; 4]| {
        let difference = (0..4).fold(0, |d, i| d | (bytes[i] ^ text[i]));
        ((u16::from(difference).wrapping_sub(1)) >> 8) as u8
    };
    let (zero, ones) = (mask(*b"zero"), mask(*b"ones"));
    scalar.iter_mut().for_each(|byte| *byte = (*byte & !zero) | ones);

    let (p, q) = (pairing.g1().generator(), pairing.g2().generator());
    let e = pairing.pair(&p, &q).expect("generators pair");
    let _ = black_box(pairing.g1().mul(&p, black_box(&scalar)));
    if !pairing.is_symmetric() {
        let _ = black_box(pairing.g2().mul(&q, black_box(&scalar)));
    }
    let _ = black_box(pairing.gt().pow(&e, black_box(&scalar)));
}
