//! G1 and G2: arkworks' curves, with what takes time computed here.

use crate::convert::{point, their_jacobian, their_point, under};
use ark_bls12_381::{Fq, Fq2, Fr, g1, g2};
use ark_ec::CurveConfig;
use ark_ec::short_weierstrass::{Affine, Projective, SWCurveConfig};
use ark_ff::PrimeField;
use ark_serialize::{Compress, Read, SerializationError, Valid, Validate, Write};
use pairforge_interface::Group;
use pairforge_prime::ate::Bls12381;
use pairforge_prime::curve::Affine as OurAffine;
use pairforge_prime::groups::{G1, G2, Point, Subgroup};

macro_rules! group {
    ($name:literal, $config:ident, $affine:ident, $projective:ident, $theirs:ty, $curve:ty, $field:ty) => {
        #[doc = concat!("The configuration of ", $name, ".")]
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $config;

        #[doc = concat!("An affine point of ", $name, ".")]
        pub type $affine = Affine<$config>;
        #[doc = concat!("A point of ", $name, ".")]
        pub type $projective = Projective<$config>;

        impl CurveConfig for $config {
            type BaseField = $field;
            type ScalarField = Fr;

            const COFACTOR: &'static [u64] = <$theirs>::COFACTOR;
            const COFACTOR_INV: Fr = <$theirs>::COFACTOR_INV;
        }

        impl SWCurveConfig for $config {
            type ZeroFlag = ();

            const COEFF_A: $field = <$theirs>::COEFF_A;
            const COEFF_B: $field = <$theirs>::COEFF_B;
            const GENERATOR: $affine = Affine::new_unchecked(<$theirs>::GENERATOR.x, <$theirs>::GENERATOR.y);

            fn mul_by_a(element: $field) -> $field {
                <$theirs>::mul_by_a(element)
            }

            fn is_in_correct_subgroup_assuming_on_curve(item: &$affine) -> bool {
                Point::<$curve>::from_affine(point(item)).is_ok()
            }

            fn clear_cofactor(item: &$affine) -> $affine {
                let point: OurAffine<$curve> = point(item);
                their_point(Point::clear_cofactor(&point.to_jacobian()).affine())
            }

            /// For points of the subgroup, as that of `ark-bls12-381`; in constant time.
            fn mul_projective(base: &$projective, scalar: &[u64]) -> $projective {
                their_jacobian(&<$curve>::multiply(&point(&(*base).into()), scalar))
            }

            /// For any point of the curve; in constant time.
            fn mul_affine(base: &$affine, scalar: &[u64]) -> $projective {
                let point: OurAffine<$curve> = point(base);
                their_jacobian(&point.mul(scalar))
            }

            /// For points of the subgroup; time depends on the scalars.
            fn msm(bases: &[$affine], scalars: &[Fr]) -> Result<$projective, usize> {
                if bases.len() != scalars.len() {
                    return Err(bases.len().min(scalars.len()));
                }
                let points: Vec<Point<$curve>> =
                    bases.iter().map(|base| Point::from_affine_unchecked(point(base))).collect();
                let integers: Vec<_> = scalars.iter().map(|scalar| scalar.into_bigint().0).collect();
                let integers: Vec<&[u64]> = integers.iter().map(|limbs| &limbs[..]).collect();
                let sum = Point::multi_mul_vartime(&points, &integers, 0);
                Ok(their_point::<$config, $curve>(sum.affine()).into())
            }

            fn serialize_with_mode<W: Write>(
                item: &$affine,
                writer: W,
                compress: Compress,
            ) -> Result<(), SerializationError> {
                <$theirs>::serialize_with_mode(&under(item), writer, compress)
            }

            fn serialized_size(compress: Compress) -> usize {
                <$theirs>::serialized_size(compress)
            }

            fn deserialize_with_mode<R: Read>(
                reader: R,
                compress: Compress,
                validate: Validate,
            ) -> Result<$affine, SerializationError> {
                let item = under(&<$theirs>::deserialize_with_mode(reader, compress, Validate::No)?);
                if validate == Validate::Yes {
                    item.check()?;
                }
                Ok(item)
            }
        }
    };
}

group!("G1", G1Config, G1Affine, G1Projective, g1::Config, G1<Bls12381>, Fq);
group!("G2", G2Config, G2Affine, G2Projective, g2::Config, G2<Bls12381>, Fq2);
