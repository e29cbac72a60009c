//! Looks for bytes that break a property of decoders; the environment variable PROPERTY names it.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pairforge_decoders::{Property, by_name};
use std::sync::LazyLock;

static CHOSEN: LazyLock<&Property> = LazyLock::new(|| {
    let name = std::env::var("PROPERTY").expect("PROPERTY names a property");
    by_name(&name).unwrap_or_else(|| panic!("no property is called {name}"))
});

fuzz_target!(|input: &[u8]| {
    (CHOSEN.holds)(input);
});
