//! Miller loops of many terms, four at a time in the lanes of vectors: each lane has a running value of its own.

use super::curve::Curve;
use super::miller::{Term, miller_loop as generic_miller_loop};
use super::vectorised::{PairOn, TwistPoint, Value};
use crate::fma::{self, Four};
use crate::tower::{Fp2, Fp6, Fp12};
use crate::{BaseField, Fp, PrimeParams};

/// Terms of a group.
const LANES: usize = 4;

/// How many groups so many terms make: none where single elements take less time, which is so below seven terms. Of what is left
/// over, three terms are a group, too; fewer are left to single elements. A matter of measurement: docs/explanation/engine/prime-fields.md.
const fn groups(terms: usize) -> usize {
    if terms < 7 { 0 } else { (terms + 1) / LANES }
}

/// The product of the Miller loops of the first terms, and the terms that are left over; none where single elements take less time or
/// this thread may not take vectors.
pub fn miller_loop<C: Curve<Fp = Fp<P, 6>>, P: PrimeParams<6>>(
    terms: &[PairOn<C>],
) -> Option<(Value<C>, &[PairOn<C>])> {
    let groups = groups(terms.len());
    if groups == 0 || !fma::available() {
        return None;
    }
    let (terms, rest) = terms.split_at(terms.len().min(groups * LANES));
    // Lanes without a term have P = (0, 0), whose lines the final exponentiation takes to 1.
    let neutral = ((C::Fp::ZERO, C::Fp::ZERO), TwistPoint { x: C::G2.0, y: C::G2.1 });
    // SAFETY: `available` has seen the instructions.
    let gather = |elements: [&C::Fp; LANES]| unsafe { Four::new(elements) };
    let gather2 = |elements: [&Fp2<C::Fp, C>; LANES]| {
        Fp2::new(gather(elements.map(|e| &e.c[0])), gather(elements.map(|e| &e.c[1])))
    };
    let mut groups: Vec<Term<Four<P>, C>> = terms
        .chunks(LANES)
        .map(|group| {
            let lanes: [&PairOn<C>; LANES] = core::array::from_fn(|lane| group.get(lane).unwrap_or(&neutral));
            let p = (gather(lanes.map(|(p, _)| &p.0)), gather(lanes.map(|(p, _)| &p.1)));
            let (x, y) = (gather2(lanes.map(|(_, q)| &q.x)), gather2(lanes.map(|(_, q)| &q.y)));
            Term::new(p, TwistPoint { x, y })
        })
        .collect();
    let f = generic_miller_loop(&mut groups);
    // SAFETY: as above.
    let elements = |coefficient: Four<P>| unsafe { coefficient.elements() };
    let c = f.c.map(|half| half.c.map(|coefficient| coefficient.c.map(elements)));
    let lane = |k: usize| Fp12 { c: c.map(|half| Fp6 { c: half.map(|[re, im]| Fp2::new(re[k], im[k])) }) };
    Some((lane(0).mul(&lane(1)).mul(&lane(2).mul(&lane(3))), rest))
}
