//! Montgomery arithmetic for x86-64 with BMI2 (`mulx`) and ADX (`adcx`, `adox`).
//!
//! One set of macros writes the kernels of every size. A row multiplies one word, in rdx, by N words and adds the products to N + 1
//! accumulators in two carry chains at once: of high halves and the next low halves, and of those sums and the accumulators.
//! A reduction row makes the lowest accumulator 0; the accumulators then rotate, which is the division by 2^64, and that
//! zero serves as the next row's top.
//!
//! Registers: rsi, rbx the factors, rcx the modulus, rax a low half, rdi and a free register high halves, r8 upwards the accumulators;
//! on the stack -1/p mod 2^64 at \[rsp\], the address of the result at \[rsp + 8\], at \[rsp + 16\] what would be in the free
//! register.

use core::arch::naked_asm;

/// (t0, …, tN) += rdx * operand, the row's inner part, with both flags clear at the start; leaves the carry out in the carry flag.
/// An overflow flag that is set counts as 1 for t1.
///
/// High halves go to the low halves of the next products, which wait for nothing else; the sums go to the accumulators. An
/// accumulator takes one addition so, not two that wait for one another: a row of six words is a fifth faster. High halves are
/// in rdi and in `$free`, a register that the kernel does not use otherwise, in turns.
///
/// The last of them takes a carry by the addition of 0. `$zero` says where that is: a register that is 0 by then, `spare` where the
/// top is 0 before the row, as nothing was carried into it, else `full`. On a Zen 4 a product of six words takes 6% less time
/// without the instruction that makes the 0.
macro_rules! accumulate {
    (@after $high:tt $other:tt $zero:tt $base:literal [] $top:literal) => {
        concat!(accumulate!(@carry $zero $high $top), "adcx ", $top, ", ", $high, "\n")
    };
    (@after $high:tt $other:tt $zero:tt $base:literal [$o:literal $($os:literal)*] $t:literal $($ts:literal)*) => {
        concat!(
            "mulx ", $other, ", rax, [", $base, " + ", $o, "]\n",
            "adox rax, ", $high, "\n",
            "adcx ", $t, ", rax\n",
            accumulate!(@after $other $high $zero $base [$($os)*] $($ts)*)
        )
    };
    (@carry [$until:ident $carry:ident] $high:tt $top:literal) => { accumulate!(@carry $carry $high $top) };
    (@carry full $high:tt $top:literal) => { concat!("mov eax, 0\n", "adox ", $high, ", rax\n") };
    (@carry spare $high:tt $top:literal) => { accumulate!(@carry $top $high $top) };
    (@carry $zero:literal $high:tt $top:literal) => { concat!("adox ", $high, ", ", $zero, "\n") };
    ($free:tt $zero:tt $base:literal [$o:literal $($os:literal)*] $t:literal $($ts:literal)*) => {
        concat!(
            "mulx rdi, rax, [", $base, " + ", $o, "]\n",
            "adcx ", $t, ", rax\n",
            accumulate!(@after "rdi" $free $zero $base [$($os)*] $($ts)*)
        )
    };
}

/// The next word of the first factor to rdx: of that at rsi, or where this is the free register, at the address at \[rsp + 16\].
macro_rules! next_word {
    ("rsi" $a:literal) => {
        concat!("mov rdx, [rsp + 16]\n", "mov rdx, [rdx + ", $a, "]\n")
    };
    ($free:tt $a:literal) => {
        concat!("mov rdx, [rsi + ", $a, "]\n")
    };
}

/// (t0, …, tN) = rdx * operand, with the carry flag clear at the start.
macro_rules! first_row {
    ($base:literal [$o:literal $($os:literal)*] $t:literal $u:literal $($ts:literal)*) => {
        concat!(
            "mulx ", $u, ", ", $t, ", [", $base, " + ", $o, "]\n",
            first_row!(@rest $base [$($os)*] $u $($ts)*)
        )
    };
    (@rest $base:literal [] $top:literal) => {
        concat!("adc ", $top, ", 0\n")
    };
    (@rest $base:literal [$o:literal $($os:literal)*] $t:literal $u:literal $($ts:literal)*) => {
        concat!(
            "mulx ", $u, ", rax, [", $base, " + ", $o, "]\n",
            "adc ", $t, ", rax\n",
            first_row!(@rest $base [$($os)*] $u $($ts)*)
        )
    };
}

/// Adds the multiple of p that makes t0 zero. `full`: the carry out of the top goes to t0, the next top.
macro_rules! reduction_row {
    (@spare $t:literal) => { "" };
    (@full $t:literal) => { concat!("adcx ", $t, ", ", $t, "\n") };
    ($free:tt $carry:ident $os:tt $t:literal $($ts:literal)*) => {
        concat!(
            "mov rdx, ", $t, "\n",
            "imul rdx, [rsp]\n",
            "xor eax, eax\n",
            accumulate!($free $t "rcx" $os $t $($ts)*),
            reduction_row!(@$carry $t)
        )
    };
}

/// Adds the multiple of p that makes t0 and t1 zero. The second row's factor does not wait for the first row: both are of the
/// two words times -1/p mod 2^128, whose words are at rcx + `$low` and rcx + `$high`. Changes rbx and r15 as well.
macro_rules! reduction_rows {
    ([$low:literal $high:literal] $os:tt $t:literal $u:literal $($ts:literal)*) => {
        concat!(
            "mov rdx, ", $t, "\n",
            "mov rbx, ", $u, "\n",
            "mov r15, [rcx + ", $high, "]\n",
            "imul rbx, [rcx + ", $low, "]\n",
            "imul r15, ", $t, "\n",
            "mulx rdi, rdx, [rcx + ", $low, "]\n",
            "add rbx, r15\n",
            "add rbx, rdi\n",
            "xor eax, eax\n",
            accumulate!("r15" $t "rcx" $os $t $u $($ts)*),
            "mov rdx, rbx\n",
            "xor eax, eax\n",
            accumulate!("r15" $u "rcx" $os $u $($ts)* $t)
        )
    };
}

/// Stores (t0, …) less p, if that is not negative, else unchanged, to the address at \[rsp + 8\]. Up to six words the
/// candidate stays in the registers that the rows no longer need.
///
/// Words leave in pairs: compilers copy arrays by 16 bytes, and a load of what two stores wrote would have to wait until both
/// have reached the cache.
macro_rules! finish {
    // As it is, by words.
    (bounded $os:tt $($t:literal)*) => {
        concat!("mov rdi, [rsp + 8]\n", finish!(@spill $os $($t)*))
    };
    ($carry:ident $os:tt $($t:literal)*) => {
        concat!(
            finish!(@less_p $carry $os $($t)*),
            "mov rdi, [rsp + 8]\n",
            store_pairs!($os $($t)*)
        )
    };
    (@less_p spare [0 8 16 24 32 40 48 $($last:literal)?] $($t:literal)*) => {
        finish!(@less_p full [0 8 16 24 32 40 48 $($last)?] $($t)*)
    };
    (@less_p spare [$($o:literal)*] $($t:literal)*) => {
        concat!(
            finish!(@keep [$($o)*] ["rax" "rdx" "rbx" "rsi" "rdi" "rbp"] $($t)*),
            finish!(@subtract "sub" [$($o)*] $($t)*),
            finish!(@select [$($o)*] ["rax" "rdx" "rbx" "rsi" "rdi" "rbp"] $($t)*)
        )
    };
    (@less_p full [$($o:literal)*] $($t:literal)*) => {
        concat!(
            "mov rdi, [rsp + 8]\n",
            finish!(@spill [$($o)*] $($t)*),
            finish!(@subtract "sub" [$($o)*] $($t)*),
            finish!(@borrow $($t)*),
            finish!(@reload [$($o)*] $($t)*)
        )
    };
    (@keep [] $saved:tt $top:literal) => { "" };
    (@keep [$o:literal $($os:literal)*] [$s:literal $($saved:literal)*] $t:literal $($ts:literal)*) => {
        concat!("mov ", $s, ", ", $t, "\n", finish!(@keep [$($os)*] [$($saved)*] $($ts)*))
    };
    (@subtract $op:literal [] $top:literal) => { "" };
    (@subtract $op:literal [$o:literal $($os:literal)*] $t:literal $($ts:literal)*) => {
        concat!($op, " ", $t, ", [rcx + ", $o, "]\n", finish!(@subtract "sbb" [$($os)*] $($ts)*))
    };
    (@select [] $saved:tt $top:literal) => { "" };
    (@select [$o:literal $($os:literal)*] [$s:literal $($saved:literal)*] $t:literal $($ts:literal)*) => {
        concat!("cmovc ", $t, ", ", $s, "\n", finish!(@select [$($os)*] [$($saved)*] $($ts)*))
    };
    (@spill [] $top:literal) => { "" };
    (@spill [$o:literal $($os:literal)*] $t:literal $($ts:literal)*) => {
        concat!("mov [rdi + ", $o, "], ", $t, "\n", finish!(@spill [$($os)*] $($ts)*))
    };
    (@borrow $top:literal) => {
        concat!("sbb ", $top, ", 0\n")
    };
    (@borrow $t:literal $($ts:literal)*) => {
        finish!(@borrow $($ts)*)
    };
    (@reload [] $top:literal) => { "" };
    (@reload [$o:literal $($os:literal)*] $t:literal $($ts:literal)*) => {
        concat!("cmovc ", $t, ", [rdi + ", $o, "]\n", finish!(@reload [$($os)*] $($ts)*))
    };
}

