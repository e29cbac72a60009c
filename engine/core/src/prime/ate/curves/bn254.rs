//! BN254, also alt_bn128: the curve of Ethereum.

use super::super::curve::{Curve, Family, Twist};
use super::super::final_exponentiation::bn_hard_part;
use super::super::power::{Digit, minus, plus, windowed_power};
use crate::prime::params::{BN254_ORDER, Bn254Base, Bn254Fp};
use crate::prime::tower::{Fp2, Fp12, Frobenius, Lift, Tower, frobenius};

/// BN254, also alt_bn128: the curve of Ethereum.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bn254;

impl Tower for Bn254 {
    type Fp = Bn254Fp;
    const XI_REAL: u32 = 9;
    const FROBENIUS: Frobenius<Bn254Fp, Self> = frobenius::<Bn254Base, 4, Self>(Self::XI_REAL);
}

impl Curve for Bn254 {
    const NAME: &'static str = "ate-bn254";
    const SECURITY: (u32, &'static str) =
        (100, "Barbulescu and Duquesne 2019 (eprint 2017/334): special tower number field sieve");
    const FAMILY: Family = Family::Bn;
    const SEED: u128 = 4_965_661_367_192_848_881;
    const SEED_IS_NEGATIVE: bool = false;
    const B: u64 = 3;
    const TWIST: Twist = Twist::D;
    const ORDER: &'static [u64] = &BN254_ORDER;
    const G1: (Bn254Fp, Bn254Fp) = (Bn254Fp::small(1), Bn254Fp::small(2));
    const G2: (Fp2<Bn254Fp, Self>, Fp2<Bn254Fp, Self>) = (
        Fp2::new(
            Bn254Fp::hex("1800deef121f1e76426a00665e5c4479674322d4f75edadd46debd5cd992f6ed"),
            Bn254Fp::hex("198e9393920d483a7260bfb731fb5d25f1aa493335a9e71297e485b7aef312c2"),
        ),
        Fp2::new(
            Bn254Fp::hex("12c85ea5db8c6deb4aab71808dcb408fe3d1e7690c43d37b4ce6cc0166fa7daa"),
            Bn254Fp::hex("090689d0585ff075ec9e99ad690c3395bc4b313370b38ef355acdadcd122975b"),
        ),
    );
    const TWIST_B: Fp2<Bn254Fp, Self> = Fp2::new(
        Bn254Fp::hex("2b149d40ceb8aaae81be18991be06ac3b5b4c5e559dbefa33267e6dc24a138e5"),
        Bn254Fp::hex("009713b03af0fed4cd2cafadeed8fdf4a74fa084e52d1852e4a2bd0685c315d2"),
    );

    #[inline(always)]
    fn mul_by_3_twist_b<F: Lift<Bn254Fp>>(a: &Fp2<F, Self>) -> Fp2<F, Self> {
        a.mul(&Fp2::lift(&Self::TWIST_B)).triple()
    }
    fn pow_seed<F: Lift<Bn254Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {
        let a17 = a.cyclotomic_square_times(4).mul(a);
        let a35 = a17.cyclotomic_square().mul(a);
        windowed_power(&[a17, a35], &SEED_DIGITS)
    }

    fn hard_part<F: Lift<Bn254Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {
        bn_hard_part(a)
    }

    #[cfg(all(target_arch = "x86_64", not(miri)))]
    fn vectorised() -> Option<super::super::Vectorised<Self>> {
        crate::prime::ifma::vectorised::<Self, 5, 4>()
    }
}

/// u in digits 17 (entry 0) and 35 (entry 1): the cheapest found among tables of up to five odd entries below
/// 80.
const SEED_DIGITS: [Digit; 12] = [
    plus(1, 57),
    minus(1, 51),
    plus(0, 44),
    plus(1, 42),
    minus(1, 38),
    minus(1, 34),
    plus(1, 25),
    plus(1, 21),
    plus(0, 15),
    plus(1, 10),
    minus(0, 5),
    plus(0, 0),
];
