//! The standard technique: one integer a coefficient (`F3^97-N`, `F3^97-K` in Table 2).

use super::Limb;

/// A coefficient as an integer 0, 1 or 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Digit(u32);

impl Limb for Digit {
    const LEN: usize = 1;
    const ZERO: Self = Self(0);
    const ONE: Self = Self(1);
    const KARATSUBA_FLOOR: usize = 25;

    #[inline(always)]
    fn add(self, other: Self) -> Self {
        let c = self.0 + other.0;
        Self(if c >= 3 { c - 3 } else { c })
    }

    #[inline(always)]
    fn neg(self) -> Self {
        Self(if self.0 == 0 { 0 } else { 3 - self.0 })
    }

    #[inline(always)]
    fn mul(self, other: Self) -> (Self, Self) {
        let c = self.0 * other.0;
        (Self(if c >= 3 { c - 3 } else { c }), Self::ZERO)
    }

    #[inline(always)]
    fn cube(self) -> [Self; 3] {
        [self, Self::ZERO, Self::ZERO]
    }

    #[inline(always)]
    fn funnel(low: Self, high: Self, by: usize) -> Self {
        if by == 0 { low } else { high }
    }

    #[inline(always)]
    fn below(self, count: usize) -> Self {
        if count == 0 { Self::ZERO } else { self }
    }

    #[inline(always)]
    fn term(digit: u8, _at: usize) -> Self {
        Self(digit.into())
    }

    #[inline(always)]
    fn coefficient(self, _at: usize) -> u8 {
        self.0 as u8
    }

    #[inline(always)]
    fn degree(self) -> Option<usize> {
        (self.0 != 0).then_some(0)
    }
}
