//! Points.

use crate::error::rejected;
use pairforge_engine::{Error, registry};
use pyo3::prelude::*;

/// A point of one of a pairing's groups.
#[pyclass(frozen)]
pub struct Point(pub registry::Point);

/// The point that `work` gives, while other threads run Python.
pub fn point(
    py: Python<'_>,
    work: impl FnOnce() -> Result<registry::Point, Error> + Send,
) -> PyResult<Point> {
    py.detach(work).map(Point).map_err(rejected)
}
