//! Limbs of 128 bits in memory.

use subtle::{Choice, ConditionallySelectable};

/// A 128-bit limb as two 64-bit words, lower first: the form in which elements are stored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct Words(pub [u64; 2]);

impl Words {
    pub(crate) const fn from_u128(x: u128) -> Self {
        Self([x as u64, (x >> 64) as u64])
    }

    pub(crate) const fn to_u128(self) -> u128 {
        self.0[0] as u128 | (self.0[1] as u128) << 64
    }
}

impl ConditionallySelectable for Words {
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Self([0, 1].map(|i| u64::conditional_select(&a.0[i], &b.0[i], choice)))
    }
}