/// (t0, …) to the N words at rdi, by 16 bytes.
macro_rules! store_pairs {
    ([] $($top:literal)?) => { "" };
    ([$o:literal] $t:literal $($top:literal)?) => {
        concat!("mov [rdi + ", $o, "], ", $t, "\n")
    };
    ([$o:literal $o1:literal $($os:literal)*] $t:literal $t1:literal $($ts:literal)*) => {
        concat!(
            "movq xmm0, ", $t, "\n",
            "movq xmm1, ", $t1, "\n",
            "punpcklqdq xmm0, xmm1\n",
            "movups [rdi + ", $o, "], xmm0\n",
            store_pairs!([$($os)*] $($ts)*)
        )
    };
}
/// Rows of a b / R: for each word of a one product row and one reduction row.
macro_rules! montgomery_rows {
    (@reduce $free:tt $carry:tt $os:tt $as:tt $t:literal $($ts:literal)*) => {
        concat!(
            montgomery_rows!(@reduction $free $carry $os $t $($ts)*),
            montgomery_rows!(@row $free $carry $os $as $($ts)* $t)
        )
    };
    (@row $free:tt $carry:tt $os:tt [] $($ts:literal)*) => {
        montgomery_rows!(@finish $carry $os $($ts)*)
    };
    (@reduction $free:tt [$until:ident $carry:ident] $($row:tt)*) => { reduction_row!($free $carry $($row)*) };
    (@reduction $free:tt $carry:ident $($row:tt)*) => { reduction_row!($free $carry $($row)*) };
    // The result by words, for the next product.
    (@finish [plain $carry:ident] $os:tt $($ts:literal)*) => {
        concat!(finish!(@less_p $carry $os $($ts)*), "mov rdi, [rsp + 8]\n", finish!(@spill $os $($ts)*))
    };
    // The same below 2 p, from factors below 2 p: for p < R / 4.
    (@finish [bounded $carry:ident] $os:tt $($ts:literal)*) => { finish!(bounded $os $($ts)*) };
    // The result in registers.
    (@finish [kept $carry:ident] $os:tt $($ts:literal)*) => { finish!(@less_p $carry $os $($ts)*) };
    (@finish $carry:ident $os:tt $($ts:literal)*) => { finish!($carry $os $($ts)*) };
    (@row $free:tt $carry:tt $os:tt [$a:literal $($as:literal)*] $($ts:literal)*) => {
        concat!(
            next_word!($free $a),
            "xor eax, eax\n",
            accumulate!($free $carry "rbx" $os $($ts)*),
            montgomery_rows!(@reduce $free $carry $os [$($as)*] $($ts)*)
        )
    };
    ($free:tt $carry:tt $os:tt [$a:literal $($as:literal)*] $t:literal $($ts:literal)*) => {
        concat!(
            next_word!($free $a),
            "xor eax, eax\n",
            first_row!("rbx" $os $t $($ts)*),
            montgomery_rows!(@reduce $free $carry $os [$($as)*] $t $($ts)*)
        )
    };
}

/// Squares a^2 / R below 2 p, for a < 2 p and p < R / 5, of one element or more, row by row in turns.
///
/// Row i is a_i (a_i + 2 a_(i+1) 2^64 + …), with the words of 2 (a_(i+1) + …) in memory: the lowest is 2 a_(i+1), the others take a
/// bit from the word below. An element `["a" "d" [turn] [end]]` has its words at a, these words at d, and at offsets from a its
/// accumulators: where there are other elements, while it is their turn; at the end, where they are not to stay.
///
/// The lists of words that are left, of the two kinds of doubled words, of the accumulators below the row's square and of the
/// others change from row to row.
macro_rules! square_rows {
    (@next $os:tt [$last:literal] $($row:tt)*) => { "" };
    (
        @next $os:tt [$o:literal $($os_left:literal)*] [[$s:literal $($ss:literal)*] [$($d:literal $($ds:literal)*)?]]
        [] [$t:literal $u:literal $($ts:literal)*] $($element:tt)*
    ) => {
        square_rows!($os [$($os_left)*] [[$($ss)*] [$($($ds)*)?]] [$u] [$($ts)* $t] $($element)*)
    };
    (
        @next $os:tt [$o:literal $($os_left:literal)*] [[$s:literal $($ss:literal)*] [$($d:literal $($ds:literal)*)?]]
        [$t:literal $($lows:literal)*] [$u:literal $v:literal $($ts:literal)*] $($element:tt)*
    ) => {
        square_rows!($os [$($os_left)*] [[$($ss)*] [$($($ds)*)?]] [$($lows)* $u $v] [$($ts)* $t] $($element)*)
    };
    ($os:tt $left:tt $doubled:tt $lows:tt $highs:tt $($element:tt)*) => {
        concat!(
            $(square_row!($os $left $doubled $lows $highs $element),)*
            square_rows!(@next $os $left $doubled $lows $highs $($element)*)
        )
    };
}

/// One row of one element of `square_rows`.
macro_rules! square_row {
    (
        $os:tt [$o:literal $($left:literal)*] [$singles:tt $doubles:tt] [] [$($t:literal)*] [$a:literal $d:literal $turn:tt $end:tt]
    ) => {
        concat!(
            square_row!(@single $a $d [$($left)*] $singles $($t)*),
            square_row!(@double $d $doubles $($t)*),
            square_row!(@first $a $d $o $singles $doubles $($t)*),
            reduction_row!("rbp" spare $os $($t)*),
            square_row!(@store $a $turn $($t)*)
        )
    };
    (
        $os:tt [$o:literal $($left:literal)*] [$singles:tt $doubles:tt] [$($low:literal)*] [$t:literal $u:literal $($ts:literal)*]
        [$a:literal $d:literal $turn:tt $end:tt]
    ) => {
        concat!(
            square_row!(@load $a $turn $($low)* $t $u $($ts)*),
            "mov rdx, [", $a, " + ", $o, "]\n",
            "xor eax, eax\n",
            "mulx rdi, rax, rdx\n",
            "adcx ", $t, ", rax\n",
            square_row!(@accumulate $d $singles $doubles $u $($ts)*),
            reduction_row!("rbp" spare $os $($low)* $t $u $($ts)*),
            square_row!(@leave $a [$($left)*] $turn $end $($low)* $t $u $($ts)*)
        )
    };
    (@single $a:literal $d:literal [] [] $($t:literal)*) => { "" };
    (@single $a:literal $d:literal [$o:literal $($os:literal)*] [$s:literal $($ss:literal)*] $t:literal $($ts:literal)*) => {
        concat!(
            "mov ", $t, ", [", $a, " + ", $o, "]\n",
            "lea rdi, [", $t, " + ", $t, "]\n",
            "mov [", $d, " + ", $s, "], rdi\n",
            square_row!(@single $a $d [$($os)*] [$($ss)*] $($ts)*)
        )
    };
    (@double $d:literal $doubles:tt $t:literal $($ts:literal)*) => {
        concat!("add ", $t, ", ", $t, "\n", square_row!(@carry $d $doubles $($ts)*))
    };
    (@carry $d:literal [] $($ts:literal)*) => { "" };
    (@carry $d:literal [$o:literal $($os:literal)*] $t:literal $($ts:literal)*) => {
        concat!(
            "adc ", $t, ", ", $t, "\n",
            "mov [", $d, " + ", $o, "], ", $t, "\n",
            square_row!(@carry $d [$($os)*] $($ts)*)
        )
    };
    (
        @first $a:literal $d:literal $o:literal [$s:literal $($ss:literal)*] $doubles:tt
        $t:literal $u:literal $v:literal $($ts:literal)*
    ) => {
        concat!(
            "mov rdx, [", $a, " + ", $o, "]\n",
            "xor eax, eax\n",
            "mulx ", $u, ", ", $t, ", rdx\n",
            "mulx ", $v, ", rax, [", $d, " + ", $s, "]\n",
            "adc ", $u, ", rax\n",
            first_row!(@rest $d $doubles $v $($ts)*)
        )
    };
    (@accumulate $d:literal [] [] $top:literal) => { accumulate!(@after "rdi" "rbp" spare $d [] $top) };
    (@accumulate $d:literal [$s:literal $($ss:literal)*] [$($o:literal)*] $($t:literal)*) => {
        accumulate!(@after "rdi" "rbp" spare $d [$s $($o)*] $($t)*)
    };
    (@leave $a:literal [] $turn:tt $end:tt $($t:literal)*) => { square_row!(@store $a $end $($t)*) };
    (@leave $a:literal $left:tt $turn:tt $end:tt $($t:literal)*) => { square_row!(@store $a $turn $($t)*) };
    // The accumulators but the lowest, that is 0, to memory and back, when it is the highest.
    (@store $a:literal [] $($t:literal)*) => { "" };
    (@store $a:literal [$($o:literal)*] $zero:literal $($t:literal)*) => {
        concat!($("mov [", $a, " + ", $o, "], ", $t, "\n",)*)
    };
    (@load $a:literal [] $($t:literal)*) => { "" };
    (@load $a:literal $turn:tt $($t:literal)*) => { reduce_rows!(@load $a $turn $($t)*) };
}

