//! Products, reductions and differences on 64-bit Arm. A row, words times a word, is two chains of additions with carry, one of
//! low halves and one of high halves: compilers keep each carry in a register instead. Of differences they do so, too.

use crate::wide::Wide;

/// Whether there are rows of N words.
pub const fn exist(n: usize) -> bool {
    matches!(n, 4 | 5 | 6 | 8)
}

/// t = t + x or t = t + a, or another operation in place of the addition.
macro_rules! chained {
    ($add:literal $t:ident) => {
        concat!($add, " {", stringify!($t), "}, {", stringify!($t), "}, {x}")
    };
    ($add:literal $t:ident $a:ident) => {
        concat!($add, " {", stringify!($t), "}, {", stringify!($t), "}, {", stringify!($a), "}")
    };
}

/// x = a b, one half of it.
macro_rules! product {
    ($half:literal $a:ident) => {
        concat!($half, " {x}, {", stringify!($a), "}, {b}")
    };
}

/// A function for each size. The low halves of products by the words `a` go to the words `t` beside them in the first list, the
/// high ones to those beside them in the second, and the last of these above all words.
macro_rules! sizes {
    ($function:ident) => {
        $function!(four, 4, [t0 a0, t1 a1 1, t2 a2 2, t3 a3 3], [t1 a0, t2 a1, t3 a2], a3);
        $function!(
            five, 5, [t0 a0, t1 a1 1, t2 a2 2, t3 a3 3, t4 a4 4], [t1 a0, t2 a1, t3 a2, t4 a3], a4
        );
        $function!(
            six, 6,
            [t0 a0, t1 a1 1, t2 a2 2, t3 a3 3, t4 a4 4, t5 a5 5],
            [t1 a0, t2 a1, t3 a2, t4 a3, t5 a4], a5
        );
        $function!(
            eight, 8,
            [t0 a0, t1 a1 1, t2 a2 2, t3 a3 3, t4 a4 4, t5 a5 5, t6 a6 6, t7 a7 7],
            [t1 a0, t2 a1, t3 a2, t4 a3, t5 a4, t6 a5, t7 a6], a7
        );
    };
}

/// t becomes the lower words of t + a b; the word above.
mod add_row {
    use core::arch::asm;

    macro_rules! row {
        (
            $name:ident, $n:literal,
            [$t0:ident $a0:ident, $($t:ident $a:ident $i:literal),*],
            [$u0:ident $b0:ident, $($u:ident $b:ident),*], $last:ident
        ) => {
            #[inline(always)]
            pub fn $name(t: &mut [u64; $n], a: &[u64; $n], b: u64) -> u64 {
                let above;
                // SAFETY: additions and multiplications in registers.
                unsafe {
                    asm!(
                        product!("mul" $a0),
                        chained!("adds" $t0),
                        $(product!("mul" $a), chained!("adcs" $t),)*
                        "adc {above}, xzr, xzr",
                        product!("umulh" $b0),
                        chained!("adds" $u0),
                        $(product!("umulh" $b), chained!("adcs" $u),)*
                        product!("umulh" $last),
                        "adc {above}, {above}, {x}",
                        $t0 = inout(reg) t[0],
                        $a0 = in(reg) a[0],
                        $($t = inout(reg) t[$i], $a = in(reg) a[$i],)*
                        b = in(reg) b,
                        x = out(reg) _,
                        above = out(reg) above,
                        options(pure, nomem, nostack),
                    );
                }
                above
            }
        };
    }
    sizes!(row);
}

/// t becomes the lower words of a b; the word above.
mod first_row {
    use core::arch::asm;

    macro_rules! row {
        (
            $name:ident, $n:literal,
            [$t0:ident $a0:ident, $($t:ident $a:ident $i:literal),*],
            [$u0:ident $b0:ident, $($u:ident $b:ident),*], $last:ident
        ) => {
            #[inline(always)]
            pub fn $name(t: &mut [u64; $n], a: &[u64; $n], b: u64) -> u64 {
                let above;
                // SAFETY: additions and multiplications in registers.
                unsafe {
                    asm!(
                        concat!("mul {", stringify!($t0), "}, {", stringify!($a0), "}, {b}"),
                        $(concat!("mul {", stringify!($t), "}, {", stringify!($a), "}, {b}"),)*
                        product!("umulh" $b0),
                        chained!("adds" $u0),
                        $(product!("umulh" $b), chained!("adcs" $u),)*
                        product!("umulh" $last),
                        "adc {above}, {x}, xzr",
                        $t0 = out(reg) t[0],
                        $a0 = in(reg) a[0],
                        $($t = out(reg) t[$i], $a = in(reg) a[$i],)*
                        b = in(reg) b,
                        x = out(reg) _,
                        above = out(reg) above,
                        options(pure, nomem, nostack),
                    );
                }
                above
            }
        };
    }
    sizes!(row);
}

/// (above, t) becomes itself + a b for the b that clears the lowest word, which is left as it was; the carry out is returned.
mod cancel_row {
    use core::arch::asm;

