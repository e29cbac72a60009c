//! Points and values of the pairing as coordinates.

use crate::modulus::Residue;

/// A point, coordinates in Montgomery form; both 0 at infinity.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Affine<const N: usize> {
    pub x: Residue<N>,
    pub y: Residue<N>,
    pub infinity: bool,
}

/// A point (X / Z, Y / Z^2); Z = 0 at infinity.
#[derive(Clone, Copy, Debug)]
pub struct Weighted<const N: usize> {
    pub x: Residue<N>,
    pub y: Residue<N>,
    pub z: Residue<N>,
}

impl<const N: usize> Affine<N> {
    pub const INFINITY: Self = Affine { x: [0; N], y: [0; N], infinity: true };
}

/// a + b i.
pub type Quadratic<const N: usize> = [Residue<N>; 2];
