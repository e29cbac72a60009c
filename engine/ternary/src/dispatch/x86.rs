//! AVX2 and AVX-512.

use super::level::{level, products_by_32};
use super::{Element, Single, Task, Term, bit_sliced_in};
use crate::backend::batch_of_8;
use crate::backend::batch_of_32::{SIDE, products};
use crate::backend::bit_sliced::{self, BitSliced, Slice, Slices};
use crate::backend::registers::{Xmm, Xmm3, Ymm, Zmm};
use crate::backend::single::Instructions;
use crate::backend::{Workspace, sequence};
use crate::tower::multiply;
use crate::trits::Trits;
use core::arch::x86_64::{_pdep_u64, _pext_u64};

const EVERY_THIRD: u64 = 0x9249_2492_4924_9249;

/// Bits put three apart by deposit.
#[target_feature(enable = "bmi2")]
#[inline]
fn deposit(bits: u64) -> [u64; 3] {
    // The second word starts at bit 22, whose place 66 is 2 there; the third at 43, 129, 1.
    [
        _pdep_u64(bits, EVERY_THIRD),
        _pdep_u64(bits >> 22, EVERY_THIRD << 2),
        _pdep_u64(bits >> 43, EVERY_THIRD << 1),
    ]
}

/// x^3 by deposit.
#[target_feature(enable = "avx2,bmi2")]
fn cube<const M: usize, const W: usize>(x: &Element<M, W>) -> Element<M, W> {
    x.cube_by(|bits| deposit(bits))
}

/// Every third bit by extraction.
#[target_feature(enable = "bmi2")]
#[inline]
fn extract(bits: u64, first: usize) -> u64 {
    _pext_u64(bits, EVERY_THIRD << first)
}

level!(Avx2, run_avx2, bit_sliced_avx2, "avx2,bmi2", Xmm, Ymm, {
    products_by_32!("avx2", Ymm);

    fn cubes<const M: usize, const W: usize>(list: &mut [Element<M, W>]) {
        // SAFETY: the processor has this level.
        sequence(list, |x| unsafe { cube(x) });
    }

    fn cube_roots<const M: usize, const W: usize>(list: &mut [Element<M, W>]) {
        #[target_feature(enable = "avx2,bmi2")]
        fn root<const M: usize, const W: usize>(x: &Element<M, W>) -> Element<M, W> {
            x.cube_root_by(|bits, first| extract(bits, first))
        }
        // SAFETY: the processor has this level.
        sequence(list, |x| unsafe { root(x) });
    }

    fn frobenius<const M: usize, const W: usize>(list: &mut [Element<M, W>], n: usize) {
        for x in list {
            // SAFETY: the processor has this level.
            *x = (0..n).fold(*x, |x, _| unsafe { cube(&x) });
        }
    }

    fn invert<const M: usize, const W: usize>(x: &Element<M, W>) -> Element<M, W> {
        #[target_feature(enable = "avx2,bmi2")]
        fn invert<const M: usize, const W: usize>(x: &Element<M, W>) -> Element<M, W> {
            let frobenius = |x: &Element<M, W>, n: usize| {
                let mut out = *x;
                for _ in 0..n {
                    out = cube(&out);
                }
                out
            };
            x.invert_by(frobenius, |a, b| a.mul(b))
        }
        // SAFETY: the processor has this level.
        unsafe { invert(x) }
    }
});

level!(
    Avx512,
    run_avx512,
    bit_sliced_avx512,
    "avx512f,avx512bw,avx512vl,avx512dq,avx512vbmi,avx512vbmi2,gfni,bmi2",
    Xmm3,
    Zmm,
    {
        fn products<const M: usize, const W: usize>(
            a: &[Element<M, W>],
            b: &[Element<M, W>],
            out: &mut [Element<M, W>],
        ) {
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni")]
            fn all<const M: usize, const W: usize>(
                a: &[Element<M, W>],
                b: &[Element<M, W>],
                out: &mut [Element<M, W>],
            ) {
                for ((a, b), out) in a.chunks(SIDE).zip(b.chunks(SIDE)).zip(out.chunks_mut(SIDE)) {
                    if batch_of_8::is_short(M) && out.len() <= batch_of_8::PRODUCTS {
                        for ((a, b), out) in a.iter().zip(b).zip(out) {
                            *out = batch_of_8::product(a, b);
                        }
                    } else {
                        // SAFETY: this function has the instructions of the registers.
                        unsafe { products::<Zmm, M, W>(a, b, out) }
                    }
                }
            }
            // SAFETY: the processor has this level.
            unsafe { all(a, b, out) }
        }

        fn cubes<const M: usize, const W: usize>(list: &mut [Element<M, W>]) {
            // SAFETY: the processor has this level.
            unsafe { batch_of_8::cubes(list) }
        }

        fn cube_roots<const M: usize, const W: usize>(list: &mut [Element<M, W>]) {
            // SAFETY: the processor has this level.
            unsafe { batch_of_8::cube_roots(list) }
        }

        fn frobenius<const M: usize, const W: usize>(list: &mut [Element<M, W>], n: usize) {
            // SAFETY: the processor has this level.
            unsafe { batch_of_8::frobenius(list, n) }
        }

        fn invert<const M: usize, const W: usize>(x: &Element<M, W>) -> Element<M, W> {
            #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512vbmi,avx512vbmi2,gfni")]
            fn invert<const M: usize, const W: usize>(x: &Element<M, W>) -> Element<M, W> {
                let frobenius = |x: &Element<M, W>, n: usize| {
                    let mut out = [*x];
                    batch_of_8::frobenius(&mut out, n);
                    out[0]
                };
                if batch_of_8::is_short(M) {
                    x.invert_by(frobenius, |a, b| batch_of_8::product(a, b))
                } else {
                    x.invert_by(frobenius, |a, b| a.mul(b))
                }
            }
            // SAFETY: the processor has this level.
            unsafe { invert(x) }
        }
    }
);
