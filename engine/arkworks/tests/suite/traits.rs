//! Code that is generic over arkworks' traits gives the same here and on arkworks' own crate.

use ark_bls12_381::Bls12_381;
use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::short_weierstrass::Affine;
use ark_ec::{AdditiveGroup, AffineRepr, CurveGroup, PrimeGroup, VariableBaseMSM};
use ark_ff::{PrimeField, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use pairforge_arkworks::{Bls12381, Bn254, Config, Group, bls12_381, bn254};
use proptest::prelude::*;

fn bytes(value: &impl CanonicalSerialize) -> [Vec<u8>; 2] {
    let (mut short, mut long) = (Vec::new(), Vec::new());
    value.serialize_compressed(&mut short).expect("room");
    value.serialize_uncompressed(&mut long).expect("room");
    assert_eq!([short.len(), long.len()], [value.compressed_size(), value.uncompressed_size()]);
    [short, long]
}

/// What generic code computes with points of a group, as bytes.
fn points<G: CurveGroup>(scalars: &[G::ScalarField]) -> Vec<[Vec<u8>; 2]> {
    let g = G::generator();
    let mut all: Vec<G> = scalars.iter().map(|scalar| g * scalar).collect();
    let affine = G::normalize_batch(&all);
    all.push(G::msm(&affine, scalars).expect("as many scalars"));
    assert_eq!(G::msm(&affine, &scalars[1..]), Err(scalars.len() - 1));
    all.push(G::msm_bigint(&affine, &scalars.iter().map(|s| s.into_bigint()).collect::<Vec<_>>()));
    all.push(affine[0] * scalars[0]);
    all.push(affine[0].mul_bigint([7, 1]));
    all.push(affine[0].clear_cofactor().into());
    all.push(affine[0].mul_by_cofactor_to_group());
    all.extend([
        G::zero(),
        -all[0],
        all[0] + all[1],
        all[0].double(),
        all[0] - affine[1],
        G::msm(&[], &[]).expect("none"),
    ]);
    for point in &all {
        let [short, long] = bytes(point);
        let back = G::deserialize_compressed(&short[..]).expect("a point");
        assert_eq!((back, G::deserialize_uncompressed(&long[..]).expect("a point")), (*point, *point));
        assert!(G::deserialize_compressed(&short[1..]).is_err());
    }
    all.iter().map(bytes).collect()
}

/// What generic code computes with a pairing, as bytes.
fn transcript<E: Pairing>(scalars: &[E::ScalarField]) -> Vec<[Vec<u8>; 2]> {
    let mut out = [points::<E::G1>(scalars), points::<E::G2>(scalars)].concat();
    let ps: Vec<E::G1> = scalars.iter().map(|scalar| E::G1::generator() * scalar).collect();
    let qs: Vec<E::G2> = scalars.iter().rev().map(|scalar| E::G2::generator() * scalar).collect();
    let e = E::pairing(ps[0], qs[0]);
    assert_eq!(
        e,
        E::pairing(E::G1::generator(), E::G2::generator()) * (scalars[0] * scalars[scalars.len() - 1])
    );
    assert_eq!(E::pairing(E::G1::zero(), qs[0]), PairingOutput::zero());
    assert_eq!(E::pairing(ps[0], E::G2Affine::zero()), PairingOutput::zero());
    let product = E::multi_pairing(ps.clone(), qs.clone());
    assert_eq!(product, ps.iter().zip(&qs).map(|(p, q)| E::pairing(*p, *q)).sum());
    let prepared: Vec<E::G2Prepared> = qs.iter().map(|q| E::G2Prepared::from(*q)).collect();
    let kept: Vec<E::G2Prepared> = prepared
        .iter()
        .map(|q| CanonicalDeserialize::deserialize_compressed(&bytes(q)[0][..]).expect("prepared"))
        .collect();
    assert_eq!(E::multi_pairing(ps, kept), product);
    assert!(E::final_exponentiation(MillerLoopOutput(E::TargetField::ZERO)).is_none());
    out.extend([bytes(&e), bytes(&product)]);
    out
}

#[test]
fn generic_code_gives_the_same_as_on_arkworks() {
    fn scalars<F: PrimeField>() -> Vec<F> {
        (1..7).map(|n| F::from(n).pow([0x1_2345_6789, n])).collect()
    }
    assert_eq!(transcript::<Bls12381>(&scalars()), transcript::<Bls12_381>(&scalars()));
    assert_eq!(transcript::<Bn254>(&scalars()), transcript::<ark_bn254::Bn254>(&scalars()));
}

/// The same on both groups of two pairings.
fn agree<E: Pairing, F: Pairing<ScalarField = E::ScalarField>>(seeds: &[[u8; 32]; 3], zero: usize) {
    let mut scalars = seeds.map(|seed| E::ScalarField::from_le_bytes_mod_order(&seed));
    scalars[zero] = E::ScalarField::zero();
    scalars.rotate_left(zero + 1);
    assert_eq!(points::<E::G1>(&scalars), points::<F::G1>(&scalars));
    assert_eq!(points::<E::G2>(&scalars), points::<F::G2>(&scalars));
}

/// Sums of multiples by integers are those of arkworks, also where the lists differ in length.
fn sums_by_integers<G: Group>(seeds: &[[u8; 32]; 3]) {
    type Projective<G> = ark_ec::short_weierstrass::Projective<Config<G>>;
    let scalar = <Projective<G> as PrimeGroup>::ScalarField::from_le_bytes_mod_order;
    let bases = seeds.map(|seed| (Projective::<G>::generator() * scalar(&seed)).into_affine());
    let integers = seeds.map(|seed| -scalar(&seed)).map(|scalar| scalar.into_bigint());
    for (bases, integers) in
        [(&bases[..], &integers[..]), (&bases[1..], &integers), (&bases, &integers[..1]), (&[], &[])]
    {
        assert_eq!(Config::<G>::msm_bigint(bases, integers), Projective::<G>::msm_bigint(bases, integers));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn random_values_too(seeds in proptest::array::uniform3(any::<[u8; 32]>()), zero in 0..3_usize) {
        agree::<Bls12381, Bls12_381>(&seeds, zero);
        agree::<Bn254, ark_bn254::Bn254>(&seeds, zero);
        sums_by_integers::<bls12_381::G1>(&seeds);
        sums_by_integers::<bn254::G2>(&seeds);
    }
}

/// How many of some points (x, y) of the curve lie outside the subgroup: arkworks' own type says which. Those are refused here,
/// and so is what is no point of the curve.
fn refused<G: Group>() -> usize {
    let mut outside = 0;
    for n in 0..32_u64 {
        let Some(point) = Affine::<G::Theirs>::get_point_from_x_unchecked(n.into(), true) else { continue };
        let mut long = bytes(&point)[1].clone();
        let inside = point.is_in_correct_subgroup_assuming_on_curve();
        assert_eq!(Affine::<Config<G>>::deserialize_uncompressed(&long[..]).is_ok(), inside);
        assert!(Affine::<Config<G>>::deserialize_uncompressed_unchecked(&long[..]).is_ok());
        let place = long.len() / 4;
        long[place] ^= 1;
        assert!(Affine::<Config<G>>::deserialize_uncompressed(&long[..]).is_err());
        outside += usize::from(!inside);
    }
    outside
}

#[test]
fn what_is_no_point_of_the_group_is_refused() {
    assert!(refused::<bls12_381::G1>() > 0 && refused::<bls12_381::G2>() > 0 && refused::<bn254::G2>() > 0);
    assert_eq!(refused::<bn254::G1>(), 0);
}
