//! Maps on bytes by lookups of nibbles in registers, for instructions that look sixteen bytes up at once.

use super::{Vector, Words};

/// Bits 0 and 2 of a nibble at bits 0 and 1, bits 1 and 3 at bits 4 and 5.
const UNSPREAD: i128 = i128::from_le_bytes([
    0x00, 0x01, 0x10, 0x11, 0x02, 0x03, 0x12, 0x13, 0x20, 0x21, 0x30, 0x31, 0x22, 0x23, 0x32, 0x33,
]);
const NIBBLE: i128 = 0x0f0f_0f0f_0f0f_0f0f_0f0f_0f0f_0f0f_0f0f;

/// Vectors whose instructions look bytes up.
pub trait Lookup: Vector {
    /// In each lane, the bytes of `self` at these indices, all below 16.
    fn lookup(self, indices: Self) -> Self;
}

/// The same value in all lanes.
#[inline(always)]
pub fn constant<V: Vector>(lane: i128) -> V {
    V::splat(Words::from_u128(lane as u128))
}

/// The sums of all subsets of four columns.
fn subset_sums(columns: &[u8]) -> Words {
    let sum = |subset: usize| (0..4).filter(|k| subset >> k & 1 == 1).fold(0, |s, k| s ^ columns[k]);
    Words::from_u128(u128::from_le_bytes(core::array::from_fn(sum)))
}

/// [`Vector::byte_map`]: one table for the lower nibbles, one for the upper.
pub fn byte_map(columns: [u8; 8]) -> [Words; 2] {
    [subset_sums(&columns[..4]), subset_sums(&columns[4..])]
}

/// [`Vector::digits`]: the lower and the upper nibbles.
#[inline(always)]
pub fn digits<V: Vector>(x: V) -> [V; 2] {
    let nibble = constant(NIBBLE);
    [x.and(nibble), x.shr(4).and(nibble)]
}

/// [`Vector::apply`].
#[inline(always)]
pub fn apply<V: Lookup>(digits: [V; 2], map: &[Words; 2]) -> V {
    V::splat(map[0]).lookup(digits[0]).xor(V::splat(map[1]).lookup(digits[1]))
}

/// What [`Vector`] has of byte maps, for a type with [`Lookup`].
macro_rules! maps_by_nibbles {
    () => {
        type ByteMap = [Words; 2];
        type Digits = [Self; 2];

        fn byte_map(columns: [u8; 8]) -> [Words; 2] {
            nibbles::byte_map(columns)
        }

        #[inline(always)]
        fn digits(self) -> [Self; 2] {
            nibbles::digits(self)
        }

        #[inline(always)]
        fn apply(digits: [Self; 2], map: &[Words; 2]) -> Self {
            nibbles::apply(digits, map)
        }
    };
}
pub(super) use maps_by_nibbles;

/// The even bits of each byte in its lower nibble, the odd ones in its upper nibble.
#[inline(always)]
pub fn unspread<V: Lookup>(x: V) -> V {
    let [low, high] = digits(x);
    constant::<V>(UNSPREAD).lookup(low).xor(constant::<V>(UNSPREAD << 2).lookup(high))
}

/// [`Vector::unspread`], of what [`unspread`] gives for bytes at even places and for those at odd ones.
#[inline(always)]
pub fn regroup<V: Vector>(even_bytes: V, odd_bytes: V) -> (V, V) {
    let (nibble, high_nibble): (V, V) = (constant(NIBBLE), constant(NIBBLE << 4));
    (
        even_bytes.and(nibble).xor(odd_bytes.shl(4).and(high_nibble)),
        even_bytes.shr(4).and(nibble).xor(odd_bytes.and(high_nibble)),
    )
}
