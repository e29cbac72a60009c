//! `pairforge.engine._native`: the registry of pairings for Python. It deals in bytes and handles; what users see is
//! `pairforge/engine`, which is written on top of it. Every call that computes releases the interpreter's lock.

mod bls;
mod error;
mod ethereum;
mod fixed;
mod point;

use error::rejected;
use fixed::{FixedBase, FixedBases};
use pairforge_engine::registry::{self, DynGroup, DynPairing, DynTarget, Form};
use pairforge_engine::{cpu, registry::Argument};
use point::{Point, point};
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;

fn form(compressed: bool) -> Form {
    if compressed { Form::Compressed } else { Form::Uncompressed }
}

/// A value of a pairing.
#[pyclass(frozen)]
struct Value(registry::Value);

/// A value of the Miller loop.
#[pyclass(frozen)]
struct Miller(registry::Miller);

/// What was precomputed for a fixed argument.
#[pyclass(frozen)]
struct Prepared(registry::Prepared);

/// A group of points.
#[pyclass(frozen)]
struct Group(&'static dyn DynGroup);

#[pymethods]
impl Group {
    /// (number of coefficients, bytes of each)
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.shape().count, self.0.shape().width)
    }
    /// The prime order r, little-endian.
    #[getter]
    fn order<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        let bytes: Vec<u8> = self.0.order().iter().flat_map(|limb| limb.to_le_bytes()).collect();
        PyBytes::new(py, &bytes)
    }
    fn identity(&self) -> Point {
        Point(self.0.identity())
    }
    fn generator(&self) -> Point {
        Point(self.0.generator())
    }
    fn random(&self, py: Python<'_>, seed: [u8; 32], count: usize) -> Vec<Point> {
        py.detach(|| self.0.random(seed, count)).into_iter().map(Point).collect()
    }
    fn hash(&self, py: Python<'_>, message: &[u8], dst: &[u8]) -> PyResult<Point> {
        point(py, || self.0.hash(message, dst))
    }
    fn is_identity(&self, point: &Point) -> PyResult<bool> {
        self.0.is_identity(&point.0).map_err(rejected)
    }
    fn equal(&self, a: &Point, b: &Point) -> PyResult<bool> {
        self.0.equal(&a.0, &b.0).map_err(rejected)
    }
    fn add(&self, py: Python<'_>, a: &Point, b: &Point) -> PyResult<Point> {
        point(py, || self.0.add(&a.0, &b.0))
    }
    fn double(&self, py: Python<'_>, a: &Point) -> PyResult<Point> {
        point(py, || self.0.double(&a.0))
    }
    fn neg(&self, py: Python<'_>, a: &Point) -> PyResult<Point> {
        point(py, || self.0.neg(&a.0))
    }
    fn mul(&self, py: Python<'_>, a: &Point, scalar: &[u8]) -> PyResult<Point> {
        point(py, || self.0.mul(&a.0, scalar))
    }
    /// `scalars`: `width` little-endian bytes for each point.
    fn multi_mul(
        &self,
        py: Python<'_>,
        points: Vec<PyRef<'_, Point>>,
        scalars: &[u8],
        width: usize,
        threads: usize,
    ) -> PyResult<Point> {
        let points: Vec<_> = points.iter().map(|point| &point.0).collect();
        point(py, || self.0.multi_mul_vartime(&points, scalars, width, threads))
    }
    fn fixed_base(&self, py: Python<'_>, a: &Point, most_bytes: usize) -> PyResult<FixedBase> {
        py.detach(|| self.0.fixed_base(&a.0, most_bytes)).map(FixedBase).map_err(rejected)
    }
    fn fixed_bases(
        &self,
        py: Python<'_>,
        points: Vec<PyRef<'_, Point>>,
        most_bytes: usize,
        threads: usize,
    ) -> PyResult<FixedBases> {
        let points: Vec<_> = points.iter().map(|point| &point.0).collect();
        py.detach(|| self.0.fixed_bases(&points, most_bytes, threads)).map(FixedBases).map_err(rejected)
    }
    fn is_in_subgroup(&self, py: Python<'_>, a: &Point) -> PyResult<bool> {
        py.detach(|| self.0.is_in_subgroup(&a.0)).map_err(rejected)
    }
    fn read(&self, py: Python<'_>, data: &[u8]) -> PyResult<Point> {
        point(py, || self.0.read(data))
    }
    fn write<'py>(&self, py: Python<'py>, a: &Point) -> PyResult<Bound<'py, PyBytes>> {
        self.0.write(&a.0).map(|bytes| PyBytes::new(py, &bytes)).map_err(rejected)
    }
    fn encode<'py>(&self, py: Python<'py>, a: &Point, compressed: bool) -> PyResult<Bound<'py, PyBytes>> {
        self.0.encode(&a.0, form(compressed)).map(|bytes| PyBytes::new(py, &bytes)).map_err(rejected)
    }
    fn decode(&self, py: Python<'_>, data: &[u8], compressed: bool) -> PyResult<Point> {
        point(py, || self.0.decode(data, form(compressed)))
    }
    /// Compressed points.
    fn decode_all(
        &self,
        py: Python<'_>,
        encodings: Vec<Vec<u8>>,
        seed: [u8; 32],
        threads: usize,
    ) -> PyResult<Vec<Point>> {
        let encodings: Vec<_> = encodings.iter().map(Vec::as_slice).collect();
        let points = py.detach(|| self.0.decode_all(&encodings, &seed, threads));
        points
            .map(|points| points.into_iter().map(Point).collect())
            .map_err(|refused| rejected(format!("point {refused}")))
    }
    /// (bytes of a compressed encoding, bytes of an uncompressed one)
    #[getter]
    fn encoded_bytes(&self) -> (usize, usize) {
        (self.0.encoded_bytes(Form::Compressed), self.0.encoded_bytes(Form::Uncompressed))
    }
}

