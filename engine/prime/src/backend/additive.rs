//! Sums and differences modulo p for x86-64, in its baseline instructions: what compilers make of portable code takes three
//! times as many, and may branch on the carry.
//!
//! They are called, not inlined: towers and curves have thousands of places for them. Results of up to six words come back in
//! registers. Longer ones go to memory, by 16 bytes where that is one copy less (see `x86_64::finish`); for F_p2 there are
//! functions of two residues that lie one after the other.

use super::kept::words;
use crate::wide::Wide;
use core::arch::{asm, naked_asm};
use core::mem::MaybeUninit;

/// (t0, …) = (t0, …) op the words at `$base` + `$at`, the second and later words with the carry.
macro_rules! words {
    ($first:literal $next:literal $base:literal $at:literal [] []) => { "" };
    ($first:literal $next:literal $base:literal $at:literal [$o:literal $($os:literal)*] [$t:literal $($ts:literal)*]) => {
        concat!(
            $first, " ", $t, ", [", $base, " + ", $o, " + ", $at, "]\n",
            words!($next $next $base $at [$($os)*] [$($ts)*])
        )
    };
}

/// The same instruction for each pair of registers.
macro_rules! registers {
    ($first:literal $next:literal [] []) => { "" };
    ($first:literal $next:literal [$t:literal $($ts:literal)*] [$s:literal $($ss:literal)*]) => {
        concat!($first, " ", $t, ", ", $s, "\n", registers!($next $next [$($ts)*] [$($ss)*]))
    };
}

/// The words of a result to the address in rdi, by 16 bytes.
macro_rules! store {
    ($at:literal [] []) => { "" };
    ($at:literal [$o:literal] [$t:literal]) => {
        concat!("mov [rdi + ", $o, " + ", $at, "], ", $t, "\n")
    };
    ($at:literal [$o:literal $o1:literal $($os:literal)*] [$t:literal $t1:literal $($ts:literal)*]) => {
        concat!(
            "movq xmm0, ", $t, "\n",
            "movq xmm1, ", $t1, "\n",
            "punpcklqdq xmm0, xmm1\n",
            "movups [rdi + ", $o, " + ", $at, "], xmm0\n",
            store!($at [$($os)*] [$($ts)*])
        )
    };
}

/// a + b mod p for the residues at rsi and rdx, both + `$at`, with one candidate where the result goes.
macro_rules! sum {
    ($at:literal $os:tt $ts:tt) => {
        concat!(
            words!("mov" "mov" "rsi" $at $os $ts),
            words!("add" "adc" "rdx" $at $os $ts),
            spill!($at $os $ts),
            words!("sub" "sbb" "rcx" "0" $os $ts),
            words!("cmovc" "cmovc" "rdi" $at $os $ts),
            store!($at $os $ts)
        )
    };
}

/// The words of a candidate to the address in rdi.
macro_rules! spill {
    ($at:literal [$($o:literal)*] $ts:tt) => {
        spill!(@words $at [$($o)*] $ts)
    };
    (@words $at:literal [] []) => { "" };
    (@words $at:literal [$o:literal $($os:literal)*] [$t:literal $($ts:literal)*]) => {
        concat!("mov [rdi + ", $o, " + ", $at, "], ", $t, "\n", spill!(@words $at [$($os)*] [$($ts)*]))
    };
}

