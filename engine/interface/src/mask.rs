//! Masks from secret bits.

/// All ones if `bit` is 1, zero if it is 0. The compiler cannot see which of the two: where it can, it makes a branch of
/// what follows.
#[inline(always)]
pub const fn mask(bit: u64) -> u64 {
    core::hint::black_box(bit.wrapping_neg())
}
