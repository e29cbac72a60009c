//! What can be wrong with what a caller passes in.

use core::fmt;

/// The result of anything that decodes or validates.
pub type Result<T> = core::result::Result<T, Error>;

/// What is wrong with an input. Secrets never appear in it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// An encoding has the wrong number of bytes.
    Length {
        /// Bytes that the encoding has.
        expected: usize,
        /// Bytes that were passed.
        got: usize,
    },
    /// A coefficient is not in its canonical range (not below p, a bit above x^(m-1), or a digit 3).
    NotCanonical {
        /// Which base-field coefficient, counted from 0 in the order of the encoding.
        coefficient: usize,
    },
    /// Flag bits or padding of a compressed or uncompressed point contradict each other.
    Flags,
    /// The coordinates do not satisfy the curve equation, or no point has this x.
    NotOnCurve,
    /// A point of the curve outside the subgroup of order r, which this pairing needs.
    NotInSubgroup,
    /// The point at infinity where a finite point is needed.
    Infinity,
    /// A value outside the target group.
    NotInTargetGroup,
    /// A table must not take more bytes than so many, which do not hold the smallest one.
    Memory {
        /// Bytes of the smallest table.
        least: usize,
        /// Bytes that it may have.
        most: usize,
    },
    /// A parameter file that is malformed or names an impossible curve; the text says which line or value.
    #[cfg(feature = "std")]
    Parameters(String),
    /// A value of another pairing or of another of its groups.
    OtherPairing,
    /// A domain separation tag without a byte.
    EmptyTag,
    /// A domain separation tag that is longer than a hash takes.
    LongTag {
        /// Bytes that it may have.
        most: usize,
        /// Bytes that it has.
        got: usize,
    },
    /// No pairing of this name.
    #[cfg(feature = "std")]
    UnknownPairing(String),
    /// No algorithm of this name for the pairing.
    #[cfg(feature = "std")]
    UnknownAlgorithm(String),
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Length { expected, got } => write!(f, "{got} bytes where {expected} are needed"),
            Error::NotCanonical { coefficient } => {
                write!(f, "coefficient {coefficient} is not a canonical field element")
            }
            Error::Flags => f.write_str("the flag bits of the encoding contradict each other"),
            Error::NotOnCurve => f.write_str("not a point of the curve"),
            Error::NotInSubgroup => f.write_str("a point of the curve outside the subgroup of order r"),
            Error::Infinity => f.write_str("the point at infinity"),
            Error::NotInTargetGroup => f.write_str("not an element of the target group"),
            Error::Memory { least, most } => {
                write!(f, "a table of at most {most} bytes where the smallest one has {least}")
            }
            Error::OtherPairing => f.write_str("a value of another pairing or group"),
            Error::EmptyTag => {
                f.write_str("an empty domain separation tag; it must name the application in a byte or more")
            }
            Error::LongTag { most, got } => {
                write!(f, "a domain separation tag of {got} bytes where at most {most} are taken")
            }
            #[cfg(feature = "std")]
            Error::Parameters(what) => write!(f, "parameters: {what}"),
            #[cfg(feature = "std")]
            Error::UnknownPairing(name) => write!(f, "no pairing named {name:?}"),
            #[cfg(feature = "std")]
            Error::UnknownAlgorithm(name) => write!(f, "no algorithm named {name:?} for this pairing"),
        }
    }
}

impl core::error::Error for Error {}

/// The first of many encodings that is refused. It shows itself as one line: `3: not a point of the curve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refused {
    /// Where it stands, from 0.
    pub place: usize,
    /// Why.
    pub why: Error,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.place, self.why)
    }
}

impl core::error::Error for Refused {}
