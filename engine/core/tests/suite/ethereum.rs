//! Ethereum's precompiles: go-ethereum's vectors, its failing ones included, c-kzg-4844's, and every rule of the
//! standards that these do not reach.
#![cfg(feature = "ethereum")]

use crate::vectors::{bytes, list, read, text};
use pairforge_engine::prime::ate::{Ate, Bls12381, Bn254};
use pairforge_engine::prime::curve::{Affine, Coordinate, Curve};
use pairforge_engine::prime::groups::{G1, G1Affine, G2, Subgroup};
use pairforge_engine::protocols::ethereum::kzg::{TrustedSetup, versioned_hash};
use pairforge_engine::protocols::ethereum::{
    Place, Precompile, PrecompileError, ecadd, ecmul, ecpairing, g1_add, g1_msm, g2_add, pairing_check,
    point_evaluation,
};
use pairforge_engine::{Error, Group, Pairing};
use serde_json::Value;

const P254: &str = "30644e72e131a029b85045b68181585d97816a916871ca8d3c208c16d87cfd47";

fn hex(digits: &str) -> Vec<u8> {
    bytes(&digits.into())
}

fn word(n: u8) -> Vec<u8> {
    [vec![0; 31], vec![n]].concat()
}

/// What go-ethereum calls a failure.
fn name_at_go_ethereum(error: &PrecompileError) -> &'static str {
    match error {
        PrecompileError::Length { .. }
        | PrecompileError::PartOfTerm { .. }
        | PrecompileError::Empty { .. } => "invalid input length",
        PrecompileError::Padding { .. } => "invalid field element top bytes",
        PrecompileError::Element { .. } => "invalid fp.Element encoding",
        PrecompileError::NotOnCurve { .. } => "invalid point: not on curve",
        PrecompileError::NotInSubgroup { place: Place { item: "Q", .. } } => {
            "g2 point is not on correct subgroup"
        }
        PrecompileError::NotInSubgroup { .. } => "g1 point is not on correct subgroup",
        _ => "another failure",
    }
}

/// Every case of one precompile.
fn check(precompile: Precompile, cases: &[Value]) {
    for case in cases {
        let result = precompile.call(&bytes(&case["in"]));
        let label = text(&case["name"]);
        match (result, case.get("error")) {
            (Ok(output), None) => {
                assert_eq!(output, bytes(&case["out"]), "{label}");
                assert_eq!(output.len(), precompile.output_bytes());
            }
            (Err(error), Some(expected)) => {
                // One item of a multiple, whichever the group.
                let expected = match precompile {
                    Precompile::G2Msm => text(expected).replace("g2 point", "g1 point"),
                    _ => text(expected).to_owned(),
                };
                assert_eq!(name_at_go_ethereum(&error), expected, "{label}");
            }
            (result, _) => panic!("{label}: {result:?}"),
        }
    }
}

#[test]
fn the_vectors_of_go_ethereum() {
    let [some, others] = ["ethereum", "go-ethereum"].map(|name| read(&format!("precompiles/{name}")));
    let mut number = 0;
    for precompile in Precompile::ALL {
        if precompile == Precompile::PointEvaluation {
            continue;
        }
        for document in [&some, &others] {
            let cases = document["precompiles"].get(precompile.name()).map_or(&[][..], list);
            check(precompile, cases);
            number += cases.len();
        }
    }
    assert_eq!(number, 975);
    for case in list(&read("kzg/point_evaluation")["cases"]) {
        assert_eq!(point_evaluation(&bytes(&case["in"])), Ok(bytes(&case["out"])));
    }
}

#[test]
fn addresses_and_names() {
    for precompile in Precompile::ALL {
        assert_eq!(Precompile::by_address(precompile.address()), Some(precompile));
        assert_eq!(Precompile::by_name(precompile.name()), Some(precompile));
    }
    assert_eq!([0x05, 0x09, 0x12].map(Precompile::by_address), [None; 3]);
    assert_eq!(Precompile::by_name("ecadd"), None);
}

/// EIP-196: "If the input is shorter than expected, it is assumed to be virtually padded with zeros at the end.
/// If it is longer, surplus bytes are ignored."
#[test]
fn inputs_of_eip_196_may_have_any_length() {
    let generator = [word(1), word(2)].concat();
    let zeros = vec![0; 64];
    assert_eq!(ecadd(&[]), Ok(zeros.clone()));
    assert_eq!(ecmul(&[]), Ok(zeros.clone()));
    assert_eq!(ecadd(&generator), Ok(generator.clone()));
    assert_eq!(ecmul(&generator), Ok(zeros));
    // A scalar of which the lower bytes are missing: 1 << 248.
    let cut = ecmul(&[&generator[..], &[1]].concat());
    let whole = ecmul(&[&generator[..], &[1], &[0; 31]].concat());
    assert_eq!(cut, whole);
    let sum = ecadd(&[&generator[..], &generator].concat());
    assert_eq!(sum, ecadd(&[&generator[..], &generator, &[0xff; 9]].concat()));
    assert_eq!(sum, ecmul(&[&generator[..], &word(2), &[0xff; 9]].concat()));
    // (x, 0 ...) of a cut y is not on the curve.
    assert!(matches!(ecadd(&generator[..63]), Err(PrecompileError::NotOnCurve { .. })));
}