/// a - b mod p, as well.
macro_rules! difference {
    ($at:literal $os:tt $ts:tt) => {
        concat!(
            words!("mov" "mov" "rsi" $at $os $ts),
            words!("sub" "sbb" "rdx" $at $os $ts),
            difference!(@plus_p $at $os $ts)
        )
    };
    (@plus_p $at:literal $os:tt $ts:tt) => {
        concat!(
            "sbb rax, rax\n",
            spill!($at $os $ts),
            words!("add" "adc" "rcx" "0" $os $ts),
            "test rax, rax\n",
            words!("cmovz" "cmovz" "rdi" $at $os $ts),
            store!($at $os $ts)
        )
    };
    // The last register holds the mask until it is its turn.
    (@mask [$($o:literal)*] [$s0:literal $s1:literal $s2:literal $s3:literal]) => {
        difference!(@masks $s3 [$($o)*] [$s0 $s1 $s2])
    };
    (@mask [$($o:literal)*] [$s0:literal $s1:literal $s2:literal $s3:literal $s4:literal]) => {
        difference!(@masks $s4 [$($o)*] [$s0 $s1 $s2 $s3])
    };
    (@mask [$($o:literal)*] [$s0:literal $s1:literal $s2:literal $s3:literal $s4:literal $s5:literal]) => {
        difference!(@masks $s5 [$($o)*] [$s0 $s1 $s2 $s3 $s4])
    };
    (@masks $mask:literal $os:tt $ss:tt) => {
        concat!("sbb ", $mask, ", ", $mask, "\n", difference!(@and $mask $os $ss))
    };
    (@and $mask:literal [$o:literal] []) => {
        concat!("and ", $mask, ", [rcx + ", $o, "]\n")
    };
    (@and $mask:literal [$o:literal $($os:literal)*] [$s:literal $($ss:literal)*]) => {
        concat!(
            "mov ", $s, ", [rcx + ", $o, "]\n",
            "and ", $s, ", ", $mask, "\n",
            difference!(@and $mask [$($os)*] [$($ss)*])
        )
    };
}

/// The functions of one size: byte offsets of its words, offset of the second residue, registers of one candidate or two, and
/// registers to be saved.
macro_rules! size {
    ($module:ident, $os:tt, $second:literal, [$($candidates:tt)*], $saved:tt, $restored:tt) => {
        mod $module {
            use super::naked_asm;

            size!(@function add, sum!("0" $os $($candidates)*), $saved, $restored);
            size!(@function sub, difference!("0" $os $($candidates)*), $saved, $restored);
            size!(
                @function add_pair, concat!(sum!("0" $os $($candidates)*), sum!($second $os $($candidates)*)),
                $saved, $restored
            );
            size!(
                @function sub_pair,
                concat!(difference!("0" $os $($candidates)*), difference!($second $os $($candidates)*)),
                $saved, $restored
            );
        }
    };
    (@function $name:ident, $code:expr, [$($saved:literal)*], [$($restored:literal)*]) => {
        /// out = a + b or a - b mod p, a + b < 2^(64 N), of one residue or two.
        ///
        /// # Safety
        /// `p` is valid for N words, the others for N or 2 N; `out` is apart from the others.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $name(out: *mut u64, a: *const u64, b: *const u64, p: *const u64) {
            naked_asm!(
                $(concat!("push ", $saved),)*
                "push rdi",
                $code,
                "pop rdi",
                $(concat!("pop ", $restored),)*
                "ret",
            )
        }
    };
}

size!(
    seven, [0 8 16 24 32 40 48], "56", [["r8" "r9" "r10" "r11" "rbx" "r12" "r13"]],
    ["rbx" "r12" "r13"], ["r13" "r12" "rbx"]
);
size!(
    eight, [0 8 16 24 32 40 48 56], "64", [["r8" "r9" "r10" "r11" "rbx" "r12" "r13" "r14"]],
    ["rbx" "r12" "r13" "r14"], ["r14" "r13" "r12" "rbx"]
);

