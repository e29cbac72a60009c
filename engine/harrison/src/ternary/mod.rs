//! F_3^n = F_3\[x\]/(x^n + x^k + 2), in the representations of the paper (sections 2 to 4).
//!
//! An element is a polynomial cut into limbs. The representations differ in what a limb is, and in nothing else:
//!
//! | in Table 2 | limb | coefficients a limb | module |
//! |---|---|---|---|
//! | N, K | an integer 0, 1, 2 | 1 | [`digit`] |
//! | I-N, I-K | the bytes of a 32-bit word, each 0, 1, 2 or 3 | 4 | [`lanes`] |
//! | II-N, II-K, II-BS | two words, one bit of each a coefficient | 32 (or 64) | [`planes`] |
//!
//! and in the [`method`] of multiplication: school-book (N), Karatsuba (K), bit-serial (BS). Reduction, cubing by thinning
//! out and the ternary [`euclid`] are written once, over [`Limb`].
//!
//! Of the seven trinomials that the paper lists, two are misprints: x^79 + x^21 + 2 and x^167 + x^97 + 2 vanish at x = 2,
//! for both exponents are odd. The only irreducible x^79 + x^k + 2 has k = 26; for 167, k is 92 or 96, and we take
//! 96, one below the printed value.

pub mod digit;
pub mod element;
pub mod euclid;
pub mod lanes;
pub mod limb;
pub mod method;
pub mod narrow;
pub mod planes;
pub mod polynomial;

pub use digit::Digit;
pub use element::Element;
pub use lanes::Lanes;
pub use limb::Limb;
pub use method::{BitSerial, Karatsuba, Method, Schoolbook};
pub use planes::Planes;

/// F_3^97 as an array of 97 integers: `F3^97-N` and `F3^97-K` of Table 2.
pub type Array97<M> = Element<Digit, 98, 97, 12, M>;
/// F_3^97 in Type I arithmetic: `F3^97-I-N` and `F3^97-I-K` of Table 2.
pub type Packed97<M> = Element<Lanes, 25, 97, 12, M>;
/// F_3^97 in Type II arithmetic on 32-bit words: `F3^97-II-N`, `F3^97-II-K`, `F3^97-II-BS` of Table 2.
pub type Sliced97<M> = Element<Planes<u32>, 4, 97, 12, M>;
/// F_3^97 in Type II arithmetic on 64-bit words, which the paper's machine did not have.
pub type Wide97<M> = Element<Planes<u64>, 2, 97, 12, M>;

/// The pairs (n, k) for which x^n + x^k + 2 defines a field of the paper's list, the two misprints mended.
pub const TRINOMIALS: [(usize, usize); 7] =
    [(79, 26), (97, 12), (163, 80), (167, 96), (173, 166), (193, 12), (239, 24)];

/// The other fields of the list, in Type II arithmetic on 32-bit words with Karatsuba multiplication.
pub mod others {
    use super::{Element, Karatsuba, Planes};

    /// F_3^79.
    pub type Sliced79 = Element<Planes<u32>, 3, 79, 26, Karatsuba>;
    /// F_3^163.
    pub type Sliced163 = Element<Planes<u32>, 6, 163, 80, Karatsuba>;
    /// F_3^167.
    pub type Sliced167 = Element<Planes<u32>, 6, 167, 96, Karatsuba>;
    /// F_3^173.
    pub type Sliced173 = Element<Planes<u32>, 6, 173, 166, Karatsuba>;
    /// F_3^193.
    pub type Sliced193 = Element<Planes<u32>, 7, 193, 12, Karatsuba>;
    /// F_3^239.
    pub type Sliced239 = Element<Planes<u32>, 8, 239, 24, Karatsuba>;
}