/// Rows of (a b + c d) / R, p < R / 4: words of a at rsi, of c behind them; the addresses of b and
/// d at \[rsp + 8\], \[rsp + 16\].
macro_rules! sum_rows {
    ($os:tt [$a:literal $($as:literal)*] [$c:literal $($cs:literal)*] $($ts:literal)*) => {
        concat!(
            "mov rdx, [rsi + ", $a, "]\n",
            "mov rbx, [rsp + 8]\n",
            "xor eax, eax\n",
            first_row!("rbx" $os $($ts)*),
            sum_rows!(@second $os [$($as)*] [$c $($cs)*] $($ts)*)
        )
    };
    (@second $os:tt $as:tt [$c:literal $($cs:literal)*] $t:literal $($ts:literal)*) => {
        concat!(
            "mov rdx, [rsi + ", $c, "]\n",
            "mov rbx, [rsp + 16]\n",
            "xor eax, eax\n",
            accumulate!("rbp" full "rbx" $os $t $($ts)*),
            reduction_row!("rbp" spare $os $t $($ts)*),
            sum_rows!(@row $os $as [$($cs)*] $($ts)* $t)
        )
    };
    (@row $os:tt [] [] $($ts:literal)*) => {
        finish!(@less_p spare $os $($ts)*)
    };
    (@row $os:tt [$a:literal $($as:literal)*] $cs:tt $($ts:literal)*) => {
        concat!(
            "mov rdx, [rsi + ", $a, "]\n",
            "mov rbx, [rsp + 8]\n",
            "xor eax, eax\n",
            accumulate!("rbp" spare "rbx" $os $($ts)*),
            sum_rows!(@second $os [$($as)*] $cs $($ts)*)
        )
    };
}

/// Rows of a b without reduction, to the words at rcx; these leave as they become final.
macro_rules! product_rows {
    (@row $free:tt $os:tt [] [$($high:literal)*] $($ts:literal)*) => {
        product_rows!(@store [$($high)*] $($ts)*)
    };
    (@row $free:tt $os:tt [$a:literal $($as:literal)*] $highs:tt $($ts:literal)*) => {
        concat!(
            next_word!($free $a),
            "xor eax, eax\n",
            product_rows!(@zero $($ts)*),
            product_rows!(@accumulate $free $os $a [$($as)*] $highs $($ts)*)
        )
    };
    (@zero $top:literal) => {
        concat!("mov ", $top, ", rax\n")
    };
    (@zero $t:literal $($ts:literal)*) => {
        product_rows!(@zero $($ts)*)
    };
    (@accumulate $free:tt $os:tt $a:literal $as:tt $highs:tt $t:literal $($ts:literal)*) => {
        concat!(
            accumulate!($free spare "rbx" $os $t $($ts)*),
            "mov [rcx + ", $a, "], ", $t, "\n",
            product_rows!(@row $free $os $as $highs $($ts)* $t)
        )
    };
    (@store [] $top:literal) => { "" };
    (@store [$o:literal $($os:literal)*] $t:literal $($ts:literal)*) => {
        concat!("mov [rcx + ", $o, "], ", $t, "\n", product_rows!(@store [$($os)*] $($ts)*))
    };
    ($free:tt $os:tt [$a:literal $($as:literal)*] $highs:tt $t:literal $($ts:literal)*) => {
        concat!(
            next_word!($free $a),
            "xor eax, eax\n",
            first_row!("rbx" $os $t $($ts)*),
            "mov [rcx + ", $a, "], ", $t, "\n",
            product_rows!(@row $free $os [$($as)*] $highs $($ts)* $t)
        )
    };
}

/// The products a_i a_j, i < j, each once: row i gives the final words 2 i + 1 and 2 i + 2.
macro_rules! triangle_rows {
    ([$a:literal $($as:literal)*] [$w:literal $v:literal $($ws:literal)*] $t:literal $u:literal $($ts:literal)*) => {
        concat!(
            "mov rdx, [rsi + ", $a, "]\n",
            "xor eax, eax\n",
            first_row!("rsi" [$($as)*] $t $u $($ts)*),
            "mov [rcx + ", $w, "], ", $t, "\n",
            "mov [rcx + ", $v, "], ", $u, "\n",
            triangle_rows!(@row [$($as)*] [$($ws)*] $($ts)* $t)
        )
    };
    (@row [$a:literal $b:literal] [$w:literal $v:literal] $t:literal $u:literal) => {
        concat!(
            "mov rdx, [rsi + ", $a, "]\n",
            "mulx rdi, rax, [rsi + ", $b, "]\n",
            "add ", $t, ", rax\n",
            "adc rdi, 0\n",
            "mov [rcx + ", $w, "], ", $t, "\n",
            "mov [rcx + ", $v, "], rdi\n",
        )
    };
    (@row [$a:literal $($as:literal)*] [$w:literal $v:literal $($ws:literal)*] $($ts:literal)*) => {
        concat!(
            "mov rdx, [rsi + ", $a, "]\n",
            "xor eax, eax\n",
            product_rows!(@zero $($ts)*),
            accumulate!("rbp" spare "rsi" [$($as)*] $($ts)*),
            triangle_rows!(@store [$($as)*] [$w $v $($ws)*] $($ts)*)
        )
    };
    (@store $as:tt [$w:literal $v:literal $($ws:literal)*] $t:literal $u:literal $($ts:literal)*) => {
        concat!(
            "mov [rcx + ", $w, "], ", $t, "\n",
            "mov [rcx + ", $v, "], ", $u, "\n",
            triangle_rows!(@row $as [$($ws)*] $($ts)* $t)
        )
    };
}

/// Doubles the triangle (carry flag) and adds the squares a_i^2 (overflow flag).
macro_rules! diagonal {
    ([] []) => { "" };
    ([$a:literal $($as:literal)*] [$w:literal $v:literal $($ws:literal)*]) => {
        concat!(
            "mov rdx, [rsi + ", $a, "]\n",
            "mulx rdi, rax, rdx\n",
            "mov r8, [rcx + ", $w, "]\n",
            "mov r9, [rcx + ", $v, "]\n",
            "adcx r8, r8\n",
            "adox r8, rax\n",
            "adcx r9, r9\n",
            "adox r9, rdi\n",
            "mov [rcx + ", $w, "], r8\n",
            "mov [rcx + ", $v, "], r9\n",
            diagonal!([$($as)*] [$($ws)*])
        )
    };
}

