//! The suites BLS12381G2_XMD:SHA-256_SSWU_RO_ and _NU_ (RFC 9380, section 8.8.2): literals, and square roots
//! in F_p2.

use super::sswu::IsogenousCurve;
use crate::prime::BaseField;
use crate::prime::ate::Bls12381;
use crate::prime::curve::Curve;
use crate::prime::groups::G2;
use crate::prime::params::Bls381Fp;
use crate::prime::tower::{Fp2, ScalarField};
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq};

type Quadratic = Fp2<Bls381Fp, Bls12381>;

/// The curve E' that is 3-isogenous to E'(F_p2) of BLS12-381's twist.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Isogenous3;

impl Curve for Isogenous3 {
    type Field = Quadratic;
    const A: Quadratic = fp2("0", "f0");
    const A_IS_ZERO: bool = false;
    const B: Quadratic = fp2("3f4", "3f4");
}

/// A square root of -5, where 5 is the norm of Z.
const ROOT_OF_MINUS_NORM: Bls381Fp = Bls381Fp::hex(
    "186417302d5a65347a88b0f999ab2b504614aa5e2eebdeb1\
             a014c40bceb7d2306c12a6d436befcf94d39c9db7b263cd4",
);
/// Its inverse.
const INVERSE_ROOT_OF_MINUS_NORM: Bls381Fp = Bls381Fp::hex(
    "0052988b9c078047901d648c21ece6b49fad536e2751d735\
             f49f361dd4cb6d9723b845087eea9a347c27713a80f8492b",
);

impl IsogenousCurve for Isogenous3 {
    type Target = G2<Bls12381>;
    /// -(2 + i).
    const Z: Quadratic = fp2(
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf\
             6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaa9",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf\
             6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaaa",
    );
    const ISOGENY: [&'static [Quadratic]; 4] = [&X_NUM, &X_DEN, &Y_NUM, &Y_DEN];

    /// With w = u v or Z u v, whichever is a square, the root is u / sqrt(w) or Z u / sqrt(w).
    ///
    /// The complex method, with two powers in F_p. The norm n^2 of w decides: for s = norm(u v)^((p-3)/4), n
    /// = s norm(u v) squares to norm(u v) or to its opposite, and then u v is not a square, and sqrt(-5) n
    /// squares to norm(Z u v); n's inverse is s up to sign and that constant. Let d = (c0 + n) / 2, t =
    /// d^((p-3)/4), x = t d, so that x^2 = e d with e = 1 or -1 and 1 / x = e t. The root of w = c0 + c1 i is
    /// x + c1 t / 2 i where e = 1, else -c1 t / 2 + x i, and its norm is e n, so its inverse is its conjugate
    /// times e / n.
    fn sqrt_ratio(u: &Quadratic, v: &Quadratic) -> (Quadratic, Choice) {
        let w = u.mul(v);
        let norm = w.norm();
        let s = norm.pow_p_minus_3_over_4();
        let n = s.mul(&norm);
        let is_square = n.square().ct_eq(&norm);
        let w = Quadratic::conditional_select(&w.mul(&Self::Z), &w, is_square);
        let u = Quadratic::conditional_select(&u.mul(&Self::Z), u, is_square);
        let mut n = Bls381Fp::conditional_select(&n.mul(&ROOT_OF_MINUS_NORM), &n, is_square);
        let other = s.mul(&INVERSE_ROOT_OF_MINUS_NORM).neg();
        let mut n_inverse = Bls381Fp::conditional_select(&other, &s, is_square);
        // Of the two signs of n, one that gives d != 0.
        let flip = w.c[0].add(&n).ct_eq(&Bls381Fp::ZERO);
        n.conditional_assign(&n.neg(), flip);
        n_inverse.conditional_assign(&n_inverse.neg(), flip);
        let d = w.c[0].add(&n).half();
        let t = d.pow_p_minus_3_over_4();
        let x = t.mul(&d);
        let half = w.c[1].mul(&t).half();
        let e_is_one = x.square().ct_eq(&d);
        // The conjugates of both candidates, times e.
        let inverse =
            Quadratic::conditional_select(&Quadratic::new(half, x), &Quadratic::new(x, half.neg()), e_is_one);
        (u.mul(&inverse.scale(&n_inverse)), is_square)
    }
}

const fn fp2(c0: &str, c1: &str) -> Quadratic {
    Fp2::new(Bls381Fp::hex(c0), Bls381Fp::hex(c1))
}

// The isogeny (appendix E.3 of the RFC): coefficients, that of 1 first.

const X_NUM: [Quadratic; 4] = [
    fp2(
        "05c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a\
         88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6",
        "05c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a\
         88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97d6",
    ),
    fp2(
        "0",
        "11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f\
         9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71a",
    ),
    fp2(
        "11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f\
         9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71e",
        "08ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063f\
         cd104635a790520c0a395554e5c6aaaa9354ffffffffe38d",
    ),
    fp2(
        "171d6541fa38ccfaed6dea691f5fb614cb14b4e7f4e810aa\
         22d6108f142b85757098e38d0f671c7188e2aaaaaaaa5ed1",
        "0",
    ),
];

const X_DEN: [Quadratic; 3] = [
    fp2(
        "0",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf\
         6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa63",
    ),
    fp2(
        "c",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf\
         6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa9f",
    ),
    fp2("1", "0"),
];

const Y_NUM: [Quadratic; 4] = [
    fp2(
        "1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649b\
         f54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706",
        "1530477c7ab4113b59a4c18b076d11930f7da5d4a07f649b\
         f54439d87d27e500fc8c25ebf8c92f6812cfc71c71c6d706",
    ),
    fp2(
        "0",
        "05c759507e8e333ebb5b7a9a47d7ed8532c52d39fd3a042a\
         88b58423c50ae15d5c2638e343d9c71c6238aaaaaaaa97be",
    ),
    fp2(
        "11560bf17baa99bc32126fced787c88f984f87adf7ae0c7f\
         9a208c6b4f20a4181472aaa9cb8d555526a9ffffffffc71c",
        "08ab05f8bdd54cde190937e76bc3e447cc27c3d6fbd7063f\
         cd104635a790520c0a395554e5c6aaaa9354ffffffffe38f",
    ),
    fp2(
        "124c9ad43b6cf79bfbf7043de3811ad0761b0f37a1e26286\
         b0e977c69aa274524e79097a56dc4bd9e1b371c71c718b10",
        "0",
    ),
];

const Y_DEN: [Quadratic; 4] = [
    fp2(
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf\
         6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf\
         6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa8fb",
    ),
    fp2(
        "0",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf\
         6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffa9d3",
    ),
    fp2(
        "12",
        "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf\
         6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaa99",
    ),
    fp2("1", "0"),
];
