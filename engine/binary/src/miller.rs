//! The Miller loop of eta_T, as a product of lines with nothing to wait for.
//!
//! Algorithm 3 of Beuchat et al. 2010 has no squarings: eta_T(P, Q) is the product of (m+1)/2 + 1 lines, the i-th of which
//! is the line at P' = (x_P, y_P)^(2^-i) and Q' = (x_Q, y_Q)^(2^i). So each lane multiplies a stretch of the lines, or
//! the lines of a pairing of its own, and the order of the factors is free.

use super::backend::{Kernel, Vector, Words};
use super::curve::Curve;
use super::field::Field;
use super::lanes::Lanes;
use super::limbs::Limbs;
use super::point::Point;
use super::tower::{Quadratic, Quartic};

/// The coordinates from which the lines are computed, with the constants of Algorithm 3 folded in: as every Frobenius map
/// fixes F_2, alpha, beta and delta need adding only once. For P x + alpha and y + beta + 1 - delta, for Q x + alpha and y.
pub struct Argument<C: Curve, V: Vector> {
    x: Lanes<C::Field, V>,
    y: Lanes<C::Field, V>,
}

impl<C: Curve, V: Vector> Argument<C, V> {
    /// The first argument, in one lane each.
    #[inline(always)]
    pub fn first(points: &[&Point<C>]) -> Self {
        let Self { x, y } = Self::second(points);
        Self { x, y: y.add(&Lanes::bit(C::BETA ^ !C::DELTA)) }
    }

    /// The second argument, in one lane each.
    #[inline(always)]
    pub fn second(points: &[&Point<C>]) -> Self {
        let mut x = [points[0].x().limbs(); 4];
        let mut y = [points[0].y().limbs(); 4];
        for (i, point) in points.iter().enumerate() {
            (x[i], y[i]) = (point.x().limbs(), point.y().limbs());
        }
        Self { x: Lanes::pack(&x).add(&Lanes::bit(C::ALPHA)), y: Lanes::pack(&y) }
    }
}

/// The line g + t, as g = x_P x_Q + y_P + y_Q + (x_P + x_Q + alpha) s: one product.
#[inline(always)]
fn line<C: Curve, V: Vector>(p: &Argument<C, V>, q: &Argument<C, V>) -> Quadratic<C::Field, V> {
    let constant = p.x.product(&q.x).reduce().add(&p.y.add(&q.y));
    let mut linear = p.x.add(&q.x);
    if C::ALPHA {
        linear = linear.add(&Lanes::one());
    }
    Quadratic(constant, linear)
}

/// The line that Algorithm 3 starts with: the line above plus x_Q + x_P^2 + alpha + s, x_P and x_Q shifted by alpha.
#[inline(always)]
fn first_line<C: Curve, V: Vector>(p: &Argument<C, V>, q: &Argument<C, V>) -> Quadratic<C::Field, V> {
    let more = q.x.add(&p.x.square()).add(&Lanes::bit(C::ALPHA));
    line(p, q).add(&Quadratic(more, Lanes::one()))
}

/// A pairing in each lane.
#[inline(always)]
pub fn abreast<C: Curve, V: Vector>(p: &[&Point<C>], q: &[&Point<C>]) -> Quartic<C::Field, V> {
    let (mut p, mut q) = (Argument::<C, V>::first(p), Argument::<C, V>::second(q));
    let start = first_line(&p, &q);
    let mut f = Quartic(start, Quadratic(Lanes::one(), Lanes::zero()));
    let mut g = line(&p, &q);
    for _ in 1..C::HALF {
        p = Argument { x: p.x.sqrt(), y: p.y.sqrt() };
        q = Argument { x: q.x.square(), y: q.y.square() };
        let next = line(&p, &q);
        f = f.mul_line_inline(&g);
        g = next;
    }
    f.mul_line(&g)
}

/// The lines of one lane when `LANES` share a pairing: the number of lines, divided and rounded up.
const fn stretch<C: Curve, V: Vector>() -> usize {
    C::HALF.div_ceil(V::LANES)
}

/// The coordinates of a point under successive square roots (the first argument) or squarings (the second), as the Miller
/// loop reads them: limb l of the x and then of the y of power i at 2 (i L + l).
pub struct Orbit(Vec<Words>);

/// x and y in two lanes, or in a vector each where there is only one lane.
struct Coordinates<F: Field, V: Vector>([Lanes<F, V>; 2]);

impl<F: Field, V: Vector> Coordinates<F, V> {
    const VECTORS: usize = if V::LANES == 1 { 2 } else { 1 };

    #[inline(always)]
    fn new<C: Curve<Field = F>>(point: &Argument<C, Words>) -> Self {
        if V::LANES == 1 {
            Self([Lanes::pack(&[&point.x.0]), Lanes::pack(&[&point.y.0])])
        } else {
            let both = Lanes::pack(&[&point.x.0, &point.y.0]);
            Self([both, both])
        }
    }

    #[inline(always)]
    fn step(&mut self, root: bool) {
        for i in 0..Self::VECTORS {
            self.0[i] = if root { self.0[i].sqrt() } else { self.0[i].square() };
        }
    }

    #[inline(always)]
    fn store(&self, out: &mut [Words]) {
        let count = 2 / Self::VECTORS;
        for k in 0..Self::VECTORS {
            for l in 0..F::Limbs::<V>::COUNT {
                self.0[k].0.as_ref()[l].store(&mut out[2 * l + k..][..count]);
            }
        }
    }
}

