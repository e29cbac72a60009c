//! Pairings in instructions that not every processor has, as functions on finite points, powers, and additions.

use crate::curve::VectorAdditions;
use crate::tower::{Fp2, Fp12, Tower};

/// A finite affine point of the twist.
#[derive(Clone, Copy, Debug)]
pub struct TwistPoint<F, C> {
    /// x.
    pub x: Fp2<F, C>,
    /// y.
    pub y: Fp2<F, C>,
}

/// A point of G1 and a point of G2, finite, or (0, 0) in G1 for a term that gives 1.
pub type Pair<F, C> = ((F, F), TwistPoint<F, C>);

/// A value of a pairing or of its Miller loop.
pub type Value<C> = Fp12<<C as Tower>::Fp, C>;
/// A [`Pair`] on the curve `C`.
pub type PairOn<C> = Pair<<C as Tower>::Fp, C>;

/// Whole pairings, and a power of many elements, and additions of points, in instructions that not every processor has.
#[derive(Clone, Copy)]
pub struct Vectorised<C: Tower + 'static> {
    /// The Miller loops of all terms, with shared squarings.
    pub miller_loop: fn(&[PairOn<C>]) -> Value<C>,
    /// The final exponentiation.
    pub final_exponentiation: fn(&Value<C>) -> Value<C>,
    /// The product of the pairings of all terms.
    pub product: fn(&[PairOn<C>]) -> Value<C>,
    /// Raises each element to the power (p - 3) / 4, in its place.
    pub power_p_minus_3_over_4: fn(&mut [C::Fp]),
    /// Additions of many points of the curve.
    pub g1_additions: VectorAdditions<C::Fp>,
    /// Additions of many points of the twist.
    pub g2_additions: VectorAdditions<Fp2<C::Fp, C>>,
}
