//! The properties hold on what the fuzzer has kept, on seeds, and on seeds with a bit turned over or their end cut off.

use pairforge_decoders::{ALL, Outcome, Property, from_hex};
use std::collections::BTreeSet;

/// What the fuzzer has kept of a property: a line of hexadecimal digits for each input.
fn kept(property: &Property) -> Vec<Vec<u8>> {
    let path = format!("{}/corpus/{}.hex", env!("CARGO_MANIFEST_DIR"), property.name);
    let text = std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"));
    text.lines().map(from_hex).collect()
}

#[test]
fn what_the_fuzzer_has_kept_holds() {
    for property in &ALL {
        let kept = kept(property);
        assert!(!kept.is_empty(), "{}", property.name);
        for input in kept {
            (property.holds)(&input);
        }
    }
}

#[test]
fn every_decoder_accepts_seeds_and_refuses_what_is_near_them() {
    for property in &ALL {
        let mut seen = BTreeSet::<Outcome>::new();
        for seed in (property.seeds)() {
            let outcome = (property.holds)(&seed).expect("a decoder");
            assert!(outcome.accepted, "{} refuses a seed of {}", outcome.decoder, outcome.of);
            seen.insert(outcome);
            seen.extend((property.holds)(&seed[..seed.len() - 1]));
            for place in (1..seed.len()).step_by(seed.len().div_ceil(8)) {
                let mut turned = seed.clone();
                turned[place] ^= 1;
                seen.extend((property.holds)(&turned));
            }
        }
        for outcome in seen.iter().filter(|outcome| outcome.accepted) {
            let refused = Outcome { accepted: false, ..*outcome };
            assert!(seen.contains(&refused), "{} of {} refuses nothing", outcome.decoder, outcome.of);
        }
    }
}