/// Rows of a reduction: (t0, …) become the low half divided by R, then the high half is added.
macro_rules! reduce_rows {
    (@load $a:literal [] $top:literal) => {
        concat!("xor ", $top, ", ", $top, "\n")
    };
    (@load $a:literal [$o:literal $($os:literal)*] $t:literal $($ts:literal)*) => {
        concat!("mov ", $t, ", [", $a, " + ", $o, "]\n", reduce_rows!(@load $a [$($os)*] $($ts)*))
    };
    (@row $free:tt $carry:ident $os:tt [] [$high:literal $($highs:literal)*] $t:literal $($ts:literal)*) => {
        concat!(
            reduce_rows!(@address $free),
            "add ", $t, ", [rsi + ", $high, "]\n",
            reduce_rows!(@high $carry [$($highs)*] $($ts)*),
            finish!($carry $os $t $($ts)*)
        )
    };
    (@row $free:tt $carry:ident $os:tt [$left:literal $($lefts:literal)*] $highs:tt $t:literal $($ts:literal)*) => {
        concat!(
            reduction_row!($free spare $os $t $($ts)*),
            reduce_rows!(@row $free $carry $os [$($lefts)*] $highs $($ts)* $t)
        )
    };
    (@address "rsi") => { "mov rsi, [rsp + 16]\n" };
    (@address $free:tt) => { "" };
    (@high spare [] $top:literal) => { "" };
    (@high full [] $top:literal) => {
        concat!("adc ", $top, ", 0\n")
    };
    (@high $carry:ident [$o:literal $($os:literal)*] $t:literal $($ts:literal)*) => {
        concat!("adc ", $t, ", [rsi + ", $o, "]\n", reduce_rows!(@high $carry [$($os)*] $($ts)*))
    };
    ($free:tt $carry:ident $os:tt $highs:tt $($ts:literal)*) => {
        concat!(
            reduce_rows!(@load "rsi" $os $($ts)*),
            reduce_rows!(@row $free $carry $os $os $highs $($ts)*)
        )
    };
}

/// Saves the registers that a callee must, runs the body, restores and returns. The System V convention: arguments in rdi, rsi, rdx, rcx, r8, r9.
macro_rules! body {
    ($($part:expr),* $(,)?) => {
        naked_asm!(
            "push rbp", "push rbx", "push r12", "push r13", "push r14", "push r15",
            $($part,)*
            "pop r15", "pop r14", "pop r13", "pop r12", "pop rbx", "pop rbp",
            "ret",
        )
    };
}

/// The kernels of one size: the free register, byte offsets of the N words, of the words of the high half, of the triangle's pairs
/// of words, accumulators.
macro_rules! kernels {
    (
        $module:ident, $free:tt, $carry:ident, $os:tt, $highs:tt, $pairs:tt, $last:literal, $size:literal, $squares:tt, [$($t:literal)*],
        [$($tri:literal)*]
    ) => {
        pub mod $module {
            use super::*;

            /// out = a^2 / R mod p, for a < p. `out` may be the input.
            ///
            /// # Safety
            /// As for `mul`.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn square(out: *mut u64, a: *const u64, p: *const u64, neg_inverse: u64) {
                body!(
                    "push rdi",
                    "push rdx",
                    "push rcx",
                    concat!("sub rsp, ", $size),
                    "mov rcx, rsp",
                    triangle_rows!($os $pairs $($tri)*),
                    "xor eax, eax",
                    "mov [rcx], rax",
                    concat!("mov [rcx + ", $last, "], rax"),
                    diagonal!($os $squares),
                    // -1/p at \[rsp\], the addresses of the result and of the product behind it.
                    "mov rsi, rcx",
                    concat!("mov rcx, [rsp + 8 + ", $size, "]"),
                    "push rsi",
                    concat!("push [rsp + 24 + ", $size, "]"),
                    concat!("push [rsp + 16 + ", $size, "]"),
                    reduce_rows!($free $carry $os $highs $($t)*),
                    concat!("add rsp, 48 + ", $size),
                )
            }

            /// out = a b / R mod p, for a < R, b < p, and p < R / 2 or, with a word for carries, p < R (1 - 2^-64). `out` may be
            /// one of the inputs.
            ///
            /// # Safety
            /// The processor has BMI2 and ADX; every pointer is valid for N words.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn mul(
                out: *mut u64,
                a: *const u64,
                b: *const u64,
                p: *const u64,
                neg_inverse: u64,
            ) {
                body!(
                    "push rsi",
                    "push rdi",
                    "push r8",
                    "mov rbx, rdx",
                    montgomery_rows!($free $carry $os $os $($t)*),
                    "add rsp, 24",
                )
            }

            /// out = a^(2^count) / R^(2^count - 1) mod p, for a < p and a count of at least 1. `out` may be the input.
            ///
            /// # Safety
            /// As for `mul`.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn square_times(
                out: *mut u64,
                a: *const u64,
                count: u64,
                p: *const u64,
                neg_inverse: u64,
            ) {
                body!(
                    "push rdx",
                    "push rsi",
                    "push rdi",
                    "push r8",
                    "mov rbx, rsi",
                    "2:",
                    montgomery_rows!($free [plain $carry] $os $os $($t)*),
                    "mov rsi, rdi",
                    "mov rbx, rdi",
                    "mov [rsp + 16], rdi",
                    "dec qword ptr [rsp + 24]",
                    "jnz 2b",
                    "add rsp, 32",
                )
            }

            /// out = a b, in 2 N words apart from the inputs.
            ///
            /// # Safety
            /// As for `mul`; `out` is valid for 2 N words.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn mul_wide(out: *mut u64, a: *const u64, b: *const u64) {
                body!(
                    "push rsi",
                    "sub rsp, 16",
                    "mov rcx, rdi",
                    "mov rbx, rdx",
                    product_rows!($free $os $os $highs $($t)*),
                    "add rsp, 24",
                )
            }

            /// out = a^2, in 2 N words apart from the input.
            ///
            /// # Safety
            /// As for `mul`; `out` is valid for 2 N words.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn square_wide(out: *mut u64, a: *const u64) {
                body!(
                    "mov rcx, rdi",
                    triangle_rows!($os $pairs $($tri)*),
                    "xor eax, eax",
                    "mov [rcx], rax",
                    concat!("mov [rcx + ", $last, "], rax"),
                    diagonal!($os $squares),
                )
            }

            /// out = a / R mod p, for a < p R in 2 N words.
            ///
            /// # Safety
            /// As for `mul`; `a` is valid for 2 N words.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn reduce(out: *mut u64, a: *const u64, p: *const u64, neg_inverse: u64) {
                body!(
                    "push rsi",
                    "push rdi",
                    "push rcx",
                    "mov rcx, rdx",
                    reduce_rows!($free $carry $os $highs $($t)*),
                    "add rsp, 24",
                )
            }
        }
    };
}

kernels!(
    four, "rbp", spare, [0 8 16 24], [32 40 48 56],
    [8 16 24 32 40 48], 56, "64", [0 8 16 24 32 40 48 56],
    ["r8" "r9" "r10" "r11" "r12"], ["r8" "r9" "r10" "r11"]
);
kernels!(
    five, "rbp", spare, [0 8 16 24 32], [40 48 56 64 72],
    [8 16 24 32 40 48 56 64], 72, "80", [0 8 16 24 32 40 48 56 64 72],
    ["r8" "r9" "r10" "r11" "r12" "r13"], ["r8" "r9" "r10" "r11" "r12"]
);
kernels!(
    six, "rbp", spare, [0 8 16 24 32 40], [48 56 64 72 80 88],
    [8 16 24 32 40 48 56 64 72 80], 88, "96", [0 8 16 24 32 40 48 56 64 72 80 88],
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14"], ["r8" "r9" "r10" "r11" "r12" "r13"]
);
kernels!(
    seven, "rbp", full, [0 8 16 24 32 40 48], [56 64 72 80 88 96 104],
    [8 16 24 32 40 48 56 64 72 80 88 96], 104, "112",
    [0 8 16 24 32 40 48 56 64 72 80 88 96 104],
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"],
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14"]
);
kernels!(
    eight, "rsi", full, [0 8 16 24 32 40 48 56], [64 72 80 88 96 104 112 120],
    [8 16 24 32 40 48 56 64 72 80 88 96 104 112], 120, "128",
    [0 8 16 24 32 40 48 56 64 72 80 88 96 104 112 120],
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbp"],
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15"]
);

/// Runs the body of a kernel whose words stay in registers, for calls from `kept` alone: they have a convention of their own, that
/// is without the registers which `asm!` cannot name. The body leaves one word on the stack.
macro_rules! kept_body {
    ($($part:expr),* $(,)?) => {
        naked_asm!("push rbp", "push rbx", $($part,)* "pop rax", "pop rbx", "pop rbp", "ret")
    };
}

