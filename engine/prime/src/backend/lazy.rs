//! Products in F_p6 and F_p12, and squares there and in the cyclotomic subgroup, by double-width sums: Karatsuba at every level of
//! the tower, and one reduction for each coefficient of the result (Aranha, Karabina, Longa, Gebotys, López, eprint
//! 2010/526). For xi = 1 + i, six words and 9.8 p < R: BLS12-381.
//!
//! Double-width values are signed integers modulo R^2, R = 2^(64 N), in slots of a frame; sums of them are chains of additions
//! without comparisons. Two bounds matter: factors are below R, and a sum that is reduced is within what `reduce` takes. In
//! comments, ranges of double-width values are in p^2, which is less than p R / 9.8.

use super::multiples::Multiples;
use super::sums;
use super::x86_64::{lazy_6 as kernels, six};
use core::arch::asm;
use core::mem::MaybeUninit;

/// Words of an element of F_p.
const N: usize = 6;
/// An element of F_p. Those of extensions are arrays of their coefficients, in the order of the tower.
type Fp = [u64; N];

/// A term of a sum of slots.
macro_rules! term {
    (= $slot:literal) => { term!("mov" "mov" $slot) };
    (+ $slot:literal) => { term!("add" "adc" $slot) };
    (- $slot:literal) => { term!("sub" "sbb" $slot) };
    ($first:literal $next:literal $slot:literal) => {
        slot_words!($first $next 96 $slot [
            0 "rax" 8 "rcx" 16 "rdx" 24 "rsi" 32 "r8" 40 "r9" 48 "r10" 56 "r11" 64 "r12" 72 "r13" 80 "r14" 88 "r15"
        ])
    };
}

/// `sum!(frame, a = b + c - d)`: slot a becomes that of slots b, c, d, all numbers. The frame's slots are initialised.
macro_rules! sum {
    ($frame:expr, $out:literal = $a:literal $($sign:tt $b:literal)*) => {
        asm!(
            concat!(
                term!(= $a),
                $(term!($sign $b),)*
                store_words!(96 $out [
                    0 "rax" 8 "rcx" 16 "rdx" 24 "rsi" 32 "r8" 40 "r9"
                    48 "r10" 56 "r11" 64 "r12" 72 "r13" 80 "r14" 88 "r15"
                ]),
            ),
            in("rdi") $frame,
            out("rax") _, out("rcx") _, out("rdx") _, out("rsi") _,
            out("r8") _, out("r9") _, out("r10") _, out("r11") _,
            out("r12") _, out("r13") _, out("r14") _, out("r15") _,
            options(nostack),
        )
    };
}

/// A frame: slots for double-width values.
type Slots = *mut [u64; 2 * N];
/// Sums of two elements of F_p and such, not reduced.
type Sums = *mut Fp;

product_to_slot!(kernels::multiply, ["r13" "r14" "r15"]);
reduction!(reduce, kernels::reduce, ["r13" "r14"], "T / R plus `plus` must be at least 0 and below 7 p.", plus);
reduction!(reduce_near, kernels::reduce_near, ["r13" "r14"], "T / R plus `plus` must be at least 0 and below 3 p.", plus);
reduction!(reduce_once, kernels::reduce_once, ["r13" "r14"], "T must be at least 0 and below p R.");

single!(add, "add", "adc", [0 8 16 24 32 40]);
single!(sub, "sub", "sbb", [0 8 16 24 32 40]);
square_to_slots!();
products_to_slots!();

/// Reductions of pairs of slots within what `reduce_near` takes, to elements of F_p2 one behind the other.
///
/// # Safety
/// As for `reduce_near`, for as many elements as there are pairs.
#[inline(always)]
unsafe fn reduce_all_near<const K: usize>(
    out: *mut Fp,
    f: Slots,
    pairs: [[usize; 2]; K],
    plus: [*const Fp; 2],
    multiples: &Multiples<N>,
) {
    for (k, pair) in pairs.into_iter().enumerate() {
        // SAFETY: by the caller.
        unsafe { reduce_near(out.add(2 * k), pair.map(|slot| f.add(slot)), plus, multiples) };
    }
}

/// a b in F_p2.
///
/// # Safety
/// The processor has BMI2 and ADX, the field's multiples fit, and the pointers are valid for as many elements as they stand for.
/// `out` may be a factor: nothing is written before all is read.
#[inline(never)]
pub unsafe fn mul2(out: *mut Fp, a: *const Fp, b: *const Fp, multiples: &Multiples<N>) {
    let mut slots = memory::<3, { 2 * N }>();
    let mut sums = memory::<3, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; there are as many slots as used. With a1 (p - b1) for -a1 b1 nothing is negative: the
    // real part is within 0 and 2, the imaginary part, more by a1 p, within 0 and 3.
    unsafe {
        add(s, a, a.add(1));
        add(s.add(1), b, b.add(1));
        sub(s.add(2), &multiples.by[0], b.add(1));
        multiply(f, a, b);
        multiply(f.add(1), a.add(1), s.add(2));
        multiply(f.add(2), s, s.add(1));
        sum!(f, 2 = 2 - 0 + 1);
        sum!(f, 0 = 0 + 1);
        reduce_once(out, [f, f.add(2)], multiples);
    }
}

