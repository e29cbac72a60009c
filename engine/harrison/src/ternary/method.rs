//! The three ways of building up multiplication (sections 3.2 and 4.2), over limbs of any representation.

use super::Limb;
use super::polynomial::{add_assign, coefficient, multiply_by_x, reduce, sub_assign};
use core::fmt::Debug;

/// A way to multiply, square and cube modulo x^N + x^K + 2. Operands and results have degree less than N.
pub trait Method: Copy + Debug + Eq {
    /// a b.
    fn mul<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W], b: &[L; W]) -> [L; W];

    /// a^2.
    fn square<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W]) -> [L; W];

    /// a^3: each limb thinned out, and the whole reduced.
    #[inline(always)]
    fn cube<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W]) -> [L; W] {
        thin_out_and_reduce::<L, W, N, K>(a, L::cube)
    }
}

/// School-book multiplication of limbs, then reduction (-N).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Schoolbook;

/// Karatsuba multiplication down to [`Limb::KARATSUBA_FLOOR`] limbs, then reduction (-K).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Karatsuba;

/// One coefficient of the multiplier after the other, the multiplicand times x modulo f in step (-BS).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BitSerial;

impl Method for Schoolbook {
    #[inline]
    fn mul<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W], b: &[L; W]) -> [L; W] {
        let used = N.div_ceil(L::LEN);
        let mut product = [[L::ZERO; W]; 2];
        schoolbook(&mut product.as_flattened_mut()[..2 * used], &a[..used], &b[..used]);
        reduced::<L, W, N, K, 2>(product)
    }

    #[inline]
    fn square<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W]) -> [L; W] {
        let used = N.div_ceil(L::LEN);
        let mut product = [[L::ZERO; W]; 2];
        schoolbook_square(&mut product.as_flattened_mut()[..2 * used], &a[..used]);
        reduced::<L, W, N, K, 2>(product)
    }
}

impl Method for Karatsuba {
    #[inline]
    fn mul<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W], b: &[L; W]) -> [L; W] {
        let used = N.div_ceil(L::LEN);
        let (mut product, mut scratch) = ([[L::ZERO; W]; 2], [[L::ZERO; W]; SCRATCH]);
        let product_limbs = &mut product.as_flattened_mut()[..2 * used];
        karatsuba(product_limbs, &a[..used], &b[..used], scratch.as_flattened_mut());
        reduced::<L, W, N, K, 2>(product)
    }

    #[inline]
    fn square<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W]) -> [L; W] {
        let used = N.div_ceil(L::LEN);
        let (mut product, mut scratch) = ([[L::ZERO; W]; 2], [[L::ZERO; W]; SCRATCH]);
        let product_limbs = &mut product.as_flattened_mut()[..2 * used];
        karatsuba_square(product_limbs, &a[..used], scratch.as_flattened_mut());
        reduced::<L, W, N, K, 2>(product)
    }
}

impl Method for BitSerial {
    #[inline]
    fn mul<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W], b: &[L; W]) -> [L; W] {
        serial::<L, W, N, K, 1>(a, *b)
    }

    #[inline]
    fn square<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W]) -> [L; W] {
        serial::<L, W, N, K, 1>(a, *a)
    }

    /// a(x^3), the analogue of the multiplication: only as fast as that.
    #[inline]
    fn cube<L: Limb, const W: usize, const N: usize, const K: usize>(a: &[L; W]) -> [L; W] {
        let mut one = [L::ZERO; W];
        one[0] = L::term(1, 0);
        serial::<L, W, N, K, 3>(a, one)
    }
}

/// The sum of `coefficient i of a` x^(STEP i) b.
#[inline(always)]
fn serial<L: Limb, const W: usize, const N: usize, const K: usize, const STEP: usize>(
    a: &[L; W],
    mut b: [L; W],
) -> [L; W] {
    let mut sum = [L::ZERO; W];
    for i in 0..N {
        match coefficient(a, i) {
            1 => add_assign(&mut sum, &b),
            2 => sub_assign(&mut sum, &b),
            _ => {}
        }
        for _ in 0..STEP {
            multiply_by_x(&mut b);
            let top = coefficient(&b, N);
            // x^N = 1 - x^K.
            for (at, digit) in [(N, 3 - top), (0, top), (K, 3 - top)] {
                let limb = &mut b[at / L::LEN];
                *limb = limb.add(L::term(digit % 3, at % L::LEN));
            }
        }
    }
    sum
}

