//! Products in F_p6 and F_p12, and squares there and in the cyclotomic subgroup, by double-width sums, as in `lazy`, for xi = 9 + i,
//! four words and 5.29 p < R: alt_bn128.
//!
//! Ranges of double-width values are in p^2, which is less than p R / 5.29. There is no room for xi times a sum: Z + xi F is 9 F and
//! Z + i F, of which F and Z + i F are reduced, and the rest is small multiples of elements. With a multiple k p added to T / R, T is
//! within -5.29 k and 22.6 - 5.29 k: -5.29 to 17.3 for k = 1, -10.58 to 12 for k = 2, -21.16 to 1.4 for k = 4.
//!
//! Sums a + a' of elements are reduced before they are factors of sums. For two of these, s and t, and p = 1, s t - a b - a' b' is
//! a b' + a' b where neither sum is less by p, -(1 - a) b' - (1 - a') b where the first one is, (1 - a)(1 - b') + (1 - a')(1 - b) - 1
//! where both are: within -1 and 1.

use super::kept::{minus_4, plus_4};
use super::multiples::Multiples;
use super::reduction::Reduction;
use super::sums;
use super::x86_64::lazy_4 as kernels;
use core::arch::asm;
use core::mem::MaybeUninit;

/// Words of an element of F_p.
const N: usize = 4;
/// An element of F_p. Those of extensions are arrays of their coefficients, in the order of the tower.
type Fp = [u64; N];
/// Slots for double-width values.
type Slots = *mut [u64; 2 * N];
/// Sums of two elements of F_p and such.
type Sums = *mut Fp;

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
reduction!(
    reduce_plus,
    kernels::reduce_plus,
    [],
    "It is below T / R + 2 p; that with `plus` for p must be at least 0 and below R - p.",
    plus
);
reduction!(
    reduce_plus_fully,
    kernels::reduce_plus_fully,
    [],
    "It is below p; T / R and `plus` must be at least 0 and below R - p.",
    plus
);
single!(add, "add", "adc", [0 8 16 24]);
single!(sub, "sub", "sbb", [0 8 16 24]);
square_to_slots!();
products_to_slots!();

/// What is known of the field.
#[derive(Clone, Copy)]
pub struct Field<'a> {
    /// Multiples of p.
    pub multiples: &'a Multiples<N>,
    /// What the kernels for small multiples take.
    pub reduction: &'a Reduction<N>,
}

