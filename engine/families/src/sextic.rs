//! F_p6 = F_p(w), w^6 = z, by the definition: each coefficient is a sum of products with one reduction. For primes of many words
//! the additions of Karatsuba's method would cost more than the products that it saves.

use crate::line::Line;
use crate::tower::Field;

/// The coefficients of w^0, w^1, ...
pub type Coefficients<F> = [F; 6];

/// a b.
#[inline]
pub fn product<F: Field>(a: &Coefficients<F>, b: &Coefficients<F>, z: &[i32]) -> Coefficients<F> {
    let turned = b.map(|b| b.times_small_in_sum(z, 1 + 5 * z[0].unsigned_abs() as usize));
    core::array::from_fn(|k| {
        let factor = |i: usize| if i <= k { &b[k - i] } else { &turned[6 + k - i] };
        F::sum_of_products(&core::array::from_fn::<_, 6, _>(|i| [&a[i], factor(i)]))
    })
}

/// a^2.
#[inline]
pub fn square<F: Field>(a: &Coefficients<F>, z: &[i32]) -> Coefficients<F> {
    // The most that a coefficient has is that of 1: a0^2 + z (2 a1 a5 + 2 a2 a4 + a3^2).
    let multiples = 1 + 5 * z[0].unsigned_abs() as usize;
    let twice = a.map(|a| a.times_small_in_sum(&[2], multiples));
    let turned = a.map(|a| a.times_small_in_sum(z, multiples));
    let ([a0, a1, a2, a3, a4, a5], [d0, d1, d2, d3, d4, _]) = (a, &twice);
    let [_, _, _, z3, z4, z5] = &turned;
    [
        F::sum_of_products(&[[a0, a0], [d1, z5], [d2, z4], [a3, z3]]),
        F::sum_of_products(&[[d0, a1], [d2, z5], [d3, z4]]),
        F::sum_of_products(&[[d0, a2], [a1, a1], [d3, z5], [a4, z4]]),
        F::sum_of_products(&[[d0, a3], [d1, a2], [d4, z5]]),
        F::sum_of_products(&[[d0, a4], [d1, a3], [a2, a2], [a5, z5]]),
        F::sum_of_products(&[[d0, a5], [d1, a4], [d2, a3]]),
    ]
}

/// The product of a and a line.
#[inline]
pub fn times_line<F: Field>(a: &Coefficients<F>, line: &Line<F>, z: &[i32]) -> Coefficients<F> {
    let multiples = 1 + 2 * z[0].unsigned_abs() as usize;
    let (turned2, turned3) =
        (line.b.times_small_in_sum(z, multiples), line.c.times_small_in_sum(z, multiples));
    core::array::from_fn(|k| {
        let second = if k < 2 { &turned2 } else { &line.b };
        let third = if k < 3 { &turned3 } else { &line.c };
        F::sum_of_products(&[[&a[k], &line.a], [&a[(k + 4) % 6], second], [&a[(k + 3) % 6], third]])
    })
}
