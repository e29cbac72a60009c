//! Squares in the cyclotomic subgroup of F_p12 by double-width sums, as in `lazy`, for xi = 9 + i, four words and 5.27 p < R:
//! alt_bn128.
//!
//! Ranges of double-width values are in p^2, which is less than p R / 5.27. None of them is negative or reaches R^2, which is more
//! than 27 p^2.

use super::kept::{minus_4, plus_4};
use super::multiples::Multiples;
use super::reduction::Reduction;
use super::x86_64::lazy_4 as kernels;
use core::arch::asm;
use core::mem::MaybeUninit;

/// Words of an element of F_p.
const N: usize = 4;
/// An element of F_p. Those of extensions are arrays of their coefficients, in the order of the tower.
type Fp = [u64; N];
/// Slots for double-width values.
type Slots = *mut [u64; 2 * N];

/// A term of a sum of slots; `* 2` doubles what is there so far.
macro_rules! term {
    (= $slot:literal) => { term!("mov" "mov" $slot) };
    (+ $slot:literal) => { term!("add" "adc" $slot) };
    (- $slot:literal) => { term!("sub" "sbb" $slot) };
    (* 2) => {
        "add rax, rax\nadc rcx, rcx\nadc rdx, rdx\nadc rsi, rsi\nadc r8, r8\nadc r9, r9\nadc r10, r10\nadc r11, r11\n"
    };
    ($first:literal $next:literal $slot:literal) => {
        slot_words!($first $next 64 $slot [0 "rax" 8 "rcx" 16 "rdx" 24 "rsi" 32 "r8" 40 "r9" 48 "r10" 56 "r11"])
    };
}

/// `sum!(frame, a = b + c - d)`: slot a becomes that of slots b, c, d, all numbers. The frame's slots are initialised.
macro_rules! sum {
    ($frame:expr, $out:literal = $a:literal $($sign:tt $b:tt)*) => {
        asm!(
            concat!(
                term!(= $a),
                $(term!($sign $b),)*
                store_words!(64 $out [0 "rax" 8 "rcx" 16 "rdx" 24 "rsi" 32 "r8" 40 "r9" 48 "r10" 56 "r11"]),
            ),
            in("rdi") $frame,
            out("rax") _, out("rcx") _, out("rdx") _, out("rsi") _,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
            options(nostack),
        )
    };
}

product_to_slot!(kernels::multiply, ["r13"]);
reduction!(reduce, kernels::reduce, [], "It is below T / R + p, for T / R < R - p.");
reduction!(reduce_once, kernels::reduce_once, [], "It is below p, for T < p R.");
single!(add, "add", "adc", [0 8 16 24]);
single!(sub, "sub", "sbb", [0 8 16 24]);
square_to_slots!();

/// (a + b s)^2 in F_p4 = F_p2\[s\]/(s^2 - xi), for a and b below p: real and imaginary parts to slots 0 and 3, 4 and 5 of six.
///
/// Ranges: 0 to 22.5 and 0 to 22.25; 0 to 5 and 0 to 4.
///
/// # Safety
/// As for `multiply`, with six slots.
#[inline(always)]
unsafe fn square4(f: Slots, a: *const Fp, b: *const Fp, multiples: &Multiples<N>) {
    let mut sums = MaybeUninit::<[Fp; 11]>::uninit();
    let s: *mut Fp = sums.as_mut_ptr().cast();
    // SAFETY: by the caller. The square of c0 + c1 i is c0^2 - c1^2 and 2 c0 c1; the first as (c0 + c1)(c0 - c1 + m p), which
    // is within 0 and 2.25 m^2, where c0 and c1 are below m p. For a and b m is 1, for a + b it is 2; factors are below 4 p.
    unsafe {
        let sum = s;
        add(sum, a, b);
        add(sum.add(1), a.add(1), b.add(1));
        let [p, p2, _] = &multiples.by;
        for (k, (c, shift)) in [(a, p), (b, p), (sum.cast_const(), p2)].into_iter().enumerate() {
            square(f.add(2 * k), s.add(2 + 3 * k), c, shift);
        }
        // 2 a b: (a + b)^2 less both squares.
        sum!(f, 4 = 4 - 0 - 2);
        sum!(f, 5 = 5 - 1 - 3);
        // a^2 + xi b^2. The shifts keep it from being negative: 9 (y^2 + y + z (1 - z)) - 2 y z >= 7 y for y, z from 0 to 1.
        sum!(f, 0 = 2 * 2 * 2 * 2 + 2 + 0 - 3);
        sum!(f, 3 = 3 * 2 * 2 * 2 + 3 + 1 + 2);
    }
}

/// The square of an element of F_p12 in the cyclotomic subgroup (Granger and Scott, eprint 2009/565).
///
/// # Safety
/// The processor has BMI2 and ADX, the field's multiples fit, `reduction` is the field's as well, and both pointers are valid for
/// twelve elements. `out` may be `a`.
#[inline(never)]
pub unsafe fn cyclotomic_square(
    out: *mut Fp,
    a: *const Fp,
    multiples: &Multiples<N>,
    reduction: &Reduction<N>,
) {
    // The places of g0 to g5 in F_p12.
    const PLACES: [usize; 6] = [0, 8, 6, 4, 2, 10];
    // The square of each pair is c0 + c1 s; what comes of it: 3 c0 - 2 g, 3 c1 + 2 g', or 3 xi c1 + 2 g'.
    const PAIRS: [[usize; 2]; 3] = [[4, 5], [2, 3], [0, 1]];
    const EVEN: [usize; 3] = [3, 4, 0];
    const ODD: [usize; 3] = [2, 5, 1];
    let mut slots = MaybeUninit::<[[u64; 2 * N]; 6]>::uninit();
    let mut squares = MaybeUninit::<[[Fp; 4]; 3]>::uninit();
    let f: Slots = slots.as_mut_ptr().cast();
    let c: *mut Fp = squares.as_mut_ptr().cast();
    let constants = core::ptr::from_ref(reduction).cast();
    // SAFETY: the processor by the caller; the lengths are right. T / R is at most 22.5 / 5.27 p < 4.27 p for c0, so that the sum with
    // p is below R, and at most 0.95 p for c1. The kernels for small multiples take values up to 32 p: here up to 3 (4.27 + 1) p
    // + 2 p; what they subtract is below p.
    unsafe {
        for (k, [i, j]) in PAIRS.into_iter().enumerate() {
            square4(f, a.add(PLACES[i]), a.add(PLACES[j]), multiples);
            reduce(c.add(4 * k), [f, f.add(3)], multiples);
            reduce_once(c.add(4 * k + 2), [f.add(4), f.add(5)], multiples);
        }
        let (re, im): (*const u64, *const u64) = (c.add(2).cast(), c.add(3).cast());
        let xi = [minus_4(re, im, 1, constants, 9), plus_4(im, re, 1, constants, 9)];
        c.add(2).write(xi[0]);
        c.add(3).write(xi[1]);
        for k in 0..3 {
            let (even, odd) = (PLACES[EVEN[k]], PLACES[ODD[k]]);
            let c = |j: usize| c.add(4 * k + j).cast_const().cast();
            // What is written here is not read again, even where `out` is `a`.
            for i in 0..2 {
                out.add(even + i).write(minus_4(c(i), a.add(even + i).cast(), 2, constants, 3));
                out.add(odd + i).write(plus_4(c(2 + i), a.add(odd + i).cast(), 2, constants, 3));
            }
        }
    }
}
