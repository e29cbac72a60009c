//! Tables of multiples on one common denominator Z: affine points of the isomorphic curve onto which (x, y) -> (Z^2 x, Z^3 y)
//! takes the points. Where a = 0 that has the same formulas, so no inversion is needed.
//!
//! Each multiple is the sum of the one before and a step, both on the same denominator, which scales the step to the
//! denominator of the sum (Meloni, WAIFI 2007). At the end all others are scaled to the last one.

use super::Coordinate;
use subtle::{Choice, ConditionallySelectable};

/// The finite coordinates of a table entry.
#[derive(Clone, Copy)]
pub(super) struct Entry<F> {
    pub x: F,
    pub y: F,
}

impl<F: Coordinate> ConditionallySelectable for Entry<F> {
    #[inline(always)]
    fn conditional_select(a: &Self, b: &Self, choice: Choice) -> Self {
        Entry { x: F::conditional_select(&a.x, &b.x, choice), y: F::conditional_select(&a.y, &b.y, choice) }
    }
}

impl<F: Coordinate> Entry<F> {
    /// The same point for a denominator `s` times as large.
    pub fn scaled(&self, s: &F) -> Self {
        let square = s.square();
        Entry { x: self.x.mul(&square), y: self.y.mul(&square.mul(s)) }
    }

    /// Twice the point and the point itself, both for a denominator 2 y times as large.
    pub fn doubled(&self) -> [Self; 2] {
        let xx = self.x.square();
        let yy = self.y.square();
        let m = xx.double().add(&xx);
        let s = self.x.mul(&yy).double().double();
        let yyyy8 = yy.square().double().double().double();
        let x = m.square().sub(&s.double());
        let y = m.mul(&s.sub(&x)).sub(&yyyy8);
        [Entry { x, y }, Entry { x: s, y: yyyy8 }]
    }
}

/// Fills the table from its first entry on: each one is the sum of the one before and the step, which are different points.
/// The step becomes that for the last denominator. From the second entry on, `ratios` receive the factors from the denominator
/// of the entry before, which are 0 where a sum is at infinity or the entry before is the step.
#[inline(never)]
pub(super) fn add_repeatedly<F: Coordinate>(table: &mut [Entry<F>], ratios: &mut [F], step: &mut Entry<F>) {
    for i in 1..table.len() {
        let last = table[i - 1];
        let h = step.x.sub(&last.x);
        let r = step.y.sub(&last.y);
        let hh = h.square();
        let w1 = step.x.mul(&hh);
        let w2 = last.x.mul(&hh);
        *step = Entry { x: w1, y: step.y.mul(&w1.sub(&w2)) };
        let x = r.square().sub(&w1).sub(&w2);
        table[i] = Entry { x, y: r.mul(&w1.sub(&x)).sub(&step.y) };
        ratios[i] = h;
    }
}

/// Brings all entries to the denominator of the last one times `scale`; `ratios` are the factors from each denominator to the
/// next, that of the first entry without meaning.
#[inline(never)]
pub(super) fn level<F: Coordinate>(table: &mut [Entry<F>], ratios: &[F], mut scale: F) {
    let last = table.len() - 1;
    for (i, (entry, ratio)) in table.iter_mut().zip(ratios).enumerate().rev() {
        // In F_p the scale of the last one is 1.
        if i < last || F::COUNT > 1 {
            *entry = entry.scaled(&scale);
        }
        scale = scale.mul(ratio);
    }
}
