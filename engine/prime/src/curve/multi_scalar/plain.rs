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
        *out = if words.iter().all(|word| *word == INFINITY) { Affine::IDENTITY } else { read(words) };
    }
}

/// The finite point of words.
#[inline]
fn read<C: Curve>(words: &[u64]) -> Affine<C> {
    let (x, y) = words.split_at(C::Field::WORDS);
    Affine::new_unchecked(C::Field::from_words(x), C::Field::from_words(y))
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
    write(&read::<C>(point).neg(), point);
}

/// Does the additions of a block. All are independent, and share an inversion (Montgomery's trick).
fn add<C: Curve>(block: &mut Block) {
    let (coordinate, point) = (C::Field::WORDS, 2 * C::Field::WORDS);
    let mut product = C::Field::ONE;
    for (i, (negative, scratch)) in
        block.negative.iter().zip(block.scratch.chunks_exact_mut(2 * coordinate)).enumerate()
    {
        let (left, right) = (&block.left[point * i..][..point], &block.right[point * i..][..point]);
        let denominator = denominator::<C>(left, right, *negative > 0);
        let (before, own) = scratch.split_at_mut(coordinate);
        // The product of all denominators before.
        product.to_words(before);
        denominator.to_words(own);
        product = times(&product, &denominator);
    }
    let mut inverse = product.invert();
    for (i, (negative, scratch)) in
        block.negative.iter().zip(block.scratch.chunks_exact(2 * coordinate)).enumerate().rev()
    {
        let (before, denominator) = scratch.split_at(coordinate);
        let own = times(&inverse, &C::Field::from_words(before));
        inverse = times(&inverse, &C::Field::from_words(denominator));
        let left = &mut block.left[point * i..][..point];
        let right = &block.right[point * i..][..point];
        add_to::<C>(left, right, *negative > 0, &own);
    }
}

/// a b. In F_p and F_p2 it is where it stands: there a call would show.
#[inline(always)]
fn times<F: Coordinate>(a: &F, b: &F) -> F {
    if F::COUNT > 2 { times_by_call(a, b) } else { a.mul(b) }
}

#[inline(never)]
fn times_by_call<F: Coordinate>(a: &F, b: &F) -> F {
    a.mul(b)
}

/// What the addition divides by; 1 where it divides by nothing. Of opposites it is the opposite: so no coordinate has to be
/// negated.
#[inline]
fn denominator<C: Curve>(left: &[u64], right: &[u64], negative: bool) -> C::Field {
    let (from, to) = if negative { (right, left) } else { (left, right) };
    let x = |point: &[u64]| C::Field::from_words(&point[..C::Field::WORDS]);
    let chord = x(to).sub(&x(from));
    if chord != C::Field::ZERO {
        return chord;
    }
    // Opposite points, of order 2 or not, have the sum 0.
    let tangent = read::<C>(left).y.add(&signed::<C>(right, negative).y);
    if tangent == C::Field::ZERO { C::Field::ONE } else { tangent }
}

/// The finite point of words or its opposite.
fn signed<C: Curve>(words: &[u64], negative: bool) -> Affine<C> {
    if negative { read(words).neg() } else { read(words) }
}

/// Adds the right point or its opposite to the left one, given the inverse of the denominator.
#[inline]
fn add_to<C: Curve>(left: &mut [u64], right: &[u64], negative: bool, inverse: &C::Field) {
    let (p, q) = (read::<C>(left), read::<C>(right));
    let rise = if p.x == q.x {
        let q = signed::<C>(right, negative);
        if p.y.add(&q.y) == C::Field::ZERO {
            return write(&Affine::<C>::IDENTITY, left);
        }
        let square = p.x.square();
        let triple = square.double().add(&square);
        if C::A_IS_ZERO { triple } else { triple.add(&C::A) }
    } else if negative {
        q.y.add(&p.y)
    } else {
        q.y.sub(&p.y)
    };
    let slope = times(&rise, inverse);
    let x = slope.square().sub(&p.x).sub(&q.x);
    let y = times(&slope, &p.x.sub(&x)).sub(&p.y);
    write(&Affine::<C> { x, y, infinity: false }, left);
}
