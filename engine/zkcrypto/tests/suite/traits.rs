//! zkcrypto's traits: code that is generic over them gives the same on this engine and on zkcrypto's own crate.

use group::ff::{Field, PrimeField};
use group::{Curve, CurveAffine, Group, GroupEncoding, UncompressedEncoding};
use pairforge_zkcrypto::{Bls12381, G1Affine, G1Projective, G2Projective, Gt, Scalar};
use pairing::{Engine, MillerLoopResult, MultiMillerLoop, PairingCurveAffine};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// What generic code computes, as bytes.
fn transcript<E: MultiMillerLoop>() -> Vec<Vec<u8>>
where
    <E::Fr as PrimeField>::Repr: AsRef<[u8]>,
{
    let mut rng = ChaCha20Rng::seed_from_u64(7);
    let mut out = Vec::new();
    let scalars: Vec<E::Fr> = (1..6).map(|n| E::Fr::from(n).pow_vartime([0x1_2345_6789, n])).collect();
    let mut scalar = |value: E::Fr| out.push(value.to_repr().as_ref().to_vec());
    for a in &scalars {
        for b in &scalars {
            [*a + b, *a - b, *a * b, -*a, a.square(), a.double(), a.invert().unwrap()]
                .into_iter()
                .for_each(&mut scalar);
        }
        assert_eq!(a.square().sqrt().unwrap().square(), a.square());
        let (is_square, root) = E::Fr::sqrt_ratio(a, &scalars[1]);
        let target = if bool::from(is_square) { *a } else { E::Fr::ROOT_OF_UNITY * a };
        assert_eq!(root.square() * scalars[1], target);
    }
    [E::Fr::ROOT_OF_UNITY, E::Fr::ROOT_OF_UNITY_INV, E::Fr::DELTA, E::Fr::TWO_INV]
        .into_iter()
        .for_each(&mut scalar);
    [E::Fr::MULTIPLICATIVE_GENERATOR, -E::Fr::ONE, E::Fr::ZERO].into_iter().for_each(&mut scalar);
    out.push(format!("{} {} {} {}", E::Fr::MODULUS, E::Fr::NUM_BITS, E::Fr::CAPACITY, E::Fr::S).into_bytes());
    let random = E::Fr::random(&mut rng);
    assert_eq!(E::Fr::from_repr(random.to_repr()).unwrap(), random);

    out.extend(points::<E::G1>(&scalars));
    out.extend(points::<E::G2>(&scalars));

    let [p, q] = [scalars[0], scalars[1]];
    let p = (E::G1::generator() * p).to_affine();
    let q = (E::G2::generator() * q).to_affine();
    let e = E::pairing(&p, &q);
    assert_eq!(p.pairing_with(&q), e);
    assert_eq!(q.pairing_with(&p), e);
    assert_eq!(
        e,
        E::pairing(&E::G1Affine::generator(), &E::G2Affine::generator()) * (scalars[0] * scalars[1])
    );
    assert_eq!(e + -e, E::Gt::identity());
    assert_eq!(e.double() - e, e);
    assert_eq!(e + e, e.double());
    assert_eq!(e * E::Fr::from(3), [e, e, e].iter().sum());
    assert!(bool::from(E::pairing(&E::G1Affine::identity(), &q).is_identity()));
    let prepared: [E::G2Prepared; 2] = [q.into(), (-q).into()];
    let product = E::multi_miller_loop(&[(&p, &prepared[0]), (&p, &prepared[1])]);
    assert!(bool::from(product.final_exponentiation().is_identity()));
    let sum = E::multi_miller_loop(&[(&p, &prepared[0])]) + E::multi_miller_loop(&[(&p, &prepared[0])]);
    assert_eq!(sum.final_exponentiation(), e.double());
    assert_eq!(<E::Result as Default>::default().final_exponentiation(), E::Gt::identity());
    out
}

fn points<G: group::prime::PrimeCurve>(scalars: &[G::Scalar]) -> Vec<Vec<u8>>
where
    G::Affine: UncompressedEncoding,
{
    let g = G::generator();
    let mut all: Vec<G> = scalars.iter().map(|scalar| g * scalar).collect();
    all.extend([
        G::identity(),
        -g,
        g.double(),
        g - g.double(),
        all.iter().sum(),
        all[0] + all[1].to_affine(),
    ]);
    let mut affine = vec![G::Affine::identity(); all.len()];
    G::batch_normalize(&all, &mut affine);
    for (point, normal) in all.iter().zip(&affine) {
        assert_eq!(point.to_affine(), *normal);
        assert_eq!(normal.to_curve(), *point);
        assert_eq!(G::from_bytes(&point.to_bytes()).unwrap(), *point);
        assert_eq!(G::Affine::from_uncompressed(&normal.to_uncompressed()).unwrap(), *normal);
    }
    let compressed = affine.iter().map(|point| point.to_bytes().as_ref().to_vec());
    compressed.chain(affine.iter().map(|point| point.to_uncompressed().as_ref().to_vec())).collect()
}

#[test]
fn generic_code_gives_the_same_as_on_zkcrypto() {
    assert_eq!(transcript::<Bls12381>(), transcript::<bls12_381::Bls12>());
}

#[test]
fn the_tests_of_the_crate_group() {
    group::tests::curve_tests::<G1Projective>();
    group::tests::curve_tests::<G2Projective>();
    group::tests::random_uncompressed_encoding_tests::<G1Projective>();
}

#[test]
fn what_is_no_point_is_refused() {
    let mut bytes = G1Affine::generator().to_bytes();
    bytes.as_mut()[47] ^= 1;
    assert!(bool::from(G1Affine::from_bytes(&bytes).is_none()));
    assert!(bool::from(Scalar::from_repr([0xff; 32]).is_none()));
    assert_eq!(Gt::generator(), Bls12381::pairing(&CurveAffine::generator(), &CurveAffine::generator()));
}
