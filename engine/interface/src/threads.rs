//! Work on several cores, where the feature `parallel` is on; else on one. Everywhere, so many `threads` are
//! meant, no more of them than there are cores, and 0 takes all cores.

use std::sync::Mutex;

/// How many threads work at a time.
#[must_use]
pub fn count(threads: usize) -> usize {
    #[cfg(feature = "parallel")]
    return if threads == 0 { rayon::current_num_threads() } else { threads.min(pools::cores()) };
    #[cfg(not(feature = "parallel"))]
    return threads.max(1);
}

/// Runs `work`; what it calls [`for_each`] for is done by so many threads.
pub fn scope<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "parallel")]
    if threads > 1 {
        let (mut work, mut result) = (Some(work), None);
        pools::scope(count(threads), &mut || result = work.take().map(|work| work()));
        return result.expect("the work was done once");
    }
    let _ = threads;
    work()
}

/// Calls `work` for every item, in any order: on this thread if `threads` is 1, else on those of the
/// [`scope`]. `room` makes what calls on one thread hand on to each other.
pub fn for_each<I: Iterator<Item: Send> + Send, S>(
    threads: usize,
    items: I,
    room: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, I::Item) + Send + Sync,
) {
    let most = items.size_hint().1.unwrap_or(usize::MAX);
    let items = Mutex::new(items);
    // Whoever has nothing to do takes the next; the lock is held no longer than that.
    let next = || items.lock().ok().and_then(|mut items| items.next());
    let worker = || {
        let mut room = room();
        while let Some(item) = next() {
            work(&mut room, item);
        }
    };
    #[cfg(feature = "parallel")]
    if threads != 1 {
        return pools::on_all(most, &worker);
    }
    let _ = (threads, most);
    worker();
}

/// What `work` gives for every item, in the order of the items; calls are made in any order.
pub fn map<I: ExactSizeIterator<Item: Send> + Send, R: Send>(
    threads: usize,
    items: I,
    work: impl Fn(I::Item) -> R + Send + Sync,
) -> Vec<R> {
    let mut places = Vec::with_capacity(items.len());
    places.resize_with(items.len(), || None);
    for_each(threads, items.zip(&mut places), || (), |(), (item, place)| *place = Some(work(item)));
    let mut results = Vec::with_capacity(places.len());
    for place in places {
        results.push(place.expect("every item was worked on"));
    }
    results
}

/// Threads of rayon. No function here is generic: callers are compiled for every curve, and loops of rayon's would be
/// as often.
#[cfg(feature = "parallel")]
mod pools {
    use std::sync::OnceLock;

    /// How many threads the system runs at a time. It reads files to say so; it is asked once.
    pub fn cores() -> usize {
        static CORES: OnceLock<usize> = OnceLock::new();
        *CORES.get_or_init(|| std::thread::available_parallelism().map_or(1, usize::from))
    }

    /// Runs `work` with so many threads.
    pub fn scope(threads: usize, work: &mut (dyn FnMut() + Send)) {
        match rayon::ThreadPoolBuilder::new().num_threads(threads).build() {
            Ok(pool) => pool.install(work),
            // Where the system refuses threads of our own, those that there are do it.
            Err(_) => work(),
        }
    }

    /// Runs `work` on all threads, or on so many at most.
    pub fn on_all(most: usize, work: &(dyn Fn() + Sync)) {
        let threads = rayon::current_num_threads().min(most);
        if threads < 2 {
            return work();
        }
        rayon::scope(|scope| (0..threads).for_each(|_| scope.spawn(|_| work())));
    }
}

#[cfg(all(test, feature = "parallel"))]
mod tests {
    use super::{count, map, scope};
    use std::collections::HashSet;
    use std::thread;

    #[test]
    fn there_are_no_more_threads_than_cores() {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        for threads in [1, 2, 1_000_000, usize::MAX] {
            assert_eq!(count(threads), threads.min(cores));
            let of = scope(threads, || map(threads, 0..1000, |_| thread::current().id()));
            assert!(of.into_iter().collect::<HashSet<_>>().len() <= threads.min(cores));
        }
    }
}
