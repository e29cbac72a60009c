//! Supersingular curves y^2 + y = x^3 + x + b over F_2^m, m odd, of embedding degree 4: what a curve is, and what follows
//! from (m, b) by Table I of Beuchat et al. 2010.

use super::element::Element;
use super::field::Field;
use core::fmt::Debug;
use std::sync::OnceLock;

/// 64-bit words of the largest order.
const MAX_WORDS: usize = 20;

/// A curve, as a literal: a field, b, and the factors of the number of points beside the largest.
pub trait Curve: Copy + Eq + Debug + Send + Sync + 'static {
    /// The field of the coordinates.
    type Field: Field;
    /// The coefficient b.
    const B: bool;
    /// The factors of the number of points beside the prime r.
    const COFACTORS: &'static [u64];
    /// The name, from which the generator is hashed.
    const NAME: &'static str;

    /// The order r of the large subgroup, little-endian.
    const ORDER: &'static [u64];

    /// alpha: whether m = 1 (mod 4).
    const ALPHA: bool = Self::Field::DEGREE % 4 == 1;
    /// beta: b if m = 1, 3 (mod 8), else 1 - b.
    const BETA: bool = Self::B ^ (Self::Field::DEGREE % 8 > 4);
    /// delta: b if m = 1, 7 (mod 8), else 1 - b. The number of points is N = 2^m + 1 + nu T with nu = (-1)^delta.
    const DELTA: bool = Self::B ^ matches!(Self::Field::DEGREE % 8, 3 | 5);
    /// (m+1)/2: T = 2^HALF.
    const HALF: usize = Self::Field::DEGREE.div_ceil(2);

    /// Where the coordinates of the generator of the subgroup of order r stay once they are computed.
    fn generator() -> &'static OnceLock<[Element<Self::Field>; 2]>;
}

/// The number of points divided by the cofactors.
pub const fn order(degree: usize, delta: bool, cofactors: &[u64]) -> [u64; MAX_WORDS] {
    let mut n = [0u64; MAX_WORDS];
    let half = degree.div_ceil(2);
    if delta {
        // 2^m - 2^half: ones from bit `half` up.
        let mut i = half;
        while i < degree {
            n[i / 64] |= 1 << (i % 64);
            i += 1;
        }
    } else {
        n[degree / 64] |= 1 << (degree % 64);
        n[half / 64] |= 1 << (half % 64);
    }
    n[0] |= 1;
    let mut i = 0;
    while i < cofactors.len() {
        let (mut rest, mut word) = (0u64, MAX_WORDS);
        while word > 0 {
            word -= 1;
            let part = (rest as u128) << 64 | n[word] as u128;
            n[word] = (part / cofactors[i] as u128) as u64;
            rest = (part % cofactors[i] as u128) as u64;
        }
        assert!(rest == 0, "a cofactor that does not divide the number of points");
        i += 1;
    }
    n
}

/// A number without its leading zero words.
pub const fn trimmed(words: &'static [u64; MAX_WORDS]) -> &'static [u64] {
    let mut length = MAX_WORDS;
    while words[length - 1] == 0 {
        length -= 1;
    }
    words.split_at(length).0
}