    macro_rules! row {
        (
            $name:ident, $n:literal,
            [$t0:ident $a0:ident, $($t:ident $a:ident $i:literal),*],
            [$u0:ident $b0:ident, $($u:ident $b:ident),*], $last:ident
        ) => {
            #[inline(always)]
            pub fn $name(t: &mut [u64; $n], a: &[u64; $n], b: u64, above: &mut u64) -> u64 {
                let over;
                // SAFETY: as for `add_row`.
                unsafe {
                    asm!(
                        // The sum in the lowest word is 0, with a carry unless that was 0 before.
                        concat!("subs xzr, {", stringify!($t0), "}, #1"),
                        $(product!("mul" $a), chained!("adcs" $t),)*
                        "adcs {above}, {above}, xzr",
                        "adc {over}, xzr, xzr",
                        product!("umulh" $b0),
                        chained!("adds" $u0),
                        $(product!("umulh" $b), chained!("adcs" $u),)*
                        product!("umulh" $last),
                        "adcs {above}, {above}, {x}",
                        "adc {over}, {over}, xzr",
                        $t0 = in(reg) t[0],
                        $a0 = in(reg) a[0],
                        $($t = inout(reg) t[$i], $a = in(reg) a[$i],)*
                        b = in(reg) b,
                        x = out(reg) _,
                        above = inout(reg) *above,
                        over = out(reg) over,
                        options(pure, nomem, nostack),
                    );
                }
                over
            }
        };
    }
    sizes!(row);
}

/// t becomes t - a - borrow; the borrow out is returned.
mod difference {
    use core::arch::asm;

    macro_rules! words {
        (
            $name:ident, $n:literal,
            [$t0:ident $a0:ident, $($t:ident $a:ident $i:literal),*], $high:tt, $last:ident
        ) => {
            #[inline(always)]
            pub fn $name(t: &mut [u64; $n], a: &[u64; $n], mut borrow: u64) -> u64 {
                // SAFETY: subtractions in registers.
                unsafe {
                    asm!(
                        "cmp xzr, {borrow}",
                        chained!("sbcs" $t0 $a0),
                        $(chained!("sbcs" $t $a),)*
                        "cset {borrow}, lo",
                        $t0 = inout(reg) t[0],
                        $a0 = in(reg) a[0],
                        $($t = inout(reg) t[$i], $a = in(reg) a[$i],)*
                        borrow = inout(reg) borrow,
                        options(pure, nomem, nostack),
                    );
                }
                borrow
            }
        };
    }
    sizes!(words);
}

/// t becomes t - a where (carry, t) is not below a.
mod once {
    use core::arch::asm;

    macro_rules! words {
        (
            $name:ident, $n:literal,
            [$t0:ident $a0:ident, $($t:ident $a:ident $i:literal),*], $high:tt, $last:ident
        ) => {
            #[inline(always)]
            pub fn $name(t: &mut [u64; $n], a: &[u64; $n], carry: u64) {
                // SAFETY: subtractions and selections in registers.
                unsafe {
                    asm!(
                        less!("subs" $a0 $t0),
                        $(less!("sbcs" $a $t),)*
                        "sbcs xzr, {carry}, xzr",
                        chosen!($t0 $a0),
                        $(chosen!($t $a),)*
                        $t0 = inout(reg) t[0],
                        $a0 = inout(reg) a[0] => _,
                        $($t = inout(reg) t[$i], $a = inout(reg) a[$i] => _,)*
                        carry = in(reg) carry,
                        options(pure, nomem, nostack),
                    );
                }
            }
        };
    }
    /// a = t - a.
    macro_rules! less {
        ($sub:literal $a:ident $t:ident) => {
            concat!($sub, " {", stringify!($a), "}, {", stringify!($t), "}, {", stringify!($a), "}")
        };
    }
    /// t = a where there is nothing borrowed.
    macro_rules! chosen {
        ($t:ident $a:ident) => {
            concat!("csel {", stringify!($t), "}, {", stringify!($a), "}, {", stringify!($t), "}, hs")
        };
    }
    sizes!(words);
}

/// Calls the function of a module for N words.
macro_rules! of_size {
    ($n:expr, $module:ident($t:expr, $a:expr $(, $more:expr)*)) => {
        match $n {
            4 => of_size!(@ four $module($t, $a $(, $more)*)),
            5 => of_size!(@ five $module($t, $a $(, $more)*)),
            6 => of_size!(@ six $module($t, $a $(, $more)*)),
            _ => of_size!(@ eight $module($t, $a $(, $more)*)),
        }
    };
    (@ $name:ident $module:ident($t:expr, $a:expr $(, $more:expr)*)) => {
        match ((&mut $t[..]).try_into(), (&$a[..]).try_into()) {
            (Ok(t), Ok(a)) => $module::$name(t, a $(, $more)*),
            _ => unreachable!("arrays of N words"),
        }
    };
}