/// Sums, differences and halves whose words come back in registers, from r8 on: byte offsets of the words, registers of the
/// candidates, those of the words with their indices, and others that change.
macro_rules! kept_size {
    ($module:ident, $n:literal, $os:tt, $ts:tt, $ss:tt, $words:tt, $changed:tt) => {
        mod $module {
            use super::{asm, naked_asm};

            kept_size!(
                @function add_code, add,
                concat!(
                    words!("mov" "mov" "rsi" "0" $os $ts),
                    words!("add" "adc" "rdx" "0" $os $ts),
                    registers!("mov" "mov" $ss $ts),
                    words!("sub" "sbb" "rcx" "0" $os $ts),
                    registers!("cmovc" "cmovc" $ts $ss)
                ),
                $n, $words, $changed
            );
            kept_size!(
                @function sub_code, sub,
                concat!(
                    words!("mov" "mov" "rsi" "0" $os $ts),
                    words!("sub" "sbb" "rdx" "0" $os $ts),
                    difference!(@mask $os $ss),
                    registers!("add" "adc" $ts $ss)
                ),
                $n, $words, $changed
            );
            // p is added where a is odd.
            kept_size!(
                @function half_code, half,
                concat!(
                    words!("mov" "mov" "rsi" "0" $os $ts),
                    "bt r8, 0\n",
                    difference!(@mask $os $ss),
                    registers!("add" "adc" $ts $ss),
                    kept_size!(@shift $ts)
                ),
                $n, $words, $changed
            );
        }
    };
    (@shift [$t:literal]) => {
        concat!("shr ", $t, ", 1\n")
    };
    (@shift [$t:literal $u:literal $($ts:literal)*]) => {
        concat!("shrd ", $t, ", ", $u, ", 1\n", kept_size!(@shift [$u $($ts)*]))
    };
    (@function $code:ident, $name:ident, $text:expr, $n:literal, $words:tt, [$($changed:tt)*]) => {
        /// With a at rsi, b at rdx, p at rcx.
        ///
        /// # Safety
        /// The pointers are valid for as many words as the result has.
        #[unsafe(naked)]
        unsafe extern "sysv64" fn $code() {
            naked_asm!($text, "ret")
        }

        kept!(
            /// a + b or a - b mod p, a + b < 2^(64 N); or a / 2, whatever b, for p < 2^(64 N - 1).
            $name = $code, $n, (a: *const u64 = "rsi", b: *const u64 = "rdx"; p), $words, ["rax" "rdi" $($changed)*]
        );
    };
}

kept_size!(
    kept_four, 4, [0 8 16 24], ["r8" "r9" "r10" "r11"], ["rax" "rdi" "rsi" "rdx"], [0 "r8" 1 "r9" 2 "r10" 3 "r11"], []
);
kept_size!(
    kept_five, 5, [0 8 16 24 32], ["r8" "r9" "r10" "r11" "r12"], ["rax" "rdi" "rsi" "rdx" "r13"],
    [0 "r8" 1 "r9" 2 "r10" 3 "r11" 4 "r12"], ["r13"]
);
kept_size!(
    kept_six, 6, [0 8 16 24 32 40], ["r8" "r9" "r10" "r11" "r12" "r13"], ["rax" "rdi" "rsi" "rdx" "r14" "r15"],
    [0 "r8" 1 "r9" 2 "r10" 3 "r11" 4 "r12" 5 "r13"], ["r14" "r15"]
);

/// For each word one of `$base` + `$at`, after `$next` (the first time `$first`) with one of `$other` + `$with`, to `$to` + `$into`.
macro_rules! stream {
    ($first:literal $next:literal [] $($place:literal)*) => { "" };
    (
        $first:literal $next:literal [$o:literal $($os:literal)*]
        $base:literal $at:literal $other:literal $with:literal $to:literal $into:literal
    ) => {
        concat!(
            "mov rax, [", $base, " + ", $o, " + ", $at, "]\n",
            $first, " rax, [", $other, " + ", $o, " + ", $with, "]\n",
            "mov [", $to, " + ", $o, " + ", $into, "], rax\n",
            stream!($next $next [$($os)*] $base $at $other $with $to $into)
        )
    };
}

/// For fields without an unused bit: a + b with the carry out of the top, and sums and differences of double-width values modulo
/// p R. Byte offset of the upper half, registers of one candidate.
macro_rules! full_size {
    ($module:ident, $plain:ident, $os:tt, $half:literal, $ts:tt, $saved:tt, $restored:tt) => {
        mod $module {
            pub use super::$plain::sub;
            use super::naked_asm;

            size!(
                @function add,
                concat!(
                    words!("mov" "mov" "rsi" "0" $os $ts),
                    words!("add" "adc" "rdx" "0" $os $ts),
                    full_size!(@less_p "0" $os $ts)
                ),
                $saved, $restored
            );
            size!(
                @function wide_add,
                concat!(
                    stream!("add" "adc" $os "rsi" "0" "rdx" "0" "rdi" "0"),
                    words!("mov" "mov" "rsi" $half $os $ts),
                    words!("adc" "adc" "rdx" $half $os $ts),
                    full_size!(@less_p $half $os $ts)
                ),
                $saved, $restored
            );
            size!(
                @function wide_sub,
                concat!(
                    stream!("sub" "sbb" $os "rsi" "0" "rdx" "0" "rdi" "0"),
                    words!("mov" "mov" "rsi" $half $os $ts),
                    words!("sbb" "sbb" "rdx" $half $os $ts),
                    difference!(@plus_p $half $os $ts)
                ),
                $saved, $restored
            );
        }
    };
    (@less_p $at:literal $os:tt $ts:tt) => {
        concat!(
            "mov eax, 0\nadc rax, 0\n",
            spill!($at $os $ts),
            words!("sub" "sbb" "rcx" "0" $os $ts),
            "sbb rax, 0\n",
            words!("cmovc" "cmovc" "rdi" $at $os $ts),
            store!($at $os $ts)
        )
    };
}

