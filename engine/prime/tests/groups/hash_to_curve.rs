//! Hashing to curves: the vectors of RFC 9380, the literals of the suites, and the properties of every hash.

use pairforge_interface::Group;
use pairforge_prime::ate::{Bls12381, Bn254, Bn258, Bn462};
use pairforge_prime::curve::{Affine, Coordinate, Curve, Jacobian};
use pairforge_prime::groups::{G1, G1Affine, G2, G2Affine, Point, Subgroup};
use pairforge_prime::hash_to_curve::{
    Isogenous3, Isogenous11, IsogenousCurve, encode, expand_message_xmd, hash_to_field, isogeny,
    map_to_curve, map_to_isogenous, try_and_increment,
};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;

fn vectors() -> Value {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/rfc9380/bls12-381.json");
    serde_json::from_str(&std::fs::read_to_string(path).expect("the vectors")).expect("JSON")
}

fn list(value: &Value) -> &[Value] {
    value.as_array().expect("a list")
}

fn text(value: &Value) -> &str {
    value.as_str().expect("a string")
}

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|i| u8::from_str_radix(&hex[i..i + 2], 16).expect("hex")).collect()
}

/// A field element as the vectors have it: one integer, or two of which the first is the coefficient of 1.
fn element<F: Coordinate>(value: &Value) -> F {
    let coefficients = value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice);
    let big_endian = coefficients.iter().rev().flat_map(|c| bytes(&format!("{:0>96}", &text(c)[2..])));
    F::read_be(&big_endian.collect::<Vec<_>>()).expect("canonical")
}

fn point<C: Curve>(value: &Value) -> Affine<C> {
    Affine::new(element(&value[0]), element(&value[1])).expect("on the curve")
}

#[test]
fn expand_message_xmd_gives_the_published_bytes() {
    for suite in list(&vectors()["expand_message_xmd"]) {
        let dst = text(&suite["dst"]).as_bytes();
        for case in list(&suite["cases"]) {
            let expected = bytes(text(&case["uniform_bytes"]));
            let mut bytes = vec![0; expected.len()];
            expand_message_xmd(&[text(&case["msg"]).as_bytes()], dst, &mut bytes);
            assert_eq!(bytes, expected);
        }
    }
}

fn suite<E: IsogenousCurve<Target = G>, G: Subgroup<Field = E::Field>>(suite: &Value) {
    let dst = text(&suite["dst"]).as_bytes();
    let uniform = text(&suite["suite"]).ends_with("_RO_");
    for case in list(&suite["cases"]) {
        let message = text(&case["msg"]).as_bytes();
        let us: Vec<G::Field> = list(&case["u"]).iter().map(element).collect();
        if uniform {
            assert_eq!(hash_to_field::<G::Field, 2>(&[message], dst).as_slice(), us);
        } else {
            assert_eq!(hash_to_field::<G::Field, 1>(&[message], dst).as_slice(), us);
        }
        for (u, q) in us.iter().zip(list(&case["Q"])) {
            assert_eq!(map_to_curve::<E>(u), point(q));
        }
        let expected = point::<G>(&case["P"]);
        let hashed = if uniform {
            *Point::<G>::hash(message, dst).affine()
        } else {
            G::clear_cofactor(&encode::<E>(message, dst)).to_affine()
        };
        assert_eq!(hashed, expected);
    }
}

#[test]
fn the_suites_give_the_published_points() {
    let vectors = vectors();
    let suites = list(&vectors["suites"]);
    assert_eq!(suites.len(), 4);
    for vectors in suites {
        if text(&vectors["suite"]).starts_with("BLS12381G1") {
            suite::<Isogenous11, G1<Bls12381>>(vectors);
        } else {
            suite::<Isogenous3, G2<Bls12381>>(vectors);
        }
    }
}

fn point_with_seed<C: Curve>(rng: &mut ChaCha20Rng) -> Jacobian<C> {
    let x = std::iter::repeat_with(|| C::Field::random(rng));
    x.filter_map(|x| Affine::<C>::from_x(x, true)).next().expect("endless").to_jacobian()
}

fn isogeny_is_a_homomorphism<E: IsogenousCurve>(rng: &mut ChaCha20Rng) {
    let [p, q] = [(); 2].map(|()| point_with_seed::<E>(rng).double());
    assert!(isogeny(&p).to_affine().is_on_curve());
    assert_eq!(isogeny(&p.add(&q)), isogeny(&p).add(&isogeny(&q)));
    assert_eq!(isogeny(&Jacobian::<E>::IDENTITY), Jacobian::IDENTITY);
}

fn map_lands_on_the_curve<E: IsogenousCurve>(u: &E::Field) {
    let [image, opposite] = map_to_isogenous::<E, 2>(&[*u, u.neg()]).map(|image| image.to_affine());
    assert!(image.is_on_curve());
    assert_eq!(bool::from(image.y().sgn0()), bool::from(u.sgn0()));
    assert_eq!(opposite.x(), image.x());
    assert_eq!(map_to_isogenous::<E, 1>(&[*u])[0].to_affine(), image);
}

