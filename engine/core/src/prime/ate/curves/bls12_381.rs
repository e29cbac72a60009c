//! BLS12-381, as the IRTF draft defines it.

use super::super::curve::{Curve, Family, Twist, mul_by_3_b_xi};
use super::super::final_exponentiation::bls12_hard_part;
use super::super::power::{SparseExponent, plus, windowed_power};
use crate::prime::params::{BLS381_ORDER, Bls381Base, Bls381Fp};
use crate::prime::tower::{Fp2, Fp12, Frobenius, Lift, Tower, frobenius};

/// BLS12-381, as the IRTF draft defines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bls12381;

impl Tower for Bls12381 {
    type Fp = Bls381Fp;
    const XI_REAL: u32 = 1;
    const FROBENIUS: Frobenius<Bls381Fp, Self> = frobenius::<Bls381Base, 6, Self>(Self::XI_REAL);
}

impl Curve for Bls12381 {
    const NAME: &'static str = "ate-bls12-381";
    const SECURITY: (u32, &'static str) =
        (126, "Barbulescu and Duquesne 2019 (eprint 2017/334): special tower number field sieve");
    const FAMILY: Family = Family::Bls12;
    const SEED: u128 = 0xd201_0000_0001_0000;
    const SEED_IS_NEGATIVE: bool = true;
    const B: u64 = 4;
    const TWIST: Twist = Twist::M;
    const ORDER: &'static [u64] = &BLS381_ORDER;
    const G1: (Bls381Fp, Bls381Fp) = (
        Bls381Fp::hex(
            "17f1d3a73197d7942695638c4fa9ac0fc3688c4f9774b905\
             a14e3a3f171bac586c55e83ff97a1aeffb3af00adb22c6bb",
        ),
        Bls381Fp::hex(
            "08b3f481e3aaa0f1a09e30ed741d8ae4fcf5e095d5d00af6\
             00db18cb2c04b3edd03cc744a2888ae40caa232946c5e7e1",
        ),
    );
    const G2: (Fp2<Bls381Fp, Self>, Fp2<Bls381Fp, Self>) = (
        Fp2::new(
            Bls381Fp::hex(
                "024aa2b2f08f0a91260805272dc51051c6e47ad4fa403b02\
             b4510b647ae3d1770bac0326a805bbefd48056c8c121bdb8",
            ),
            Bls381Fp::hex(
                "13e02b6052719f607dacd3a088274f65596bd0d09920b61a\
             b5da61bbdc7f5049334cf11213945d57e5ac7d055d042b7e",
            ),
        ),
        Fp2::new(
            Bls381Fp::hex(
                "0ce5d527727d6e118cc9cdc6da2e351aadfd9baa8cbdd3a7\
             6d429a695160d12c923ac9cc3baca289e193548608b82801",
            ),
            Bls381Fp::hex(
                "0606c4a02ea734cc32acd2b02bc28b99cb3e287e85a763af\
             267492ab572e99ab3f370d275cec1da1aaa9075ff05f79be",
            ),
        ),
    );
    const TWIST_B: Fp2<Bls381Fp, Self> = Fp2::new(Bls381Fp::small(4), Bls381Fp::small(4));

    #[inline(always)]
    fn mul_by_3_twist_b<F: Lift<Bls381Fp>>(a: &Fp2<F, Self>) -> Fp2<F, Self> {
        mul_by_3_b_xi(a)
    }
    fn pow_seed<F: Lift<Bls381Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {
        SparseExponent { low: &[], compressed: [16, 48, 57], high: &[60, 62, 63] }.power(a)
    }

    fn hard_part<F: Lift<Bls381Fp>>(a: &Fp12<F, Self>) -> Fp12<F, Self> {
        bls12_hard_part(a, pow_third_of_u_minus_1)
    }

    #[cfg(all(target_arch = "x86_64", not(miri)))]
    fn vectorised() -> Option<super::super::Vectorised<Self>> {
        crate::prime::ifma::vectorised::<Self, 8, 6>()
    }
}

/// a^((u - 1) / 3): with s = (2^16 - 1) / 3 = 5 17 257, (1 - u) / 3 = 35 2^57 + (2^32 + 2^16 + 2) s + 1.
fn pow_third_of_u_minus_1<F: Lift<Bls381Fp>>(a: &Fp12<F, Bls12381>) -> Fp12<F, Bls12381> {
    let a2 = a.cyclotomic_square();
    let a4 = a2.cyclotomic_square();
    let a5 = a4.mul(a);
    let a35 = a4.cyclotomic_square_times(3).mul(&a2).mul(a);
    let a85 = a5.cyclotomic_square_times(4).mul(&a5);
    let s = a85.cyclotomic_square_times(8).mul(&a85);
    windowed_power(&[*a, s, a35], &[plus(2, 57), plus(1, 32), plus(1, 16), plus(1, 1), plus(0, 0)])
        .conjugate()
}
