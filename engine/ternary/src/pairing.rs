//! The reduced eta_T pairings of Beuchat et al. 2010 as types.

use super::curve::{Point, balanced_digits, read_elements};
use super::element::Element;
use super::exponent::{final_exponentiation, shift};
use super::miller::{miller, prepare, product};
use super::parameters::curve;
use super::tower::{self, PRODUCTS};
use crate::backend::{Backend, Workspace};
use crate::dispatch::{Task, lanes, run, run_bit_sliced};
use pairforge_interface::cpu;
use pairforge_interface::pairing::{Coefficients, Group, Pairing, Target};
use pairforge_interface::{Error, Result};
use subtle::{Choice, ConditionallySelectable};

/// A value in F_3^6m: the coefficients of 1, sigma, rho, sigma rho, rho^2, sigma rho^2.
type Six<const M: usize, const W: usize> = [Element<M, W>; 6];

fn six<const M: usize, const W: usize>(values: &[Element<M, W>]) -> Six<M, W> {
    core::array::from_fn(|i| values[i])
}

const fn unit<const M: usize, const W: usize>() -> Six<M, W> {
    let mut one = [Element::ZERO; 6];
    one[0] = Element::ONE;
    one
}

fn select<const M: usize, const W: usize>(a: &Six<M, W>, b: &Six<M, W>, choice: Choice) -> Six<M, W> {
    core::array::from_fn(|i| Element::conditional_select(&a[i], &b[i], choice))
}

/// The tasks that backends run. Each is one value of the pairing's algebra.
mod tasks {
    use super::*;

    pub struct Prepare<'a, const M: usize, const W: usize>(pub &'a Point<M, W>);

    impl<const M: usize, const W: usize> Task<M, W> for Prepare<'_, M, W> {
        type Output = Vec<Element<M, W>>;
        #[inline(always)]
        fn run<X: Backend<E = Element<M, W>>>(self) -> Self::Output {
            prepare::<X>(&self.0.x, &self.0.y)
        }
    }

    pub struct Miller<'a, const M: usize, const W: usize>(pub &'a [Element<M, W>], pub &'a Point<M, W>);

    impl<const M: usize, const W: usize> Task<M, W> for Miller<'_, M, W> {
        type Output = Six<M, W>;
        #[inline(always)]
        fn run<X: Backend<E = Element<M, W>>>(self) -> Self::Output {
            six(&miller::<X>(self.0, &self.1.x, &self.1.y))
        }
    }

    pub struct FinalExponentiation<'a, const M: usize, const W: usize>(pub &'a Six<M, W>);

    impl<const M: usize, const W: usize> Task<M, W> for FinalExponentiation<'_, M, W> {
        type Output = Six<M, W>;
        #[inline(always)]
        fn run<X: Backend<E = Element<M, W>>>(self) -> Self::Output {
            six(&final_exponentiation::<X>(self.0))
        }
    }

    pub struct Product<'a, const M: usize, const W: usize>(pub &'a [Element<M, W>]);

    impl<const M: usize, const W: usize> Task<M, W> for Product<'_, M, W> {
        type Output = Six<M, W>;
        #[inline(always)]
        fn run<X: Backend<E = Element<M, W>>>(self) -> Self::Output {
            six(&product::<X>(self.0, &mut Workspace::new(PRODUCTS * (self.0.len() / 12))))
        }
    }

    pub struct Square<'a, const M: usize, const W: usize>(pub &'a Six<M, W>);

    impl<const M: usize, const W: usize> Task<M, W> for Square<'_, M, W> {
        type Output = Six<M, W>;
        #[inline(always)]
        fn run<X: Backend<E = Element<M, W>>>(self) -> Self::Output {
            let mut out = unit();
            tower::square_of_norm_one::<X>(self.0, &mut out, curve(M).b, &mut Workspace::new(12));
            out
        }
    }

    pub struct Power<'a, const M: usize, const W: usize>(pub &'a Six<M, W>, pub &'a [i8]);

    impl<const M: usize, const W: usize> Task<M, W> for Power<'_, M, W> {
        type Output = Six<M, W>;
        /// One cube and one product for each digit, whatever the digit.
        #[inline(always)]
        fn run<X: Backend<E = Element<M, W>>>(self) -> Self::Output {
            let b = curve(M).b;
            let mut inverse = *self.0;
            tower::conjugate::<X>(self.0, &mut inverse);
            let mut out = unit();
            let workspace = &mut Workspace::new(PRODUCTS);
            for &digit in self.1.iter().rev() {
                tower::frobenius::<X>(&mut out, 1, b);
                let factor = select(&unit(), self.0, Choice::from((digit & 1) as u8));
                let factor = select(&factor, &inverse, Choice::from((digit >> 1 & 1) as u8));
                let base = out;
                X::multiply(&base, &factor, &mut out, workspace);
            }
            out
        }
    }

    pub struct IsMember<'a, const M: usize, const W: usize>(pub &'a Six<M, W>);

    impl<const M: usize, const W: usize> Task<M, W> for IsMember<'_, M, W> {
        type Output = bool;
        /// f^N = 1 as f^q f f^(3^((m+1)/2)) = 1 or f^q f = f^(3^((m+1)/2)), and f is not 0.
        #[inline(always)]
        fn run<X: Backend<E = Element<M, W>>>(self) -> Self::Output {
            let b = curve(M).b;
            let workspace = &mut Workspace::new(PRODUCTS);
            let (mut power, mut left, mut right) = (*self.0, *self.0, *self.0);
            tower::power_q::<X>(self.0, &mut power, shift(M));
            X::multiply(&power, self.0, &mut left, workspace);
            tower::frobenius::<X>(&mut right, M.div_ceil(2), b);
            if curve(M).trace_sign > 0 {
                let base = left;
                X::multiply(&base, &right, &mut left, workspace);
                right = unit();
            }
            left == right && *self.0 != [Element::ZERO; 6]
        }
    }
}

