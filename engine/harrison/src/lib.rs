//! Harrison, Page, Smart, *Software implementation of finite fields of characteristic three, for use in pairing-based
//! cryptosystems* (LMS J. Comput. Math. 5, 2002), rebuilt: every representation, formula and algorithm of the paper, to be
//! read beside it and measured again on a machine of today.
//!
//! | section of the paper | module |
//! |---|---|
//! | 2, Appendix A: F_3^n by a trinomial, ternary Euclid | [`ternary`] |
//! | 3: Type I, four coefficients in the bytes of a word | [`ternary::lanes`] |
//! | 4: Type II, two bit planes | [`ternary::planes`] |
//! | 5: F_3^(6n); F_2^(4·241) beside it | [`extension`] |
//! | 6: F_2^241 beside it | [`binary`] |
//! | 7: the curves, point multiplication | [`curve`] |
//! | 7.4, Table 5: the Tate pairing | [`pairing`] |
//!
//! What the paper leaves open is filled in with the technique of its day; each module says so. Nothing here is for use:
//! discrete logarithms in fields of this size and characteristic are broken, and time depends on the data. The
//! engine's own arithmetic is in the crate `pairforge-engine`.
//!
//! Misprints of the paper, each with a test: two of the seven trinomials are reducible ([`ternary`]), and the affine
//! addition and doubling name the wrong intermediate values ([`curve::ternary`]).

pub mod binary;
pub mod curve;
pub mod extension;
pub mod field;
pub mod measure;
pub mod pairing;
pub mod ternary;

pub use field::Field;
