//! Products on 64-bit Arm. A row, words times a word, is two chains of additions with carry, one of low halves and one of
//! high halves: compilers keep each carry in a register instead.

use crate::limbs;
use core::arch::asm;

/// Whether there are rows of N words.
pub const fn exist(n: usize) -> bool {
    matches!(n, 4 | 5 | 6 | 8)
}

/// Rows of so many words. The low halves of products go to the words in the first list, the high ones to those in the second, and
/// the last of these above all words.
macro_rules! row {
    (
        $name:ident, $n:literal,
        [$t0:ident $a0:ident, $($t:ident $a:ident $i:literal),*],
        [$u0:ident $b0:ident, $($u:ident $b:ident),*], $last:ident
    ) => {
        #[inline(always)]
        fn $name(t: &mut [u64; $n], a: &[u64; $n], b: u64) -> u64 {
            let above;
            // SAFETY: additions and multiplications in registers.
            unsafe {
                asm!(
                    concat!("mul {x}, {", stringify!($a0), "}, {b}"),
                    concat!("adds {", stringify!($t0), "}, {", stringify!($t0), "}, {x}"),
                    $(
                        concat!("mul {x}, {", stringify!($a), "}, {b}"),
                        concat!("adcs {", stringify!($t), "}, {", stringify!($t), "}, {x}"),
                    )*
                    "adc {above}, xzr, xzr",
                    concat!("umulh {x}, {", stringify!($b0), "}, {b}"),
                    concat!("adds {", stringify!($u0), "}, {", stringify!($u0), "}, {x}"),
                    $(
                        concat!("umulh {x}, {", stringify!($b), "}, {b}"),
                        concat!("adcs {", stringify!($u), "}, {", stringify!($u), "}, {x}"),
                    )*
                    concat!("umulh {x}, {", stringify!($last), "}, {b}"),
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

row!(four, 4, [t0 a0, t1 a1 1, t2 a2 2, t3 a3 3], [t1 a0, t2 a1, t3 a2], a3);
row!(five, 5, [t0 a0, t1 a1 1, t2 a2 2, t3 a3 3, t4 a4 4], [t1 a0, t2 a1, t3 a2, t4 a3], a4);
row!(six, 6, [t0 a0, t1 a1 1, t2 a2 2, t3 a3 3, t4 a4 4, t5 a5 5], [t1 a0, t2 a1, t3 a2, t4 a3, t5 a4], a5);
row!(
    eight, 8,
    [t0 a0, t1 a1 1, t2 a2 2, t3 a3 3, t4 a4 4, t5 a5 5, t6 a6 6, t7 a7 7],
    [t1 a0, t2 a1, t3 a2, t4 a3, t5 a4, t6 a5, t7 a6], a7
);

/// t + a b: its lower N words become t; the word above.
#[inline(always)]
fn add_row<const N: usize>(t: &mut [u64; N], a: &[u64; N], b: u64) -> u64 {
    macro_rules! by {
        ($row:ident) => {
            match ((&mut t[..]).try_into(), (&a[..]).try_into()) {
                (Ok(t), Ok(a)) => $row(t, a, b),
                _ => unreachable!("rows of N words"),
            }
        };
    }
    match N {
        4 => by!(four),
        5 => by!(five),
        6 => by!(six),
        _ => by!(eight),
    }
}

/// t without its lowest word, and with another above.
#[inline(always)]
fn shifted<const N: usize>(t: &[u64; N], above: u64) -> [u64; N] {
    core::array::from_fn(|i| if i + 1 < N { t[i + 1] } else { above })
}

/// (t + m p) / 2^64 with the m for which that is an integer, and the carry out of it; `above`: the word above t.
#[inline(always)]
fn reduced<const N: usize>(mut t: [u64; N], above: u64, p: &[u64; N], neg_inverse: u64) -> ([u64; N], u64) {
    let m = t[0].wrapping_mul(neg_inverse);
    let (high, over) = add_row(&mut t, p, m).overflowing_add(above);
    (shifted(&t, high), u64::from(over))
}

/// The sum of a_k b_k / R mod p, below 3 p, with the word above: as [`limbs::montgomery_sum`] before its last subtractions.
#[inline(always)]
fn sum<const N: usize>(factors: &[[&[u64; N]; 2]], p: &[u64; N], neg_inverse: u64) -> ([u64; N], u64) {
    let (mut t, mut top) = ([0; N], 0_u64);
    for i in 0..N {
        let mut beyond = 0;
        for [a, b] in factors {
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

/// As [`limbs::montgomery_mul`].
#[inline(always)]
pub fn montgomery_mul<const N: usize>(
    a: &[u64; N],
    b: &[u64; N],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    let (t, top) = sum(&[[b, a]], p, neg_inverse);
    limbs::reduce_once(&t, top, p)
}

/// As [`limbs::montgomery_sum`].
#[inline(always)]
pub fn montgomery_sum<const N: usize>(
    factors: &[[&[u64; N]; 2]],
    p: &[u64; N],
    neg_inverse: u64,
) -> [u64; N] {
    let (t, top) = sum(factors, p, neg_inverse);
    limbs::reduce_once(&limbs::reduce_once(&t, top, p), 0, p)
}

/// As [`limbs::mul_wide`].
#[inline(always)]
pub fn mul_wide<const N: usize>(a: &[u64; N], b: &[u64; N]) -> ([u64; N], [u64; N]) {
    let (mut low, mut t) = ([0; N], [0; N]);
    for i in 0..N {
        let above = add_row(&mut t, a, b[i]);
        low[i] = t[0];
        t = shifted(&t, above);
    }
    (low, t)
}

/// As [`limbs::montgomery_reduce`].
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
    limbs::reduce_once(&t, top, p)
}
