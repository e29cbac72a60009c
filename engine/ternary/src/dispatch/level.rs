//! What every level with vector instructions of its own has, compiled for these instructions.

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
            bit_sliced_in::<$words, M, W>(terms, out);
        }
    };
}
pub(super) use level;

/// [`Instructions::products`] by [`batch_of_32`](crate::backend::batch_of_32) in registers `$register`.
macro_rules! products_by_32 {
    ($features:literal, $register:ident) => {
        fn products<const M: usize, const W: usize>(
            a: &[Element<M, W>],
            b: &[Element<M, W>],
            out: &mut [Element<M, W>],
        ) {
            #[target_feature(enable = $features)]
            fn all<const M: usize, const W: usize>(
                a: &[Element<M, W>],
                b: &[Element<M, W>],
                out: &mut [Element<M, W>],
            ) {
                for ((a, b), out) in a.chunks(SIDE).zip(b.chunks(SIDE)).zip(out.chunks_mut(SIDE)) {
                    // SAFETY: this function has the instructions of the registers.
                    unsafe { products::<$register, M, W>(a, b, out) }
                }
            }
            // SAFETY: the processor has this level.
            unsafe { all(a, b, out) }
        }
    };
}
pub(super) use products_by_32;