/// A product, a square, and a sum of two for moduli with two spare bits. The words of the result are in the last accumulator and
/// in those from the first on, a list of its own for the square; rcx is as before.
macro_rules! kept_kernels {
    ($mul:ident, $square:ident, $sum_of_two:ident, $os:tt, $seconds:tt, $doubled:tt, $bytes:literal, [$($t:literal)*], [$($end:literal)*]) => {
        /// a b / R mod p, for a < R, b < p < R / 2: a at rsi, b at rdx, p at rcx, -1/p mod 2^64 in r8.
        ///
        /// # Safety
        /// The processor has BMI2 and ADX; every pointer is valid for N words.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $mul() {
            kept_body!("push r8", "mov rbx, rdx", montgomery_rows!("rbp" [kept spare] $os $os $($t)*))
        }

        /// a^2 / R mod p, for a < p < R / 5: a at rsi, p at rcx, -1/p mod 2^64 in r8.
        ///
        /// # Safety
        /// As for the product.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $square() {
            kept_body!(
                concat!("sub rsp, ", $bytes),
                "push r8",
                "lea rbx, [rsp + 8]",
                square_rows!($os $os $doubled [] [$($t)*] ["rsi" "rbx" [] []]),
                finish!(@less_p spare $os $($end)*),
                concat!("add rsp, ", $bytes),
            )
        }

        /// (a\[0\] b + a\[1\] d) / R mod p, for b, d <= p < R / 4: d at rdi, the rest as for the product.
        ///
        /// # Safety
        /// As for the product; `a` is valid for 2 N words.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $sum_of_two() {
            kept_body!(
                "push rdi",
                "push rdx",
                "push r8",
                sum_rows!($os $os $seconds $($t)*),
                "add rsp, 16",
            )
        }
    };
}

kept_kernels!(
    mul_4, square_4, sum_of_two_4, [0 8 16 24], [32 40 48 56], [[0 8 16] [24 32]], 40,
    ["r8" "r9" "r10" "r11" "r12"], ["r12" "r8" "r9" "r10" "r11"]
);
kept_kernels!(
    mul_5, square_5, sum_of_two_5, [0 8 16 24 32], [40 48 56 64 72], [[0 8 16 24] [32 40 48]], 56,
    ["r8" "r9" "r10" "r11" "r12" "r13"], ["r13" "r8" "r9" "r10" "r11" "r12"]
);
kept_kernels!(
    mul_6, square_6, sum_of_two_6, [0 8 16 24 32 40], [48 56 64 72 80 88], [[0 8 16 24 32] [40 48 56 64]], 72,
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14"], ["r14" "r8" "r9" "r10" "r11" "r12" "r13"]
);

/// What powers do again and again, for p < R / 5: squares that are not reduced to the end, below 2 p, and a product. Of one power,
/// and of two in turns, that do not wait for one another.
///
/// Offsets of a frame: of a power's words, of the doubled words for its square, and of its accumulators.
macro_rules! power_kernels {
    ($one:ident, $two:ident, $bytes:literal, $os:tt, $doubled:tt, $turn:tt, $frame:literal, [$($t:literal)*]) => {
        /// power = power^(2^count) b / R^(2^count) mod p, for a power below 2 p, b < p and a count of at least 1.
        ///
        /// # Safety
        /// The processor has BMI2 and ADX; p < R / 5; every pointer is valid for N words.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $one(power: *mut u64, count: u64, b: *const u64, p: *const u64, neg_inverse: u64) {
            body!(
                concat!("sub rsp, ", $frame),
                "push rsi",
                "push rdx",
                "push rdi",
                "push r8",
                "mov rsi, rdi",
                "lea rbx, [rsp + 32]",
                "2:",
                square_rows!($os $os $doubled [] [$($t)*] ["rsi" "rbx" [] $os]),
                "dec qword ptr [rsp + 24]",
                "jnz 2b",
                "mov rbx, rsi",
                "mov rsi, [rsp + 16]",
                montgomery_rows!("rbp" spare $os $os $($t)*),
                concat!("add rsp, 32 + ", $frame),
            )
        }

        /// The same for two powers and factors, that is 2 N words each.
        ///
        /// # Safety
        /// As for one; `powers` and `b` are valid for 2 N words.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $two(powers: *mut u64, count: u64, b: *const u64, p: *const u64, neg_inverse: u64) {
            body!(
                concat!("sub rsp, 2 * ", $frame),
                "push rsi",
                "push rdx",
                "push rdi",
                "push r8",
                "lea rsi, [rsp + 32]",
                concat!("lea rbx, [rsp + 32 + ", $frame, "]"),
                power_kernels!(@copy "rsi" "0" $os),
                power_kernels!(@copy "rbx" $bytes $os),
                "2:",
                square_rows!($os $os $doubled [] [$($t)*] ["rsi" "rsi" $turn $os] ["rbx" "rbx" $turn $os]),
                "dec qword ptr [rsp + 24]",
                "jnz 2b",
                "mov rbx, rsi",
                "mov rsi, [rsp + 16]",
                montgomery_rows!("rbp" spare $os $os $($t)*),
                concat!("lea rbx, [rsp + 32 + ", $frame, "]"),
                "mov rsi, [rsp + 16]",
                concat!("add rsi, ", $bytes),
                concat!("add qword ptr [rsp + 8], ", $bytes),
                montgomery_rows!("rbp" spare $os $os $($t)*),
                concat!("add rsp, 32 + 2 * ", $frame),
            )
        }
    };
    (@copy $frame:literal $from:literal [$($o:literal)*]) => {
        concat!($("mov rax, [rdi + ", $from, " + ", $o, "]\n", "mov [", $frame, " + ", $o, "], rax\n",)*)
    };
}

power_kernels!(
    squares_and_product_4, squares_and_products_4, 32, [0 8 16 24], [[32 40 48] [56 64]], [72 80 88 96], 104,
    ["r8" "r9" "r10" "r11" "r12"]
);
power_kernels!(
    squares_and_product_5, squares_and_products_5, 40, [0 8 16 24 32], [[40 48 56 64] [72 80 88]], [96 104 112 120 128], 136,
    ["r8" "r9" "r10" "r11" "r12" "r13"]
);
power_kernels!(
    squares_and_product_6, squares_and_products_6, 48, [0 8 16 24 32 40], [[48 56 64 72 80] [88 96 104 112]],
    [120 128 136 144 152 160], 168,
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14"]
);

/// Small multiples modulo p: of a field's `Reduction` at rcx, whose words are p, 2^(64 N) - p, the factor of the quotient, and
/// the shift before it, at the byte offsets `$minus_p`, `$factor`, `$shift`.
macro_rules! combination_kernels {
    (
        $plus:ident, $minus:ident, $os:tt, [$($o:literal)*], $minus_p:literal, $factor:literal, $shift:literal,
        $low:literal $high:literal, [$($t:literal)*]
    ) => {
        /// (ma a + mb b) mod p for a, b <= p and ma + mb <= 24: a at rsi, b at rdx, the reduction at rcx, ma in r8, mb in rdi.
        ///
        /// # Safety
        /// The processor has BMI2 and ADX; the reduction is the field's, the other pointers are valid for N words.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $plus() {
            kept_body!(
                "push rdi",
                "mov rbx, rdx",
                combination_kernels!(@rest $os $minus_p $factor $shift $low $high [$($t)*]),
            )
        }

        /// (ma a - mb b) mod p, with p - b in place of b.
        ///
        /// # Safety
        /// As for the sum.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $minus() {
            kept_body!(
                concat!("sub rsp, ", $minus_p),
                "mov rbx, rsp",
                "xor eax, eax",
                $(concat!("mov rax, [rcx + ", $o, "]\nsbb rax, [rdx + ", $o, "]\nmov [rbx + ", $o, "], rax"),)*
                "push rdi",
                combination_kernels!(@rest $os $minus_p $factor $shift $low $high [$($t)*]),
                concat!("add rsp, ", $minus_p),
            )
        }
    };
    // The factor of the quotient is 2^64 2^shift / p rounded down, so that the quotient is right or less by 1: what is left is
    // below 2 p. Its words above N are not looked at: q (2^(64 N) - p) is -q p there.
    (@rest $os:tt $minus_p:literal $factor:literal $shift:literal $low:literal $high:literal [$($t:literal)*]) => {
        concat!(
            "mov rdx, r8\n",
            "xor eax, eax\n",
            first_row!("rsi" $os $($t)*),
            "mov rdx, [rsp]\n",
            "xor eax, eax\n",
            accumulate!("rbp" full "rbx" $os $($t)*),
            "mov rsi, rcx\n",
            "mov rcx, [rsi + ", $shift, "]\n",
            "mov rdx, ", $low, "\n",
            "shrd rdx, ", $high, ", cl\n",
            "mulx rdx, rax, [rsi + ", $factor, "]\n",
            "mov rcx, rsi\n",
            "lea rsi, [rsi + ", $minus_p, "]\n",
            "xor eax, eax\n",
            accumulate!("rbp" full "rsi" $os $($t)*),
            finish!(@less_p spare $os $($t)*)
        )
    };
}