/// a^2 in F_p2, as (a0 + a1)(a0 - a1) and 2 a0 a1.
///
/// # Safety
/// As for `mul2`.
#[inline(never)]
pub unsafe fn square2(out: *mut Fp, a: *const Fp, multiples: &Multiples<N>) {
    let mut sums = memory::<4, N>();
    let s: Sums = sums.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; factors are below 2 p, so products are below p R.
    unsafe {
        let [plus, minus, twice] = square_factors(s, a, &multiples.by[0]);
        s.add(3).write(*a.add(1));
        multiply_modulo(out, plus, minus, multiples);
        multiply_modulo(out.add(1), twice, s.add(3), multiples);
    }
}

/// 3 a^2 or 4 a^2 in F_p2, as 3 (a0 + a1) (a0 - a1 + p) and 6 a0 a1, or with 4 and 8: products below 9 p^2.
///
/// # Safety
/// As for `mul2`, with four sums.
#[inline(always)]
unsafe fn square2_times(out: *mut Fp, factor: u32, a: *const Fp, s: Sums, multiples: &Multiples<N>) {
    // SAFETY: by the caller.
    unsafe {
        let [plus, minus, twice] = square_factors(s, a, &multiples.by[0]);
        let multiple = s.add(3);
        times(multiple, plus, factor);
        multiply_modulo(out, multiple, minus, multiples);
        times(multiple, twice, factor);
        multiply_modulo(out.add(1), multiple, a.add(1), multiples);
    }
}

/// a b modulo p, of factors below R whose product is below p R.
///
/// # Safety
/// As for `mul2`, for single elements.
#[inline(always)]
unsafe fn multiply_modulo(out: *mut Fp, a: *const Fp, b: *const Fp, multiples: &Multiples<N>) {
    // SAFETY: by the caller.
    unsafe {
        six::mul(out.cast(), a.cast(), b.cast(), multiples.by[0].as_ptr(), multiples.neg_inverse[0]);
    }
}

/// The product of two elements of F_p6 with coefficients below 2 p: real and imaginary parts to slots 16 and 17, 9 and 11, 12 and
/// 14 of eighteen.
///
/// Ranges, for coefficients below p: -7 to 3 and -2 to 8, -5 to 3 and -1 to 7, -3 to 3 and 0 to 6.
///
/// # Safety
/// As for `multiply`, with that many slots and `SUMS_OF_6` sums.
#[inline(always)]
unsafe fn product6(f: Slots, sums: Sums, a: *const Fp, b: *const Fp) {
    // SAFETY: by the caller; the slots that are summed have values before.
    unsafe {
        six_products(f, sums, a, b);
        // a0 b2 + a1 b1 + a2 b0.
        sum!(f, 14 = 14 - 12 - 13 - 2 - 8 + 5);
        sum!(f, 12 = 12 - 13 - 0 - 6 + 3);
        // a1 b2 + a2 b1, and v0 and xi times that.
        sum!(f, 17 = 17 - 15 - 16 - 5 - 8);
        sum!(f, 15 = 15 - 16 - 3 - 6);
        sum!(f, 16 = 0 + 15 - 17);
        sum!(f, 17 = 2 + 15 + 17);
        // a0 b1 + a1 b0 + xi v2.
        sum!(f, 11 = 11 - 9 - 10 - 2 - 5 + 6 + 8);
        sum!(f, 9 = 9 - 10 - 0 - 3 + 6 - 8);
    }
}

/// a b in F_p6.
///
/// # Safety
/// The processor has BMI2 and ADX, the field's multiples fit, and the pointers are valid for as many elements as they stand for.
/// `out` may be a factor: nothing is written before all is read.
#[inline(never)]
pub unsafe fn mul6(out: *mut Fp, a: *const Fp, b: *const Fp, multiples: &Multiples<N>) {
    let mut slots = memory::<SLOTS_OF_6, { 2 * N }>();
    let mut sums = memory::<SUMS_OF_6, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; there are as many slots and sums as the product takes. It is within -7 and 8.
    unsafe {
        product6(f, sums.as_mut_ptr().cast(), a, b);
        reduce_all_near(out, f, [[16, 17], [9, 11], [12, 14]], [&multiples.by[0]; 2], multiples);
    }
}

/// The sum of two elements of F_p6 without reduction.
///
/// # Safety
/// The pointers are valid for six elements.
#[inline(always)]
unsafe fn add6(out: Sums, a: *const Fp, b: *const Fp) {
    for k in 0..6 {
        // SAFETY: by the caller.
        unsafe { add(out.add(k), a.add(k), b.add(k)) };
    }
}

