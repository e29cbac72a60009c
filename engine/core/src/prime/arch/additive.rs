//! Sums and differences modulo p for x86-64, in its baseline instructions: what compilers make of portable
//! code takes three times as
//! many, and may branch on the carry.

use core::arch::asm;
use core::mem::MaybeUninit;

/// The additive functions of one size, by the byte offsets of its words and names for as many registers. They
/// are called, not
/// inlined: towers and curves have thousands of places for them.
macro_rules! size {
    ($add:ident, $sub:ident, [$o0:literal $($o:literal)*], [$t0:ident $($t:ident)*]) => {
        /// out = a + b mod p, a + b < 2^(64 N).
        ///
        /// # Safety
        /// All pointers are valid for N words; `out` is apart from the others.
        #[inline(never)]
        unsafe fn $add(out: *mut u64, a: *const u64, b: *const u64, p: *const u64) {
            // SAFETY: the caller's; nothing else is written.
            unsafe {
                asm!(
                    concat!("mov {", stringify!($t0), "}, [{a} + ", $o0, "]"),
                    concat!("add {", stringify!($t0), "}, [{b} + ", $o0, "]"),
                    $(
                        concat!("mov {", stringify!($t), "}, [{a} + ", $o, "]"),
                        concat!("adc {", stringify!($t), "}, [{b} + ", $o, "]"),
                    )*
                    concat!("mov [{out} + ", $o0, "], {", stringify!($t0), "}"),
                    $(concat!("mov [{out} + ", $o, "], {", stringify!($t), "}"),)*
                    concat!("sub {", stringify!($t0), "}, [{p} + ", $o0, "]"),
                    $(concat!("sbb {", stringify!($t), "}, [{p} + ", $o, "]"),)*
                    concat!("cmovc {", stringify!($t0), "}, [{out} + ", $o0, "]"),
                    $(concat!("cmovc {", stringify!($t), "}, [{out} + ", $o, "]"),)*
                    concat!("mov [{out} + ", $o0, "], {", stringify!($t0), "}"),
                    $(concat!("mov [{out} + ", $o, "], {", stringify!($t), "}"),)*
                    out = in(reg) out, a = in(reg) a, b = in(reg) b, p = in(reg) p,
                    $t0 = out(reg) _, $($t = out(reg) _,)*
                    options(nostack),
                );
            }
        }

        /// out = a - b mod p.
        ///
        /// # Safety
        /// All pointers are valid for N words; `out` is apart from the others.
        #[inline(never)]
        unsafe fn $sub(out: *mut u64, a: *const u64, b: *const u64, p: *const u64) {
            // SAFETY: the caller's; nothing else is written.
            unsafe {
                asm!(
                    concat!("mov {", stringify!($t0), "}, [{a} + ", $o0, "]"),
                    concat!("sub {", stringify!($t0), "}, [{b} + ", $o0, "]"),
                    $(
                        concat!("mov {", stringify!($t), "}, [{a} + ", $o, "]"),
                        concat!("sbb {", stringify!($t), "}, [{b} + ", $o, "]"),
                    )*
                    "sbb {a}, {a}",
                    concat!("mov [{out} + ", $o0, "], {", stringify!($t0), "}"),
                    $(concat!("mov [{out} + ", $o, "], {", stringify!($t), "}"),)*
                    concat!("add {", stringify!($t0), "}, [{p} + ", $o0, "]"),
                    $(concat!("adc {", stringify!($t), "}, [{p} + ", $o, "]"),)*
                    "test {a}, {a}",
                    concat!("cmovz {", stringify!($t0), "}, [{out} + ", $o0, "]"),
                    $(concat!("cmovz {", stringify!($t), "}, [{out} + ", $o, "]"),)*
                    concat!("mov [{out} + ", $o0, "], {", stringify!($t0), "}"),
                    $(concat!("mov [{out} + ", $o, "], {", stringify!($t), "}"),)*
                    out = in(reg) out, a = inout(reg) a => _, b = in(reg) b, p = in(reg) p,
                    $t0 = out(reg) _, $($t = out(reg) _,)*
                    options(nostack),
                );
            }
        }
    };
}

