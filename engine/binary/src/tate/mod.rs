//! The Tate pairing of order N by Algorithms 1 and 2 of Shu, Kwon, Gaj, "FPGA accelerated Tate pairing based cryptosystems
//! over binary fields" (2006).
//!
//! Both give f_{N,P}(psi(Q))^((2^4m - 1)/N), the value of the pairings `tate-f2-*`, which the engine computes otherwise where
//! nobody asks for an algorithm: from eta_T, with square roots instead of squarings. Here a chain of squarings runs through the
//! product, so that nothing is shared out to lanes: these are slower, and a second opinion.
//!
//! ```
//! use pairforge_binary::{CurveF239Shu, Point, TateF2M239, tate};
//! use pairforge_interface::{Group, Pairing};
//!
//! let p = Point::<CurveF239Shu>::generator();
//! let q = p.double();
//! assert_eq!(tate::algorithm_1(&p, &q), TateF2M239::pair(&p, &q));
//! assert_eq!(tate::algorithm_2(&p, &q), TateF2M239::pair(&p, &q));
//! ```

mod exponent;
mod factor;

use super::backend::Vector;
use super::curve::Curve;
use super::dispatch::{self, Operation};
use super::field::Field;
use super::gt::{Coordinates, Gt};
use super::point::Point;
use factor::Factor;
use pairforge_interface::{Group, Target};

/// The reduced Tate pairing of order N by Algorithm 1: m factors, then the power 2^2m - 1 of Section 5.2.
///
/// Defined on all rational points; 1 if one of them is the point at infinity.
#[must_use]
pub fn algorithm_1<C: Curve>(p: &Point<C>, q: &Point<C>) -> Gt<C> {
    of_finite_points(p, q, Algorithm1(p, q))
}

/// The reduced Tate pairing of order N by Algorithm 2: (m + 1)/2 factors and a line, then the power MT, by Section 5.2 and
/// equation (8).
///
/// Defined on all rational points; 1 if one of them is the point at infinity.
#[must_use]
pub fn algorithm_2<C: Curve>(p: &Point<C>, q: &Point<C>) -> Gt<C> {
    of_finite_points(p, q, Algorithm2(p, q))
}

fn of_finite_points<C: Curve, O: Operation<Output = Gt<C>>>(
    p: &Point<C>,
    q: &Point<C>,
    operation: O,
) -> Gt<C> {
    // The points of a pairing are public.
    if p.is_identity() || q.is_identity() { Gt::one() } else { dispatch::run(operation) }
}

struct Algorithm1<'a, C: Curve>(&'a Point<C>, &'a Point<C>);

impl<C: Curve> Operation for Algorithm1<'_, C> {
    type Output = Gt<C>;
    type Field = C::Field;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Gt<C> {
        let first = Factor::<_, N>::first_of_algorithm_1(self.0, self.1);
        let (c, _) = first.product(C::Field::DEGREE);
        Gt(Coordinates::from_lanes(&exponent::power_q2_minus_1(&c)))
    }
}

struct Algorithm2<'a, C: Curve>(&'a Point<C>, &'a Point<C>);

impl<C: Curve> Operation for Algorithm2<'_, C> {
    type Output = Gt<C>;
    type Field = C::Field;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Gt<C> {
        let first = Factor::<_, N>::first_of_algorithm_2(self.0, self.1);
        let (c, last) = first.product(C::HALF);
        let z = exponent::power_q2_minus_1(&c.mul_line(&last.line_after_algorithm_2()));
        Gt(Coordinates::from_lanes(&exponent::rest::<C, N>(&z)))
    }
}
