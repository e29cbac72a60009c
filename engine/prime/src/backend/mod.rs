//! Montgomery arithmetic on raw residues: the portable code, and for x86-64 with BMI2 and ADX, assembly.

/// Takes the rows for 64-bit Arm where there are some of N words; otherwise goes on.
macro_rules! try_rows {
    ($n:expr, $function:ident($($argument:expr),*)) => {
        #[cfg(all(target_arch = "aarch64", not(miri)))]
        if aarch64::exist($n) {
            return aarch64::$function($($argument),*);
        }
    };
}

#[cfg(all(target_arch = "aarch64", not(miri)))]
mod aarch64;
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[macro_use]
mod kept;
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[cfg_attr(not(feature = "std"), allow(dead_code, reason = "sums of double width are for what needs std"))]
mod additive;
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[macro_use]
mod frame;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod lazy;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod lazy4;
mod multiples;
mod reduction;
mod sums;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86_64;

use super::limbs;
use super::wide::Wide;

pub use multiples::Multiples;
pub use reduction::Reduction;
pub use sums::*;

/// Whether the assembly may be used.
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod choice {
    use core::sync::atomic::{AtomicU8, Ordering};
    use pairforge_interface::cpu::{Level, level};

    const PORTABLE: u8 = 0;
    const USABLE: u8 = 1;
    const UNKNOWN: u8 = 2;
    static STATE: AtomicU8 = AtomicU8::new(UNKNOWN);

    /// Checked at every call, for the price of one comparison and one predicted branch. There are thousands of calls, so none
    /// asks the processor: until portable code has, which is what runs first, they do without the assembly.
    #[inline(always)]
    pub fn assembly() -> bool {
        STATE.load(Ordering::Relaxed) == USABLE
    }

    /// Called by the portable code that stands beside the assembly for products.
    #[inline(always)]
    pub fn settle() {
        #[cold]
        fn find() {
            let usable = level() >= Level::Base;
            STATE.store(if usable { USABLE } else { PORTABLE }, Ordering::Relaxed);
        }
        if STATE.load(Ordering::Relaxed) == UNKNOWN {
            find();
        }
    }
}
#[cfg(all(target_arch = "x86_64", not(miri)))]
use choice::assembly;

/// Asks the processor, once, whether it has the instructions of the assembly.
#[inline(always)]
fn settle() {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    choice::settle();
}

/// Whether the rows of the kernels for 4 to 8, 10 and 12 words have room for this modulus: a row must not carry out of the word
/// above R. With 7 and 8 words that of a reduction may, but not that of a product.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const fn have_room_for<const N: usize>(p: &[u64; N]) -> bool {
    if matches!(N, 7 | 8) { p[N - 1] != u64::MAX } else { p[N - 1] >> 63 == 0 }
}

/// Runs the kernel for N words where there is one, for a modulus that it has room for, and the processor has its instructions;
/// otherwise goes on.
macro_rules! try_kernel {
    ($n:expr, $out:ident: $type:ty, $kernel:ident($($argument:expr),*) $(modulo $p:expr)?) => {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if matches!($n, 4..=8) $(&& have_room_for($p))? && assembly() {
            let mut $out = core::mem::MaybeUninit::<$type>::uninit();
            // SAFETY: `assembly` has seen BMI2 and ADX; the arrays have the lengths of the kernel for N words.
            unsafe {
                match $n {
                    4 => x86_64::four::$kernel($($argument),*),
                    5 => x86_64::five::$kernel($($argument),*),
                    6 => x86_64::six::$kernel($($argument),*),
                    7 => x86_64::seven::$kernel($($argument),*),
                    _ => x86_64::eight::$kernel($($argument),*),
                }
                return $out.assume_init();
            }
        }
    };
}