/// out = a + b mod p, a + b < 2^256. Both candidates stay in registers, which makes results ready sooner.
///
/// # Safety
/// All pointers are valid for 4 words.
#[inline(never)]
unsafe fn add_4(out: *mut u64, a: *const u64, b: *const u64, p: *const u64) {
    // SAFETY: the caller's; nothing else is written.
    unsafe {
        asm!(
            "mov {t0}, [{a} + 0]",
            "add {t0}, [{b} + 0]",
            "mov {t1}, [{a} + 8]",
            "adc {t1}, [{b} + 8]",
            "mov {t2}, [{a} + 16]",
            "adc {t2}, [{b} + 16]",
            "mov {t3}, [{a} + 24]",
            "adc {t3}, [{b} + 24]",
            "mov {s0}, {t0}",
            "mov {s1}, {t1}",
            "mov {s2}, {t2}",
            "mov {s3}, {t3}",
            "sub {s0}, [{p} + 0]",
            "sbb {s1}, [{p} + 8]",
            "sbb {s2}, [{p} + 16]",
            "sbb {s3}, [{p} + 24]",
            "cmovnc {t0}, {s0}",
            "cmovnc {t1}, {s1}",
            "cmovnc {t2}, {s2}",
            "cmovnc {t3}, {s3}",
            "mov [{out} + 0], {t0}",
            "mov [{out} + 8], {t1}",
            "mov [{out} + 16], {t2}",
            "mov [{out} + 24], {t3}",
            out = in(reg) out, a = in(reg) a, b = in(reg) b, p = in(reg) p,
            t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _, s0 = out(reg) _, s1 = out(reg) _, s2 = out(reg) _, s3 = out(reg) _,
            options(nostack),
        );
    }
}

/// out = a - b mod p. Both candidates stay in registers, which makes results ready sooner.
///
/// # Safety
/// All pointers are valid for 4 words.
#[inline(never)]
unsafe fn sub_4(out: *mut u64, a: *const u64, b: *const u64, p: *const u64) {
    // SAFETY: the caller's; nothing else is written.
    unsafe {
        asm!(
            "mov {t0}, [{a} + 0]",
            "sub {t0}, [{b} + 0]",
            "mov {t1}, [{a} + 8]",
            "sbb {t1}, [{b} + 8]",
            "mov {t2}, [{a} + 16]",
            "sbb {t2}, [{b} + 16]",
            "mov {t3}, [{a} + 24]",
            "sbb {t3}, [{b} + 24]",
            "sbb {a}, {a}",
            "mov {s0}, [{p} + 0]",
            "and {s0}, {a}",
            "mov {s1}, [{p} + 8]",
            "and {s1}, {a}",
            "mov {s2}, [{p} + 16]",
            "and {s2}, {a}",
            "mov {s3}, [{p} + 24]",
            "and {s3}, {a}",
            "add {t0}, {s0}",
            "adc {t1}, {s1}",
            "adc {t2}, {s2}",
            "adc {t3}, {s3}",
            "mov [{out} + 0], {t0}",
            "mov [{out} + 8], {t1}",
            "mov [{out} + 16], {t2}",
            "mov [{out} + 24], {t3}",
            out = in(reg) out, a = inout(reg) a => _, b = in(reg) b, p = in(reg) p,
            t0 = out(reg) _, t1 = out(reg) _, t2 = out(reg) _, t3 = out(reg) _, s0 = out(reg) _, s1 = out(reg) _, s2 = out(reg) _, s3 = out(reg) _,
            options(nostack),
        );
    }
}

size!(add_5, sub_5, [0 8 16 24 32], [t0 t1 t2 t3 t4]);
size!(add_6, sub_6, [0 8 16 24 32 40], [t0 t1 t2 t3 t4 t5]);
size!(add_8, sub_8, [0 8 16 24 32 40 48 56], [t0 t1 t2 t3 t4 t5 t6 t7]);

/// One of the functions for N words, if there is one.
macro_rules! of_size {
    ($n:ident, $a:ident, $b:ident, $p:ident, $four:ident $five:ident $six:ident $eight:ident) => {{
        let function: unsafe fn(*mut u64, *const u64, *const u64, *const u64) = match $n {
            4 => $four,
            5 => $five,
            6 => $six,
            8 => $eight,
            _ => return None,
        };
        let mut out = MaybeUninit::<[u64; $n]>::uninit();
        // SAFETY: all are arrays of the N words of the function.
        unsafe {
            function(out.as_mut_ptr().cast(), $a.as_ptr(), $b.as_ptr(), $p.as_ptr());
            Some(out.assume_init())
        }
    }};
}

/// a + b mod p, for a, b < p < 2^(64 N - 1); none if there is no code for N words.
#[inline(always)]
pub fn add<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> Option<[u64; N]> {
    of_size!(N, a, b, p, add_4 add_5 add_6 add_8)
}

/// a - b mod p, for a, b < p; none if there is no code for N words.
#[inline(always)]
pub fn sub<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> Option<[u64; N]> {
    of_size!(N, a, b, p, sub_4 sub_5 sub_6 sub_8)
}