full_size!(
    full_eight, eight, [0 8 16 24 32 40 48 56], "64", ["r8" "r9" "r10" "r11" "rbx" "r12" "r13" "r14"],
    ["rbx" "r12" "r13" "r14"], ["r14" "r13" "r12" "rbx"]
);

/// The same for 24 words, all in memory: one candidate where the result goes, the other on the stack.
mod full_twenty_four {
    use super::naked_asm;

    macro_rules! words {
        ($first:literal $next:literal $base:literal $at:literal $other:literal $with:literal $to:literal $into:literal) => {
            stream!(
                $first $next [
                    0 8 16 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184
                ] $base $at $other $with $to $into
            )
        };
    }

    /// From the sum at rdi + `$at` and its carry, or the difference.
    macro_rules! finish {
        (sum $at:literal) => {
            concat!(
                "mov r8d, 0\nadc r8, 0\nsub rsp, 192\n",
                words!("sub" "sbb" "rdi" $at "rcx" "0" "rsp" "0"),
                "sbb r8, 0\n",
                words!("cmovc" "cmovc" "rsp" "0" "rdi" $at "rdi" $at),
                "add rsp, 192\n"
            )
        };
        (difference $at:literal) => {
            concat!(
                "sbb r8, r8\nsub rsp, 192\n",
                words!("add" "adc" "rdi" $at "rcx" "0" "rsp" "0"),
                "test r8, r8\n",
                words!("cmovz" "cmovz" "rsp" "0" "rdi" $at "rdi" $at),
                "add rsp, 192\n"
            )
        };
    }

    size!(
        @function add, concat!(words!("add" "adc" "rsi" "0" "rdx" "0" "rdi" "0"), finish!(sum "0")), [], []
    );
    size!(
        @function sub, concat!(words!("sub" "sbb" "rsi" "0" "rdx" "0" "rdi" "0"), finish!(difference "0")), [], []
    );
    size!(
        @function wide_add,
        concat!(
            words!("add" "adc" "rsi" "0" "rdx" "0" "rdi" "0"),
            words!("adc" "adc" "rsi" "192" "rdx" "192" "rdi" "192"),
            finish!(sum "192")
        ),
        [], []
    );
    size!(
        @function wide_sub,
        concat!(
            words!("sub" "sbb" "rsi" "0" "rdx" "0" "rdi" "0"),
            words!("sbb" "sbb" "rsi" "192" "rdx" "192" "rdi" "192"),
            finish!(difference "192")
        ),
        [], []
    );
}

/// out = high less p, or high itself where that is negative, for 24 words and `carry` above them.
///
/// # Safety
/// The pointers are valid for 24 words.
#[unsafe(naked)]
unsafe extern "sysv64" fn less_p_24(out: *mut u64, high: *const u64, p: *const u64, carry: u64) {
    macro_rules! words {
        ($first:literal $next:literal $base:literal $at:literal $other:literal $with:literal $to:literal $into:literal) => {
            stream!(
                $first $next [
                    0 8 16 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184
                ] $base $at $other $with $to $into
            )
        };
    }
    naked_asm!(
        words!("sub" "sbb" "rsi" "0" "rdx" "0" "rdi" "0"),
        "sbb rcx, 0",
        words!("cmovc" "cmovc" "rdi" "0" "rsi" "0" "rdi" "0"),
        "ret",
    )
}