fn roots_of_ratios<E: IsogenousCurve>(u: &E::Field, v: &E::Field) {
    let quotients = [(*u, *v), (v.add(&E::Z), v.square())];
    for ((u, v), (root, is_square)) in quotients.iter().zip(E::sqrt_ratios(&quotients)) {
        let numerator = if bool::from(is_square) { *u } else { u.mul(&E::Z) };
        assert_eq!(root.square().mul(v), numerator);
        assert_eq!(bool::from(is_square), bool::from(u.mul(v).sqrt().is_some()));
    }
    let [(alone, _)] = E::sqrt_ratios(&[(*u, *v)]);
    assert_eq!(alone, E::sqrt_ratios(&quotients)[0].0);
}

fn all_maps<E: IsogenousCurve>(rng: &mut ChaCha20Rng) {
    let (u, v) = (E::Field::random(rng), E::Field::random(rng));
    map_lands_on_the_curve::<E>(&u);
    for u in [E::Field::ZERO, E::Field::ONE, E::Z, u, u.square(), u.square().mul(&E::Z), u.mul(&u.co_norm())]
    {
        for v in [E::Field::ONE, E::Z, v, v.square()] {
            roots_of_ratios::<E>(&u, &v);
        }
    }
    isogeny_is_a_homomorphism::<E>(rng);
}

#[test]
fn exceptional_inputs_of_the_maps() {
    // u = 0 and Z u^2 = -1 make the map's denominator 0.
    fn exceptional<E: IsogenousCurve>() {
        map_lands_on_the_curve::<E>(&E::Field::ZERO);
        if let Some(u) = Option::from(E::Z.neg().invert().sqrt()) {
            map_lands_on_the_curve::<E>(&u);
        }
    }
    exceptional::<Isogenous11>();
    exceptional::<Isogenous3>();
}

#[test]
#[should_panic(expected = "an empty domain separation tag")]
fn a_hash_by_maps_needs_a_tag() {
    let _ = G1Affine::<Bls12381>::hash(b"message", b"");
}

#[test]
#[should_panic(expected = "an empty domain separation tag")]
fn a_hash_by_try_and_increment_needs_a_tag() {
    let _ = G2Affine::<Bn254>::hash(b"message", b"");
}

/// The roots of the isogeny's denominators, over F_p, go to infinity.
#[test]
fn the_kernel_of_the_isogeny_goes_to_infinity() {
    // x + 6 - 6 i.
    let [c0, c1] = <Isogenous3 as IsogenousCurve>::ISOGENY[2] else { panic!("it has one root") };
    assert_eq!(*c1, Coordinate::ONE);
    let x = c0.neg();
    if let Some(kernel) = Affine::<Isogenous3>::from_x(x, false) {
        assert_eq!(kernel.mul(&[3]), Jacobian::IDENTITY);
        assert_eq!(isogeny(&kernel.to_jacobian()), Jacobian::IDENTITY);
    }
}

fn hashes<G: Subgroup>(message: &[u8], dst: &[u8]) {
    let point = Point::<G>::hash(message, dst);
    assert!(!point.is_identity());
    assert!(bool::from(point.affine().mul(G::ORDER).is_identity()));
    assert_eq!(point, Point::<G>::hash(message, dst));
    assert_ne!(point, Point::<G>::hash(&[message, &[0]].concat(), dst));
    assert_ne!(point, Point::<G>::hash(message, &[dst, &[0]].concat()));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn maps_of_the_suites(seed: u64) {
        let mut rng = ChaCha20Rng::seed_from_u64(seed);
        all_maps::<Isogenous11>(&mut rng);
        all_maps::<Isogenous3>(&mut rng);
    }

    #[test]
    fn hashes_lie_in_the_subgroup(message: Vec<u8>, dst in prop::collection::vec(any::<u8>(), 1..400)) {
        hashes::<G1<Bls12381>>(&message, &dst);
        hashes::<G2<Bls12381>>(&message, &dst);
        hashes::<G1<Bn254>>(&message, &dst);
        hashes::<G2<Bn254>>(&message, &dst);
        hashes::<G1<Bn258>>(&message, &dst);
        hashes::<G2<Bn258>>(&message, &dst);
        hashes::<G1<Bn462>>(&message, &dst);
        hashes::<G2<Bn462>>(&message, &dst);
    }
}

#[test]
fn the_hash_of_g1_and_the_hash_of_g2_are_the_suites_for_which_they_stand() {
    // The interface of the crate and the pieces say the same.
    let (message, dst) = (b"message", b"tag");
    let [u, v] = hash_to_field(&[message], dst);
    let sum = map_to_curve::<Isogenous11>(&u).to_jacobian().add_affine(&map_to_curve::<Isogenous11>(&v));
    assert_eq!(*G1Affine::<Bls12381>::hash(message, dst).affine(), G1::clear_cofactor(&sum).to_affine());
    let point = try_and_increment::<G2<Bn254>>(&[message], dst).to_jacobian();
    assert_eq!(*G2Affine::<Bn254>::hash(message, dst).affine(), G2::clear_cofactor(&point).to_affine());
}
