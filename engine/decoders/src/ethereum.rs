//! Ethereum's precompiles: they fail with one line, and give as many bytes as they say.

use crate::{Outcome, behind, byte, from_hex, is_one_line};
use pairforge_engine::protocols::ethereum::Precompile;
use serde_json::Value;

/// The first byte chooses the precompile.
pub fn call(input: &[u8]) -> Option<Outcome> {
    let [which, bytes @ ..] = input else { return None };
    let precompile = Precompile::ALL[usize::from(*which) % Precompile::ALL.len()];
    let output = precompile.call(bytes).inspect_err(is_one_line);
    if let Ok(output) = &output {
        assert_eq!(output.len(), precompile.output_bytes());
    }
    Some(Outcome { of: "Ethereum", decoder: precompile.name(), accepted: output.is_ok() })
}

/// The good inputs of go-ethereum and c-kzg-4844 that are stored as known answers, none of them long.
pub fn seeds() -> Vec<Vec<u8>> {
    let vectors = |text| serde_json::from_str::<Value>(text).expect("JSON");
    let ethereum = vectors(include_str!("../../../tests/vectors/precompiles/ethereum.json"));
    let kzg = vectors(include_str!("../../../tests/vectors/kzg/point_evaluation.json"));
    let mut found = Vec::new();
    for (which, precompile) in Precompile::ALL.iter().enumerate() {
        let cases = if *precompile == Precompile::PointEvaluation {
            &kzg["cases"]
        } else {
            &ethereum["precompiles"][precompile.name()]
        };
        let inputs = cases
            .as_array()
            .expect("a list")
            .iter()
            .map(|case| from_hex(case["in"].as_str().expect("a string")));
        let good = inputs.filter(|input| input.len() < 2048).map(|input| behind(&[byte(which)], &input));
        found.extend(good.filter(|input| call(input).is_some_and(|outcome| outcome.accepted)));
    }
    found
}
