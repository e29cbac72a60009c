//! Pairings with embedding degree 12 in AVX-512 IFMA, vectorised within one pairing, and powers of many elements.
//!
//! The eight lanes of a vector hold four elements of F_p2 or two of F_p4: coefficients of an element of F_p12, the
//! coordinates of a point, or the factors of one step of a formula that do not wait for each other. A lane is a sum of
//! products in F_p with one reduction at its end.
//!
//! | module | what |
//! |---|---|
//! | `radix` | constants of a field in digits of 52 bits |
//! | `vector` | eight elements of F_p: carries, products, Montgomery reduction |
//! | `quadratic` | four elements of F_p2: permutations, products |
//! | `quartic` | two elements of F_p4: products, squares |
//! | `fp12` | F_p12 in two vectors |
//! | `cyclotomic` | squares in the cyclotomic subgroup |
//! | `scheduled`, `squares` | what these work on, in assembly; the fields |
//! | `g2` | doubling and addition of points, with the lines |
//! | `curve`, `params` | what the lanes need of a curve, and the curves |
//! | `pairing` | Miller loop and final exponentiation |
//! | `power` | a power of many independent elements of F_p, which is what square roots take |
//! | `parts` | elements of F_p or F_p2, one in each lane |
//! | `rows` | lanes as rows in memory, element after element |
//! | `additions` | additions of many affine points |
//! | `convert` | to and from elements in 64-bit limbs |
//! | `operations` | single operations, to be measured |
//! | `available` | whether this processor has the instructions |

mod additions;
mod available;
mod convert;
mod curve;
mod cyclotomic;
mod fp12;
mod g2;
mod operations;
mod pairing;
mod params;
mod parts;
mod power;
mod products;
mod quadratic;
mod quartic;
mod radix;
mod rows;
mod scheduled;
mod squares;
#[cfg(test)]
mod tests;
mod vector;

use additions::vector_additions;
pub use curve::InLanes;
pub use operations::{Operation, operations};
pub use pairing::{final_exponentiation, miller_loop, product};
pub use power::power_p_minus_3_over_4;

use super::ate::Vectorised;
use super::tower::Fp2;
use pairforge_interface::cpu;

/// The functions of this module as the pairings call them, where instructions of this level may be used.
#[must_use]
#[inline(never)]
pub fn vectorised<C: InLanes<L, N>, const L: usize, const N: usize>() -> Option<Vectorised<C>> {
    (cpu::level() >= cpu::Level::Avx512).then_some(Vectorised {
        miller_loop,
        final_exponentiation,
        product,
        power_p_minus_3_over_4: power_p_minus_3_over_4::<C, L, N>,
        g1_additions: vector_additions::<C::Params, C::Fp, L, N, 1>(),
        g2_additions: vector_additions::<C::Params, Fp2<C::Fp, C>, L, N, 2>(),
    })
}
