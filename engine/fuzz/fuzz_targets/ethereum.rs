//! Ethereum's precompiles on any input: they never panic, fail with one line, and give as much as they say.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pairforge_engine::protocols::ethereum::Precompile;

fuzz_target!(|data: &[u8]| {
    let [which, input @ ..] = data else { return };
    let precompile = Precompile::ALL[usize::from(*which) % Precompile::ALL.len()];
    match precompile.call(input) {
        Ok(output) => assert_eq!(output.len(), precompile.output_bytes()),
        Err(error) => assert!(!error.to_string().contains('\n')),
    }
});
