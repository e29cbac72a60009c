//! The ternary extended Euclidean algorithm (Appendix A): the analogue of the binary one, with shifts for divisions.

use super::Limb;
use super::polynomial::{add_assign, add_term, coefficient, degree, divide_by_x, sub_assign};

/// 1/b modulo the irreducible f = x^N + x^K + 2, for b of degree less than N; `None` for zero.
///
/// a and b are those of the appendix; its B and D are the cofactors of a and b here.
pub fn inverse<L: Limb, const W: usize, const N: usize, const K: usize>(b: &[L; W]) -> Option<[L; W]> {
    degree(b)?;
    let mut f = [L::ZERO; W];
    for (digit, at) in [(1, N), (1, K), (2, 0)] {
        add_term(&mut f, digit, at);
    }
    let (mut a, mut a_cofactor) = (f, [L::ZERO; W]);
    let (mut b, mut b_cofactor) = (*b, [L::ZERO; W]);
    add_term(&mut b_cofactor, 1, 0);
    while let Some(a_degree) = strip(&mut a, &mut a_cofactor, &f) {
        let b_degree = strip(&mut b, &mut b_cofactor, &f)?;
        let same = trailing(&a) == trailing(&b);
        if a_degree >= b_degree {
            combine(&mut a, &b, same);
            combine(&mut a_cofactor, &b_cofactor, same);
        } else {
            combine(&mut b, &a, same);
            combine(&mut b_cofactor, &a_cofactor, same);
        }
    }
    // b is the greatest common divisor: 1 or 2.
    Some(if trailing(&b) == 1 { b_cofactor } else { b_cofactor.map(L::neg) })
}

/// tc(a): the coefficient of x^0.
#[inline(always)]
fn trailing<L: Limb>(a: &[L]) -> u8 {
    coefficient(a, 0)
}

/// Divides a by x as often as it can, its cofactor modulo f in step; the degree that is left, `None` where a is zero.
#[inline(always)]
fn strip<L: Limb, const W: usize>(a: &mut [L; W], cofactor: &mut [L; W], f: &[L; W]) -> Option<usize> {
    let a_degree = degree(a)?;
    let mut shifts = 0;
    while trailing(a) == 0 {
        if trailing(cofactor) != 0 {
            combine(cofactor, f, trailing(cofactor) == trailing(f));
        }
        divide_by_x(a);
        divide_by_x(cofactor);
        shifts += 1;
    }
    Some(a_degree - shifts)
}

/// a -= b where the trailing coefficients are the same, a += b otherwise: either way the new one is zero.
#[inline(always)]
fn combine<L: Limb, const W: usize>(a: &mut [L; W], b: &[L; W], same: bool) {
    if same { sub_assign(a, b) } else { add_assign(a, b) }
}
