//! Sums of many multiples of points by public scalars: time and memory accesses depend on the scalars.
//!
//! For few terms, signed digits of all scalars are interleaved over one chain of doublings (Straus). For many,
//! the points of each window of digits go to buckets (Pippenger), which are summed in affine coordinates:
//! additions that do not wait for each other share an inversion (Montgomery's trick), so that one costs 5
//! multiplications and a square. Where an endomorphism acts on the points as a scalar, it halves or quarters
//! the length of the scalars. [`plan`] chooses among all of these by the multiplications that they cost.
//!
//! | module | what |
//! |---|---|
//! | [`additions`] | sums of many lists of affine points |
//! | [`buckets`] | Pippenger's method |
//! | [`interleaved`] | Straus' method |
//! | [`plan`] | which of them, with what window |
//! | [`splitting`] | scalars in parts along an endomorphism, or whole |

mod additions;
mod buckets;
mod interleaved;
mod plan;
mod splitting;

pub(crate) use additions::Adder;

use super::{Affine, Curve, Endomorphism, Jacobian};
use pairforge_interface::threads;
use plan::{Method, Plan};
use splitting::Splitting;

/// Parts of scalars that are held at a time.
const PARTS: usize = 1 << 18;

/// The sum of scalar times point over all terms, for any points of the curve and scalars of any length
/// (little-endian limbs). `threads`: 0 takes all cores.
///
/// **Memory**: beside the input, at most 2^18 parts at a time, each an affine point and its part of the scalar;
/// for every thread three quarters as many points; and the buckets, of which a window of c bits has 2^(c-1),
/// c <= 16. For G1 of BLS12-381 that is 32 MiB of parts, at most 26 MiB of buckets and 21 MiB a thread, however
/// many terms there are; for G2 about twice as much.
///
/// # Panics
/// If there are fewer or more scalars than points.
#[must_use]
#[inline(never)]
pub fn multi_scalar_mul_vartime<C: Curve, T: AsRef<Affine<C>> + Sync>(
    points: &[T],
    scalars: &[&[u64]],
    threads: usize,
) -> Jacobian<C> {
    sum(points, scalars, &[Splitting::whole(scalars)], threads)
}

/// The same for points of the subgroup on which the endomorphism acts as a scalar, faster. For other points the
/// result is meaningless.
///
/// # Panics
/// If there are fewer or more scalars than points.
#[must_use]
#[inline(never)]
pub fn multi_scalar_mul_in_subgroup_vartime<C: Endomorphism, T: AsRef<Affine<C>> + Sync>(
    points: &[T],
    scalars: &[&[u64]],
    threads: usize,
) -> Jacobian<C> {
    let whole = Splitting::whole(scalars);
    if scalars.iter().all(|scalar| scalar.len() <= C::LATTICE.scalar_limbs) {
        sum(points, scalars, &[whole, Splitting::along_endomorphism()], threads)
    } else {
        sum(points, scalars, &[whole], threads)
    }
}

/// The sum by the cheapest plan.
fn sum<C: Curve, T: AsRef<Affine<C>> + Sync>(
    points: &[T],
    scalars: &[&[u64]],
    splittings: &[Splitting<C>],
    threads: usize,
) -> Jacobian<C> {
    assert_eq!(points.len(), scalars.len(), "a scalar for every point");
    let plans = splittings.iter().map(|splitting| (splitting, Plan::cheapest(points.len(), splitting)));
    let (splitting, plan) =
        plans.min_by(|a, b| a.1.cost.total_cmp(&b.1.cost)).expect("one splitting at least");
    match plan.method {
        Method::Interleaved => interleaved::sum(points, scalars, splitting),
        Method::Buckets { window } => {
            threads::scope(threads, || buckets::sum(points, scalars, splitting, window, PARTS, threads))
        }
    }
}

#[cfg(test)]
mod tests;
