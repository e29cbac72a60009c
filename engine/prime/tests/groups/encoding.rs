//! Encodings of points: round trips, and every kind of malformed encoding refused with its error.

use pairforge_interface::{Coefficients, Error, Group};
use pairforge_prime::ate::{Bls12381, Bn254, Bn258, Bn462};
use pairforge_prime::curve::{Affine, Coordinate, Curve};
use pairforge_prime::groups::{G1, G1Affine, G2, G2Affine, Point, Subgroup};
use pairforge_prime::{Fp, PrimeParams};
use proptest::prelude::*;
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;
use serde_json::Value;

/// The bits of the first byte that are flags: three, or two.
fn flag_bits<G: Subgroup>() -> u32 {
    if G::Field::SPARE_BITS >= 3 { 3 } else { 2 }
}

fn round_trips<G: Subgroup>(point: &Point<G>) {
    assert_eq!(Point::from_compressed(&point.to_compressed()), Ok(*point));
    assert_eq!(Point::from_uncompressed(&point.to_uncompressed()), Ok(*point));
    let coordinate = G::Field::COUNT * G::Field::WIDTH;
    assert_eq!(point.to_compressed().len(), coordinate);
    assert_eq!(point.to_uncompressed().len(), 2 * coordinate);
    if !point.is_identity() {
        let mut bytes = vec![0; Point::<G>::COUNT * Point::<G>::WIDTH];
        point.write(&mut bytes);
        assert_eq!(Point::read(&bytes), Ok(*point));
        // The uncompressed encoding is the same coefficients in the other order.
        let mut reversed = bytes.clone();
        reversed[..coordinate].reverse();
        reversed[coordinate..].reverse();
        assert_eq!(point.to_uncompressed(), reversed);
    }
}

/// p as `WIDTH` big-endian bytes: the least integer that is not canonical.
fn modulus<G: Subgroup>() -> Vec<u8> {
    // p - 1 is the greatest canonical coefficient of -1.
    let mut bytes = vec![0; G::Field::COUNT * G::Field::WIDTH];
    G::Field::ONE.neg().write_le(&mut bytes);
    bytes.truncate(G::Field::WIDTH);
    bytes.reverse();
    *bytes.last_mut().expect("not empty") += 1;
    bytes
}

fn malformed<G: Subgroup>(point: &Point<G>) {
    let (short, long) = (point.to_compressed(), point.to_uncompressed());
    let compressed = |bytes: &[u8]| Point::<G>::from_compressed(bytes);
    let uncompressed = |bytes: &[u8]| Point::<G>::from_uncompressed(bytes);
    for (decode, expected) in [(&compressed as &dyn Fn(&[u8]) -> _, short.len()), (&uncompressed, long.len())]
    {
        for got in [0, 1, expected - 1, expected + 1] {
            assert_eq!(decode(&vec![0; got]), Err(Error::Length { expected, got }));
        }
    }
    assert_eq!(compressed(&long), Err(Error::Length { expected: short.len(), got: long.len() }));

    let with_first = |bytes: &[u8], change: &dyn Fn(u8) -> u8| {
        let mut bytes = bytes.to_vec();
        bytes[0] = change(bytes[0]);
        bytes
    };
    let infinity = Point::<G>::identity().to_compressed();
    let long_infinity = Point::<G>::identity().to_uncompressed();
    let mut bad_short = vec![with_first(&short, &|b| b & 0x7f | 0x40), with_first(&infinity, &|b| b | 1)];
    let mut bad_long = vec![with_first(&long, &|b| b | 0x80), with_first(&long, &|b| b | 0x40)];
    if flag_bits::<G>() == 3 {
        // The compressed flag missing; the sign of infinity; infinity with coordinates; a sign where y is given.
        bad_short.push(with_first(&short, &|b| b & 0x7f));
        bad_short.push(with_first(&infinity, &|b| b | 0x20));
        bad_short.push(with_first(&short, &|b| b | 0x40));
        bad_long.push(with_first(&long, &|b| b | 0x20));
        bad_long.push(with_first(&long_infinity, &|b| b | 0x20));
        bad_long.push(with_first(&long_infinity, &|b| b | 0x80));
    } else {
        bad_short.push(with_first(&short, &|b| b & 0x3f));
        bad_long.push(with_first(&long_infinity, &|b| b | 0xc0));
    }
    let mut trailing = infinity.clone();
    *trailing.last_mut().expect("not empty") = 1;
    bad_short.push(trailing);
    for bytes in &bad_short {
        assert_eq!(compressed(bytes), Err(Error::Flags), "{bytes:02x?}");
    }
    for bytes in &bad_long {
        assert_eq!(uncompressed(bytes), Err(Error::Flags), "{bytes:02x?}");
    }

    // Each coefficient in turn p: not canonical.
    let width = G::Field::WIDTH;
    let modulus = modulus::<G>();
    for coefficient in 0..2 * G::Field::COUNT {
        let mut bytes = long.clone();
        bytes[coefficient * width..][..width].copy_from_slice(&modulus);
        assert_eq!(uncompressed(&bytes), Err(Error::NotCanonical { coefficient }));
        let mut little = vec![0; long.len()];
        point.write(&mut little);
        little[coefficient * width..][..width].copy_from_slice(&modulus);
        little[coefficient * width..][..width].reverse();
        assert_eq!(Point::<G>::read(&little), Err(Error::NotCanonical { coefficient }));
        if coefficient < G::Field::COUNT {
            let mut bytes = short.clone();
            let flags = bytes[0] & !(0xff >> flag_bits::<G>());
            if coefficient == 0 {
                bytes[..width].copy_from_slice(&modulus);
                bytes[0] |= flags;
            } else {
                bytes[coefficient * width..][..width].copy_from_slice(&modulus);
            }
            assert_eq!(compressed(&bytes), Err(Error::NotCanonical { coefficient }));
        }
    }
    assert_eq!(
        Point::<G>::read(&long[1..]),
        Err(Error::Length { expected: long.len(), got: long.len() - 1 })
    );
}

