//! The final exponentiation, f^M with M = (q^2 - 1)(q + 1 - nu T), q = 2^m, T = 2^((m+1)/2).
//!
//! With n the norm of f to F_q^2 and d that of n to F_q, f^(q^2 - 1) = u = c / d with c = conj(f)^2 conj(n), and as d lies
//! in F_q, d^q = d:
//! - eta_T: u^(q+1) u^(-nu T) = c^(q+1) c'^T d^-(T+2), c' = c or, where nu = 1, its conjugate;
//! - the Tate pairing of order N is its power -nu T - 1, and as T^2 = 2 q that is u^(-nu q T + q - 1) =
//!   (c'^T c)^q conj(c) d^-(T+2).
//!
//! So both need one power of d alone, and one T-th power of c.

use super::backend::{Kernel, Vector};
use super::byte_map;
use super::curve::Curve;
use super::field::Field;
use super::lanes::{Lanes, outline_or_enter};
use super::tower::{Quadratic, Quartic};
use core::marker::PhantomData;

/// Which power of the Miller value a pairing is. It is a type, so that each pairing has the code of its own map alone.
pub trait Map: 'static {
    /// Whether it is the reduced Tate pairing of order N, exponent -(nu T + 1) M; else the reduced eta_T pairing, exponent M.
    const TATE: bool;
}

/// The reduced eta_T pairing.
pub struct Eta;

/// The reduced Tate pairing of order N.
pub struct Tate;

impl Map for Eta {
    const TATE: bool = false;
}

impl Map for Tate {
    const TATE: bool = true;
}

/// conj(f)^2 and n, the quotient of which is f^(q^2 - 1): 3 products.
#[inline(always)]
pub fn fraction<F: Field, V: Vector>(f: &Quartic<F, V>) -> (Quartic<F, V>, Quadratic<F, V>) {
    let Quartic(a, b) = f;
    let n = a.square().add(&a.mul(b)).add(&b.square().times_s());
    (f.conjugate().square(), n)
}

/// c and d: 3 + 1 + 6 products.
#[inline(always)]
fn unitary<F: Field, V: Vector>(f: &Quartic<F, V>) -> (Quartic<F, V>, Lanes<F, V>) {
    outline_or_enter::<F, V, _>(Unitary(f))
}

struct Unitary<'a, F: Field, V: Vector>(&'a Quartic<F, V>);

impl<F: Field, V: Vector> Kernel for Unitary<'_, F, V> {
    type Output = (Quartic<F, V>, Lanes<F, V>);

    #[inline(always)]
    fn run(self) -> Self::Output {
        let (Quartic(a, b), n) = fraction(self.0);
        let conjugate = n.conjugate();
        (Quartic(a.mul(&conjugate), b.mul(&conjugate)), n.norm())
    }
}

/// The power T of an element, its conjugate where nu = 1, from the T-th powers of its coefficients.
#[inline(always)]
fn from_powers<C: Curve, V: Vector>(powers: &Quartic<C::Field, V>) -> Quartic<C::Field, V> {
    let power = powers.frobenius_of_basis(C::HALF);
    if C::DELTA { power } else { power.conjugate() }
}

/// z^(-nu T) for z of norm 1 over F_q^2, of which the conjugate is the inverse.
#[inline(always)]
pub fn power_minus_nu_t<C: Curve, V: Vector>(z: &Quartic<C::Field, V>) -> Quartic<C::Field, V> {
    let mut coefficients = z.coefficients();
    byte_map::power_t(&mut coefficients);
    from_powers::<C, V>(&Quartic::from_coefficients(coefficients))
}

/// The value from c, the T-th powers of its coefficients and d^-(T+2): 5 + 9 or 9 + 9 products, and 4.
#[inline(always)]
fn finish<M: Map, C: Curve, V: Vector>(
    c: &Quartic<C::Field, V>,
    powers: &Quartic<C::Field, V>,
    scale: &Lanes<C::Field, V>,
) -> Quartic<C::Field, V> {
    outline_or_enter::<C::Field, V, _>(Finish::<M, C, V> { c, powers, scale, map: PhantomData })
}

struct Finish<'a, M, C: Curve, V: Vector> {
    c: &'a Quartic<C::Field, V>,
    powers: &'a Quartic<C::Field, V>,
    scale: &'a Lanes<C::Field, V>,
    map: PhantomData<M>,
}

impl<M: Map, C: Curve, V: Vector> Kernel for Finish<'_, M, C, V> {
    type Output = Quartic<C::Field, V>;

    #[inline(always)]
    fn run(self) -> Self::Output {
        let Self { c, powers, scale, .. } = self;
        let power = from_powers::<C, V>(powers);
        let value = if M::TATE {
            power.mul(c).frobenius_of_basis(C::Field::DEGREE).mul(&c.conjugate())
        } else {
            c.power_q_plus_1().mul(&power)
        };
        Quartic(value.0.scale(scale), value.1.scale(scale))
    }
}

/// One value, or one in each lane.
///
/// Modulo 2^m - 1, -(T+2) has all bits but 1 and h + 1, h = (m-1)/2, and 2 T = 2^(h+2): d^-(T+2) = d w^4 w^(2 T) with
/// w = d^(2^(h-1) - 1). So the T-th powers of w and of the coefficients of c are taken together.
#[inline(always)]
pub fn single<M: Map, C: Curve, V: Vector>(f: &Quartic<C::Field, V>) -> Quartic<C::Field, V> {
    let (c, d) = unitary(f);
    let w = d.ones(C::HALF - 2);
    let [c0, c1, c2, c3] = c.coefficients();
    let mut powers = [c0, c1, c2, c3, w];
    byte_map::power_t(&mut powers);
    let [c0, c1, c2, c3, shifted] = powers;
    let scale = d.mul(&w.frobenius(2).mul(&shifted.square()));
    finish::<M, C, V>(&c, &Quartic::from_coefficients([c0, c1, c2, c3]), &scale)
}

/// Many vectors of values: the T-th powers by a linear map, and one inversion for all (Montgomery's trick).
#[inline(always)]
pub fn many<M: Map, C: Curve, V: Vector>(values: &mut [Quartic<C::Field, V>]) {
    let mut norms = Vec::with_capacity(values.len());
    let mut powers = Vec::with_capacity(5 * values.len());
    for f in values.iter_mut() {
        let (c, d) = unitary(f);
        *f = c;
        norms.push(d);
        powers.extend_from_slice(&c.coefficients());
        powers.push(d);
    }
    byte_map::power_t(&mut powers);
    // products[i] = d_0^(T+2) … d_i^(T+2).
    let mut products: Vec<Lanes<C::Field, V>> = Vec::with_capacity(values.len());
    for (d, power) in norms.iter().zip(powers.chunks_exact_mut(5)) {
        power[4] = power[4].mul(&d.square());
        let product = match products.last() {
            Some(product) => product.mul(&power[4]),
            None => power[4],
        };
        products.push(product);
    }
    let Some(last) = products.last() else { return };
    let mut inverse = last.inverse();
    for i in (0..values.len()).rev() {
        let power = &powers[5 * i..];
        let scale = if i == 0 { inverse } else { inverse.mul(&products[i - 1]) };
        inverse = inverse.mul(&power[4]);
        let power = Quartic::from_coefficients([power[0], power[1], power[2], power[3]]);
        values[i] = finish::<M, C, V>(&values[i], &power, &scale);
    }
}
