//! What kernels for small multiples have to know of a field.

use crate::limbs;

/// The constants of a field for [`combine`](super::combine), in the order in which its kernels read them.
#[derive(Clone, Copy, Debug)]
#[repr(C)]
pub struct Reduction<const N: usize> {
    /// p.
    pub(super) modulus: [u64; N],
    /// 2^(64 N) - p.
    minus_modulus: [u64; N],
    /// 2^(bits + 5) / p, rounded down.
    factor: u64,
    /// The place within its word where the upper 64 of bits + 5 bits begin.
    shift: u64,
    /// Whether that is the word in which the kernel for N words looks for it.
    pub(super) fits: bool,
}

impl<const N: usize> Reduction<N> {
    /// The constants for p.
    pub const fn new(p: &[u64; N]) -> Self {
        let bits = limbs::bits(p);
        let top = if bits < 64 {
            (p[0] << (64 - bits)) as u128
        } else {
            limbs::shift_right(p, bits - 64)[0] as u128
        };
        Reduction {
            modulus: *p,
            minus_modulus: limbs::sub(&[0; N], p).0,
            factor: ((1 << 69) / (top + 1)) as u64,
            shift: (bits as u64 + 5) % 64,
            fits: matches!((N, (bits + 5).saturating_sub(64) / 64), (4 | 5, 3) | (6, 5)),
        }
    }
}
