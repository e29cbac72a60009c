//! The one place where a pairing chooses its instructions: all that is below works on finite points.

use super::curve::Curve;
use super::miller::{Term, miller_loop as generic_miller_loop};
use super::row::in_rows;
use super::vectorised::{PairOn, Value};
use crate::tower::Fp12;

/// The Miller loops of all terms, with shared squarings.
#[inline(never)]
pub fn miller_loop<C: Curve>(terms: &[PairOn<C>]) -> Value<C> {
    if let Some(vectorised) = C::vectorised() {
        return (vectorised.miller_loop)(terms);
    }
    match C::miller_loop_in_lanes(terms) {
        None => in_words(terms),
        Some((f, [])) => f,
        Some((f, rest)) => f.mul(&in_words(rest)),
    }
}

fn in_words<C: Curve>(terms: &[PairOn<C>]) -> Value<C> {
    match terms {
        [(p, q)] => generic_miller_loop(&mut [Term::new(*p, *q)]),
        _ => in_rows(terms, |(p, q)| Term::new(*p, *q), generic_miller_loop, Fp12::mul),
    }
}

/// The final exponentiation.
#[inline(never)]
pub fn final_exponentiation<C: Curve>(f: &Value<C>) -> Value<C> {
    match C::vectorised() {
        Some(vectorised) => (vectorised.final_exponentiation)(f),
        None => super::final_exponentiation::final_exponentiation(f),
    }
}

/// The product of the pairings of all terms.
#[inline(never)]
pub fn product<C: Curve>(terms: &[PairOn<C>]) -> Value<C> {
    match C::vectorised() {
        Some(vectorised) => (vectorised.product)(terms),
        None => final_exponentiation::<C>(&miller_loop(terms)),
    }
}
