//! Symmetric pairings (type 1) with embedding degree 2: the supersingular curve y^2 = x^3 + x over F_p, p = 3 mod 4,
//! of PBC's type A.
//!
//! Both arguments come from one group, the points of order r with p + 1 = h r; the second goes through the distortion map
//! psi(x, y) = (-x, i y) into E(F_p2). [`TateSs512`] is PBC's `a.param`, [`TateSs1536`] the size for today's security, and
//! [`pbc`] reads any parameter file of type A.

mod curve;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod fma;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod ifma;
mod miller;
mod params;
pub mod pbc;
mod point;

pub use params::{Ss512, Ss1536, TateSs512, TateSs1536};

use core::fmt;
use core::marker::PhantomData;
use curve::{Curve, length};
use miller::Lines;
use pairforge_interface::{Coefficients, Group, Pairing, Result, Target};
use point::{Affine, Quadratic};
use rand_core::Rng;

/// A curve of type A fixed at compile time.
pub trait TypeA<const N: usize>: Copy + Eq + fmt::Debug + Send + Sync + 'static {
    /// The name of its pairing.
    const NAME: &'static str;
    /// Estimated bits of security today, and what the estimate rests on.
    const SECURITY: (u32, &'static str);
    /// Bytes of a coordinate.
    const WIDTH: usize;
    /// The order r.
    const ORDER: &'static [u64];
    /// The generator's coordinates, canonical.
    const GENERATOR: ([u64; N], [u64; N]);

    /// The curve.
    #[doc(hidden)]
    fn curve() -> &'static CurveOf<N>;
}

/// A curve with its constants.
#[derive(Debug)]
pub struct CurveOf<const N: usize>(Curve<N>);

/// A point of the curve y^2 = x^3 + x over F_p.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Point<C, const N: usize> {
    affine: Affine<N>,
    curve: PhantomData<C>,
}

/// An element of the group of order r in F_p2.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Gt<C, const N: usize> {
    value: Quadratic<N>,
    curve: PhantomData<C>,
}

/// The value of a Miller loop, defined up to a factor in F_p.
pub struct Miller<C, const N: usize> {
    value: Quadratic<N>,
    curve: PhantomData<C>,
}

/// A first argument with its lines computed.
pub struct Prepared<C, const N: usize> {
    lines: Lines<N>,
    curve: PhantomData<C>,
}

/// The Tate pairing on the curve C.
pub struct Tate<C, const N: usize>(PhantomData<C>);

impl<C: TypeA<N>, const N: usize> Point<C, N> {
    fn new(affine: Affine<N>) -> Self {
        Point { affine, curve: PhantomData }
    }

    fn curve() -> &'static Curve<N> {
        &C::curve().0
    }
}

impl<C: TypeA<N>, const N: usize> fmt::Debug for Point<C, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.affine.infinity {
            return f.write_str("infinity");
        }
        let integer = |a| hex(&Self::curve().field.leave(a));
        write!(f, "({}, {})", integer(&self.affine.x), integer(&self.affine.y))
    }
}

fn hex(words: &[u64]) -> String {
    words.iter().rev().fold(String::from("0x"), |text, word| format!("{text}{word:016x}"))
}

impl<C: TypeA<N>, const N: usize> Coefficients for Point<C, N> {
    const COUNT: usize = 2;
    const WIDTH: usize = C::WIDTH;

    fn write(&self, out: &mut [u8]) {
        assert!(!self.affine.infinity, "the point at infinity has no coordinates");
        assert_eq!(out.len(), 2 * C::WIDTH);
        let (x, y) = out.split_at_mut(C::WIDTH);
        Self::curve().write_le(&self.affine.x, x);
        Self::curve().write_le(&self.affine.y, y);
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        length(bytes, 2 * C::WIDTH)?;
        let curve = Self::curve();
        curve.validate(curve.read_le(bytes, 0)?, curve.read_le(bytes, 1)?).map(Self::new)
    }
}

impl<C: TypeA<N>, const N: usize> Group for Point<C, N> {
    const ORDER: &'static [u64] = C::ORDER;

    fn identity() -> Self {
        Self::new(Affine::INFINITY)
    }

    fn is_identity(&self) -> bool {
        self.affine.infinity
    }

    fn generator() -> Self {
        let enter = |integer| Self::curve().field.enter(integer).expect("a literal below p");
        let (x, y) = &C::GENERATOR;
        Self::new(Affine { x: enter(x), y: enter(y), infinity: false })
    }

    fn add(&self, other: &Self) -> Self {
        Self::new(Self::curve().add(&self.affine, &other.affine))
    }

    fn double(&self) -> Self {
        self.add(self)
    }

    fn neg(&self) -> Self {
        Self::new(Self::curve().neg(&self.affine))
    }

    fn mul(&self, scalar: &[u64]) -> Self {
        Self::new(Self::curve().mul(&self.affine, scalar))
    }

