//! Type II (section 4): two bit planes. A bit of the first word is set where the coefficient is 1, of the second where it
//! is 2; never both.
//!
//! ```text
//!     coefficients   2 0 1 1 0 2        first word   0 0 1 1 0 0
//!                                       second word  1 0 0 0 0 1
//! ```
//!
//! Addition takes seven instructions for a whole word of coefficients, negation swaps the words. Words are multiplied bit
//! by bit. Cubing thins out each plane, through a table of 256 entries or, without memory, bit by bit
//! ([`Element::cube_bit_serial`](super::Element::cube_bit_serial)).

use super::Limb;
use core::fmt::Debug;

/// A machine word that a bit plane is made of: the 32 bits of the paper, or 64.
pub trait Word: Copy + Debug + Eq {
    /// Bits in a word.
    const WIDTH: usize;
    /// The word with no bit set.
    const ZERO: Self;
    /// The word with the lowest bit set.
    const ONE: Self;

    /// The planes of the product of two limbs, bit-serial (section 4.2): low words, high words.
    fn mul_bit_serial(a: [Self; 2], b: [Self; 2]) -> ([Self; 2], [Self; 2]);
    /// Seven instructions: the sum of two limbs.
    fn add(a: [Self; 2], b: [Self; 2]) -> [Self; 2];
    /// Bits `by` … `by + WIDTH - 1` of `low + 2^WIDTH high`, where `by <= WIDTH`.
    fn funnel(low: Self, high: Self, by: usize) -> Self;
    /// The lowest `count` bits, where `count <= WIDTH`.
    fn below(self, count: usize) -> Self;
    /// Whether bit `at` is set.
    fn bit(self, at: usize) -> bool;
    /// The word with bit `at` set where `value` is true, and no other.
    fn with_bit(value: bool, at: usize) -> Self;
    /// The highest bit set in either word.
    fn highest(a: Self, b: Self) -> Option<usize>;
    /// Bit i to bit 3i, byte by byte through a table.
    fn thin_out(self) -> [Self; 3];
    /// Bit i to bit 3i, one after the other.
    fn thin_out_bit_serial(self) -> [Self; 3];
}

/// A byte with its bits moved from i to 3i.
static THINNED: [u32; 256] = {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut bit = 0;
        while bit < 8 {
            table[byte] |= ((byte as u32 >> bit) & 1) << (3 * bit);
            bit += 1;
        }
        byte += 1;
    }
    table
};

macro_rules! word {
    ($word:ty, $double:ty) => {
        impl Word for $word {
            const WIDTH: usize = <$word>::BITS as usize;
            const ZERO: Self = 0;
            const ONE: Self = 1;

            #[inline(always)]
            fn mul_bit_serial(a: [Self; 2], b: [Self; 2]) -> ([Self; 2], [Self; 2]) {
                // The multiplicand b moves up through double words; 64 bits serve for two words of the paper's.
                let (mut b1, mut b2) = (<$double>::from(b[0]), <$double>::from(b[1]));
                let (mut c1, mut c2): ($double, $double) = (0, 0);
                for i in 0..Self::WIDTH {
                    // Masks instead of branches: today a branch on random bits costs more than what it saves.
                    let one = (<$double>::from(a[0] >> i) & 1).wrapping_neg();
                    let two = (<$double>::from(a[1] >> i) & 1).wrapping_neg();
                    let (d1, d2) = (b1 & one | b2 & two, b2 & one | b1 & two);
                    let t = (c1 | d2) ^ (c2 | d1);
                    (c1, c2) = ((c2 | d2) ^ t, (c1 | d1) ^ t);
                    b1 <<= 1;
                    b2 <<= 1;
                }
                let high = |c: $double| (c >> Self::WIDTH) as $word;
                ([c1 as $word, c2 as $word], [high(c1), high(c2)])
            }

            #[inline(always)]
            fn add([a1, a2]: [Self; 2], [b1, b2]: [Self; 2]) -> [Self; 2] {
                let t = (a1 | b2) ^ (a2 | b1);
                [(a2 | b2) ^ t, (a1 | b1) ^ t]
            }

            #[inline(always)]
            fn funnel(low: Self, high: Self, by: usize) -> Self {
                let both = <$double>::from(low) | <$double>::from(high) << Self::WIDTH;
                (both >> by) as $word
            }

            #[inline(always)]
            fn below(self, count: usize) -> Self {
                if count == Self::WIDTH { self } else { self & ((1 << count) - 1) }
            }

            #[inline(always)]
            fn bit(self, at: usize) -> bool {
                self >> at & 1 == 1
            }

            #[inline(always)]
            fn with_bit(value: bool, at: usize) -> Self {
                <$word>::from(value) << at
            }

            #[inline(always)]
            fn highest(a: Self, b: Self) -> Option<usize> {
                (a | b).checked_ilog2().map(|bit| bit as usize)
            }

            #[inline(always)]
            fn thin_out(self) -> [Self; 3] {
                let mut words = [0; 3];
                for (i, byte) in self.to_le_bytes().into_iter().enumerate() {
                    let (at, thinned) = (24 * i, <$double>::from(THINNED[usize::from(byte)]));
                    let shifted = thinned << (at % Self::WIDTH);
                    words[at / Self::WIDTH] |= shifted as $word;
                    if at % Self::WIDTH + 24 > Self::WIDTH {
                        words[at / Self::WIDTH + 1] |= (shifted >> Self::WIDTH) as $word;
                    }
                }
                words
            }

            #[inline(always)]
            fn thin_out_bit_serial(self) -> [Self; 3] {
                let mut words = [0; 3];
                for i in 0..Self::WIDTH {
                    words[3 * i / Self::WIDTH] |= (self >> i & 1) << (3 * i % Self::WIDTH);
                }
                words
            }
        }
    };
}

