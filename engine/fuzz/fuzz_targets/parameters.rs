//! PBC's parameter files of type A: refused in one line, or a curve.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pairforge_engine::prime::type_a::pbc::TypeAPairing;

fuzz_target!(|text: &str| {
    if let Err(error) = TypeAPairing::parse(text) {
        assert!(!error.to_string().contains('\n'));
    }
});
