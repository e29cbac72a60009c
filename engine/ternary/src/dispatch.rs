//! Choice of the backend by the level of instructions, once per task.

use super::element::Element;
use super::exponent::final_exponentiation;
use super::miller::{miller, prepare};
use crate::backend::Backend;
use crate::backend::bit_sliced::{BitSliced, Slice};
use crate::backend::single::{Portable, Single};
use pairforge_interface::cpu::Level;

/// A computation on single elements that any backend can run.
pub(super) trait Task<const M: usize, const W: usize> {
    /// What it gives.
    type Output;
    /// Runs it; to be inlined, so that it is compiled for the instructions of the backend.
    fn run<X: Backend<E = Element<M, W>>>(self) -> Self::Output;
}

/// Runs the task with the instructions of `level`, which the processor must have.
#[inline(never)]
pub(super) fn run<const M: usize, const W: usize, T: Task<M, W>>(level: Level, task: T) -> T::Output {
    match level {
        // SAFETY: the processor has what the level needs.
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        Level::Avx512 => unsafe { x86::run_avx512(task) },
        // SAFETY: as above.
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        Level::Avx2 => unsafe { x86::run_avx2(task) },
        _ => task.run::<Single<Portable, M, W>>(),
    }
}

/// As many pairings as the slices of `level` have lanes, or fewer.
#[inline(never)]
pub(super) fn run_bit_sliced<const M: usize, const W: usize>(
    level: Level,
    terms: &[Term<M, W>],
    out: &mut [[Element<M, W>; 6]],
) {
    match level {
        // SAFETY: the processor has what the level needs.
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        Level::Avx512 => unsafe { x86::bit_sliced_avx512(terms, out) },
        // SAFETY: as above.
        #[cfg(all(target_arch = "x86_64", not(miri)))]
        Level::Avx2 => unsafe { x86::bit_sliced_avx2(terms, out) },
        _ => bit_sliced::<u64, M, W>(terms, out),
    }
}

/// Lanes of the slices of `level`.
pub(super) fn lanes(level: Level) -> usize {
    match level {
        Level::Avx512 => 512,
        Level::Avx2 => 256,
        _ => 64,
    }
}

/// Coordinates of the two points of a pairing.
pub(super) type Term<const M: usize, const W: usize> = [Element<M, W>; 4];

/// Pairings in slices of one level.
#[inline(always)]
fn bit_sliced<V: Slice, const M: usize, const W: usize>(
    terms: &[Term<M, W>],
    out: &mut [[Element<M, W>; 6]],
) {
    assert!(terms.len() <= BitSliced::<V, M, W>::LANES && terms.len() == out.len());
    let [xp, yp, xq, yq] =
        [0, 1, 2, 3].map(|i| BitSliced::<V, M, W>::gather(terms.iter().map(move |term| &term[i])));
    let prepared = prepare::<BitSliced<V, M, W>>(&xp, &yp);
    let values =
        final_exponentiation::<BitSliced<V, M, W>>(&miller::<BitSliced<V, M, W>>(&prepared, &xq, &yq));
    for (i, value) in values.iter().enumerate() {
        BitSliced::<V, M, W>::scatter(value, out.iter_mut().map(|six| &mut six[i]));
    }
}

