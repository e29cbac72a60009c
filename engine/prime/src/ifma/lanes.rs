//! Eight elements of F_p2 = F_p\[i\]/(i^2 + 1), one a lane, and the one operation that everything else is
//! made of: sums of products of permuted lanes ([`dot`]).

use super::radix::Radix52;
use super::vector::{self, Vector, Wide, each};
use core::arch::x86_64::*;
use core::mem::MaybeUninit;

/// Eight elements of F_p2, loose: real parts, imaginary parts.
#[derive(Clone, Copy, Debug)]
pub struct Lanes<const L: usize>(pub [Vector<L>; 2]);

/// Eight elements of F_p2 as Karatsuba's multiplication takes them, in digits: real parts, imaginary parts,
/// their sums.
#[derive(Clone, Copy, Debug)]
pub struct Operand<const L: usize>(pub [Vector<L>; 3]);

/// An [`Operand`] as constant data: for each part, for each digit, the lanes.
pub type Table<const L: usize> = [[[u64; 8]; L]; 3];

impl<const L: usize> Operand<L> {
    /// Digits that are constant data.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn load(table: &Table<L>) -> Self {
        let mut out = [[_mm512_setzero_si512(); L]; 3];
        each!(part < 3, { each!(i < L, { out[part][i] = indices(&table[part][i]) }) });
        Operand(out)
    }
}

/// Eight lane numbers: where each lane of a result comes from.
pub type Order = [u64; 8];

/// One term of a [`dot`]: lane k is lane `left[k]` of the left operand times lane `right[k]` of the right
/// one. Lanes 8 to 15 are those of an operand's second half.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Term {
    /// Lanes of the left operand.
    pub left: Order,
    /// Lanes of the right operand.
    pub right: Order,
}

/// A set of lanes: bit k is lane k.
pub type Set = u8;

/// Lane numbers as the permuting instructions take them.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn indices(order: &Order) -> __m512i {
    // SAFETY: an `Order` has the 64 bytes that are read.
    unsafe { _mm512_loadu_si512(order.as_ptr().cast()) }
}

impl<const L: usize> Lanes<L> {
    /// 0 in every lane.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn zero() -> Self {
        Lanes([[_mm512_setzero_si512(); L]; 2])
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    fn map(&self, f: impl Fn(__m512i) -> __m512i) -> Self {
        let mut out = *self;
        each!(part < 2, { each!(i < L, { out.0[part][i] = f(out.0[part][i]) }) });
        out
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    fn zip(&self, other: &Self, f: impl Fn(__m512i, __m512i) -> __m512i) -> Self {
        let mut out = *self;
        each!(part < 2, { each!(i < L, { out.0[part][i] = f(out.0[part][i], other.0[part][i]) }) });
        out
    }

    /// a + b.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn add(&self, other: &Self) -> Self {
        self.zip(other, |a, b| _mm512_add_epi64(a, b))
    }

    /// a - b.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn sub(&self, other: &Self) -> Self {
        self.zip(other, |a, b| _mm512_sub_epi64(a, b))
    }

    /// a + b in the lanes of `set`, a in the others.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn add_in(&self, set: Set, other: &Self) -> Self {
        self.zip(other, |a, b| _mm512_mask_add_epi64(a, set, a, b))
    }

    /// a - b in the lanes of `set`, a in the others.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn sub_in(&self, set: Set, other: &Self) -> Self {
        self.zip(other, |a, b| _mm512_mask_sub_epi64(a, set, a, b))
    }

    /// b in the lanes of `set`, a in the others.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn replaced_in(&self, set: Set, other: &Self) -> Self {
        self.zip(other, |a, b| _mm512_mask_blend_epi64(set, a, b))
    }

    /// 2^s a, with its own s for every lane.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn shifted(&self, s: &Order) -> Self {
        let count = indices(s);
        self.map(|a| _mm512_sllv_epi64(a, count))
    }

    /// 2 a.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn doubled(&self) -> Self {
        self.add(self)
    }

    /// The conjugate a^p.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn conjugate(&self) -> Self {
        let mut out = *self;
        each!(i < L, { out.0[1][i] = _mm512_sub_epi64(_mm512_setzero_si512(), out.0[1][i]) });
        out
    }

    /// Lane k of the result is lane `order[k]`.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn permuted(&self, order: &Order) -> Self {
        let order = indices(order);
        self.map(|a| _mm512_permutexvar_epi64(order, a))
    }

    /// xi a.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn times_xi<F: Radix52<L>>(&self) -> Self {
        let mut out = *self;
        each!(i < L, {
            let (re, im) = (self.0[0][i], self.0[1][i]);
            out.0[0][i] = _mm512_sub_epi64(small_multiple(re, F::XI), im);
            out.0[1][i] = _mm512_add_epi64(small_multiple(im, F::XI), re);
        });
        out
    }

    /// a + K p from 0 to 1.001 p in both parts.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn folded<F: Radix52<L>, const K: u64>(&self) -> Self {
        Lanes([vector::folded::<F, L, K>(&self.0[0]), vector::folded::<F, L, K>(&self.0[1])])
    }

    /// [`folded`](Self::folded) where the field is tight; otherwise a, as it may be loose.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn settled<F: Radix52<L>, const K: u64>(&self) -> Self {
        if F::TIGHT { self.folded::<F, K>() } else { *self }
    }

    /// a + K p in the lanes of `set`, a in the others.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn offset_in<F: Radix52<L>, const K: u64>(&self, set: Set) -> Self {
        let shifted = Lanes(self.0.map(|part| vector::offset::<F, L, K>(&part)));
        self.replaced_in(set, &shifted)
    }

    /// -a in the lanes of `set`, a in the others.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn negated_in(&self, set: Set) -> Self {
        self.map(|a| _mm512_mask_sub_epi64(a, set, _mm512_setzero_si512(), a))
    }

    /// Digits of a + K p, which must not be negative.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    pub fn operand<F: Radix52<L>, const K: u64>(&self) -> Operand<L> {
        let re = vector::offset::<F, L, K>(&self.0[0]);
        let im = vector::offset::<F, L, K>(&self.0[1]);
        Operand([vector::carried(&re), vector::carried(&im), vector::carried(&vector::add(&re, &im))])
    }
}