/// a b in F_p12.
///
/// # Safety
/// As for `mul6`.
#[inline(never)]
pub unsafe fn mul12(out: *mut Fp, a: *const Fp, b: *const Fp, multiples: &Multiples<N>) {
    let mut slots = memory::<{ 3 * SLOTS_OF_6 }, { 2 * N }>();
    let mut sums = memory::<{ SUMS_OF_6 + 12 }, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; the lengths are right. The results, as integers those of coefficients below p: twice
    // those of products in F_p6, and -16 to 6, -5 to 17; -12 to 6, -3 to 15; -8 to 6, -1 to 13.
    unsafe {
        add6(s.add(24), a, a.add(6));
        add6(s.add(30), b, b.add(6));
        product6(f, s, a, b);
        product6(f.add(18), s, a.add(6), b.add(6));
        product6(f.add(36), s, s.add(24), s.add(30));
        // a0 b1 + a1 b0.
        sum!(f, 52 = 52 - 16 - 34);
        sum!(f, 53 = 53 - 17 - 35);
        sum!(f, 45 = 45 - 9 - 27);
        sum!(f, 47 = 47 - 11 - 29);
        sum!(f, 48 = 48 - 12 - 30);
        sum!(f, 50 = 50 - 14 - 32);
        // a0 b0 + v a1 b1.
        sum!(f, 16 = 16 + 30 - 32);
        sum!(f, 17 = 17 + 30 + 32);
        sum!(f, 9 = 9 + 34);
        sum!(f, 11 = 11 + 35);
        sum!(f, 12 = 12 + 27);
        sum!(f, 14 = 14 + 29);
        // Real parts are between -2 p and p, imaginary parts between -p and 2 p.
        reduce_all_near(
            out,
            f,
            [[16, 17], [9, 11], [12, 14], [52, 53], [45, 47], [48, 50]],
            [&multiples.by[1], &multiples.by[0]],
            multiples,
        );
    }
}

/// a^2 in F_p12: by (a0 + a1)(a0 + v a1) and a0 a1.
///
/// # Safety
/// As for `mul6`.
#[inline(never)]
pub unsafe fn square12(out: *mut Fp, a: *const Fp, multiples: &Multiples<N>) {
    let mut slots = memory::<{ 2 * SLOTS_OF_6 }, { 2 * N }>();
    let mut sums = memory::<{ SUMS_OF_6 + 12 }, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    let p = &multiples.by[0];
    // SAFETY: a has twelve coefficients.
    let (re, im) = unsafe { (&*a.add(10), &*a.add(11)) };
    let xi = [sums::sub(re, im, p), sums::add(re, im, p, false)];
    // SAFETY: the processor by the caller; the lengths are right. The product of the sums is that of integers, but that xi a12
    // is reduced: each of its coefficients is off by p at most, and those of the result by 4 p^2. They are within -16 - 4 and 17 + 4;
    // twice a0 a1 is within -14 and 16.
    unsafe {
        add6(s.add(24), a, a.add(6));
        add(s.add(30), a, &xi[0]);
        add(s.add(31), a.add(1), &xi[1]);
        for k in 2..6 {
            add(s.add(30 + k), a.add(k), a.add(4 + k));
        }
        product6(f, s, a, a.add(6));
        product6(f.add(18), s, s.add(24), s.add(30));
        // (a0 + a1)(a0 + v a1) - a0 a1 - v a0 a1.
        sum!(f, 34 = 34 - 16 - 12 + 14);
        sum!(f, 35 = 35 - 17 - 12 - 14);
        sum!(f, 27 = 27 - 9 - 16);
        sum!(f, 29 = 29 - 11 - 17);
        sum!(f, 30 = 30 - 12 - 9);
        sum!(f, 32 = 32 - 14 - 11);
        sum!(f, 16 = 16 + 16);
        sum!(f, 17 = 17 + 17);
        sum!(f, 9 = 9 + 9);
        sum!(f, 11 = 11 + 11);
        sum!(f, 12 = 12 + 12);
        sum!(f, 14 = 14 + 14);
        for (k, pair) in [[34, 35], [27, 29], [30, 32]].into_iter().enumerate() {
            reduce(out.add(2 * k), pair.map(|slot| f.add(slot)), [&multiples.by[1]; 2], multiples);
        }
        reduce_all_near(
            out.add(6),
            f,
            [[16, 17], [9, 11], [12, 14]],
            [&multiples.by[1], &multiples.by[0]],
            multiples,
        );
    }
}