/// A target group.
#[pyclass(frozen)]
struct Target(&'static dyn DynTarget);

fn value(
    py: Python<'_>,
    work: impl FnOnce() -> Result<registry::Value, pairforge_engine::Error> + Send,
) -> PyResult<Value> {
    py.detach(work).map(Value).map_err(rejected)
}

#[pymethods]
impl Target {
    /// (number of coefficients, bytes of each)
    #[getter]
    fn shape(&self) -> (usize, usize) {
        (self.0.shape().count, self.0.shape().width)
    }
    fn one(&self) -> Value {
        Value(self.0.one())
    }
    fn read(&self, py: Python<'_>, data: &[u8]) -> PyResult<Value> {
        value(py, || self.0.read(data))
    }
    fn write<'py>(&self, py: Python<'py>, a: &Value) -> PyResult<Bound<'py, PyBytes>> {
        self.0.write(&a.0).map(|bytes| PyBytes::new(py, &bytes)).map_err(rejected)
    }
    fn mul(&self, py: Python<'_>, a: &Value, b: &Value) -> PyResult<Value> {
        value(py, || self.0.mul(&a.0, &b.0))
    }
    fn square(&self, py: Python<'_>, a: &Value) -> PyResult<Value> {
        value(py, || self.0.square(&a.0))
    }
    fn inverse(&self, py: Python<'_>, a: &Value) -> PyResult<Value> {
        value(py, || self.0.inverse(&a.0))
    }
    fn pow(&self, py: Python<'_>, a: &Value, exponent: &[u8]) -> PyResult<Value> {
        value(py, || self.0.pow(&a.0, exponent))
    }
}

