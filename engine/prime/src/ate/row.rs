//! What is made of all terms of a product, in memory that is allocated or, without the feature `std`, in rows of a few.

/// `work` on what `make` makes of every item; where there are several rows, `join` puts their results together.
#[cfg(feature = "std")]
pub fn in_rows<T, U, R>(
    items: &[T],
    make: impl Fn(&T) -> U,
    work: impl Fn(&mut [U]) -> R,
    _join: impl Fn(&R, &R) -> R,
) -> R {
    work(&mut items.iter().map(make).collect::<Vec<_>>())
}

/// `work` on what `make` makes of every item; where there are several rows, `join` puts their results together.
#[cfg(not(feature = "std"))]
pub fn in_rows<T, U, R>(
    items: &[T],
    make: impl Fn(&T) -> U,
    work: impl Fn(&mut [U]) -> R,
    join: impl Fn(&R, &R) -> R,
) -> R {
    /// Enough for a signature of an aggregate of three messages.
    const ROW: usize = 4;
    let mut rows = items.chunks(ROW).map(|row| {
        let mut made: [U; ROW] = core::array::from_fn(|i| make(&row[i.min(row.len() - 1)]));
        work(&mut made[..row.len()])
    });
    match rows.next() {
        None => work(&mut []),
        Some(first) => rows.fold(first, |all, row| join(&all, &row)),
    }
}