/// a (l0 + l1 w^2 + l3 w^3) in F_p12, the line of an M-twist: thirteen products in F_p2.
///
/// # Safety
/// As for `mul6`.
#[inline(never)]
pub unsafe fn mul_by_line(
    out: *mut Fp,
    a: *const Fp,
    [l0, l1, l3]: [*const Fp; 3],
    multiples: &Multiples<N>,
) {
    let mut slots = memory::<39, { 2 * N }>();
    let mut sums = memory::<36, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; the lengths are right. Factors are below 8 p. Each coefficient of the result is as an
    // integer that of three products of elements below p, up to two of them times xi: within -7 and 8.
    unsafe {
        // Of the upper half a1 of a, of the sum b of both halves, and of the line, with l1 + l3 next to l1.
        let b = s;
        add6(b, a, a.add(6));
        let (a01, b01, m, l01, m01) = (s.add(6), s.add(8), s.add(10), s.add(12), s.add(14));
        for i in 0..2 {
            add(a01.add(i), a.add(i), a.add(2 + i));
            add(b01.add(i), b.add(i), b.add(2 + i));
            add(m.add(i), l1.add(i), l3.add(i));
            add(l01.add(i), l0.add(i), l1.add(i));
            add(m01.add(i), l0.add(i), m.add(i));
        }
        let factors: [*const Fp; 17] = [
            l0,
            l1,
            l3,
            m,
            l01,
            m01,
            a,
            a.add(2),
            a.add(4),
            a01,
            b,
            b.add(2),
            b.add(4),
            b01,
            a.add(6),
            a.add(8),
            a.add(10),
        ];
        let factors = with_sums(s.add(16), factors);
        for (k, (i, j)) in [
            (6, 0),
            (7, 1),
            (9, 4),
            (8, 0),
            (8, 1),
            (10, 0),
            (11, 3),
            (13, 5),
            (12, 0),
            (12, 3),
            (14, 2),
            (15, 2),
            (16, 2),
        ]
        .into_iter()
        .enumerate()
        {
            products(f.add(3 * k), factors[i], factors[j]);
        }
        // a00 l0, a01 l1, a02 l0, a02 l1; the same of b with l1 + l3 for l1; a10 l3, a11 l3, a12 l3.
        parts!(f, 0 1 2, 3 4 5, 9 10 11, 12 13 14, 15 16 17, 18 19 20, 24 25 26, 27 28 29, 30 31 32, 33 34 35, 36 37 38);
        // a00 l1 + a01 l0.
        sum!(f, 8 = 8 - 6 - 7 - 2 - 5);
        sum!(f, 6 = 6 - 7 - 0 - 3);
        // The lower half of the result.
        sum!(f, 1 = 0 + 12 + 33 - 14 - 35);
        sum!(f, 4 = 2 + 12 + 33 + 14 + 35);
        sum!(f, 13 = 6 + 36 - 38);
        sum!(f, 10 = 8 + 36 + 38);
        sum!(f, 16 = 3 + 9 + 30);
        sum!(f, 19 = 5 + 11 + 32);
        // The upper half: of the sum of both less both.
        sum!(f, 25 = 15 - 0 + 27 - 29 - 12 + 14 - 36 + 38);
        sum!(f, 28 = 17 - 2 + 27 + 29 - 12 - 14 - 36 - 38);
        sum!(f, 31 = 21 - 22 - 15 - 18 - 6 - 30);
        sum!(f, 34 = 23 - 21 - 22 - 17 - 20 - 8 - 32);
        sum!(f, 37 = 18 + 24 - 3 - 9 - 33);
        sum!(f, 7 = 20 + 26 - 5 - 11 - 35);
        reduce_all_near(
            out,
            f,
            [[1, 4], [13, 10], [16, 19], [25, 28], [31, 34], [37, 7]],
            [&multiples.by[0]; 2],
            multiples,
        );
    }
}

/// a (l0 + l1 w^2 + l3 w^3)(m0 + m1 w^2 + m3 w^3) in F_p12, l and m the coefficients: the lines of an M-twist with each
/// other, six products in F_p2, and then seventeen. One after the other they take twenty-six.
///
/// # Safety
/// As for `mul6`; each line is six elements.
#[inline(never)]
pub unsafe fn mul_by_lines(out: *mut Fp, a: *const Fp, [l, m]: [*const Fp; 2], multiples: &Multiples<N>) {
    let mut slots = memory::<51, { 2 * N }>();
    let mut sums = memory::<{ SUMS_OF_6 + 36 }, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    // SAFETY: the processor by the caller; the lengths are right, and factors are below 8 p. Ranges of the product of the lines: -4
    // to 2 and -1 to 5 at 1, else -2 to 2 and 0 to 4. Those of the result, as integers: real parts are within -13 and 5, imaginary
    // ones within -4 and 14.
    unsafe {
        let (even, odd, both, whole) = (s.add(24), s.add(30), s.add(36), s.add(42));
        let (a1, a01, o01, t) = (a.add(6), s.add(48), s.add(50), s.add(52));
        pairwise(f, s, l, m);
        // l0 m0 + xi l3 m3 at 1; l0 m1 + l1 m0 at w^2, l0 m3 + l3 m0 at w^3; l1 m1 at w^4; l1 m3 + l3 m1 at w^5.
        sum!(f, 0 = 0 + 6 - 8);
        sum!(f, 2 = 2 + 6 + 8);
        reduce_all_near(even, f, [[0, 2], [9, 11], [3, 5]], [&multiples.by[0]; 2], multiples);
        reduce_all_near(odd, f, [[12, 14], [15, 17]], [&multiples.by[0]; 2], multiples);
        // a0 times the even part; the sum of both halves of a times that of both parts, the odd one being o0 v + o1 v^2.
        add6(both, a, a1);
        for k in 0..2 {
            whole.add(k).write(*even.add(k));
            add(a01.add(k), a1.add(k), a1.add(2 + k));
            add(o01.add(k), odd.add(k), odd.add(2 + k));
        }
        for k in 0..4 {
            add(whole.add(2 + k), even.add(2 + k), odd.add(k));
        }
        product6(f, s, a, even);
        product6(f.add(18), s, both, whole);
        // The upper half x0 + x1 v + x2 v^2 of a times o0 + o1 v: x0 o0, x1 o1, that of the sums, x2 o0, x2 o1.
        let x = with_sums(t, [a1, a1.add(2), a1.add(4), a01.cast_const()]);
        let o = with_sums(t.add(4), [odd, odd.add(2), o01].map(<*mut Fp>::cast_const));
        for (k, (i, j)) in [(0, 0), (1, 1), (3, 2), (2, 0), (2, 1)].into_iter().enumerate() {
            products(f.add(36 + 3 * k), x[i], o[j]);
        }
        parts!(f, 36 37 38, 39 40 41, 45 46 47, 48 49 50);
        // g1 = x0 o1 + x1 o0, g0 = x0 o0 + xi x2 o1, g2 = x1 o1 + x2 o0.
        sum!(f, 44 = 44 - 42 - 43 - 38 - 41);
        sum!(f, 42 = 42 - 43 - 36 - 39);
        sum!(f, 37 = 36 + 48 - 50);
        sum!(f, 40 = 38 + 48 + 50);
        sum!(f, 43 = 39 + 45);
        sum!(f, 46 = 41 + 47);
        // Of the product of the sums less that of the even part and xi g2, g0, g1.
        sum!(f, 34 = 34 - 16 - 43 + 46);
        sum!(f, 35 = 35 - 17 - 43 - 46);
        sum!(f, 27 = 27 - 9 - 37);
        sum!(f, 29 = 29 - 11 - 40);
        sum!(f, 30 = 30 - 12 - 42);
        sum!(f, 32 = 32 - 14 - 44);
        // That of the even part and xi g1, xi g2, g0.
        sum!(f, 16 = 16 + 42 - 44);
        sum!(f, 17 = 17 + 42 + 44);
        sum!(f, 9 = 9 + 43 - 46);
        sum!(f, 11 = 11 + 43 + 46);
        sum!(f, 12 = 12 + 37);
        sum!(f, 14 = 14 + 40);
        reduce_all_near(
            out,
            f,
            [[16, 17], [9, 11], [12, 14], [34, 35], [27, 29], [30, 32]],
            [&multiples.by[1], &multiples.by[0]],
            multiples,
        );
    }
}

