//! What the tower and the Miller loop ask of their base field, so that the same code runs on single elements and on
//! bit-sliced ones, at every level of instructions; and who provides it.
//!
//! | module | what |
//! |---|---|
//! | `single` | one pairing at a time: elements one by one in their two planes |
//! | `bit_sliced` | many pairings at once, one a bit position |
//! | `batch_of_32` | up to 32 products at once, for one pairing |
//! | `batch_of_8` | powers of up to eight elements, and products of few |
//! | `words`, `registers` | registers of 32-bit words; those of AVX2, AVX-512 and NEON |

#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
pub(crate) mod batch_of_32;
#[cfg(all(target_arch = "x86_64", not(miri)))]
pub(crate) mod batch_of_8;
pub(crate) mod bit_sliced;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
pub(crate) mod registers;
pub(crate) mod single;
#[cfg(all(any(target_arch = "x86_64", target_arch = "aarch64"), not(miri)))]
pub(crate) mod words;

use crate::trits::{Bits, Trits};

/// A map that acts digit by digit. (A closure would not do: it is compiled before it is inlined into code with the target
/// feature, so that the intrinsics in it stay calls.)
pub(crate) trait Map<const I: usize, const O: usize> {
    /// The digits that come of `x`.
    fn apply<V: Bits>(&self, x: [Trits<V>; I]) -> [Trits<V>; O];
}

/// Declares maps: a name, its constants, its arguments and the digits it gives.
macro_rules! map {
    ($(#[$doc:meta])* $name:ident { $($field:ident: $type:ty),* }, |$x:pat_param| -> [$i:expr => $o:expr] $body:expr) => {
        $(#[$doc])*
        pub(crate) struct $name {
            $(pub $field: $type),*
        }

        impl $crate::backend::Map<{ $i }, { $o }> for $name {
            #[inline(always)]
            fn apply<V: $crate::trits::Bits>(
                &self,
                $x: [$crate::trits::Trits<V>; $i],
            ) -> [$crate::trits::Trits<V>; $o] {
                let Self { $($field),* } = *self;
                $body
            }
        }
    };
}
pub(crate) use map;

/// A way to hold elements of F_3^m and to compute with many of them at once.
pub(crate) trait Backend {
    /// The registers that linear maps work in.
    type V: Bits;
    /// One element of F_3^m, or one from each of many independent computations.
    type E: Clone;
    /// Products of F_3^6m worth computing at once.
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

    /// out = a b for each six coefficients of the slices, elements of F_3^6m; products in F_3^m all at once.
    ///
    /// A function of its own in every backend, so that code that multiplies often stays short.
    fn multiply(a: &[Self::E], b: &[Self::E], out: &mut [Self::E], w: &mut Workspace<Self>)
    where
        Self: Sized;

    /// The first two elements and their repeated cubes: from the third on, the cube of the last but one before it.
    fn cubes(list: &mut [Self::E]);

    /// The same with cube roots; asked for only where [`SPARSE_CUBE_ROOT`](Backend::SPARSE_CUBE_ROOT).
    fn cube_roots(list: &mut [Self::E]);

    /// x^(3^n) for every x of the list, in place.
    fn frobenius(list: &mut [Self::E], n: usize);

    /// 1 / x, and 0 of 0.
    fn invert(x: &Self::E) -> Self::E;
}

/// Buffers for the products of a tower operation.
pub(crate) struct Workspace<X: Backend> {
    left: Vec<X::E>,
    right: Vec<X::E>,
    out: Vec<X::E>,
}

/// Left operands, right operands and products.
type Buffers<'a, E> = (&'a mut [E], &'a mut [E], &'a mut [E]);

impl<X: Backend> Workspace<X> {
    /// Room for `n` products of F_3^m at once.
    pub fn new(n: usize) -> Self {
        let room = || vec![X::zero(); n];
        Workspace { left: room(), right: room(), out: room() }
    }

    /// The buffers of `n` left operands, right operands and products.
    #[inline(always)]
    pub fn buffers(&mut self, n: usize) -> Buffers<'_, X::E> {
        (&mut self.left[..n], &mut self.right[..n], &mut self.out[..n])
    }
}

/// The first two elements and their images under the repeated `map`.
#[inline(always)]
pub(crate) fn sequence<E>(list: &mut [E], map: impl Fn(&E) -> E) {
    for i in 2..list.len() {
        list[i] = map(&list[i - 2]);
    }
}
