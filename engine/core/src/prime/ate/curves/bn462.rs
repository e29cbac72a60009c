//! BN462, as the IRTF draft defines it.

use super::super::curve::{Curve, Family, Twist};
use super::super::final_exponentiation::bn_hard_part;
use super::super::power::SparseExponent;
use crate::prime::params::{BN462_ORDER, Bn462Base, Bn462Fp};
use crate::prime::tower::{Fp2, Fp12, Frobenius, Lift, Tower, frobenius};

/// BN462, as the IRTF draft defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bn462;

impl Tower for Bn462 {
    type Fp = Bn462Fp;
    const XI_REAL: u32 = 2;
    const FROBENIUS: Frobenius<Bn462Fp, Self> = frobenius::<Bn462Base, 8, Self>(Self::XI_REAL);
}

impl Curve for Bn462 {
    const NAME: &'static str = "ate-bn462";
    const SECURITY: (u32, &'static str) =
        (128, "Barbulescu and Duquesne 2019 (eprint 2017/334), for which its size was chosen");
    const FAMILY: Family = Family::Bn;
    const SEED: u128 = (1 << 114) + (1 << 101) - (1 << 14) - 1;
    const SEED_IS_NEGATIVE: bool = false;
    const B: u64 = 5;
    const TWIST: Twist = Twist::D;
    const ORDER: &'static [u64] = &BN462_ORDER;
    const G1: (Bn462Fp, Bn462Fp) = (
        Bn462Fp::hex(
            "21a6d67ef250191fadba34a0a30160b9ac9264b6f95f63b3edbec3cf4b\
             2e689db1bbb4e69a416a0b1e79239c0372e5cd70113c98d91f36b6980d",
        ),
        Bn462Fp::hex(
            "0118ea0460f7f7abb82b33676a7432a490eeda842cccfa7d788c659650\
             426e6af77df11b8ae40eb80f475432c66600622ecaa8a5734d36fb03de",
        ),
    );
    const G2: (Fp2<Bn462Fp, Self>, Fp2<Bn462Fp, Self>) = (
        Fp2::new(
            Bn462Fp::hex(
                "0257ccc85b58dda0dfb38e3a8cbdc5482e0337e7c1cd96ed61c9138204\
             08208f9ad2699bad92e0032ae1f0aa6a8b48807695468e3d934ae1e4df",
            ),
            Bn462Fp::hex(
                "1d2e4343e8599102af8edca849566ba3c98e2a354730cbed9176884058\
             b18134dd86bae555b783718f50af8b59bf7e850e9b73108ba6aa8cd283",
            ),
        ),
        Fp2::new(
            Bn462Fp::hex(
                "0a0650439da22c1979517427a20809eca035634706e23c3fa7a6bb42fe\
             810f1399a1f41c9ddae32e03695a140e7b11d7c3376e5b68df0db7154e",
            ),
            Bn462Fp::hex(
                "073ef0cbd438cbe0172c8ae37306324d44d5e6b0c69ac57b393f1ab370\
             fd725cc647692444a04ef87387aa68d53743493b9eba14cc552ca2a93a",
            ),
        ),
    );
    const TWIST_B: Fp2<Bn462Fp, Self> = Fp2::new(
        Bn462Fp::small(2),
        Bn462Fp::hex(
            "240480360120023ffffffffff6ff0cf6b7d9bfca0000000000d812908f\
             41c8020ffffffffff6ff66fc6ff687f640000000002401b00840138012",
        ),
    );

    #[inline(always)]
    fn mul_by_3_twist_b<F: Lift<Bn462Fp>>(a: &Fp2<F, Self>) -> Fp2<F, Self> {
        // 3 (2 - i) a.
        a.double().sub(&a.mul_by_i()).triple()
    }
    fn pow_seed<F: Lift<Bn462Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {
        SparseExponent { low: &[!0], compressed: [!14, 101], high: &[114] }.power(a)
    }

    fn hard_part<F: Lift<Bn462Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {
        bn_hard_part(a)
    }

    #[cfg(all(target_arch = "x86_64", not(miri)))]
    fn vectorised() -> Option<super::super::Vectorised<Self>> {
        crate::prime::ifma::vectorised::<Self, 9, 8>()
    }
}