combination_kernels!(
    plus_4, minus_4, [0 8 16 24], [0 8 16 24], "32", "64", "72",
    "r11" "r12", ["r8" "r9" "r10" "r11" "r12"]
);
combination_kernels!(
    plus_5, minus_5, [0 8 16 24 32], [0 8 16 24 32], "40", "80", "88",
    "r11" "r12", ["r8" "r9" "r10" "r11" "r12" "r13"]
);
combination_kernels!(
    plus_6, minus_6, [0 8 16 24 32 40], [0 8 16 24 32 40], "48", "96", "104",
    "r13" "r14", ["r8" "r9" "r10" "r11" "r12" "r13" "r14"]
);

/// Rows of (a b + c d + …) / R for a table of addresses of pairs of factors, at rsi: for each word its products with all pairs,
/// whose places in the table are in two lists, and a reduction row. p is at rcx, or where this is the free register, at the address
/// at \[rsp + 16\].
///
/// Where a row may carry out of the top, `[free full u t]`, the second list and the reduction have a top u of their own, which takes
/// their carries as t takes those of the first list: one addition of both is the only one that can carry further.
macro_rules! table_rows {
    ($kind:tt $os:tt [] $pairs:tt $($ts:literal)*) => {
        table_rows!(@finish $kind $os $($ts)*)
    };
    ($kind:tt $os:tt [$a:literal $($as:literal)*] [$first:tt $second:tt] $($ts:literal)*) => {
        concat!(
            table_rows!(@first $kind $os $a $first $($ts)*),
            table_rows!(@second $kind $os $a $second $($ts)*),
            table_rows!(@next $kind $os [$($as)*] [$first $second] $($ts)*)
        )
    };
    (@first [$free:tt spare] $($row:tt)*) => { table_rows!(@products $free spare $($row)*) };
    (@first [$free:tt full $u:literal $top:literal] $os:tt $a:literal $pairs:tt $($ts:literal)*) => {
        table_rows!(@products $free full $os $a $pairs $($ts)* $top)
    };
    (@second [$free:tt spare] $($row:tt)*) => { table_rows!(@reduced $free $($row)*) };
    (@second [$free:tt full $u:literal $top:literal] $os:tt $a:literal $pairs:tt $($ts:literal)*) => {
        table_rows!(@reduced $free $os $a $pairs $($ts)* $u)
    };
    (@next [$free:tt spare] $os:tt $as:tt $pairs:tt $t:literal $($ts:literal)*) => {
        table_rows!([$free spare] $os $as $pairs $($ts)* $t)
    };
    (@next [$free:tt full $u:literal $top:literal] $os:tt $as:tt $pairs:tt $t:literal $($ts:literal)*) => {
        concat!(
            "add ", $top, ", ", $u, "\n",
            "adc ", $t, ", 0\n",
            "xor ", $u, ", ", $u, "\n",
            table_rows!([$free full $u $t] $os $as $pairs $($ts)* $top)
        )
    };
    (@products $free:tt $zero:tt $os:tt $a:literal [] $($ts:literal)*) => { "" };
    (@products $free:tt $zero:tt $os:tt $a:literal [$x:literal $y:literal $($pairs:literal)*] $($ts:literal)*) => {
        concat!(
            "mov rbx, [rsi + ", $x, "]\n",
            "mov rdx, [rbx + ", $a, "]\n",
            "mov rbx, [rsi + ", $y, "]\n",
            "xor eax, eax\n",
            accumulate!($free $zero "rbx" $os $($ts)*),
            table_rows!(@products $free full $os $a [$($pairs)*] $($ts)*)
        )
    };
    (@reduced $free:tt $os:tt $a:literal $pairs:tt $t:literal $($ts:literal)*) => {
        concat!(
            table_rows!(@products $free full $os $a $pairs $t $($ts)*),
            "mov rdx, ", $t, "\n",
            "imul rdx, [rsp]\n",
            "xor eax, eax\n",
            table_rows!(@modulus $free $os $t $($ts)*),
        )
    };
    (@modulus "rcx" $os:tt $t:literal $($ts:literal)*) => {
        concat!("mov rbx, [rsp + 16]\n", accumulate!("rcx" $t "rbx" $os $t $($ts)*))
    };
    (@modulus $free:tt $os:tt $t:literal $($ts:literal)*) => { accumulate!($free $t "rcx" $os $t $($ts)*) };
    // Of up to six words the result stays in registers.
    (@finish [$free:tt spare] [$($o:literal)*] $t0:literal $t1:literal $t2:literal $t3:literal $t4:literal $t5:literal $($t6:literal)?) => {
        finish!(@less_p spare [$($o)*] $t0 $t1 $t2 $t3 $t4 $t5 $($t6)?)
    };
    (@finish [$free:tt spare] $os:tt $($ts:literal)*) => {
        concat!("mov rcx, [rsp + 16]\n", finish!(spare $os $($ts)*))
    };
    (@finish [$free:tt full $u:literal $top:literal] $os:tt $t0:literal $t1:literal $t2:literal $t3:literal) => {
        concat!(
            finish!(@less_p spare $os $t0 $t1 $t2 $t3 $top),
            finish!(@less_p spare $os $t0 $t1 $t2 $t3 $top)
        )
    };
    (@finish [$free:tt full $u:literal $top:literal] $os:tt $($ts:literal)*) => {
        concat!(
            "mov rcx, [rsp + 16]\n",
            finish!(@less_p spare $os $($ts)* $top),
            // The word above, where the subtraction is not kept.
            concat!("adc ", $top, ", 0\n"),
            finish!(spare $os $($ts)* $top)
        )
    };
}

/// Sums of two, three, four and six products with one reduction.
macro_rules! table_kernels {
    ($module:ident, $kind:ident, $carry:tt, $os:tt, $ts:tt) => {
        pub mod $module {
            use super::*;

            table_kernels!(@$kind two, $carry, $os, [[0 8] [16 24]], $ts);
            table_kernels!(@$kind three, $carry, $os, [[0 8 16 24] [32 40]], $ts);
            table_kernels!(@$kind four, $carry, $os, [[0 8 16 24] [32 40 48 56]], $ts);
            table_kernels!(@$kind six, $carry, $os, [[0 8 16 24 32 40] [48 56 64 72 80 88]], $ts);
        }
    };
    (@kept $name:ident, $carry:tt, $os:tt, $pairs:tt, [$($t:literal)*]) => {
        /// (a b + c d + …) / R mod p for a table of addresses of a, b, c, d, … <= p, at rsi; p at rcx, -1/p mod 2^64 in r8. For K
        /// products (K + 2) p <= R; with two tops the products of either and p are below R together, and so is the sum.
        ///
        /// # Safety
        /// The processor has BMI2 and ADX; the table has two entries for each product; all pointers are valid for N words.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $name() {
            kept_body!(
                "push r8",
                $(concat!("xor ", $t, ", ", $t),)*
                table_kernels!(@clear $carry),
                table_rows!($carry $os $os $pairs $($t)*),
            )
        }
    };
    (@written $name:ident, $carry:tt, $os:tt, $pairs:tt, [$($t:literal)*]) => {
        /// out = (a b + c d + …) / R mod p for a table of addresses of a, b, c, d, … <= p. For K products
        /// (K + 2) p <= R; with two tops the products of either and p are below R together. `out` is apart from the inputs.
        ///
        /// # Safety
        /// The processor has BMI2 and ADX; the table has two entries for each product; all pointers are valid for N words.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $name(
            out: *mut u64,
            table: *const *const u64,
            p: *const u64,
            neg_inverse: u64,
        ) {
            body!(
                "push rdx",
                "push rdi",
                "push rcx",
                $(concat!("xor ", $t, ", ", $t),)*
                table_kernels!(@clear $carry),
                table_rows!($carry $os $os $pairs $($t)*),
                "add rsp, 24",
            )
        }
    };
    (@clear [$free:tt spare]) => { "" };
    (@clear [$free:tt full $u:literal $top:literal]) => {
        concat!("xor ", $u, ", ", $u, "\nxor ", $top, ", ", $top)
    };
}

table_kernels!(sums_4, kept, ["rbp" full "r13" "r12"], [0 8 16 24], ["r8" "r9" "r10" "r11"]);
table_kernels!(sums_5, kept, ["rbp" spare], [0 8 16 24 32], ["r8" "r9" "r10" "r11" "r12" "r13"]);
table_kernels!(sums_6, kept, ["rbp" spare], [0 8 16 24 32 40], ["r8" "r9" "r10" "r11" "r12" "r13" "r14"]);
table_kernels!(
    sums_7, written, ["rcx" full "rbp" "r15"], [0 8 16 24 32 40 48],
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14"]
);
table_kernels!(
    sums_8, written, ["rcx" spare], [0 8 16 24 32 40 48 56],
    ["r8" "r9" "r10" "r11" "r12" "r13" "r14" "r15" "rbp"]
);

