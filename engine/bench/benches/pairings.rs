//! Criterion on the same tasks as `pairforge bench`: `make bench`, or
//! `cargo bench -p pairforge-bench -- 'eta-f2-239/'`.

use criterion::{Criterion, Throughput};
use pairforge_bench::{Task, ours, prior_work};
use pairforge_engine::registry;
use std::time::Duration;

fn bench(criterion: &mut Criterion, tasks: Vec<Task>) {
    for mut task in tasks {
        let mut group = criterion.benchmark_group(&task.subject);
        group.throughput(Throughput::Elements(task.per_call.into()));
        group.bench_function(task.what.key().trim_end_matches("_ns").replace("ns", "pair"), |bencher| {
            bencher.iter(&mut task.run);
        });
        group.finish();
    }
}

fn main() {
    let mut criterion = Criterion::default()
        .warm_up_time(Duration::from_millis(200))
        .measurement_time(Duration::from_secs(1))
        .sample_size(20)
        .configure_from_args();
    bench(&mut criterion, prior_work::tasks());
    for &pairing in registry::all() {
        bench(&mut criterion, ours::tasks(pairing));
    }
    criterion.final_summary();
}
