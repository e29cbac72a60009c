//! The choice of instructions: once for each operation of the public interface.

use super::backend::{Kernel, Vector, Words};
use super::field::Field;
use core::marker::PhantomData;
use pairforge_interface::cpu::{self, Level};

/// An operation written for any width: `W` for work that fills several lanes, `N`, one lane, for work that does not.
pub trait Operation {
    /// What the operation gives.
    type Output;
    /// The field it works in.
    type Field: Field;
    /// Whether there is work for several lanes.
    #[cfg_attr(
        any(not(target_arch = "x86_64"), miri),
        expect(dead_code, reason = "other vectors have one lane")
    )]
    const WIDE: bool = false;
    /// Does the operation; implementations are `#[inline(always)]`.
    fn run<W: Vector, N: Vector>(self) -> Self::Output;
}

struct On<O, W, N>(O, PhantomData<(W, N)>);

impl<O: Operation, W: Vector, N: Vector> Kernel for On<O, W, N> {
    type Output = O::Output;

    #[inline(always)]
    fn run(self) -> O::Output {
        self.0.run::<W, N>()
    }
}

/// Enters the operation with the instructions of a level that the processor has, if these work on several lanes.
#[inline(always)]
fn enter_lanes<O: Operation>(level: Level, operation: O) -> Result<O::Output, O> {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    {
        use super::backend::{Evex128, Vex128, Wide256, Wide512};
        match level {
            Level::Vpclmulqdq if O::Field::EVERY_WIDTH => {
                return Ok(Wide256::outline(On::<O, Wide256, Vex128>(operation, PhantomData)));
            }
            Level::Avx512 if O::Field::EVERY_WIDTH => {
                return Ok(Wide512::outline(On::<O, Wide512, Evex128>(operation, PhantomData)));
            }
            Level::Vpclmulqdq | Level::Avx512 if O::WIDE => {
                return Ok(Wide256::outline(On::<O, Wide256, Wide256>(operation, PhantomData)));
            }
            _ => {}
        }
    }
    let _ = level;
    Err(operation)
}

/// Enters the operation with the instructions of a level that the processor has, on one lane.
#[inline(always)]
fn enter_one_lane<O: Operation>(level: Level, operation: O) -> O::Output {
    #[cfg(all(target_arch = "x86_64", not(miri)))]
    if level >= Level::Base {
        use super::backend::Base128;
        return Base128::outline(On::<O, Base128, Base128>(operation, PhantomData));
    }
    #[cfg(all(target_arch = "aarch64", not(miri)))]
    if level >= Level::Base {
        use super::backend::Neon128;
        return Neon128::outline(On::<O, Neon128, Neon128>(operation, PhantomData));
    }
    let _ = level;
    Words::outline(On::<O, Words, Words>(operation, PhantomData))
}

/// Runs an operation with the instructions of [`cpu::level`].
#[inline]
pub fn run<O: Operation>(operation: O) -> O::Output {
    let level = cpu::level();
    enter_lanes(level, operation).unwrap_or_else(|operation| enter_one_lane(level, operation))
}

/// Runs an operation with the instructions of [`cpu::level`] if these work on several lanes; else gives it back. For one
/// lane it is not even compiled.
#[inline]
pub fn run_on_lanes<O: Operation>(operation: O) -> Result<O::Output, O> {
    enter_lanes(cpu::level(), operation)
}
