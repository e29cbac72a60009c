//! Inversion in an extension F\[z\]/(m): the extended Euclidean algorithm on polynomials over F.

use crate::Field;

/// 1/a modulo the irreducible m of degree D, lowest coefficient first, where E = D + 1; `None` for zero.
pub fn inverse<F: Field, const D: usize, const E: usize>(a: [F; D], m: [F; E]) -> Option<[F; D]> {
    const { assert!(E == D + 1, "the modulus has one coefficient more") };
    let mut u: [F; E] = core::array::from_fn(|i| *a.get(i).unwrap_or(&F::ZERO));
    let (mut v, mut u_cofactor, mut v_cofactor) = (m, [F::ZERO; E], [F::ZERO; E]);
    u_cofactor[0] = F::ONE;
    let (mut u_degree, mut v_degree) = (degree(&u)?, D);
    // u and v are their cofactors times a modulo m, throughout; u has the lower degree.
    while u_degree > 0 {
        let scale = u[u_degree].inverse()?;
        while v_degree >= u_degree {
            let (factor, up) = (v[v_degree] * scale, v_degree - u_degree);
            subtract(&mut v, &u, factor, up, u_degree);
            subtract(&mut v_cofactor, &u_cofactor, factor, up, D - up);
            v_degree = degree(&v)?;
        }
        core::mem::swap(&mut u, &mut v);
        core::mem::swap(&mut u_cofactor, &mut v_cofactor);
        core::mem::swap(&mut u_degree, &mut v_degree);
    }
    let scale = u[0].inverse()?;
    Some(core::array::from_fn(|i| u_cofactor[i] * scale))
}

/// a -= factor z^up b, for b up to its degree.
fn subtract<F: Field>(a: &mut [F], b: &[F], factor: F, up: usize, degree: usize) {
    for (place, value) in a[up..].iter_mut().zip(&b[..=degree]) {
        if *value != F::ZERO {
            *place = *place - factor * *value;
        }
    }
}

fn degree<F: Field>(a: &[F]) -> Option<usize> {
    a.iter().rposition(|coefficient| *coefficient != F::ZERO)
}
