//! Four independent elements of F_p as one element of a base field of towers, for primes of six words.
//!
//! Values are within 2^14 p, in words within 2^60: sums and differences are taken word by word, and what is multiplied is carried into
//! digits first. A product is within 1.1 p, in digits from -2^51 to 2^51, so there is room for all sums that Miller loops make; not
//! for squares in the cyclotomic subgroup one after the other, where what is doubled is a sum again. A sum of products that is
//! reduced has at most 21 terms.

use super::quadratic::Constants;
use super::radix::{Reals, Words};
use super::vector::{Wide, carried, mul, mul_wide, reduce, settled, square, word};
use crate::base::BaseField;
use crate::digits::{DIGIT, digits};
use crate::limbs;
use crate::tower::Lift;
use crate::{Fp, PrimeParams};
use core::arch::x86_64::*;
use core::array::from_ref;
use core::fmt;
use core::marker::PhantomData;

/// Words of an element, and digits of a vector.
const N: usize = 6;
const L: usize = 8;

/// Four elements. There are values on processors with AVX2 and FMA alone, but for constants: all that is done with them takes that for
/// granted.
#[repr(transparent)]
pub struct Four<P> {
    words: Words<L>,
    field: PhantomData<P>,
}

impl<P> Clone for Four<P> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<P> Copy for Four<P> {}

impl<P> fmt::Debug for Four<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Four(..)")
    }
}

// SAFETY: the parameters are a type that is never a value.
unsafe impl<P> Send for Four<P> {}
// SAFETY: as above, and there is no interior mutability.
unsafe impl<P> Sync for Four<P> {}

/// The same word in every lane.
const fn splat(word: i64) -> __m256i {
    // SAFETY: a vector is four words.
    unsafe { core::mem::transmute([word; 4]) }
}

impl<P: PrimeParams<N>> Four<P> {
    const CONSTANTS: Constants<N, L> = Constants::new(&P::MODULUS);

    /// 1 / 2.
    const HALF: Self = Self::power_of_two(DIGIT * L - 4);

    /// 2^exponent modulo p, as an integer, in every lane.
    const fn power_of_two(exponent: usize) -> Self {
        let digits = digits::<N, L>(&limbs::power_of_two(exponent, &P::MODULUS));
        let mut words = [splat(0); L];
        let mut i = 0;
        while i < L {
            words[i] = splat(digits[i].cast_signed());
            i += 1;
        }
        Self::of(words)
    }

    #[inline(always)]
    const fn of(words: Words<L>) -> Self {
        Four { words, field: PhantomData }
    }

    /// These elements in lanes 0 to 3.
    #[target_feature(enable = "avx2,fma")]
    pub fn new(elements: [&Fp<P, N>; 4]) -> Self {
        Self::of(const { &Self::CONSTANTS }.entered(elements.map(Fp::montgomery)))
    }

    /// The elements in lanes 0 to 3.
    #[target_feature(enable = "avx2,fma")]
    pub fn elements(&self) -> [Fp<P, N>; 4] {
        const { &Self::CONSTANTS }.left(&self.words).map(Fp::from_montgomery)
    }

    #[inline(always)]
    fn words(a: &[Self; 2]) -> &[Words<L>; 2] {
        // SAFETY: an element is its words.
        unsafe { &*core::ptr::from_ref(a).cast() }
    }

    #[target_feature(enable = "avx2,fma")]
    #[inline]
    fn digits(&self) -> Reals<L> {
        carried(|i| self.words[i])
    }
}

#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn add<const K: usize>(a: &[Words<L>; K], b: &[Words<L>; K]) -> [Words<L>; K] {
    core::array::from_fn(|k| core::array::from_fn(|i| _mm256_add_epi64(a[k][i], b[k][i])))
}

#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn sub<const K: usize>(a: &[Words<L>; K], b: &[Words<L>; K]) -> [Words<L>; K] {
    core::array::from_fn(|k| core::array::from_fn(|i| _mm256_sub_epi64(a[k][i], b[k][i])))
}

