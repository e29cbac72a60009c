//! Sums and differences: by the kernels of `additive` where there is one for N words, else portable.

#[cfg(all(target_arch = "x86_64", not(miri)))]
use super::additive;
use crate::limbs;
#[cfg(feature = "std")]
use crate::wide::Wide;

/// Whether the portable code is a function of its own: where words are 32 bits, carries take several instructions each.
const fn outlines(n: usize) -> bool {
    cfg!(not(target_pointer_width = "64")) && super::outlines(n)
}

/// The portable code, and the same as functions.
mod portable {
    use crate::limbs;

    macro_rules! twice {
        ($($name:ident($($argument:ident: $type:ty),*) $body:block)*) => {
            $(#[inline(always)]
            pub fn $name<const N: usize>($($argument: $type),*) -> [u64; N] $body)*

            pub mod outlined {
                $(#[inline(never)]
                pub fn $name<const N: usize>($($argument: $type),*) -> [u64; N] {
                    super::$name($($argument),*)
                })*
            }
        };
    }

    twice! {
        add(a: &[u64; N], b: &[u64; N], p: &[u64; N], full: bool) {
            let (sum, carry) = limbs::add(a, b);
            limbs::reduce_once(&sum, if full { carry } else { 0 }, p)
        }

        sub(a: &[u64; N], b: &[u64; N], p: &[u64; N]) {
            let (difference, borrow) = limbs::sub(a, b);
            limbs::add_masked(&difference, p, borrow)
        }

        add_unreduced(a: &[u64; N], b: &[u64; N]) {
            limbs::add(a, b).0
        }

        sub_unreduced(a: &[u64; N], b: &[u64; N]) {
            limbs::sub(a, b).0
        }
    }
}

/// Calls the portable code, as a function where that is better.
macro_rules! portably {
    ($n:expr, $name:ident($($argument:expr),*)) => {
        if outlines($n) { portable::outlined::$name($($argument),*) } else { portable::$name($($argument),*) }
    };
}

/// a + b mod p, for a, b < p; a + b is below 2^(64 N) unless `full`.
#[inline(always)]
pub fn add<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N], full: bool) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(sum) = if full { additive::add_full(a, b, p) } else { additive::add(a, b, p) } {
        return sum;
    }
    portably!(N, add(a, b, p, full))
}

/// a - b mod p, for a, b < p.
#[inline(always)]
pub fn sub<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(difference) = additive::sub(a, b, p) {
        return difference;
    }
    portably!(N, sub(a, b, p))
}

/// a / 2 mod p, for a < p.
#[inline(always)]
pub fn half<const N: usize>(a: &[u64; N], p: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if p[N - 1] >> 63 == 0
        && let Some(half) = additive::half(a, p)
    {
        return half;
    }
    limbs::half_modulo(a, p)
}

/// a + b modulo 2^(64 N).
#[inline(always)]
pub fn add_unreduced<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(sum) = additive::add_unreduced(a, b) {
        return sum;
    }
    portably!(N, add_unreduced(a, b))
}

/// a - b modulo 2^(64 N).
#[inline(always)]
pub fn sub_unreduced<const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(difference) = additive::sub_unreduced(a, b) {
        return difference;
    }
    portably!(N, sub_unreduced(a, b))
}

/// a + b mod p R, for a, b < p R; without a bit above p that is unused.
#[cfg(feature = "std")]
#[inline(always)]
pub fn wide_add<const N: usize>(a: &Wide<N>, b: &Wide<N>, p: &[u64; N]) -> Wide<N> {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(sum) = additive::wide_add(a, b, p) {
        return sum;
    }
    let (low, carry) = limbs::add(&a.low, &b.low);
    let (high, carry) = limbs::add_with(&a.high, &b.high, carry);
    Wide { low, high: limbs::reduce_once(&high, carry, p) }
}

/// a - b mod p R, for a, b < p R.
#[cfg(feature = "std")]
#[inline(always)]
pub fn wide_sub<const N: usize>(a: &Wide<N>, b: &Wide<N>, p: &[u64; N]) -> Wide<N> {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(difference) = additive::wide_sub(a, b, p) {
        return difference;
    }
    let (low, borrow) = limbs::sub(&a.low, &b.low);
    let (high, borrow) = limbs::sub_with(&a.high, &b.high, borrow);
    Wide { low, high: limbs::add_masked(&high, p, borrow) }
}

/// [`add`] of two residues.
#[inline(always)]
pub fn add_pair<const N: usize>(
    a: &[[u64; N]; 2],
    b: &[[u64; N]; 2],
    p: &[u64; N],
    full: bool,
) -> [[u64; N]; 2] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if !full && let Some(sum) = additive::add_pair(a, b, p) {
        return sum;
    }
    [add(&a[0], &b[0], p, full), add(&a[1], &b[1], p, full)]
}

/// [`sub`] of two residues.
#[inline(always)]
pub fn sub_pair<const N: usize>(a: &[[u64; N]; 2], b: &[[u64; N]; 2], p: &[u64; N]) -> [[u64; N]; 2] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(difference) = additive::sub_pair(a, b, p) {
        return difference;
    }
    [sub(&a[0], &b[0], p), sub(&a[1], &b[1], p)]
}
