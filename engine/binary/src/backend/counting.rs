//! Lanes that count carry-less products: portable arithmetic in the shape of a wider vector.

use super::{Kernel, Vector, Words};
use core::cell::Cell;

thread_local! {
    static PRODUCTS: Cell<u64> = const { Cell::new(0) };
}

/// The number of carry-less instructions that `work` executes on [`Counting`] vectors of this thread.
pub fn counted(work: impl FnOnce()) -> u64 {
    let before = PRODUCTS.get();
    work();
    PRODUCTS.get() - before
}

/// `N` lanes, each multiplication of all of them counted as one instruction.
#[derive(Clone, Copy)]
pub struct Counting<const N: usize>([Words; N]);

impl<const N: usize> Counting<N> {
    fn lanes(self, f: impl Fn(Words) -> Words) -> Self {
        Self(self.0.map(f))
    }

    fn pairs(self, other: Self, f: impl Fn(Words, Words) -> Words) -> Self {
        Self(core::array::from_fn(|i| f(self.0[i], other.0[i])))
    }

    fn pairs_twice(self, other: Self, f: impl Fn(Words, Words) -> (Words, Words)) -> (Self, Self) {
        (self.pairs(other, |a, b| f(a, b).0), self.pairs(other, |a, b| f(a, b).1))
    }
}

impl<const N: usize> Vector for Counting<N> {
    const LANES: usize = N;
    const ALWAYS_OUTLINE: bool = true;
    const MAP_SLOT: usize = Words::MAP_SLOT;
    type ByteMap = [u8; 8];
    type Digits = Self;

    fn zero() -> Self {
        Self([Words::zero(); N])
    }

    fn splat(lane: Words) -> Self {
        Self([lane; N])
    }

    fn gather(words: &[Words], stride: usize) -> Self {
        Self(core::array::from_fn(|i| words[i * stride]))
    }

    fn store(self, out: &mut [Words]) {
        out.copy_from_slice(&self.0[..out.len()]);
    }

    fn rotate(mut self, by: usize) -> Self {
        self.0.rotate_left(by);
        self
    }

    fn xor(self, other: Self) -> Self {
        self.pairs(other, Words::xor)
    }

    fn and(self, other: Self) -> Self {
        self.pairs(other, Words::and)
    }

    fn clmul_low(self, other: Self) -> Self {
        PRODUCTS.set(PRODUCTS.get() + 1);
        self.pairs(other, Words::clmul_low)
    }

    fn clmul_high(self, other: Self) -> Self {
        PRODUCTS.set(PRODUCTS.get() + 1);
        self.pairs(other, Words::clmul_high)
    }

    fn fold(self) -> Self {
        self.lanes(Words::fold)
    }

    fn shl(self, n: usize) -> Self {
        self.lanes(|x| x.shl(n))
    }

    fn shr(self, n: usize) -> Self {
        self.lanes(|x| x.shr(n))
    }

    fn middle(low: Self, high: Self) -> Self {
        low.pairs(high, Words::middle)
    }

    fn spread(self) -> (Self, Self) {
        self.pairs_twice(self, |x, _| x.spread())
    }

    fn unspread(low: Self, high: Self) -> (Self, Self) {
        low.pairs_twice(high, Words::unspread)
    }

    fn interleave(self, other: Self) -> (Self, Self) {
        self.pairs_twice(other, Words::interleave)
    }

    fn byte_map(columns: [u8; 8]) -> [u8; 8] {
        columns
    }

    fn digits(self) -> Self {
        self
    }

    fn apply(digits: Self, map: &[u8; 8]) -> Self {
        digits.lanes(|x| Words::apply(x, map))
    }

    #[inline(never)]
    fn enter<K: Kernel>(kernel: K) -> K::Output {
        kernel.run()
    }
}