/// 3 (a + b s)^2 in F_p4 = F_p2\[s\]/(s^2 - xi), for a and b below p, to slots 0 and 3, 4 and 5 of six.
///
/// Ranges: -6 to 13.5 and 0 to 18.75; 0 to 15 and 0 to 12.
///
/// # Safety
/// As for `multiply`, with six slots and twelve sums.
#[inline(always)]
unsafe fn triple_square4(f: Slots, s: Sums, a: *const Fp, b: *const Fp, multiples: &Multiples<N>) {
    // SAFETY: by the caller. The square of c0 + c1 i is c0^2 - c1^2 and 2 c0 c1; the first as (c0 + c1)(c0 - c1 + m p), which
    // is within 0 and 2.25 m^2, where c0 and c1 are below m p. For a and b m is 1, for a + b it is 2; factors are below 4 p.
    unsafe {
        let (sum, [p, p2, _]) = (s, &multiples.by);
        add(sum, a, b);
        add(sum.add(1), a.add(1), b.add(1));
        for (k, (c, shift)) in [(a, p), (b, p), (sum.cast_const(), p2)].into_iter().enumerate() {
            square(f.add(2 * k), s.add(2 + 3 * k), c, shift);
        }
        // The real parts of a^2 + b^2, the imaginary parts of a^2 + b^2, and what the results are.
        sum!(f, 0 = 0 + 2);
        sum!(f, 1 = 1 + 3);
        sum!(f, 4 = 4 - 0);
        sum!(f, 5 = 5 - 1);
        sum!(f, 0 = 0 - 3);
        sum!(f, 3 = 1 + 2);
        sum!(f, 0 = 0 + 0 + 0);
        sum!(f, 3 = 3 + 3 + 3);
        sum!(f, 4 = 4 + 4 + 4);
        sum!(f, 5 = 5 + 5 + 5);
    }
}

/// 4 p - 2 g or 2 g of both coefficients.
///
/// # Safety
/// The pointers are valid for two elements.
#[inline(always)]
unsafe fn addends(out: Sums, g: *const Fp, minus: bool, multiples: &Multiples<N>) {
    for k in 0..2 {
        // SAFETY: by the caller.
        unsafe {
            if minus {
                sub(out.add(k), &multiples.by[2], g.add(k));
                sub(out.add(k), out.add(k), g.add(k));
            } else {
                add(out.add(k), g.add(k), g.add(k));
            }
        }
    }
}

/// The square of the element of the cyclotomic subgroup with the coefficients g0 to g5, each at its place in `g`, of which the last
/// `COUNT` squares in F_p4 are computed: 3 for all of them, 2 for a compressed element, whose g0 and g1 are not looked at.
///
/// # Safety
/// As for `mul6`, with places for coefficients in F_p2.
#[inline(always)]
unsafe fn cyclotomic<const COUNT: usize>(out: [*mut Fp; 6], g: [*const Fp; 6], multiples: &Multiples<N>) {
    let mut slots = memory::<18, { 2 * N }>();
    let mut sums = memory::<24, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    // What comes of the square of each pair: 3 c0 - 2 g, 3 c1 + 2 g', or 3 xi c1 + 2 g'.
    const EVEN: [usize; 3] = [3, 4, 0];
    const ODD: [usize; 3] = [2, 5, 1];
    const PAIRS: [[usize; 2]; 3] = [[4, 5], [2, 3], [0, 1]];
    // SAFETY: the processor by the caller; the lengths are right. With g < p: -6 / 9 + 2 > 0, 18.75 / 9 + 4 < 7, 15 / 9 + 2 < 7.
    // Times xi: -12 to 15 and 0 to 27; -12 / 9 + 2 > 0, 15 / 9 + 4 < 7, 27 / 9 + 2 < 7.
    unsafe {
        for k in 0..COUNT {
            triple_square4(f.add(6 * k), s.add(12), g[PAIRS[k][0]], g[PAIRS[k][1]], multiples);
            addends(s.add(4 * k), g[EVEN[k]], true, multiples);
            addends(s.add(4 * k + 2), g[ODD[k]], false, multiples);
        }
        sum!(f, 1 = 4 - 5);
        sum!(f, 5 = 4 + 5);
        add(s.add(2), s.add(2), &multiples.by[1]);
        for k in 0..COUNT {
            let real = if k == 0 { 1 } else { 4 };
            let (f, s) = (f.add(6 * k), s.add(4 * k));
            let s = [0, 1, 2, 3].map(|i| s.add(i).cast_const());
            reduce(out[EVEN[k]], [f, f.add(3)], [s[0], s[1]], multiples);
            reduce(out[ODD[k]], [f.add(real), f.add(5)], [s[2], s[3]], multiples);
        }
    }
}