word!(u32, u64);
word!(u64, u128);

/// As many coefficients as a word has bits: a plane of ones and a plane of twos.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Planes<W>([W; 2]);

impl<W: Word> Planes<W> {
    /// The limb with these planes.
    ///
    /// # Panics
    /// If a bit is set in both.
    pub fn new(ones: W, twos: W) -> Self {
        assert!((0..W::WIDTH).all(|i| !(ones.bit(i) && twos.bit(i))), "a coefficient is not 1 and 2 at once");
        Self([ones, twos])
    }

    /// a^3, thinned out without a table.
    #[inline(always)]
    pub fn cube_bit_serial(self) -> [Self; 3] {
        self.each_plane(W::thin_out_bit_serial)
    }

    #[inline(always)]
    fn each_plane(self, thin_out: impl Fn(W) -> [W; 3]) -> [Self; 3] {
        let [ones, twos] = self.0.map(thin_out);
        [Self([ones[0], twos[0]]), Self([ones[1], twos[1]]), Self([ones[2], twos[2]])]
    }
}

impl<W: Word> Limb for Planes<W> {
    const LEN: usize = W::WIDTH;
    const ZERO: Self = Self([W::ZERO; 2]);
    const ONE: Self = Self([W::ONE, W::ZERO]);
    const KARATSUBA_FLOOR: usize = 1;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self(W::add(self.0, other.0))
    }

    #[inline(always)]
    fn neg(self) -> Self {
        let [ones, twos] = self.0;
        Self([twos, ones])
    }

    #[inline]
    fn mul(self, other: Self) -> (Self, Self) {
        let (low, high) = W::mul_bit_serial(self.0, other.0);
        (Self(low), Self(high))
    }

    #[inline(always)]
    fn cube(self) -> [Self; 3] {
        self.each_plane(W::thin_out)
    }

    #[inline(always)]
    fn funnel(low: Self, high: Self, by: usize) -> Self {
        Self([W::funnel(low.0[0], high.0[0], by), W::funnel(low.0[1], high.0[1], by)])
    }

    #[inline(always)]
    fn below(self, count: usize) -> Self {
        Self(self.0.map(|plane| plane.below(count)))
    }

    #[inline(always)]
    fn term(digit: u8, at: usize) -> Self {
        Self([W::with_bit(digit == 1, at), W::with_bit(digit == 2, at)])
    }

    #[inline(always)]
    fn coefficient(self, at: usize) -> u8 {
        u8::from(self.0[0].bit(at)) + 2 * u8::from(self.0[1].bit(at))
    }

    #[inline(always)]
    fn degree(self) -> Option<usize> {
        W::highest(self.0[0], self.0[1])
    }
}
