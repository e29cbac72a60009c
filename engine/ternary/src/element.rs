//! Elements of F_3^m as two bit planes, in constant time and without any processor feature.

use super::parameters::trinomial;
use super::spread::{compress, spread};
use super::trits::Trits;
use core::array;
use core::fmt;
use pairforge_interface::mask::mask;
use pairforge_interface::{Error, Result};
use rand_core::Rng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// Words of the longest intermediate: the cube of an element of eight words before reduction.
const WIDE: usize = 24;

/// An element of F_3^M = F_3\[x\]/(x^M + a x^k + b), in two planes of W 64-bit words.
///
/// No operation branches on a value or addresses memory by one.
#[derive(Clone, Copy)]
pub struct Element<const M: usize, const W: usize> {
    /// Bit i: the coefficient of x^i is not 0.
    pub(super) nz: [u64; W],
    /// Bit i: if the coefficient of x^i is not 0, it is -1.
    pub(super) sg: [u64; W],
}

/// A polynomial before reduction.
struct Wide {
    nz: [u64; WIDE],
    sg: [u64; WIDE],
}

impl Wide {
    #[inline(always)]
    fn zero() -> Self {
        Wide { nz: [0; WIDE], sg: [0; WIDE] }
    }

    /// self += sign x^shift other, `other` of `words` words.
    #[inline(always)]
    fn add_shifted(&mut self, other: &Wide, words: usize, shift: usize, sign: i8) {
        let (q, r) = (shift / 64, shift % 64);
        let flip = if sign < 0 { !0 } else { 0 };
        for i in 0..=words {
            if i + q >= WIDE || (i == words && r == 0) {
                break;
            }
            let part = |plane: &[u64; WIDE]| {
                let low = if i < words { plane[i] << r } else { 0 };
                let carry = if i > 0 && r > 0 { plane[i - 1] >> (64 - r) } else { 0 };
                low | carry
            };
            let sum = Trits { nz: self.nz[i + q], sg: self.sg[i + q] }
                .add(Trits { nz: part(&other.nz), sg: part(&other.sg) ^ flip });
            self.nz[i + q] = sum.nz;
            self.sg[i + q] = sum.sg;
        }
    }

    /// The coefficients of x^from and above, `words` words of them.
    #[inline(always)]
    fn shifted_down(&self, from: usize, words: usize) -> Self {
        let (q, r) = (from / 64, from % 64);
        let mut out = Self::zero();
        for i in 0..words {
            let part = |plane: &[u64; WIDE]| {
                let at = |j: usize| if j < WIDE { plane[j] } else { 0 };
                at(i + q) >> r | if r > 0 { at(i + q + 1) << (64 - r) } else { 0 }
            };
            out.nz[i] = part(&self.nz);
            out.sg[i] = part(&self.sg);
        }
        out
    }

    /// The M coefficients from x^from on.
    #[inline(always)]
    fn part<const M: usize, const W: usize>(&self, from: usize) -> Element<M, W> {
        let (q, r) = (from / 64, from % 64);
        let cut = |plane: &[u64; WIDE]| {
            array::from_fn(|i| {
                let at = |j: usize| if j < 3 * W { plane[j] } else { 0 };
                at(i + q) >> r | if r > 0 { at(i + q + 1) << (64 - r) } else { 0 }
            })
        };
        Element { nz: cut(&self.nz), sg: cut(&self.sg) }.masked()
    }

    /// The residue modulo the field polynomial of a polynomial of `digits` coefficients: x^M = -a x^k - b.
    #[inline(always)]
    fn reduce<const M: usize, const W: usize>(mut self, digits: usize) -> Element<M, W> {
        let f = const { trinomial(M) };
        let mut digits = digits;
        while digits > M {
            let high = digits - M;
            let words = high.div_ceil(64);
            let top = self.shifted_down(M, words);
            self.nz[M / 64] &= (1 << (M % 64)) - 1;
            for word in &mut self.nz[M / 64 + 1..digits.div_ceil(64).max(M / 64 + 1)] {
                *word = 0;
            }
            self.add_shifted(&top, words, 0, -f.b);
            self.add_shifted(&top, words, f.k, -f.a);
            digits = M.max(high + f.k);
        }
        Element { nz: array::from_fn(|i| self.nz[i]), sg: array::from_fn(|i| self.sg[i]) }
    }
}

impl<const M: usize, const W: usize> Element<M, W> {
    /// 0.
    pub const ZERO: Self = Element { nz: [0; W], sg: [0; W] };
    /// 1.
    pub const ONE: Self = {
        let mut nz = [0; W];
        nz[0] = 1;
        Element { nz, sg: [0; W] }
    };
    /// Bytes of an encoding: two bits a coefficient.
    pub const BYTES: usize = (2 * M).div_ceil(8);