impl Field<'_> {
    fn p(&self) -> &Fp {
        &self.multiples.by[0]
    }

    fn reduction(&self) -> *const u64 {
        core::ptr::from_ref(self.reduction).cast()
    }

    /// a + b, of elements.
    #[inline(always)]
    fn sum(&self, a: &Fp, b: &Fp) -> Fp {
        sums::add(a, b, self.p(), false)
    }

    /// The sums of so many coefficients, reduced.
    ///
    /// # Safety
    /// The pointers are valid for them.
    #[inline(always)]
    unsafe fn sums(&self, out: Sums, a: *const Fp, b: *const Fp, count: usize) {
        for k in 0..count {
            // SAFETY: by the caller.
            unsafe { out.add(k).write(self.sum(&*a.add(k), &*b.add(k))) };
        }
    }

    /// xi a of an element of F_p2.
    ///
    /// # Safety
    /// The processor has BMI2 and ADX, the field's constants fit, and the pointer is valid for two elements.
    #[inline(always)]
    unsafe fn times_xi(&self, a: *const Fp) -> [Fp; 2] {
        let (re, im, constants) = (a.cast(), a.wrapping_add(1).cast(), self.reduction());
        // SAFETY: by the caller; 9 + 1 is within the kernels' 32.
        unsafe { [minus_4(re, im, 1, constants, 9), plus_4(im, re, 1, constants, 9)] }
    }

    /// The pair of slots reduced to an element of F_p2, with these multiples of p.
    ///
    /// # Safety
    /// As for `reduce_plus_fully`.
    #[inline(always)]
    unsafe fn element(&self, out: *mut Fp, f: Slots, pair: [usize; 2], plus: [usize; 2]) {
        let plus = plus.map(|k| core::ptr::from_ref(&self.multiples.by[k]));
        // SAFETY: by the caller.
        unsafe { reduce_plus_fully(out, pair.map(|slot| f.add(slot)), plus, self.multiples) };
    }

    /// m (Z' + 9 F), or m (Z' - 9 F), for an element F of F_p2 and Z' in a pair of slots, that is Z + i F or Z - i F, with these multiples
    /// of p; m is 1 or 2.
    ///
    /// # Safety
    /// As for `reduce_plus`.
    #[inline(always)]
    unsafe fn with_nine<const M: u64, const MINUS: bool>(
        &self,
        out: *mut Fp,
        f: Slots,
        pair: [usize; 2],
        plus: [usize; 2],
        nine: *const Fp,
    ) {
        let mut z = [[0; N]; 2];
        let plus = plus.map(|k| core::ptr::from_ref(&self.multiples.by[k]));
        // SAFETY: by the caller. Z' is below 5.29 p; 18 + 2 5.29 is within the kernels' 32, and so is 5.29 + 9.
        unsafe {
            reduce_plus(z.as_mut_ptr(), pair.map(|slot| f.add(slot)), plus, self.multiples);
            for (k, z) in z.iter().enumerate() {
                let (z, nine) = (z.as_ptr(), nine.add(k).cast());
                out.add(k).write(if MINUS {
                    minus_4(z, nine, 9 * M, self.reduction(), M)
                } else {
                    plus_4(nine, z, M, self.reduction(), 9 * M)
                });
            }
        }
    }
}

/// Places in a field's `Multiples`.
const P: usize = 0;
const TWO_P: usize = 1;
const FOUR_P: usize = 2;

/// The coefficients of a0 + a1 v + a2 v^2 times b0 + b1 v + b2 v^2 as a polynomial of degree 4: real and imaginary parts to slots 0 and
/// 2, 9 and 11, 12 and 14, 15 and 17, 6 and 8 of eighteen.
///
/// Ranges: -1 to 1 and 0 to 2, -2 to 2 and 0 to 4, -3 to 3 and 0 to 6, -2 to 2 and 0 to 4, -1 to 1 and 0 to 2.
///
/// # Safety
/// As for `pairwise`.
#[inline(always)]
unsafe fn polynomial(f: Slots, sums: Sums, a: *const Fp, b: *const Fp) {
    // SAFETY: by the caller.
    unsafe {
        pairwise(f, sums, a, b);
        sum!(f, 12 = 12 + 3);
        sum!(f, 14 = 14 + 5);
    }
}

/// a b in F_p6.
///
/// # Safety
/// The processor has BMI2 and ADX, the field's constants fit, and the pointers are valid for as many elements as they stand for.
/// `out` may be a factor: nothing is written before all is read.
#[inline(never)]
pub unsafe fn mul6(out: *mut Fp, a: *const Fp, b: *const Fp, field: Field<'_>) {
    let mut slots = memory::<SLOTS_OF_6, { 2 * N }>();
    let mut sums = memory::<SUMS_OF_6, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; the lengths are right. Four coefficients are below 4 p. Sums Z' are within -5 and 5.
    unsafe {
        polynomial(f, s, a, b);
        sum!(f, 0 = 0 - 17);
        sum!(f, 2 = 2 + 15);
        sum!(f, 9 = 9 - 8);
        sum!(f, 11 = 11 + 6);
        field.element(s, f, [15, 17], [P, P]);
        field.element(s.add(2), f, [6, 8], [P, P]);
        field.with_nine::<1, false>(out, f, [0, 2], [P, P], s);
        field.with_nine::<1, false>(out.add(2), f, [9, 11], [P, P], s.add(2));
        field.element(out.add(4), f, [12, 14], [P, P]);
    }
}