fn off_the_curve<G: Subgroup>(rng: &mut ChaCha20Rng) {
    let x =
        std::iter::repeat_with(|| G::Field::random(rng)).find(|x| Affine::<G>::from_x(*x, true).is_none());
    let x = x.expect("endless");
    let mut bytes = vec![0; G::Field::COUNT * G::Field::WIDTH];
    x.write_be(&mut bytes);
    let long = [&bytes[..], &bytes].concat();
    assert_eq!(Point::<G>::from_uncompressed(&long), Err(Error::NotOnCurve));
    bytes[0] |= 0x80;
    assert_eq!(Point::<G>::from_compressed(&bytes), Err(Error::NotOnCurve));
    assert_eq!(Point::<G>::new(x, x), Err(Error::NotOnCurve));
}

/// A point of the curve whose order r does not divide, where there are such points.
fn outside_the_subgroup<G: Subgroup>(rng: &mut ChaCha20Rng) {
    let x = std::iter::repeat_with(|| G::Field::random(rng));
    let point = x.filter_map(|x| Affine::<G>::from_x(x, false)).next().expect("endless");
    if bool::from(point.mul(G::ORDER).is_identity()) {
        return;
    }
    let refused = Err(Error::NotInSubgroup);
    assert_eq!(Point::<G>::from_compressed(&point.to_compressed()), refused);
    assert_eq!(Point::<G>::from_uncompressed(&point.to_uncompressed()), refused);
    assert_eq!(Point::<G>::new(*point.x(), *point.y()), refused);
    let mut bytes = vec![0; Point::<G>::COUNT * Point::<G>::WIDTH];
    Point::<G>::new_on_curve(*point.x(), *point.y()).expect("on the curve").write(&mut bytes);
    assert_eq!(Point::<G>::read(&bytes), refused);
    assert_eq!(Affine::from_compressed(&point.to_compressed()), Ok(point));
}

macro_rules! for_every_group {
    ($test:ident($($argument:expr),*)) => {
        $test::<G1<Bls12381>>($($argument),*);
        $test::<G2<Bls12381>>($($argument),*);
        $test::<G1<Bn254>>($($argument),*);
        $test::<G2<Bn254>>($($argument),*);
        $test::<G1<Bn258>>($($argument),*);
        $test::<G2<Bn258>>($($argument),*);
        $test::<G1<Bn462>>($($argument),*);
        $test::<G2<Bn462>>($($argument),*);
    };
}

fn decoding_is_total<G: Subgroup>(bytes: &[u8]) {
    let coordinate = G::Field::COUNT * G::Field::WIDTH;
    let mut bytes = bytes.to_vec();
    bytes.resize(2 * coordinate, 0);
    // What decodes is what it encodes to.
    if let Ok(point) = Point::<G>::from_compressed(&bytes[..coordinate]) {
        assert_eq!(point.to_compressed(), bytes[..coordinate]);
    }
    if let Ok(point) = Affine::<G>::from_compressed(&bytes[..coordinate]) {
        assert_eq!(point.to_compressed(), bytes[..coordinate]);
    }
    if let Ok(point) = Point::<G>::from_uncompressed(&bytes) {
        assert_eq!(point.to_uncompressed(), bytes);
    }
}

fn random_round_trip<G: Subgroup>(seed: u64) {
    let point = Point::<G>::random(&mut ChaCha20Rng::seed_from_u64(seed));
    round_trips(&point);
    round_trips(&point.neg());
    assert_ne!(point.to_compressed(), point.neg().to_compressed());
    malformed(&point);
}