/// The square of an element of F_p12 in the cyclotomic subgroup.
///
/// # Safety
/// As for `mul6`.
#[inline(never)]
pub unsafe fn cyclotomic_square(out: *mut Fp, a: *const Fp, multiples: &Multiples<N>) {
    // The places of g0 to g5 in F_p12.
    const PLACES: [usize; 6] = [0, 8, 6, 4, 2, 10];
    // SAFETY: by the caller.
    unsafe { cyclotomic::<3>(PLACES.map(|k| out.add(k)), PLACES.map(|k| a.add(k)), multiples) };
}

/// The square of a compressed element g2, g3, g4, g5.
///
/// # Safety
/// As for `mul6`, for four elements of F_p2.
#[inline(never)]
pub unsafe fn compressed_square(out: *mut Fp, a: *const Fp, multiples: &Multiples<N>) {
    const PLACES: [usize; 6] = [0, 0, 0, 2, 4, 6];
    // SAFETY: by the caller.
    unsafe { cyclotomic::<2>(PLACES.map(|k| out.add(k)), PLACES.map(|k| a.add(k)), multiples) };
}

/// x + x + … as often as the factor says, for 2, 3, 4, 6.
///
/// # Safety
/// The pointers are valid.
#[inline(always)]
unsafe fn times(out: Sums, x: *const Fp, factor: u32) {
    // SAFETY: by the caller.
    unsafe {
        add(out, x, x);
        if factor.is_multiple_of(3) {
            add(out, out, x);
        }
        if matches!(factor, 4 | 6) {
            add(out, out, out);
        }
    }
}

/// The point (X / Z, Y / Z) of the twist y^2 = x^3 + 4 xi doubled, and the tangent's coefficients 12 xi Z^2 - Y^2, 3 X^2 and
/// -2 Y Z: the formulas of `RunningPoint::double`.
///
/// # Safety
/// As for `mul6`; `point` is X, Y, Z, and both are valid for three elements of F_p2.
#[inline(never)]
pub unsafe fn double(point: *mut Fp, line: *mut Fp, multiples: &Multiples<N>) {
    let mut slots = memory::<7, { 2 * N }>();
    let mut sums = memory::<20, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    let [p, p2, p4] = &multiples.by;
    // SAFETY: the processor by the caller; the lengths are right. Ranges and the sizes of factors are given at each step; those of
    // products that are reduced at once follow from factors below 4 p and 2 p: -8 to 8.
    unsafe {
        let [x, y, z] = [point.cast_const(), point.add(2).cast_const(), point.add(4).cast_const()];
        let (yy, e, xy) = (s, s.add(2), s.add(4));
        let [constant, triple_xx, minus_yz] = [line, line.add(2), line.add(4)];
        let temporary = s.add(6);
        let [t0, t1, t2, t3, t4, t5] = [0, 1, 2, 3, 4, 5].map(|k| temporary.add(k));
        square2_times(triple_xx, 3, x, temporary, multiples);
        square2(yy, y, multiples);
        // e = 12 xi Z^2.
        square2_times(e, 4, z, temporary, multiples);
        let (re, im) = (*e, *e.add(1));
        for (k, quarter) in [sums::sub(&re, &im, p), sums::add(&re, &im, p, false)].into_iter().enumerate() {
            let half = sums::add(&quarter, &quarter, p, false);
            e.add(k).write(sums::add(&half, &quarter, p, false));
        }
        // 2 X Y and -2 Y Z, by 2 y and 2 p - 2 y: nothing is negative where for -x1 y1 there is x1 (p - y1), and the imaginary part
        // is more by x1 p. 0 to 4 and 0 to 6.
        for k in 0..2 {
            add(t0.add(k), y.add(k), y.add(k));
            sub(t2.add(k), p2, t0.add(k));
        }
        add(t4, t0, t1);
        add(t5, x, x.add(1));
        multiply(f, x, t0);
        multiply(f.add(1), x.add(1), t3);
        multiply(f.add(2), t5, t4);
        sum!(f, 2 = 2 - 0 + 1);
        sum!(f, 0 = 0 + 1);
        add(t4, t2, t3);
        add(t5, z, z.add(1));
        multiply(f.add(3), z, t2);
        multiply(f.add(4), z.add(1), t1);
        multiply(f.add(5), t5, t4);
        sum!(f, 5 = 5 - 3 + 4);
        sum!(f, 3 = 3 + 4);
        reduce_once(xy, [f, f.add(2)], multiples);
        reduce_once(minus_yz, [f.add(3), f.add(5)], multiples);
        for k in 0..2 {
            constant.add(k).write(sums::sub(&*e.add(k), &*yy.add(k), p));
        }
        // X' = 2 X Y (Y^2 - 3 e), the second factor between 0 and 4 p.
        for k in 0..2 {
            sub(t0, p, e.add(k));
            times(t2.add(k), t0, 3);
            add(t2.add(k), t2.add(k), yy.add(k));
        }
        add(t0, xy, xy.add(1));
        add(t1, t2, t3);
        products(f, [xy, t0], [t2, t1]);
        sum!(f, 2 = 2 - 0 - 1);
        sum!(f, 0 = 0 - 1);
        // Z' = 8 Y^3 Z, of 4 Y^2 and -2 Y Z.
        times(t0, yy, 4);
        times(t1, yy.add(1), 4);
        add(t2, t0, t1);
        add(t3, minus_yz, minus_yz.add(1));
        products(f.add(3), [minus_yz, t3], [t0, t2]);
        sum!(f, 5 = 3 + 4 - 5);
        sum!(f, 3 = 4 - 3);
        reduce_near(point, [f, f.add(2)], [p, p], multiples);
        reduce_near(point.add(4), [f.add(3), f.add(5)], [p, p], multiples);
        // Y' = (Y^2 + 3 e)^2 - 12 e^2 = Y^4 + 6 Y^2 e - 3 e^2, of squares as (c0 + c1)(c0 - c1 + m p) and 2 c0 c1 for c0 and c1 below
        // m p: the real part more by 4 p (c0 + c1) of Y^2. -10 to 18, -6 to 14.
        for k in 0..2 {
            times(t0.add(k), e.add(k), 3);
            add(t0.add(k), t0.add(k), yy.add(k));
        }
        square(f, t2, temporary, p4);
        twelve_squares(f.add(2), temporary, e, p);
        sum!(f, 0 = 0 - 2);
        sum!(f, 1 = 1 - 3);
        reduce(point.add(2), [f, f.add(1)], [p2, p], multiples);
    }
}