/// a b in F_p12.
///
/// # Safety
/// As for `mul6`.
#[inline(never)]
pub unsafe fn mul12(out: *mut Fp, a: *const Fp, b: *const Fp, field: Field<'_>) {
    let mut slots = memory::<{ 3 * SLOTS_OF_6 }, { 2 * N }>();
    let mut sums = memory::<{ SUMS_OF_6 + 12 }, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; the lengths are right. Ranges are given at each step.
    unsafe {
        field.sums(s.add(24), a, a.add(6), 6);
        field.sums(s.add(30), b, b.add(6), 6);
        polynomial(f, s, a, b);
        polynomial(f.add(18), s, a.add(6), b.add(6));
        polynomial(f.add(36), s, s.add(24), s.add(30));
        // a0 b1 + a1 b0, which the sums' product is more than: -2 to 2, -4 to 4, -6 to 6, -4 to 4, -2 to 2.
        sum!(f, 36 = 36 - 0 - 18);
        sum!(f, 38 = 38 - 2 - 20);
        sum!(f, 45 = 45 - 9 - 27);
        sum!(f, 47 = 47 - 11 - 29);
        sum!(f, 48 = 48 - 12 - 30);
        sum!(f, 50 = 50 - 14 - 32);
        sum!(f, 51 = 51 - 15 - 33);
        sum!(f, 53 = 53 - 17 - 35);
        sum!(f, 42 = 42 - 6 - 24);
        sum!(f, 44 = 44 - 8 - 26);
        // F of the even coefficients: -5 to 5 and 0 to 10, -3 to 3 and 0 to 6, -1 to 1 and 0 to 2.
        sum!(f, 15 = 15 + 30);
        sum!(f, 17 = 17 + 32);
        sum!(f, 6 = 6 + 33);
        sum!(f, 8 = 8 + 35);
        // Z': -11 to 1 and -5 to 7, -9 to 3 and -3 to 9, -7 to 5 and -1 to 11.
        sum!(f, 0 = 0 - 17);
        sum!(f, 2 = 2 + 15);
        sum!(f, 9 = 9 + 18 - 8);
        sum!(f, 11 = 11 + 20 + 6);
        sum!(f, 12 = 12 + 27 - 26);
        sum!(f, 14 = 14 + 29 + 24);
        // Of the odd ones: -6 to 6.
        sum!(f, 36 = 36 - 53);
        sum!(f, 38 = 38 + 51);
        sum!(f, 45 = 45 - 44);
        sum!(f, 47 = 47 + 42);
        for (k, pair) in [[15, 17], [6, 8], [24, 26], [51, 53], [42, 44]].into_iter().enumerate() {
            field.element(s.add(2 * k), f, pair, [P, P]);
        }
        field.with_nine::<1, false>(out, f, [0, 2], [FOUR_P, P], s);
        field.with_nine::<1, false>(out.add(2), f, [9, 11], [TWO_P, P], s.add(2));
        field.with_nine::<1, false>(out.add(4), f, [12, 14], [TWO_P, P], s.add(4));
        field.with_nine::<1, false>(out.add(6), f, [36, 38], [TWO_P, TWO_P], s.add(6));
        field.with_nine::<1, false>(out.add(8), f, [45, 47], [TWO_P, TWO_P], s.add(8));
        field.element(out.add(10), f, [48, 50], [TWO_P, TWO_P]);
    }
}

