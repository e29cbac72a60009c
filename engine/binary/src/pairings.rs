//! The operations that the pairings of this family share; what each is, is in `table`.

use super::backend::{Counting, Vector, counted};
use super::curve::{self, Curve};
use super::dispatch::{self, Operation};
use super::element::Element;
use super::field::*;
use super::final_exponentiation::{self, Eta, Map, Tate};
use super::gt::{Coordinates, Gt};
use super::miller::{self, Orbit};
use super::point::Point;
use super::tate;
use super::tower::Quartic;
use core::marker::PhantomData;
use pairforge_interface::cpu::Level;
use pairforge_interface::pairing::Algorithm;
use pairforge_interface::{Group, Pairing};
use std::sync::OnceLock;

/// Defines curves, for `table`.
macro_rules! curves {
    ($($(#[$meta:meta])* $name:ident($label:literal) = $field:ident, $b:literal, $cofactors:expr;)*) => {
        $(
            $(#[$meta])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq)]
            pub struct $name;

            impl Curve for $name {
                type Field = $field;
                const B: bool = $b == 1;
                const COFACTORS: &'static [u64] = &$cofactors;
                const NAME: &'static str = $label;
                const ORDER: &'static [u64] =
                    curve::trimmed(&curve::order($field::DEGREE, Self::DELTA, Self::COFACTORS));

                fn generator() -> &'static OnceLock<[Element<$field>; 2]> {
                    static GENERATOR: OnceLock<[Element<$field>; 2]> = OnceLock::new();
                    &GENERATOR
                }
            }
        )*
    };
}

/// A value of the Miller loop.
pub struct MillerValue<C: Curve>(Coordinates<C::Field>);

impl<C: Curve> Clone for MillerValue<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Curve> Copy for MillerValue<C> {}

/// What the Miller loop needs of a fixed first argument: its orbit under square roots.
pub struct Prepared<C: Curve>(Option<Orbit>, PhantomData<C>);

struct Loop<'a, C: Curve>(&'a [(Point<C>, Point<C>)]);

impl<C: Curve> Operation for Loop<'_, C> {
    type Output = MillerValue<C>;
    type Field = C::Field;
    const WIDE: bool = true;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> MillerValue<C> {
        let mut f: Option<Quartic<C::Field, W>> = None;
        for (p, q) in self.0 {
            // The points of a pairing are public.
            if !(p.is_identity() || q.is_identity()) {
                let (p, q) = Orbit::of_both::<C, W>(p, q);
                f = Some(miller::shared::<C, W>(f, &p, &q));
            }
        }
        match f {
            Some(f) => MillerValue(Coordinates::from_lanes(&miller::gather(f))),
            None => MillerValue(Coordinates::one()),
        }
    }
}

struct Prepare<'a, C: Curve>(&'a Point<C>);

impl<C: Curve> Operation for Prepare<'_, C> {
    type Output = Orbit;
    type Field = C::Field;
    const WIDE: bool = true;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Orbit {
        Orbit::of_first::<C, W>(self.0)
    }
}

struct PreparedLoop<'a, C: Curve>(&'a Orbit, &'a Point<C>);

impl<C: Curve> Operation for PreparedLoop<'_, C> {
    type Output = MillerValue<C>;
    type Field = C::Field;
    const WIDE: bool = true;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> MillerValue<C> {
        let f = miller::shared::<C, W>(None, self.0, &Orbit::of_second::<C, W>(self.1));
        MillerValue(Coordinates::from_lanes(&miller::gather(f)))
    }
}

struct FinalExponentiation<M, C: Curve>(PhantomData<M>, MillerValue<C>);

impl<M: Map, C: Curve> Operation for FinalExponentiation<M, C> {
    type Output = Gt<C>;
    type Field = C::Field;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) -> Gt<C> {
        let value = final_exponentiation::single::<M, C, N>(&self.1.0.lanes());
        Gt(Coordinates::from_lanes(&value))
    }
}

/// Vectors of pairings whose final exponentiations share an inversion.
const SHARE: usize = 16;

struct Batch<'a, M, C: Curve>(PhantomData<M>, &'a [(Point<C>, Point<C>)], &'a mut [Gt<C>]);

impl<M: Map, C: Curve> Operation for Batch<'_, M, C> {
    type Output = ();
    type Field = C::Field;
    const WIDE: bool = true;

    #[inline(always)]
    fn run<W: Vector, N: Vector>(self) {
        let Self(_, terms, out) = self;
        let block = SHARE * W::LANES;
        let mut values = Vec::with_capacity(SHARE);
        for (terms, out) in terms.chunks(block).zip(out.chunks_mut(block)) {
            values.clear();
            for terms in terms.chunks(W::LANES) {
                // Lanes without a pairing repeat the first.
                let mut points = [(&terms[0].0, &terms[0].1); 4];
                for (lane, (p, q)) in points.iter_mut().zip(terms) {
                    *lane = (p, q);
                }
                values.push(miller::abreast::<C, W>(&points.map(|x| x.0), &points.map(|x| x.1)));
            }
            final_exponentiation::many::<M, C, W>(&mut values);
            let pairs = terms.chunks(W::LANES).zip(out.chunks_mut(W::LANES));
            for ((terms, out), value) in pairs.zip(&values) {
                let [c0, c1, c2, c3] = value.coefficients();
                let lanes = [c0.unpack(), c1.unpack(), c2.unpack(), c3.unpack()];
                for (i, ((p, q), e)) in terms.iter().zip(out).enumerate() {
                    *e = if p.is_identity() || q.is_identity() {
                        Gt(Coordinates::one())
                    } else {
                        Gt(Coordinates([0, 1, 2, 3].map(|k| Element::from_limbs(lanes[k][i]))))
                    };
                }
            }
        }
    }
}

