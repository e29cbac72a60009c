//! Elements of F_p2 = F_p\[i\]/(i^2 + 1): what constants of a tower are made of.

use core::fmt;
use core::marker::PhantomData;

/// An element c\[0\] + c\[1\] i of F_p2, with the tower `C` above it.
#[derive(Clone, Copy, PartialEq, Eq)]
#[repr(transparent)]
pub struct Fp2<F, C> {
    /// The coefficients of 1 and i.
    pub c: [F; 2],
    tower: PhantomData<C>,
}

impl<F: fmt::Debug, C> fmt::Debug for Fp2<F, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} + {:?} i", self.c[0], self.c[1])
    }
}

impl<F, C> Fp2<F, C> {
    /// c0 + c1 i.
    #[inline]
    pub const fn new(c0: F, c1: F) -> Self {
        Fp2 { c: [c0, c1], tower: PhantomData }
    }

    /// From both coefficients.
    #[inline]
    pub(super) const fn from_array(c: [F; 2]) -> Self {
        Fp2 { c, tower: PhantomData }
    }
}