/// The kernels of 24 words: products by rows in memory, squares from blocks of eight words, reductions by rows.
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod twenty_four {
    use super::x86_64::{eight, twenty_four};
    use super::{Wide, additive};
    use core::mem::MaybeUninit;

    /// a b.
    ///
    /// # Safety
    /// The processor has BMI2 and ADX, and N = 24.
    pub unsafe fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Wide<N> {
        debug_assert_eq!(N, 24);
        let mut out = Wide { low: [0; N], high: [0; N] };
        // SAFETY: by the caller.
        unsafe { twenty_four::mul_wide(core::ptr::from_mut(&mut out).cast(), a.as_ptr(), b.as_ptr()) };
        out
    }

    /// a^2, as the squares of the three blocks and twice their products.
    ///
    /// # Safety
    /// As for `mul_wide`.
    pub unsafe fn square_wide<const N: usize>(a: &[u64; N]) -> Wide<N> {
        debug_assert_eq!(N, 24);
        let block = |i: usize| a[8 * i..8 * i + 8].as_ptr();
        let mut out = MaybeUninit::<Wide<N>>::uninit();
        let mut cross = MaybeUninit::<[u64; 48]>::uninit();
        let mut middle = MaybeUninit::<[u64; 16]>::uninit();
        let square: *mut u64 = out.as_mut_ptr().cast();
        let between: *mut u64 = cross.as_mut_ptr().cast();
        // SAFETY: the processor has what the kernels need, by the caller; every block has 8 words, every product 16, and so all
        // words of `out` are written.
        unsafe {
            for i in 0..3 {
                eight::square_wide(square.add(16 * i), block(i));
            }
            eight::mul_wide(between.add(8), block(0), block(1));
            eight::mul_wide(between.add(24), block(1), block(2));
            between.add(40).write_bytes(0, 8);
            eight::mul_wide(middle.as_mut_ptr().cast(), block(0), block(2));
            twenty_four::add_cross_products(square, between, middle.as_ptr().cast());
            out.assume_init()
        }
    }

    /// t / R mod p. What is left of t has no meaning.
    ///
    /// # Safety
    /// As for `mul_wide`.
    #[inline(always)]
    pub unsafe fn reduce<const N: usize>(t: &mut Wide<N>, p: &[u64; N], neg_inverse: u64) -> [u64; N] {
        debug_assert_eq!(N, 24);
        // SAFETY: by the caller.
        let carry =
            unsafe { twenty_four::clear_low_half(core::ptr::from_mut(t).cast(), p.as_ptr(), neg_inverse) };
        additive::reduce_once_24(&t.high, carry, p)
    }
}

/// Runs the function for 24 words where N is that and the processor has the instructions; otherwise goes on.
macro_rules! try_twenty_four {
    ($n:expr, $function:ident($($argument:expr),*)) => {
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        if $n == 24 && assembly() {
            // SAFETY: `assembly` has seen BMI2 and ADX.
            return unsafe { twenty_four::$function($($argument),*) };
        }
    };
}

/// The kernels of 10 and 12 words, for p < R / 2.
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod halved {
    use super::Wide;
    use super::x86_64::blocks::{ten, twelve};
    use core::mem::MaybeUninit;

    /// Whether there are such kernels for N words.
    pub const fn exist(n: usize) -> bool {
        matches!(n, 10 | 12)
    }

    /// a b.
    ///
    /// # Safety
    /// The processor has BMI2 and ADX, and there are kernels for N words.
    #[inline(always)]
    pub unsafe fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Wide<N> {
        let kernel = if N == 10 { ten::mul_wide } else { twelve::mul_wide };
        let mut out = MaybeUninit::<Wide<N>>::uninit();
        // SAFETY: the arrays have the lengths of the kernel for N words; the rest by the caller.
        unsafe {
            kernel(out.as_mut_ptr().cast(), a.as_ptr(), b.as_ptr());
            out.assume_init()
        }
    }

    /// t / R mod p, for t < p R. What is left of t has no meaning.
    ///
    /// # Safety
    /// As for `mul_wide`.
    #[inline(always)]
    pub unsafe fn reduce<const N: usize>(t: &mut Wide<N>, p: &[u64; N], neg_inverse: u64) -> [u64; N] {
        let kernel = if N == 10 { ten::reduce } else { twelve::reduce };
        let mut out = MaybeUninit::<[u64; N]>::uninit();
        // SAFETY: as above.
        unsafe {
            kernel(out.as_mut_ptr().cast(), core::ptr::from_mut(t).cast(), p.as_ptr(), neg_inverse);
            out.assume_init()
        }
    }

    /// The sum of a_k b_k / R mod p, where that of a_k b_k is below p R.
    ///
    /// # Safety
    /// As for `mul_wide`.
    #[inline(never)]
    pub unsafe fn sum_of_products<const N: usize>(
        factors: &[[&[u64; N]; 2]],
        p: &[u64; N],
        neg_inverse: u64,
    ) -> [u64; N] {
        let kernel = if N == 10 { ten::add_product } else { twelve::add_product };
        let Some(([a, b], others)) = factors.split_first() else { return [0; N] };
        // SAFETY: as above.
        unsafe {
            let mut t = mul_wide(a, b);
            for [a, b] in others {
                kernel(core::ptr::from_mut(&mut t).cast(), a.as_ptr(), b.as_ptr());
            }
            reduce(&mut t, p, neg_inverse)
        }
    }
}

