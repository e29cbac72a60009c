//! `sums [SECONDS] [LOG...]`: sums of 2^LOG multiples, and batches of as many signatures up to 2^10, beside blst's, as
//! JSON; by default 3 seconds a row, and 10, 12 and 16.

use pairforge_bench::{signatures, sums};
use serde_json::json;
use std::time::Duration;

fn main() {
    let number = |word: String| {
        word.parse().unwrap_or_else(|_| {
            eprintln!("sums: {word:?}: must be a number; sums [SECONDS] [LOG...]");
            std::process::exit(2)
        })
    };
    let mut given = std::env::args().skip(1).map(number);
    let budget = Duration::from_secs(given.next().unwrap_or(3).into());
    let logs: Vec<u32> = given.collect();
    let logs = if logs.is_empty() { vec![10, 12, 16] } else { logs };
    let batches: Vec<_> =
        logs.iter().filter(|log| **log <= 10).map(|log| signatures::table(1 << log, budget)).collect();
    println!("{:#}", json!({"sums": sums::table(&logs, budget), "batches": batches}));
}
