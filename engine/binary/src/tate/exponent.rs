//! The final exponentiations of Algorithms 1 and 2, with q = 2^m and T = 2^((m+1)/2).

use crate::backend::Vector;
use crate::curve::Curve;
use crate::field::Field;
use crate::final_exponentiation::{fraction, power_minus_nu_t};
use crate::tower::Quartic;

/// C^(q^2 - 1) as Section 5.2 has it: the norm n of C = C1 + C2 t to F_q^2, its inverse by the norm d of n to F_q, and
/// C1^2 + C2^2 (1 + s) + C2^2 t, the square of C's conjugate, times that inverse. 3 + 1 + 2 + 6 products, and an inversion of
/// floor(log2(m - 1)) + weight(m - 1) - 1 (one less than equation (7) in print).
#[inline(always)]
pub fn power_q2_minus_1<F: Field, V: Vector>(c: &Quartic<F, V>) -> Quartic<F, V> {
    let (square, n) = fraction(c);
    let inverse = n.conjugate().scale(&n.norm().inverse());
    Quartic(square.0.mul(&inverse), square.1.mul(&inverse))
}

/// z^((q + 1 - nu T) (T + nu)), what is left of MT, for z of norm 1 over F_q^2: 5 + 9 products.
///
/// Equation (8) is for nu = -1. For any nu, q + 1 - nu T divides q^2 + 1 with the quotient q + 1 + nu T, so that z^(q + 1 - nu T)
/// has the power nu T equal to -(q + 1), and the power T + nu = nu (nu T + 1) equal to -nu q.
#[inline(always)]
pub fn rest<C: Curve, V: Vector>(z: &Quartic<C::Field, V>) -> Quartic<C::Field, V> {
    let power = power_minus_nu_t::<C, V>(z);
    let value = z.power_q_plus_1().mul(&power).frobenius_of_basis(C::Field::DEGREE);
    if C::DELTA { value } else { value.conjugate() }
}