/// Keeps the words, subtracts those at rcx + `$at`, and takes the kept ones back where that is negative.
macro_rules! less_multiple {
    ($at:literal [$($o:literal)*] [$($t:literal)*] [$($s:literal)*]) => {
        concat!(
            $("mov ", $s, ", ", $t, "\n",)*
            less_multiple!(@subtract "sub" $at [$($o)*] [$($t)*]),
            $("cmovc ", $t, ", ", $s, "\n",)*
        )
    };
    (@subtract $op:literal $at:literal [] []) => { "" };
    (@subtract $op:literal $at:literal [$o:literal $($os:literal)*] [$t:literal $($ts:literal)*]) => {
        concat!(
            $op, " ", $t, ", [rcx + ", $at, " + ", $o, "]\n",
            less_multiple!(@subtract "sbb" $at [$($os)*] [$($ts)*])
        )
    };
}

/// Adds the words at `$base` + each offset, with the carry from the first to the last.
macro_rules! plus_words {
    ($op:literal $base:literal [] []) => { "" };
    ($op:literal $base:literal [$o:literal $($os:literal)*] [$t:literal $($ts:literal)*]) => {
        concat!(
            $op, " ", $t, ", [", $base, " + ", $o, "]\n",
            plus_words!("adc" $base [$($os)*] [$($ts)*])
        )
    };
}

/// The parts of products in extensions, called from `lazy` and `lazy4` alone: they have a convention of their own, that is without
/// the registers which `asm!` cannot name. The free register of products; bytes of an element; byte offsets of the N words, of those
/// of the high half and of both words of -1/p in a field's `Multiples`; accumulators; where they are after N - 2 rows and the last
/// two, and places for N words; the reductions by name, with whether they add something and which of the `Multiples` they subtract.
macro_rules! lazy_kernels {
    (
        $module:ident, $free:tt, $bytes:literal, $os:tt, $highs:tt, $inverse:tt, $accumulators:tt, $result:tt, $kept:tt,
        $($name:ident $plus:ident $multiples:tt),*
    ) => {
        pub mod $module {
            use super::*;

            lazy_kernels!(@multiply $free, $os, $highs, $accumulators);
            $(
                lazy_kernels!(
                    @reduce $name, $plus, $bytes, $os, $highs, $inverse, $multiples, $accumulators, $result, $kept
                );
            )*
        }
    };
    (@multiply $free:tt, $os:tt, $highs:tt, [$($t:literal)*]) => {
        /// The words at rsi times those at rdx to the 2 N words at rcx. Changes rax, rdx, rdi, the accumulators and the free
        /// register.
        ///
        /// # Safety
        /// The processor has BMI2 and ADX.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn multiply() {
            naked_asm!(
                "push rbx",
                "mov rbx, rdx",
                product_rows!($free $os $os $highs $($t)*),
                "pop rbx",
                "ret",
            )
        }
    };
    (
        @reduce $name:ident, $plus:ident, $bytes:literal, $os:tt, $highs:tt, $inverse:tt, $multiples:tt, [$($t:literal)*],
        $result:tt, $kept:tt
    ) => {
        /// The 2 N words at rsi, as a signed integer T, and where something is added R times the N words at r8, divided by R modulo
        /// p, to the N words at rdi; the same of those at rdx and r9 to the N words behind, in turns, so that neither waits for the
        /// other. rcx holds a field's `Multiples`; T / R plus the words that are added must be at least 0 and below R - p, and
        /// below S p, where S p is the sum of the multiples that are subtracted here, if any are. Changes rax, rdx, rsi, rdi, the
        /// accumulators, xmm0 and xmm1, and the lower halves of what is reduced.
        ///
        /// # Safety
        /// As for `multiply`.
        #[unsafe(naked)]
        pub unsafe extern "sysv64" fn $name() {
            // The rows leave (L + q p) / R <= p of the low half L. With the high half and the words added that is the integer
            // T / R + …, rounded up, plus less than p: so it is not negative and below R, and additions modulo R give it. It
            // is below (S + 1) p as well; a multiple that is subtracted is at most p more than the sum of those behind it, so
            // that leaves less than p and that sum.
            naked_asm!(
                "push rbx",
                "push rbp",
                "push r15",
                lazy_kernels!(@enter $plus),
                "push rdi",
                "mov rbp, rdx",
                lazy_kernels!(@turns $inverse $os $os $($t)*),
                lazy_kernels!(@end $plus "rsi" "8" "0" $os, $highs, $inverse, $multiples, [$($t)*], $result, $kept),
                lazy_kernels!(@end $plus "rbp" "16" $bytes $os, $highs, $inverse, $multiples, [$($t)*], $result, $kept),
                lazy_kernels!(@leave $plus),
                "pop r15",
                "pop rbp",
                "pop rbx",
                "ret",
            )
        }
    };
    (@enter plus) => { "push r9\npush r8\n" };
    (@enter alone) => { "" };
    (@leave plus) => { "add rsp, 24\n" };
    (@leave alone) => { "add rsp, 8\n" };
    // All rows but the last two.
    (@turns $inverse:tt $os:tt [$o:literal $o1:literal] $($ts:literal)*) => { "" };
    (@turns $inverse:tt $os:tt [$o:literal $o1:literal $($left:literal)*] $($ts:literal)*) => {
        concat!(
            lazy_kernels!(@turn $inverse "rsi" $os $($ts)*),
            lazy_kernels!(@turn $inverse "rbp" $os $($ts)*),
            lazy_kernels!(@turns $inverse $os [$($left)*] $($ts)*)
        )
    };
    (@turn $inverse:tt $slot:literal $os:tt $t:literal $u:literal $($ts:literal)*) => {
        concat!(
            reduce_rows!(@load $slot $os $t $u $($ts)*),
            reduction_rows!($inverse $os $t $u $($ts)*),
            lazy_kernels!(@save $slot $os $($ts)* $t)
        )
    };
    (@save $slot:literal [$($o:literal)*] $($t:literal)*) => {
        concat!($("mov [", $slot, " + ", $o, "], ", $t, "\n",)*)
    };
    // The last two rows, and the rest, with the words added from the address at rsp + `$from`.
    (
        @end $plus:ident $slot:literal $from:literal $to:literal $os:tt, $highs:tt, $inverse:tt, [$($multiple:literal)*],
        [$($t:literal)*], $result:tt, $kept:tt
    ) => {
        concat!(
            reduce_rows!(@load $slot $os $($t)*),
            reduction_rows!($inverse $os $($t)*),
            plus_words!("add" $slot $highs $result),
            lazy_kernels!(@plus $plus $from $os $result),
            $(less_multiple!($multiple $os $result $kept),)*
            "mov rdi, [rsp]\n",
            "add rdi, ", $to, "\n",
            lazy_kernels!(@store $os $result)
        )
    };
    (@plus plus $from:literal $os:tt $result:tt) => {
        concat!("mov rsi, [rsp + ", $from, "]\n", plus_words!("add" "rsi" $os $result))
    };
    (@plus alone $from:literal $os:tt $result:tt) => { "" };
    (@store $os:tt [$($t:literal)*]) => { store_pairs!($os $($t)*) };
}

lazy_kernels!(
    lazy_4, "r13", 32, [0 8 16 24], [32 40 48 56], [96 104], ["r8" "r9" "r10" "r11" "r12"], ["r10" "r11" "r12" "r8"],
    ["rax" "rdx" "rdi" "r9"],
    reduce alone [], reduce_once alone ["0"], reduce_plus plus [], reduce_plus_fully plus ["32" "32" "0"]
);
lazy_kernels!(
    lazy_6, "r15", 48, [0 8 16 24 32 40], [48 56 64 72 80 88], [144 152], ["r8" "r9" "r10" "r11" "r12" "r13" "r14"],
    ["r10" "r11" "r12" "r13" "r14" "r8"], ["rax" "rdx" "rdi" "r15" "rbx" "r9"],
    reduce plus ["96" "48" "0"], reduce_near plus ["48" "0"], reduce_once alone ["0"]
);