/// Whether the portable code for N words is a function of its own: of more than three it is too long to stand at every call.
pub const fn outlines(n: usize) -> bool {
    n > 3
}

/// The portable code as functions, or rows in its place.
mod outlined {
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    use super::aarch64;
    use super::{Wide, limbs};

    #[inline(never)]
    pub fn montgomery_mul<const N: usize>(
        a: &[u64; N],
        b: &[u64; N],
        p: &[u64; N],
        neg_inverse: u64,
    ) -> [u64; N] {
        super::settle();
        try_rows!(N, montgomery_mul(a, b, p, neg_inverse));
        limbs::montgomery_mul(a, b, p, neg_inverse)
    }

    #[inline(never)]
    pub fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Wide<N> {
        super::settle();
        try_rows!(N, mul_wide(a, b));
        let (low, high) = limbs::mul_wide(a, b);
        Wide { low, high }
    }

    #[inline(never)]
    pub fn montgomery_reduce<const N: usize>(
        low: &[u64; N],
        high: &[u64; N],
        p: &[u64; N],
        neg_inverse: u64,
    ) -> [u64; N] {
        super::settle();
        try_rows!(N, montgomery_reduce(low, high, p, neg_inverse));
        limbs::montgomery_reduce(low, high, p, neg_inverse)
    }
}

/// Whether products of N words are functions that choose the instructions themselves. To call one takes a small part of its
/// time, and to choose at every call would make most of the code.
pub const fn chooses_when_called(n: usize) -> bool {
    n > 6
}

/// A function of products of N words: `$inline`, which is called where it chooses the instructions itself.
macro_rules! product {
    ($(#[$meta:meta])* $name:ident($($argument:ident: $type:ty),*) -> $output:ty = $inline:ident) => {
        $(#[$meta])*
        #[inline(always)]
        pub fn $name<const N: usize>($($argument: $type),*) -> $output {
            #[inline(never)]
            fn called<const N: usize>($($argument: $type),*) -> $output {
                $inline($($argument),*)
            }
            if chooses_when_called(N) { called($($argument),*) } else { $inline($($argument),*) }
        }
    };
}

product! {
    /// a b / R mod p, for a < R and b < p.
    mul(a: &[u64; N], b: &[u64; N], p: &[u64; N], neg_inverse: u64) -> [u64; N] = mul_inline
}

#[inline(always)]
fn mul_inline<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N], neg_inverse: u64) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if matches!(N, 4..=6) && have_room_for(p) {
        if assembly() {
            let (a, b, p) = (a.as_ptr(), b.as_ptr(), p.as_ptr());
            // SAFETY: `assembly` has seen BMI2 and ADX; the arrays have N words.
            return unsafe {
                match N {
                    4 => kept::words(kept::mul_4(a, b, p, neg_inverse)),
                    5 => kept::words(kept::mul_5(a, b, p, neg_inverse)),
                    _ => kept::words(kept::mul_6(a, b, p, neg_inverse)),
                }
            };
        }
        // Word by word: otherwise the words of either way would go through the memory that this one is given.
        let out = outlined::montgomery_mul(a, b, p, neg_inverse);
        return core::array::from_fn(|i| out[i]);
    }
    try_kernel!(N, out: [u64; N], mul(
        out.as_mut_ptr().cast(), a.as_ptr(), b.as_ptr(), p.as_ptr(), neg_inverse
    ) modulo p);
    if N == 24 {
        return reduce_spent(&mut mul_wide_inline(a, b), p, neg_inverse);
    }
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if matches!(N, 9..=12) && assembly() {
        if halved::exist(N) && have_room_for(p) {
            // SAFETY: `assembly` has seen BMI2 and ADX.
            return unsafe { halved::sum_of_products(&[[a, b]], p, neg_inverse) };
        }
        return long::sum_of_products(&[[a, b]], p, neg_inverse);
    }
    if outlines(N) {
        return outlined::montgomery_mul(a, b, p, neg_inverse);
    }
    limbs::montgomery_mul(a, b, p, neg_inverse)
}