/// A value of the pairing: an element of order dividing N in F_3^6M.
///
/// Security: broken, as for [`Point`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gt<const M: usize, const W: usize>(Six<M, W>);

impl<const M: usize, const W: usize> Coefficients for Gt<M, W> {
    const COUNT: usize = 6;
    const WIDTH: usize = Element::<M, W>::BYTES;

    fn write(&self, out: &mut [u8]) {
        assert_eq!(out.len(), Self::COUNT * Self::WIDTH);
        for (element, out) in self.0.iter().zip(out.chunks_mut(Self::WIDTH)) {
            element.write(out);
        }
    }

    fn read(bytes: &[u8]) -> Result<Self> {
        let value = Gt(read_elements(bytes)?);
        if value.is_member() { Ok(value) } else { Err(Error::NotInTargetGroup) }
    }
}

impl<const M: usize, const W: usize> Target for Gt<M, W> {
    fn one() -> Self {
        Gt(unit())
    }

    fn mul(&self, other: &Self) -> Self {
        let both: [Element<M, W>; 12] =
            core::array::from_fn(|i| if i < 6 { self.0[i] } else { other.0[i - 6] });
        Gt(run(cpu::level(), tasks::Product(&both)))
    }

    fn square(&self) -> Self {
        Gt(run(cpu::level(), tasks::Square(&self.0)))
    }

    fn inverse(&self) -> Self {
        let [a, b, c, d, e, f] = self.0;
        Gt([a, b.neg(), c, d.neg(), e, f.neg()])
    }

    fn pow(&self, exponent: &[u64]) -> Self {
        Gt(run(cpu::level(), tasks::Power(&self.0, &balanced_digits(exponent))))
    }

    fn is_member(&self) -> bool {
        run(cpu::level(), tasks::IsMember(&self.0))
    }
}

/// A value of the Miller loop.
#[derive(Clone, Copy)]
pub struct MillerValue<const M: usize, const W: usize>(Six<M, W>);

/// What the Miller loop needs of a fixed first argument: its powers under the inverse of Frobenius.
pub struct Prepared<const M: usize, const W: usize> {
    powers: Vec<Element<M, W>>,
    infinity: bool,
}

/// The reduced eta_T pairing over F_3^M (Beuchat et al. 2010, Algorithm 1 with exponent M), on the whole group of rational points
/// of the supersingular curve y^2 = x^3 - x + b.
///
/// Security: broken, as [`security`](crate::security) says. For research and as a reference only.
pub struct Eta<const M: usize, const W: usize>;

