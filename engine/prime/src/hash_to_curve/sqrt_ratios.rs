//! Square roots of quotients for the simplified SWU map, in F_p and F_p2 with p = 3 mod 4: `sqrt_ratios` of
//! [`IsogenousCurve`](super::IsogenousCurve).

use crate::BaseField;
use crate::tower::{Fp2, ScalarField, Tower};
use core::array;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

/// An element of F_p2.
type Quadratic<C> = Fp2<<C as Tower>::Fp, C>;

/// Appendix F.2.1.2 of RFC 9380: root = u v (u v^3)^((p-3)/4) has root^2 v = u or -u. `root_of_minus_z` is a
/// square root of -Z.
pub(super) fn prime<F: ScalarField, const K: usize>(
    quotients: &[(F, F); K],
    root_of_minus_z: &F,
) -> [(F, Choice); K] {
    let products = quotients.map(|(u, v)| u.mul(&v));
    let bases: [F; K] = array::from_fn(|i| products[i].mul(&quotients[i].1.square()));
    let powers = F::powers_p_minus_3_over_4(&bases);
    array::from_fn(|i| {
        let (u, v) = &quotients[i];
        let root = powers[i].mul(&products[i]);
        let is_square = root.square().mul(v).ct_eq(u);
        let other = root.mul(root_of_minus_z);
        (F::conditional_select(&other, &root, is_square), is_square)
    })
}

/// With w = u v or Z u v, whichever is a square, the root is u / sqrt(w) or Z u / sqrt(w).
///
/// The complex method, with two powers in F_p. The norm n^2 of w decides: for s = norm(u v)^((p-3)/4), n
/// = s norm(u v) squares to norm(u v) or to its opposite, and then u v is not a square, and sqrt(-norm(Z)) n
/// squares to norm(Z u v); n's inverse is s up to sign and that constant. Let d = (c0 + n) / 2, t =
/// d^((p-3)/4), x = t d, so that x^2 = e d with e = 1 or -1 and 1 / x = e t. The root of w = c0 + c1 i is
/// x + c1 t / 2 i where e = 1, else -c1 t / 2 + x i, and its norm is e n, so its inverse is its conjugate
/// times e / n.
pub(super) fn quadratic<C: Tower, const K: usize>(
    quotients: &[(Quadratic<C>, Quadratic<C>); K],
    z: &Quadratic<C>,
    root_of_minus_norm: &C::Fp,
    inverse_root_of_minus_norm: &C::Fp,
) -> [(Quadratic<C>, Choice); K] {
    let products = quotients.map(|(u, v)| u.mul(&v));
    let norms = products.each_ref().map(Fp2::norm);
    let powers = C::Fp::powers_p_minus_3_over_4(&norms);
    let roots: [_; K] = array::from_fn(|i| {
        let s = &powers[i];
        let n = s.mul(&norms[i]);
        let is_square = n.square().ct_eq(&norms[i]);
        let w = Fp2::conditional_select(&products[i].mul(z), &products[i], is_square);
        let mut n = C::Fp::conditional_select(&n.mul(root_of_minus_norm), &n, is_square);
        let other = s.mul(inverse_root_of_minus_norm).neg();
        let mut n_inverse = C::Fp::conditional_select(&other, s, is_square);
        // Of the two signs of n, one that gives d != 0.
        let flip = w.c[0].add(&n).ct_eq(&C::Fp::ZERO);
        n.conditional_assign(&n.neg(), flip);
        n_inverse.conditional_assign(&n_inverse.neg(), flip);
        NormRoot { is_square, w, n_inverse, d: w.c[0].add(&n).half() }
    });
    let powers = C::Fp::powers_p_minus_3_over_4(&roots.each_ref().map(|root| root.d));
    array::from_fn(|i| {
        let (NormRoot { is_square, w, n_inverse, d }, t) = (&roots[i], &powers[i]);
        let u = &quotients[i].0;
        let u = Fp2::conditional_select(&u.mul(z), u, *is_square);
        let x = t.mul(d);
        let half = w.c[1].mul(t).half();
        let e_is_one = x.square().ct_eq(d);
        // The conjugates of both candidates, times e.
        let inverse = Fp2::conditional_select(&Fp2::new(half, x), &Fp2::new(x, half.neg()), e_is_one);
        (u.mul(&inverse.scale(n_inverse)), *is_square)
    })
}

/// What [`quadratic`] knows between its two powers.
struct NormRoot<C: Tower> {
    is_square: Choice,
    w: Quadratic<C>,
    n_inverse: C::Fp,
    d: C::Fp,
}