/// Whether the squares of up to six words may have this modulus: 5 p < R.
#[cfg(all(target_arch = "x86_64", not(miri)))]
const fn five_times_is_below<const N: usize>(p: &[u64; N]) -> bool {
    p[N - 1] < u64::MAX / 5
}

product! {
    /// a^2 / R mod p, for a < p.
    square(a: &[u64; N], p: &[u64; N], neg_inverse: u64) -> [u64; N] = square_inline
}

#[inline(always)]
fn square_inline<const N: usize>(a: &[u64; N], p: &[u64; N], neg_inverse: u64) -> [u64; N] {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if matches!(N, 4..=6) && five_times_is_below(p) && assembly() {
        let (a, p) = (a.as_ptr(), p.as_ptr());
        // SAFETY: `assembly` has seen BMI2 and ADX; the arrays have N words, and 5 p < R.
        return unsafe {
            match N {
                4 => kept::words(kept::square_4(a, p, neg_inverse)),
                5 => kept::words(kept::square_5(a, p, neg_inverse)),
                _ => kept::words(kept::square_6(a, p, neg_inverse)),
            }
        };
    }
    if N >= 7 {
        try_kernel!(N, out: [u64; N], square(
            out.as_mut_ptr().cast(), a.as_ptr(), p.as_ptr(), neg_inverse
        ) modulo p);
    }
    if N == 24 {
        return reduce_spent(&mut square_wide_inline(a), p, neg_inverse);
    }
    mul_inline(a, a, p, neg_inverse)
}

/// a^(2^count) / R^(2^count - 1) mod p, for a < p.
#[inline(always)]
pub fn square_times<const N: usize>(a: &[u64; N], count: u32, p: &[u64; N], neg_inverse: u64) -> [u64; N] {
    if count == 0 {
        return *a;
    }
    try_kernel!(N, out: [u64; N], square_times(
        out.as_mut_ptr().cast(), a.as_ptr(), count.into(), p.as_ptr(), neg_inverse
    ) modulo p);
    (0..count).fold(*a, |power, _| square(&power, p, neg_inverse))
}

/// Each of `K` powers a becomes a^(2^count) b / R^(2^count) mod p, for its factor b < p; two do not wait for one another.
#[inline(always)]
pub fn square_and_multiply<const K: usize, const N: usize>(
    powers: &mut [[u64; N]; K],
    count: u32,
    factors: &[[u64; N]; K],
    p: &[u64; N],
    neg_inverse: u64,
) {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if matches!(K, 1 | 2) && matches!(N, 4..=6) && five_times_is_below(p) && count > 0 && assembly() {
        let kernel = match (K, N) {
            (1, 4) => x86_64::squares_and_product_4,
            (1, 5) => x86_64::squares_and_product_5,
            (1, _) => x86_64::squares_and_product_6,
            (_, 4) => x86_64::squares_and_products_4,
            (_, 5) => x86_64::squares_and_products_5,
            _ => x86_64::squares_and_products_6,
        };
        let (powers, factors) = (powers.as_mut_ptr().cast(), factors.as_ptr().cast());
        // SAFETY: `assembly` has seen BMI2 and ADX; the arrays have K N words, and 5 p < R.
        return unsafe { kernel(powers, count.into(), factors, p.as_ptr(), neg_inverse) };
    }
    for (power, factor) in powers.iter_mut().zip(factors) {
        *power = mul(&square_times(power, count, p, neg_inverse), factor, p, neg_inverse);
    }
}

