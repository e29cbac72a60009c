//! The one place where a pairing chooses its instructions: all that is below works on finite points.

use super::curve::Curve;
use super::line::TwistPoint;
use super::miller::{Term, miller_loop as generic_miller_loop};
use crate::prime::tower::{Fp12, Tower};

/// A point of G1 and a point of G2, finite, or (0, 0) in G1 for a term that gives 1.
pub type Pair<F, C> = ((F, F), TwistPoint<F, C>);

/// A value of a pairing or of its Miller loop.
type Value<C> = Fp12<<C as Tower>::Fp, C>;
/// A [`Pair`] on the curve `C`.
type PairOn<C> = Pair<<C as Tower>::Fp, C>;

/// Whole pairings in instructions that not every processor has.
#[derive(Clone, Copy)]
pub struct Vectorised<C: Curve> {
    /// The Miller loops of all terms, with shared squarings.
    pub miller_loop: fn(&[PairOn<C>]) -> Value<C>,
    /// The final exponentiation.
    pub final_exponentiation: fn(&Value<C>) -> Value<C>,
    /// The product of the pairings of all terms.
    pub product: fn(&[PairOn<C>]) -> Value<C>,
}

/// The Miller loops of all terms, with shared squarings.
pub fn miller_loop<C: Curve>(terms: &[PairOn<C>]) -> Value<C> {
    match (C::vectorised(), terms) {
        (Some(vectorised), _) => (vectorised.miller_loop)(terms),
        (None, [(p, q)]) => generic_miller_loop(&mut [Term::new(*p, *q)]),
        (None, _) => {
            generic_miller_loop(&mut terms.iter().map(|(p, q)| Term::new(*p, *q)).collect::<Vec<_>>())
        }
    }
}

/// The final exponentiation.
pub fn final_exponentiation<C: Curve>(f: &Value<C>) -> Value<C> {
    match C::vectorised() {
        Some(vectorised) => (vectorised.final_exponentiation)(f),
        None => super::final_exponentiation::final_exponentiation(f),
    }
}

/// The product of the pairings of all terms.
pub fn product<C: Curve>(terms: &[PairOn<C>]) -> Value<C> {
    match C::vectorised() {
        Some(vectorised) => (vectorised.product)(terms),
        None => final_exponentiation::<C>(&miller_loop(terms)),
    }
}
