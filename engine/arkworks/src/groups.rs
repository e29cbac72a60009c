//! Groups: arkworks' curves, with what takes time computed here.

use crate::convert::{Counterpart, point, their_jacobian, their_point, under};
use ark_ec::CurveConfig;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ff::PrimeField;
use ark_serialize::{Compress, Read, SerializationError, Valid, Validate, Write};
use core::fmt::Debug;
use core::marker::PhantomData;
use pairforge_interface::Group as _;
use pairforge_prime::curve::Affine as OurAffine;
use pairforge_prime::curve::Curve;
use pairforge_prime::groups::{Point, Subgroup};

/// A group in both libraries; a type without values.
pub trait Group: Copy + Debug + Default + Eq + Send + Sync + 'static {
    /// Its configuration in the crate of arkworks that has the curve.
    type Theirs: SWCurveConfig<BaseField: Counterpart<Ours = <Self::Ours as Curve>::Field>, ZeroFlag = ()>;
    /// The engine's.
    type Ours: Subgroup;
    /// Whether arkworks clears the cofactor by the same map as the engine. Otherwise it multiplies by the cofactor.
    const SAME_MAP: bool;
}

/// The configuration of a group.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Config<G>(PhantomData<G>);

impl<G: Group> Config<G> {
    /// The sum of all integers times their points, of the subgroup; time depends on the integers. What is left over of the
    /// longer list is not used, as in `VariableBaseMSM::msm_bigint`. That one is arkworks' own for every configuration.
    pub fn msm_bigint(
        bases: &[Affine<Self>],
        bigints: &[<<G::Theirs as CurveConfig>::ScalarField as PrimeField>::BigInt],
    ) -> Projective<Self> {
        let terms = bases.iter().zip(bigints);
        let (points, integers): (Vec<Point<G::Ours>>, Vec<&[u64]>) = terms
            .map(|(base, integer)| (Point::from_affine_unchecked(point(base)), integer.as_ref()))
            .unzip();
        their_point::<Self, G::Ours>(Point::multi_mul_vartime(&points, &integers, 0).affine()).into()
    }
}

impl<G: Group> CurveConfig for Config<G> {
    type BaseField = <G::Theirs as CurveConfig>::BaseField;
    type ScalarField = <G::Theirs as CurveConfig>::ScalarField;

    const COFACTOR: &'static [u64] = G::Theirs::COFACTOR;
    const COFACTOR_INV: Self::ScalarField = G::Theirs::COFACTOR_INV;
}

impl<G: Group> SWCurveConfig for Config<G> {
    type ZeroFlag = ();

    const COEFF_A: Self::BaseField = G::Theirs::COEFF_A;
    const COEFF_B: Self::BaseField = G::Theirs::COEFF_B;
    const GENERATOR: Affine<Self> = Affine::new_unchecked(G::Theirs::GENERATOR.x, G::Theirs::GENERATOR.y);

    fn mul_by_a(element: Self::BaseField) -> Self::BaseField {
        G::Theirs::mul_by_a(element)
    }

    fn is_in_correct_subgroup_assuming_on_curve(item: &Affine<Self>) -> bool {
        Point::<G::Ours>::from_affine(point(item)).is_ok()
    }

    fn clear_cofactor(item: &Affine<Self>) -> Affine<Self> {
        if !G::SAME_MAP {
            return Self::mul_affine(item, Self::COFACTOR).into();
        }
        let point: OurAffine<G::Ours> = point(item);
        their_point(Point::clear_cofactor(&point.to_jacobian()).affine())
    }

    /// For points of the subgroup, as those of arkworks' crates; in constant time.
    fn mul_projective(base: &Projective<Self>, scalar: &[u64]) -> Projective<Self> {
        their_jacobian(&G::Ours::multiply(&point(&(*base).into()), scalar))
    }

    /// For any point of the curve; in constant time.
    fn mul_affine(base: &Affine<Self>, scalar: &[u64]) -> Projective<Self> {
        let point: OurAffine<G::Ours> = point(base);
        their_jacobian(&point.mul(scalar))
    }

    /// For points of the subgroup; time depends on the scalars.
    fn msm(bases: &[Affine<Self>], scalars: &[Self::ScalarField]) -> Result<Projective<Self>, usize> {
        if bases.len() != scalars.len() {
            return Err(bases.len().min(scalars.len()));
        }
        let integers: Vec<_> = scalars.iter().map(|scalar| scalar.into_bigint()).collect();
        Ok(Self::msm_bigint(bases, &integers))
    }

    fn serialize_with_mode<W: Write>(
        item: &Affine<Self>,
        writer: W,
        compress: Compress,
    ) -> Result<(), SerializationError> {
        G::Theirs::serialize_with_mode(&under(item), writer, compress)
    }

    fn serialized_size(compress: Compress) -> usize {
        G::Theirs::serialized_size(compress)
    }

    fn deserialize_with_mode<R: Read>(
        reader: R,
        compress: Compress,
        validate: Validate,
    ) -> Result<Affine<Self>, SerializationError> {
        let item = under(&G::Theirs::deserialize_with_mode(reader, compress, Validate::No)?);
        if validate == Validate::Yes {
            item.check()?;
        }
        Ok(item)
    }
}

/// The types of a group: what it is in both libraries (`$same_map` is [`Group::SAME_MAP`]), its configuration, its points.
macro_rules! group {
    (
        $name:literal, $group:ident, $config:ident, $affine:ident, $projective:ident,
        $theirs:ty, $ours:ty, $same_map:literal
    ) => {
        #[doc = concat!("The group ", $name, " in both libraries; a type without values.")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $group;

        impl crate::groups::Group for $group {
            type Theirs = $theirs;
            type Ours = $ours;
            const SAME_MAP: bool = $same_map;
        }

        #[doc = concat!("The configuration of ", $name, ".")]
        pub type $config = crate::groups::Config<$group>;
        #[doc = concat!("An affine point of ", $name, ".")]
        pub type $affine = ark_ec::short_weierstrass::Affine<$config>;
        #[doc = concat!("A point of ", $name, ".")]
        pub type $projective = ark_ec::short_weierstrass::Projective<$config>;
    };
}

pub(crate) use group;