product! {
    /// a b.
    mul_wide(a: &[u64; N], b: &[u64; N]) -> Wide<N> = mul_wide_inline
}

#[inline(always)]
fn mul_wide_inline<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Wide<N> {
    try_kernel!(N, out: Wide<N>, mul_wide(out.as_mut_ptr().cast(), a.as_ptr(), b.as_ptr()));
    try_twenty_four!(N, mul_wide(a, b));
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if halved::exist(N) && assembly() {
        // SAFETY: `assembly` has seen BMI2 and ADX.
        return unsafe { halved::mul_wide(a, b) };
    }
    if outlines(N) {
        return outlined::mul_wide(a, b);
    }
    let (low, high) = limbs::mul_wide(a, b);
    Wide { low, high }
}

product! {
    /// a^2.
    square_wide(a: &[u64; N]) -> Wide<N> = square_wide_inline
}

#[inline(always)]
fn square_wide_inline<const N: usize>(a: &[u64; N]) -> Wide<N> {
    try_kernel!(N, out: Wide<N>, square_wide(out.as_mut_ptr().cast(), a.as_ptr()));
    try_twenty_four!(N, square_wide(a));
    mul_wide_inline(a, a)
}

/// a / R mod p, for a < p R that is not needed any more.
#[inline(always)]
fn reduce_spent<const N: usize>(a: &mut Wide<N>, p: &[u64; N], neg_inverse: u64) -> [u64; N] {
    try_twenty_four!(N, reduce(a, p, neg_inverse));
    reduce_inline(a, p, neg_inverse)
}

product! {
    /// a / R mod p, for a < p R.
    reduce(a: &Wide<N>, p: &[u64; N], neg_inverse: u64) -> [u64; N] = reduce_inline
}

#[inline(always)]
fn reduce_inline<const N: usize>(a: &Wide<N>, p: &[u64; N], neg_inverse: u64) -> [u64; N] {
    try_kernel!(N, out: [u64; N], reduce(
        out.as_mut_ptr().cast(), core::ptr::from_ref(a).cast(), p.as_ptr(), neg_inverse
    ) modulo p);
    try_twenty_four!(N, reduce(&mut { *a }, p, neg_inverse));
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if halved::exist(N) && have_room_for(p) && assembly() {
        // SAFETY: `assembly` has seen BMI2 and ADX.
        return unsafe { halved::reduce(&mut { *a }, p, neg_inverse) };
    }
    if outlines(N) {
        return outlined::montgomery_reduce(&a.low, &a.high, p, neg_inverse);
    }
    limbs::montgomery_reduce(&a.low, &a.high, p, neg_inverse)
}

/// (a0 + a1 i)(b0 + b1 i) with i^2 = -1 as two sums of two products, each with one reduction, for p < R / 4: 6 N^2 word
/// products where Karatsuba has 5 N^2, but no double-width additions. None where there is no kernel for N words.
#[inline(always)]
pub fn mul2<const N: usize>(
    a: &[[u64; N]; 2],
    b: &[[u64; N]; 2],
    p: &[u64; N],
    neg_inverse: u64,
) -> Option<[[u64; N]; 2]> {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if matches!(N, 4..=6) && assembly() {
        let minus_b1 = sub_unreduced(p, &b[1]);
        let (a, p) = (a.as_ptr().cast(), p.as_ptr());
        // SAFETY: the processor has BMI2 and ADX; the arrays have the lengths of the kernel for N words.
        let sum = |b: &[u64; N], d: &[u64; N]| unsafe {
            let (b, d) = (b.as_ptr(), d.as_ptr());
            match N {
                4 => kept::words(kept::sum_of_two_4(a, b, d, p, neg_inverse)),
                5 => kept::words(kept::sum_of_two_5(a, b, d, p, neg_inverse)),
                _ => kept::words(kept::sum_of_two_6(a, b, d, p, neg_inverse)),
            }
        };
        return Some([sum(&b[0], &minus_b1), sum(&b[1], &b[0])]);
    }
    let _ = (a, b, p, neg_inverse);
    None
}