    #[inline(always)]
    fn word(&self, i: usize) -> Trits<u64> {
        Trits { nz: self.nz[i], sg: self.sg[i] }
    }

    #[inline(always)]
    fn map(f: impl Fn(usize) -> Trits<u64>) -> Self {
        let mut out = Self::ZERO;
        for i in 0..W {
            let digits = f(i);
            out.nz[i] = digits.nz;
            out.sg[i] = digits.sg;
        }
        out
    }

    /// x + y.
    #[inline]
    #[must_use]
    pub fn add(&self, other: &Self) -> Self {
        Self::map(|i| self.word(i).add(other.word(i)))
    }

    /// x - y.
    #[inline]
    #[must_use]
    pub fn sub(&self, other: &Self) -> Self {
        Self::map(|i| self.word(i).sub(other.word(i)))
    }

    /// -x.
    #[inline]
    #[must_use]
    pub fn neg(&self) -> Self {
        Self::map(|i| self.word(i).neg())
    }

    /// `sign` x, for a constant sign of 1 or -1.
    #[inline]
    #[must_use]
    pub(super) fn times(&self, sign: i8) -> Self {
        Self::map(|i| self.word(i).times(sign))
    }

    /// x y, digit by digit of y from the top of each word: all words of y take one step together.
    #[must_use]
    pub fn mul(&self, other: &Self) -> Self {
        let mut sum = Wide::zero();
        for bit in (0..64).rev() {
            for i in (0..2 * W).rev() {
                let carry = |plane: &[u64; WIDE]| if i > 0 { plane[i - 1] >> 63 } else { 0 };
                (sum.nz[i], sum.sg[i]) = (sum.nz[i] << 1 | carry(&sum.nz), sum.sg[i] << 1 | carry(&sum.sg));
            }
            for j in 0..W {
                let all = |plane: u64| mask(plane >> bit & 1);
                let digit = Trits { nz: all(other.nz[j]), sg: all(other.sg[j]) };
                for i in 0..W {
                    let at = Trits { nz: sum.nz[i + j], sg: sum.sg[i + j] };
                    let next = at.add(self.word(i).mul(digit));
                    (sum.nz[i + j], sum.sg[i + j]) = (next.nz, next.sg);
                }
            }
        }
        sum.reduce(2 * M - 1)
    }

    /// x^2.
    #[must_use]
    pub fn square(&self) -> Self {
        self.mul(self)
    }

    /// x^3: the coefficient of x^i moves to x^(3i).
    #[must_use]
    pub fn cube(&self) -> Self {
        self.cube_by(spread)
    }

    /// x^3, by the given way to put the bits of a word three apart.
    #[inline(always)]
    pub(super) fn cube_by(&self, spread: impl Fn(u64) -> [u64; 3]) -> Self {
        let mut wide = Wide::zero();
        for i in 0..W {
            let (nz, sg) = (spread(self.nz[i]), spread(self.sg[i]));
            for j in 0..3 {
                (wide.nz[3 * i + j], wide.sg[3 * i + j]) = (nz[j], sg[j]);
            }
        }
        let f = const { trinomial(M) };
        if 2 * f.k + M - 2 > 64 * W {
            return wide.reduce(3 * M - 2);
        }
        // With x^m = -(a x^k + b), the three parts of m digits l + x^m h + x^2m g are l + (g - b h) - a x^k (h + b g) + x^2k g,
        // which the planes have room for.
        let (l, h, g) = (wide.part(0), wide.part(M), wide.part(2 * M));
        let constant = l.add(&g.sub(&h.times(f.b)));
        let middle = h.add(&g.times(f.b)).times(-f.a).shifted_up(f.k);
        let sum = constant.add(&middle).add(&g.shifted_up(2 * f.k));
        let top = sum.shifted_down(M);
        sum.masked().add(&top.times(-f.b)).add(&top.shifted_up(f.k).times(-f.a))
    }

    /// x^n times this, for what stays within the planes.
    #[inline(always)]
    fn shifted_up(&self, n: usize) -> Self {
        let (q, r) = (n / 64, n % 64);
        let shift = |plane: &[u64; W]| {
            array::from_fn(|i| {
                let at = |j: usize| if j <= i && i - j < W { plane[i - j] } else { 0 };
                at(q) << r | if r > 0 { at(q + 1) >> (64 - r) } else { 0 }
            })
        };
        Element { nz: shift(&self.nz), sg: shift(&self.sg) }
    }

    /// The coefficients of x^n and above.
    #[inline(always)]
    fn shifted_down(&self, n: usize) -> Self {
        let (q, r) = (n / 64, n % 64);
        let shift = |plane: &[u64; W]| {
            array::from_fn(|i| {
                let at = |j: usize| if j < W { plane[j] } else { 0 };
                at(i + q) >> r | if r > 0 { at(i + q + 1) << (64 - r) } else { 0 }
            })
        };
        Element { nz: shift(&self.nz), sg: shift(&self.sg) }
    }

