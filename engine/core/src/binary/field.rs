//! The fields F_2^m: a field is one literal, the exponents of its polynomial.

use super::limbs::Limbs;
use super::vector::{Vector, Words};
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
    /// do one-lane work in two lanes: half the code to compile.
    const EVERY_WIDTH: bool = matches!(Self::DEGREE, 239 | 1223);
    /// The square root of x.
    const SQRT_X: Self::Limbs<Words>;
    /// Its exponents, ascending, if they are few.
    const SQRT_X_EXPONENTS: [usize; SPARSE] = sparse_exponents(&sqrt_of_x(Self::TERMS)).1;
    /// How many they are; none if the square root of x is dense.
    const SQRT_X_TERMS: Option<usize> = sparse_exponents(&sqrt_of_x(Self::TERMS)).0;

    /// ceil(m / 128) limbs.
    type Limbs<V: Vector>: Limbs<V>;

    /// The tables of the map x -> x^(2^((m+1)/2)).
    fn map_slots() -> &'static MapSlots;
}

/// Bit i of the lower 32 bits moves to bit 2 i.
const fn spread(x: u64) -> u64 {
    let (mut y, mut i) = (0, 0);
    while i < 32 {
        y |= (x >> i & 1) << (2 * i);
        i += 1;
    }
    y
}

/// x^(2^(m-1)), by squaring.
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
            p[2 * i] = spread(a[i]);
            p[2 * i + 1] = spread(a[i] >> 32);
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

macro_rules! fields {
    ($($(#[$meta:meta])* $name:ident = [$degree:literal $(, $term:literal)*];)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name;

            impl Field for $name {
                const TERMS: &'static [usize] = &[$degree $(, $term)*];
                const SQRT_X: Self::Limbs<Words> = limbs(sqrt_of_x(Self::TERMS));
                type Limbs<V: Vector> = [V; usize::div_ceil($degree, 128)];

                fn map_slots() -> &'static MapSlots {
                    static SLOTS: MapSlots = [const { OnceLock::new() }; 3];
                    &SLOTS
                }
            }
        )*
    };
}

fields! {
    /// x^239 + x^81 + 1 (Beuchat et al. 2010, Table III).
    F239 = [239, 81, 0];
    /// x^239 + x^36 + 1 (Shu, Kwon, Gaj 2006).
    F239Shu = [239, 36, 0];
    /// x^241 + x^70 + 1, the trinomial of least second exponent.
    F241 = [241, 70, 0];
    /// x^271 + x^58 + 1, the trinomial of least second exponent.
    F271 = [271, 58, 0];
    /// x^283 + x^12 + x^7 + x^5 + 1 (Shu, Kwon, Gaj 2006; NIST).
    F283 = [283, 12, 7, 5, 0];
    /// x^313 + x^79 + 1 (Beuchat et al. 2010, Table III).
    F313 = [313, 79, 0];
    /// x^353 + x^69 + 1, the trinomial of least second exponent.
    F353 = [353, 69, 0];
    /// x^379 + x^129 + x^125 + x^59 + 1: no trinomial is irreducible, and with odd exponents alone the square root of x has four
    /// terms; the first such in lexicographic order.
    F379 = [379, 129, 125, 59, 0];
    /// x^457 + x^61 + 1 (Beuchat et al. 2010, Table III).
    F457 = [457, 61, 0];
    /// x^557 + x^360 + x^197 + x^163 + 1 (Beuchat et al. 2010, Table III).
    F557 = [557, 360, 197, 163, 0];
    /// x^613 + x^428 + x^243 + x^185 + 1 (Beuchat et al. 2010, Table III).
    F613 = [613, 428, 243, 185, 0];
    /// x^691 + x^448 + x^243 + x^205 + 1 (Beuchat et al. 2010, Table III).
    F691 = [691, 448, 243, 205, 0];
    /// x^1223 + x^255 + 1 (Aranha, Lopez, Hankerson 2010).
    F1223 = [1223, 255, 0];
}
