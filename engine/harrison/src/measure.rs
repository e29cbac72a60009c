//! Tables 2 to 5 of the paper, measured on this machine.
//!
//! A figure comes from many short runs. In a run each operation takes the result of the one before it, through memory: a
//! latency, as the paper's figures are. The least of the runs is what the code takes when nothing disturbs it; the median
//! is kept beside it.

use crate::binary::Binary241;
use crate::curve::multiply::Method as Multiplication;
use crate::curve::{Accumulator, Group, binary, ternary as ternary_curve};
use crate::extension::{Four, Six};
use crate::field::{BaseField, Field};
use crate::pairing;
use crate::ternary::planes::{Planes, Word};
use crate::ternary::{
    Array97, BitSerial, Element, Karatsuba, Method, Packed97, Schoolbook, Sliced97, Wide97,
};
use core::hint::black_box;
use serde_json::{Map, Value, json};
use std::time::{Duration, Instant};

/// Runs for a figure, and the most time for them.
const RUNS: usize = 41;
const MOST_FOR_A_FIGURE: Duration = Duration::from_millis(250);
/// The least length of a run: long against the clock's resolution, short against a time slice.
const RUN: Duration = Duration::from_micros(150);

/// The least and the median time of an operation, in nanoseconds, as `{"min": …, "median": …}`.
fn time<T>(mut state: T, mut step: impl FnMut(&T) -> T) -> Value {
    let mut run = |operations: u32| {
        let start = Instant::now();
        for _ in 0..operations {
            black_box(&mut state);
            state = step(&state);
        }
        start.elapsed()
    };
    let mut operations = 1;
    while run(operations) < RUN && operations < 1 << 24 {
        operations *= 2;
    }
    let start = Instant::now();
    let mut times = Vec::with_capacity(RUNS);
    while times.len() < 5 || (times.len() < RUNS && start.elapsed() < MOST_FOR_A_FIGURE) {
        times.push(run(operations).as_nanos() as f64 / f64::from(operations));
    }
    times.sort_by(f64::total_cmp);
    let rounded = |ns: f64| (ns * 100.0).round() / 100.0;
    json!({"min": rounded(times[0]), "median": rounded(times[times.len() / 2])})
}

/// SplitMix64: arbitrary operands, the same in every run.
struct Operands(u64);

impl Operands {
    fn word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    fn element<F: BaseField>(&mut self) -> F {
        let coefficients: Vec<u8> =
            (0..F::DEGREE).map(|_| (self.word() % u64::from(F::CHARACTERISTIC)) as u8).collect();
        F::from_coefficients(&coefficients)
    }

    fn elements<F: BaseField, const D: usize>(&mut self) -> [F; D] {
        core::array::from_fn(|_| self.element())
    }

    fn find<F: BaseField, P>(&mut self, point: impl Fn(F) -> Option<P>) -> P {
        loop {
            if let Some(found) = point(self.element()) {
                return found;
            }
        }
    }

    /// A scalar of just this many bits.
    fn scalar(&mut self, bits: usize) -> Vec<u64> {
        let mut words: Vec<u64> = (0..bits.div_ceil(64)).map(|_| self.word()).collect();
        let top = (bits - 1) % 64;
        if let Some(last) = words.last_mut() {
            *last = (*last & ((1 << top) - 1)) | 1 << top;
        }
        words
    }
}

type Row = Map<String, Value>;

fn row<const N: usize>(figures: [(&str, Value); N]) -> Row {
    figures.into_iter().map(|(name, figure)| (name.to_owned(), figure)).collect()
}

/// The operations of Tables 2 and 3.
fn field_row<F: Field>(a: F, b: F, cubing: &str) -> Row {
    // The inverse of an inverse is where the chain began: a sum in between keeps it moving.
    row([
        ("addition", time(a, |x| *x + b)),
        ("multiplication", time(a, |x| *x * b)),
        (cubing, time(a, F::cube)),
        ("squaring", time(a, F::square)),
        ("inversion", time(a, |x| x.inverse().map_or(b, |inverse| inverse + b))),
    ])
}

const THIN: &str = "cubing";
const TABLE: &str = "cubing by tables";

/// A Type II row has both figures for cubing, but for the full bit-serial method, which has its own.
fn sliced_row<P: Word, const W: usize, M: Method>(operands: &mut Operands) -> Row {
    let (a, b) = (operands.element(), operands.element());
    let mut row = field_row::<Element<Planes<P>, W, 97, 12, M>>(a, b, TABLE);
    row.insert(THIN.to_owned(), time(a, Element::cube_bit_serial));
    row
}

fn table_2() -> Value {
    fn plain<F: BaseField>(operands: &mut Operands) -> Row {
        field_row::<F>(operands.element(), operands.element(), THIN)
    }
    let operands = &mut Operands(2);
    json!({
        "F3^97-N": plain::<Array97<Schoolbook>>(operands),
        "F3^97-K": plain::<Array97<Karatsuba>>(operands),
        "F3^97-I-N": plain::<Packed97<Schoolbook>>(operands),
        "F3^97-I-K": plain::<Packed97<Karatsuba>>(operands),
        "F3^97-II-N": sliced_row::<u32, 4, Schoolbook>(operands),
        "F3^97-II-K": sliced_row::<u32, 4, Karatsuba>(operands),
        "F3^97-II-BS": plain::<Sliced97<BitSerial>>(operands),
        "F3^97-II-N, 64-bit": sliced_row::<u64, 2, Schoolbook>(operands),
        "F3^97-II-K, 64-bit": sliced_row::<u64, 2, Karatsuba>(operands),
        "F3^97-II-BS, 64-bit": plain::<Wide97<BitSerial>>(operands),
        "F2^241": plain::<Binary241>(operands),
    })
}

