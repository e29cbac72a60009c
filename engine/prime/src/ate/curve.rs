//! What distinguishes one optimal ate pairing from another.

use super::vectorised::{PairOn, Value, Vectorised};
use crate::BaseField;
use crate::tower::{Fp2, Fp12, Lift, Tower};

/// A family of curves, each member given by a seed u.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// Barreto, Lynn, Scott, k = 12: p = (u - 1)^2 (u^4 - u^2 + 1) / 3 + u, r = u^4 - u^2 + 1, Miller loop u.
    Bls12,
    /// Barreto, Naehrig: p = 36 u^4 + 36 u^3 + 24 u^2 + 6 u + 1, r = p - 6 u^2, Miller loop 6 u + 2.
    Bn,
}

/// Which sextic twist E' : y^2 = x^3 + b' has G2's points as those over F_p2 of order r.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Twist {
    /// b' = b / xi; (x, y) on E' is (w^2 x, w^3 y) on E.
    D,
    /// b' = b xi; (x, y) on E' is (x / w^2, y / w^3) on E.
    M,
}

/// A pairing-friendly curve E : y^2 = x^3 + b over F_p with embedding degree 12, and its tower.
pub trait Curve: Tower {
    /// The name of its pairing in the vectors.
    const NAME: &'static str;
    /// Estimated bits of security today, and what the estimate rests on.
    const SECURITY: (u32, &'static str);
    /// The family.
    const FAMILY: Family;
    /// |u| of the seed u.
    const SEED: u128;
    /// Whether u < 0.
    const SEED_IS_NEGATIVE: bool;
    /// b.
    const B: u64;
    /// Which twist.
    const TWIST: Twist;
    /// The order r of the groups, little-endian limbs.
    const ORDER: &'static [u64];
    /// A generator (x, y) of G1.
    const G1: (Self::Fp, Self::Fp);
    /// A generator (x, y) of G2.
    const G2: (Fp2<Self::Fp, Self>, Fp2<Self::Fp, Self>);
    /// The coefficient b' of the twist.
    const TWIST_B: Fp2<Self::Fp, Self>;

    /// 3 b' a.
    #[must_use]
    fn mul_by_3_twist_b<F: Lift<Self::Fp>>(a: &Fp2<F, Self>) -> Fp2<F, Self>;
    /// a^|u| of an element of the cyclotomic subgroup.
    #[must_use]
    fn pow_seed<F: Lift<Self::Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self>;
    /// a^((p^4 - p^2 + 1) / r) of an element of the cyclotomic subgroup.
    #[must_use]
    fn hard_part<F: Lift<Self::Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self>;

    /// The product of the Miller loops of some of the terms, several of them in each vector, and the others: where that pays and this
    /// processor can.
    #[must_use]
    fn miller_loop_in_lanes(_terms: &[PairOn<Self>]) -> Option<(Value<Self>, &[PairOn<Self>])> {
        None
    }

    /// Whole pairings in vector instructions, where this processor has them and they may be used.
    #[must_use]
    fn vectorised() -> Option<Vectorised<Self>> {
        None
    }
}

/// 3 b xi a for small b: 3 b' a on an M-twist.
#[inline]
pub(super) fn mul_by_3_b_xi<F: BaseField, C: Curve>(a: &Fp2<F, C>) -> Fp2<F, C> {
    let multiple = 3 * C::B as u32;
    if multiple * (C::XI_REAL + 1) > 24 {
        return a.mul_by_xi().small_multiple(multiple);
    }
    let ([a0, a1], real) = (&a.c, multiple * C::XI_REAL);
    Fp2::new(F::combine_less(real, a0, multiple, a1), F::combine(real, a1, multiple, a0))
}