/// ma a + mb b, or ma a - mb b: the words modulo 2^64.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn combination<const MINUS: bool>(ma: u32, a: &Words<L>, mb: u32, b: &Words<L>) -> Words<L> {
    let [ma, mb] = [ma, mb].map(|factor| _mm256_set1_epi64x(factor.into()));
    let times = |a: __m256i, factor: __m256i| {
        let upper = _mm256_slli_epi64::<32>(_mm256_mul_epu32(_mm256_srli_epi64::<32>(a), factor));
        _mm256_add_epi64(_mm256_mul_epu32(a, factor), upper)
    };
    core::array::from_fn(|i| {
        let (a, b) = (times(a[i], ma), times(b[i], mb));
        if MINUS { _mm256_sub_epi64(a, b) } else { _mm256_add_epi64(a, b) }
    })
}

/// a b in F_p2 before reduction.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn product2<P: PrimeParams<N>>([x, y]: &[Four<P>; 2], [z, t]: &[Four<P>; 2]) -> [Wide<L>; 2] {
    let sum = |a: &Four<P>, b: &Four<P>| carried(|i| _mm256_add_epi64(a.words[i], b.words[i]));
    let high = mul_wide(&y.digits(), &t.digits());
    let mut out = [mul_wide(&x.digits(), &z.digits()), mul_wide(&sum(x, y), &sum(z, t))];
    let [real, imaginary] = &mut out;
    for k in 0..2 {
        for i in 0..L {
            let sum = _mm256_add_epi64(real[k][i], high[k][i]);
            imaginary[k][i] = _mm256_sub_epi64(imaginary[k][i], sum);
            real[k][i] = _mm256_sub_epi64(real[k][i], high[k][i]);
        }
    }
    out
}

/// The element that is such a sum.
#[target_feature(enable = "avx2,fma")]
#[inline(never)]
fn reduced<P: PrimeParams<N>>(a: &Wide<L>) -> Four<P> {
    Four::of(settled(&reduce(const { &Four::<P>::CONSTANTS.radix }, |k| word(a, k))))
}

impl<P: PrimeParams<N>> BaseField for Four<P> {
    type Wide = Wide<L>;

    const LAZY_TERMS: usize = 1 << 10;
    const FEW_PRODUCTS: bool = true;
    const ZERO: Self = Self::of([splat(0); L]);
    const ONE: Self = Self::power_of_two(DIGIT * L - 3);

    #[inline(always)]
    fn add(&self, other: &Self) -> Self {
        // SAFETY: as of `Four`.
        let [words] = unsafe { add(from_ref(&self.words), from_ref(&other.words)) };
        Self::of(words)
    }

    #[inline(always)]
    fn sub(&self, other: &Self) -> Self {
        // SAFETY: as of `Four`.
        let [words] = unsafe { sub(from_ref(&self.words), from_ref(&other.words)) };
        Self::of(words)
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
        self.mul(&Self::HALF)
    }

    #[inline(always)]
    fn mul(&self, other: &Self) -> Self {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn product<P: PrimeParams<N>>(a: &Four<P>, b: &Four<P>) -> Four<P> {
            Four::of(settled(&mul(const { &Four::<P>::CONSTANTS.radix }, &a.digits(), &b.digits())))
        }
        // SAFETY: as of `Four`.
        unsafe { product(self, other) }
    }

    #[inline(always)]
    fn square(&self) -> Self {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn of<P: PrimeParams<N>>(a: &Four<P>) -> Four<P> {
            Four::of(settled(&square(const { &Four::<P>::CONSTANTS.radix }, &a.digits())))
        }
        // SAFETY: as of `Four`.
        unsafe { of(self) }
    }

    fn invert(&self) -> Self {
        // SAFETY: as of `Four`.
        unsafe { Self::new(self.elements().each_ref().map(BaseField::invert).each_ref()) }
    }