    fn is_in_subgroup(&self) -> bool {
        Self::curve().is_in_subgroup(&self.affine)
    }

    fn random<R: Rng + ?Sized>(rng: &mut R) -> Self {
        Self::new(Self::curve().random(rng))
    }

    fn hash(message: &[u8], dst: &[u8]) -> Self {
        Self::new(Self::curve().hash(message, dst))
    }

    fn to_compressed(&self) -> Vec<u8> {
        Self::curve().to_compressed(&self.affine)
    }

    fn from_compressed(bytes: &[u8]) -> Result<Self> {
        Self::curve().decode_compressed(bytes).map(Self::new)
    }

    fn to_uncompressed(&self) -> Vec<u8> {
        Self::curve().to_uncompressed(&self.affine)
    }

    fn from_uncompressed(bytes: &[u8]) -> Result<Self> {
        Self::curve().decode_uncompressed(bytes).map(Self::new)
    }
}

impl<C: TypeA<N>, const N: usize> Gt<C, N> {
    fn new(value: Quadratic<N>) -> Self {
        Gt { value, curve: PhantomData }
    }
}

impl<C: TypeA<N>, const N: usize> fmt::Debug for Gt<C, N> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [a, b] = self.value.map(|c| hex(&C::curve().0.field.leave(&c)));
        write!(f, "{a} + {b} i")
    }
}

impl<C: TypeA<N>, const N: usize> Coefficients for Gt<C, N> {
    const COUNT: usize = 2;
    const WIDTH: usize = C::WIDTH;

    fn write(&self, out: &mut [u8]) {
        assert_eq!(out.len(), 2 * C::WIDTH);
        for (c, out) in self.value.iter().zip(out.chunks_mut(C::WIDTH)) {
            C::curve().0.write_le(c, out);
        }
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        length(bytes, 2 * C::WIDTH)?;
        let curve = &C::curve().0;
        curve.target(curve.read_le(bytes, 0)?, curve.read_le(bytes, 1)?).map(Self::new)
    }
}

impl<C: TypeA<N>, const N: usize> Target for Gt<C, N> {
    fn one() -> Self {
        Self::new(C::curve().0.one())
    }

    fn mul(&self, other: &Self) -> Self {
        Self::new(C::curve().0.field.mul2(&self.value, &other.value))
    }

    fn square(&self) -> Self {
        Self::new(C::curve().0.unit_square(&self.value))
    }

    fn inverse(&self) -> Self {
        Self::new(C::curve().0.conjugate(&self.value))
    }

    fn pow(&self, exponent: &[u64]) -> Self {
        Self::new(C::curve().0.unit_pow(&self.value, exponent))
    }

    fn is_member(&self) -> bool {
        C::curve().0.is_target(&self.value)
    }
}

impl<C, const N: usize> Clone for Miller<C, N> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C, const N: usize> Copy for Miller<C, N> {}

impl<C: TypeA<N>, const N: usize> Miller<C, N> {
    fn new(value: Quadratic<N>) -> Self {
        Miller { value, curve: PhantomData }
    }
}

impl<C: TypeA<N>, const N: usize> Pairing for Tate<C, N> {
    const NAME: &'static str = C::NAME;
    const SECURITY: (u32, &'static str) = C::SECURITY;

    type G1 = Point<C, N>;
    type G2 = Point<C, N>;
    type Gt = Gt<C, N>;
    type Miller = Miller<C, N>;
    type Fixed = Point<C, N>;
    type Free = Point<C, N>;
    type Prepared = Prepared<C, N>;

    fn miller_loop(p: &Point<C, N>, q: &Point<C, N>) -> Miller<C, N> {
        Miller::new(C::curve().0.miller_loop(&[(p.affine, q.affine)]))
    }

    fn final_exponentiation(f: &Miller<C, N>) -> Gt<C, N> {
        Gt::new(C::curve().0.final_exponentiation(&f.value))
    }

    fn miller_mul(f: &Miller<C, N>, g: &Miller<C, N>) -> Miller<C, N> {
        Miller::new(C::curve().0.field.mul2(&f.value, &g.value))
    }

    fn multi_miller_loop(terms: &[(Point<C, N>, Point<C, N>)]) -> Miller<C, N> {
        let terms: Vec<_> = terms.iter().map(|(p, q)| (p.affine, q.affine)).collect();
        Miller::new(C::curve().0.miller_loop(&terms))
    }

    fn prepare(fixed: &Point<C, N>) -> Prepared<C, N> {
        Prepared { lines: C::curve().0.prepare(&fixed.affine), curve: PhantomData }
    }

    fn miller_loop_prepared(prepared: &Prepared<C, N>, free: &Point<C, N>) -> Miller<C, N> {
        Miller::new(C::curve().0.miller_loop_prepared(&prepared.lines, &free.affine))
    }
}
