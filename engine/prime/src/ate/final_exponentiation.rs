//! The final exponentiation, f^((p^12 - 1) / r): exactly this power, so that values agree with the
//! definition.

use super::curve::{Curve, Family};
use crate::tower::{Fp12, Lift};

/// The final exponentiation of a value of the Miller loop.
#[must_use]
pub fn final_exponentiation<F: Lift<C::Fp>, C: Curve>(f: &Fp12<F, C>) -> Fp12<F, C> {
    C::hard_part(&easy_part(f))
}

/// The cube of the final exponentiation, for BLS12 alone: some per cent cheaper, by the exponent of
/// Hayashida, Hayasaka and
/// Teruya as it is. What several libraries call the pairing.
#[must_use]
pub fn final_exponentiation_cubed<F: Lift<C::Fp>, C: Curve>(f: &Fp12<F, C>) -> Fp12<F, C> {
    const { assert!(matches!(C::FAMILY, Family::Bls12)) };
    let m = easy_part(f);
    let a = pow_u(&m).mul(&m.conjugate());
    bls12_tail(&pow_u(&a).mul(&a.conjugate())).mul(&m.cyclotomic_square().mul(&m))
}

/// f^((p^6 - 1)(p^2 + 1)), an element of the cyclotomic subgroup.
#[must_use]
pub fn easy_part<F: Lift<C::Fp>, C: Curve>(f: &Fp12<F, C>) -> Fp12<F, C> {
    let f = f.conjugate().mul(&f.invert());
    f.frobenius(2).mul(&f)
}

/// a^u.
fn pow_u<F: Lift<C::Fp>, C: Curve>(a: &Fp12<F, C>) -> Fp12<F, C> {
    let power = C::pow_seed(a);
    if C::SEED_IS_NEGATIVE { power.conjugate() } else { power }
}

/// The part of the exponentiation of a BLS12 curve that all variants share: from a to a^((u + p)(u^2 + p^2 -
/// 1)).
fn bls12_tail<F: Lift<C::Fp>, C: Curve>(a: &Fp12<F, C>) -> Fp12<F, C> {
    let b = pow_u(a).mul(&a.frobenius(1));
    pow_u(&pow_u(&b)).mul(&b.frobenius(2)).mul(&b.conjugate())
}

/// The hard part for BLS12: Hayashida, Hayasaka, Teruya (eprint 2020/875) write three times it as
/// (u - 1)^2 (u + p)(u^2 + p^2 - 1) + 3. As 3 divides u - 1, one of the powers u - 1 is replaced by (u - 1) /
/// 3, given
/// by the caller, and the result is exact.
pub(super) fn bls12_hard_part<F: Lift<C::Fp>, C: Curve>(
    m: &Fp12<F, C>,
    pow_third_of_u_minus_1: impl Fn(&Fp12<F, C>) -> Fp12<F, C>,
) -> Fp12<F, C> {
    let a = pow_third_of_u_minus_1(m);
    bls12_tail(&pow_u(&a).mul(&a.conjugate())).mul(m)
}

/// The hard part for BN, p^3 + (6 u^2 + 1) p^2 - (36 u^3 + 18 u^2 + 12 u - 1) p - (36 u^3 + 30 u^2 + 18 u +
/// 2), by the vectorial
/// addition chain of Scott, Benger, Charlemagne, Dominguez Perez, Kachisa (eprint 2008/490).
pub(super) fn bn_hard_part<F: Lift<C::Fp>, C: Curve>(m: &Fp12<F, C>) -> Fp12<F, C> {
    let u1 = pow_u(m);
    let u2 = pow_u(&u1);
    let u3 = pow_u(&u2);
    let u2_p = u2.frobenius(1);
    let y0 = m.frobenius(1).mul(&m.frobenius(2)).mul(&m.frobenius(3));
    let y1 = m.conjugate();
    let y2 = u2.frobenius(2);
    let y3 = u1.frobenius(1).conjugate();
    let y4 = u1.mul(&u2_p).conjugate();
    let y5 = u2.conjugate();
    let y6 = u3.mul(&u3.frobenius(1)).conjugate();
    // y0 y1^2 y2^6 y3^12 y4^18 y5^30 y6^36.
    let t0 = y6.cyclotomic_square().mul(&y4).mul(&y5);
    let t1 = y3.mul(&y5).mul(&t0);
    let t0 = t0.mul(&y2);
    let t1 = t1.cyclotomic_square().mul(&t0).cyclotomic_square();
    t1.mul(&y1).cyclotomic_square().mul(&t1.mul(&y0))
}