    #[inline(always)]
    fn add2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        // SAFETY: as of `Four`; an element is its words, which `map` would move.
        unsafe { core::mem::transmute::<[Words<L>; 2], [Self; 2]>(add(Self::words(a), Self::words(b))) }
    }

    #[inline(always)]
    fn sub2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        // SAFETY: as of `Four`; an element is its words, which `map` would move.
        unsafe { core::mem::transmute::<[Words<L>; 2], [Self; 2]>(sub(Self::words(a), Self::words(b))) }
    }

    fn mul2_wide(a: &[Self; 2], b: &[Self; 2]) -> [Wide<L>; 2] {
        // SAFETY: as of `Four`.
        unsafe { product2(a, b) }
    }

    // By the default both double-width values are moved.
    fn mul2(a: &[Self; 2], b: &[Self; 2]) -> [Self; 2] {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn product<P: PrimeParams<N>>(a: &[Four<P>; 2], b: &[Four<P>; 2]) -> [Four<P>; 2] {
            let wide = product2(a, b);
            [reduced(&wide[0]), reduced(&wide[1])]
        }
        // SAFETY: as of `Four`.
        unsafe { product(a, b) }
    }

    fn square2(a: &[Self; 2]) -> [Self; 2] {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn of<P: PrimeParams<N>>([x, y]: &[Four<P>; 2]) -> [Four<P>; 2] {
            let sum = carried(|i| _mm256_add_epi64(x.words[i], y.words[i]));
            let difference = carried(|i| _mm256_sub_epi64(x.words[i], y.words[i]));
            let twice = carried(|i| _mm256_add_epi64(x.words[i], x.words[i]));
            let radix = const { &Four::<P>::CONSTANTS.radix };
            [
                Four::of(settled(&mul(radix, &sum, &difference))),
                Four::of(settled(&mul(radix, &twice, &y.digits()))),
            ]
        }
        // SAFETY: as of `Four`.
        unsafe { of(a) }
    }

    fn dot2<const K: usize>(a: [&[Self; 2]; K], b: [&[Self; 2]; K]) -> [Self; 2] {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn dot<P: PrimeParams<N>, const K: usize>(
            a: [&[Four<P>; 2]; K],
            b: [&[Four<P>; 2]; K],
        ) -> [Four<P>; 2] {
            let mut sum = product2(a[0], b[0]);
            for k in 1..K {
                let more = product2(a[k], b[k]);
                for (sum, more) in sum.as_flattened_mut().iter_mut().zip(more.as_flattened()) {
                    for (sum, more) in sum.iter_mut().zip(more) {
                        *sum = _mm256_add_epi64(*sum, *more);
                    }
                }
            }
            [reduced(&sum[0]), reduced(&sum[1])]
        }
        // SAFETY: as of `Four`.
        unsafe { dot(a, b) }
    }

    #[inline(always)]
    fn add_unreduced(&self, other: &Self) -> Self {
        self.add(other)
    }

    #[inline(always)]
    fn mul_wide(&self, other: &Self) -> Wide<L> {
        #[target_feature(enable = "avx2,fma")]
        #[inline(never)]
        fn product<P: PrimeParams<N>>(a: &Four<P>, b: &Four<P>) -> Wide<L> {
            mul_wide(&a.digits(), &b.digits())
        }
        // SAFETY: as of `Four`.
        unsafe { product(self, other) }
    }

    #[inline(always)]
    fn square_wide(&self) -> Wide<L> {
        self.mul_wide(self)
    }

    #[inline(always)]
    fn wide_sum(a: &Wide<L>, b: &Wide<L>) -> Wide<L> {
        Self::wide_add(a, b)
    }

    #[inline(always)]
    fn wide_once(a: &Wide<L>) -> Wide<L> {
        *a
    }

    #[inline(always)]
    fn wide_add(a: &Wide<L>, b: &Wide<L>) -> Wide<L> {
        // SAFETY: as of `Four`.
        unsafe { add(a, b) }
    }

    #[inline(always)]
    fn wide_sub(a: &Wide<L>, b: &Wide<L>) -> Wide<L> {
        // SAFETY: as of `Four`.
        unsafe { sub(a, b) }
    }

    #[inline(always)]
    fn wide_sub_positive(a: &Wide<L>, b: &Wide<L>) -> Wide<L> {
        Self::wide_sub(a, b)
    }

    #[inline(always)]
    fn reduce(a: &Wide<L>) -> Self {
        // SAFETY: as of `Four`.
        unsafe { reduced(a) }
    }

    fn combine(ma: u32, a: &Self, mb: u32, b: &Self) -> Self {
        // SAFETY: as of `Four`.
        Self::of(unsafe { combination::<false>(ma, &a.words, mb, &b.words) })
    }

    fn combine_less(ma: u32, a: &Self, mb: u32, b: &Self) -> Self {
        // SAFETY: as of `Four`.
        Self::of(unsafe { combination::<true>(ma, &a.words, mb, &b.words) })
    }
}

impl<P: PrimeParams<N>> Lift<Fp<P, N>> for Four<P> {
    fn lift(constant: &Fp<P, N>) -> Self {
        // SAFETY: as of `Four`.
        unsafe { Self::new([constant; 4]) }
    }
}
