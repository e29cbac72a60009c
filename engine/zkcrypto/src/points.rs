//! G1 and G2, in affine and projective coordinates.

use super::operators::{collected, negation, operator};
use super::{Bls12381, Gt, Scalar};
use pairforge_interface::Group as _;
use pairforge_prime::ate::Bls12381 as Curve;
use pairforge_prime::curve::{Affine, Jacobian, normalize_all};
use pairforge_prime::groups::{G1, G2, Point, Subgroup};
use pairing::group::ff::Field;
use pairing::group::prime::{PrimeCurve, PrimeGroup};
use pairing::group::{self, CurveAffine, Group, GroupEncoding, UncompressedEncoding};
use pairing::{Engine, PairingCurveAffine};
use rand_core::TryRng;
use subtle::{Choice, ConditionallySelectable, ConstantTimeEq, CtOption};

/// The encoding of a point, in `N` bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Encoding<const N: usize>([u8; N]);

impl<const N: usize> Default for Encoding<N> {
    fn default() -> Self {
        Encoding([0; N])
    }
}

impl<const N: usize> AsRef<[u8]> for Encoding<N> {
    fn as_ref(&self) -> &[u8] {
        &self.0
    }
}

impl<const N: usize> AsMut<[u8]> for Encoding<N> {
    fn as_mut(&mut self) -> &mut [u8] {
        &mut self.0
    }
}

/// The encoding that these bytes are.
fn encoding<const N: usize>(bytes: &[u8]) -> Encoding<N> {
    Encoding(bytes.try_into().expect("as many bytes as the format has"))
}

/// A decoded point of the curve, wrapped by `make`, if it is one.
fn decoded<C: pairforge_prime::curve::Curve, T>(
    point: pairforge_interface::Result<Affine<C>>,
    make: impl FnOnce(Affine<C>) -> T,
) -> CtOption<T> {
    let there = Choice::from(u8::from(point.is_ok()));
    CtOption::new(make(point.unwrap_or(Affine::IDENTITY)), there)
}

