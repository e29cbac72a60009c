//! What code that only moves points has to know of them.

use super::super::Block;

/// How points of some curve are held and added: such code is compiled once for all curves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arithmetic {
    /// Words of a point.
    pub words: usize,
    /// All words of the point at infinity: those of no other point are all like that.
    pub infinity: u64,
    /// Additions that share an inversion, at most: few enough that their points stay in the second level of cache.
    pub block: usize,
    /// Words of scratch that an addition takes.
    pub scratch: usize,
    /// The opposite of a finite point.
    pub negate: fn(&mut [u64]),
    /// Does the additions of a block, of any finite points.
    pub add: fn(&mut Block),
}

impl Arithmetic {
    /// Whether these are the words of a finite point.
    #[inline]
    pub fn is_finite(&self, point: &[u64]) -> bool {
        point.iter().any(|word| *word != self.infinity)
    }
}
