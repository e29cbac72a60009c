//! Vectors of 128-bit lanes: the one interface that all arithmetic of this family is written on.
//!
//! Lane i of every limb belongs to element i, so that a field operation works on [`Vector::LANES`] elements at once and
//! no bit ever crosses a lane, save in [`Vector::rotate`].

mod counting;
#[cfg(all(target_arch = "aarch64", not(miri)))]
mod neon;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
mod nibbles;
mod portable;
mod words;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86;

pub(super) use counting::{Counting, counted};
#[cfg(all(target_arch = "aarch64", not(miri)))]
pub(super) use neon::Neon128;
pub use portable::spread_word;
pub use words::Words;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(super) use x86::{Base128, Evex128, Vex128, Wide256, Wide512};

/// Work that is compiled as one function for the instructions of a vector type.
pub trait Kernel {
    /// What the work gives.
    type Output;
    /// Does the work; implementations are `#[inline(always)]`.
    fn run(self) -> Self::Output;
}

/// A few 128-bit lanes, each two 64-bit words: a polynomial over F_2 of degree below 128, bit i the coefficient of x^i.
pub trait Vector: Copy + Send + Sync + 'static {
    /// Number of lanes: 1, 2 or 4.
    const LANES: usize;
    /// Whether kernels of small fields are to be functions, too: where a product is not a few instructions.
    const ALWAYS_OUTLINE: bool;
    /// Which of the three forms of byte maps this type takes.
    const MAP_SLOT: usize;
    /// A linear map from bytes to bytes, in the form that [`apply`](Vector::apply) wants.
    type ByteMap: Copy + Send + Sync + 'static;
    /// Bytes made ready for [`apply`](Vector::apply).
    type Digits: Copy;

    /// All lanes zero.
    fn zero() -> Self;
    /// The same value in all lanes.
    fn splat(lane: Words) -> Self;
    /// Lane i from `words[i * stride]`.
    fn gather(words: &[Words], stride: usize) -> Self;
    /// The first `out.len()` lanes.
    fn store(self, out: &mut [Words]);
    /// Lane i of the result is lane i + `by` (modulo the number of lanes).
    fn rotate(self, by: usize) -> Self;

    /// The sum.
    fn xor(self, other: Self) -> Self;
    /// The bits in both.
    fn and(self, other: Self) -> Self;
    /// The product of the lower words of each lane.
    fn clmul_low(self, other: Self) -> Self;
    /// The product of the upper words of each lane.
    fn clmul_high(self, other: Self) -> Self;
    /// The sum of the two words of each lane, in both words.
    fn fold(self) -> Self;
    /// Each 64-bit word, shifted up by `n` < 64 bits.
    fn shl(self, n: usize) -> Self;
    /// Each 64-bit word, shifted down by `n` < 64 bits.
    fn shr(self, n: usize) -> Self;
    /// Of each lane, the upper word of `low` below the lower word of `high`.
    fn middle(low: Self, high: Self) -> Self;
    /// The square of each lane: bit i moves to bit 2 i of the 256-bit result, lower limb first.
    fn spread(self) -> (Self, Self);
    /// The even and the odd bits of 256 bits, lower limb first.
    fn unspread(low: Self, high: Self) -> (Self, Self);
    /// The bytes of two vectors in turn, within each lane: first of the lower eight bytes, then of the upper.
    fn interleave(self, other: Self) -> (Self, Self);

    /// The map that takes bit k to the byte `columns[k]`.
    fn byte_map(columns: [u8; 8]) -> Self::ByteMap;
    /// Bytes made ready for [`apply`](Vector::apply).
    fn digits(self) -> Self::Digits;
    /// The map applied to each byte.
    fn apply(digits: Self::Digits, map: &Self::ByteMap) -> Self;

    /// Runs a kernel with the instructions of this type enabled.
    fn enter<K: Kernel>(kernel: K) -> K::Output;

    /// The same, as a function of its own. The compiler does not heed `inline(never)` of functions with `target_feature`, so
    /// it stands here.
    #[inline(never)]
    fn outline<K: Kernel>(kernel: K) -> K::Output {
        Self::enter(kernel)
    }
}
