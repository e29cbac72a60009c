//! What scheduled assembly works on: a loop of squares in the cyclotomic subgroup whose order of instructions and
//! registers `pairforge/engine_source/vector_code` chooses. `squares` has the fields.

use super::radix::Radix52;
use super::vector::{Vector, Word};
use core::mem::MaybeUninit;

/// Words that registers may be spilled to.
const SPILLED: usize = 64;

/// What a loop of squares reads and writes. Factors, products and the lanes that they are in are those of
/// `vector_code/cyclotomic.py`, where the slots have these names.
#[repr(C, align(64))]
pub struct State<const L: usize> {
    /// 2 conj(a) with its sign, in a tight field plus a multiple of p.
    pub a_before: Vector<L>,
    /// The same of b, c.
    pub bc_before: Vector<L>,
    /// The products for the square of a, from real parts, then from imaginary ones.
    pub a_products: Vector<L>,
    /// Digits of factors of a, which the loop makes first.
    pub a_factors: MaybeUninit<[Vector<L>; 2]>,
    /// Digits of real parts of left factors, in both lanes.
    pub bc_real: Vector<L>,
    /// Digits of imaginary parts of left factors, in both lanes, opposite in real ones.
    pub bc_imaginary: Vector<L>,
    /// Digits of right factors.
    pub bc_right: Vector<L>,
    /// Digits of right factors with their parts exchanged.
    pub bc_exchanged: Vector<L>,
    /// Where the loop spills registers to.
    pub spilled: MaybeUninit<[Word; SPILLED]>,
}

/// What makes values nonnegative, as multiples of p.
#[derive(Clone, Copy, Debug)]
pub struct Offsets {
    /// Left factors.
    pub left: u64,
    /// Right factors.
    pub right: u64,
    /// The square of a before it is folded.
    pub a: u64,
    /// The squares of b and c before they are folded.
    pub bc: u64,
}

/// A field with scheduled squares.
pub trait Squares<const L: usize>: Radix52<L> {
    /// How many squares may be taken at once: in a roomy field the last one folds what the others leave.
    const AT_ONCE: usize;
    /// The offsets that the assembly adds.
    const OFFSETS: Offsets;

    /// Takes squares, from 1 to [`Self::AT_ONCE`]: of b and c into `bc_before` and their factors, of a into its products.
    ///
    /// # Safety
    /// The processor has AVX-512 IFMA.
    unsafe fn squares(state: &mut State<L>, count: usize);
}

/// Constants of assembly, a line of the cache each.
#[repr(C, align(64))]
pub struct Constants<const N: usize>(pub [[u64; 8]; N]);

/// Runs the assembly of a file: on a state, with constants and a count of rounds.
macro_rules! run {
    ($file:literal, $state:expr, $constants:expr, $count:expr) => {
        core::arch::asm!(
            include_str!($file),
            inout("rdi") core::ptr::from_mut($state) => _,
            inout("rsi") core::ptr::from_ref(&$constants) => _,
            inout("rdx") $count => _,
            out("rax") _,
            out("zmm0") _, out("zmm1") _, out("zmm2") _, out("zmm3") _,
            out("zmm4") _, out("zmm5") _, out("zmm6") _, out("zmm7") _,
            out("zmm8") _, out("zmm9") _, out("zmm10") _, out("zmm11") _,
            out("zmm12") _, out("zmm13") _, out("zmm14") _, out("zmm15") _,
            out("zmm16") _, out("zmm17") _, out("zmm18") _, out("zmm19") _,
            out("zmm20") _, out("zmm21") _, out("zmm22") _, out("zmm23") _,
            out("zmm24") _, out("zmm25") _, out("zmm26") _, out("zmm27") _,
            out("zmm28") _, out("zmm29") _, out("zmm30") _, out("zmm31") _,
            out("k1") _, out("k2") _, out("k3") _, out("k4") _, out("k5") _, out("k6") _, out("k7") _,
            options(nostack, raw),
        )
    };
}
pub(super) use run;
