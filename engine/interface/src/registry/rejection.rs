//! Why an input is refused, and which one it is.

use crate::Error;
use core::fmt;

/// An argument of a pairing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// The first.
    P,
    /// The second.
    Q,
}

/// Which input is refused, and why. It shows itself as one line: `term 3: Q: not a point of the curve`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rejection {
    /// The term, counted from 0, where there are several.
    pub term: Option<usize>,
    /// The argument, where it is one of a pairing's.
    pub argument: Option<Argument>,
    /// What is wrong with it.
    pub why: Error,
}

impl Rejection {
    /// A rejection of one argument.
    #[must_use]
    pub fn of(argument: Argument, why: Error) -> Self {
        Rejection { term: None, argument: Some(argument), why }
    }

    /// The same in a term of several.
    #[must_use]
    pub fn in_term(self, term: usize) -> Self {
        Rejection { term: Some(term), ..self }
    }
}

impl From<Error> for Rejection {
    fn from(why: Error) -> Self {
        Rejection { term: None, argument: None, why }
    }
}

impl fmt::Display for Rejection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(term) = self.term {
            write!(f, "term {term}: ")?;
        }
        match self.argument {
            Some(Argument::P) => f.write_str("P: ")?,
            Some(Argument::Q) => f.write_str("Q: ")?,
            None => {}
        }
        self.why.fmt(f)
    }
}

impl core::error::Error for Rejection {}
