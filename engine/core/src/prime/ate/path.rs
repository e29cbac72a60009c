//! The one place where a pairing chooses its instructions: all that is below works on finite points.

use super::curve::Curve;
use super::line::TwistPoint;
use super::miller::{Term, miller_loop as generic_miller_loop};
use crate::prime::tower::Fp12;

/// A point of G1 and a point of G2, finite, or (0, 0) in G1 for a term that gives 1.
pub type Pair<F, C> = ((F, F), TwistPoint<F, C>);

/// Whole pairings in instructions that not every processor has.
#[derive(Clone, Copy)]
pub struct Vectorised<C: Curve> {
    /// The Miller loops of all terms, with shared squarings.
    pub miller_loop: fn(&[Pair<C::Fp, C>]) -> Fp12<C::Fp, C>,
    /// The final exponentiation.
    pub final_exponentiation: fn(&Fp12<C::Fp, C>) -> Fp12<C::Fp, C>,
    /// The product of the pairings of all terms.
    pub product: fn(&[Pair<C::Fp, C>]) -> Fp12<C::Fp, C>,
    /// The pairing of each term.
    pub batch: fn(&[Pair<C::Fp, C>], &mut [Fp12<C::Fp, C>]),
}

/// The Miller loops of all terms, with shared squarings.
pub fn miller_loop<C: Curve>(terms: &[Pair<C::Fp, C>]) -> Fp12<C::Fp, C> {
    match (C::vectorised(), terms) {
        (Some(vectorised), _) => (vectorised.miller_loop)(terms),
        (None, [(p, q)]) => generic_miller_loop(&mut [Term::new(*p, *q)]),
        (None, _) => generic_miller_loop(&mut terms.iter().map(|(p, q)| Term::new(*p, *q)).collect::<Vec<_>>()),
    }
}

/// The final exponentiation.
pub fn final_exponentiation<C: Curve>(f: &Fp12<C::Fp, C>) -> Fp12<C::Fp, C> {
    match C::vectorised() {
        Some(vectorised) => (vectorised.final_exponentiation)(f),
        None => super::final_exponentiation::final_exponentiation(f),
    }
}

/// The product of the pairings of all terms.
pub fn product<C: Curve>(terms: &[Pair<C::Fp, C>]) -> Fp12<C::Fp, C> {
    match C::vectorised() {
        Some(vectorised) => (vectorised.product)(terms),
        None => final_exponentiation::<C>(&miller_loop(terms)),
    }
}

/// The pairing of each term, in `out`, which has as many places as there are terms.
pub fn batch<C: Curve>(terms: &[Pair<C::Fp, C>], out: &mut [Fp12<C::Fp, C>]) {
    match C::vectorised() {
        Some(vectorised) => (vectorised.batch)(terms, out),
        None => {
            for (term, e) in terms.iter().zip(out) {
                *e = product(core::slice::from_ref(term));
            }
        }
    }
}