/// Both types of a group.
macro_rules! group {
    (
        $text:literal, $affine:ident, $projective:ident, $curve:ty,
        $compressed:literal, $uncompressed:literal, $pair:ident, |$own:ident, $other:ident| $pairing:expr
    ) => {
        #[doc = concat!("A point of ", $text, " in affine coordinates.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $affine(Point<$curve>);

        #[doc = concat!("A point of ", $text, " in Jacobian coordinates.")]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub struct $projective(Jacobian<$curve>);

        impl $affine {
            /// The point.
            #[must_use]
            pub const fn point(&self) -> &Point<$curve> {
                &self.0
            }

            /// A point that is known to lie in the group.
            fn trusted(point: Affine<$curve>) -> Self {
                $affine(Point::from_affine_unchecked(point))
            }
        }

        impl Default for $affine {
            fn default() -> Self {
                $affine(Point::identity())
            }
        }

        impl Default for $projective {
            fn default() -> Self {
                $projective(Jacobian::IDENTITY)
            }
        }

        impl From<$affine> for $projective {
            fn from(point: $affine) -> Self {
                $projective(point.0.affine().to_jacobian())
            }
        }

        impl From<$projective> for $affine {
            fn from(point: $projective) -> Self {
                $affine::trusted(point.0.to_affine())
            }
        }

        impl From<Point<$curve>> for $affine {
            fn from(point: Point<$curve>) -> Self {
                $affine(point)
            }
        }

        impl ConditionallySelectable for $projective {
            fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
                $projective(Jacobian::conditional_select(&a.0, &b.0, choice))
            }
        }

        impl ConstantTimeEq for $projective {
            fn ct_eq(&self, other: &Self) -> Choice {
                self.0.ct_eq(&other.0)
            }
        }

        operator!($projective, $projective, Add::add, AddAssign::add_assign, |a, b| {
            $projective(a.0.add(&b.0))
        });
        operator!($projective, $projective, Sub::sub, SubAssign::sub_assign, |a, b| {
            $projective(a.0.add(&b.0.neg()))
        });
        operator!($projective, $affine, Add::add, AddAssign::add_assign, |a, b| {
            $projective(a.0.add_affine(b.0.affine()))
        });
        operator!($projective, $affine, Sub::sub, SubAssign::sub_assign, |a, b| {
            $projective(a.0.add_affine(&b.0.affine().neg()))
        });
        operator!($projective, Scalar, Mul::mul, MulAssign::mul_assign, |a, b| {
            $projective(<$curve>::multiply(&a.0.to_affine(), &b.limbs()))
        });
        operator!($affine, Scalar => $projective, Mul::mul, |a, b| {
            $projective(<$curve>::multiply(a.0.affine(), &b.limbs()))
        });
        negation!($projective, |a| $projective(a.0.neg()));
        negation!($affine, |a| $affine(a.0.neg()));
        collected!($projective, Sum::sum, $projective::default(), Add::add);

        impl Group for $projective {
            type Scalar = Scalar;

            fn try_random<R: TryRng + ?Sized>(rng: &mut R) -> Result<Self, R::Error> {
                Ok(Self::generator() * Scalar::try_random(rng)?)
            }

            fn identity() -> Self {
                Self::default()
            }

            fn generator() -> Self {
                $affine::generator().into()
            }

            fn is_identity(&self) -> Choice {
                self.0.is_identity()
            }

            fn double(&self) -> Self {
                $projective(self.0.double())
            }
        }

        impl group::Curve for $projective {
            type Affine = $affine;

            fn batch_normalize(p: &[Self], q: &mut [$affine]) {
                assert_eq!(p.len(), q.len());
                let points: Vec<_> = p.iter().map(|point| point.0).collect();
                for (out, point) in q.iter_mut().zip(normalize_all(&points)) {
                    *out = $affine::trusted(point);
                }
            }

            fn to_affine(&self) -> $affine {
                (*self).into()
            }
        }

        impl PrimeGroup for $projective {}
        impl PrimeCurve for $projective {}

        impl CurveAffine for $affine {
            type Curve = $projective;
            type Scalar = Scalar;

            fn identity() -> Self {
                Self::default()
            }

            fn generator() -> Self {
                $affine(Point::generator())
            }

            fn is_identity(&self) -> Choice {
                Choice::from(u8::from(self.0.infinity()))
            }

            fn to_curve(&self) -> $projective {
                (*self).into()
            }
        }

        impl GroupEncoding for $affine {
            type Repr = Encoding<$compressed>;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                decoded(Point::from_compressed(&bytes.0).map(|point| *point.affine()), Self::trusted)
            }

            /// Without the test that the point lies in the group: multiples of one that does not are meaningless.
            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                decoded(Affine::from_compressed(&bytes.0), Self::trusted)
            }

            fn to_bytes(&self) -> Self::Repr {
                encoding(&self.0.to_compressed())
            }
        }

        impl UncompressedEncoding for $affine {
            type Uncompressed = Encoding<$uncompressed>;

            fn from_uncompressed(bytes: &Self::Uncompressed) -> CtOption<Self> {
                decoded(Point::from_uncompressed(&bytes.0).map(|point| *point.affine()), Self::trusted)
            }

            /// Without the test that the point lies in the group: multiples of one that does not are meaningless.
            fn from_uncompressed_unchecked(bytes: &Self::Uncompressed) -> CtOption<Self> {
                decoded(Affine::from_uncompressed(&bytes.0), Self::trusted)
            }

            fn to_uncompressed(&self) -> Self::Uncompressed {
                encoding(&self.0.to_uncompressed())
            }
        }

        impl GroupEncoding for $projective {
            type Repr = Encoding<$compressed>;

            fn from_bytes(bytes: &Self::Repr) -> CtOption<Self> {
                let point = Point::from_compressed(&bytes.0).map(|point| *point.affine());
                decoded(point, |point| $projective(point.to_jacobian()))
            }

            fn from_bytes_unchecked(bytes: &Self::Repr) -> CtOption<Self> {
                decoded(Affine::from_compressed(&bytes.0), |point| $projective(point.to_jacobian()))
            }

            fn to_bytes(&self) -> Self::Repr {
                $affine::from(*self).to_bytes()
            }
        }

        impl PairingCurveAffine for $affine {
            type Pair = $pair;
            type PairingResult = Gt;

            fn pairing_with(&self, $other: &$pair) -> Gt {
                let $own = self;
                $pairing
            }
        }
    };
}

group!("G1", G1Affine, G1Projective, G1<Curve>, 48, 96, G2Affine, |own, other| {
    Bls12381::pairing(own, other)
});
group!("G2", G2Affine, G2Projective, G2<Curve>, 96, 192, G1Affine, |own, other| {
    Bls12381::pairing(other, own)
});

/// A point of G2 for Miller loops: the point itself, as whole Miller loops of several points are faster than those
/// with lines of each precomputed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct G2Prepared(pub(super) G2Affine);

impl From<G2Affine> for G2Prepared {
    fn from(point: G2Affine) -> Self {
        G2Prepared(point)
    }
}
