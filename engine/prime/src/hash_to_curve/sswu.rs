//! The simplified Shallue-van de Woestijne-Ulas map to a curve with a b != 0, and an isogeny from there to
//! the curve that is wanted: RFC 9380, sections 6.6.2 and 6.6.3. In constant time.

use super::expand::hash_to_field;
use crate::curve::{Affine, Coordinate, Curve, Jacobian};
use crate::groups::{Point, Subgroup};
use core::array;
use subtle::{Choice, ConditionallySelectable};

/// A curve E' : y^2 = x^3 + a x + b with a b != 0 and an isogeny to `Target`.
pub trait IsogenousCurve: Curve {
    /// The curve that is hashed to.
    type Target: Curve<Field = Self::Field>;
    /// The non-square Z of the suite.
    const Z: Self::Field;
    /// The isogeny (x, y) -> (x_num(x) / h(x)^2, y y_num(x) / h(x)^3): the coefficients of x_num, y_num and h, the kernel's
    /// polynomial, that of the highest power last. Their degrees are 2 n + 1, 3 n and n.
    const ISOGENY: [&'static [Self::Field]; 3];

    /// For each (u, v) a square root of u / v, v != 0, and whether there is one; else a square root of Z u / v.
    fn sqrt_ratios<const K: usize>(quotients: &[(Self::Field, Self::Field); K])
    -> [(Self::Field, Choice); K];
}

/// The simplified SWU map of each element (RFC 9380, section 6.6.2, as in appendix F.2, but for the last
/// division): (X / Z^2, y), as a Jacobian point.
#[must_use]
pub fn map_to_isogenous<C: IsogenousCurve, const K: usize>(elements: &[C::Field; K]) -> [Jacobian<C>; K] {
    let fractions = elements.each_ref().map(Fraction::<C>::of);
    let roots = C::sqrt_ratios(&fractions.each_ref().map(|x| (x.right, x.cube)));
    array::from_fn(|i| {
        let (u, Fraction { zu2, numerator, denominator, cube, .. }) = (&elements[i], &fractions[i]);
        let (root, is_square) = &roots[i];
        let x = C::Field::conditional_select(&zu2.mul(numerator), numerator, *is_square);
        let mut y = C::Field::conditional_select(&zu2.mul(u).mul(root), root, *is_square);
        y.conditional_assign(&y.neg(), y.sgn0() ^ u.sgn0());
        Jacobian::from_coordinates(x.mul(denominator), y.mul(cube), *denominator)
    })
}

/// x1 of the map as a fraction, and what y^2 is there.
struct Fraction<C: Curve> {
    /// Z u^2, by which x2 = Z u^2 x1.
    zu2: C::Field,
    numerator: C::Field,
    denominator: C::Field,
    /// The right side of the equation of the curve, times the denominator's cube.
    right: C::Field,
    /// The denominator's cube.
    cube: C::Field,
}

impl<C: IsogenousCurve> Fraction<C> {
    fn of(u: &C::Field) -> Self {
        let zu2 = C::Z.mul(&u.square());
        let denominator = zu2.square().add(&zu2);
        // x1 = b / (z a) where the denominator is 0, else -b / a (1 + 1 / denominator).
        let numerator = C::B.mul(&denominator.add(&C::Field::ONE));
        let scale = C::Field::conditional_select(&denominator.neg(), &C::Z, denominator.is_zero());
        let denominator = C::A.mul(&scale);
        let square = denominator.square();
        let cube = square.mul(&denominator);
        let right = numerator.square().add(&C::A.mul(&square)).mul(&numerator).add(&C::B.mul(&cube));
        Fraction { zu2, numerator, denominator, right, cube }
    }
}

/// The highest degree of an isogeny's polynomials.
const HIGHEST: usize = 15;

/// The image of a point under the isogeny; at infinity where a denominator is 0.
#[must_use]
pub fn isogeny<C: IsogenousCurve>(point: &Jacobian<C>) -> Jacobian<C::Target> {
    let [x, y, z] = point.coordinates();
    let highest =
        C::ISOGENY.iter().map(|coefficients| coefficients.len() - 1).max().expect("three polynomials");
    // Z^2, Z^4, …
    let mut powers = [z.square(); HIGHEST];
    for i in 1..highest {
        powers[i] = powers[i - 1].mul(&powers[0]);
    }
    // Each polynomial times Z^(2 d), d its degree: the sum of c_i X^i Z^(2 (d - i)).
    let [x_num, y_num, h] = C::ISOGENY.map(|coefficients| {
        let (leading, rest) = coefficients.split_last().expect("not empty");
        rest.iter().rev().zip(&powers).fold(*leading, |sum, (coefficient, power)| {
            C::Field::sum_of_two_products(&sum, x, coefficient, power)
        })
    });
    // The powers of Z are those of a denominator h Z.
    Jacobian::from_coordinates(x_num, y.mul(&y_num), h.mul(z))
}

/// The nonuniform encoding of a message, before the cofactor is cleared: encode_to_curve (RFC 9380, section
/// 3), with one map instead of two. Its distribution can be told from uniform.
///
/// # Panics
/// If `dst` is empty.
#[must_use]
#[inline(never)]
pub fn encode<C: IsogenousCurve>(message: &[u8], dst: &[u8]) -> Jacobian<C::Target> {
    let [image] = map_to_isogenous::<C, 1>(&hash_to_field(&[message], dst));
    isogeny(&image)
}

/// The sum of the images of two field elements: what hash_to_curve does before clearing the cofactor, with
/// one isogeny for both.
#[must_use]
pub fn map_two<C: IsogenousCurve>(u: &[C::Field; 2]) -> Jacobian<C::Target> {
    let [first, second] = map_to_isogenous::<C, 2>(u);
    isogeny(&first.add(&second))
}

/// The image of a field element: map_to_curve of the RFC.
#[must_use]
pub fn map_to_curve<C: IsogenousCurve>(u: &C::Field) -> Affine<C::Target> {
    map_alone::<C>(u).to_affine()
}

/// The image of a field element with its cofactor cleared: clear_cofactor(map_to_curve(u)), a point of the
/// subgroup.
#[must_use]
#[inline(never)]
pub fn map_to_group<C: IsogenousCurve<Target: Subgroup>>(u: &C::Field) -> Point<C::Target> {
    Point::clear_cofactor(&map_alone::<C>(u))
}

fn map_alone<C: IsogenousCurve>(u: &C::Field) -> Jacobian<C::Target> {
    let [image] = map_to_isogenous::<C, 1>(&[*u]);
    isogeny(&image)
}
