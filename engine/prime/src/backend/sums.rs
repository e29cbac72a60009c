//! Sums and differences: by the kernels of `additive` where there is one for N words, else portable.

#[cfg(all(target_arch = "aarch64", not(miri)))]
use super::aarch64;
#[cfg(all(target_arch = "x86_64", not(miri)))]
use super::additive;
use crate::limbs;
use crate::wide::Wide;

/// Whether the portable code is a function of its own: where words are 32 bits, carries take several instructions each.
const fn outlines(n: usize) -> bool {
    cfg!(not(target_pointer_width = "64")) && super::outlines(n)
}

/// Whether that for double width is.
const fn outlines_double(n: usize) -> bool {
    cfg!(not(target_arch = "x86_64")) && super::outlines(n)
}

/// p, of which the compiler is not to know what it is: on 64-bit Arm each word of a constant takes four instructions.
#[inline(always)]
fn opaque<const N: usize>(p: &[u64; N]) -> &[u64; N] {
    try_rows!(N, opaque(p));
    p
}

/// a - b - borrow, and the borrow out: as [`limbs::sub_with`], which is for what the compiler computes, too.
#[inline(always)]
pub fn sub_with<const N: usize>(a: &[u64; N], b: &[u64; N], borrow: u64) -> ([u64; N], u64) {
    try_rows!(N, sub_with(a, b, borrow));
    limbs::sub_with(a, b, borrow)
}

/// (carry, a) reduced once by p: as [`limbs::reduce_once`].
#[inline(always)]
pub fn less_p<const N: usize>(a: &[u64; N], carry: u64, p: &[u64; N]) -> [u64; N] {
    try_rows!(N, less_p(a, carry, p));
    limbs::reduce_once(a, carry, p)
}

/// a + b modulo 2^(128 N), and the carry out.
#[inline(always)]
pub fn add_double<const N: usize>(a: &Wide<N>, b: &Wide<N>) -> (Wide<N>, u64) {
    let (low, carry) = limbs::add(&a.low, &b.low);
    let (high, carry) = limbs::add_with(&a.high, &b.high, carry);
    (Wide { low, high }, carry)
}

/// a - b modulo 2^(128 N), and the borrow out.
#[inline(always)]
pub fn sub_double<const N: usize>(a: &Wide<N>, b: &Wide<N>) -> (Wide<N>, u64) {
    let (low, borrow) = sub_with(&a.low, &b.low, 0);
    let (high, borrow) = sub_with(&a.high, &b.high, borrow);
    (Wide { low, high }, borrow)
}

/// The portable code, and the same as functions.
mod portable {
    use crate::limbs;
    use crate::wide::Wide;

    macro_rules! twice {
        ($($name:ident($($argument:ident: $type:ty),*) -> $output:ty $body:block)*) => {
            $(#[inline(always)]
            pub fn $name<const N: usize>($($argument: $type),*) -> $output $body)*

            pub mod outlined {
                use crate::wide::Wide;

                $(#[inline(never)]
                pub fn $name<const N: usize>($($argument: $type),*) -> $output {
                    super::$name($($argument),*)
                })*
            }
        };
    }

    twice! {
        add(a: &[u64; N], b: &[u64; N], p: &[u64; N], full: bool) -> [u64; N] {
            let (sum, carry) = limbs::add(a, b);
            super::less_p(&sum, if full { carry } else { 0 }, super::opaque(p))
        }

        sub(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> [u64; N] {
            let (difference, borrow) = super::sub_with(a, b, 0);
            limbs::add_masked(&difference, super::opaque(p), borrow)
        }

        add_unreduced(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
            limbs::add(a, b).0
        }

        sub_unreduced(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
            super::sub_with(a, b, 0).0
        }

        wide_add(a: &Wide<N>, b: &Wide<N>, p: &[u64; N], full: bool) -> Wide<N> {
            let (sum, carry) = super::add_double(a, b);
            Wide { high: super::less_p(&sum.high, if full { carry } else { 0 }, p), ..sum }
        }

        wide_sub(a: &Wide<N>, b: &Wide<N>, p: &[u64; N]) -> Wide<N> {
            let (difference, borrow) = super::sub_double(a, b);
            Wide { high: limbs::add_masked(&difference.high, p, borrow), ..difference }
        }
    }
}

/// Calls the portable code, as a function where that is better.
macro_rules! portably {
    ($n:expr, $name:ident($($argument:expr),*)) => {
        portably!(outlines $n, $name($($argument),*))
    };
    ($outlines:ident $n:expr, $name:ident($($argument:expr),*)) => {
        if $outlines($n) { portable::outlined::$name($($argument),*) } else { portable::$name($($argument),*) }
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

/// a + b mod p R, for a, b < p R; a + b is below 2^(128 N) unless `full`.
#[inline(always)]
pub fn wide_add<const N: usize>(a: &Wide<N>, b: &Wide<N>, p: &[u64; N], full: bool) -> Wide<N> {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if full && let Some(sum) = additive::wide_add(a, b, p) {
        return sum;
    }
    portably!(outlines_double N, wide_add(a, b, p, full))
}

/// a - b mod p R, for a, b < p R.
#[inline(always)]
pub fn wide_sub<const N: usize>(a: &Wide<N>, b: &Wide<N>, p: &[u64; N]) -> Wide<N> {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if let Some(difference) = additive::wide_sub(a, b, p) {
        return difference;
    }
    portably!(outlines_double N, wide_sub(a, b, p))
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
