//! The 3-bit lanes of section 3.1: ten coefficients in a 32-bit word, added in five instructions.
//!
//! They show the idea of the redundant digit; there is no room in them for a product, and the paper goes on with
//! bytes ([`super::lanes`]).

/// Lanes in a word.
pub const LANES: usize = 10;

/// The lowest bit of each lane.
const ONES: u32 = 0x0924_9249;

/// Adds ten coefficients at once; each lane of the operands and of the sum holds 0, 1, 2 or 3, its third bit clear.
#[inline(always)]
pub fn add(a: u32, b: u32) -> u32 {
    let c = a + b;
    let r = (c >> 2) & ONES;
    c - 3 * r
}
