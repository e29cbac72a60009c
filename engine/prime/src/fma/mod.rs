//! Four elements of F_p side by side in registers of AVX2, multiplied in double precision.
//!
//! AVX2 multiplies integers of 32 bits only, but a fused multiplication and addition of doubles takes 53: of a product of two
//! digits of 52 bits one of them gives the high half, rounded, and a second one the low half, exactly. The sums around them
//! are chosen so that both halves stand in the low bits of the doubles, which are then summed as integers (Emmart, Zheng and
//! Weems 2018, where the rounding is towards zero; here it is to nearest, as programs have it, and digits are signed).
//!
//! | module | what |
//! |---|---|
//! | `columns` | sums of products of digits |
//! | `vector` | four elements: carries, Montgomery products and squares |
//! | `quadratic` | elements of F_p2 side by side, their squares |
//! | `cyclotomic` | squares in the cyclotomic subgroup of F_p12 |
//! | `fp12` | squares in F_p12 |
//! | `radix` | a prime in digits of 52 bits, elements in and out |

mod columns;
mod cyclotomic;
mod four;
mod fp12;
mod quadratic;
mod radix;
#[cfg(test)]
mod tests;
mod vector;

use pairforge_interface::cpu;

pub use cyclotomic::power;
pub use four::Four;
pub use fp12::square12;
pub use quadratic::Constants;
pub use radix::{Radix, Reals, Words};
pub use vector::{carried, mul, square};

/// Whether this thread may take what is here.
pub fn available() -> bool {
    cpu::level() >= cpu::Level::Avx2 && rounds_to_nearest()
}

/// Whether results of this thread are rounded to nearest, as all of this module takes for granted. A program can change that
/// for code in other languages.
pub fn rounds_to_nearest() -> bool {
    const ROUNDING: u32 = 3 << 13;
    let mut state = 0u32;
    // SAFETY: the instruction writes four bytes, which the variable has; every x86-64 has it.
    unsafe { core::arch::asm!("stmxcsr [{}]", in(reg) &raw mut state, options(nostack, preserves_flags)) };
    state & ROUNDING == 0
}
