//! `sums [SECONDS] [LOG...]`: sums of 2^LOG multiples beside blst's, as JSON; by default 3 seconds a row, and 10, 12
//! and 16.

use std::time::Duration;

fn main() {
    let mut given = std::env::args().skip(1).map(|word| {
        word.parse().unwrap_or_else(|_| {
            eprintln!("sums: {word:?}: must be a number; sums [SECONDS] [LOG...]");
            std::process::exit(2)
        })
    });
    let seconds = given.next().unwrap_or(3);
    let logs: Vec<u32> = given.collect();
    let logs = if logs.is_empty() { vec![10, 12, 16] } else { logs };
    println!("{:#}", pairforge_bench::sums::table(&logs, Duration::from_secs(seconds.into())));
}
