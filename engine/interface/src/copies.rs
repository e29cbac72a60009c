//! Vectors of values that are copied.

/// So many times the same value.
///
/// `vec![value; count]` would call `clone` for each, which for arrays of field elements is a loop over these: compiled for
/// every field and curve, it was much of the machine code.
#[must_use]
#[inline(never)]
pub fn copies<T: Copy>(value: T, count: usize) -> Vec<T> {
    let mut all = Vec::with_capacity(count);
    all.resize_with(count, || value);
    all
}
