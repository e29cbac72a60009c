//! Which method is cheapest, by the multiplications in the field of the coordinates that it takes.

use super::splitting::Splitting;

/// Bits of the widest window of the buckets.
const WIDEST: usize = 16;

/// Multiplications of an affine addition with a shared inversion: 5 and a square, and what moving points
/// about takes.
const AFFINE: f64 = 7.0;
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
    /// Buckets of signed digits of so many bits.
    Buckets { window: usize },
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
    /// The cheapest method for so many terms with coordinates of `coefficients` elements of F_p.
    pub fn cheapest(terms: usize, splitting: &Splitting, coefficients: usize) -> Self {
        let (n, dimension, bits) = (terms as f64, splitting.dimension() as f64, splitting.bits);
        // An inversion in F_p takes as long as some eighty multiplications; in F_p2 these are three times as long.
        let inversion = 80.0 / (2 * coefficients - 1) as f64;
        let chain = bits as f64 * DOUBLING;
        let multiples = f64::from(1_u32 << (INTERLEAVED_WINDOW - 2));
        let table = multiples * (ADDITION + NORMALISATION + dimension - 1.0);
        let additions = dimension * bits as f64 / (INTERLEAVED_WINDOW + 1) as f64;
        let interleaved =
            Plan { method: Method::Interleaved, cost: chain + inversion + n * (table + additions * MIXED) };
        let buckets = (2..=WIDEST).map(|window| {
            let (windows, buckets) = ((bits / window + 1) as f64, f64::from(1_u32 << (window - 1)));
            let parts = n * dimension;
            let rounds = (parts / buckets).max(1.0).log2() + 2.0 + 2.0 * window as f64;
            let cost = windows * (parts + buckets) * AFFINE + rounds * inversion;
            Plan { method: Method::Buckets { window }, cost: cost + chain + bits as f64 * MIXED }
        });
        buckets.fold(interleaved, |best, plan| if plan.cost < best.cost { plan } else { best })
    }
}
