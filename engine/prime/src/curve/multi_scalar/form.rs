//! How the points of a curve are held while many of them are added: in words of its field, or for vector instructions.

use super::super::{Affine, Block, Coordinate, Curve, VectorAdditions};
use super::arithmetic::Arithmetic;
use super::plain;
use super::points::Points;

/// How points are held: in words of the field, or for vector instructions where this processor has those.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Form<C: Curve>(Option<VectorAdditions<C::Field>>);

impl<C: Curve> Form<C> {
    /// That of the fastest additions.
    pub fn fastest() -> Self {
        Form(C::vector_additions())
    }

    /// In words of the field, on any processor.
    #[cfg(test)]
    pub const PLAIN: Self = Form(None);

    /// What an addition takes, in multiplications of single elements: 5 and a square, and what moving points about takes.
    pub fn cost(&self) -> f64 {
        if self.0.is_some() { 2.0 } else { 7.0 }
    }

    /// What does not depend on the curve.
    pub fn arithmetic(&self) -> Arithmetic {
        match &self.0 {
            None => plain::arithmetic::<C>(),
            Some(vectors) => Arithmetic {
                words: vectors.words,
                infinity: VectorAdditions::<C::Field>::INFINITY,
                block: (1 << 15) / vectors.words,
                scratch: vectors.scratch,
                negate: vectors.negate,
                add: add_in_vectors::<C>,
            },
        }
    }

    /// Points in this form.
    pub fn points(&self, points: &[Affine<C>]) -> Points {
        let mut out = Points::new(self.arithmetic().words, points.len());
        self.enter(points, out.words_mut());
        out
    }

    /// The words of points.
    pub fn enter(&self, points: &[Affine<C>], out: &mut [u64]) {
        let Some(vectors) = &self.0 else { return plain::enter(points, out) };
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

    /// The points of words.
    pub fn leave(&self, words: &[u64], out: &mut [Affine<C>]) {
        let Some(vectors) = &self.0 else { return plain::leave(words, out) };
        let arithmetic = self.arithmetic();
        for (words, out) in words.chunks(VECTOR * vectors.words).zip(out.chunks_mut(VECTOR)) {
            let mut coordinates = [[C::Field::ZERO; 2]; VECTOR];
            (vectors.leave)(words, &mut coordinates[..out.len()]);
            for (([x, y], words), out) in coordinates.iter().zip(words.chunks(vectors.words)).zip(out) {
                let finite = arithmetic.is_finite(words);
                *out = if finite { Affine::new_unchecked(*x, *y) } else { Affine::IDENTITY };
            }
        }
    }
}

/// Points that are converted at a time.
const VECTOR: usize = 8;

/// Does the additions in vectors, or if that cannot be, one by one.
fn add_in_vectors<C: Curve>(block: &mut Block) {
    let form = Form::<C>::fastest();
    let vectors = form.0.expect("points are held for vectors where there are some");
    if (vectors.add)(block) {
        return;
    }
    let count = block.negative.len();
    let single = plain::arithmetic::<C>();
    let converted = |words: &[u64]| {
        let mut points = vec![Affine::<C>::IDENTITY; count];
        form.leave(&words[..count * vectors.words], &mut points);
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
    form.enter(&points, &mut block.left[..count * vectors.words]);
}