/// `factor` times `a`, for the small factors that xi has.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn small_multiple(a: __m512i, factor: u32) -> __m512i {
    let shifted = _mm512_slli_epi64::<3>(a);
    match factor {
        1 => a,
        2 => _mm512_add_epi64(a, a),
        5 => _mm512_add_epi64(_mm512_slli_epi64::<2>(a), a),
        9 => _mm512_add_epi64(shifted, a),
        _ => unreachable!("no tower has such a xi"),
    }
}

/// The same reference, from which the compiler loads afresh instead of holding what it loaded before in
/// registers that the accumulators need.
#[inline(always)]
fn reloaded<T>(reference: &T) -> &T {
    let mut at: *const T = reference;
    // SAFETY: no instruction is executed and the register keeps its value, so the pointer stays that of the
    // reference.
    unsafe {
        core::arch::asm!("/* {0} */", inout(reg) at, options(readonly, nostack, preserves_flags));
        &*at
    }
}

/// The three sums of products of Karatsuba's multiplication: T0 = sum a0 b0, T1 = sum a1 b1, T2 = sum (a0 +
/// a1)(b0 + b1).
type Sums<const L: usize> = [Wide<L>; 3];

/// (T0 - T1) + (T2 - T0 - T1) i, reduced.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
fn recombined<F: Radix52<L>, const L: usize>(sums: &Sums<L>) -> Lanes<L> {
    let [mut re, high, mut im] = *sums;
    each!(half < 2, {
        each!(i < L, {
            im[half][i] = _mm512_sub_epi64(im[half][i], _mm512_add_epi64(re[half][i], high[half][i]));
            re[half][i] = _mm512_sub_epi64(re[half][i], high[half][i]);
        });
    });
    Lanes(vector::reduce_pair::<F, L>(re, im))
}

/// a b in every lane: 6 L^2 IFMA instructions for the products and 4 L^2 for the reductions.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn mul<F: Radix52<L>, const L: usize>(a: &Operand<L>, b: &Operand<L>) -> Lanes<L> {
    let mut sums = MaybeUninit::<Sums<L>>::uninit();
    for part in 0..3 {
        let mut product = [[_mm512_setzero_si512(); L]; 2];
        vector::multiply_add(&mut product, &a.0[part], &b.0[part]);
        // SAFETY: `part` is below the length of the array.
        unsafe { sums.as_mut_ptr().cast::<Wide<L>>().add(part).write(product) };
    }
    // SAFETY: all three parts have been written.
    recombined::<F, L>(unsafe { sums.assume_init_ref() })
}

/// Lane k is the sum over the terms of left\[term.left\[k\]\] right\[term.right\[k\]\], with one reduction
/// for the sum.
///
/// Lanes 0 to 7 of each operand are its first half, 8 to 15 its second.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline(never)]
pub fn dot<F: Radix52<L>, const L: usize>(
    left: [&Operand<L>; 2],
    right: [&Operand<L>; 2],
    terms: &[Term],
) -> Lanes<L> {
    let mut sums = MaybeUninit::<Sums<L>>::uninit();
    for part in 0..3 {
        let mut sum = [[_mm512_setzero_si512(); L]; 2];
        for term in terms {
            let (from, to) = (indices(&term.left), indices(&term.right));
            let (left0, left1) = (&reloaded(left[0]).0[part], &reloaded(left[1]).0[part]);
            let (right0, right1) = (&reloaded(right[0]).0[part], &reloaded(right[1]).0[part]);
            let (mut a, mut b) = (*left0, *right0);
            each!(i < L, {
                a[i] = _mm512_permutex2var_epi64(a[i], from, left1[i]);
                b[i] = _mm512_permutex2var_epi64(b[i], to, right1[i]);
            });
            vector::multiply_add(&mut sum, &a, &b);
        }
        // SAFETY: `part` is below the length of the array.
        unsafe { sums.as_mut_ptr().cast::<Wide<L>>().add(part).write(sum) };
    }
    // SAFETY: all three parts have been written.
    recombined::<F, L>(unsafe { sums.assume_init_ref() })
}
