//! Additions of many affine points that share an inversion, of points held in words: what only moves points knows neither
//! their curve nor how their coordinates are held.

/// Additions of finite affine points: a summand of each, which its sum takes the place of, and another one. Behind the last
/// ones there is room for [`VECTOR`](Block::VECTOR) more, with words of any earlier points.
#[derive(Debug)]
pub struct Block<'a> {
    /// Summands, then sums.
    pub left: &'a mut [u64],
    /// Summands.
    pub right: &'a [u64],
    /// For every addition, whether the right summand's opposite is to be added: 1, else 0.
    pub negative: &'a [u8],
    /// Room for what the additions need beside.
    pub scratch: &'a mut [u64],
}

impl Block<'_> {
    /// Additions that vectors do at a time, and points that enter and leave them.
    pub const VECTOR: usize = 8;
}

/// How affine points are added in vector instructions, with coordinates in the field `F`.
#[derive(Debug)]
pub struct VectorAdditions<F: 'static> {
    /// Words of a point.
    pub words: usize,
    /// Words of scratch that an addition takes.
    pub scratch: usize,
    /// The words of finite points, from x and y.
    pub enter: fn(&[[F; 2]], &mut [u64]),
    /// x and y of finite points.
    pub leave: fn(&[u64], &mut [[F; 2]]),
    /// The opposite of a finite point.
    pub negate: fn(&mut [u64]),
    /// Does the additions of a block, or none of them and says no: where points have the same x.
    pub add: fn(&mut Block) -> bool,
}

impl<F> Clone for VectorAdditions<F> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<F> Copy for VectorAdditions<F> {}

impl<F> VectorAdditions<F> {
    /// All words of the point at infinity: no finite point has such a word.
    pub const INFINITY: u64 = 1 << 63;
}