/// The point (X / Z^2, Y / Z^3) of a curve y^2 = x^3 + b over F_p2 doubled: the formulas of `Jacobian::double`.
///
/// # Safety
/// As for `mul6`; both pointers are valid for the three coordinates, and may be the same.
#[inline(never)]
pub unsafe fn double_jacobian(out: *mut Fp, point: *const Fp, multiples: &Multiples<N>) {
    let mut slots = memory::<5, { 2 * N }>();
    let mut sums = memory::<16, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    let [p, p2, _] = &multiples.by;
    // SAFETY: the processor by the caller; there are as many slots and sums as used. Sizes and ranges are given at each step.
    unsafe {
        let [x, y, z] = [point, point.add(2), point.add(4)];
        let (m, yy, d, e, t) = (s, s.add(2), s.add(4), s.add(6), s.add(8));
        // M = 3 X^2 / 2.
        square2_times(m, 3, x, t, multiples);
        for k in 0..2 {
            m.add(k).write(sums::half(&*m.add(k), p));
        }
        // D = X Y^2 and X' = M^2 - 2 D.
        square2(yy, y, multiples);
        mul2(d, x, yy, multiples);
        square2(e, m, multiples);
        for k in 0..2 {
            e.add(k).write(sums::sub(&*e.add(k), &*d.add(k), p));
            e.add(k).write(sums::sub(&*e.add(k), &*d.add(k), p));
        }
        // Z' = Y Z, and what is read of the point is read.
        mul2(out.add(4), y, z, multiples);
        for k in 0..2 {
            out.add(k).write(*e.add(k));
            // D - X' + p.
            add(d.add(k), d.add(k), p);
            sub(d.add(k), d.add(k), e.add(k));
        }
        // Y' = M (D - X') - Y^4, with m1 (2 p - d1) for -m1 d1, (y0 + y1)(y1 - y0 + p) for -(y0 + y1)(y0 - y1), 2 y0 (p - y1) for
        // -2 y0 y1. The real part is within 0 and 6.25, the imaginary one within 0 and 8.
        add(t, m, m.add(1));
        add(t.add(1), d, d.add(1));
        sub(t.add(2), p2, d.add(1));
        multiply(f, m, d);
        multiply(f.add(1), m.add(1), t.add(2));
        multiply(f.add(2), t, t.add(1));
        add(t, yy, yy.add(1));
        add(t.add(1), yy.add(1), p);
        sub(t.add(1), t.add(1), yy);
        add(t.add(2), yy, yy);
        sub(t.add(3), p, yy.add(1));
        multiply(f.add(3), t, t.add(1));
        multiply(f.add(4), t.add(2), t.add(3));
        sum!(f, 2 = 2 - 0 + 1 + 4);
        sum!(f, 0 = 0 + 1 + 3);
        reduce_once(out.add(2), [f, f.add(2)], multiples);
    }
}

