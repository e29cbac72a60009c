//! Single elements in their two planes: the machine of one pairing at a time.

use super::element::Element;
use super::machine::Machine;
use super::trits::Trits;

/// Elements one by one, without any processor feature.
pub(super) struct Portable<const M: usize, const W: usize>;

impl<const M: usize, const W: usize> Machine for Portable<M, W> {
    type V = u64;
    type E = Element<M, W>;
    const WIDTH: usize = 64;
    const DEGREE: usize = M;
    const SPARSE_CUBE_ROOT: bool = Element::<M, W>::SPARSE_CUBE_ROOT;

    #[inline(always)]
    fn zero() -> Self::E {
        Element::ZERO
    }

    #[inline(always)]
    fn one() -> Self::E {
        Element::ONE
    }

    #[inline(always)]
    fn linear<const I: usize, const O: usize>(
        inputs: [&Self::E; I],
        out: &mut [Self::E],
        f: impl Fn([Trits<u64>; I]) -> [Trits<u64>; O],
    ) {
        for i in 0..W {
            let digits = f(inputs.map(|x| Trits { nz: x.nz[i], sg: x.sg[i] }));
            for (to, from) in out[..O].iter_mut().zip(digits) {
                (to.nz[i], to.sg[i]) = (from.nz, from.sg);
            }
        }
    }

    fn products(a: &[Self::E], b: &[Self::E], out: &mut [Self::E]) {
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            *out = a.mul(b);
        }
    }

    fn cube(x: &Self::E) -> Self::E {
        x.cube()
    }

    fn cube_root(x: &Self::E) -> Self::E {
        x.cube_root()
    }

    fn invert(x: &Self::E) -> Self::E {
        x.invert()
    }
}
