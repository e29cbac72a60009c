//! The reduced Tate pairing over F_q, q = 3^n, on y^2 = x^3 - x + 1, with values in F_(q^6).
//!
//! The curve has N = q + 1 ± S points, S = 3^((n+1)/2); N divides q^3 + 1. The distortion map is
//! psi(x, y) = (rho - x, sigma y) with rho^3 = rho + 1 and sigma^2 = -1 (Barreto, Kim, Lynn, Scott 2002). The pairing of
//! P and Q is f_{N,P}(psi(Q))^((q^6-1)/N).

use crate::curve::Group;
use crate::curve::ternary::Affine;
use crate::extension::Six;
use crate::field::{BaseField, Field};

/// 1, sigma, rho, sigma rho, rho^2, sigma rho^2 as polynomials in theta: sigma = theta + 2 theta^2 + theta^3 + theta^4,
/// rho = 1 + 2 theta^2 + theta^3 + 2 theta^4. There are two roots sigma and three roots rho to choose from.
pub const BASIS: [[u8; 6]; 6] = [
    [1, 0, 0, 0, 0, 0],
    [0, 1, 2, 1, 1, 0],
    [1, 0, 2, 1, 2, 0],
    [1, 0, 1, 1, 0, 0],
    [1, 1, 1, 1, 2, 1],
    [1, 2, 1, 2, 1, 0],
];

/// theta^0 … theta^5 in that basis: the inverse matrix.
const INVERSE: [[u8; 6]; 6] = [
    [1, 0, 0, 0, 0, 0],
    [2, 0, 2, 0, 0, 2],
    [1, 2, 1, 2, 0, 2],
    [1, 1, 2, 2, 0, 1],
    [1, 2, 0, 0, 0, 2],
    [2, 2, 1, 2, 1, 0],
];

/// The element with these coefficients of 1, sigma, rho, sigma rho, rho^2, sigma rho^2.
pub fn from_sigma_rho<F: Field>(coefficients: [F; 6]) -> Six<F> {
    combine(&BASIS, coefficients)
}

/// The coefficients of 1, sigma, rho, sigma rho, rho^2, sigma rho^2.
pub fn to_sigma_rho<F: Field>(element: &Six<F>) -> [F; 6] {
    combine(&INVERSE, element.0).0
}

/// Whether N = q + 1 + S; else it is q + 1 - S.
const fn order_is_larger<F: BaseField>() -> bool {
    matches!(F::DEGREE % 12, 1 | 11)
}

/// The number of points N of the curve over F, as little-endian digits in base three, each -1, 0 or 1.
pub fn order<F: BaseField>() -> Vec<i8> {
    let mut digits = vec![0; F::DEGREE + 1];
    digits[0] = 1;
    digits[F::DEGREE] = 1;
    digits[F::DEGREE.div_ceil(2)] = if order_is_larger::<F>() { 1 } else { -1 };
    digits
}

/// The reduced Tate pairing of two points of the curve, of any order; 1 where either is the point at infinity.
pub fn tate<F: BaseField>(p: &Affine<F>, q: &Affine<F>) -> Six<F> {
    final_exponentiation(&miller(p, q))
}

/// f_{N,P}(psi(Q)), up to factors that the final exponentiation takes to 1.
pub fn miller<F: BaseField>(p: &Affine<F>, q: &Affine<F>) -> Six<F> {
    let (Affine::Finite(x_p, y_p), Affine::Finite(x_q, y_q)) = (*p, *q) else { return Six::ONE };
    let mut f = Six::ONE;
    let mut v = *p;
    for digit in order::<F>().into_iter().rev().skip(1) {
        f = f.cube();
        if let Affine::Finite(x, y) = v {
            f = f * tripling_lines(x, y, x_q, y_q);
        }
        v = v.triple();
        if digit != 0 {
            let addend = Affine::Finite(x_p, if digit > 0 { y_p } else { -y_p });
            if let (Affine::Finite(x, y), Some(slope)) = (v, slope(&v, &addend)) {
                // psi(y_Q) - y - slope (psi(x_Q) - x)
                let zero = F::ZERO;
                f = f * from_sigma_rho([slope * (x_q + x) - y, y_q, -slope, zero, zero, zero]);
            }
            v = v.add(&addend);
        }
    }
    f
}

/// The slope of the line through two points, the tangent where they are the same; `None` where the line is vertical or a
/// point is at infinity: its value is a denominator, then, or 1.
fn slope<F: Field>(a: &Affine<F>, b: &Affine<F>) -> Option<F> {
    let (Affine::Finite(x1, y1), Affine::Finite(x2, y2)) = (*a, *b) else { return None };
    if a == b {
        return y1.inverse();
    }
    (x2 - x1).inverse().map(|inverse| (y2 - y1) * inverse)
}

/// The tangent at V = (x, y) and the line through V and 2V, both at psi(Q) and multiplied by y:
///
/// ```text
///     y·sigma y_Q - y^2 -           (rho - x_Q - x)
///     y·sigma y_Q - y^2 - (y^4 - 1)·(rho - x_Q - x)
/// ```
///
/// No inversion: the slopes are 1/y and (y^4 - 1)/y. Returns their product.
fn tripling_lines<F: Field>(x: F, y: F, x_q: F, y_q: F) -> Six<F> {
    let y_squared = y.square();
    let y_fourth = y_squared.square();
    let (w, t, a) = (y_fourth - F::ONE, x_q + x, y * y_q);
    let (c1, c2) = (t - y_squared, w * t - y_squared);
    from_sigma_rho([c1 * c2 - a.square(), a * (c1 + c2), -(c2 + w * c1), -(a * y_fourth), w, F::ZERO])
}

/// f^((q^6-1)/N) = f^((q^3-1)(q+1)(q+1∓S)).
pub fn final_exponentiation<F: BaseField>(f: &Six<F>) -> Six<F> {
    let Some(inverse) = f.inverse() else { return Six::ONE };
    let g = f.frobenius(3) * inverse;
    // g^(q^3) = 1/g from here on.
    let h = g.frobenius(1) * g;
    let s = (0..F::DEGREE.div_ceil(2)).fold(h, |power, _| power.cube());
    let s = if order_is_larger::<F>() { s.frobenius(3) } else { s };
    h.frobenius(1) * h * s
}

fn combine<F: Field>(rows: &[[u8; 6]; 6], coefficients: [F; 6]) -> Six<F> {
    let mut sum = [F::ZERO; 6];
    for (row, coefficient) in rows.iter().zip(coefficients) {
        if coefficient == F::ZERO {
            continue;
        }
        for (place, &digit) in sum.iter_mut().zip(row) {
            match digit {
                1 => *place = *place + coefficient,
                2 => *place = *place - coefficient,
                _ => {}
            }
        }
    }
    Six(sum)
}
