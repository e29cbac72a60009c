//! Which method is cheapest, by the multiplications in the field of the coordinates that it takes.

use super::super::{Coordinate, Curve};
use super::form::Form;
use super::splitting::Splitting;
use super::windows::Layout;

/// Bits of the widest window of the buckets.
const WIDEST: usize = 16;

/// Of a mixed addition in Jacobian coordinates, with its exceptions.
const MIXED: f64 = 12.0;
/// Of an addition in Jacobian coordinates.
const ADDITION: f64 = 17.0;
/// Of a doubling.
const DOUBLING: f64 = 7.5;
/// Of bringing a point to affine coordinates with a shared inversion.
const NORMALISATION: f64 = 6.0;

/// Bits of a window of the interleaved digits: odd digits below 2^(WINDOW - 1) in size.
pub(super) const INTERLEAVED_WINDOW: usize = 4;

/// What to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Method {
    /// Digits over one chain of doublings.
    Interleaved,
    /// Buckets of signed digits.
    Buckets(Layout),
}

/// A method and its cost.
#[derive(Clone, Copy, Debug)]
pub(super) struct Plan {
    /// The method.
    pub method: Method,
    /// Multiplications.
    pub cost: f64,
}

impl Plan {
    /// The cheapest method for so many terms, with buckets of points in this form.
    pub fn cheapest<C: Curve>(terms: usize, splitting: &Splitting, form: &Form<C>) -> Self {
        let (n, dimension, bits) = (terms as f64, splitting.dimension() as f64, splitting.bits as f64);
        let multiples = f64::from(1_u32 << (INTERLEAVED_WINDOW - 2));
        let table = multiples * (ADDITION + NORMALISATION + dimension - 1.0);
        let additions = dimension * bits / (INTERLEAVED_WINDOW + 1) as f64;
        let cost = bits * DOUBLING + inversion(C::Field::COUNT) + n * (table + additions * MIXED);
        let (layout, of_buckets) = buckets(terms * splitting.dimension(), splitting.bits, 1, form);
        if of_buckets < cost {
            Plan { method: Method::Buckets(layout), cost: of_buckets }
        } else {
            Plan { method: Method::Interleaved, cost }
        }
    }
}

/// An inversion in F_p takes as long as some eighty multiplications; in F_p2 these are three times as long.
fn inversion(coefficients: usize) -> f64 {
    80.0 / (2 * coefficients - 1) as f64
}

/// The cheapest buckets for so many parts of so many bits, with at most so many powers of each point, and their cost.
pub(super) fn buckets<C: Curve>(
    parts: usize,
    bits: usize,
    most_powers: usize,
    form: &Form<C>,
) -> (Layout, f64) {
    cheapest_buckets(parts, bits, most_powers, form.cost, inversion(C::Field::COUNT))
}

/// The same, where additions and inversions cost so many multiplications.
fn cheapest_buckets(
    parts: usize,
    bits: usize,
    most_powers: usize,
    addition: f64,
    inversion: f64,
) -> (Layout, f64) {
    let cost = |layout: &Layout| {
        let (windows, buckets) = (layout.windows as f64, f64::from(1_u32 << (layout.bits - 1)));
        let digits = (bits / layout.bits + 1) as f64 * parts as f64;
        let rounds = (digits / windows / buckets).max(1.0).log2() + 2.0 + 2.0 * layout.bits as f64;
        let chain = bits.min(layout.spacing()) as f64;
        (digits + windows * buckets) * addition + rounds * inversion + chain * (DOUBLING + MIXED)
    };
    let layouts = (2..=WIDEST).map(|window| Layout::new(bits, window, most_powers));
    let costs = layouts.map(|layout| (layout, cost(&layout)));
    costs.min_by(|(_, a), (_, b)| a.total_cmp(b)).expect("there are windows")
}
