//! Kernels of 10 and 12 words, by blocks of half as many: the accumulators of a block stay in registers. Products and reductions
//! are apart, so that sums of products take one reduction.
//!
//! A row adds one word times a block to a window of accumulators; before that the lowest of them takes up what memory
//! holds at its place, in the chain of high halves. There is room for that: a window below 2^(64 H), one word times a block below
//! 2^(64 H) and one word more stay below 2^(64 (H + 1)).

use super::*;

/// Rows of a block at `$block`, one for each of the words at `$words`, onto the words at `$t`; then `$then` with the window.
macro_rules! block_rows {
    ($then:tt $block:literal $os:tt $words:literal $as:tt $t:literal $xs:tt $($ts:literal)*) => {
        concat!("xor eax, eax\n", block_rows!(@row $then $block $os $words $as $t $xs $($ts)*))
    };
    (@row $then:tt $block:literal $os:tt $words:literal [] $t:literal [] $($ts:literal)*) => {
        block_then!($then $($ts)*)
    };
    (
        @row $then:tt $block:literal $os:tt $words:literal [$a:literal $($as:literal)*] $t:literal [$x:literal $($xs:literal)*]
        $t0:literal $($ts:literal)*
    ) => {
        concat!(
            "mov rdx, [", $words, " + ", $a, "]\n",
            "adox ", $t0, ", [", $t, " + ", $x, "]\n",
            accumulate!("rbp" full $block $os $t0 $($ts)*),
            "mov [", $t, " + ", $x, "], ", $t0, "\n",
            // The next top; it clears the carries as well.
            "xor ", $t0, ", ", $t0, "\n",
            block_rows!(@row $then $block $os $words [$($as)*] $t [$($xs)*] $($ts)* $t0)
        )
    };
}

/// Rows that make the words of the window 0, each by a multiple of the block of p at rcx; the factors go to rsi.
macro_rules! clearing_rows {
    ($then:tt $os:tt [] $($ts:literal)*) => {
        block_then!($then $($ts)*)
    };
    ($then:tt $os:tt [$o:literal $($left:literal)*] $t:literal $($ts:literal)*) => {
        concat!(
            "mov rdx, ", $t, "\n",
            "imul rdx, [rsp]\n",
            "mov [rsi + ", $o, "], rdx\n",
            "xor eax, eax\n",
            accumulate!("rbp" $t "rcx" $os $t $($ts)*),
            clearing_rows!($then $os [$($left)*] $($ts)* $t)
        )
    };
}

/// What follows rows, with their window.
macro_rules! block_then {
    // It goes to memory.
    ([store $t:literal $xs:tt] $($ts:literal)*) => {
        block_then!(@store $t $xs $($ts)*)
    };
    // It is added to memory, with the carry into the words behind.
    ([add $t:literal $xs:tt [$($behind:literal)*]] $($ts:literal)*) => {
        concat!(
            block_then!(@add "add" $t $xs $($ts)*),
            $("adc qword ptr [", $t, " + ", $behind, "], 0\n",)*
        )
    };
    // The factors at `$as` times the upper block of p, onto the words at `$xs`.
    ([upper $then:tt $os:tt $as:tt $xs:tt] $($ts:literal)*) => {
        block_rows!($then "rcx" $os "rsi" $as "rsi" $xs $($ts)*)
    };
    // The words at `$xs` are added first; the window's top, 0 so far, takes the carry.
    ([with $xs:tt $then:tt] $($ts:literal)*) => {
        concat!(block_then!(@with "add" $xs $($ts)*), block_then!($then $($ts)*))
    };
    // The sum less p, if that is not negative, to rdi: its lower words are at `$lows`, its upper words the window.
    ([finish $lows:tt $highs:tt $scratch:tt $os:tt $upper:tt] $($ts:literal)*) => {
        concat!(
            block_then!(@store "rsi" $highs $($ts)*),
            block_then!(@less "sub" $lows $os $scratch),
            block_then!(@subtract $upper $($ts)*),
            block_then!(@select $highs $($ts)*),
            "mov rdi, [rsp + 8]\n",
            store_pairs!($upper $($ts)*),
            block_then!(@load $scratch $($ts)*),
            block_then!(@select $lows $($ts)*),
            store_pairs!($os $($ts)*)
        )
    };
    (@store $t:literal [] $top:literal) => { "" };
    (@store $t:literal [$x:literal $($xs:literal)*] $t0:literal $($ts:literal)*) => {
        concat!("mov [", $t, " + ", $x, "], ", $t0, "\n", block_then!(@store $t [$($xs)*] $($ts)*))
    };
    (@add $op:literal $t:literal [] $top:literal) => { "" };
    (@add $op:literal $t:literal [$x:literal $($xs:literal)*] $t0:literal $($ts:literal)*) => {
        concat!($op, " [", $t, " + ", $x, "], ", $t0, "\n", block_then!(@add "adc" $t [$($xs)*] $($ts)*))
    };
    (@with $op:literal [] $top:literal) => {
        concat!("adc ", $top, ", 0\n")
    };
    (@with $op:literal [$x:literal $($xs:literal)*] $t0:literal $($ts:literal)*) => {
        concat!($op, " ", $t0, ", [rsi + ", $x, "]\n", block_then!(@with "adc" [$($xs)*] $($ts)*))
    };
    (@less $op:literal [] [] []) => { "" };
    (@less $op:literal [$x:literal $($xs:literal)*] [$o:literal $($os:literal)*] [$s:literal $($ss:literal)*]) => {
        concat!(
            "mov rax, [rsi + ", $x, "]\n",
            $op, " rax, [rcx + ", $o, "]\n",
            "mov [rsi + ", $s, "], rax\n",
            block_then!(@less "sbb" [$($xs)*] [$($os)*] [$($ss)*])
        )
    };
    (@subtract [] $top:literal) => { "" };
    (@subtract [$o:literal $($os:literal)*] $t0:literal $($ts:literal)*) => {
        concat!("sbb ", $t0, ", [rcx + ", $o, "]\n", block_then!(@subtract [$($os)*] $($ts)*))
    };
    (@select [] $top:literal) => { "" };
    (@select [$x:literal $($xs:literal)*] $t0:literal $($ts:literal)*) => {
        concat!("cmovc ", $t0, ", [rsi + ", $x, "]\n", block_then!(@select [$($xs)*] $($ts)*))
    };
    (@load [] $top:literal) => { "" };
    (@load [$x:literal $($xs:literal)*] $t0:literal $($ts:literal)*) => {
        concat!("mov ", $t0, ", [rsi + ", $x, "]\n", block_then!(@load [$($xs)*] $($ts)*))
    };
}

