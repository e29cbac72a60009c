//! How the points of a curve are held while many of them are added: in words of its field, or for vector instructions.

use super::super::{Affine, Block, Coordinate, Curve, VectorAdditions};
use super::arithmetic::Arithmetic;
use super::plain;
use super::points::Points;
use pairforge_interface::copies;

/// How points are held: in words of the field, or for vector instructions where this processor has those.
#[derive(Debug)]
pub(crate) struct Form<C: Curve> {
    /// What does not depend on the curve.
    pub arithmetic: Arithmetic,
    /// What an addition takes, in multiplications of single elements: 5 and a square, and what moving points about takes.
    pub cost: f64,
    enter: fn(&[Affine<C>], &mut [u64]),
    leave: fn(&[u64], &mut [Affine<C>]),
}

impl<C: Curve> Clone for Form<C> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<C: Curve> Copy for Form<C> {}

impl<C: Curve> Form<C> {
    /// In words of the field, on any processor.
    pub const PLAIN: Self = Form {
        arithmetic: plain::arithmetic::<C>(),
        cost: 7.0,
        enter: plain::enter::<C>,
        leave: plain::leave::<C>,
    };

    /// That of the fastest additions.
    #[inline]
    pub fn fastest() -> Self {
        // Functions for vectors are compiled for the curves that have them.
        let Some(vectors) = C::vector_additions() else { return Self::PLAIN };
        let arithmetic = Arithmetic {
            words: vectors.words,
            infinity: VectorAdditions::<C::Field>::INFINITY,
            block: (1 << 15) / vectors.words,
            scratch: vectors.scratch,
            negate: vectors.negate,
            add: add_in_vectors::<C>,
        };
        Form { arithmetic, cost: 2.0, enter: enter_vectors, leave: leave_vectors }
    }

    /// Points in this form.
    pub fn points(&self, points: &[Affine<C>]) -> Points {
        let mut out = Points::new(self.arithmetic.words, points.len());
        self.enter(points, out.words_mut());
        out
    }

    /// The words of points.
    pub fn enter(&self, points: &[Affine<C>], out: &mut [u64]) {
        (self.enter)(points, out);
    }

    /// The points of words.
    pub fn leave(&self, words: &[u64], out: &mut [Affine<C>]) {
        (self.leave)(words, out);
    }
}

/// Points that are converted at a time.
const VECTOR: usize = Block::VECTOR;

fn vectors<C: Curve>() -> VectorAdditions<C::Field> {
    C::vector_additions().expect("points are held for vectors where there are some")
}

fn enter_vectors<C: Curve>(points: &[Affine<C>], out: &mut [u64]) {
    let vectors = vectors::<C>();
    for (points, out) in points.chunks(VECTOR).zip(out.chunks_mut(VECTOR * vectors.words)) {
        let mut coordinates = [[C::Field::ZERO; 2]; VECTOR];
        for (place, point) in coordinates.iter_mut().zip(points) {
            *place = [point.x, point.y];
        }
        (vectors.enter)(&coordinates[..points.len()], out);
        for (point, out) in points.iter().zip(out.chunks_mut(vectors.words)) {
            if point.infinity {
                out.fill(VectorAdditions::<C::Field>::INFINITY);
            }
        }
    }
}

fn leave_vectors<C: Curve>(words: &[u64], out: &mut [Affine<C>]) {
    let vectors = vectors::<C>();
    for (words, out) in words.chunks(VECTOR * vectors.words).zip(out.chunks_mut(VECTOR)) {
        let mut coordinates = [[C::Field::ZERO; 2]; VECTOR];
        (vectors.leave)(words, &mut coordinates[..out.len()]);
        for (([x, y], words), out) in coordinates.iter().zip(words.chunks(vectors.words)).zip(out) {
            let infinite = words.iter().all(|word| *word == VectorAdditions::<C::Field>::INFINITY);
            *out = if infinite { Affine::IDENTITY } else { Affine::new_unchecked(*x, *y) };
        }
    }
}

/// Does the additions in vectors, or if that cannot be, one by one.
fn add_in_vectors<C: Curve>(block: &mut Block) {
    let vectors = vectors::<C>();
    if (vectors.add)(block) {
        return;
    }
    let count = block.negative.len();
    let single = plain::arithmetic::<C>();
    let converted = |words: &[u64]| {
        let mut points = copies(Affine::<C>::IDENTITY, count);
        leave_vectors(&words[..count * vectors.words], &mut points);
        let mut out = vec![0; count * single.words];
        plain::enter(&points, &mut out);
        (points, out)
    };
    let (_, right) = converted(block.right);
    let (mut points, mut left) = converted(block.left);
    let mut scratch = vec![0; count * single.scratch];
    (single.add)(&mut Block {
        left: &mut left,
        right: &right,
        negative: block.negative,
        scratch: &mut scratch,
    });
    plain::leave(&left, &mut points);
    enter_vectors(&points, &mut block.left[..count * vectors.words]);
}