/// Sums of products of 9 to 12 words.
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod long {
    use super::{limbs, x86_64};

    /// The sum of a_k b_k / R mod p, b_k at most p, for p < R / 2 or a single product, and K p < 2 R. The processor has
    /// BMI2 and ADX.
    #[inline(never)]
    pub fn sum_of_products<const N: usize>(
        factors: &[[&[u64; N]; 2]],
        p: &[u64; N],
        neg_inverse: u64,
    ) -> [u64; N] {
        let kernel = match N {
            9 => x86_64::nine::sum_of_products,
            10 => x86_64::ten::sum_of_products,
            11 => x86_64::eleven::sum_of_products,
            _ => x86_64::twelve::sum_of_products,
        };
        let mut t = [0u64; 2 * 12 + 2];
        debug_assert!((9..=12).contains(&N));
        let mut sum = [0; N];
        let (table, scratch, out) = (factors.as_ptr().cast(), t.as_mut_ptr(), sum.as_mut_ptr());
        // SAFETY: the processor has the instructions, by the caller; references are laid out as pointers, two for each
        // product; `t` is long enough for 12 words.
        unsafe { kernel(scratch, table, factors.len(), p.as_ptr(), neg_inverse, out) };
        let spare = p[N - 1].leading_zeros();
        if factors.len() <= 1 << spare.min(31) { sum } else { limbs::reduce_once(&sum, 0, p) }
    }
}

/// The most products that [`sum_of_products`] takes for N words and so many unused bits above p.
///
/// With a word for the carries out of the top, and in portable code, K p < 2 R will do: the sum is then below 3 p. Where half of
/// the products and the reduction have a top of their own, these must be below R together: six products for p < R / 4, two for
/// p < R / 2.
pub const fn most_products(n: usize, spare: usize) -> usize {
    let spare = if spare > 16 { 16 } else { spare };
    let most = match (n, spare) {
        (_, 0) | (5 | 6 | 8, 1) => 1,
        // The tops of the kernels would overflow, or the sum reach R.
        (4 | 7, 1) => 2,
        (5 | 6 | 8, _) => (1 << spare) - 2,
        // The kernels subtract p once.
        (10 | 12, _) => 1 << spare,
        _ => 2 << spare,
    };
    // The kernels for up to eight words are written, and have room, for so many.
    if n <= 8 && most > 6 { 6 } else { most }
}

/// The sum of a_k b_k / R mod p with one reduction, for factors up to p. None where there is no kernel for so many products of
/// N words, or p is too large.
#[inline(always)]
pub fn sum_of_products<const N: usize>(
    factors: &[[&[u64; N]; 2]],
    p: &[u64; N],
    neg_inverse: u64,
) -> Option<[u64; N]> {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        if factors.len() > most_products(N, p[N - 1].leading_zeros() as usize) {
            return None;
        }
        if matches!((factors.len(), N), (2 | 3 | 4 | 6, 4..=6)) {
            return assembly().then(|| {
                let (table, p) = (factors.as_ptr().cast(), p.as_ptr());
                // SAFETY: the processor has BMI2 and ADX; references are laid out as pointers, two for each product, to N words each.
                unsafe {
                    match (factors.len(), N) {
                        (2, 4) => kept::words(kept::sums_4::two(table, p, neg_inverse)),
                        (3, 4) => kept::words(kept::sums_4::three(table, p, neg_inverse)),
                        (4, 4) => kept::words(kept::sums_4::four(table, p, neg_inverse)),
                        (_, 4) => kept::words(kept::sums_4::six(table, p, neg_inverse)),
                        (2, 5) => kept::words(kept::sums_5::two(table, p, neg_inverse)),
                        (3, 5) => kept::words(kept::sums_5::three(table, p, neg_inverse)),
                        (4, 5) => kept::words(kept::sums_5::four(table, p, neg_inverse)),
                        (_, 5) => kept::words(kept::sums_5::six(table, p, neg_inverse)),
                        (2, _) => kept::words(kept::sums_6::two(table, p, neg_inverse)),
                        (3, _) => kept::words(kept::sums_6::three(table, p, neg_inverse)),
                        (4, _) => kept::words(kept::sums_6::four(table, p, neg_inverse)),
                        _ => kept::words(kept::sums_6::six(table, p, neg_inverse)),
                    }
                }
            });
        }
        let kernel = match (factors.len(), N) {
            (_, 10 | 12) if have_room_for(p) => {
                // SAFETY: `assembly` sees BMI2 and ADX before.
                return assembly().then(|| unsafe { halved::sum_of_products(factors, p, neg_inverse) });
            }
            (_, 9..=12) => {
                return assembly().then(|| long::sum_of_products(factors, p, neg_inverse));
            }
            (2, 7) => x86_64::sums_7::two,
            (2, 8) => x86_64::sums_8::two,
            (3, 7) => x86_64::sums_7::three,
            (3, 8) => x86_64::sums_8::three,
            (4, 7) => x86_64::sums_7::four,
            (4, 8) => x86_64::sums_8::four,
            (6, 7) => x86_64::sums_7::six,
            (6, 8) => x86_64::sums_8::six,
            _ => return None,
        };
        if assembly() {
            let mut out = core::mem::MaybeUninit::<[u64; N]>::uninit();
            // SAFETY: the processor has BMI2 and ADX; references are laid out as pointers, two for each product, to N words each.
            unsafe {
                kernel(out.as_mut_ptr().cast(), factors.as_ptr().cast(), p.as_ptr(), neg_inverse);
                return Some(out.assume_init());
            }
        }
    }
    let _ = (factors, p, neg_inverse);
    None
}