#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86 {
    use super::{Element, Single, Task, Term};
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

    /// The level's instructions as a type with its own `$methods`, and the entry points that are compiled with them.
    macro_rules! level {
        ($name:ident, $run:ident, $bit_sliced:ident, $features:literal, $linear:ident, $words:ident, { $($methods:tt)* }) => {
            /// The instructions of this level, which the processor must have wherever the type is used.
            pub struct $name;

            impl Instructions for $name {
                type V = $linear;

                fn multiply<const M: usize, const W: usize>(
                    a: &[Element<M, W>],
                    b: &[Element<M, W>],
                    out: &mut [Element<M, W>],
                    w: &mut Workspace<Single<Self, M, W>>,
                ) {
                    #[target_feature(enable = $features)]
                    fn run<const M: usize, const W: usize>(
                        a: &[Element<M, W>],
                        b: &[Element<M, W>],
                        out: &mut [Element<M, W>],
                        w: &mut Workspace<Single<$name, M, W>>,
                    ) {
                        multiply(a, b, out, w);
                    }
                    // SAFETY: the processor has this level.
                    unsafe { run(a, b, out, w) }
                }

                $($methods)*
            }

            /// Runs the task, compiled for this level.
            #[target_feature(enable = $features)]
            pub fn $run<const M: usize, const W: usize, T: Task<M, W>>(task: T) -> T::Output {
                task.run::<Single<$name, M, W>>()
            }

            impl Slice for $words {
                fn karatsuba(
                    a: &[Trits<Self>],
                    b: &[Trits<Self>],
                    out: &mut [Trits<Self>],
                    work: &mut [Trits<Self>],
                ) {
                    #[target_feature(enable = $features)]
                    fn run(
                        a: &[Trits<$words>],
                        b: &[Trits<$words>],
                        out: &mut [Trits<$words>],
                        w: &mut [Trits<$words>],
                    ) {
                        bit_sliced::karatsuba(a, b, out, w);
                    }
                    // SAFETY: the processor has this level.
                    unsafe { run(a, b, out, work) }
                }
                fn multiply<const M: usize, const W: usize>(
                    a: &[Slices<Self, M>],
                    b: &[Slices<Self, M>],
                    out: &mut [Slices<Self, M>],
                    w: &mut Workspace<BitSliced<Self, M, W>>,
                ) {
                    #[target_feature(enable = $features)]
                    fn run<const M: usize, const W: usize>(
                        a: &[Slices<$words, M>],
                        b: &[Slices<$words, M>],
                        out: &mut [Slices<$words, M>],
                        w: &mut Workspace<BitSliced<$words, M, W>>,
                    ) {
                        multiply(a, b, out, w);
                    }
                    // SAFETY: the processor has this level.
                    unsafe { run(a, b, out, w) }
                }
                fn reduce<const M: usize>(x: &mut [Trits<Self>]) {
                    #[target_feature(enable = $features)]
                    fn run<const M: usize>(x: &mut [Trits<$words>]) {
                        bit_sliced::reduce::<$words, M>(x);
                    }
                    // SAFETY: the processor has this level.
                    unsafe { run::<M>(x) }
                }
                fn cube<const M: usize>(x: &Slices<Self, M>, out: &mut Slices<Self, M>) {
                    #[target_feature(enable = $features)]
                    fn run<const M: usize>(x: &Slices<$words, M>, out: &mut Slices<$words, M>) {
                        bit_sliced::cube(x, out);
                    }
                    // SAFETY: the processor has this level.
                    unsafe { run(x, out) }
                }
                fn cube_root<const M: usize>(x: &Slices<Self, M>, out: &mut Slices<Self, M>) {
                    #[target_feature(enable = $features)]
                    fn run<const M: usize>(x: &Slices<$words, M>, out: &mut Slices<$words, M>) {
                        bit_sliced::cube_root(x, out);
                    }
                    // SAFETY: the processor has this level.
                    unsafe { run(x, out) }
                }
            }

            /// Pairings in slices of this level.
            #[target_feature(enable = $features)]
            pub fn $bit_sliced<const M: usize, const W: usize>(
                terms: &[Term<M, W>],
                out: &mut [[Element<M, W>; 6]],
            ) {
                super::bit_sliced::<$words, M, W>(terms, out);
            }
        };
    }

    level!(Avx2, run_avx2, bit_sliced_avx2, "avx2,bmi2", Xmm, Ymm, {
        fn products<const M: usize, const W: usize>(
            a: &[Element<M, W>],
            b: &[Element<M, W>],
            out: &mut [Element<M, W>],
        ) {
            #[target_feature(enable = "avx2")]
            fn all<const M: usize, const W: usize>(
                a: &[Element<M, W>],
                b: &[Element<M, W>],
                out: &mut [Element<M, W>],
            ) {
                for ((a, b), out) in a.chunks(SIDE).zip(b.chunks(SIDE)).zip(out.chunks_mut(SIDE)) {
                    // SAFETY: this function has the instructions of the registers.
                    unsafe { products::<Ymm, M, W>(a, b, out) }
                }
            }
            // SAFETY: the processor has this level.
            unsafe { all(a, b, out) }
        }

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
}
