//! Compressed points of large primes: many at once have the results of each alone.

use crate::{Outcome, behind, byte, is_one_line};
use pairforge_engine::Group;
use pairforge_engine::prime::ate::{Bls12381, Bn254};
use pairforge_engine::prime::curve::Affine;
use pairforge_engine::prime::groups::{G1, G2, Point, Subgroup};

/// A group, and what is done with it.
struct Kind {
    of: &'static str,
    decoder: &'static str,
    agree: fn(&[u8]) -> bool,
    seed: fn() -> Vec<u8>,
}

const KINDS: [Kind; 4] = [
    kind::<G1<Bls12381>>("BLS12-381", "compressed G1 at once"),
    kind::<G2<Bls12381>>("BLS12-381", "compressed G2 at once"),
    kind::<G1<Bn254>>("BN254", "compressed G1 at once"),
    kind::<G2<Bn254>>("BN254", "compressed G2 at once"),
];

const fn kind<G: Subgroup>(of: &'static str, decoder: &'static str) -> Kind {
    Kind { of, decoder, agree: agree::<G>, seed: seed::<G> }
}

/// Whether all encodings are of points of the curve, as both ways say.
fn agree<G: Subgroup>(bytes: &[u8]) -> bool {
    let encodings: Vec<_> = bytes.chunks(Affine::<G>::COMPRESSED_BYTES).collect();
    let together = Affine::<G>::from_compressed_each(&encodings, 1);
    assert_eq!(together.len(), encodings.len());
    for (found, encoding) in together.iter().zip(&encodings) {
        assert_eq!(*found, Affine::<G>::from_compressed(encoding));
        if let Err(error) = found {
            is_one_line(error);
        }
    }
    together.iter().all(Result::is_ok)
}

/// As many points as fill the vectors, and one more.
fn seed<G: Subgroup>() -> Vec<u8> {
    let mut point = Point::<G>::generator();
    let mut bytes = Point::<G>::identity().to_compressed();
    for _ in 0..16 {
        bytes.extend(point.to_compressed());
        point = point.double();
    }
    bytes
}

/// The first byte chooses the group.
pub fn together(input: &[u8]) -> Option<Outcome> {
    let [which, bytes @ ..] = input else { return None };
    let kind = &KINDS[usize::from(*which) % KINDS.len()];
    Some(Outcome { of: kind.of, decoder: kind.decoder, accepted: (kind.agree)(bytes) })
}

pub fn seeds() -> Vec<Vec<u8>> {
    KINDS.iter().enumerate().map(|(which, kind)| behind(&[byte(which)], &(kind.seed)())).collect()
}
