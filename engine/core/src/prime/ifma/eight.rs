//! Eight independent elements of F_p as one [`BaseField`], so that towers, Miller loops and final exponentiations run on
//! eight pairings at once.
//!
//! Every operation is a function of its own on operands in memory: a multiplication is long enough for that not to
//! matter, and the towers need no instructions of their own. A value is between -p / 100 and 2.02 p and its words are
//! near 52 bits (see [`vector::tidied`]), so that the top word alone tells how a sum compares with 2 p.

use super::convert;
use super::lanes::{self, Lanes, Operand};
use super::radix::Radix52;
use super::vector::{self, Vector, Wide, each};
use crate::prime::tower::Lift;
use crate::prime::{BaseField, Fp, PrimeParams};
use core::arch::x86_64::*;
use core::fmt;
use core::marker::PhantomData;
use core::mem::MaybeUninit;

/// Eight elements. Values exist only behind this module's entry points, which check the processor.
#[repr(C, align(64))]
pub struct Eight<F, const L: usize, const N: usize> {
    words: [[u64; 8]; L],
    field: PhantomData<F>,
}

/// Eight double-width values.
#[derive(Clone, Copy)]
#[repr(C, align(64))]
pub struct EightWide<const L: usize>([[[u64; 8]; L]; 2]);

impl<F, const L: usize, const N: usize> Clone for Eight<F, L, N> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<F, const L: usize, const N: usize> Copy for Eight<F, L, N> {}

impl<F, const L: usize, const N: usize> fmt::Debug for Eight<F, L, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.words.fmt(f)
    }
}

impl<F: Radix52<L> + PrimeParams<N>, const L: usize, const N: usize> Eight<F, L, N> {
    const fn every_lane(digits: &[u64; L]) -> Self {
        let mut words = [[0; 8]; L];
        let mut i = 0;
        while i < L {
            words[i] = [digits[i]; 8];
            i += 1;
        }
        Eight { words, field: PhantomData }
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    fn load(&self) -> Vector<L> {
        load(&self.words)
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    fn store(a: &Vector<L>) -> Self {
        Eight { words: store(a), field: PhantomData }
    }

    /// Digits of a value that may be slightly negative, or a sum of two.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    fn digits(&self) -> Vector<L> {
        vector::carried(&vector::offset::<F, L, 1>(&self.load()))
    }

    /// These elements, and zeros where there are fewer than eight.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub fn enter(elements: &[Fp<F, N>]) -> Self {
        let mut pairs = [[Fp::ZERO; 2]; 8];
        for (pair, element) in pairs.iter_mut().zip(elements) {
            pair[0] = *element;
        }
        Self::store(&convert::enter::<F, L, N>(&pairs).0[0])
    }

