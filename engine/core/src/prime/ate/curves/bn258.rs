//! The 258-bit BN curve with u = 2^63 + 857 of Brinci et al. (2013), with b, xi and a twist for which the
//! orders are right.
//!
//! Nobody has published generators. Here G1's is (-2, 2), and G2's is the point with x = i and an even real
//! part of y,
//! times the cofactor 2 p - r.

use super::super::curve::{Curve, Family, Twist, mul_by_3_b_xi};
use super::super::final_exponentiation::bn_hard_part;
use super::super::power::SparseExponent;
use crate::prime::params::{BN258_ORDER, Bn258Base, Bn258Fp};
use crate::prime::tower::{Fp2, Fp12, Frobenius, Lift, Tower, frobenius};

/// The 258-bit BN curve with u = 2^63 + 857 (Brinci et al. 2013), b = 12, xi = 5 + i, M-twist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bn258;

impl Tower for Bn258 {
    type Fp = Bn258Fp;
    const XI_REAL: u32 = 5;
    const FROBENIUS: Frobenius<Bn258Fp, Self> = frobenius::<Bn258Base, 5, Self>(Self::XI_REAL);
}

impl Curve for Bn258 {
    const NAME: &'static str = "ate-bn258";
    const SECURITY: (u32, &'static str) =
        (100, "as BN254, whose field is of the same size: Barbulescu and Duquesne 2019 (eprint 2017/334)");
    const FAMILY: Family = Family::Bn;
    const SEED: u128 = (1 << 63) + 857;
    const SEED_IS_NEGATIVE: bool = false;
    const B: u64 = 12;
    const TWIST: Twist = Twist::M;
    const ORDER: &'static [u64] = &BN258_ORDER;
    const G1: (Bn258Fp, Bn258Fp) = (
        Bn258Fp::hex("24000000000003c4680000000025d853f0000000a8f8e03b9000011ae9b61d695"),
        Bn258Fp::small(2),
    );
    const G2: (Fp2<Bn258Fp, Self>, Fp2<Bn258Fp, Self>) = (
        Fp2::new(
            Bn258Fp::hex("04e29d302d616a850b9ccb34e88aa1a1e8494cafb25271d620a56622547bc749"),
            Bn258Fp::hex("12418d522ab0728ab07267b5f864bd1145cb1fcb87070b9f5eba421017db27937"),
        ),
        Fp2::new(
            Bn258Fp::hex("1fa542c624d5d84effe9301e753e69189f131d3c980ef01baa37a97341b5d83db"),
            Bn258Fp::hex("1b41cd64ec600f93616a987feea09663c45ebe30a62b936632c0c37fcd0bcca40"),
        ),
    );
    const TWIST_B: Fp2<Bn258Fp, Self> = Fp2::new(Bn258Fp::small(60), Bn258Fp::small(12));

    #[inline(always)]
    fn mul_by_3_twist_b<F: Lift<Bn258Fp>>(a: &Fp2<F, Self>) -> Fp2<F, Self> {
        mul_by_3_b_xi(a)
    }
    fn pow_seed<F: Lift<Bn258Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {
        SparseExponent { low: &[0, !3, !5, !7, 10], compressed: [63], high: &[] }.power(a)
    }

    fn hard_part<F: Lift<Bn258Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {
        bn_hard_part(a)
    }

    #[cfg(all(target_arch = "x86_64", not(miri)))]
    fn vectorised() -> Option<super::super::Vectorised<Self>> {
        crate::prime::ifma::vectorised::<Self, 6, 5>()
    }
}