impl<const M: usize, const W: usize> Pairing for Eta<M, W> {
    const NAME: &'static str = curve(M).name;
    const SECURITY: (u32, &'static str) = curve(M).security;

    type G1 = Point<M, W>;
    type G2 = Point<M, W>;
    type Gt = Gt<M, W>;
    type Miller = MillerValue<M, W>;
    type Fixed = Point<M, W>;
    type Free = Point<M, W>;
    type Prepared = Prepared<M, W>;

    fn miller_loop(p: &Self::G1, q: &Self::G2) -> Self::Miller {
        Self::miller_loop_prepared(&Self::prepare(p), q)
    }

    fn final_exponentiation(f: &Self::Miller) -> Self::Gt {
        Gt(run(cpu::level(), tasks::FinalExponentiation(&f.0)))
    }

    fn miller_mul(f: &Self::Miller, g: &Self::Miller) -> Self::Miller {
        MillerValue(Gt(f.0).mul(&Gt(g.0)).0)
    }

    /// There are no squarings or cubes to share: the factors of all terms make one product.
    fn multi_miller_loop(terms: &[(Self::G1, Self::G2)]) -> Self::Miller {
        let factors: Vec<_> = terms.iter().flat_map(|(p, q)| Self::miller_loop(p, q).0).collect();
        if factors.is_empty() {
            MillerValue(unit())
        } else {
            MillerValue(run(cpu::level(), tasks::Product(&factors)))
        }
    }

    fn prepare(fixed: &Self::Fixed) -> Self::Prepared {
        Prepared { powers: run(cpu::level(), tasks::Prepare(fixed)), infinity: fixed.is_identity() }
    }

    fn miller_loop_prepared(prepared: &Self::Prepared, free: &Self::Free) -> Self::Miller {
        let value = run(cpu::level(), tasks::Miller(&prepared.powers, free));
        let infinity = Choice::from(u8::from(prepared.infinity | free.is_identity()));
        MillerValue(select(&value, &unit(), infinity))
    }

    const BATCH: usize = if Self::BIT_SLICED { 512 } else { 1 };

    /// Bit-sliced, one bit position a pairing, where there are enough for that to pay.
    fn batch(terms: &[(Self::G1, Self::G2)], out: &mut [Self::Gt]) {
        assert_eq!(terms.len(), out.len());
        let lanes = lanes(cpu::level());
        for (terms, out) in terms.chunks(lanes).zip(out.chunks_mut(lanes)) {
            if Self::BIT_SLICED && terms.len() >= lanes / 3 {
                Self::bit_sliced(terms, out);
            } else {
                for ((p, q), e) in terms.iter().zip(out) {
                    *e = Self::pair(p, q);
                }
            }
        }
    }
}

impl<const M: usize, const W: usize> Eta<M, W> {
    /// Whether batches are bit-sliced: a working set of longer fields leaves the caches and the stack of a thread.
    const BIT_SLICED: bool = M <= 97;

    /// At most as many pairings as slices have lanes.
    fn bit_sliced(terms: &[(Point<M, W>, Point<M, W>)], out: &mut [Gt<M, W>]) {
        let coordinates: Vec<_> = terms.iter().map(|(p, q)| [p.x, p.y, q.x, q.y]).collect();
        let mut values = vec![unit(); terms.len()];
        if Self::BIT_SLICED {
            run_bit_sliced(cpu::level(), &coordinates, &mut values);
        }
        for (((p, q), value), e) in terms.iter().zip(values).zip(out) {
            let infinity = Choice::from(u8::from(p.is_identity() | q.is_identity()));
            *e = Gt(select(&value, &unit(), infinity));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::EtaF3m97;
    use pairforge_interface::cpu::Level;

    /// Slices give what single pairings give, in every lane of every level.
    #[test]
    fn slices_agree() {
        let points: Vec<_> = (0..16_u8).map(|i| Point::<97, 2>::hash(&[i], b"slices")).collect();
        let pairs: Vec<_> = (0..512).map(|i| (points[i % 16], points[(i / 16 + 3 * i) % 16])).collect();
        let terms: Vec<_> = pairs.iter().map(|(p, q)| [p.x, p.y, q.x, q.y]).collect();
        let expected: Vec<_> = pairs.iter().map(|(p, q)| EtaF3m97::pair(p, q).0).collect();
        for level in Level::ALL.into_iter().filter(|&level| level <= cpu::detected()) {
            for count in [lanes(level), lanes(level) - 37] {
                let mut values = vec![unit(); count];
                run_bit_sliced(level, &terms[..count], &mut values);
                assert!(values == expected[..count], "{count} lanes at {}", level.name());
            }
        }
    }

    /// Every level gives what the portable one gives.
    #[test]
    fn levels_agree() {
        fn check<const M: usize, const W: usize>() {
            let p = Point::<M, W>::hash(b"P", b"levels");
            let q = Point::<M, W>::hash(b"Q", b"levels");
            let values = Level::ALL.into_iter().filter(|&level| level <= cpu::detected()).map(|level| {
                let prepared = run(level, tasks::Prepare(&p));
                let f = run(level, tasks::Miller(&prepared, &q));
                let e = run(level, tasks::FinalExponentiation(&f));
                (level, prepared, f, e, run(level, tasks::Power(&e, &[1, -1, 0, 1])))
            });
            let values: Vec<_> = values.collect();
            for (level, prepared, f, e, power) in &values {
                assert_eq!(prepared, &values[0].1, "powers at {}", level.name());
                assert_eq!(f, &values[0].2, "Miller loop at {}", level.name());
                assert_eq!(e, &values[0].3, "value at {}", level.name());
                assert_eq!(power, &values[0].4, "power at {}", level.name());
                assert!(run(*level, tasks::IsMember(e)));
                assert!(!run(*level, tasks::IsMember(f)));
            }
        }
        check::<97, 2>();
        check::<167, 4>();
        check::<509, 8>();
    }
}
