//! Montgomery arithmetic on raw residues: the portable code, and for x86-64 with BMI2 and ADX, assembly.

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86_64;

use super::field::{Fp, PrimeParams, Wide};
use super::limbs;

/// Whether the assembly may be used: checked at every call, for the price of one load and one predicted branch.
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[inline(always)]
fn assembly() -> bool {
    use crate::cpu::{Level, level};
    use core::sync::atomic::{AtomicU8, Ordering};
    const UNKNOWN: u8 = 2;
    static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);
    #[cold]
    fn find() -> bool {
        let usable = level() >= Level::Base;
        STATE.store(u8::from(usable), Ordering::Relaxed);
        usable
    }
    match STATE.load(Ordering::Relaxed) {
        UNKNOWN => find(),
        state => state == 1,
    }
}

/// Runs the kernel for N words where there is one and the processor has its instructions; otherwise goes on.
macro_rules! try_kernel {
    ($n:expr, $kernel:ident($($argument:expr),*) -> $out:expr) => {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if matches!($n, 4 | 5 | 6 | 8) && assembly() {
            // SAFETY: `assembly` has seen BMI2 and ADX; the arrays have the lengths of the kernel for N words.
            unsafe {
                match $n {
                    4 => x86_64::four::$kernel($($argument),*),
                    5 => x86_64::five::$kernel($($argument),*),
                    6 => x86_64::six::$kernel($($argument),*),
                    _ => x86_64::eight::$kernel($($argument),*),
                }
                return $out.assume_init();
            }
        }
    };
}

/// a b / R mod p, for a < R and b < p.
#[inline(always)]
pub fn mul<P: PrimeParams<N>, const N: usize>(a: &[u64; N], b: &[u64; N]) -> [u64; N] {
    let mut out = core::mem::MaybeUninit::<[u64; N]>::uninit();
    try_kernel!(N, mul(
        out.as_mut_ptr().cast(), a.as_ptr(), b.as_ptr(), const { &P::MODULUS }.as_ptr(), Fp::<P, N>::NEG_INVERSE
    ) -> out);
    limbs::montgomery_mul(a, b, &P::MODULUS, Fp::<P, N>::NEG_INVERSE)
}

/// a^2 / R mod p, for a < p.
#[inline(always)]
pub fn square<P: PrimeParams<N>, const N: usize>(a: &[u64; N]) -> [u64; N] {
    mul::<P, N>(a, a)
}

/// a b.
#[inline(always)]
pub fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Wide<N> {
    let mut out = core::mem::MaybeUninit::<Wide<N>>::uninit();
    try_kernel!(N, mul_wide(out.as_mut_ptr().cast(), a.as_ptr(), b.as_ptr()) -> out);
    let (low, high) = limbs::mul_wide(a, b);
    Wide { low, high }
}

/// a^2.
#[inline(always)]
pub fn square_wide<const N: usize>(a: &[u64; N]) -> Wide<N> {
    let mut out = core::mem::MaybeUninit::<Wide<N>>::uninit();
    try_kernel!(N, square_wide(out.as_mut_ptr().cast(), a.as_ptr()) -> out);
    mul_wide(a, a)
}

/// a / R mod p, for a < p R.
#[inline(always)]
pub fn reduce<P: PrimeParams<N>, const N: usize>(a: &Wide<N>) -> [u64; N] {
    let mut out = core::mem::MaybeUninit::<[u64; N]>::uninit();
    try_kernel!(N, reduce(
        out.as_mut_ptr().cast(), core::ptr::from_ref(a).cast(), const { &P::MODULUS }.as_ptr(), Fp::<P, N>::NEG_INVERSE
    ) -> out);
    limbs::montgomery_reduce(&a.low, &a.high, &P::MODULUS, Fp::<P, N>::NEG_INVERSE)
}

/// Whether [`sum_of_two`] has a kernel for n words and the processor its instructions.
#[inline(always)]
pub fn has_sum_of_two(n: usize) -> bool {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    return matches!(n, 4..=6) && assembly();
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    {
        let _ = n;
        false
    }
}

/// (a\[0\] b + a\[1\] d) / R mod p, for a < p, b and d <= p < R / 4.
///
/// # Panics
/// Where [`has_sum_of_two`] does not hold.
#[inline(always)]
pub fn sum_of_two<P: PrimeParams<N>, const N: usize>(
    a: &[Fp<P, N>; 2],
    b: &[u64; N],
    d: &[u64; N],
) -> [u64; N] {
    assert!(has_sum_of_two(N) && Fp::<P, N>::LAZY);
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        let mut out = core::mem::MaybeUninit::<[u64; N]>::uninit();
        let kernel = match N {
            4 => x86_64::sum_of_two_4,
            5 => x86_64::sum_of_two_5,
            _ => x86_64::sum_of_two_6,
        };
        // SAFETY: the processor has BMI2 and ADX; the arrays have the lengths of the kernel for N words, for an element
        // is nothing but its words.
        unsafe {
            let modulus = const { &P::MODULUS }.as_ptr();
            kernel(
                out.as_mut_ptr().cast(),
                a.as_ptr().cast(),
                b.as_ptr(),
                d.as_ptr(),
                modulus,
                Fp::<P, N>::NEG_INVERSE,
            );
            out.assume_init()
        }
    }
    #[cfg(not(all(target_arch = "x86_64", not(miri))))]
    {
        let _ = (a, b, d);
        unreachable!()
    }
}
