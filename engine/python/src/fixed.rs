//! Tables of fixed points.

use crate::point::{Point, point};
use pairforge_engine::registry::{DynFixedBase, DynFixedBases};
use pyo3::prelude::*;

/// A table for multiples of a point.
#[pyclass(frozen)]
pub struct FixedBase(pub Box<dyn DynFixedBase>);

#[pymethods]
impl FixedBase {
    /// Bytes that the table takes.
    #[getter]
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
    fn mul(&self, py: Python<'_>, scalar: &[u8]) -> Point {
        Point(py.detach(|| self.0.mul(scalar)))
    }
}

/// A table for sums of multiples of some points.
#[pyclass(frozen)]
pub struct FixedBases(pub Box<dyn DynFixedBases>);

#[pymethods]
impl FixedBases {
    /// Bytes that the table takes.
    #[getter]
    fn bytes(&self) -> usize {
        self.0.bytes()
    }
    /// `scalars`: `width` little-endian bytes for each point.
    fn multi_mul(&self, py: Python<'_>, scalars: &[u8], width: usize, threads: usize) -> PyResult<Point> {
        point(py, || self.0.multi_mul_vartime(scalars, width, threads))
    }
}