/// a^2 in F_p12: by (a0 + a1)(a0 + v a1) and a0 a1.
///
/// # Safety
/// As for `mul6`.
#[inline(never)]
pub unsafe fn square12(out: *mut Fp, a: *const Fp, field: Field<'_>) {
    let mut slots = memory::<{ 2 * SLOTS_OF_6 }, { 2 * N }>();
    let mut sums = memory::<{ SUMS_OF_6 + 12 }, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; the lengths are right. Ranges are given at each step, for p0 to p4 of a0 a1 and t0 to t4 of
    // the sums' product; what is subtracted from t0 to t4 are products of which it is more, or at most one beside.
    unsafe {
        let xi = field.times_xi(a.add(10));
        field.sums(s.add(24), a, a.add(6), 6);
        field.sums(s.add(30), a, xi.as_ptr(), 2);
        field.sums(s.add(32), a.add(2), a.add(6), 4);
        polynomial(f, s, a, a.add(6));
        polynomial(f.add(18), s, s.add(24), s.add(30));
        // t3 - p3 - p2: -5 to 5 and -6 to 4; t4 - p4 - p3: -3 to 3 and -4 to 2.
        sum!(f, 33 = 33 - 15 - 12);
        sum!(f, 35 = 35 - 17 - 14);
        sum!(f, 24 = 24 - 6 - 15);
        sum!(f, 26 = 26 - 8 - 17);
        // Z' of t0 - p0, t1 - p1 - p0, t2 - p2 - p1: real parts -6 to 8, imaginary ones -7 to 7.
        sum!(f, 18 = 18 - 0 - 35);
        sum!(f, 20 = 20 - 2 + 33);
        sum!(f, 27 = 27 - 9 - 0 - 26);
        sum!(f, 29 = 29 - 11 - 2 + 24);
        sum!(f, 30 = 30 - 12 - 9 + 8);
        sum!(f, 32 = 32 - 14 - 11 - 6);
        // Of p0 and p1: -5 to 1 and -2 to 4, -4 to 2 and -1 to 5.
        sum!(f, 0 = 0 - 17);
        sum!(f, 2 = 2 + 15);
        sum!(f, 9 = 9 - 8);
        sum!(f, 11 = 11 + 6);
        field.element(s, f, [33, 35], [TWO_P, TWO_P]);
        field.element(s.add(2), f, [24, 26], [P, P]);
        field.element(s.add(4), f, [15, 17], [P, P]);
        field.element(s.add(6), f, [6, 8], [P, P]);
        field.with_nine::<1, false>(out, f, [18, 20], [TWO_P, TWO_P], s);
        field.with_nine::<1, false>(out.add(2), f, [27, 29], [TWO_P, TWO_P], s.add(2));
        field.with_nine::<1, true>(out.add(4), f, [30, 32], [TWO_P, TWO_P], s.add(6));
        field.with_nine::<2, false>(out.add(6), f, [0, 2], [P, P], s.add(4));
        field.with_nine::<2, false>(out.add(8), f, [9, 11], [P, P], s.add(6));
        field.element(s, f, [12, 14], [P, P]);
        field.sums(out.add(10), s, s, 2);
    }
}