/// The window of words at rsi, with 0 for its top.
macro_rules! load_window {
    ([] $top:literal) => {
        concat!("xor ", $top, ", ", $top, "\n")
    };
    ([$x:literal $($xs:literal)*] $t0:literal $($ts:literal)*) => {
        concat!("mov ", $t0, ", [rsi + ", $x, "]\n", load_window!([$($xs)*] $($ts)*))
    };
}

/// The kernels of one size: byte offsets of the lower and the upper half of its words, of the third and the fourth quarter
/// of a product, the accumulators.
macro_rules! block_kernels {
    (
        $module:ident, [$($low:literal)*], [$($high:literal)*], [$($third:literal)*], [$($fourth:literal)*],
        [$($t:literal)*]
    ) => {
        pub mod $module {
            use super::*;

            /// out = a b, in 2 N words apart from the inputs.
            ///
            /// # Safety
            /// The processor has BMI2 and ADX; `out` is valid for 2 N words, the others for N.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn mul_wide(out: *mut u64, a: *const u64, b: *const u64) {
                body!(
                    "mov rcx, rdi",
                    "mov rbx, rdx",
                    product_rows!("rbp" [$($low)*] [$($low)* $($high)*] [$($third)*] $($t)*),
                    $(concat!("xor ", $t, ", ", $t),)*
                    block_rows!(
                        [store "rcx" [$($fourth)*]] "rbx" [$($high)*] "rsi" [$($low)* $($high)*]
                        "rcx" [$($high)* $($third)*] $($t)*
                    ),
                )
            }

            /// t += a b, where that is below 2^(128 N).
            ///
            /// # Safety
            /// As for `mul_wide`; all of `t` has a value.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn add_product(t: *mut u64, a: *const u64, b: *const u64) {
                body!(
                    "mov rcx, rdi",
                    "mov rbx, rdx",
                    $(concat!("xor ", $t, ", ", $t),)*
                    block_rows!(
                        [add "rcx" [$($third)*] [$($fourth)*]] "rbx" [$($low)*] "rsi" [$($low)* $($high)*]
                        "rcx" [$($low)* $($high)*] $($t)*
                    ),
                    $(concat!("xor ", $t, ", ", $t),)*
                    block_rows!(
                        [add "rcx" [$($fourth)*] []] "rbx" [$($high)*] "rsi" [$($low)* $($high)*]
                        "rcx" [$($high)* $($third)*] $($t)*
                    ),
                )
            }

            /// out = t / R mod p, for t < p R and p < R / 2. What is left of t has no meaning.
            ///
            /// # Safety
            /// As for `mul_wide`; `t` is valid for 2 N words, apart from `out`.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn reduce(out: *mut u64, t: *mut u64, p: *const u64, neg_inverse: u64) {
                body!(
                    "push rdi",
                    "push rcx",
                    "mov rcx, rdx",
                    load_window!([$($low)*] $($t)*),
                    clearing_rows!(
                        [upper [store "rsi" [$($low)*]] [$($high)*] [$($low)*] [$($high)*]]
                        [$($low)*] [$($low)*] $($t)*
                    ),
                    load_window!([$($high)*] $($t)*),
                    clearing_rows!(
                        [with [$($low)*] [upper
                            [with [$($fourth)*] [finish
                                [$($third)*] [$($fourth)*] [$($low)*] [$($low)*] [$($high)*]
                            ]]
                            [$($high)*] [$($high)*] [$($third)*]
                        ]]
                        [$($low)*] [$($high)*] $($t)*
                    ),
                    "add rsp, 16",
                )
            }
        }
    };
}

block_kernels!(
    ten, [0 8 16 24 32], [40 48 56 64 72], [80 88 96 104 112], [120 128 136 144 152],
    ["r8" "r9" "r10" "r11" "r12" "r13"]
);
block_kernels!(
    twelve, [0 8 16 24 32 40], [48 56 64 72 80 88], [96 104 112 120 128 136], [144 152 160 168 176 184],
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14"]
);