/// Thins out each limb with `cube`, and reduces.
#[inline(always)]
pub(super) fn thin_out_and_reduce<L: Limb, const W: usize, const N: usize, const K: usize>(
    a: &[L; W],
    cube: impl Fn(L) -> [L; 3],
) -> [L; W] {
    let mut thin = [[L::ZERO; W]; 3];
    for (limbs, limb) in thin.as_flattened_mut().chunks_exact_mut(3).zip(a) {
        limbs.copy_from_slice(&cube(*limb));
    }
    reduced::<L, W, N, K, 3>(thin)
}

#[inline(always)]
fn reduced<L: Limb, const W: usize, const N: usize, const K: usize, const PARTS: usize>(
    mut wide: [[L; W]; PARTS],
) -> [L; W] {
    reduce::<L, N, K>(wide.as_flattened_mut());
    wide[0]
}

/// `out` = a b; `out` is zero before, and twice as long as a and b.
#[inline(always)]
fn schoolbook<L: Limb>(out: &mut [L], a: &[L], b: &[L]) {
    for (i, x) in a.iter().enumerate() {
        for (j, y) in b.iter().enumerate() {
            add_product(out, i + j, x.mul(*y));
        }
    }
}

/// `out` = a^2; `out` is zero before. Products of different limbs come twice, and 2 = -1.
#[inline(always)]
fn schoolbook_square<L: Limb>(out: &mut [L], a: &[L]) {
    for (i, x) in a.iter().enumerate() {
        for (j, y) in a.iter().enumerate().skip(i + 1) {
            add_product(out, i + j, x.mul(*y));
        }
    }
    for (i, x) in a.iter().enumerate() {
        out[2 * i] = out[2 * i].neg();
        out[2 * i + 1] = out[2 * i + 1].neg();
        add_product(out, 2 * i, x.mul(*x));
    }
}

#[inline(always)]
fn add_product<L: Limb>(out: &mut [L], at: usize, (low, high): (L, L)) {
    out[at] = out[at].add(low);
    if L::LEN > 1 {
        out[at + 1] = out[at + 1].add(high);
    }
}

/// Scratch for the recursion, in multiples of the operands' length: 4 ceil(n/2) limbs a level are at most 8 n in all.
const SCRATCH: usize = 8;

/// `out` = a b; `out` is zero before, and twice as long as a and b.
fn karatsuba<L: Limb>(out: &mut [L], a: &[L], b: &[L], scratch: &mut [L]) {
    let n = a.len();
    if n <= L::KARATSUBA_FLOOR {
        return schoolbook(out, a, b);
    }
    let half = n.div_ceil(2);
    karatsuba(&mut out[..2 * half], &a[..half], &b[..half], scratch);
    karatsuba(&mut out[2 * half..], &a[half..], &b[half..], scratch);
    let (middle, rest) = scratch.split_at_mut(2 * half);
    let (a_sum, rest) = rest.split_at_mut(half);
    let (b_sum, rest) = rest.split_at_mut(half);
    fill_sum(a_sum, a);
    fill_sum(b_sum, b);
    middle.fill(L::ZERO);
    karatsuba(middle, a_sum, b_sum, rest);
    join(out, middle, half);
}

/// `out` = a^2; `out` is zero before.
fn karatsuba_square<L: Limb>(out: &mut [L], a: &[L], scratch: &mut [L]) {
    let n = a.len();
    if n <= L::KARATSUBA_FLOOR {
        return schoolbook_square(out, a);
    }
    let half = n.div_ceil(2);
    karatsuba_square(&mut out[..2 * half], &a[..half], scratch);
    karatsuba_square(&mut out[2 * half..], &a[half..], scratch);
    let (middle, rest) = scratch.split_at_mut(2 * half);
    let (a_sum, rest) = rest.split_at_mut(half);
    fill_sum(a_sum, a);
    middle.fill(L::ZERO);
    karatsuba_square(middle, a_sum, rest);
    join(out, middle, half);
}

/// `sum` = the lower half of a (as long as `sum`) plus the upper one.
#[inline(always)]
fn fill_sum<L: Limb>(sum: &mut [L], a: &[L]) {
    let (low, high) = a.split_at(sum.len());
    sum.copy_from_slice(low);
    add_assign(sum, high);
}

/// Puts the middle product in its place: `out` += x^half (middle - low product - high product).
#[inline(always)]
fn join<L: Limb>(out: &mut [L], middle: &mut [L], half: usize) {
    sub_assign(middle, &out[..2 * half]);
    sub_assign(middle, &out[2 * half..]);
    add_assign(&mut out[half..], middle);
}