/// a (l0 + l1 w + l3 w^3) in F_p12, the line of a D-twist: thirteen products in F_p2.
///
/// # Safety
/// As for `mul6`.
#[inline(never)]
pub unsafe fn mul_by_line(out: *mut Fp, a: *const Fp, [l0, l1, l3]: [*const Fp; 3], field: Field<'_>) {
    let mut slots = memory::<39, { 2 * N }>();
    let mut sums = memory::<32, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; the lengths are right. Factors are below 4 p. Ranges are given at each step.
    unsafe {
        // Of the upper half a1 of a, and of the sum b of both halves; l0 + l1; and those with l3.
        let b = s;
        field.sums(b, a, a.add(6), 6);
        let (a01, b01, m, l13, m3) = (s.add(6), s.add(8), s.add(10), s.add(12), s.add(14));
        field.sums(m, l0, l1, 2);
        for i in 0..2 {
            add(a01.add(i), a.add(6 + i), a.add(8 + i));
            add(b01.add(i), b.add(i), b.add(2 + i));
            add(l13.add(i), l1.add(i), l3.add(i));
            add(m3.add(i), m.add(i), l3.add(i));
        }
        let [l0, l1, l3, m, l13, m3] =
            with_sums(s.add(16), [l0, l1, l3, m.cast_const(), l13.cast_const(), m3.cast_const()]);
        let low = with_sums(s.add(22), [a, a.add(2), a.add(4)]);
        for (k, low) in low.into_iter().enumerate() {
            products(f.add(3 * k), low, l0);
        }
        for (f, x, x01, [y, y3]) in
            [(f.add(9), a.add(6), a01, [l1, l13]), (f.add(24), b.cast_const(), b01, [m, m3])]
        {
            let [x0, x1, x2, x01] = with_sums(s.add(22), [x, x.add(2), x.add(4), x01.cast_const()]);
            for (k, (x, y)) in [(x0, y), (x1, l3), (x01, y3), (x2, y), (x2, l3)].into_iter().enumerate() {
                products(f.add(3 * k), x, y);
            }
        }
        parts!(f, 0 1 2, 3 4 5, 6 7 8, 9 10 11, 12 13 14, 18 19 20, 21 22 23, 24 25 26, 27 28 29, 33 34 35, 36 37 38);
        // h = a1 (l1 + l3 v): 9 and 11; 15 and 17; 12 and 14; 21 and 23. m = b (l0 + l1 + l3 v): the same from slot 24 on.
        sum!(f, 17 = 17 - 15 - 16 - 11 - 14);
        sum!(f, 15 = 15 - 16 - 9 - 12);
        sum!(f, 12 = 12 + 18);
        sum!(f, 14 = 14 + 20);
        sum!(f, 32 = 32 - 30 - 31 - 26 - 29);
        sum!(f, 30 = 30 - 31 - 24 - 27);
        sum!(f, 27 = 27 + 33);
        sum!(f, 29 = 29 + 35);
        // m less a0 l0 and h: -2 to 2, -4 to 4, -4 to 4, -2 to 2.
        sum!(f, 24 = 24 - 0 - 9);
        sum!(f, 26 = 26 - 2 - 11);
        sum!(f, 30 = 30 - 3 - 15);
        sum!(f, 32 = 32 - 5 - 17);
        sum!(f, 27 = 27 - 6 - 12);
        sum!(f, 29 = 29 - 8 - 14);
        sum!(f, 36 = 36 - 21);
        sum!(f, 38 = 38 - 23);
        // Z' of a0 l0 + v h, -5 to 1 and -2 to 4, -4 to 2 and -1 to 5, the third coefficient -3 to 3 and 0 to 6; of the odd
        // ones -4 to 4.
        sum!(f, 0 = 0 - 14);
        sum!(f, 2 = 2 + 12);
        sum!(f, 3 = 3 + 9 - 23);
        sum!(f, 5 = 5 + 11 + 21);
        sum!(f, 6 = 6 + 15);
        sum!(f, 8 = 8 + 17);
        sum!(f, 24 = 24 - 38);
        sum!(f, 26 = 26 + 36);
        field.element(s, f, [12, 14], [P, P]);
        field.element(s.add(2), f, [21, 23], [P, P]);
        field.element(s.add(4), f, [36, 38], [P, P]);
        field.with_nine::<1, false>(out, f, [0, 2], [P, P], s);
        field.with_nine::<1, false>(out.add(2), f, [3, 5], [P, P], s.add(2));
        field.element(out.add(4), f, [6, 8], [P, P]);
        field.with_nine::<1, false>(out.add(6), f, [24, 26], [P, P], s.add(4));
        field.element(out.add(8), f, [30, 32], [P, P]);
        field.element(out.add(10), f, [27, 29], [P, P]);
    }
}

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
pub unsafe fn cyclotomic_square(out: *mut Fp, a: *const Fp, field: Field<'_>) {
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
    let (multiples, constants) = (field.multiples, field.reduction());
    // SAFETY: the processor by the caller; the lengths are right. T / R is at most 22.5 / 5.29 p < 4.27 p for c0, so that the sum with
    // p is below R, and at most 0.95 p for c1. The kernels for small multiples take values up to 32 p: here up to 3 (4.27 + 1) p
    // + 2 p; what they subtract is below p.
    unsafe {
        for (k, [i, j]) in PAIRS.into_iter().enumerate() {
            square4(f, a.add(PLACES[i]), a.add(PLACES[j]), multiples);
            reduce(c.add(4 * k), [f, f.add(3)], multiples);
            reduce_once(c.add(4 * k + 2), [f.add(4), f.add(5)], multiples);
        }
        let xi = field.times_xi(c.add(2));
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
