//! The pairings of the engine.

use crate::{Task, What};
use pairforge_engine::registry::{Argument, DynPairing, Point};
use std::hint::black_box;
use std::time::Instant;

/// A batch takes at most so many pairings.
const BATCH: usize = 1024;
/// And about so many nanoseconds, for the sake of slow pairings.
const BATCH_NS: u128 = 30_000_000;

fn points(pairing: &dyn DynPairing, number: usize) -> Vec<(Point, Point)> {
    let p = pairing.g1().random([1; 32], number);
    let q = pairing.g2().random([2; 32], number);
    p.into_iter().zip(q).collect()
}

/// How many pairings a batch of this one takes.
fn batch_size(pairing: &dyn DynPairing, p: &Point, q: &Point) -> usize {
    let runs = (0..3).map(|_| {
        let began = Instant::now();
        let _ = black_box(pairing.pair(p, q));
        began.elapsed().as_nanos()
    });
    let one = runs.min().unwrap_or(1).max(1);
    let group = pairing.batch_granularity();
    let most = usize::try_from(BATCH_NS / one).unwrap_or(BATCH);
    most.clamp(8, BATCH).next_multiple_of(group).min(BATCH.max(group))
}

/// One pairing.
#[must_use]
pub fn pair(pairing: &'static dyn DynPairing) -> Task {
    let (p, q) = points(pairing, 1).remove(0);
    Task::new(pairing.name(), What::Pair, 1, move || drop(black_box(pairing.pair(&p, &q))))
}

/// So many pairings at once on one core. Few different points, cycled: the time of a pairing does not depend on them.
#[must_use]
pub fn batch(pairing: &'static dyn DynPairing, size: usize) -> Task {
    let many: Vec<_> = points(pairing, 16).into_iter().cycle().take(size).collect();
    let run = move || drop(black_box(pairing.batch(&many, 1)));
    Task::new(pairing.name(), What::Batch, size as u32, run)
}

/// All there is to time of one pairing; each algorithm that it has beside its own way is a subject.
#[must_use]
pub fn tasks(pairing: &'static dyn DynPairing) -> Vec<Task> {
    let terms = points(pairing, 8);
    let (p, q) = terms[0].clone();
    let name = pairing.name();
    let mut tasks = vec![pair(pairing)];
    let mut add = |what, run: Box<dyn FnMut()>| {
        tasks.push(Task { subject: name.into(), what, per_call: 1, run });
    };

    let (a, b) = (p.clone(), q.clone());
    add(What::Miller, Box::new(move || drop(black_box(pairing.miller_loop(&a, &b)))));
    if let Ok(f) = pairing.miller_loop(&p, &q) {
        add(What::Final, Box::new(move || drop(black_box(pairing.final_exponentiation(&f)))));
    }
    let (fixed, free) = match pairing.fixed() {
        Argument::P => (p.clone(), q.clone()),
        Argument::Q => (q.clone(), p.clone()),
    };
    if let Ok(prepared) = pairing.prepare(&fixed) {
        add(What::Prepared, Box::new(move || drop(black_box(pairing.pair_prepared(&prepared, &free)))));
    }
    let two = terms[..2].to_vec();
    add(What::Product2, Box::new(move || drop(black_box(pairing.product(&two)))));
    add(What::Product8, Box::new(move || drop(black_box(pairing.product(&terms)))));
    tasks.push(batch(pairing, batch_size(pairing, &p, &q)));
    tasks.extend(pairing.algorithms().into_iter().map(|algorithm| {
        let (p, q) = (p.clone(), q.clone());
        let pair = move || drop(black_box(pairing.pair_by(algorithm, &p, &q)));
        Task::new(&format!("{name} {algorithm}"), What::Pair, 1, pair)
    }));
    tasks
}
