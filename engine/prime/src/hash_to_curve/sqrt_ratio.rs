//! Square roots of quotients for the simplified SWU map, in F_p and F_p2 with p = 3 mod 4: `sqrt_ratio` of
//! [`IsogenousCurve`](super::IsogenousCurve).

use crate::BaseField;
use crate::tower::{Fp2, ScalarField, Tower};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// Appendix F.2.1.2 of RFC 9380: root = u v (u v^3)^((p-3)/4) has root^2 v = u or -u. `root_of_minus_z` is a
/// square root of -Z.
pub(super) fn prime<F: ScalarField>(u: &F, v: &F, root_of_minus_z: &F) -> (F, Choice) {
    let uv = u.mul(v);
    let root = uv.mul(&v.square()).pow_p_minus_3_over_4().mul(&uv);
    let is_square = root.square().mul(v).ct_eq(u);
    let other = root.mul(root_of_minus_z);
    (F::conditional_select(&other, &root, is_square), is_square)
}

/// With w = u v or Z u v, whichever is a square, the root is u / sqrt(w) or Z u / sqrt(w).
///
/// The complex method, with two powers in F_p. The norm n^2 of w decides: for s = norm(u v)^((p-3)/4), n
/// = s norm(u v) squares to norm(u v) or to its opposite, and then u v is not a square, and sqrt(-norm(Z)) n
/// squares to norm(Z u v); n's inverse is s up to sign and that constant. Let d = (c0 + n) / 2, t =
/// d^((p-3)/4), x = t d, so that x^2 = e d with e = 1 or -1 and 1 / x = e t. The root of w = c0 + c1 i is
/// x + c1 t / 2 i where e = 1, else -c1 t / 2 + x i, and its norm is e n, so its inverse is its conjugate
/// times e / n.
pub(super) fn quadratic<C: Tower>(
    u: &Fp2<C::Fp, C>,
    v: &Fp2<C::Fp, C>,
    z: &Fp2<C::Fp, C>,
    root_of_minus_norm: &C::Fp,
    inverse_root_of_minus_norm: &C::Fp,
) -> (Fp2<C::Fp, C>, Choice) {
    let w = u.mul(v);
    let norm = w.norm();
    let s = norm.pow_p_minus_3_over_4();
    let n = s.mul(&norm);
    let is_square = n.square().ct_eq(&norm);
    let w = Fp2::conditional_select(&w.mul(z), &w, is_square);
    let u = Fp2::conditional_select(&u.mul(z), u, is_square);
    let mut n = C::Fp::conditional_select(&n.mul(root_of_minus_norm), &n, is_square);
    let other = s.mul(inverse_root_of_minus_norm).neg();
    let mut n_inverse = C::Fp::conditional_select(&other, &s, is_square);
    // Of the two signs of n, one that gives d != 0.
    let flip = w.c[0].add(&n).ct_eq(&C::Fp::ZERO);
    n.conditional_assign(&n.neg(), flip);
    n_inverse.conditional_assign(&n_inverse.neg(), flip);
    let d = w.c[0].add(&n).half();
    let t = d.pow_p_minus_3_over_4();
    let x = t.mul(&d);
    let half = w.c[1].mul(&t).half();
    let e_is_one = x.square().ct_eq(&d);
    // The conjugates of both candidates, times e.
    let inverse = Fp2::conditional_select(&Fp2::new(half, x), &Fp2::new(x, half.neg()), e_is_one);
    (u.mul(&inverse.scale(&n_inverse)), is_square)
}