#[test]
fn scalars_of_bn254_may_be_any_256_bits() {
    let generator = [word(1), word(2)].concat();
    // 2^256 - 1 = q r + s.
    let order = G1Affine::<Bn254>::ORDER;
    let expected = G1Affine::<Bn254>::generator().affine().mul_vartime(&[u64::MAX; 4]).to_affine();
    let mut bytes = vec![0; 64];
    expected.x().write_be(&mut bytes[..32]);
    expected.y().write_be(&mut bytes[32..]);
    assert_eq!(ecmul(&[&generator[..], &[0xff; 32]].concat()), Ok(bytes));
    let order: Vec<u8> = order.iter().rev().flat_map(|limb| limb.to_be_bytes()).collect();
    assert_eq!(ecmul(&[&generator[..], &order].concat()), Ok(vec![0; 64]));
}

#[test]
fn no_pairs_are_a_product_of_one_for_eip_197_alone() {
    assert_eq!(ecpairing(&[]), Ok(word(1)));
    assert_eq!(pairing_check(&[]), Err(PrecompileError::Empty { term: 384 }));
}

#[test]
fn sums_of_bls12_381_take_points_of_any_order() {
    // (4, y) is on the curve and not in the subgroup.
    let x = Coordinate::add(&Coordinate::double(&Coordinate::ONE), &Coordinate::double(&Coordinate::ONE));
    let point = Affine::<G1<Bls12381>>::from_x(x, false).expect("a point of the curve");
    assert!(!G1::<Bls12381>::contains(&point));
    let padded = |point: &Affine<G1<Bls12381>>| {
        let mut bytes = vec![0; 128];
        point.x().write_be(&mut bytes[16..64]);
        point.y().write_be(&mut bytes[80..]);
        bytes
    };
    let double = padded(&point.to_jacobian().double().to_affine());
    let point = padded(&point);
    assert_eq!(g1_add(&[&point[..], &point].concat()), Ok(double));
    let outside = PrecompileError::NotInSubgroup { place: Place { term: Some(1), item: "point" } };
    let zero = [0; 160];
    assert_eq!(g1_msm(&[&zero[..], &point, &word(0)].concat()), Err(outside));
    assert_eq!(g2_add(&[0; 512]), Ok(vec![0; 256]));
}

/// A point of the twist of BN254 outside the subgroup, as EIP-197 has it.
fn outside() -> Vec<u8> {
    type Twist = G2<Bn254>;
    let one = <Twist as Curve>::Field::ONE;
    let mut x = one;
    let point = loop {
        match Affine::<Twist>::from_x(x, false) {
            Some(point) if !Twist::contains(&point) => break point,
            _ => x = Coordinate::add(&x, &one),
        }
    };
    let mut bytes = vec![0; 128];
    point.x().write_be(&mut bytes[..64]);
    point.y().write_be(&mut bytes[64..]);
    bytes
}

