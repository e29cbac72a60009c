//! Which method is cheapest, by the multiplications in the field of the coordinates that it takes.

use super::super::{Coordinate, Curve};
use super::form::Form;
use super::interleaved;
use super::splitting::Splitting;
use super::windows::Layout;

/// Bits of the widest window of the buckets.
const WIDEST: usize = 16;

/// Of a mixed addition in Jacobian coordinates.
const MIXED: f64 = 11.0;
/// Of one more multiple on the denominator of the others.
const MULTIPLE: f64 = 14.0;
/// Of a doubling.
const DOUBLING: f64 = 6.5;
/// Of an image under an endomorphism.
const IMAGE: f64 = 1.0;
/// Of an addition in buckets without vectors: [`Form::cost`].
const SINGLE: f64 = 7.0;
/// Which part of what vectors gain is lost where additions are too few to fill them: in F_p. In F_p2, half of it.
const LOST: f64 = 0.6;

/// What to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Method {
    /// Digits of windows of so many bits, over one chain of doublings.
    Interleaved(usize),
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
        let (window, cost) = cheapest_window(terms, splitting);
        let parts = terms * splitting.dimension();
        let (layout, of_buckets) = buckets(parts, splitting.bits, 1, form);
        // Where there is a choice, terms are few.
        let lost = LOST / C::Field::COUNT as f64 * (SINGLE - form.cost);
        let of_buckets = of_buckets + additions(&layout, parts, splitting.bits) * lost;
        if of_buckets < cost {
            Plan { method: Method::Buckets(layout), cost: of_buckets }
        } else {
            Plan { method: Method::Interleaved(window), cost }
        }
    }
}

/// The window of the interleaved digits that is cheapest for so many terms, and their cost.
fn cheapest_window(terms: usize, splitting: &Splitting) -> (usize, f64) {
    let (dimension, bits) = (splitting.dimension() as f64, splitting.bits as f64);
    let cost = |window: usize| {
        let row = interleaved::multiples(window) as f64;
        let table = (row - 1.0) * MULTIPLE + row * (dimension - 1.0) * IMAGE;
        let additions = dimension * bits / (window + 1) as f64;
        bits * DOUBLING + terms as f64 * (table + additions * MIXED)
    };
    let costs = (2..=interleaved::WIDEST).map(|window| (window, cost(window)));
    costs.min_by(|(_, a), (_, b)| a.total_cmp(b)).expect("there are windows")
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
        let each = digits(layout, parts, bits) / buckets_of(layout);
        let rounds = each.max(1.0).log2() + 2.0 + 2.0 * layout.bits as f64;
        let chain = bits.min(layout.spacing()) as f64;
        additions(layout, parts, bits) * addition + rounds * inversion + chain * (DOUBLING + MIXED)
    };
    let layouts = (2..=WIDEST).map(|window| Layout::new(bits, window, most_powers));
    let costs = layouts.map(|layout| (layout, cost(&layout)));
    costs.min_by(|(_, a), (_, b)| a.total_cmp(b)).expect("there are windows")
}

/// Digits of so many parts of so many bits.
fn digits(layout: &Layout, parts: usize, bits: usize) -> f64 {
    ((bits / layout.bits + 1) * parts) as f64
}

/// The buckets of all windows.
fn buckets_of(layout: &Layout) -> f64 {
    layout.windows as f64 * f64::from(1_u32 << (layout.bits - 1))
}

/// Additions of points to their buckets, and of the buckets.
fn additions(layout: &Layout, parts: usize, bits: usize) -> f64 {
    digits(layout, parts, bits) + buckets_of(layout)
}
