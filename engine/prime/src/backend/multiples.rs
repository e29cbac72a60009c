//! Multiples of p for reductions of double-width sums.

use crate::limbs;

/// What reductions need of a field, in the order in which the kernels read it.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
#[cfg_attr(not(all(target_arch = "x86_64", not(miri))), allow(dead_code))]
pub struct Multiples<const N: usize> {
    /// p, 2 p, 4 p.
    pub(super) by: [[u64; N]; 3],
    /// -1/p mod 2^128.
    pub(super) neg_inverse: [u64; 2],
    /// Whether 9.8 p < R, for four words 5.29 p < R.
    pub(super) fits: bool,
}

impl<const N: usize> Multiples<N> {
    /// The constants for p.
    pub const fn new(p: &[u64; N], neg_inverse: u64) -> Self {
        let twice = limbs::add(p, p).0;
        let four = limbs::add(&twice, &twice).0;
        let hundredths = if N == 4 { 529 } else { 980 };
        let fits = (p[N - 1] as u128 + 1) * hundredths <= 100 << 64;
        let high = if N > 1 { limbs::negated_inverse_high(p[0], p[1], neg_inverse) } else { 0 };
        Multiples { by: [*p, twice, four], neg_inverse: [neg_inverse, high], fits }
    }
}