/// The sum of the point (X / Z, Y / Z) of a twist and an affine one (x, y), and the chord's coefficients: with theta = Y - y Z
/// and lambda = X - x Z they are theta x - lambda y, -theta and lambda. The formulas of `RunningPoint::add`.
///
/// # Safety
/// As for `mul6`; `point` is X, Y, Z, and both are valid for three elements of F_p2.
#[inline(never)]
pub unsafe fn add_affine(point: *mut Fp, [qx, qy]: [*const Fp; 2], line: *mut Fp, multiples: &Multiples<N>) {
    let mut slots = memory::<18, { 2 * N }>();
    let mut sums = memory::<24, N>();
    let f: Slots = slots.as_mut_ptr().cast();
    let s: Sums = sums.as_mut_ptr().cast();
    let [p, p2, _] = &multiples.by;
    // SAFETY: the processor by the caller; the lengths are right. All factors are below p, or sums of two such. Ranges are
    // given where they are more than those of a product, -1 to 1 and 0 to 2; with p added all are within what `reduce_near` takes.
    unsafe {
        let [x, y, z] = [point.cast_const(), point.add(2).cast_const(), point.add(4).cast_const()];
        let [constant, minus_theta, lambda] = [line, line.add(2), line.add(4)];
        let (a, b, lambda3, h, k) = (s.add(12), s.add(14), s.add(16), s.add(18), s.add(20));
        let [sx, sy, sz] = with_sums(s, [qx, qy, z]);
        // -theta = y Z - Y and lambda = X - x Z.
        products(f, sy, sz);
        products(f.add(3), sx, sz);
        parts!(f, 0 1 2);
        sum!(f, 5 = 3 + 4 - 5);
        sum!(f, 3 = 4 - 3);
        for i in 0..2 {
            sub(a.add(i), p2, y.add(i));
            add(b.add(i), p, x.add(i));
        }
        reduce_near(minus_theta, [f, f.add(2)], [a, a.add(1)].map(<*mut Fp>::cast_const), multiples);
        reduce_near(lambda, [f.add(3), f.add(5)], [b, b.add(1)].map(<*mut Fp>::cast_const), multiples);
        // Their squares.
        square2(a, minus_theta, multiples);
        square2(b, lambda, multiples);
        // theta x - lambda y: -2 to 2, -4 to 0.
        let [st, sl, sx2, sa, sb] = with_sums(
            s.add(3),
            [minus_theta.cast_const(), lambda.cast_const(), x, a.cast_const(), b.cast_const()],
        );
        products(f, st, sx);
        products(f.add(3), sl, sy);
        sum!(f, 2 = 0 + 1 + 3 + 4 - 2 - 5);
        sum!(f, 0 = 1 + 4 - 0 - 3);
        reduce_near(constant, [f, f.add(2)], [p, p], multiples);
        // lambda^3, Z theta^2 and g = X lambda^2.
        products(f, sb, sl);
        products(f.add(3), sz, sa);
        products(f.add(6), sx2, sb);
        parts!(f, 0 1 2, 3 4 5, 6 7 8);
        // h - g and h = lambda^3 + Z theta^2 - 2 g: -5 to 5 and -6 to 4, -4 to 4.
        sum!(f, 9 = 0 + 3 - 6 - 6);
        sum!(f, 11 = 2 + 5 - 8 - 8);
        sum!(f, 12 = 9 - 6);
        sum!(f, 14 = 11 - 8);
        reduce_near(lambda3, [f, f.add(2)], [p, p], multiples);
        reduce_near(h, [f.add(9), f.add(11)], [p, p], multiples);
        reduce_near(k, [f.add(12), f.add(14)], [p, p], multiples);
        // X' = lambda h, Y' = -theta (h - g) - lambda^3 Y, Z' = Z lambda^3: the second one -2 to 2 and -2 to 2.
        let [sl3, sh, sk, sy] = with_sums(s.add(8), [lambda3, h, k, y.cast_mut()].map(<*mut Fp>::cast_const));
        products(f, sl, sh);
        products(f.add(3), st, sk);
        products(f.add(6), sl3, sy);
        products(f.add(9), sz, sl3);
        parts!(f, 0 1 2, 3 4 5, 6 7 8, 9 10 11);
        sum!(f, 3 = 3 - 6);
        sum!(f, 5 = 5 - 8);
        reduce_near(point, [f, f.add(2)], [p, p], multiples);
        reduce_near(point.add(2), [f.add(3), f.add(5)], [p, p], multiples);
        reduce_near(point.add(4), [f.add(9), f.add(11)], [p, p], multiples);
    }
}

/// 12 (c0 + c1)(c0 - c1 + p) and 24 c0 c1 to two slots, for c below p.
///
/// # Safety
/// As for `multiply`, with four sums.
#[inline(always)]
unsafe fn twelve_squares(f: Slots, s: Sums, c: *const Fp, p: *const Fp) {
    // SAFETY: by the caller. Factors are below 8 p.
    unsafe {
        add(s, c, c.add(1));
        times(s.add(1), s, 4);
        add(s.add(2), c, p);
        sub(s.add(2), s.add(2), c.add(1));
        times(s.add(3), s.add(2), 3);
        multiply(f, s.add(1), s.add(3));
        times(s, c, 4);
        times(s.add(1), c.add(1), 6);
        multiply(f.add(1), s, s.add(1));
    }
}
