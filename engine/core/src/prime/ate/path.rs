//! The one place where a pairing chooses its instructions: all that is below works on finite points.

use super::curve::Curve;
use super::line::TwistPoint;
use super::miller::{Term, miller_loop as generic_miller_loop};
use crate::prime::tower::Fp12;

/// A point of G1 and a point of G2, finite, or (0, 0) in G1 for a term that gives 1.
pub type Pair<F, C> = ((F, F), TwistPoint<F, C>);

/// The Miller loops of all terms, with shared squarings.
pub fn miller_loop<C: Curve>(terms: &[Pair<C::Fp, C>]) -> Fp12<C::Fp, C> {
    match terms {
        [(p, q)] => generic_miller_loop(&mut [Term::new(*p, *q)]),
        _ => generic_miller_loop(&mut terms.iter().map(|(p, q)| Term::new(*p, *q)).collect::<Vec<_>>()),
    }
}

/// The final exponentiation.
pub fn final_exponentiation<C: Curve>(f: &Fp12<C::Fp, C>) -> Fp12<C::Fp, C> {
    super::final_exponentiation::final_exponentiation(f)
}
