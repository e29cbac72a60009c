//! Code that is generic over arkworks' traits gives the same here and on arkworks' own crate.

use ark_bls12_381::Bls12_381;
use ark_ec::pairing::{MillerLoopOutput, Pairing, PairingOutput};
use ark_ec::{AdditiveGroup, AffineRepr, CurveGroup, PrimeGroup};
use ark_ff::{Field, PrimeField, Zero};
use ark_serialize::{CanonicalDeserialize, CanonicalSerialize};
use pairforge_arkworks::{Bls12381, Fq12, Fr, G1Affine, G2Affine};
use proptest::prelude::*;

fn bytes(value: &impl CanonicalSerialize) -> [Vec<u8>; 2] {
    let (mut short, mut long) = (Vec::new(), Vec::new());
    value.serialize_compressed(&mut short).expect("room");
    value.serialize_uncompressed(&mut long).expect("room");
    assert_eq!([short.len(), long.len()], [value.compressed_size(), value.uncompressed_size()]);
    [short, long]
}

/// What generic code computes with points of a group, as bytes.
fn points<G: CurveGroup<ScalarField = Fr>>(scalars: &[Fr]) -> Vec<[Vec<u8>; 2]> {
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
fn transcript<E: Pairing<ScalarField = Fr>>(scalars: &[Fr]) -> Vec<[Vec<u8>; 2]> {
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
    let scalars: Vec<Fr> = (1..7).map(|n| Fr::from(n).pow([0x1_2345_6789, n])).collect();
    assert_eq!(transcript::<Bls12381>(&scalars), transcript::<Bls12_381>(&scalars));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4))]

    #[test]
    fn random_values_too(seeds in proptest::array::uniform3(any::<[u8; 32]>()), zero in 0..3_usize) {
        let mut scalars = seeds.map(|seed| Fr::from_le_bytes_mod_order(&seed));
        scalars[zero] = Fr::zero();
        let rotated = [scalars[(zero + 1) % 3], scalars[(zero + 2) % 3], scalars[zero]];
        prop_assert_eq!(points::<<Bls12381 as Pairing>::G1>(&rotated), points::<<Bls12_381 as Pairing>::G1>(&rotated));
        prop_assert_eq!(points::<<Bls12381 as Pairing>::G2>(&rotated), points::<<Bls12_381 as Pairing>::G2>(&rotated));
    }
}

#[test]
fn what_is_no_point_of_the_group_is_refused() {
    // (x, y) on the curves, outside the subgroups: those of arkworks' own types, as bytes.
    let mut found = [0; 2];
    for n in 0..32_u64 {
        if let Some(point) = ark_bls12_381::G1Affine::get_point_from_x_unchecked(n.into(), true) {
            let long = &bytes(&point)[1];
            let inside = point.is_in_correct_subgroup_assuming_on_curve();
            assert_eq!(G1Affine::deserialize_uncompressed(&long[..]).is_ok(), inside);
            assert!(G1Affine::deserialize_uncompressed_unchecked(&long[..]).is_ok());
            let mut wrong = long.clone();
            wrong[95] ^= 1;
            assert!(G1Affine::deserialize_uncompressed(&wrong[..]).is_err());
            found[0] += usize::from(!inside);
        }
        if let Some(point) = ark_bls12_381::G2Affine::get_point_from_x_unchecked(n.into(), true) {
            let inside = point.is_in_correct_subgroup_assuming_on_curve();
            assert_eq!(G2Affine::deserialize_uncompressed(&bytes(&point)[1][..]).is_ok(), inside);
            found[1] += usize::from(!inside);
        }
    }
    assert!(found.iter().all(|found| *found > 0));
    assert_eq!(Fq12::default(), Fq12::ZERO);
}
