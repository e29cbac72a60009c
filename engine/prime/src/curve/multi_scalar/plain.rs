//! Points in words of the field, and their additions one by one.

use super::super::{Affine, Block, Coordinate, Curve};
use super::arithmetic::Arithmetic;

/// All words of the point at infinity. As an integer that is above p.
const INFINITY: u64 = u64::MAX;

/// How the points of a curve are added.
pub(super) const fn arithmetic<C: Curve>() -> Arithmetic {
    let coordinate = C::Field::WORDS;
    Arithmetic {
        words: 2 * coordinate,
        infinity: INFINITY,
        block: (1 << 13) / coordinate,
        scratch: 2 * coordinate,
        negate: negate::<C>,
        add: add::<C>,
    }
}

/// The words of points.
pub(super) fn enter<C: Curve>(points: &[Affine<C>], out: &mut [u64]) {
    for (point, out) in points.iter().zip(out.chunks_exact_mut(2 * C::Field::WORDS)) {
        write(point, out);
    }
}

/// The points of words.
pub(super) fn leave<C: Curve>(words: &[u64], out: &mut [Affine<C>]) {
    for (words, out) in words.chunks_exact(2 * C::Field::WORDS).zip(out) {
        *out = read(words, false);
    }
}

/// The point of words, or its opposite, without a branch, which would be taken at random.
#[inline]
fn read<C: Curve>(words: &[u64], negative: bool) -> Affine<C> {
    if words[0] == INFINITY && words.iter().all(|word| *word == INFINITY) {
        return Affine::IDENTITY;
    }
    let (x, y) = words.split_at(C::Field::WORDS);
    Affine::new_unchecked(C::Field::from_words(x), C::Field::from_words(y)).negated_if(negative)
}

/// The words of a point.
#[inline]
fn write<C: Curve>(point: &Affine<C>, out: &mut [u64]) {
    if point.infinity {
        return out.fill(INFINITY);
    }
    let (x, y) = out.split_at_mut(C::Field::WORDS);
    point.x.to_words(x);
    point.y.to_words(y);
}

fn negate<C: Curve>(point: &mut [u64]) {
    write(&read::<C>(point, true), point);
}

/// Does the additions of a block. All are independent, and share an inversion (Montgomery's trick).
fn add<C: Curve>(block: &mut Block) {
    let (coordinate, point) = (C::Field::WORDS, 2 * C::Field::WORDS);
    let summands = |left: &[u64], right: &[u64], i: usize, negative: u8| {
        let left = read::<C>(&left[point * i..][..point], negative & Block::LEFT > 0);
        (left, read::<C>(&right[point * i..][..point], negative & Block::RIGHT > 0))
    };
    let mut product = C::Field::ONE;
    for (i, (negative, scratch)) in
        block.negative.iter().zip(block.scratch.chunks_exact_mut(2 * coordinate)).enumerate()
    {
        let (left, right) = summands(block.left, block.right, i, *negative);
        let denominator = denominator(&left, &right);
        let (before, own) = scratch.split_at_mut(coordinate);
        // The product of all denominators before.
        product.to_words(before);
        denominator.to_words(own);
        product = product.mul(&denominator);
    }
    let mut inverse = product.invert();
    for (i, (negative, scratch)) in
        block.negative.iter().zip(block.scratch.chunks_exact(2 * coordinate)).enumerate().rev()
    {
        let (left, right) = summands(block.left, block.right, i, *negative);
        let (before, denominator) = scratch.split_at(coordinate);
        let own = inverse.mul(&C::Field::from_words(before));
        inverse = inverse.mul(&C::Field::from_words(denominator));
        write(&sum(&left, &right, &own), &mut block.left[point * i..][..point]);
    }
}

/// What the addition divides by; 1 where it divides by nothing.
#[inline]
fn denominator<C: Curve>(p: &Affine<C>, q: &Affine<C>) -> C::Field {
    if p.infinity || q.infinity {
        return C::Field::ONE;
    }
    let chord = q.x.sub(&p.x);
    if chord != C::Field::ZERO {
        return chord;
    }
    // Opposite points, of order 2 or not, have the sum 0.
    let tangent = p.y.add(&q.y);
    if tangent == C::Field::ZERO { C::Field::ONE } else { tangent }
}

/// The sum, given the inverse of the denominator.
#[inline]
fn sum<C: Curve>(p: &Affine<C>, q: &Affine<C>, inverse: &C::Field) -> Affine<C> {
    if p.infinity {
        return *q;
    }
    if q.infinity {
        return *p;
    }
    let rise = if p.x != q.x {
        q.y.sub(&p.y)
    } else if p.y.add(&q.y) == C::Field::ZERO {
        return Affine::IDENTITY;
    } else {
        let square = p.x.square();
        let triple = square.double().add(&square);
        if C::A_IS_ZERO { triple } else { triple.add(&C::A) }
    };
    let slope = rise.mul(inverse);
    let x = slope.square().sub(&p.x).sub(&q.x);
    let y = slope.mul(&p.x.sub(&x)).sub(&p.y);
    Affine { x, y, infinity: false }
}