/// Independent pairings: several at once on several lanes, one by one on one, where that is faster.
fn batch<M: Map, C: Curve>(terms: &[(Point<C>, Point<C>)], out: &mut [Gt<C>]) {
    let map = PhantomData::<M>;
    if let Err(Batch(_, terms, out)) = dispatch::run_on_lanes(Batch(map, terms, out)) {
        for (term, e) in terms.iter().zip(out) {
            let f = dispatch::run(Loop(core::slice::from_ref(term)));
            *e = dispatch::run(FinalExponentiation(map, f));
        }
    }
}

/// How many (V)PCLMULQDQ instructions an `eta-f2-239` pairing takes at a level, of whatever width: of one pairing alone,
/// and of a pairing in a full batch. They are counted by running the same code on vectors that count.
///
/// A processor that starts such an instruction every c cycles takes at least c times this number of cycles.
#[must_use]
pub fn clmul_instructions_per_pairing(level: Level) -> (f64, f64) {
    fn run<const N: usize>() -> (f64, f64) {
        let point = <Point<CurveF239> as Group>::generator();
        let terms = vec![(point, point); SHARE * N];
        let single = counted(|| {
            let f = Loop(&terms[..1]).run::<Counting<N>, Counting<1>>();
            FinalExponentiation(PhantomData::<Eta>, f).run::<Counting<N>, Counting<1>>();
        });
        if N == 1 {
            return (single as f64, single as f64);
        }
        let mut out = vec![Gt(Coordinates::one()); terms.len()];
        let batch = counted(|| Batch(PhantomData::<Eta>, &terms, &mut out).run::<Counting<N>, Counting<1>>());
        (single as f64, batch as f64 / terms.len() as f64)
    }
    match level {
        Level::Portable => (0.0, 0.0),
        Level::Base | Level::Avx2 => run::<1>(),
        Level::Vpclmulqdq => run::<2>(),
        Level::Avx512 => run::<4>(),
    }
}

/// Defines pairings, for `table`.
macro_rules! pairings {
    ($(
        $(#[$meta:meta])*
        $name:ident($label:literal, $security:expr) = $map:ident on $curve:ident $(, $algorithm:literal: $function:path)*;
    )*) => {
        $(
            $(#[$meta])*
            ///
            /// Defined on all rational points of the curve. **Broken** as every pairing in small characteristic: for
            /// research, not for secrets.
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl Pairing for $name {
                const NAME: &'static str = $label;
                const SECURITY: (u32, &'static str) = $security;

                type G1 = Point<$curve>;
                type G2 = Point<$curve>;
                type Gt = Gt<$curve>;
                type Miller = MillerValue<$curve>;
                type Fixed = Point<$curve>;
                type Free = Point<$curve>;
                type Prepared = Prepared<$curve>;

                fn miller_loop(p: &Self::G1, q: &Self::G2) -> Self::Miller {
                    dispatch::run(Loop(&[(*p, *q)]))
                }

                fn final_exponentiation(f: &Self::Miller) -> Self::Gt {
                    dispatch::run(FinalExponentiation(PhantomData::<$map>, *f))
                }

                fn miller_mul(f: &Self::Miller, g: &Self::Miller) -> Self::Miller {
                    MillerValue(f.0.mul(&g.0))
                }

                fn multi_miller_loop(terms: &[(Self::G1, Self::G2)]) -> Self::Miller {
                    dispatch::run(Loop(terms))
                }

                fn prepare(fixed: &Self::Fixed) -> Self::Prepared {
                    Prepared((!fixed.is_identity()).then(|| dispatch::run(Prepare(fixed))), PhantomData)
                }

                fn miller_loop_prepared(prepared: &Self::Prepared, free: &Self::Free) -> Self::Miller {
                    match &prepared.0 {
                        Some(orbit) if !free.is_identity() => dispatch::run(PreparedLoop(orbit, free)),
                        _ => MillerValue(Coordinates::one()),
                    }
                }

                fn batch(terms: &[(Self::G1, Self::G2)], out: &mut [Self::Gt]) {
                    assert_eq!(terms.len(), out.len());
                    batch::<$map, _>(terms, out);
                }

                const ALGORITHMS: &'static [Algorithm<Self>] =
                    &[$(Algorithm { name: $algorithm, pair: $function }),*];
                const BATCH: usize = 4 * SHARE;
            }
        )*
    };
}

mod table;

pub use table::*;
