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
//! | [`additions`] | sums of many points at many places |
//! | [`arithmetic`] | additions as functions on words |
//! | [`buckets`] | Pippenger's method |
//! | [`fixed_bases`] | the same with powers of points made once |
//! | [`form`] | how points are held, and who adds them |
//! | [`interleaved`] | Straus' method |
//! | [`plain`] | additions in any field, one by one |
//! | [`plan`] | which of them, with what window |
//! | [`points`] | points in words |
//! | [`splitting`] | scalars in parts along an endomorphism, or whole |
//! | [`windows`] | digits of scalars, and which bucket they go to |
//!
//! What counts, sorts and moves points knows no curve: points are words to it, and additions a function. What knows one
//! is compiled for every group of every curve.

mod additions;
mod arithmetic;
mod buckets;
mod fixed_bases;
mod form;
mod interleaved;
mod plain;
mod plan;
mod points;
mod splitting;
mod windows;

pub(crate) use additions::{Adder, Sums};
use buckets::BucketPlan;
pub use fixed_bases::FixedBases;
pub(crate) use form::Form;
pub(crate) use points::PointSlice;

use super::{Affine, Curve, Endomorphism, Jacobian};
use pairforge_interface::threads;
use plan::{Method, Plan};
use splitting::{Images, Splitting};

/// Parts of scalars that are held at a time.
const PARTS: usize = 1 << 18;

/// The sum of scalar times point over all terms, for any points of the curve and scalars of any length
/// (little-endian limbs). `threads`: 0 takes all cores.
///
/// **Memory**: beside the input, at most 2^18 parts at a time, each an affine point and its part of the scalar; and the
/// buckets, of which a window of c bits has 2^(c-1), c <= 16, and every thread two and a half times as many while it
/// sums them. For G1 of BLS12-381 that is at most 36 MiB of parts, 36 MiB of buckets and 11 MiB a thread, however many
/// terms there are; for G2 about twice as much.
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
    let whole = Splitting::whole(scalars);
    let form = Form::fastest();
    let plan = Plan::cheapest(points.len(), &whole, &form);
    sum(points, scalars, &whole, &Images::NONE, plan.method, &form, threads)
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
    let form = Form::fastest();
    let cheapest = |splitting: &Splitting| Plan::cheapest(points.len(), splitting, &form);
    let whole = Splitting::whole(scalars);
    let plan = cheapest(&whole);
    if scalars.iter().all(|scalar| scalar.len() <= C::LATTICE.scalar_limbs) {
        let along = Splitting::along(C::LATTICE);
        let split = cheapest(&along);
        if split.cost < plan.cost {
            return sum(points, scalars, &along, &Images::ALONG, split.method, &form, threads);
        }
    }
    sum(points, scalars, &whole, &Images::NONE, plan.method, &form, threads)
}

/// The sum by this method.
#[inline(never)]
fn sum<C: Curve, T: AsRef<Affine<C>> + Sync>(
    points: &[T],
    scalars: &[&[u64]],
    splitting: &Splitting,
    images: &Images<C>,
    method: Method,
    form: &Form<C>,
    threads: usize,
) -> Jacobian<C> {
    assert_eq!(points.len(), scalars.len(), "a scalar for every point");
    match method {
        Method::Interleaved(window) => interleaved::sum(points, scalars, splitting, images, window),
        Method::Buckets(layout) => threads::scope(threads, || {
            let plan = BucketPlan { layout, held: PARTS, form: *form };
            buckets::sum(points, scalars, splitting, images, plan, threads)
        }),
    }
}

#[cfg(test)]
mod tests;
