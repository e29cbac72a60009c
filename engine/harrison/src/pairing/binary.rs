//! The reduced Tate pairing over F_q, q = 2^241, on y^2 + y = x^3 + x + 1, with values in F_(q^4).
//!
//! The curve has N = q + 1 - S points, S = 2^121, and N is prime; N divides q^2 + 1. The distortion map is
//! psi(x, y) = (x + u, y + s x + t') with u = t + t^2, s = u^2 and t' = t^2: u^3 = 1, s^2 = u, t'^2 + t' = u + 1. The
//! pairing of P and Q is f_{N,P}(psi(Q))^((q^4-1)/N).

use crate::Field;
use crate::binary::Binary241;
use crate::curve::Group;
use crate::curve::binary::Affine;
use crate::extension::Four;
use crate::field::BaseField;

type F = Binary241;

/// The exponent of S = 2^121.
const HALF: usize = F::DEGREE.div_ceil(2);

/// The number of points N = 2^241 - 2^121 + 1, as little-endian digits in base two, each -1, 0 or 1.
pub fn order() -> Vec<i8> {
    let mut digits = vec![0; F::DEGREE + 1];
    digits[0] = 1;
    digits[HALF] = -1;
    digits[F::DEGREE] = 1;
    digits
}

/// psi(x, y), the coordinates as elements of F_(q^4).
pub fn distort(x: F, y: F) -> (Four<F>, Four<F>) {
    // u = t + t^2, s = u^2 = 1 + t + t^2, t' = t^2
    (Four([x, F::ONE, F::ONE, F::ZERO]), Four([y + x, x, x + F::ONE, F::ZERO]))
}

/// The reduced Tate pairing of two points of the curve; 1 where either is the point at infinity.
pub fn tate(p: &Affine<F>, q: &Affine<F>) -> Four<F> {
    final_exponentiation(&miller(p, q))
}

/// f_{N,P}(psi(Q)), up to factors that the final exponentiation takes to 1.
pub fn miller(p: &Affine<F>, q: &Affine<F>) -> Four<F> {
    let (Affine::Finite(x_p, y_p), Affine::Finite(x_q, y_q)) = (*p, *q) else { return Four::ONE };
    let mut f = Four::ONE;
    let mut v = *p;
    for digit in order().into_iter().rev().skip(1) {
        let Affine::Finite(x, y) = v else { return f };
        f = f.square() * line(x, y, x.square() + F::ONE, x_q, y_q);
        v = v.double();
        if digit == 0 {
            continue;
        }
        let (sign_y, Affine::Finite(x, y)) = (if digit > 0 { y_p } else { y_p + F::ONE }, v) else {
            return f;
        };
        // The line through opposite points, the last one, is a denominator.
        if let Some(inverse) = (x + x_p).inverse() {
            f = f * line(x, y, (y + sign_y) * inverse, x_q, y_q);
        }
        v = v.add(&Affine::Finite(x_p, sign_y));
    }
    f
}

/// The line through (x, y) of this slope, at psi(Q): psi(y_Q) + y + slope (psi(x_Q) + x).
#[inline]
fn line(x: F, y: F, slope: F, x_q: F, y_q: F) -> Four<F> {
    let (_, Four([c0, c1, c2, c3])) = distort(x_q, y_q);
    Four([c0 + y + slope * (x_q + x), c1 + slope, c2 + slope, c3])
}

/// f^((q^4-1)/N) = f^((q^2-1)(q+1+S)).
pub fn final_exponentiation(f: &Four<F>) -> Four<F> {
    let Some(inverse) = f.inverse() else { return Four::ONE };
    let g = f.frobenius(2) * inverse;
    let s = (0..HALF).fold(g, |power, _| power.square());
    g.frobenius(1) * g * s
}
