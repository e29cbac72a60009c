//! Compressed encodings of many points at once: their square roots are taken together.

use super::point::Subgroup;
use crate::curve::{Affine, Coordinate};
use pairforge_interface::{Result, threads};

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
