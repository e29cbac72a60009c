//! Compressed encodings of many points at once: their square roots are taken together.

use super::point::Subgroup;
use crate::curve::Affine;
use pairforge_interface::{Result, threads};

/// Points whose roots are taken together: some rounds of the lanes, and little memory.
const AT_ONCE: usize = 64;

impl<G: Subgroup> Affine<G> {
    /// [`from_compressed`](Affine::from_compressed) of many encodings, each with a result of its own, whatever the orders
    /// of the points. Faster than one by one where there are vector instructions. `threads`: 0 takes all cores.
    pub fn from_compressed_each<B: AsRef<[u8]> + Sync>(encodings: &[B], threads: usize) -> Vec<Result<Self>> {
        let mut points = Vec::with_capacity(encodings.len());
        points.resize_with(encodings.len(), || Ok(Affine::IDENTITY));
        let some = encodings.chunks(AT_ONCE).zip(points.chunks_mut(AT_ONCE));
        threads::scope(threads, || {
            threads::for_each(threads, some, || (), |(), (encodings, points)| decompress(encodings, points))
        });
        points
    }
}

/// The points of a few encodings.
fn decompress<G: Subgroup, B: AsRef<[u8]>>(encodings: &[B], points: &mut [Result<Affine<G>>]) {
    let mut halves = Vec::with_capacity(encodings.len());
    let mut squares = Vec::with_capacity(encodings.len());
    for (bytes, point) in encodings.iter().zip(&mut *points) {
        match Affine::<G>::read_compressed(bytes.as_ref()) {
            Ok(Some(half)) => {
                squares.push(G::right_side(&half.x));
                halves.push((half, point));
            }
            Ok(None) => *point = Ok(Affine::IDENTITY),
            Err(why) => *point = Err(why),
        }
    }
    for ((half, point), root) in halves.into_iter().zip(G::square_roots(&squares)) {
        *point = half.with_root(root);
    }
}
