//! Looks for bytes that break a property of decoders. The environment variable PROPERTY names it where this is compiled:
//! a program of one property has no more code, and so no more counters of edges, than that property reaches.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pairforge_decoders::{Property, by_name};

const CHOSEN: Property = by_name(env!("PROPERTY")).expect("PROPERTY names a property");

fuzz_target!(|input: &[u8]| {
    (CHOSEN.holds)(input);
});