/// `carry` 2^1536 + high less p, if that is not negative, for less than 2 p.
#[inline(always)]
pub fn reduce_once_24<const N: usize>(high: &[u64; N], carry: u64, p: &[u64; N]) -> [u64; N] {
    debug_assert_eq!(N, 24);
    let mut out = MaybeUninit::<[u64; N]>::uninit();
    // SAFETY: N is 24.
    unsafe {
        less_p_24(out.as_mut_ptr().cast(), high.as_ptr(), p.as_ptr(), carry);
        out.assume_init()
    }
}

/// The functions of a size whose words do not fit in registers: one candidate where the result goes, the other below the stack.
macro_rules! long_size {
    ($module:ident, $os:tt, $second:literal) => {
        mod $module {
            use super::naked_asm;

            size!(@function add, long_size!(@sum $os "0"), [], []);
            size!(@function sub, long_size!(@difference $os "0"), [], []);
            size!(
                @function add_pair, concat!(long_size!(@sum $os "0"), long_size!(@sum $os $second)), [], []
            );
            size!(
                @function sub_pair,
                concat!(long_size!(@difference $os "0"), long_size!(@difference $os $second)), [], []
            );
        }
    };
    (@sum $os:tt $at:literal) => {
        concat!(
            stream!("add" "adc" $os "rsi" $at "rdx" $at "rdi" $at),
            stream!("sub" "sbb" $os "rdi" $at "rcx" "0" "rsp" "-104"),
            stream!("cmovc" "cmovc" $os "rsp" "-104" "rdi" $at "rdi" $at)
        )
    };
    (@difference $os:tt $at:literal) => {
        concat!(
            stream!("sub" "sbb" $os "rsi" $at "rdx" $at "rdi" $at),
            "sbb r8, r8\n",
            stream!("add" "adc" $os "rdi" $at "rcx" "0" "rsp" "-104"),
            "test r8, r8\n",
            stream!("cmovz" "cmovz" $os "rsp" "-104" "rdi" $at "rdi" $at)
        )
    };
}

long_size!(nine, [0 8 16 24 32 40 48 56 64], "72");
long_size!(ten, [0 8 16 24 32 40 48 56 64 72], "80");
long_size!(eleven, [0 8 16 24 32 40 48 56 64 72 80], "88");
long_size!(twelve, [0 8 16 24 32 40 48 56 64 72 80 88], "96");

/// A function for fields without an unused bit, if there is one.
macro_rules! call_full {
    ($n:ident, $type:ty, $a:ident, $b:ident, $p:ident, $function:ident) => {{
        let function: unsafe extern "sysv64" fn(*mut u64, *const u64, *const u64, *const u64) = match $n {
            8 => full_eight::$function,
            24 => full_twenty_four::$function,
            _ => return None,
        };
        let mut out = MaybeUninit::<$type>::uninit();
        // SAFETY: all are of the N or 2 N words of the function.
        unsafe {
            function(
                out.as_mut_ptr().cast(),
                core::ptr::from_ref($a).cast(),
                core::ptr::from_ref($b).cast(),
                $p.as_ptr(),
            );
            Some(out.assume_init())
        }
    }};
}

/// a + b mod p, for a, b < p; none if there is no code for N words.
#[inline(always)]
pub fn add_full<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> Option<[u64; N]> {
    call_full!(N, [u64; N], a, b, p, add)
}

/// a + b mod p R, for a, b < p R; none if there is no code for N words.
#[inline(always)]
pub fn wide_add<const N: usize>(a: &Wide<N>, b: &Wide<N>, p: &[u64; N]) -> Option<Wide<N>> {
    call_full!(N, Wide<N>, a, b, p, wide_add)
}

/// a - b mod p R, for a, b < p R; none if there is no code for N words.
#[inline(always)]
pub fn wide_sub<const N: usize>(a: &Wide<N>, b: &Wide<N>, p: &[u64; N]) -> Option<Wide<N>> {
    call_full!(N, Wide<N>, a, b, p, wide_sub)
}

/// A function of residues or pairs of residues `$type` for N words, if there is one.
macro_rules! call {
    ($n:ident, $type:ty, $a:ident, $b:ident, $p:ident, $function:ident) => {{
        let function: unsafe extern "sysv64" fn(*mut u64, *const u64, *const u64, *const u64) = match $n {
            7 => seven::$function,
            8 => eight::$function,
            9 => nine::$function,
            10 => ten::$function,
            11 => eleven::$function,
            12 => twelve::$function,
            _ => return None,
        };
        let mut out = MaybeUninit::<$type>::uninit();
        // SAFETY: all are arrays of the N or 2 N words of the function.
        unsafe {
            function(out.as_mut_ptr().cast(), $a.as_ptr().cast(), $b.as_ptr().cast(), $p.as_ptr());
            Some(out.assume_init())
        }
    }};
}