/// The same in portable code, for p < R / 2 or a single product, and K p < 2 R.
#[inline(never)]
pub fn portable_sum_of_products<const N: usize>(
    factors: &[[&[u64; N]; 2]],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    settle();
    try_rows!(N, montgomery_sum(factors, p, neg_inverse));
    limbs::montgomery_sum(factors, p, neg_inverse)
}

/// ma a + mb b mod p, or ma a - mb b if `minus`, for a, b < p and ma + mb <= 24. None where there is no kernel for N words.
#[inline(always)]
pub fn combine<const N: usize>(
    a: &[u64; N],
    b: &[u64; N],
    [ma, mb]: [u32; 2],
    minus: bool,
    reduction: &Reduction<N>,
) -> Option<[u64; N]> {
    debug_assert!(ma + mb <= 24);
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if reduction.fits && reduction.modulus[N - 1] >> 62 == 0 && assembly() {
        let (a, b, m) = (a.as_ptr(), b.as_ptr(), core::ptr::from_ref(reduction).cast());
        let (ma, mb) = (ma.into(), mb.into());
        // SAFETY: the processor has BMI2 and ADX; the arrays have the N words of the kernel.
        return Some(unsafe {
            match (N, minus) {
                (4, false) => kept::words(kept::plus_4(a, b, mb, m, ma)),
                (4, true) => kept::words(kept::minus_4(a, b, mb, m, ma)),
                (5, false) => kept::words(kept::plus_5(a, b, mb, m, ma)),
                (5, true) => kept::words(kept::minus_5(a, b, mb, m, ma)),
                (_, false) => kept::words(kept::plus_6(a, b, mb, m, ma)),
                (_, true) => kept::words(kept::minus_6(a, b, mb, m, ma)),
            }
        });
    }
    let _ = (a, b, ma, mb, minus, reduction);
    None
}

