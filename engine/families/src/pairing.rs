//! Optimal ate pairings as [`Pairing`]s.

use crate::curve::Curve;
use crate::final_exponentiation::final_exponentiation;
use crate::full::Full;
use crate::groups::{G1Affine, G2Affine, PairingGroups, finite};
use crate::miller::{PreparedLines, Term, enter, miller_loop};
use crate::target::Gt;
use core::marker::PhantomData;
use pairforge_interface::Pairing;

/// The optimal ate pairing on the curve `C`, with exactly (p^k - 1) / r as final exponent.
///
/// Terms with a point at infinity are left out: their time shows.
#[derive(Clone, Copy, Debug)]
pub struct OptimalAte<C>(PhantomData<C>);

/// The lines of the Miller loop for one point of G2; None for the point at infinity.
#[derive(Clone, Debug)]
pub struct Prepared<C: Curve>(Option<PreparedLines<C>>);

fn term<C: PairingGroups>((p, q): &(G1Affine<C>, G2Affine<C>)) -> Option<Term<C>> {
    let (p, (x, y)) = (finite(p)?, finite(q)?);
    Some(Term::new(p, &enter::<C>(&x, &y)))
}

impl<C: PairingGroups> Pairing for OptimalAte<C> {
    const NAME: &'static str = C::NAME;
    const SECURITY: (u32, &'static str) = C::SECURITY;

    type G1 = G1Affine<C>;
    type G2 = G2Affine<C>;
    type Gt = Gt<C>;
    type Miller = Full<C>;
    type Fixed = G2Affine<C>;
    type Free = G1Affine<C>;
    type Prepared = Prepared<C>;

    fn miller_loop(p: &Self::G1, q: &Self::G2) -> Self::Miller {
        Self::multi_miller_loop(&[(*p, *q)])
    }

    fn final_exponentiation(f: &Self::Miller) -> Self::Gt {
        Gt::member(final_exponentiation(f))
    }

    fn miller_mul(f: &Self::Miller, g: &Self::Miller) -> Self::Miller {
        f.mul(g)
    }

    fn multi_miller_loop(terms: &[(Self::G1, Self::G2)]) -> Self::Miller {
        miller_loop(&mut terms.iter().filter_map(term::<C>).collect::<Vec<_>>())
    }

    fn prepare(fixed: &Self::Fixed) -> Self::Prepared {
        Prepared(finite(fixed).map(|(x, y)| PreparedLines::new(&enter::<C>(&x, &y))))
    }

    fn miller_loop_prepared(prepared: &Self::Prepared, free: &Self::Free) -> Self::Miller {
        match (&prepared.0, finite(free)) {
            (Some(lines), Some(p)) => miller_loop(&mut [lines.at(p)]),
            _ => Full::ONE,
        }
    }
}
