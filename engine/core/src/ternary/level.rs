//! Choice of the machine by the level of instructions, once per task.

use super::element::Element;
use super::machine::Machine;
use super::natural::Portable;
use crate::cpu::Level;

/// A computation on single elements that any machine can run.
pub(super) trait Task<const M: usize, const W: usize> {
    /// What it gives.
    type Output;
    /// Runs it; to be inlined, so that it is compiled for the instructions of the machine.
    fn run<X: Machine<E = Element<M, W>>>(self) -> Self::Output;
}

/// Runs the task with the instructions of `level`, which the processor must have.
pub(super) fn run<const M: usize, const W: usize, T: Task<M, W>>(level: Level, task: T) -> T::Output {
    let _ = level;
    task.run::<Portable<M, W>>()
}
