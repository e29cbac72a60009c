//! Single elements in their two planes: the backends of one pairing at a time.

use crate::backend::{Backend, Map, Workspace, sequence};
use crate::element::Element;
use crate::tower::multiply;
use crate::trits::{Bits, Trits};
use core::marker::PhantomData;

/// What a level of instructions does with single elements; without an implementation of its own, what any processor does.
pub(crate) trait Instructions {
    /// Registers for linear maps, of one or two words.
    type V: Bits;

    /// out\[i\] = a\[i\] b\[i\].
    fn products<const M: usize, const W: usize>(
        a: &[Element<M, W>],
        b: &[Element<M, W>],
        out: &mut [Element<M, W>],
    );
    /// [`Backend::multiply`].
    fn multiply<const M: usize, const W: usize>(
        a: &[Element<M, W>],
        b: &[Element<M, W>],
        out: &mut [Element<M, W>],
        w: &mut Workspace<Single<Self, M, W>>,
    ) where
        Self: Sized;
    /// [`Backend::cubes`].
    #[inline(always)]
    fn cubes<const M: usize, const W: usize>(list: &mut [Element<M, W>]) {
        sequence(list, Element::cube);
    }
    /// [`Backend::cube_roots`].
    #[inline(always)]
    fn cube_roots<const M: usize, const W: usize>(list: &mut [Element<M, W>]) {
        sequence(list, Element::cube_root);
    }
    /// [`Backend::frobenius`].
    #[inline(always)]
    fn frobenius<const M: usize, const W: usize>(list: &mut [Element<M, W>], n: usize) {
        for x in list {
            *x = x.frobenius(n);
        }
    }
    /// 1 / x, and 0 of 0.
    #[inline(always)]
    fn invert<const M: usize, const W: usize>(x: &Element<M, W>) -> Element<M, W> {
        x.invert()
    }
}

/// No processor feature at all.
pub(crate) struct Portable;

impl Instructions for Portable {
    type V = u64;

    fn products<const M: usize, const W: usize>(
        a: &[Element<M, W>],
        b: &[Element<M, W>],
        out: &mut [Element<M, W>],
    ) {
        for ((a, b), out) in a.iter().zip(b).zip(out) {
            *out = a.mul(b);
        }
    }
    fn multiply<const M: usize, const W: usize>(
        a: &[Element<M, W>],
        b: &[Element<M, W>],
        out: &mut [Element<M, W>],
        w: &mut Workspace<Single<Self, M, W>>,
    ) {
        multiply(a, b, out, w);
    }
}

/// The backend that holds elements one by one and computes with the instructions `I`.
pub(crate) struct Single<I, const M: usize, const W: usize>(PhantomData<I>);

impl<I: Instructions, const M: usize, const W: usize> Backend for Single<I, M, W> {
    type V = I::V;
    type E = Element<M, W>;
    const WIDTH: usize = if M < 256 { M.div_ceil(4) + 1 } else { 64 };
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
    fn linear<const N: usize, const O: usize>(
        inputs: [&Self::E; N],
        out: &mut [Self::E],
        map: impl Map<N, O>,
    ) {
        for i in (0..W).step_by(I::V::WORDS) {
            let mut digits = [Trits::zero(); N];
            for (to, x) in digits.iter_mut().zip(inputs) {
                *to = Trits { nz: I::V::from_words(&x.nz[i..]), sg: I::V::from_words(&x.sg[i..]) };
            }
            let digits = map.apply(digits);
            for (to, from) in out[..O].iter_mut().zip(digits) {
                from.nz.to_words(&mut to.nz[i..]);
                from.sg.to_words(&mut to.sg[i..]);
            }
        }
    }

    #[inline(always)]
    fn products(a: &[Self::E], b: &[Self::E], out: &mut [Self::E]) {
        I::products(a, b, out);
    }

    #[inline(always)]
    fn multiply(a: &[Self::E], b: &[Self::E], out: &mut [Self::E], w: &mut Workspace<Self>) {
        I::multiply(a, b, out, w);
    }

    #[inline(always)]
    fn cubes(list: &mut [Self::E]) {
        I::cubes(list);
    }

    #[inline(always)]
    fn cube_roots(list: &mut [Self::E]) {
        I::cube_roots(list);
    }

    #[inline(always)]
    fn frobenius(list: &mut [Self::E], n: usize) {
        I::frobenius(list, n);
    }

    #[inline(always)]
    fn invert(x: &Self::E) -> Self::E {
        I::invert(x)
    }
}
