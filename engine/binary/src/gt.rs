//! The target group: the elements of F_q^4 of an order that divides N.

use super::backend::{Kernel, Vector, Words};
use super::curve::Curve;
use super::dispatch::{self, Operation};
use super::element::Element;
use super::field::Field;
use super::final_exponentiation::power_minus_nu_t;
use super::lanes::{Lanes, in_place_or};
use super::tower::Quartic;
use core::fmt;
use core::hint::black_box;
use core::marker::PhantomData;
use pairforge_interface::{Coefficients, Error, Result, Target};
use subtle::{ConditionallySelectable, ConstantTimeEq};

/// An element of F_2^4m, by its coefficients of 1, s, t, st.
pub struct Coordinates<F: Field>(pub [Element<F>; 4]);

impl<F: Field> Clone for Coordinates<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F: Field> Copy for Coordinates<F> {}

impl<F: Field> Coordinates<F> {
    /// One.
    pub fn one() -> Self {
        let zero = Element::zero();
        Self([Element::one(), zero, zero, zero])
    }

    /// The product.
    pub fn mul(&self, other: &Self) -> Self {
        dispatch::run(Multiply(*self, *other))
    }

    /// The same element in all lanes.
    #[inline(always)]
    pub fn lanes<V: Vector>(&self) -> Quartic<F, V> {
        in_place_or::<F, V, _>(V::outline, IntoLanes(self, PhantomData))
    }

    /// The element of the first lane.
    #[inline(always)]
    pub fn from_lanes<V: Vector>(f: &Quartic<F, V>) -> Self {
        in_place_or::<F, V, _>(V::outline, FromLanes(f))
    }
}

struct IntoLanes<'a, F: Field, V>(&'a Coordinates<F>, PhantomData<V>);

impl<F: Field, V: Vector> Kernel for IntoLanes<'_, F, V> {
    type Output = Quartic<F, V>;

    #[inline(always)]
    fn run(self) -> Quartic<F, V> {
        let [a, b, c, d] = &self.0.0;
        Quartic::from_coefficients([a.lanes(), b.lanes(), c.lanes(), d.lanes()])
    }
}

struct FromLanes<'a, F: Field, V: Vector>(&'a Quartic<F, V>);

impl<F: Field, V: Vector> Kernel for FromLanes<'_, F, V> {
    type Output = Coordinates<F>;

    #[inline(always)]
    fn run(self) -> Coordinates<F> {
        let [a, b, c, d] = self.0.coefficients();
        Coordinates([
            Element::from_lanes(a),
            Element::from_lanes(b),
            Element::from_lanes(c),
            Element::from_lanes(d),
        ])
    }
}

/// A value of the reduced pairings of a curve: an N-th root of unity in F_2^4m.
pub struct Gt<C: Curve>(pub(super) Coordinates<C::Field>);

impl<C: Curve> Clone for Gt<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Curve> Copy for Gt<C> {}

impl<C: Curve> PartialEq for Gt<C> {
    fn eq(&self, other: &Self) -> bool {
        self.0.0.ct_eq(&other.0.0).into()
    }
}

impl<C: Curve> Eq for Gt<C> {}

impl<C: Curve> fmt::Debug for Gt<C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.0.fmt(f)
    }
}

struct Multiply<F: Field>(Coordinates<F>, Coordinates<F>);

impl<F: Field> Operation for Multiply<F> {
    type Output = Coordinates<F>;
    type Field = F;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Coordinates<F> {
        Coordinates::from_lanes(&self.0.lanes::<N>().mul(&self.1.lanes()))
    }
}

struct Square<C: Curve>(Gt<C>);

impl<C: Curve> Operation for Square<C> {
    type Output = Gt<C>;
    type Field = C::Field;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Gt<C> {
        Gt(Coordinates::from_lanes(&self.0.0.lanes::<N>().square()))
    }
}

struct Power<'a, C: Curve>(Gt<C>, &'a [u64]);

impl<C: Curve> Operation for Power<'_, C> {
    type Output = Gt<C>;
    type Field = C::Field;

    /// Windows of four bits; every entry of the table is read each time.
    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Gt<C> {
        let base: Quartic<C::Field, N> = self.0.0.lanes();
        let mut table = Vec::with_capacity(16);
        table.push(Quartic::<C::Field, N>::one());
        // Unrolled, this would be fifteen calls and many more moves.
        for i in 0..black_box(15) {
            table.push(table[i].mul(&base));
        }
        let mut power = Quartic::one();
        for word in self.1.iter().rev() {
            for i in (0..16).rev() {
                for _ in 0..4 {
                    power = power.square();
                }
                let window = word >> (4 * i) & 15;
                let mut entry = [Lanes::<C::Field, N>::zero(); 4];
                for (k, candidate) in (0u64..).zip(&table) {
                    let mask = u64::conditional_select(&0, &u64::MAX, window.ct_eq(&k));
                    for (sum, x) in entry.iter_mut().zip(candidate.coefficients()) {
                        *sum = sum.add(&x.mask(N::splat(Words([mask; 2]))));
                    }
                }
                power = power.mul(&Quartic::from_coefficients(entry));
            }
        }
        Gt(Coordinates::from_lanes(&power))
    }
}

struct IsMember<C: Curve>(Gt<C>);

impl<C: Curve> Operation for IsMember<C> {
    type Output = bool;
    type Field = C::Field;

    /// e^(q^2) e = 1 and e^(q+1) = e^(-nu T): then e^N = 1, N = q + 1 + nu T, and conversely as N divides q^2 + 1.
    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> bool {
        let e: Quartic<C::Field, N> = self.0.0.lanes();
        let norm = Coordinates::from_lanes(&e.mul(&e.conjugate()));
        let expected = Coordinates::from_lanes(&power_minus_nu_t::<C, N>(&e));
        let got = Coordinates::from_lanes(&e.power_q_plus_1());
        norm.0 == Coordinates::one().0 && got.0 == expected.0
    }
}

impl<C: Curve> Coefficients for Gt<C> {
    const COUNT: usize = 4;
    const WIDTH: usize = C::Field::WIDTH;

    fn write(&self, out: &mut [u8]) {
        assert_eq!(out.len(), 4 * Self::WIDTH);
        for (x, bytes) in self.0.0.iter().zip(out.chunks_exact_mut(Self::WIDTH)) {
            x.write(bytes);
        }
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        if bytes.len() != 4 * Self::WIDTH {
            return Err(Error::Length { expected: 4 * Self::WIDTH, got: bytes.len() });
        }
        let mut value = Coordinates::one();
        for (i, (x, part)) in value.0.iter_mut().zip(bytes.chunks_exact(Self::WIDTH)).enumerate() {
            *x = Element::from_bytes(part, i)?;
        }
        let value = Self(value);
        if value.is_member() { Ok(value) } else { Err(Error::NotInTargetGroup) }
    }
}

impl<C: Curve> Target for Gt<C> {
    fn one() -> Self {
        Self(Coordinates::one())
    }

    fn mul(&self, other: &Self) -> Self {
        Self(self.0.mul(&other.0))
    }

    /// Squaring is linear in this characteristic: four squarings of F_2^m.
    fn square(&self) -> Self {
        dispatch::run(Square(*self))
    }

    fn inverse(&self) -> Self {
        let [a, b, c, d] = &self.0.0;
        Self(Coordinates([a.add(c), b.add(d), *c, *d]))
    }

    fn pow(&self, exponent: &[u64]) -> Self {
        dispatch::run(Power(*self, exponent))
    }

    fn is_member(&self) -> bool {
        dispatch::run(IsMember(*self))
    }
}
