//! Optimal ate pairings as [`Pairing`]s.

use super::dispatch;
#[cfg(feature = "std")]
use super::miller::{PreparedLines, miller_loop};
use super::row::in_rows;
use super::target::Gt;
use super::vectorised::{Pair, TwistPoint};
use crate::BaseField;
use crate::groups::{G1Affine, G2Affine, PairingGroups};
use crate::tower::{Fp2, Fp12};
use core::marker::PhantomData;
use pairforge_interface::Pairing;
use subtle::{Choice, ConditionallySelectable};

/// The optimal ate pairing on the curve `C`, with exactly (p^12 - 1) / r as final exponent.
///
/// ```
/// use pairforge_prime::ate::{Ate, Bls12381};
/// use pairforge_interface::{Group, Pairing, Target};
///
/// type E = Ate<Bls12381>;
/// let (p, q) = (<E as Pairing>::G1::generator(), <E as Pairing>::G2::generator());
/// // e(2 P, 3 Q) = e(P, Q)^6
/// assert_eq!(E::pair(&p.mul(&[2]), &q.mul(&[3])), E::pair(&p, &q).pow(&[6]));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ate<C>(PhantomData<C>);

/// What a Miller loop takes of one point of G2.
#[cfg(feature = "std")]
#[derive(Clone, Debug)]
pub struct Prepared<C: PairingGroups> {
    kept: Kept<C>,
    infinity: Choice,
}

#[cfg(feature = "std")]
#[derive(Clone, Debug)]
enum Kept<C: PairingGroups> {
    /// The lines.
    Lines(PreparedLines<C::Fp, C>),
    /// The point itself, where a whole loop by vectors is faster than one by words whose lines are there.
    Point(TwistPoint<C::Fp, C>),
}

/// Coordinates of points of which none is the point at infinity.
///
/// Where one is, Q becomes the generator and P (0, 0): then every line is an element of F_p2, or that times w^3, and the final
/// exponentiation takes those to 1. So no path branches.
fn finite<C: PairingGroups>(p: &G1Affine<C>, q: &G2Affine<C>) -> Pair<C::Fp, C> {
    let infinity = choice(p.infinity() | q.infinity());
    (masked(p, infinity), or_generator(q, infinity))
}

fn choice(condition: bool) -> Choice {
    Choice::from(u8::from(condition))
}

/// The coordinates of P, or (0, 0) if `absent`.
fn masked<C: PairingGroups>(p: &G1Affine<C>, absent: Choice) -> (C::Fp, C::Fp) {
    let select = |a: &C::Fp| C::Fp::conditional_select(a, &BaseField::ZERO, absent);
    (select(p.x()), select(p.y()))
}

/// The coordinates of Q, or of the generator if `absent`.
fn or_generator<C: PairingGroups>(q: &G2Affine<C>, absent: Choice) -> TwistPoint<C::Fp, C> {
    TwistPoint {
        x: Fp2::conditional_select(q.x(), &C::G2.0, absent),
        y: Fp2::conditional_select(q.y(), &C::G2.1, absent),
    }
}

impl<C: PairingGroups> Pairing for Ate<C> {
    const NAME: &'static str = <C as super::Curve>::NAME;
    const SECURITY: (u32, &'static str) = C::SECURITY;

    type G1 = G1Affine<C>;
    type G2 = G2Affine<C>;
    type Gt = Gt<C>;
    type Miller = Fp12<C::Fp, C>;
    #[cfg(feature = "std")]
    type Fixed = G2Affine<C>;
    #[cfg(feature = "std")]
    type Free = G1Affine<C>;
    #[cfg(feature = "std")]
    type Prepared = Prepared<C>;

    fn miller_loop(p: &Self::G1, q: &Self::G2) -> Self::Miller {
        dispatch::miller_loop(&[finite(p, q)])
    }

    fn final_exponentiation(f: &Self::Miller) -> Self::Gt {
        Gt::member(dispatch::final_exponentiation(f))
    }

    fn pair(p: &Self::G1, q: &Self::G2) -> Self::Gt {
        Gt::member(dispatch::product(&[finite(p, q)]))
    }

    #[cfg(feature = "std")]
    fn product(terms: &[(Self::G1, Self::G2)]) -> Self::Gt {
        Gt::member(dispatch::product(&terms.iter().map(|(p, q)| finite(p, q)).collect::<Vec<_>>()))
    }

    fn miller_mul(f: &Self::Miller, g: &Self::Miller) -> Self::Miller {
        f.mul(g)
    }

    fn multi_miller_loop(terms: &[(Self::G1, Self::G2)]) -> Self::Miller {
        in_rows(terms, |(p, q)| finite(p, q), |pairs| dispatch::miller_loop(pairs), Fp12::mul)
    }

    #[cfg(feature = "std")]
    fn prepare(fixed: &Self::Fixed) -> Self::Prepared {
        let infinity = choice(fixed.infinity());
        let q = or_generator(fixed, infinity);
        let by_vectors = C::vectorised().is_some();
        let kept = if by_vectors { Kept::Point(q) } else { Kept::Lines(PreparedLines::new(&q)) };
        Prepared { kept, infinity }
    }

    #[cfg(feature = "std")]
    fn miller_loop_prepared(prepared: &Self::Prepared, free: &Self::Free) -> Self::Miller {
        let p = masked(free, prepared.infinity | choice(free.infinity()));
        match &prepared.kept {
            Kept::Lines(lines) => miller_loop(&mut [lines.at(p)]),
            Kept::Point(q) => dispatch::miller_loop(&[(p, *q)]),
        }
    }
}
