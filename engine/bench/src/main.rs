//! `pairforge-bench [SECONDS]`: the quick benchmark behind `pairforge bench`. Prints one JSON object: the yardstick, the
//! processor, every pairing of the engine, the other libraries, the carry-less multiplier. Progress goes to standard
//! error, a line every few rounds. `pairforge-bench functions [SECONDS]`, behind `pairforge bench --functions`: the functions below
//! the pairing on BLS12-381, each beside blst's.

use pairforge_bench::rounds::{Timed, run};
use pairforge_bench::{What, clmul, functions, ours, prior_work};
use pairforge_engine::{cpu, registry};
use serde_json::{Map, Value, json};
use std::time::Duration;

/// Seconds of timing, after the tasks are made and warm.
const SECONDS: u64 = 45;

fn processor() -> String {
    let info = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let model = info.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    let name = model.map_or(std::env::consts::ARCH, |(_, name)| name.trim());
    format!("{name} ({})", cpu::level().name())
}

/// Nanoseconds to a hundredth.
fn rounded(ns: f64) -> Value {
    json!((ns * 100.0).round() / 100.0)
}

fn rows(timed: &[Timed], yardstick: f64) -> Map<String, Value> {
    let mut rows = Map::new();
    for one in timed {
        let row = rows.entry(one.task.subject.clone()).or_insert_with(|| json!({}));
        row[one.task.what.key()] = rounded(one.ns);
        match one.task.what {
            What::Pair => row["ratio"] = json!((one.ns / yardstick * 1e5).round() / 1e5),
            What::Batch => row["batch"] = json!(one.task.per_call),
            _ => {}
        }
    }
    rows
}

/// The functions as JSON.
fn print_functions(budget: Duration) {
    eprintln!("warm up");
    let mut rows = Map::new();
    for function in functions::measure(budget) {
        let (ours, blst) = function.ns();
        let mut row = json!({"ns": rounded(ours)});
        if let Some(blst) = blst {
            row["blst_ns"] = rounded(blst);
            row["ratio"] = json!((ours / blst * 1e5).round() / 1e5);
        }
        rows.insert(function.name.into(), row);
    }
    println!("{}", json!({"cpu": processor(), "functions": rows}));
}

fn main() {
    let mut arguments = std::env::args().skip(1).peekable();
    let of_functions = arguments.next_if(|argument| argument == "functions").is_some();
    let given = arguments.next().and_then(|seconds| seconds.parse().ok());
    let budget = Duration::from_secs(given.unwrap_or(SECONDS));
    if of_functions {
        return print_functions(budget);
    }
    eprintln!("warm up");
    let mut timed: Vec<_> = prior_work::tasks().into_iter().map(Timed::new).collect();
    let first = timed.len();
    timed.extend(registry::all().iter().flat_map(|&pairing| ours::tasks(pairing)).map(Timed::new));
    let rounds = run(&mut timed, budget, |round| {
        if round % 10 == 0 {
            eprintln!("round {}", round + 1);
        }
    });
    let yardstick = timed[0].ns;
    let products = clmul::products_per_pairing();
    let object = json!({
        "yardstick": {"name": prior_work::YARDSTICK, "ns": rounded(yardstick)},
        "cpu": processor(),
        "pairings": rows(&timed[first..], yardstick),
        "prior_work": rows(&timed[..first], yardstick),
        "clmul_products": {"eta-f2-239": {"one": products.0, "batch": products.1}},
        "clmul_products_per_ns": clmul::products_per_ns(),
        "rounds": rounds,
    });
    println!("{object}");
}
