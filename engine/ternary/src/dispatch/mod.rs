//! Choice of the backend by the level of instructions, once per task.

#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
mod level;
#[cfg(all(target_arch = "aarch64", not(miri)))]
mod neon;
#[cfg(all(target_arch = "x86_64", not(miri)))]
mod x86;

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
        Level::Avx2 | Level::Vpclmulqdq => unsafe { x86::run_avx2(task) },
        // SAFETY: as above.
        #[cfg(all(target_arch = "aarch64", not(miri)))]
        Level::Base => unsafe { neon::run_base(task) },
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
        Level::Avx2 | Level::Vpclmulqdq => unsafe { x86::bit_sliced_avx2(terms, out) },
        // SAFETY: as above.
        #[cfg(all(target_arch = "aarch64", not(miri)))]
        Level::Base => unsafe { neon::bit_sliced_base(terms, out) },
        _ => bit_sliced_in::<u64, M, W>(terms, out),
    }
}

/// Lanes of the slices of `level`.
pub(super) fn lanes(level: Level) -> usize {
    match level {
        Level::Avx512 => 512,
        Level::Avx2 | Level::Vpclmulqdq => 256,
        Level::Base if cfg!(all(target_arch = "aarch64", not(miri))) => 128,
        _ => 64,
    }
}

/// Coordinates of the two points of a pairing.
pub(super) type Term<const M: usize, const W: usize> = [Element<M, W>; 4];

/// Pairings in slices of one level.
#[inline(always)]
fn bit_sliced_in<V: Slice, const M: usize, const W: usize>(
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