    /// The single elements.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    pub fn leave(&self) -> [Fp<F, N>; 8] {
        let zero = [_mm512_setzero_si512(); L];
        convert::leave::<F, L, N, 8>(&Lanes([self.load(), zero])).map(|pair| pair[0])
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn add_kernel(&self, other: &Self) -> Self {
        let sum = vector::add(&self.load(), &other.load());
        let twice_p = const { twice::<F, L>() };
        let large = _mm512_cmpgt_epi64_mask(sum[L - 1], vector::splat(twice_p[L - 1]));
        let mut out = sum;
        each!(i < L, { out[i] = _mm512_mask_sub_epi64(sum[i], large, sum[i], vector::splat(twice_p[i])) });
        Self::store(&vector::tidied(&out))
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn sub_kernel(&self, other: &Self) -> Self {
        let (a, b) = (self.load(), other.load());
        let twice_p = const { twice::<F, L>() };
        let mut out = a;
        each!(i < L, { out[i] = _mm512_sub_epi64(a[i], b[i]) });
        let negative = _mm512_movepi64_mask(out[L - 1]);
        each!(i < L, { out[i] = _mm512_mask_add_epi64(out[i], negative, out[i], vector::splat(twice_p[i])) });
        Self::store(&vector::tidied(&out))
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn half_kernel(&self) -> Self {
        let mut a = self.load();
        let one = vector::splat(1);
        let odd = _mm512_test_epi64_mask(a[0], one);
        each!(i < L, { a[i] = _mm512_mask_add_epi64(a[i], odd, a[i], vector::splat(F::P[i])) });
        let mut out = a;
        each!(i < L, { out[i] = _mm512_srai_epi64::<1>(a[i]) });
        each!(i < L - 1, {
            let carry = _mm512_slli_epi64::<51>(_mm512_and_si512(a[i + 1], one));
            out[i] = _mm512_add_epi64(out[i], carry);
        });
        Self::store(&vector::tidied(&out))
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn mul_kernel(&self, other: &Self) -> Self {
        let mut product = [[_mm512_setzero_si512(); L]; 2];
        vector::multiply_add(&mut product, &self.digits(), &other.digits());
        Self::store(&vector::reduce::<F, L>(product))
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn mul_wide_kernel(&self, other: &Self) -> EightWide<L> {
        let mut product = [[_mm512_setzero_si512(); L]; 2];
        vector::multiply_add(&mut product, &self.digits(), &other.digits());
        // Tidy words, so that sums of hundreds of products keep within 64 bits.
        let above = _mm512_srai_epi64::<52>(product[0][L - 1]);
        let mut low = vector::tidied(&product[0]);
        low[L - 1] = _mm512_sub_epi64(low[L - 1], _mm512_slli_epi64::<52>(above));
        let mut high = vector::tidied(&product[1]);
        high[0] = _mm512_add_epi64(high[0], above);
        EightWide([store(&low), store(&high)])
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    fn reduce_kernel(a: &EightWide<L>) -> Self {
        let reduced = vector::reduce::<F, L>([load(&a.0[0]), load(&a.0[1])]);
        Self::store(&if F::TIGHT { vector::folded::<F, L, 20>(&reduced) } else { reduced })
    }

    /// The digits of an element of F_p2 that Karatsuba's multiplication takes.
    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline]
    fn operand(a: &[Self; 2]) -> Operand<L> {
        Lanes([a[0].load(), a[1].load()]).operand::<F, 1>()
    }

    #[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
    #[inline(never)]
    fn dot2_kernel<const K: usize>(a: &[&[Self; 2]; K], b: &[&[Self; 2]; K]) -> [Self; 2] {
        let mut operands = MaybeUninit::<[[Operand<L>; 2]; K]>::uninit();
        let first = operands.as_mut_ptr().cast::<[Operand<L>; 2]>();
        for k in 0..K {
            // SAFETY: k is below the length of the array.
            unsafe { first.add(k).write([Self::operand(a[k]), Self::operand(b[k])]) };
        }
        // SAFETY: all have been written.
        let sum = lanes::sum_of_products::<F, L>(unsafe { operands.assume_init_ref() });
        sum.settled::<F, 4>().0.map(|part| Self::store(&part))
    }
}

/// 2 p.
const fn twice<F: Radix52<L>, const L: usize>() -> [u64; L] {
    use super::radix::{DIGIT, MASK};
    let mut out = [0; L];
    let mut carry = 0;
    let mut i = 0;
    while i < L {
        let word = 2 * F::P[i] + carry;
        out[i] = word & MASK;
        carry = word >> DIGIT;
        i += 1;
    }
    out
}

#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn load<const L: usize>(words: &[[u64; 8]; L]) -> Vector<L> {
    let mut out = [_mm512_setzero_si512(); L];
    // SAFETY: each of the words has the 64 bytes that are read.
    each!(i < L, { out[i] = unsafe { _mm512_loadu_si512(words[i].as_ptr().cast()) } });
    out
}

#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
#[inline]
fn store<const L: usize>(a: &Vector<L>) -> [[u64; 8]; L] {
    let mut words = [[0; 8]; L];
    // SAFETY: each of the words has the 64 bytes that are written.
    each!(i < L, { unsafe { _mm512_storeu_si512(words[i].as_mut_ptr().cast(), a[i]) } });
    words
}

/// a + b or a - b, word by word.
#[target_feature(enable = "avx512f,avx512dq,avx512ifma")]
fn combine_wide<const L: usize, const SUBTRACT: bool>(a: &EightWide<L>, b: &EightWide<L>) -> EightWide<L> {
    let mut out = *a;
    each!(half < 2, {
        let (x, y) = (load(&a.0[half]), load(&b.0[half]));
        let mut z: Wide<L> = [x, y];
        each!(i < L, {
            z[0][i] = if SUBTRACT { _mm512_sub_epi64(x[i], y[i]) } else { _mm512_add_epi64(x[i], y[i]) };
        });
        out.0[half] = store(&z[0]);
    });
    out
}

/// Calls a kernel.
macro_rules! kernel {
    ($call:expr) => {
        // SAFETY: values exist only where the processor has the instructions.
        unsafe { $call }
    };
}

impl<F: Radix52<L> + PrimeParams<N>, const L: usize, const N: usize> BaseField for Eight<F, L, N> {
    type Wide = EightWide<L>;

    const ZERO: Self = Self::every_lane(&[0; L]);
    const ONE: Self = Self::every_lane(&F::ONE);

    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        kernel!(self.add_kernel(other))
    }

    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        kernel!(self.sub_kernel(other))
    }

    #[inline(always)]
    fn neg(&self) -> Self {
        Self::ZERO.sub(self)
    }

    #[inline(always)]
    fn double(&self) -> Self {
        self.add(self)
    }

    #[inline(always)]
    fn half(&self) -> Self {
        kernel!(self.half_kernel())
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        kernel!(self.mul_kernel(other))
    }

    #[inline(always)]
    fn square(&self) -> Self {
        self.mul(self)
    }

    fn invert(&self) -> Self {
        let mut elements = kernel!(self.leave());
        Fp::invert_all(&mut elements);
        kernel!(Self::enter(&elements))
    }

    #[inline(always)]
    fn add_unreduced(&self, other: &Self) -> Self {
        self.add(other)
    }

    #[inline(always)]
    fn mul_wide(&self, other: &Self) -> EightWide<L> {
        kernel!(self.mul_wide_kernel(other))
    }

    #[inline(always)]
    fn square_wide(&self) -> EightWide<L> {
        self.mul_wide(self)
    }

    #[inline(always)]
    fn wide_add(a: &EightWide<L>, b: &EightWide<L>) -> EightWide<L> {
        kernel!(combine_wide::<L, false>(a, b))
    }

    #[inline(always)]
    fn wide_sub(a: &EightWide<L>, b: &EightWide<L>) -> EightWide<L> {
        kernel!(combine_wide::<L, true>(a, b))
    }

    #[inline(always)]
    fn wide_sub_positive(a: &EightWide<L>, b: &EightWide<L>) -> EightWide<L> {
        Self::wide_sub(a, b)
    }

    #[inline(always)]
    fn reduce(a: &EightWide<L>) -> Self {
        kernel!(Self::reduce_kernel(a))
    }

    #[inline(always)]
    fn dot2<const K: usize>(a: [&[Self; 2]; K], b: [&[Self; 2]; K]) -> [Self; 2] {
        kernel!(Self::dot2_kernel(&a, &b))
    }

    #[inline(always)]
    fn mul2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        kernel!(Self::dot2_kernel(&[a], &[b]))
    }
}

impl<F: Radix52<L> + PrimeParams<N>, const L: usize, const N: usize> Lift<Fp<F, N>> for Eight<F, L, N> {
    fn lift(constant: &Fp<F, N>) -> Self {
        Self::every_lane(&super::radix::from_single::<F, L, N>(constant))
    }
}
