//! Kernels whose words come back in registers: what waits for a result does not wait for memory, too.

use super::x86_64 as kernels;
use core::arch::asm;

/// A function for a kernel with a convention of its own: what it takes in which register, beside the constants at rcx and, if any,
/// a factor in r8 with the index of the word that is there at the end; the words of the result with their indices; what
/// else it changes.
macro_rules! kept {
    (
        $(#[$meta:meta])* $name:ident = $kernel:path, $n:literal,
        ($($argument:ident: $type:ty = $register:tt),*; $constants:ident $(, $factor:ident becomes $eighth:literal)?),
        [$($i:literal $word:tt)*], [$($changed:tt)*]
    ) => {
        $(#[$meta])*
        ///
        /// # Safety
        /// As for the kernel.
        #[inline(always)]
        pub unsafe fn $name($($argument: $type,)* $constants: *const u64 $(, $factor: u64)?) -> [u64; $n] {
            let mut words = [0; $n];
            // SAFETY: by the caller; the registers named are those that the kernel changes.
            unsafe {
                asm!(
                    "call {kernel}",
                    kernel = sym $kernel,
                    in("rcx") $constants,
                    $(inout("r8") $factor => words[$eighth],)?
                    $(inout($register) $argument => _,)*
                    $(lateout($word) words[$i],)*
                    $(lateout($changed) _,)*
                );
            }
            words
        }
    };
}

/// The functions of one size.
macro_rules! size {
    (
        $n:literal, [$mul:ident, $square:ident, $sum_of_two:ident, $plus:ident, $minus:ident], $sums:ident,
        $rotated:tt $rotated_r8:literal $rotated_top:tt, $plain:tt $plain_top:tt, $table:tt $table_r8:literal [$($table_changed:tt)*]
    ) => {
        size!(@product $n, $mul, $square, $sum_of_two, $rotated $rotated_r8 $rotated_top);
        size!(@combination $n, $plus, $plain $plain_top);
        size!(@combination $n, $minus, $plain $plain_top);

        /// Sums of products, of addresses in a table.
        pub mod $sums {
            use super::*;

            size!(@sum $n, two, kernels::$sums::two, $table $table_r8 [$($table_changed)*]);
            size!(@sum $n, three, kernels::$sums::three, $table $table_r8 [$($table_changed)*]);
            size!(@sum $n, four, kernels::$sums::four, $table $table_r8 [$($table_changed)*]);
            size!(@sum $n, six, kernels::$sums::six, $table $table_r8 [$($table_changed)*]);
        }
    };
    (@product $n:literal, $mul:ident, $square:ident, $sum_of_two:ident, $words:tt $r8:literal $top:tt) => {
        kept!(
            /// a b / R mod p.
            $mul = kernels::$mul, $n, (a: *const u64 = "rsi", b: *const u64 = "rdx"; p, neg_inverse becomes $r8),
            $words, ["rax" "rdi" $top]
        );
        kept!(
            /// a^2 / R mod p.
            $square = kernels::$square, $n, (a: *const u64 = "rsi"; p, neg_inverse becomes $r8),
            $words, ["rax" "rdx" "rdi" $top]
        );
        kept!(
            /// (a\[0\] b + a\[1\] d) / R mod p.
            $sum_of_two = kernels::$sum_of_two, $n,
            (a: *const u64 = "rsi", b: *const u64 = "rdx", d: *const u64 = "rdi"; p, neg_inverse becomes $r8),
            $words, ["rax" $top]
        );
    };
    (@combination $n:literal, $name:ident, $words:tt $top:tt) => {
        kept!(
            /// (ma a + mb b) or (ma a - mb b) mod p.
            $name = kernels::$name, $n,
            (a: *const u64 = "rsi", b: *const u64 = "rdx", mb: u64 = "rdi"; reduction, ma becomes 0),
            $words, ["rax" $top]
        );
    };
    (@sum $n:literal, $name:ident, $kernel:path, $words:tt $r8:literal [$($changed:tt)*]) => {
        kept!(
            /// (a b + c d + …) / R mod p.
            $name = $kernel, $n, (table: *const *const u64 = "rsi"; p, neg_inverse becomes $r8),
            $words, ["rax" "rdx" "rdi" $($changed)*]
        );
    };
}

size!(
    4, [mul_4, square_4, sum_of_two_4, plus_4, minus_4], sums_4,
    [0 "r12" 2 "r9" 3 "r10"] 1 "r11", [1 "r9" 2 "r10" 3 "r11"] "r12", [0 "r12" 2 "r9" 3 "r10"] 1 ["r11" "r13"]
);
size!(
    5, [mul_5, square_5, sum_of_two_5, plus_5, minus_5], sums_5,
    [0 "r13" 2 "r9" 3 "r10" 4 "r11"] 1 "r12", [1 "r9" 2 "r10" 3 "r11" 4 "r12"] "r13",
    [0 "r13" 2 "r9" 3 "r10" 4 "r11"] 1 ["r12"]
);
size!(
    6, [mul_6, square_6, sum_of_two_6, plus_6, minus_6], sums_6,
    [0 "r14" 2 "r9" 3 "r10" 4 "r11" 5 "r12"] 1 "r13", [1 "r9" 2 "r10" 3 "r11" 4 "r12" 5 "r13"] "r14",
    [0 "r14" 2 "r9" 3 "r10" 4 "r11" 5 "r12"] 1 ["r13"]
);

/// The words of a result for as many as N.
#[inline(always)]
pub fn words<const M: usize, const N: usize>(result: [u64; M]) -> [u64; N] {
    core::array::from_fn(|i| result[i])
}