/// A pairing.
#[pyclass(frozen)]
struct Pairing(&'static dyn DynPairing);

fn handles(terms: &[(PyRef<'_, Point>, PyRef<'_, Point>)]) -> Vec<(registry::Point, registry::Point)> {
    terms.iter().map(|(p, q)| (p.0.clone(), q.0.clone())).collect()
}

#[pymethods]
impl Pairing {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        registry::by_name(name).map(Pairing).map_err(rejected)
    }
    #[getter]
    fn name(&self) -> &'static str {
        self.0.name()
    }
    /// (bits today, what the estimate rests on)
    #[getter]
    fn security(&self) -> (u32, &'static str) {
        self.0.security()
    }
    #[getter]
    fn g1(&self) -> Group {
        Group(self.0.g1())
    }
    #[getter]
    fn g2(&self) -> Group {
        Group(self.0.g2())
    }
    #[getter]
    fn gt(&self) -> Target {
        Target(self.0.gt())
    }
    #[getter]
    fn is_symmetric(&self) -> bool {
        self.0.is_symmetric()
    }
    /// Whether `prepare` takes the first argument; else the second.
    #[getter]
    fn fixes_first(&self) -> bool {
        self.0.fixed() == Argument::P
    }
    fn pair(&self, py: Python<'_>, p: &Point, q: &Point) -> PyResult<Value> {
        py.detach(|| self.0.pair(&p.0, &q.0)).map(Value).map_err(rejected)
    }
    /// The published algorithms that `pair_by` takes.
    #[getter]
    fn algorithms(&self) -> Vec<&'static str> {
        self.0.algorithms()
    }
    fn pair_by(&self, py: Python<'_>, algorithm: &str, p: &Point, q: &Point) -> PyResult<Value> {
        py.detach(|| self.0.pair_by(algorithm, &p.0, &q.0)).map(Value).map_err(rejected)
    }
    fn product(&self, py: Python<'_>, terms: Vec<(PyRef<'_, Point>, PyRef<'_, Point>)>) -> PyResult<Value> {
        let terms = handles(&terms);
        py.detach(|| self.0.product(&terms)).map(Value).map_err(rejected)
    }
    fn batch(
        &self,
        py: Python<'_>,
        terms: Vec<(PyRef<'_, Point>, PyRef<'_, Point>)>,
        threads: usize,
    ) -> PyResult<Vec<Value>> {
        let terms = handles(&terms);
        let values = py.detach(|| self.0.batch(&terms, threads)).map_err(rejected)?;
        Ok(values.into_iter().map(Value).collect())
    }
    fn multi_miller_loop(
        &self,
        py: Python<'_>,
        terms: Vec<(PyRef<'_, Point>, PyRef<'_, Point>)>,
    ) -> PyResult<Miller> {
        let terms = handles(&terms);
        py.detach(|| self.0.multi_miller_loop(&terms)).map(Miller).map_err(rejected)
    }
    fn miller_mul(&self, py: Python<'_>, f: &Miller, g: &Miller) -> PyResult<Miller> {
        py.detach(|| self.0.miller_mul(&f.0, &g.0)).map(Miller).map_err(rejected)
    }
    fn final_exponentiation(&self, py: Python<'_>, f: &Miller) -> PyResult<Value> {
        py.detach(|| self.0.final_exponentiation(&f.0)).map(Value).map_err(rejected)
    }
    fn prepare(&self, py: Python<'_>, fixed: &Point) -> PyResult<Prepared> {
        py.detach(|| self.0.prepare(&fixed.0)).map(Prepared).map_err(rejected)
    }
    fn miller_loop_prepared(&self, py: Python<'_>, prepared: &Prepared, free: &Point) -> PyResult<Miller> {
        py.detach(|| self.0.miller_loop_prepared(&prepared.0, &free.0)).map(Miller).map_err(rejected)
    }
    fn pair_prepared(&self, py: Python<'_>, prepared: &Prepared, free: &Point) -> PyResult<Value> {
        py.detach(|| self.0.pair_prepared(&prepared.0, &free.0)).map(Value).map_err(rejected)
    }
    /// Pairs coordinates in buffers of bytes, coefficients `pitch` bytes apart, into the buffer `out`. The buffers must not be
    /// written to meanwhile.
    fn batch_into(
        &self,
        py: Python<'_>,
        ps: PyBuffer<u8>,
        qs: PyBuffer<u8>,
        out: PyBuffer<u8>,
        pitch: usize,
        threads: usize,
    ) -> PyResult<()> {
        if out.readonly() {
            return Err(PyValueError::new_err("the output buffer is read-only"));
        }
        if ![&ps, &qs, &out].iter().all(|buffer| buffer.is_c_contiguous()) {
            return Err(PyValueError::new_err("the buffers are not contiguous"));
        }
        let input = |buffer: &PyBuffer<u8>| {
            if buffer.len_bytes() == 0 {
                return &[][..];
            }
            // SAFETY: the exporter keeps a contiguous buffer of this length alive and in place while the `PyBuffer` lives,
            // which is to the end of this function; callers are told not to write to it.
            unsafe { std::slice::from_raw_parts(buffer.buf_ptr().cast::<u8>(), buffer.len_bytes()) }
        };
        let (p, q) = (input(&ps), input(&qs));
        let e = if out.len_bytes() == 0 {
            &mut [][..]
        } else {
            // SAFETY: as above, and it is writable; `pairforge.engine` passes an array that it has just made.
            unsafe { std::slice::from_raw_parts_mut(out.buf_ptr().cast::<u8>(), out.len_bytes()) }
        };
        py.detach(|| self.0.batch_bytes(p, q, e, pitch, threads)).map_err(rejected)
    }
}

/// The names of all pairings.
#[pyfunction]
fn names() -> Vec<&'static str> {
    registry::all().iter().map(|pairing| pairing.name()).collect()
}

/// The level of instructions in use.
#[pyfunction]
fn cpu_level() -> &'static str {
    cpu::level().name()
}

/// All levels, narrowest first.
#[pyfunction]
fn cpu_levels() -> Vec<&'static str> {
    cpu::Level::ALL.iter().map(|level| level.name()).collect()
}

/// The widest level that this processor has.
#[pyfunction]
fn cpu_detected() -> &'static str {
    cpu::detected().name()
}

/// The engine's extension module.
#[pymodule]
mod _native {
    #[pymodule_export]
    use super::bls::{
        bls_aggregate, bls_fast_verify, bls_find_invalid, bls_generate, bls_prove, bls_public_key, bls_sign,
        bls_verify, bls_verify_batch, bls_verify_possession,
    };
    #[pymodule_export]
    use super::ethereum::{
        eth_aggregate_pubkeys, eth_fast_aggregate_verify, kzg_verify, precompile, precompiles,
    };
    #[pymodule_export]
    use super::{FixedBase, FixedBases, Group, Miller, Pairing, Point, Prepared, Target, Value};
    #[pymodule_export]
    use super::{cpu_detected, cpu_level, cpu_levels, names};
}
