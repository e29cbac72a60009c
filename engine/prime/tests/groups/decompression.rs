//! Encodings of many points decompressed at once: what comes of each is what comes of it alone.

use pairforge_interface::{Error, Group, Refused};
use pairforge_prime::ate::{Bls12381, Bn254, Bn258, Bn462};
use pairforge_prime::curve::{Affine, Coordinate};
use pairforge_prime::groups::{G1, G2, PairingGroups, Point, Subgroup};
use rand_chacha::ChaCha20Rng;
use rand_chacha::rand_core::SeedableRng;

/// A point of the curve, of whatever order.
fn curve_point<G: Subgroup>(rng: &mut ChaCha20Rng) -> Affine<G> {
    (0..)
        .find_map(|i| Affine::from_x(G::Field::random(rng), i % 2 == 0))
        .expect("half of all x are some point's")
}

/// Encodings of points and of none, so many of each kind.
fn encodings<G: Subgroup>(count: usize, rng: &mut ChaCha20Rng) -> Vec<Vec<u8>> {
    let point = || Point::<G>::generator().to_compressed();
    let made = (0..count).map(|i| match i % 7 {
        0 => Affine::<G>::IDENTITY.to_compressed(),
        1 => point()[1..].to_vec(),
        2 => std::iter::once(point()[0] & 0x1f).chain(point()[1..].iter().copied()).collect(),
        3 => {
            // Half of all x are no point's, and some are not canonical.
            let mut bytes = curve_point::<G>(rng).to_compressed();
            *bytes.last_mut().expect("not empty") ^= 1;
            bytes
        }
        4 => {
            let mut bytes = point();
            let flags = bytes[0];
            bytes.fill(0xff);
            bytes[0] = flags | 0x1f;
            bytes
        }
        _ => curve_point::<G>(rng).to_compressed(),
    });
    made.collect()
}

fn each_is_what_it_is_alone<G: Subgroup>(seed: u64) {
    let mut rng = ChaCha20Rng::seed_from_u64(seed);
    for (count, threads) in [(0, 1), (1, 1), (16, 1), (17, 2), (63, 1), (130, 0)] {
        let encodings = encodings::<G>(count, &mut rng);
        let alone: Vec<_> = encodings.iter().map(|bytes| Affine::<G>::from_compressed(bytes)).collect();
        assert_eq!(Affine::<G>::from_compressed_each(&encodings, threads), alone);
        assert!(count < 63 || alone.iter().filter(|result| result.is_ok()).count() > count / 3);
    }
}

fn both_groups<C: PairingGroups>(seed: u64) {
    each_is_what_it_is_alone::<G1<C>>(seed);
    each_is_what_it_is_alone::<G2<C>>(seed);
}

#[test]
fn each_of_many_is_what_it_is_alone() {
    both_groups::<Bls12381>(1);
    both_groups::<Bn254>(2);
    both_groups::<Bn258>(3);
    both_groups::<Bn462>(4);
}

#[test]
fn all_are_members_or_the_first_error_is_told() {
    let mut rng = ChaCha20Rng::seed_from_u64(5);
    let mut points = vec![Point::<G2<Bls12381>>::generator()];
    points.extend((0..70).map(|_| Point::random(&mut rng)));
    let mut encodings: Vec<_> = points.iter().map(Group::to_compressed).collect();
    let outside = curve_point::<G2<Bls12381>>(&mut rng).to_compressed();
    let mut decoded = |encodings: &[Vec<u8>]| {
        let encodings: Vec<_> = encodings.iter().map(Vec::as_slice).collect();
        Point::<G2<Bls12381>>::from_compressed_all(&encodings, 1, &mut rng)
    };
    assert_eq!(decoded(&encodings), Ok(points));
    encodings[70][0] &= 0x7f;
    encodings[69].pop();
    let why = Error::Length { expected: 96, got: 95 };
    assert_eq!(decoded(&encodings), Err(Refused { place: 69, why }));
    encodings[30] = outside;
    assert_eq!(decoded(&encodings), Err(Refused { place: 30, why: Error::NotInSubgroup }));
}
