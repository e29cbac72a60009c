//! Compressed encodings of many points at once: their square roots are taken together.

use super::point::{Point, Subgroup};
use crate::curve::{Affine, Coordinate};
use pairforge_interface::pairing::one_by_one;
use pairforge_interface::{Refused, Result, threads};
use rand_core::Rng;

/// Points whose roots are taken together: some rounds of the lanes, and little memory.
const AT_ONCE: usize = 64;

impl<G: Subgroup> Affine<G> {
    /// [`from_compressed`](Affine::from_compressed) of many encodings, each with a result of its own, whatever the orders
    /// of the points. Faster than one by one where there are vector instructions. `threads`: 0 takes all cores.
    pub fn from_compressed_each<B: AsRef<[u8]> + Sync>(encodings: &[B], threads: usize) -> Vec<Result<Self>> {
        let some = encodings.chunks(AT_ONCE).collect();
        threads::scope(threads, || threads::map(threads, some, decompressed)).concat()
    }
}

/// The points of many encodings, with the tests of [`Point::from_affine_all`].
///
/// # Errors
/// The first encoding that is refused.
pub(super) fn all<G: Subgroup, R: Rng + ?Sized>(
    encodings: &[&[u8]],
    threads: usize,
    rng: &mut R,
) -> core::result::Result<Vec<Point<G>>, Refused> {
    let points: Result<Vec<_>> = Affine::from_compressed_each(encodings, threads).into_iter().collect();
    let points = points.and_then(|points| Point::from_affine_all(&points, threads, rng));
    // One by one they say which it is.
    points.or_else(|_| one_by_one(encodings))
}

/// The points of a few encodings.
fn decompressed<G: Subgroup, B: AsRef<[u8]>>(encodings: &[B]) -> Vec<Result<Affine<G>>> {
    let read: Vec<_> = encodings.iter().map(|bytes| Affine::<G>::read_compressed(bytes.as_ref())).collect();
    let squares: Vec<_> = read
        .iter()
        .map(|read| match read {
            Ok(Some(half)) => G::right_side(&half.x),
            _ => G::Field::ZERO, // whose root nobody asks for
        })
        .collect();
    let made = read.into_iter().zip(G::square_roots(&squares));
    made.map(|(read, root)| read?.map_or(Ok(Affine::IDENTITY), |half| half.with_root(root))).collect()
}
