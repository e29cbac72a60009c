//! Digits of F_3 in two bits each, as many side by side as a register has bits.
//!
//! A digit is (nz, sg): 0 where nz = 0, whatever sg is; 1 where nz = 1 and sg = 0; -1 where both are 1. Leaving sg free where
//! the digit is 0 makes a product two operations and a sum three three-input ones (found by exhaustive search: no
//! encoding adds in two, none multiplies and adds in four).

/// A register of independent bits.
pub(super) trait Bits: Copy + 'static {
    /// 64-bit words in a register.
    const WORDS: usize;

    /// All bits 0.
    fn zero() -> Self;
    /// All bits 1.
    fn ones() -> Self;
    /// a and b.
    fn and(self, other: Self) -> Self;
    /// a or b.
    fn or(self, other: Self) -> Self;
    /// a xor b.
    fn xor(self, other: Self) -> Self;
    /// a and not b.
    fn without(self, other: Self) -> Self;
    /// The `WORDS` words at the start of `words`.
    fn from_words(words: &[u64]) -> Self;
    /// Writes the `WORDS` words at the start of `words`.
    fn to_words(self, words: &mut [u64]);

    /// x + y digit by digit.
    #[inline(always)]
    fn sum(x: Trits<Self>, y: Trits<Self>) -> Trits<Self> {
        let t = x.nz.xor(x.sg).xor(y.sg);
        Trits { nz: x.nz.xor(y.nz).or(x.nz.and(t)), sg: x.sg.xor(y.nz.and(t)) }
    }

    /// x - y digit by digit.
    #[inline(always)]
    fn difference(x: Trits<Self>, y: Trits<Self>) -> Trits<Self> {
        let t = x.nz.xor(x.sg).xor(y.sg);
        Trits { nz: x.nz.xor(y.nz).or(x.nz.without(t)), sg: x.sg.xor(y.nz.without(t)) }
    }
}

impl Bits for u64 {
    const WORDS: usize = 1;

    #[inline(always)]
    fn zero() -> Self {
        0
    }
    #[inline(always)]
    fn ones() -> Self {
        !0
    }
    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self & other
    }
    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self | other
    }
    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self ^ other
    }
    #[inline(always)]
    fn without(self, other: Self) -> Self {
        self & !other
    }
    #[inline(always)]
    fn from_words(words: &[u64]) -> Self {
        words[0]
    }
    #[inline(always)]
    fn to_words(self, words: &mut [u64]) {
        words[0] = self;
    }
}

/// As many digits of F_3 as `V` has bits.
#[derive(Clone, Copy)]
pub(super) struct Trits<V> {
    /// Where the digit is not 0.
    pub nz: V,
    /// Where a nonzero digit is -1; free where the digit is 0.
    pub sg: V,
}

impl<V: Bits> Trits<V> {
    /// All digits 0.
    #[inline(always)]
    pub fn zero() -> Self {
        Trits { nz: V::zero(), sg: V::zero() }
    }

    /// x + y.
    #[inline(always)]
    pub fn add(self, other: Self) -> Self {
        V::sum(self, other)
    }

    /// x - y.
    #[inline(always)]
    pub fn sub(self, other: Self) -> Self {
        V::difference(self, other)
    }

    /// -x.
    #[inline(always)]
    pub fn neg(self) -> Self {
        Trits { nz: self.nz, sg: self.sg.xor(V::ones()) }
    }

    /// x y.
    #[inline(always)]
    pub fn mul(self, other: Self) -> Self {
        Trits { nz: self.nz.and(other.nz), sg: self.sg.xor(other.sg) }
    }

    /// `sign` x, for a constant sign of 1 or -1.
    #[inline(always)]
    pub fn times(self, sign: i8) -> Self {
        if sign < 0 { self.neg() } else { self }
    }

    /// x + `sign` y, for a constant sign of 1 or -1.
    #[inline(always)]
    pub fn add_times(self, sign: i8, other: Self) -> Self {
        if sign < 0 { self.sub(other) } else { self.add(other) }
    }
}