/// t_j += rdx * operand_j in memory, where t is at rdi: rax carries one word, r9 and r10 alternate as the high half.
macro_rules! memory_row {
    ($base:literal [$o:literal $($os:literal)*]) => {
        concat!(
            "mulx r9, rax, [", $base, " + ", $o, "]\n",
            "adcx rax, [rdi + ", $o, "]\n",
            "mov [rdi + ", $o, "], rax\n",
            memory_row!(@odd $base [$($os)*])
        )
    };
    (@even $base:literal []) => { "" };
    (@odd $base:literal []) => { "mov r10, r9\n" };
    (@odd $base:literal [$o:literal $($os:literal)*]) => {
        concat!(
            "mulx r10, rax, [", $base, " + ", $o, "]\n",
            "adcx rax, [rdi + ", $o, "]\n",
            "adox rax, r9\n",
            "mov [rdi + ", $o, "], rax\n",
            memory_row!(@even $base [$($os)*])
        )
    };
    (@even $base:literal [$o:literal $($os:literal)*]) => {
        concat!(
            "mulx r9, rax, [", $base, " + ", $o, "]\n",
            "adcx rax, [rdi + ", $o, "]\n",
            "adox rax, r10\n",
            "mov [rdi + ", $o, "], rax\n",
            memory_row!(@odd $base [$($os)*])
        )
    };
}

/// The kernels of 24 words, whose accumulators are in memory.
pub mod twenty_four {
    use super::*;

    macro_rules! words {
        ($macro:ident $base:literal) => {
            $macro!($base [0 8 16 24 32 40 48 56 64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184])
        };
    }

    /// t += a b for t of 48 words, the high half 0 at entry.
    ///
    /// # Safety
    /// The processor has BMI2 and ADX; `t` is valid for 48 words, `a` and `b` for 24.
    #[unsafe(naked)]
    pub unsafe extern "sysv64" fn mul_wide(t: *mut u64, a: *const u64, b: *const u64) {
        naked_asm!(
            "mov rcx, rdx",
            "mov r8d, 24",
            "2:",
            "mov rdx, [rsi]",
            "xor eax, eax",
            words!(memory_row "rcx"),
            "mov eax, 0",
            "adcx r10, rax",
            "adox r10, rax",
            "mov [rdi + 192], r10",
            "add rsi, 8",
            "add rdi, 8",
            "dec r8d",
            "jnz 2b",
            "ret",
        )
    }

    /// out += 2 (cross + 2^1024 middle), for a square of three blocks of eight words: `out` has their squares, `cross` the
    /// products of neighbours at words 8 and 24, `middle` that of the outer two. The sum is below 2^3072.
    ///
    /// # Safety
    /// The processor has ADX; `out` is valid for 48 words, `cross` as well, with 0 in the last eight, `middle` for 16.
    #[unsafe(naked)]
    pub unsafe extern "sysv64" fn add_cross_products(out: *mut u64, cross: *mut u64, middle: *const u64) {
        macro_rules! add_middle {
            ($first:literal $($o:literal)*) => {
                concat!(
                    "mov rax, [rdx]\n", "add [rsi + ", $first, "], rax\n",
                    $("mov rax, [rdx + ", $o, " - ", $first, "]\n", "adc [rsi + ", $o, "], rax\n",)*
                )
            };
        }
        macro_rules! carry {
            ($($o:literal)*) => { concat!($("adc qword ptr [rsi + ", $o, "], 0\n",)*) };
        }
        macro_rules! add_twice {
            ($($o:literal)*) => {
                concat!($(
                    "mov rax, [rsi + ", $o, "]\n",
                    "adcx rax, rax\n",
                    "adox rax, [rdi + ", $o, "]\n",
                    "mov [rdi + ", $o, "], rax\n",
                )*)
            };
        }
        naked_asm!(
            add_middle!(128 136 144 152 160 168 176 184 192 200 208 216 224 232 240 248),
            carry!(256 264 272 280 288 296 304 312),
            "xor eax, eax",
            add_twice!(
                64 72 80 88 96 104 112 120 128 136 144 152 160 168 176 184 192 200 208 216
                224 232 240 248 256 264 272 280 288 296 304 312 320 328 336 344 352 360 368 376
            ),
            "ret",
        )
    }

    /// Adds the multiple of p that makes the low half of t, of 48 words, zero; the carry out.
    ///
    /// # Safety
    /// The processor has BMI2 and ADX; `t` is valid for 48 words, `p` for 24.
    #[unsafe(naked)]
    pub unsafe extern "sysv64" fn clear_low_half(t: *mut u64, p: *const u64, neg_inverse: u64) -> u64 {
        naked_asm!(
            "mov rcx, rdx",
            "mov r8d, 24",
            "xor r11d, r11d",
            "2:",
            "mov rdx, [rdi]",
            "imul rdx, rcx",
            "xor eax, eax",
            words!(memory_row "rsi"),
            "mov eax, 0",
            "adcx r10, [rdi + 192]",
            "adox r10, r11",
            "mov [rdi + 192], r10",
            "mov r11d, 0",
            "adcx r11, rax",
            "adox r11, rax",
            "add rdi, 8",
            "dec r8d",
            "jnz 2b",
            "mov rax, r11",
            "ret",
        )
    }
}

pub mod blocks;

/// Kernels for 9 to 12 words, whose accumulators are in memory: byte offsets of the words, of the one behind them and of the
/// next.
macro_rules! memory_kernels {
    ($module:ident, $os:tt, $end:literal, $beyond:literal) => {
        pub mod $module {
            use super::*;

            /// out = (a b + c d + …) / R mod p, less p once, for a table of the addresses of K pairs of factors a, b, c, d, … One
            /// of each pair is at most p, the other below R; the sum before that is below p (1 + K p / R).
            ///
            /// # Safety
            /// The processor has BMI2 and ADX; the table has two entries for each product; `t` is valid for 2 N + 2
            /// words, all 0, the other pointers for N.
            #[unsafe(naked)]
            pub unsafe extern "sysv64" fn sum_of_products(
                t: *mut u64,
                table: *const *const u64,
                products: usize,
                p: *const u64,
                neg_inverse: u64,
                out: *mut u64,
            ) {
                naked_asm!(
                    "push r9",
                    "push rbx",
                    "push rbp",
                    "push r12",
                    "shl rdx, 4",
                    "lea r12, [rsi + rdx]",
                    "xor r11d, r11d",
                    "2:",
                    "mov rbp, rsi",
                    "3:",
                    "mov rbx, [rbp]",
                    "mov rdx, [rbx + r11]",
                    "mov rbx, [rbp + 8]",
                    "xor eax, eax",
                    memory_row!("rbx" $os),
                    memory_kernels!(@carries $end $beyond),
                    "add rbp, 16",
                    "cmp rbp, r12",
                    "jne 3b",
                    "mov rdx, [rdi]",
                    "imul rdx, r8",
                    "xor eax, eax",
                    memory_row!("rcx" $os),
                    memory_kernels!(@carries $end $beyond),
                    "add rdi, 8",
                    "add r11, 8",
                    concat!("cmp r11, ", $end),
                    "jne 2b",
                    "pop r12",
                    "pop rbp",
                    "pop rbx",
                    "mov rsi, rdi",
                    "pop rdi",
                    memory_kernels!(@less_p "sub" $os),
                    concat!("mov rax, [rsi + ", $end, "]"),
                    "sbb rax, 0",
                    memory_kernels!(@select $os),
                    "ret",
                )
            }
        }
    };
    (@less_p $op:literal []) => { "" };
    (@less_p $op:literal [$o:literal $($os:literal)*]) => {
        concat!(
            "mov rax, [rsi + ", $o, "]\n",
            $op, " rax, [rcx + ", $o, "]\n",
            "mov [rdi + ", $o, "], rax\n",
            memory_kernels!(@less_p "sbb" [$($os)*])
        )
    };
    (@select []) => { "" };
    (@select [$o:literal $($os:literal)*]) => {
        concat!(
            "mov rax, [rdi + ", $o, "]\n",
            "cmovc rax, [rsi + ", $o, "]\n",
            "mov [rdi + ", $o, "], rax\n",
            memory_kernels!(@select [$($os)*])
        )
    };
    // The high half of a row's last product and both carries.
    (@carries $end:literal $beyond:literal) => {
        concat!(
            "mov eax, 0\n",
            "adcx r10, [rdi + ", $end, "]\n",
            "adox r10, rax\n",
            "mov [rdi + ", $end, "], r10\n",
            "mov r9, [rdi + ", $beyond, "]\n",
            "adcx r9, rax\n",
            "adox r9, rax\n",
            "mov [rdi + ", $beyond, "], r9\n",
        )
    };
}

memory_kernels!(nine, [0 8 16 24 32 40 48 56 64], 72, 80);
memory_kernels!(ten, [0 8 16 24 32 40 48 56 64 72], 80, 88);
memory_kernels!(eleven, [0 8 16 24 32 40 48 56 64 72 80], 88, 96);
memory_kernels!(twelve, [0 8 16 24 32 40 48 56 64 72 80 88], 96, 104);