impl Orbit {
    /// The orbit of P alone.
    #[inline(always)]
    pub fn of_first<C: Curve, V: Vector>(p: &Point<C>) -> Self {
        let mut p = Coordinates::<C::Field, V>::new(&Argument::<C, Words>::first(&[p]));
        let mut orbit = Self::room::<C, V>();
        for out in orbit.0.chunks_exact_mut(Self::step::<C>()) {
            p.store(out);
            p.step(true);
        }
        orbit
    }

    /// The orbit of Q alone.
    #[inline(always)]
    pub fn of_second<C: Curve, V: Vector>(q: &Point<C>) -> Self {
        let mut q = Coordinates::<C::Field, V>::new(&Argument::<C, Words>::second(&[q]));
        let mut orbit = Self::room::<C, V>();
        for out in orbit.0.chunks_exact_mut(Self::step::<C>()) {
            q.store(out);
            q.step(false);
        }
        orbit
    }

    /// Both orbits at once: two chains, so that neither waits for the other.
    #[inline(always)]
    pub fn of_both<C: Curve, V: Vector>(p: &Point<C>, q: &Point<C>) -> (Self, Self) {
        let mut p = Coordinates::<C::Field, V>::new(&Argument::<C, Words>::first(&[p]));
        let mut q = Coordinates::<C::Field, V>::new(&Argument::<C, Words>::second(&[q]));
        let (mut first, mut second) = (Self::room::<C, V>(), Self::room::<C, V>());
        let steps = first.0.chunks_exact_mut(Self::step::<C>());
        for (to_first, to_second) in steps.zip(second.0.chunks_exact_mut(Self::step::<C>())) {
            p.store(to_first);
            q.store(to_second);
            p.step(true);
            q.step(false);
        }
        (first, second)
    }

    /// Room for as many steps as all lanes together take.
    fn room<C: Curve, V: Vector>() -> Self {
        Self(vec![Words::zero(); stretch::<C, V>() * V::LANES * Self::step::<C>()])
    }

    /// The words of one step.
    const fn step<C: Curve>() -> usize {
        2 * C::Field::DEGREE.div_ceil(128)
    }

    /// Step i of every lane's stretch.
    #[inline(always)]
    fn load<C: Curve, V: Vector>(&self, i: usize) -> Argument<C, V> {
        let step = Self::step::<C>();
        let words = &self.0[i * step..];
        let [mut x, mut y] = [Lanes::<C::Field, V>::zero(); 2];
        for l in 0..step / 2 {
            x.0.as_mut()[l] = V::gather(&words[2 * l..], stretch::<C, V>() * step);
            y.0.as_mut()[l] = V::gather(&words[2 * l + 1..], stretch::<C, V>() * step);
        }
        Argument { x, y }
    }
}

/// Ones in the first lanes.
#[inline(always)]
fn first_lanes<V: Vector>(count: usize) -> V {
    let mut words = [Words::zero(); 4];
    words[..count].fill(Words([u64::MAX; 2]));
    V::gather(&words, 1)
}

/// One factor of the Miller value in each lane, by a function of its own: `f` times the lines of one pairing,
/// shared among the lanes.
#[inline(always)]
pub fn shared<C: Curve, V: Vector>(
    f: Option<Quartic<C::Field, V>>,
    p: &Orbit,
    q: &Orbit,
) -> Quartic<C::Field, V> {
    V::outline(Shared::<C, V>(f, p, q))
}

struct Shared<'a, C: Curve, V: Vector>(Option<Quartic<C::Field, V>>, &'a Orbit, &'a Orbit);

impl<C: Curve, V: Vector> Kernel for Shared<'_, C, V> {
    type Output = Quartic<C::Field, V>;

    #[inline(always)]
    fn run(self) -> Quartic<C::Field, V> {
        shared_inline::<C, V>(self.0, self.1, self.2)
    }
}

#[inline(always)]
fn shared_inline<C: Curve, V: Vector>(
    f: Option<Quartic<C::Field, V>>,
    p: &Orbit,
    q: &Orbit,
) -> Quartic<C::Field, V> {
    let (stretch, lanes) = (stretch::<C, V>(), V::LANES);
    let (first_p, first_q) = (p.load::<C, V>(0), q.load::<C, V>(0));
    let start = first_line(&first_p, &first_q);
    let mut f = match f {
        Some(f) => f.mul_line_masked(&start, first_lanes(1)),
        None => Quartic::line_masked(&start, first_lanes(1)),
    };
    let mut g = line(&first_p, &first_q);
    // The last lane has fewer lines where the lanes do not divide their number.
    let full = C::HALF - (lanes - 1) * stretch;
    for i in 1..full {
        let next = line(&p.load::<C, V>(i), &q.load(i));
        f = f.mul_line_inline(&g);
        g = next;
    }
    f = f.mul_line(&g);
    for i in full..stretch {
        f = f.mul_line_masked(&line(&p.load::<C, V>(i), &q.load(i)), first_lanes(lanes - 1));
    }
    f
}

/// The product of all lanes, in every lane.
#[inline(always)]
pub fn gather<F: Field, V: Vector>(mut f: Quartic<F, V>) -> Quartic<F, V> {
    let mut by = V::LANES / 2;
    while by > 0 {
        f = f.mul(&f.rotate(by));
        by /= 2;
    }
    f
}
