//! Sums and differences modulo p for x86-64, in its baseline instructions: what compilers make of portable code takes three times as
//! many, and may branch on the carry.

use core::arch::asm;
use core::mem::MaybeUninit;

/// The additive functions of one size, by the byte offsets of its words and names for as many registers.
macro_rules! size {
    ($add:ident, $sub:ident, [$o0:literal $($o:literal)*], [$t0:ident $($t:ident)*]) => {
        /// out = a + b mod p, a + b < 2^(64 N).
        ///
        /// # Safety
        /// All pointers are valid for N words; `out` is apart from the others.
        #[inline(always)]
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
        #[inline(always)]
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

size!(add_4, sub_4, [0 8 16 24], [t0 t1 t2 t3]);
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