    /// The coefficients below x^M.
    #[inline(always)]
    fn masked(mut self) -> Self {
        for i in M / 64..W {
            self.nz[i] &= if i == M / 64 { (1 << (M % 64)) - 1 } else { 0 };
        }
        self
    }

    /// The sum with an element that has no exponent in common with this one.
    #[inline(always)]
    fn joined(&self, other: &Self) -> Self {
        Element {
            nz: array::from_fn(|i| self.nz[i] | other.nz[i]),
            sg: array::from_fn(|i| (self.sg[i] & self.nz[i]) | (other.sg[i] & other.nz[i])),
        }
    }

    /// x^(3^k).
    #[must_use]
    pub fn frobenius(&self, k: usize) -> Self {
        (0..k % M).fold(*self, |x, _| x.cube())
    }

    /// Whether the field polynomial makes cube roots sparse: m = k modulo 3.
    pub(super) const SPARSE_CUBE_ROOT: bool = M % 3 == trinomial(M).k % 3;

    /// The cube root, which every element has.
    #[must_use]
    pub fn cube_root(&self) -> Self {
        if Self::SPARSE_CUBE_ROOT { self.cube_root_by(compress) } else { self.frobenius(M - 1) }
    }

    /// The cube root, by the given way to collect every third bit, where the field polynomial makes it sparse.
    ///
    /// With x = c_0(x^3) + x c_1(x^3) + x^2 c_2(x^3) the root is c_0 + x^(1/3) c_1 + x^(2/3) c_2. Let e = m mod 3 = k mod 3
    /// and v = -b (x^((m-e)/3) + a x^((k-e)/3)), so that v = x^(-e/3): for e = 1, x^(2/3) = x v and x^(1/3) = x v^2; for
    /// e = 2, x^(1/3) = x v and x^(2/3) = x^2 v^2.
    #[inline(always)]
    pub(super) fn cube_root_by(&self, compress: impl Fn(u64, usize) -> u64) -> Self {
        let f = const { trinomial(M) };
        let e = M % 3;
        let class = |residue: usize| {
            let mut out = Self::ZERO;
            for i in 0..W {
                // Bit j of word i has exponent 64 i + j, and 64 i = i modulo 3.
                let first = (residue + 2 * i) % 3;
                let at = (64 * i + first) / 3;
                for (from, to) in [(&self.nz, &mut out.nz), (&self.sg, &mut out.sg)] {
                    let bits = compress(from[i], first);
                    to[at / 64] |= bits << (at % 64);
                    if at % 64 > 42 && at / 64 + 1 < W {
                        to[at / 64 + 1] |= bits >> (64 - at % 64);
                    }
                }
            }
            out
        };
        let (inner, outer, shift) = if e == 1 { (1, 2, 0) } else { (2, 1, 1) };
        let (high, low) = ((M - e) / 3, (f.k - e) / 3);
        // middle = c_outer + x^shift v c_inner; root = c_0 + x v middle, of degree below M. The leading terms of both
        // products lie above all of what they are added to.
        let inner = class(inner).times(-f.b);
        let middle = class(outer).joined(&inner.shifted_up(shift + high));
        let middle = middle.add(&inner.shifted_up(shift + low).times(f.a)).times(-f.b);
        class(0).joined(&middle.shifted_up(1 + high)).add(&middle.shifted_up(1 + low).times(f.a))
    }

    /// x^(1 + q + q^2 + ... + q^(n-1)) for q = 3^step: doubling the number of terms by one Frobenius power and one
    /// product, as Itoh and Tsujii do, with the given x^(3^k) and product.
    #[inline(always)]
    fn norm_chain(
        &self,
        n: usize,
        step: usize,
        frobenius: &impl Fn(&Self, usize) -> Self,
        mul: &impl Fn(&Self, &Self) -> Self,
    ) -> Self {
        let mut out = *self;
        let mut terms = 1;
        for bit in (0..n.ilog2()).rev() {
            out = mul(&out, &frobenius(&out, step * terms));
            terms *= 2;
            if n >> bit & 1 == 1 {
                out = mul(&frobenius(&out, step), self);
                terms += 1;
            }
        }
        out
    }

    /// 1 / x, and 0 of 0: x^(3^m - 2) with 3^m - 2 = 6 (1 + 3 + ... + 3^(m-2)) + 1.
    #[must_use]
    pub fn invert(&self) -> Self {
        self.invert_by(Self::frobenius, Self::mul)
    }

