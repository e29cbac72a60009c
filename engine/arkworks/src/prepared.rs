//! Points for Miller loops.

use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};

/// A point for Miller loops: the point itself, as whole loops of several points are faster than those with lines of each
/// precomputed.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, CanonicalSerialize, CanonicalDeserialize)]
pub struct Prepared<P: SWCurveConfig>(pub Affine<P>);

impl<P: SWCurveConfig> From<Affine<P>> for Prepared<P> {
    fn from(point: Affine<P>) -> Self {
        Prepared(point)
    }
}

impl<P: SWCurveConfig> From<&Affine<P>> for Prepared<P> {
    fn from(point: &Affine<P>) -> Self {
        Prepared(*point)
    }
}

impl<P: SWCurveConfig> From<Projective<P>> for Prepared<P> {
    fn from(point: Projective<P>) -> Self {
        Prepared(point.into())
    }
}

impl<P: SWCurveConfig> From<&Projective<P>> for Prepared<P> {
    fn from(point: &Projective<P>) -> Self {
        Prepared((*point).into())
    }
}