/// One line each, which says which input, what is wrong and what would be right.
#[test]
fn every_failure_has_its_line() {
    let [one, two, zero] = [1, 2, 0].map(word);
    let prime = hex(P254);
    let padded = |n: u8| [vec![0; 32], word(n)].concat();
    let generator = [&one[..], &two].concat();
    let setup = TrustedSetup::mainnet();
    let infinity = [&[0xc0][..], &[0; 47]].concat();
    let proof = |commitment: &[u8], z: &[u8], proof: &[u8]| {
        setup.point_evaluation(&[&versioned_hash(commitment)[..], z, &[0; 32], commitment, proof].concat())
    };
    let off = "not a point of the curve; must satisfy its equation, or be zeros for infinity";
    let element = "must be below the prime p of the field";
    for (result, line) in [
        (ecadd(&[&generator[..], &one, &one].concat()), format!("term 1: point: {off}")),
        (ecadd(&[&zero[..], &prime].concat()), format!("term 0: point: y: {element}")),
        (ecmul(&[&prime[..], &prime].concat()), format!("point: x: {element}")),
        (ecmul(&[&one[..], &one].concat()), format!("point: {off}")),
        (ecpairing(&[0; 191]), "191 bytes of input; must be a multiple of 192".into()),
        (ecpairing(&[&one[..], &one, &[0; 128]].concat()), format!("term 0: P: {off}")),
        (
            ecpairing(&[&[0; 192 + 64][..], &prime, &[0; 96]].concat()),
            format!("term 1: Q: x, coefficient of i: {element}"),
        ),
        (
            ecpairing(&[&[0; 64 + 96][..], &prime].concat()),
            format!("term 0: Q: y, coefficient of 1: {element}"),
        ),
        (
            ecpairing(&[&generator[..], &outside()].concat()),
            "term 0: Q: a point of the curve outside the subgroup of order r; must be in it".into(),
        ),
        (g1_add(&[0; 255]), "255 bytes of input; must be 256".into()),
        (g1_msm(&[]), "no input; must be one term of 160 bytes, or several".into()),
        (
            g1_add(&[&[0; 128][..], &padded(1), &[0; 15], &[1], &[0; 48]].concat()),
            "term 1: point: y: the upper 16 bytes must be zero".into(),
        ),
        (
            g2_add(&[&[0; 256][..], &[0xff; 64], &[0; 192]].concat()),
            "term 1: point: x, coefficient of 1: the upper 16 bytes must be zero".into(),
        ),
        (Precompile::MapFpToG1.call(&[&[0; 16][..], &[0xff; 48]].concat()), format!("u: value: {element}")),
        (
            Precompile::MapFp2ToG2.call(&[&[0; 80][..], &[0xff; 48]].concat()),
            format!("u: coefficient of i: {element}"),
        ),
        (point_evaluation(&[0; 191]), "191 bytes of input; must be 192".into()),
        (
            point_evaluation(&[0; 192]),
            "versioned hash: must be 0x01 and the last 31 bytes of the SHA-256 of the commitment".into(),
        ),
        (proof(&infinity, &[0xff; 32], &infinity), "z: must be below the order r of the subgroup".into()),
        (
            proof(&infinity, &zero, &[0; 48]),
            "proof: the flag bits of the encoding contradict each other".into(),
        ),
        (
            proof(&G1Affine::<Bls12381>::generator().to_compressed(), &zero, &infinity),
            "proof: does not show that the committed polynomial is y at z; must be that of z".into(),
        ),
    ] {
        assert_eq!(result.expect_err(&line).to_string(), line);
    }
    assert!(proof(&infinity, &zero, &infinity).is_ok());
}

/// Both `verify_kzg_proof` and, for the same case, the precompile.
#[test]
fn the_proofs_of_c_kzg() {
    let setup = TrustedSetup::mainnet();
    let mut outcomes = [0; 3];
    for case in list(&read("kzg/verify_kzg_proof")["cases"]) {
        let [commitment, z, y, proof] = ["commitment", "z", "y", "proof"].map(|key| bytes(&case[key]));
        let word = |bytes: &[u8]| bytes.try_into().expect("32 bytes");
        let valid = setup.verify(&commitment, &word(&z), &word(&y), &proof).ok();
        assert_eq!(valid, case["valid"].as_bool(), "{}", case["name"]);
        outcomes[valid.map_or(2, usize::from)] += 1;
        let input = [&versioned_hash(&commitment)[..], &z, &y, &commitment, &proof].concat();
        let result = setup.point_evaluation(&input);
        match valid {
            Some(true) => assert!(result.is_ok()),
            Some(false) => assert_eq!(result, Err(PrecompileError::Proof)),
            None => assert!(matches!(
                result,
                Err(PrecompileError::Encoding { .. } | PrecompileError::Scalar { .. })
            )),
        }
    }
    assert!(outcomes.iter().all(|count| *count > 3), "valid, invalid and malformed: {outcomes:?}");
}

/// tau in G1, of the same ceremony: `g1_monomial`'s second point.
#[test]
fn the_setup_is_that_of_the_ceremony() {
    let tau = G1Affine::<Bls12381>::from_compressed(&hex(
        "ad3eb50121139aa34db1d545093ac9374ab7bca2c0f3bf28e27c8dcd8fc7cb42d25926fc0c97b336e9f0fb35e5a04c81",
    ));
    let setup = TrustedSetup::mainnet();
    let e = Ate::<Bls12381>::pair(&tau.expect("a point"), &Group::generator());
    assert_eq!(e, Ate::<Bls12381>::pair(&Group::generator(), setup.tau()));
    assert_eq!(TrustedSetup::from_bytes(&setup.tau().to_compressed()), Ok(setup));
    assert_eq!(TrustedSetup::from_bytes(&[0; 95]), Err(Error::Length { expected: 96, got: 95 }));
}