/// A function of residues of 4 to 6 words whose result stays in registers; goes on for others.
macro_rules! try_kept {
    ($n:ident, $a:ident, $b:ident, $p:ident, $function:ident) => {
        if matches!($n, 4..=6) {
            let (a, b, p) = ($a.as_ptr(), $b.as_ptr(), $p.as_ptr());
            // SAFETY: the arrays have N words.
            return Some(unsafe {
                match $n {
                    4 => words(kept_four::$function(a, b, p)),
                    5 => words(kept_five::$function(a, b, p)),
                    _ => words(kept_six::$function(a, b, p)),
                }
            });
        }
    };
}

/// a + b mod p, for a, b < p < 2^(64 N - 1); none if there is no code for N words.
#[inline(always)]
pub fn add<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> Option<[u64; N]> {
    try_kept!(N, a, b, p, add);
    call!(N, [u64; N], a, b, p, add)
}

/// a - b mod p, for a, b < p; none if there is no code for N words.
#[inline(always)]
pub fn sub<const N: usize>(a: &[u64; N], b: &[u64; N], p: &[u64; N]) -> Option<[u64; N]> {
    if N == 24 {
        return call_full!(N, [u64; N], a, b, p, sub);
    }
    try_kept!(N, a, b, p, sub);
    call!(N, [u64; N], a, b, p, sub)
}

/// a / 2 mod p, for a < p < 2^(64 N - 1); none if there is no code for N words.
#[inline(always)]
pub fn half<const N: usize>(a: &[u64; N], p: &[u64; N]) -> Option<[u64; N]> {
    try_kept!(N, a, a, p, half);
    None
}

/// [`add`] of two residues.
#[inline(always)]
pub fn add_pair<const N: usize>(a: &[[u64; N]; 2], b: &[[u64; N]; 2], p: &[u64; N]) -> Option<[[u64; N]; 2]> {
    if matches!(N, 4..=6) {
        return Some([add(&a[0], &b[0], p)?, add(&a[1], &b[1], p)?]);
    }
    call!(N, [[u64; N]; 2], a, b, p, add_pair)
}

/// [`sub`] of two residues.
#[inline(always)]
pub fn sub_pair<const N: usize>(a: &[[u64; N]; 2], b: &[[u64; N]; 2], p: &[u64; N]) -> Option<[[u64; N]; 2]> {
    if matches!(N, 4..=6) {
        return Some([sub(&a[0], &b[0], p)?, sub(&a[1], &b[1], p)?]);
    }
    call!(N, [[u64; N]; 2], a, b, p, sub_pair)
}

/// a + b or a - b modulo 2^256, in line.
macro_rules! unreduced {
    ($name:ident, $first:literal, $next:literal) => {
        /// a + b or a - b modulo 2^(64 N); none if there is no code for N words.
        #[inline(always)]
        pub fn $name<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Option<[u64; N]> {
            if N != 4 {
                return None;
            }
            let mut t = *a;
            let (mut t0, mut t1, mut t2, mut t3) = (t[0], t[1], t[2], t[3]);
            // SAFETY: four words are read at b.
            unsafe {
                asm!(
                    concat!($first, " {t0}, [{b}]"),
                    concat!($next, " {t1}, [{b} + 8]"),
                    concat!($next, " {t2}, [{b} + 16]"),
                    concat!($next, " {t3}, [{b} + 24]"),
                    t0 = inout(reg) t0, t1 = inout(reg) t1, t2 = inout(reg) t2, t3 = inout(reg) t3,
                    b = in(reg) b.as_ptr(),
                    options(pure, readonly, nostack),
                );
            }
            t.copy_from_slice(&[t0, t1, t2, t3]);
            Some(t)
        }
    };
}

unreduced!(add_unreduced, "add", "adc");
unreduced!(sub_unreduced, "sub", "sbb");
