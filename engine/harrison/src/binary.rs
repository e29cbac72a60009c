//! F_2^241 = F_2\[x\]/(x^241 + x^70 + 1), which the paper holds its fields against (section 6).
//!
//! The paper does not say how it was implemented. This is the technique of the day on 32-bit words: the left-to-right
//! comb with a table of sixteen multiples (Lopez, Dahab 2000), squaring by a table that spreads a byte, and the extended
//! Euclidean algorithm.

use crate::field::{BaseField, Field};
use core::ops::{Add, Mul, Neg, Sub};

/// The degree of the field.
const N: usize = 241;
/// The exponent of the middle term.
const K: usize = 70;
/// 32-bit words of an element, and of the polynomial x^241 + x^70 + 1.
const WORDS: usize = N.div_ceil(32);

/// An element of F_2^241, bit i of the words the coefficient of x^i.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Binary241([u32; WORDS]);

/// A byte with its bits moved from i to 2i.
static SPREAD: [u16; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u16 >> bit) & 1) << (2 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

/// x^241 + x^70 + 1.
const MODULUS: [u32; WORDS] = {
    let mut words = [0; WORDS];
    words[0] = 1;
    words[K / 32] |= 1 << (K % 32);
    words[N / 32] |= 1 << (N % 32);
    words
};

/// Reduces a product, word after word from the top down: x^241 = x^70 + 1.
#[inline]
fn reduce(mut c: [u32; 2 * WORDS]) -> Binary241 {
    for i in (WORDS..2 * WORDS).rev() {
        let word = core::mem::take(&mut c[i]);
        fold(&mut c, word, 32 * i - N);
    }
    let word = c[WORDS - 1] >> (N % 32);
    c[WORDS - 1] &= (1 << (N % 32)) - 1;
    fold(&mut c, word, 0);
    Binary241(core::array::from_fn(|i| c[i]))
}

/// c += x^at (x^70 + 1) word.
#[inline(always)]
fn fold(c: &mut [u32; 2 * WORDS], word: u32, at: usize) {
    for at in [at, at + K] {
        let shifted = u64::from(word) << (at % 32);
        c[at / 32] ^= shifted as u32;
        c[at / 32 + 1] ^= (shifted >> 32) as u32;
    }
}

/// a += b x^up, within the words of a.
#[inline(always)]
fn add_shifted(a: &mut [u32; WORDS], b: &[u32; WORDS], up: usize) {
    for (i, word) in b.iter().enumerate() {
        let (at, shifted) = (i + up / 32, u64::from(*word) << (up % 32));
        for (at, word) in [(at, shifted as u32), (at + 1, (shifted >> 32) as u32)] {
            if let Some(place) = a.get_mut(at) {
                *place ^= word;
            }
        }
    }
}

fn degree(a: &[u32; WORDS]) -> Option<usize> {
    a.iter().enumerate().rev().find_map(|(i, word)| word.checked_ilog2().map(|bit| 32 * i + bit as usize))
}

impl Add for Binary241 {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(core::array::from_fn(|i| self.0[i] ^ other.0[i]))
    }
}

impl Sub for Binary241 {
    type Output = Self;

    #[inline]
    #[expect(clippy::suspicious_arithmetic_impl, reason = "in characteristic two, subtraction is addition")]
    fn sub(self, other: Self) -> Self {
        self + other
    }
}

impl Neg for Binary241 {
    type Output = Self;

    #[inline]
    fn neg(self) -> Self {
        self
    }
}

impl Mul for Binary241 {
    type Output = Self;

    #[inline]
    fn mul(self, other: Self) -> Self {
        let mut multiples = [[0u32; WORDS + 1]; 16];
        multiples[1][..WORDS].copy_from_slice(&other.0);
        for i in 1..8 {
            // 2i times is i times, shifted; 2i + 1 times is one more.
            for w in (0..=WORDS).rev() {
                let below = if w == 0 { 0 } else { multiples[i][w - 1] >> 31 };
                multiples[2 * i][w] = multiples[i][w] << 1 | below;
                multiples[2 * i + 1][w] = multiples[2 * i][w] ^ multiples[1][w];
            }
        }
        let mut c = [0u32; 2 * WORDS];
        for nibble in (0..8).rev() {
            for (i, word) in self.0.iter().enumerate() {
                let row = &multiples[(word >> (4 * nibble) & 15) as usize];
                for (place, value) in c[i..].iter_mut().zip(row) {
                    *place ^= value;
                }
            }
            if nibble > 0 {
                for w in (0..2 * WORDS).rev() {
                    c[w] = c[w] << 4 | if w == 0 { 0 } else { c[w - 1] >> 28 };
                }
            }
        }
        reduce(c)
    }
}

impl Field for Binary241 {
    const ZERO: Self = Self([0; WORDS]);
    const ONE: Self = {
        let mut words = [0; WORDS];
        words[0] = 1;
        Self(words)
    };

    #[inline]
    fn square(&self) -> Self {
        let mut c = [0u32; 2 * WORDS];
        for (halves, word) in c.chunks_exact_mut(2).zip(self.0) {
            let [b0, b1, b2, b3] = word.to_le_bytes().map(|byte| u32::from(SPREAD[usize::from(byte)]));
            halves.copy_from_slice(&[b0 | b1 << 16, b2 | b3 << 16]);
        }
        reduce(c)
    }

    #[inline]
    fn cube(&self) -> Self {
        self.square() * *self
    }

    /// The extended Euclidean algorithm: u and v are their cofactors times the element, modulo the field polynomial.
    fn inverse(&self) -> Option<Self> {
        let (mut u, mut v) = (self.0, MODULUS);
        let (mut u_cofactor, mut v_cofactor) = (Self::ONE.0, Self::ZERO.0);
        let (mut u_degree, mut v_degree) = (degree(&u)?, N);
        while u_degree > 0 {
            if u_degree < v_degree {
                core::mem::swap(&mut u, &mut v);
                core::mem::swap(&mut u_cofactor, &mut v_cofactor);
                core::mem::swap(&mut u_degree, &mut v_degree);
            }
            let up = u_degree - v_degree;
            add_shifted(&mut u, &v, up);
            add_shifted(&mut u_cofactor, &v_cofactor, up);
            u_degree = degree(&u)?;
        }
        Some(Self(u_cofactor))
    }
}

impl BaseField for Binary241 {
    const CHARACTERISTIC: u8 = 2;
    const DEGREE: usize = N;

    fn from_coefficients(coefficients: &[u8]) -> Self {
        assert!(coefficients.len() <= N, "more coefficients than the field has");
        let mut words = [0; WORDS];
        for (at, &bit) in coefficients.iter().enumerate() {
            words[at / 32] |= u32::from(bit & 1) << (at % 32);
        }
        Self(words)
    }

    fn coefficients(&self) -> Vec<u8> {
        (0..N).map(|at| (self.0[at / 32] >> (at % 32) & 1) as u8).collect()
    }
}