fn table_3() -> Value {
    fn six<F: BaseField>(operands: &mut Operands) -> Row {
        field_row(Six::<F>(operands.elements()), Six(operands.elements()), THIN)
    }
    let operands = &mut Operands(3);
    json!({
        "F3^(6*97)-K": six::<Array97<Karatsuba>>(operands),
        "F3^(6*97)-I-K": six::<Packed97<Karatsuba>>(operands),
        "F3^(6*97)-II-K": six::<Sliced97<Karatsuba>>(operands),
        "F3^(6*97)-II-K, 64-bit": six::<Wide97<Karatsuba>>(operands),
        "F2^(4*241)": field_row(Four::<Binary241>(operands.elements()), Four(operands.elements()), THIN),
    })
}

/// Adds, doubles, triples and multiplies by `scalar` in affine and in projective coordinates. A projective product is brought
/// back to affine coordinates.
fn curve_column<A: Group + From<P>, P: Accumulator<A>>(
    [p, q]: [A; 2],
    [s, t]: [P; 2],
    sum: impl Fn(&P, &P) -> P,
    scalar: &[u64],
) -> Row {
    let mut column = row([
        ("affine addition", time(p, |x| x.add(&q))),
        ("affine doubling", time(p, |x| Group::double(x))),
        ("affine tripling", time(p, |x| Group::triple(x))),
        ("projective addition", time(s, |x| sum(x, &t))),
        ("projective doubling", time(s, |x| x.double())),
        ("projective tripling", time(s, |x| x.triple())),
    ]);
    for (name, method) in [
        ("binary", Multiplication::Binary),
        ("ternary", Multiplication::Ternary),
        ("nonary", Multiplication::Nonary),
        ("signed binary", Multiplication::SignedBinary),
        ("signed ternary", Multiplication::SignedTernary),
        ("signed nonary", Multiplication::SignedNonary),
    ] {
        let affine = time(p, |x| method.multiply::<A, A>(scalar, x));
        let projective = time(p, |x| method.multiply::<A, P>(scalar, x).into());
        column.insert(format!("affine multiplication, {name}"), affine);
        column.insert(format!("projective multiplication, {name}"), projective);
    }
    column
}

/// Bits of the prime orders of Table 1: how long the scalars are.
const TERNARY_BITS: usize = 151;
const BINARY_BITS: usize = 241;

fn table_4() -> Value {
    fn ternary<F: BaseField>(operands: &mut Operands) -> Row {
        let points = [(); 2].map(|()| operands.find(ternary_curve::Affine::<F>::with_x));
        let projective = points.map(|p| ternary_curve::Projective::from(p).scaled(operands.element()));
        let sum = ternary_curve::Projective::add;
        curve_column(points, projective, sum, &operands.scalar(TERNARY_BITS))
    }
    let operands = &mut Operands(4);
    let points = [(); 2].map(|()| operands.find(binary::Affine::<Binary241>::with_x));
    let projective = points.map(|p| binary::Projective::from(p).scaled(operands.element()));
    let scalar = operands.scalar(BINARY_BITS);
    json!({
        "F3^97-K": ternary::<Array97<Karatsuba>>(operands),
        "F3^97-I-K": ternary::<Packed97<Karatsuba>>(operands),
        "F3^97-II-K": ternary::<Sliced97<Karatsuba>>(operands),
        "F3^97-II-K, 64-bit": ternary::<Wide97<Karatsuba>>(operands),
        "F2^241": curve_column(points, projective, binary::Projective::add, &scalar),
    })
}

fn table_5() -> Value {
    fn ternary<F: BaseField>(operands: &mut Operands) -> Row {
        let [p, q] = [(); 2].map(|()| operands.find(ternary_curve::Affine::<F>::with_x));
        row([("Tate pairing", time(Six::ONE, |_| pairing::ternary::tate(black_box(&p), black_box(&q))))])
    }
    let operands = &mut Operands(5);
    let [p, q] = [(); 2].map(|()| operands.find(binary::Affine::<Binary241>::with_x));
    json!({
        "F3^97-II-K": ternary::<Sliced97<Karatsuba>>(operands),
        "F3^97-II-K, 64-bit": ternary::<Wide97<Karatsuba>>(operands),
        "F2^241": row([
            ("Tate pairing", time(Four::ONE, |_| pairing::binary::tate(black_box(&p), black_box(&q)))),
        ]),
    })
}

/// The name of this processor, or its architecture where the system does not tell.
fn processor() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let name = text.lines().find_map(|line| line.strip_prefix("model name")?.split_once(": "));
    name.map_or_else(|| std::env::consts::ARCH.to_owned(), |(_, name)| name.trim().to_owned())
}

/// Tables 2 to 5: `{"schema": 1, "paper", "version", "command", "cpu", "unit", "tables"}`, where the tables are
/// `{number: {field: {operation: {"min", "median"}}}}`. `progress` is told what is measured next.
pub fn tables(mut progress: impl FnMut(&str)) -> Value {
    let mut tables = Map::new();
    let mut add = |number: &str, what: &str, measure: fn() -> Value| {
        progress(&format!("table {number}: {what}"));
        tables.insert(number.to_owned(), measure());
    };
    add("2", "field operations", table_2);
    add("3", "extension fields", table_3);
    add("4", "curve operations", table_4);
    add("5", "Tate pairing", table_5);
    json!({
        "schema": 1,
        "paper": "harrison",
        "version": env!("CARGO_PKG_VERSION"),
        "command": "cargo run --release -p pairforge-harrison --bin harrison",
        "cpu": processor(),
        "unit": "ns",
        "tables": tables,
    })
}
