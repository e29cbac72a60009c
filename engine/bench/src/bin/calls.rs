//! `calls SUBJECT WHAT COUNT`: calls one of the tasks so often. WHAT is `pair` or `batch`; SUBJECT is a pairing of the engine,
//! or with `pair` a library that is timed beside it. The last line says how many pairings a call computes.
//!
//! It is for counting instructions: what more calls take, making the task cancels out (`python -m benchmarks.aarch64`).

use pairforge_bench::{Task, What, ours, prior_work};
use pairforge_engine::registry;

/// A batch takes as many pairings, or the next number that fills all lanes.
const BATCH: usize = 64;

fn task(subject: &str, what: &str) -> Option<Task> {
    match (what, registry::by_name(subject)) {
        ("pair", Ok(pairing)) => Some(ours::pair(pairing)),
        ("batch", Ok(pairing)) => {
            Some(ours::batch(pairing, BATCH.next_multiple_of(pairing.batch_granularity())))
        }
        ("pair", Err(_)) => {
            prior_work::tasks().into_iter().find(|task| task.subject == subject && task.what == What::Pair)
        }
        _ => None,
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [subject, what, count] = arguments.as_slice() else { panic!("calls SUBJECT WHAT COUNT") };
    let mut task = task(subject, what).expect("something to call");
    for _ in 0..count.parse::<u32>().expect("a number") {
        (task.run)();
    }
    println!("{}", task.per_call);
}
