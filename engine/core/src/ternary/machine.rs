//! What the tower and the Miller loop ask of their base field, so that one text runs on single elements and on elements
//! in slices, at every level of instructions.

use super::tower::Workspace;
use super::trits::{Bits, Trits};

/// A map that acts digit by digit. (A closure would not do: it is compiled before it is inlined into code with the target
/// feature, so that the intrinsics in it stay calls.)
pub(super) trait Map<const I: usize, const O: usize> {
    /// The digits that come of `x`.
    fn apply<V: Bits>(&self, x: [Trits<V>; I]) -> [Trits<V>; O];
}

/// Declares maps: a name, its constants, its arguments and the digits it gives.
macro_rules! map {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* }, |$x:pat_param| -> [$i:expr => $o:expr] $body:expr) => {
        $(#[$doc])*
        pub(super) struct $name {
            $(pub $field: $type),*
        }

        impl $crate::ternary::machine::Map<{ $i }, { $o }> for $name {
            #[inline(always)]
            fn apply<V: $crate::ternary::trits::Bits>(
                &self,
                $x: [$crate::ternary::trits::Trits<V>; $i],
            ) -> [$crate::ternary::trits::Trits<V>; $o] {
                let Self { $($field),* } = *self;
                $body
            }
        }
    };
}
pub(super) use map;

/// A way to hold elements of F_3^m and to compute with many of them at once.
pub(super) trait Machine {
    /// The registers that linear maps work in.
    type V: Bits;
    /// One element of F_3^m, or one from each of many independent computations.
    type E: Clone;
    /// Products of F_3^6m worth computing side by side.
    const WIDTH: usize;
    /// The degree m.
    const DEGREE: usize;
    /// Whether cube roots cost about as much as cubes.
    const SPARSE_CUBE_ROOT: bool;

    /// 0.
    fn zero() -> Self::E;

    /// 1.
    fn one() -> Self::E;

    /// Applies the map to the inputs; writes the results to the first `O` of `out`.
    fn linear<const I: usize, const O: usize>(
        inputs: [&Self::E; I],
        out: &mut [Self::E],
        map: impl Map<I, O>,
    );

    /// out\[i\] = a\[i\] b\[i\].
    fn products(a: &[Self::E], b: &[Self::E], out: &mut [Self::E]);

    /// out = a b for each six coefficients of the slices, elements of F_3^6m; products in F_3^m side by side.
    ///
    /// A function of its own on every machine, so that code that multiplies often stays short.
    fn multiply(a: &[Self::E], b: &[Self::E], out: &mut [Self::E], w: &mut Workspace<Self>)
    where
        Self: Sized;

    /// The first two elements and their repeated cubes: from the third on, the cube of the last but one before it.
    fn cubes(list: &mut [Self::E]);

    /// The same with cube roots; asked for only where [`SPARSE_CUBE_ROOT`](Machine::SPARSE_CUBE_ROOT).
    fn cube_roots(list: &mut [Self::E]);

    /// x^(3^n) for every x of the list, in place.
    fn frobenius(list: &mut [Self::E], n: usize);

    /// 1 / x, and 0 of 0.
    fn invert(x: &Self::E) -> Self::E;
}

/// The first two elements and their images under the repeated `map`.
#[inline(always)]
pub(super) fn sequence<E>(list: &mut [E], map: impl Fn(&E) -> E) {
    for i in 2..list.len() {
        list[i] = map(&list[i - 2]);
    }
}