fn fixed_points<G: Subgroup>() {
    round_trips(&Point::<G>::identity());
    round_trips(&Point::<G>::generator());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8))]

    #[test]
    fn decoding_inverts_encoding(seed: u64) {
        for_every_group!(random_round_trip(seed));
    }

    #[test]
    fn what_decodes_encodes_to_the_same(bytes in prop::collection::vec(any::<u8>(), 0..240)) {
        for_every_group!(decoding_is_total(&bytes));
    }

    #[test]
    fn points_off_the_curve_are_refused(seed: u64) {
        for_every_group!(off_the_curve(&mut ChaCha20Rng::seed_from_u64(seed)));
    }

    #[test]
    fn points_outside_the_subgroup_are_refused(seed: u64) {
        for_every_group!(outside_the_subgroup(&mut ChaCha20Rng::seed_from_u64(seed)));
    }
}

#[test]
fn the_identity_and_the_generator_round_trip() {
    for_every_group!(fixed_points());
}

#[test]
#[should_panic(expected = "no coordinates")]
fn the_identity_has_no_coordinates() {
    G1Affine::<Bn254>::identity().write(&mut [0; 64]);
}

/// The generators of the draft, in the format that it defines.
#[test]
fn the_format_of_the_draft() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/irtf-pairing-friendly-curves.json");
    let draft: Value =
        serde_json::from_str(&std::fs::read_to_string(path).expect("the vectors")).expect("JSON");
    let vectors = &draft["vectors"]["BLS12_381"];
    let hex = |bytes: &[u8]| bytes.iter().map(|b| format!("{b:02x}")).collect::<String>();
    let text = |value: &Value| value.as_str().expect("a string").to_owned();
    let (p, q) = (&vectors["P"], &vectors["Q"]);
    assert_eq!(hex(&G1Affine::<Bls12381>::generator().to_uncompressed()), text(&p[0]) + &text(&p[1]));
    let expected = [&q[0][1], &q[0][0], &q[1][1], &q[1][0]].map(text).concat();
    assert_eq!(hex(&G2Affine::<Bls12381>::generator().to_uncompressed()), expected);
    // y is the smaller of both for G1 and G2: the flags are 100, on top of x.
    assert_eq!(hex(&G1Affine::<Bls12381>::generator().to_compressed()), format!("9{}", &text(&p[0])[1..]));
    let expected = format!("9{}{}", &text(&q[0][1])[1..], text(&q[0][0]));
    assert_eq!(hex(&G2Affine::<Bls12381>::generator().to_compressed()), expected);
    let infinity = hex(&G1Affine::<Bls12381>::identity().to_compressed());
    assert_eq!(infinity, format!("c0{}", "00".repeat(47)));
    assert_eq!(hex(&G2Affine::<Bls12381>::identity().to_uncompressed()), format!("40{}", "00".repeat(191)));
    // BN254 has two flags only: its generator (1, 2) with the smaller y, its opposite, and infinity.
    let g = G1Affine::<Bn254>::generator();
    assert_eq!(hex(&g.to_compressed()), format!("80{}01", "00".repeat(30)));
    assert_eq!(hex(&g.neg().to_compressed()), format!("c0{}01", "00".repeat(30)));
    assert_eq!(hex(&G1Affine::<Bn254>::identity().to_compressed()), format!("40{}", "00".repeat(31)));
    assert_eq!(hex(&G1Affine::<Bn254>::identity().to_uncompressed()), "00".repeat(64));
}

/// A field whose elements fill all bytes: p = 2^8 - 5.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Full {}

impl PrimeParams<1> for Full {
    const NAME: &'static str = "251";
    const MODULUS: [u64; 1] = [251];
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct FullCurve;

impl Curve for FullCurve {
    type Field = Fp<Full, 1>;
    const A: Fp<Full, 1> = Fp::small(1);
    const A_IS_ZERO: bool = false;
    const B: Fp<Full, 1> = Fp::small(0);
}

/// Every string of bytes decodes to a point or to an error, without spare bits: flags in a byte of their own.
#[test]
fn every_encoding_without_spare_bits() {
    let mut points = 0;
    for flags in 0..=255 {
        for x in 0..=255 {
            if let Ok(point) = Affine::<FullCurve>::from_compressed(&[flags, x]) {
                assert_eq!(point.to_compressed(), [flags, x]);
                points += 1;
            }
            for y in 0..=255 {
                if let Ok(point) = Affine::<FullCurve>::from_uncompressed(&[flags, x, y]) {
                    assert_eq!(point.to_uncompressed(), [flags, x, y]);
                }
            }
        }
    }
    // Supersingular, as 251 = 3 mod 4: every point is found once.
    assert_eq!(points, 252);
}

#[test]
fn the_two_formats_of_g2_put_the_coefficient_of_i_first_or_last() {
    let g = G2Affine::<Bn254>::generator();
    let mut little = vec![0; 128];
    g.write(&mut little);
    let big = g.to_uncompressed();
    let reversed: Vec<u8> = big[32..64].iter().rev().copied().collect();
    assert_eq!(little[..32], reversed);
}
