//! The fields F_2^m: a field is the exponents of its polynomial, one row of `table`.

use super::backend::{Vector, Words, spread_word};
use super::limbs::Limbs;
use core::any::Any;
use core::fmt::Debug;
use std::sync::OnceLock;

/// 64-bit words of the largest field.
const MAX_WORDS: usize = 20;
/// Square roots of x with more terms than this are multiplied by as any other element.
const SPARSE: usize = 9;

/// Tables of byte maps that depend on the field alone, one for each form ([`Vector::MAP_SLOT`]).
pub type MapSlots = [OnceLock<Box<dyn Any + Send + Sync>>; 3];

/// F_2\[x\]/(f), f irreducible of odd degree m, with every middle exponent at most m - 128.
pub trait Field: Copy + Eq + Debug + Send + Sync + 'static {
    /// The exponents of f, descending, the last one 0.
    const TERMS: &'static [usize];
    /// m.
    const DEGREE: usize = Self::TERMS[0];
    /// Bytes of an encoded element, ceil(m / 8).
    const WIDTH: usize = Self::DEGREE.div_ceil(8);
    /// Whether there is code for every width of vectors. The fields that nobody waits for go without that for 512 bits, and
    /// do one-lane work by the same code wherever there is PCLMULQDQ: half the code to compile.
    const EVERY_WIDTH: bool = matches!(Self::DEGREE, 239 | 1223);
    /// The square root of x, in words.
    const SQRT_X_WORDS: [u64; MAX_WORDS] = sqrt_of_x(Self::TERMS);
    /// The square root of x.
    const SQRT_X: Self::Limbs<Words>;
    /// Its exponents, ascending, if they are few.
    const SQRT_X_EXPONENTS: [usize; SPARSE] = sparse_exponents(&Self::SQRT_X_WORDS).1;
    /// How many they are; none if the square root of x is dense.
    const SQRT_X_TERMS: Option<usize> = sparse_exponents(&Self::SQRT_X_WORDS).0;

    /// ceil(m / 128) limbs.
    type Limbs<V: Vector>: Limbs<V>;

    /// The tables of the map x -> x^(2^((m+1)/2)).
    fn map_slots() -> &'static MapSlots;
}

/// x^(2^(m-1)), by squaring. The compiler interprets this, so every step counts.
const fn sqrt_of_x(terms: &[usize]) -> [u64; MAX_WORDS] {
    let degree = terms[0];
    let words = degree.div_ceil(64);
    let mut a = [0u64; MAX_WORDS];
    a[0] = 2;
    let mut squarings = 1;
    while squarings < degree {
        let mut p = [0u64; 2 * MAX_WORDS];
        let mut i = 0;
        while i < words {
            p[2 * i] = spread_word(a[i]);
            p[2 * i + 1] = spread_word(a[i] >> 32);
            i += 1;
        }
        // From the top, whole words, then the bits above x^(m-1) of the top word.
        let mut i = 2 * words;
        while i >= words {
            let (from, drop) = if i == words { (words - 1, degree % 64) } else { (i - 1, 0) };
            let above = p[from] >> drop;
            p[from] ^= above << drop;
            let mut term = 1;
            while term < terms.len() {
                let shift = 64 * from + drop - degree + terms[term];
                p[shift / 64] ^= above << (shift % 64);
                if !shift.is_multiple_of(64) {
                    p[shift / 64 + 1] ^= above >> (64 - shift % 64);
                }
                term += 1;
            }
            i -= 1;
        }
        let mut i = 0;
        while i < words {
            a[i] = p[i];
            i += 1;
        }
        squarings += 1;
    }
    a
}

const fn sparse_exponents(words: &[u64; MAX_WORDS]) -> (Option<usize>, [usize; SPARSE]) {
    let (mut exponents, mut count, mut i) = ([0; SPARSE], 0, 0);
    while i < 64 * MAX_WORDS {
        if words[i / 64] >> (i % 64) & 1 == 1 {
            if count == SPARSE {
                return (None, [0; SPARSE]);
            }
            exponents[count] = i;
            count += 1;
        }
        i += 1;
    }
    (Some(count), exponents)
}

/// The first limbs of a long list of words.
const fn limbs<const L: usize>(words: [u64; MAX_WORDS]) -> [Words; L] {
    let (mut out, mut i) = ([Words([0; 2]); L], 0);
    while i < L {
        out[i] = Words([words[2 * i], words[2 * i + 1]]);
        i += 1;
    }
    out
}

/// Defines fields, for `table`.
macro_rules! fields {
    ($($(#[$meta:meta])* $name:ident = [$degree:literal $(, $term:literal)*];)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name;

            impl Field for $name {
                const TERMS: &'static [usize] = &[$degree $(, $term)*];
                const SQRT_X: Self::Limbs<Words> = limbs(Self::SQRT_X_WORDS);
                type Limbs<V: Vector> = [V; usize::div_ceil($degree, 128)];

                fn map_slots() -> &'static MapSlots {
                    static SLOTS: MapSlots = [const { OnceLock::new() }; 3];
                    &SLOTS
                }
            }
        )*
    };
}

mod table;

pub use table::*;