/// a b: its lower N words, the word above.
#[inline(always)]
fn first_row<const N: usize>(a: &[u64; N], b: u64) -> ([u64; N], u64) {
    let mut t = [0; N];
    let above = of_size!(N, first_row(t, a, b));
    (t, above)
}

/// t + a b: its lower N words become t; the word above.
#[inline(always)]
fn add_row<const N: usize>(t: &mut [u64; N], a: &[u64; N], b: u64) -> u64 {
    of_size!(N, add_row(t, a, b))
}

/// a - b - borrow, and the borrow out: as `limbs::sub_with`.
#[inline(always)]
pub fn sub_with<const N: usize>(a: &[u64; N], b: &[u64; N], borrow: u64) -> ([u64; N], u64) {
    let mut t = *a;
    let borrow = of_size!(N, difference(t, b, borrow));
    (t, borrow)
}

/// (carry, a) reduced once by p: as `limbs::reduce_once`.
#[inline(always)]
pub fn less_p<const N: usize>(a: &[u64; N], carry: u64, p: &[u64; N]) -> [u64; N] {
    let mut t = *a;
    of_size!(N, once(t, p, carry));
    t
}

/// The same reference, of which the compiler no longer knows where it points.
#[inline(always)]
#[expect(clippy::pointers_in_nomem_asm_block, reason = "it is not read there")]
pub fn opaque<const N: usize>(p: &[u64; N]) -> &[u64; N] {
    let mut p = core::ptr::from_ref(p);
    // SAFETY: nothing is done, and what comes out is what went in.
    unsafe {
        core::arch::asm!("/* {p} */", p = inout(reg) p, options(pure, nomem, nostack, preserves_flags));
        &*p
    }
}

/// t without its lowest word, and with another above.
#[inline(always)]
fn shifted<const N: usize>(t: &[u64; N], above: u64) -> [u64; N] {
    core::array::from_fn(|i| if i + 1 < N { t[i + 1] } else { above })
}

/// (t + m p) / 2^64 with the m for which that is an integer, and the carry out of it; `above`: the word above t.
#[inline(always)]
fn reduced<const N: usize>(
    mut t: [u64; N],
    mut above: u64,
    p: &[u64; N],
    neg_inverse: u64,
) -> ([u64; N], u64) {
    let m = t[0].wrapping_mul(neg_inverse);
    let over = of_size!(N, cancel_row(t, p, m, &mut above));
    (shifted(&t, above), over)
}

/// The sum of a_k b_k / R mod p, below 3 p, with the word above: as `limbs::montgomery_sum` before its last subtractions.
#[inline(always)]
fn sum<const N: usize>(factors: &[[&[u64; N]; 2]], p: &[u64; N], neg_inverse: u64) -> ([u64; N], u64) {
    let (mut t, mut top) = ([0; N], 0_u64);
    for i in 0..N {
        let mut beyond = 0;
        for (k, [a, b]) in factors.iter().enumerate() {
            if i == 0 && k == 0 {
                (t, top) = first_row(b, a[0]);
                continue;
            }
            let (above, over) = top.overflowing_add(add_row(&mut t, b, a[i]));
            top = above;
            beyond += u64::from(over);
        }
        let over;
        (t, over) = reduced(t, top, p, neg_inverse);
        top = beyond + over;
    }
    (t, top)
}

/// As `limbs::montgomery_mul`.
#[inline(always)]
pub fn montgomery_mul<const N: usize>(
    a: &[u64; N],
    b: &[u64; N],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    if N > 4 {
        // Beside the words of t, those of a and p do not fit in registers together.
        let Wide { low, high } = mul_wide(a, b);
        return montgomery_reduce(&low, &high, p, neg_inverse);
    }
    let (t, top) = sum(&[[b, a]], p, neg_inverse);
    less_p(&t, top, p)
}

/// As `limbs::montgomery_sum`.
#[inline(always)]
pub fn montgomery_sum<const N: usize>(
    factors: &[[&[u64; N]; 2]],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    let (t, top) = sum(factors, p, neg_inverse);
    less_p(&less_p(&t, top, p), 0, p)
}

/// As `limbs::mul_wide`.
#[inline(always)]
pub fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> Wide<N> {
    let (mut t, mut above) = first_row(a, b[0]);
    let mut low = [t[0]; N];
    for i in 1..N {
        t = shifted(&t, above);
        above = add_row(&mut t, a, b[i]);
        low[i] = t[0];
    }
    Wide { low, high: shifted(&t, above) }
}

/// As `limbs::montgomery_reduce`.
#[inline(always)]
pub fn montgomery_reduce<const N: usize>(
    low: &[u64; N],
    high: &[u64; N],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    let (mut t, mut top) = (*low, 0);
    for word in high {
        let (above, carry) = word.overflowing_add(top);
        let over;
        (t, over) = reduced(t, above, p, neg_inverse);
        top = u64::from(carry) + over;
    }
    less_p(&t, top, p)
}
