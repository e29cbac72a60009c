//! Elements and points from arkworks' types to the engine's and back. Residues are in Montgomery form on both sides, to the
//! same power of two.

use ark_ec::AffineRepr;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use pairforge_prime::curve::{Affine as OurAffine, Curve, Jacobian};

/// A type of arkworks with a counterpart here.
pub trait Counterpart: Sized {
    /// The counterpart.
    type Ours;
    /// The same element here.
    fn ours(&self) -> Self::Ours;
    /// The same element there.
    fn theirs(ours: &Self::Ours) -> Self;
}

/// The counterparts of the fields `Fq` to `Fq12` of a curve: elements of the engine's towers.
macro_rules! counterparts {
    ($curve:ty, $fp:ty) => {
        impl crate::convert::Counterpart for Fq {
            type Ours = $fp;

            fn ours(&self) -> Self::Ours {
                <$fp>::from_montgomery(self.0.0)
            }

            fn theirs(ours: &Self::Ours) -> Self {
                Fq::new_unchecked(ark_ff::BigInt(*ours.montgomery()))
            }
        }

        impl crate::convert::Counterpart for Fq2 {
            type Ours = pairforge_prime::tower::Fp2<$fp, $curve>;

            fn ours(&self) -> Self::Ours {
                pairforge_prime::tower::Fp2::new(self.c0.ours(), self.c1.ours())
            }

            fn theirs(ours: &Self::Ours) -> Self {
                let [c0, c1] = &ours.c;
                Fq2::new(Fq::theirs(c0), Fq::theirs(c1))
            }
        }

        impl crate::convert::Counterpart for Fq6 {
            type Ours = pairforge_prime::tower::Fp6<$fp, $curve>;

            fn ours(&self) -> Self::Ours {
                pairforge_prime::tower::Fp6 { c: [self.c0.ours(), self.c1.ours(), self.c2.ours()] }
            }

            fn theirs(ours: &Self::Ours) -> Self {
                let [c0, c1, c2] = &ours.c;
                Fq6::new(Fq2::theirs(c0), Fq2::theirs(c1), Fq2::theirs(c2))
            }
        }

        impl crate::convert::Counterpart for Fq12 {
            type Ours = pairforge_prime::tower::Fp12<$fp, $curve>;

            fn ours(&self) -> Self::Ours {
                pairforge_prime::tower::Fp12 { c: [self.c0.ours(), self.c1.ours()] }
            }

            fn theirs(ours: &Self::Ours) -> Self {
                let [c0, c1] = &ours.c;
                Fq12::new(Fq6::theirs(c0), Fq6::theirs(c1))
            }
        }
    };
}

pub(crate) use counterparts;

/// The same affine point here.
pub fn point<P, C>(point: &Affine<P>) -> OurAffine<C>
where
    P: SWCurveConfig<BaseField: Counterpart<Ours = C::Field>>,
    C: Curve,
{
    if point.is_zero() {
        return OurAffine::IDENTITY;
    }
    OurAffine::new_unchecked(point.x.ours(), point.y.ours())
}

/// The same affine point there.
pub fn their_point<P, C>(point: &OurAffine<C>) -> Affine<P>
where
    P: SWCurveConfig<BaseField: Counterpart<Ours = C::Field>>,
    C: Curve,
{
    if point.is_identity() {
        return Affine::identity();
    }
    Affine::new_unchecked(P::BaseField::theirs(point.x()), P::BaseField::theirs(point.y()))
}

/// The same point in Jacobian coordinates there.
pub fn their_jacobian<P, C>(point: &Jacobian<C>) -> Projective<P>
where
    P: SWCurveConfig<BaseField: Counterpart<Ours = C::Field>>,
    C: Curve,
{
    let [x, y, z] = point.coordinates().map(P::BaseField::theirs);
    Projective::new_unchecked(x, y, z)
}

/// The same point under another configuration of its curve.
pub fn under<P, Q>(point: &Affine<P>) -> Affine<Q>
where
    P: SWCurveConfig,
    Q: SWCurveConfig<BaseField = P::BaseField>,
{
    if point.is_zero() { Affine::identity() } else { Affine::new_unchecked(point.x, point.y) }
}
