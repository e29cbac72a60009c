//! Sums of many lists of affine points. In each round, the points of every list are added two by two; all
//! additions of a round are independent, and blocks of them share an inversion.

use super::super::{Affine, Coordinate, Curve};
use super::lists::Lists;

/// Additions that share an inversion: few enough that their points stay in the second level of cache.
const BLOCK: usize = 512;

/// An addition of two points, to the place `out`.
#[derive(Clone, Copy)]
struct Addition<C: Curve> {
    left: Affine<C>,
    right: Affine<C>,
    out: usize,
}

/// Room for sums of lists, to be used again.
pub(crate) struct Adder<C: Curve> {
    block: Vec<Addition<C>>,
    denominators: Vec<C::Field>,
    /// The products of all denominators before each.
    products: Vec<C::Field>,
    from: Vec<Affine<C>>,
    to: Vec<Affine<C>>,
}

impl<C: Curve> Adder<C> {
    pub fn new() -> Self {
        Adder {
            block: Vec::with_capacity(BLOCK),
            denominators: Vec::with_capacity(BLOCK),
            products: Vec::with_capacity(BLOCK),
            from: Vec::new(),
            to: Vec::new(),
        }
    }

    /// The sums of lists of points, which are numbered through `points` and on through `more`. An empty list gives
    /// the point at infinity.
    pub fn sums(&mut self, lists: Lists, points: &[Affine<C>], more: &[Affine<C>]) -> Vec<Affine<C>> {
        let Lists { mut lengths, members } = lists;
        self.round(&mut lengths, |i| {
            let number = (members[i] >> 1) as usize;
            let point = points.get(number).unwrap_or_else(|| &more[number - points.len()]);
            point.negated_if(members[i] & 1 == 1)
        });
        while lengths.iter().any(|length| *length > 1) {
            let from = core::mem::take(&mut self.from);
            self.round(&mut lengths, |i| from[i]);
            // The emptied one serves the next round.
            self.to = from;
        }
        let mut sums = vec![Affine::IDENTITY; lengths.len()];
        let mut made = self.from.iter();
        for (sum, length) in sums.iter_mut().zip(lengths) {
            if length > 0 {
                *sum = *made.next().expect("one point for every list that is not empty");
            }
        }
        sums
    }

    /// Halves every list, from `point` to `self.from`.
    fn round(&mut self, lengths: &mut [u32], point: impl Fn(usize) -> Affine<C>) {
        let mut out = core::mem::take(&mut self.to);
        out.clear();
        let mut read = 0;
        for length in lengths {
            for _ in 0..*length / 2 {
                // All points of a block are fetched before any is used: so memory is waited for once, not once
                // an addition.
                self.block.push(Addition { left: point(read), right: point(read + 1), out: out.len() });
                out.push(Affine::IDENTITY);
                read += 2;
                if self.block.len() == BLOCK {
                    self.add(&mut out);
                }
            }
            if *length % 2 == 1 {
                out.push(point(read));
                read += 1;
            }
            *length = length.div_ceil(2);
        }
        self.add(&mut out);
        self.from = out;
    }

    /// Does the additions of the block.
    #[inline(never)]
    fn add(&mut self, out: &mut [Affine<C>]) {
        self.denominators.clear();
        self.products.clear();
        let mut product = C::Field::ONE;
        for Addition { left, right, .. } in &self.block {
            let denominator = denominator(left, right);
            self.products.push(product);
            product = product.mul(&denominator);
            self.denominators.push(denominator);
        }
        let mut inverse = product.invert();
        let factors = self.denominators.iter().zip(&self.products);
        for (Addition { left, right, out: place }, (denominator, before)) in
            self.block.iter().zip(factors).rev()
        {
            let own = inverse.mul(before);
            inverse = inverse.mul(denominator);
            out[*place] = sum(left, right, &own);
        }
        self.block.clear();
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
