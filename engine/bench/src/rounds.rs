//! Timing in interleaved rounds: every round runs each task for a moment, and the least time of each over all rounds
//! counts. A disturbance then has to hit the same task in every round to show.

use crate::Task;
use rustix::time::{ClockId, clock_gettime};
use std::time::{Duration, Instant};

/// How long a task runs in a round, unless one call takes longer.
const MOMENT: Duration = Duration::from_micros(1500);

/// How many calls of a task make a moment.
#[derive(Clone, Copy, Debug)]
pub struct Calls(u32);

impl Calls {
    /// Finds out; warms up on the way.
    #[must_use]
    pub fn of(run: &mut dyn FnMut()) -> Self {
        let mut calls = 1u32;
        loop {
            let began = Instant::now();
            (0..calls).for_each(|_| run());
            let took = began.elapsed();
            if took >= MOMENT / 2 {
                let one = took.as_nanos() / u128::from(calls);
                return Calls(u32::try_from(MOMENT.as_nanos() / one.max(1)).unwrap_or(1).max(1));
            }
            calls *= 2;
        }
    }

    /// Nanoseconds of a call, after one that brings its code and tables back into the caches: a moment of few calls would else
    /// cost more for each than one of many, and a pairing more than its parts.
    pub fn time(self, run: &mut dyn FnMut()) -> f64 {
        if self.0 > 1 {
            run();
        }
        let began = Instant::now();
        (0..self.0).for_each(|_| run());
        began.elapsed().as_nanos() as f64 / f64::from(self.0)
    }
}

/// A task with what is known of its time.
pub struct Timed {
    /// The task.
    pub task: Task,
    calls: Calls,
    /// The least nanoseconds of a pairing, a Miller loop, … so far.
    pub ns: f64,
}

impl Timed {
    /// Finds how many calls make a moment; warms up on the way.
    #[must_use]
    pub fn new(mut task: Task) -> Self {
        Timed { calls: Calls::of(&mut task.run), task, ns: f64::INFINITY }
    }

    /// Times it once more.
    pub fn sample(&mut self) {
        let took = self.calls.time(&mut self.task.run);
        self.ns = self.ns.min(took / f64::from(self.task.per_call));
    }
}

/// All tasks in round-robin order, for about `budget`, in at least three rounds; tells `progress` of each.
pub fn run(timed: &mut [Timed], budget: Duration, mut progress: impl FnMut(usize)) -> usize {
    let began = Instant::now();
    let mut rounds = 0;
    while rounds < 3 || began.elapsed() < budget {
        progress(rounds);
        // Each as often as every other one: the least of more samples is less.
        timed.iter_mut().for_each(Timed::sample);
        rounds += 1;
    }
    rounds
}

/// What a call that takes long is timed by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    /// The time that this thread was on a processor: what other programs take does not count.
    Thread,
    /// The time on the wall: for what several threads do.
    Wall,
}

/// Nanoseconds on this clock.
fn now(clock: Clock) -> f64 {
    let now = clock_gettime(match clock {
        Clock::Thread => ClockId::ThreadCPUTime,
        Clock::Wall => ClockId::Monotonic,
    });
    now.tv_sec as f64 * 1e9 + now.tv_nsec as f64
}

/// The least nanoseconds of each of some calls that take long, in round-robin order, for about `budget` and in at
/// least three rounds.
pub fn least<const N: usize>(mut calls: [(Clock, &mut dyn FnMut()); N], budget: Duration) -> [f64; N] {
    let began = Instant::now();
    let mut least = [f64::INFINITY; N];
    let mut rounds = 0;
    while rounds < 3 || began.elapsed() < budget {
        for ((clock, call), least) in calls.iter_mut().zip(&mut least) {
            let start = now(*clock);
            call();
            *least = least.min(now(*clock) - start);
        }
        rounds += 1;
    }
    least
}
