//! Why a call fails, and which input is to blame.

use core::fmt;

/// Which input of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The term or pair, counted from 0, where there are several.
    pub term: Option<usize>,
    /// What of it: `point`, `P` and `Q` of a pair, `u`, `commitment`, `proof`, `z`, `y`.
    pub item: &'static str,
}

impl Place {
    /// An input of which there is one.
    pub(super) const fn only(item: &'static str) -> Self {
        Place { term: None, item }
    }

    /// An input of a term.
    pub(super) const fn of_term(term: usize, item: &'static str) -> Self {
        Place { term: Some(term), item }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.term {
            Some(term) => write!(f, "term {term}: {}", self.item),
            None => f.write_str(self.item),
        }
    }
}

/// Why a call fails. It shows itself as one line: which input, what is wrong with it, what would be right.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PrecompileError {
    /// The input has another length than the one that it must have.
    Length {
        /// Bytes that were passed.
        got: usize,
        /// Bytes that are needed.
        needed: usize,
    },
    /// The input is no whole number of terms.
    PartOfTerm {
        /// Bytes that were passed.
        got: usize,
        /// Bytes of a term.
        term: usize,
    },
    /// The input has no term where there must be one.
    Empty {
        /// Bytes of a term.
        term: usize,
    },
    /// Bytes above an element of the field are not zero.
    Padding {
        /// Which input.
        place: Place,
        /// Which of its coefficients.
        coefficient: &'static str,
        /// How many bytes must be zero.
        zeros: usize,
    },
    /// An element of the field is not below p.
    Element {
        /// Which input.
        place: Place,
        /// Which of its coefficients.
        coefficient: &'static str,
    },
    /// A scalar is not below r.
    Scalar {
        /// Which input.
        place: Place,
    },
    /// The coordinates do not satisfy the equation of the curve.
    NotOnCurve {
        /// Which input.
        place: Place,
    },
    /// A point of the curve outside the subgroup of order r.
    NotInSubgroup {
        /// Which input.
        place: Place,
    },
    /// A compressed point that does not decode.
    Encoding {
        /// Which input.
        place: Place,
        /// What is wrong with it.
        why: crate::Error,
    },
    /// The versioned hash is not that of the commitment.
    VersionedHash,
    /// All inputs are well formed, but the proof does not hold.
    Proof,
}

impl fmt::Display for PrecompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PrecompileError::Length { got, needed } => write!(f, "{got} bytes of input; must be {needed}"),
            PrecompileError::PartOfTerm { got, term } => {
                write!(f, "{got} bytes of input; must be a multiple of {term}")
            }
            PrecompileError::Empty { term } => {
                write!(f, "no input; must be one term of {term} bytes, or several")
            }
            PrecompileError::Padding { place, coefficient, zeros } => {
                write!(f, "{place}: {coefficient}: the upper {zeros} bytes must be zero")
            }
            PrecompileError::Element { place, coefficient } => {
                write!(f, "{place}: {coefficient}: must be below the prime p of the field")
            }
            PrecompileError::Scalar { place } => {
                write!(f, "{place}: must be below the order r of the subgroup")
            }
            PrecompileError::NotOnCurve { place } => {
                write!(
                    f,
                    "{place}: not a point of the curve; must satisfy its equation, or be zeros for infinity"
                )
            }
            PrecompileError::NotInSubgroup { place } => {
                write!(f, "{place}: a point of the curve outside the subgroup of order r; must be in it")
            }
            PrecompileError::Encoding { place, why } => write!(f, "{place}: {why}"),
            PrecompileError::VersionedHash => f.write_str(
                "versioned hash: must be 0x01 and the last 31 bytes of the SHA-256 of the commitment",
            ),
            PrecompileError::Proof => {
                f.write_str("proof: does not show that the committed polynomial is y at z; must be that of z")
            }
        }
    }
}

impl core::error::Error for PrecompileError {}
