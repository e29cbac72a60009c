//! Errors as Python sees them.

use pyo3::PyErr;
use pyo3::exceptions::PyValueError;
use std::fmt::Display;

/// A `ValueError` of one line.
pub fn rejected(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
