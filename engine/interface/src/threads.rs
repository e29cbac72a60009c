//! Work on several cores, where the feature `parallel` is on; else on one. Everywhere, so many `threads` are
//! meant, and 0 takes all cores.

/// How many threads work at a time.
#[must_use]
pub fn count(threads: usize) -> usize {
    #[cfg(feature = "parallel")]
    if threads == 0 {
        return rayon::current_num_threads();
    }
    threads.max(1)
}

/// Runs `work`; what it calls [`for_each`] for is done by so many threads.
pub fn scope<R: Send>(threads: usize, work: impl FnOnce() -> R + Send) -> R {
    #[cfg(feature = "parallel")]
    if threads > 1
        // Where the system refuses threads of our own, those that there are do it.
        && let Ok(pool) = rayon::ThreadPoolBuilder::new().num_threads(threads).build()
    {
        return pool.install(work);
    }
    let _ = threads;
    work()
}

/// Calls `work` for every item, in any order: on this thread if `threads` is 1, else on those of the
/// [`scope`]. `room` makes what calls on one thread hand on to each other.
pub fn for_each<T: Send, S>(
    threads: usize,
    items: Vec<T>,
    room: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, T) + Send + Sync,
) {
    #[cfg(feature = "parallel")]
    if threads != 1 && items.len() > 1 {
        use rayon::prelude::*;
        return items.into_par_iter().for_each_init(room, work);
    }
    let _ = threads;
    let mut room = room();
    items.into_iter().for_each(|item| work(&mut room, item));
}

/// What `work` gives for every item, in the order of the items; calls are made in any order.
pub fn map<T: Send, R: Send>(threads: usize, items: Vec<T>, work: impl Fn(T) -> R + Send + Sync) -> Vec<R> {
    #[cfg(feature = "parallel")]
    if threads != 1 && items.len() > 1 {
        use rayon::prelude::*;
        return items.into_par_iter().map(work).collect();
    }
    let _ = threads;
    items.into_iter().map(work).collect()
}
