//! Hashing to curves: hash_to_curve of RFC 9380 with SHA-256 and the map of Shallue and van de Woestijne, which every curve
//! y^2 = g(x) = x^3 + a x + b has.

use crate::tower::{Field, Roots};
use pairforge_prime::curve::{Affine, Coordinate, Curve as Weierstrass, Jacobian};
use pairforge_prime::hash_to_curve::{hash_to_field, try_and_increment};
use subtle::ConditionallySelectable;

/// The constants of the map (RFC 9380, section 6.6.1).
#[derive(Clone, Copy, Debug)]
pub struct Map<F> {
    /// Z, found as in appendix H.1.
    pub z: F,
    /// g(Z).
    pub c1: F,
    /// -Z/2.
    pub c2: F,
    /// The square root of -g(Z) (3 Z^2 + 4 a) whose sign is 0.
    pub c3: F,
    /// -4 g(Z)/(3 Z^2 + 4 a).
    pub c4: F,
}

/// The point that a message, in parts that follow each other, hashes to, before the cofactor is cleared: the sum of the
/// images of two elements (RFC 9380, section 3, a random oracle). Without a map: by try-and-increment.
#[must_use]
pub fn hash_to_curve<E: Weierstrass<Field: Roots>>(
    message: &[&[u8]],
    dst: &[u8],
    map: Option<&Map<E::Field>>,
) -> Jacobian<E> {
    let Some(map) = map else { return try_and_increment(message, dst).to_jacobian() };
    let [first, second] = hash_to_field::<E::Field, 2>(message, dst).map(|u| map_to_curve::<E>(map, &u));
    first.to_jacobian().add_affine(&second)
}

/// The image of an element: map_to_curve (RFC 9380, appendix F.1). No step depends on the element.
#[must_use]
pub fn map_to_curve<E: Weierstrass<Field: Roots>>(map: &Map<E::Field>, u: &E::Field) -> Affine<E> {
    let one = <E::Field as Field>::ONE;
    let turned = Field::mul(&Field::square(u), &map.c1);
    let (more, less) = (Field::add(&one, &turned), Field::sub(&one, &turned));
    let inverse = Field::invert(&Field::mul(&less, &more));
    let shift = Field::mul(&Field::mul(&Field::mul(u, &less), &inverse), &map.c3);
    let first = Field::sub(&map.c2, &shift);
    let second = Field::add(&map.c2, &shift);
    let third = Field::square(&Field::mul(&Field::square(&more), &inverse));
    let third = Field::add(&Field::mul(&third, &map.c4), &map.z);
    let is_first = E::right_side(&first).is_square();
    let is_second = E::right_side(&second).is_square() & !is_first;
    let mut x = E::Field::conditional_select(&third, &first, is_first);
    x.conditional_assign(&second, is_second);
    let y: E::Field = E::right_side(&x).sqrt().unwrap_or(<E::Field as Field>::ZERO);
    let other = u.sgn0() ^ y.sgn0();
    Affine::new_unchecked(x, E::Field::conditional_select(&y, &Field::neg(&y), other))
}