/// What `lazy` computes for xi = 1 + i and lines of an M-twist, `lazy4` some of it for xi = 9 + i and lines of a D-twist.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(not(all(target_arch = "x86_64", not(miri))), allow(dead_code))]
pub enum Lazy<const N: usize> {
    /// a b in F_p2.
    Mul2([*const [u64; N]; 2]),
    /// a^2 in F_p2.
    Square2(*const [u64; N]),
    /// a b in F_p6.
    Mul6([*const [u64; N]; 2]),
    /// a b in F_p12.
    Mul12([*const [u64; N]; 2]),
    /// a^2 in F_p12.
    Square12(*const [u64; N]),
    /// a (l0 + l1 w^2 + l3 w^3) in F_p12, or w for w^2.
    MulByLine(*const [u64; N], [*const [u64; N]; 3]),
    /// a times two of these, each three coefficients in F_p2.
    MulByLines(*const [u64; N], [*const [u64; N]; 2]),
    /// a^2 in the cyclotomic subgroup of F_p12.
    CyclotomicSquare(*const [u64; N]),
    /// The same of compressed elements, four coefficients in F_p2.
    CompressedSquare(*const [u64; N]),
    /// The double of a point of the twist with b = 4 xi, and the coefficients of its tangent, each three in F_p2.
    Double(*mut [u64; N]),
    /// The double of a point (X / Z^2, Y / Z^3) of a curve y^2 = x^3 + b over F_p2.
    DoubleJacobian(*const [u64; N]),
    /// The sum of a point X, Y, Z of the twist and an affine one, and the coefficients of the chord.
    Add(*mut [u64; N], [*const [u64; N]; 2]),
}

/// Writes what is asked for to `out`, if there are kernels for p and xi.
///
/// # Safety
/// All pointers are valid for the residues of the elements that they stand for; `out` may be one of the others.
#[inline(always)]
pub unsafe fn lazily<const N: usize>(
    what: Lazy<N>,
    xi_real: u32,
    out: *mut [u64; N],
    multiples: &Multiples<N>,
    reduction: &Reduction<N>,
) -> bool {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if N == 6 && xi_real == 1 && multiples.fits && assembly() {
        // SAFETY: `assembly` has seen BMI2 and ADX, and the multiples are seen to fit; for N = 6 all types are the same; the rest by
        // the caller.
        unsafe {
            let (out, m) = (out.cast(), &*core::ptr::from_ref(multiples).cast());
            match what {
                Lazy::Mul2([a, b]) => lazy::mul2(out, a.cast(), b.cast(), m),
                Lazy::Square2(a) => lazy::square2(out, a.cast(), m),
                Lazy::Mul6([a, b]) => lazy::mul6(out, a.cast(), b.cast(), m),
                Lazy::Mul12([a, b]) => lazy::mul12(out, a.cast(), b.cast(), m),
                Lazy::Square12(a) => lazy::square12(out, a.cast(), m),
                Lazy::MulByLine(a, line) => lazy::mul_by_line(out, a.cast(), line.map(<*const _>::cast), m),
                Lazy::MulByLines(a, lines) => {
                    lazy::mul_by_lines(out, a.cast(), lines.map(<*const _>::cast), m)
                }
                Lazy::CyclotomicSquare(a) => lazy::cyclotomic_square(out, a.cast(), m),
                Lazy::Double(point) => lazy::double(point.cast(), out, m),
                Lazy::DoubleJacobian(point) => lazy::double_jacobian(out, point.cast(), m),
                Lazy::Add(point, q) => lazy::add_affine(point.cast(), q.map(<*const _>::cast), out, m),
                Lazy::CompressedSquare(a) => lazy::compressed_square(out, a.cast(), m),
            }
        }
        return true;
    }
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if N == 4 && xi_real == 9 && multiples.fits && reduction.fits && assembly() {
        // SAFETY: as above, for N = 4 and small multiples, too.
        unsafe {
            let out = out.cast();
            let field = lazy4::Field {
                multiples: &*core::ptr::from_ref(multiples).cast(),
                reduction: &*core::ptr::from_ref(reduction).cast(),
            };
            match what {
                Lazy::Mul6([a, b]) => lazy4::mul6(out, a.cast(), b.cast(), field),
                Lazy::Mul12([a, b]) => lazy4::mul12(out, a.cast(), b.cast(), field),
                Lazy::Square12(a) => lazy4::square12(out, a.cast(), field),
                Lazy::MulByLine(a, line) => {
                    lazy4::mul_by_line(out, a.cast(), line.map(<*const _>::cast), field)
                }
                Lazy::CyclotomicSquare(a) => lazy4::cyclotomic_square(out, a.cast(), field),
                _ => return false,
            }
        }
        return true;
    }
    let _ = (what, xi_real, out, multiples, reduction);
    false
}