    /// 1 / x, by the given x^(3^k) and product.
    #[inline(always)]
    pub(super) fn invert_by(
        &self,
        frobenius: impl Fn(&Self, usize) -> Self,
        mul: impl Fn(&Self, &Self) -> Self,
    ) -> Self {
        let chain = self.norm_chain(M - 1, 1, &frobenius, &mul);
        mul(&frobenius(&mul(&chain, &chain), 1), self)
    }

    /// A square root, if there is one: x^((3^m + 1) / 4), and (3^m + 1) / 4 = 6 (1 + 9 + ... + 9^((m-3)/2)) + 1 for odd m.
    #[must_use]
    pub fn sqrt(&self) -> Option<Self> {
        let root = self.norm_chain((M - 1) / 2, 2, &Self::frobenius, &Self::mul).square().cube().mul(self);
        (root.square() == *self).then_some(root)
    }

    /// Whether this is 0.
    #[must_use]
    pub fn is_zero(&self) -> bool {
        bool::from(self.ct_is_zero())
    }

    pub(super) fn ct_is_zero(&self) -> Choice {
        self.nz.iter().fold(0, |all, word| all | word).ct_eq(&0)
    }

    /// Whether the lowest nonzero coefficient is -1: tells x from -x. False for 0.
    #[must_use]
    pub fn is_negative(&self) -> bool {
        let mut found = 0;
        let mut sign = 0;
        for i in 0..W {
            let lowest = self.nz[i] & self.nz[i].wrapping_neg();
            sign |= !found & (lowest & self.sg[i]);
            found |= u64::from(lowest != 0).wrapping_neg();
        }
        sign != 0
    }

    /// A uniform element.
    pub fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        let mut out = Self::ZERO;
        for i in 0..M {
            // Four equally likely values, one of them refused.
            let digit = loop {
                let bits = rng.next_u32() >> 30;
                if bits < 3 {
                    break u64::from(bits);
                }
            };
            out.nz[i / 64] |= u64::from(digit != 0) << (i % 64);
            out.sg[i / 64] |= (digit >> 1) << (i % 64);
        }
        out
    }

    /// Writes the [`BYTES`](Self::BYTES) bytes: bits 2i+1..2i hold the coefficient of x^i as 0, 1, 2; little-endian.
    ///
    /// # Panics
    /// If `out` has another length.
    pub fn write(&self, out: &mut [u8]) {
        assert_eq!(out.len(), Self::BYTES);
        out.fill(0);
        for i in 0..M {
            let nz = (self.nz[i / 64] >> (i % 64) & 1) as u8;
            let sg = (self.sg[i / 64] >> (i % 64) & 1) as u8;
            out[i / 4] |= ((nz & !sg) | (nz & sg) << 1) << (2 * (i % 4));
        }
    }

    /// Reads what [`write`](Self::write) writes.
    ///
    /// # Errors
    /// [`Length`](Error::Length), and [`NotCanonical`](Error::NotCanonical) for a digit 3 or a bit above x^(M-1).
    pub fn read(bytes: &[u8]) -> Result<Self> {
        if bytes.len() != Self::BYTES {
            return Err(Error::Length { expected: Self::BYTES, got: bytes.len() });
        }
        let mut out = Self::ZERO;
        let mut wrong = bytes[M / 4] >> (2 * (M % 4));
        for i in 0..M {
            let digit = bytes[i / 4] >> (2 * (i % 4)) & 3;
            wrong |= digit & digit >> 1;
            out.nz[i / 64] |= u64::from((digit | digit >> 1) & 1) << (i % 64);
            out.sg[i / 64] |= u64::from(digit >> 1) << (i % 64);
        }
        if wrong == 0 { Ok(out) } else { Err(Error::NotCanonical { coefficient: 0 }) }
    }
}

impl<const M: usize, const W: usize> ConstantTimeEq for Element<M, W> {
    fn ct_eq(&self, other: &Self) -> Choice {
        let differ = (0..W)
            .fold(0, |all, i| all | (self.nz[i] ^ other.nz[i]) | (self.nz[i] & (self.sg[i] ^ other.sg[i])));
        differ.ct_eq(&0)
    }
}

impl<const M: usize, const W: usize> PartialEq for Element<M, W> {
    fn eq(&self, other: &Self) -> bool {
        bool::from(self.ct_eq(other))
    }
}

impl<const M: usize, const W: usize> Eq for Element<M, W> {}

impl<const M: usize, const W: usize> ConditionallySelectable for Element<M, W> {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Element {
            nz: array::from_fn(|i| u64::conditional_select(&a.nz[i], &b.nz[i], choice)),
            sg: array::from_fn(|i| u64::conditional_select(&a.sg[i], &b.sg[i], choice)),
        }
    }
}

impl<const M: usize, const W: usize> fmt::Debug for Element<M, W> {
    /// The hex integer of the vectors.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut bytes = vec![0; Self::BYTES];
        self.write(&mut bytes);
        f.write_str("0x")?;
        bytes.iter().rev().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}
