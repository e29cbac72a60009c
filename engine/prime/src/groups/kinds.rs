//! G1 and G2 as types: which of the two groups of a curve.

use core::marker::PhantomData;

/// The curve E(F_p) of `C`; a type without values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G1<C>(PhantomData<C>);

/// The curve E'(F_p2) of `C`; a type without values.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G2<C>(PhantomData<C>);
