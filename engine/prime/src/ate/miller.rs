//! The Miller loops of optimal ate pairings: f_{u,Q}(P) for BLS12; f_{6u+2,Q}(P) and two more lines for BN.

use super::curve::{Curve, Family};
use super::line::{Line, LineValue, RunningPoint};
use super::vectorised::TwistPoint;
use crate::tower::{Fp12, Lift};

/// The signed digits of a loop count, most significant first, without the leading 1.
#[derive(Clone, Copy)]
struct Digits {
    digits: [i8; 128],
    length: usize,
}

impl Digits {
    /// The non-adjacent form of `count`; but where that begins 1, 0, -1, with 1, 1, which is one digit
    /// shorter.
    const fn of(count: u128) -> Self {
        // 3 count - count, digit by digit: bit i + 1 of 3 count less bit i + 1 of count.
        let triple = 3 * count;
        let top = triple.ilog2() as usize - 1;
        let mut digits = [0; 128];
        let mut i = 0;
        while i < top {
            let bit = top - i;
            digits[i] = (triple >> bit & 1) as i8 - (count >> bit & 1) as i8;
            i += 1;
        }
        if digits[1] >= 0 {
            return Digits { digits, length: top };
        }
        let mut shorter = [0; 128];
        shorter[0] = 1;
        i = 1;
        while i < top - 1 {
            shorter[i] = digits[i + 1];
            i += 1;
        }
        Digits { digits: shorter, length: top - 1 }
    }
}

/// The loop of a curve.
trait Loop: Curve {
    const DIGITS: Digits = Digits::of(match Self::FAMILY {
        Family::Bls12 => Self::SEED,
        Family::Bn => {
            assert!(!Self::SEED_IS_NEGATIVE);
            6 * Self::SEED + 2
        }
    });
}

impl<C: Curve> Loop for C {}

/// The chords that end the loop for BN.
#[derive(Clone, Copy)]
pub enum Ending {
    /// With the Frobenius map's image of Q.
    First,
    /// With the opposite of the second image, which the point is not added to.
    Last,
}

/// Where the lines of one term of a product come from, in the order of the loop.
pub trait LineSource<F, C> {
    /// Writes the value of the tangent.
    fn double(&mut self, value: &mut LineValue<F, C>);
    /// Writes the value of the chord with Q or -Q.
    fn add(&mut self, negated: bool, value: &mut LineValue<F, C>);
    /// Writes the value of one of the two chords that end the loop for BN, in their order.
    fn finish(&mut self, chord: Ending, value: &mut LineValue<F, C>);
}

/// A term (P, Q) whose lines are computed as the loop goes.
pub struct Term<F, C> {
    p: (F, F),
    q: TwistPoint<F, C>,
    t: RunningPoint<F, C>,
}

impl<F: Lift<C::Fp>, C: Curve> Term<F, C> {
    /// The term e(P, Q), P = (x, y).
    pub fn new(p: (F, F), q: TwistPoint<F, C>) -> Self {
        Term { p, q, t: RunningPoint::new(&q) }
    }
}

/// The steps of the loop for one Q: what is computed, whether for P or to be prepared.
struct Steps<'a, F, C> {
    t: &'a mut RunningPoint<F, C>,
    q: &'a TwistPoint<F, C>,
}

impl<F: Lift<C::Fp>, C: Curve> Steps<'_, F, C> {
    fn add(&mut self, negated: bool, line: &mut Line<F, C>) {
        if negated {
            self.t.add(&self.q.neg(), line);
        } else {
            self.t.add(self.q, line);
        }
    }

    fn finish(&mut self, chord: Ending, line: &mut Line<F, C>) {
        match chord {
            Ending::First => self.t.add(&self.q.frobenius(1), line),
            Ending::Last => *line = self.t.chord(&self.q.frobenius(2).neg()),
        }
    }
}

impl<F: Lift<C::Fp>, C: Curve> LineSource<F, C> for Term<F, C> {
    fn double(&mut self, value: &mut LineValue<F, C>) {
        value.become_value(&self.p, |line| self.t.double(line));
    }

    fn add(&mut self, negated: bool, value: &mut LineValue<F, C>) {
        let mut steps = Steps { t: &mut self.t, q: &self.q };
        value.become_value(&self.p, |line| steps.add(negated, line));
    }

    fn finish(&mut self, chord: Ending, value: &mut LineValue<F, C>) {
        let mut steps = Steps { t: &mut self.t, q: &self.q };
        value.become_value(&self.p, |line| steps.finish(chord, line));
    }
}

/// The lines of the loop for one Q.
#[cfg(feature = "std")]
#[derive(Clone, Debug)]
pub struct PreparedLines<F, C> {
    lines: Vec<Line<F, C>>,
}

#[cfg(feature = "std")]
impl<F: Lift<C::Fp>, C: Curve> PreparedLines<F, C> {
    /// The lines for Q.
    pub fn new(q: &TwistPoint<F, C>) -> Self {
        let mut t = RunningPoint::new(q);
        let mut steps = Steps { t: &mut t, q };
        let mut lines = Vec::new();
        let mut keep = |write: &mut dyn FnMut(&mut Line<F, C>)| {
            let mut line = Line::ZERO;
            write(&mut line);
            lines.push(line);
        };
        let digits = &C::DIGITS;
        for &digit in &digits.digits[..digits.length] {
            keep(&mut |line| steps.t.double(line));
            if digit != 0 {
                keep(&mut |line| steps.add(digit < 0, line));
            }
        }
        if C::FAMILY == Family::Bn {
            for chord in [Ending::First, Ending::Last] {
                keep(&mut |line| steps.finish(chord, line));
            }
        }
        PreparedLines { lines }
    }

    /// The term e(P, Q), P = (x, y).
    pub fn at(&self, p: (F, F)) -> PreparedTerm<'_, F, C> {
        PreparedTerm { p, lines: self.lines.iter() }
    }
}

/// A term whose lines are at hand.
#[cfg(feature = "std")]
pub struct PreparedTerm<'a, F, C> {
    p: (F, F),
    lines: core::slice::Iter<'a, Line<F, C>>,
}

#[cfg(feature = "std")]
impl<F: Lift<C::Fp>, C: Curve> PreparedTerm<'_, F, C> {
    fn next(&mut self, value: &mut LineValue<F, C>) {
        let next = self.lines.next().expect("as many lines as the loop has");
        value.become_value(&self.p, |line| *line = *next);
    }
}

#[cfg(feature = "std")]
impl<F: Lift<C::Fp>, C: Curve> LineSource<F, C> for PreparedTerm<'_, F, C> {
    fn double(&mut self, value: &mut LineValue<F, C>) {
        self.next(value);
    }

    fn add(&mut self, _negated: bool, value: &mut LineValue<F, C>) {
        self.next(value);
    }

    fn finish(&mut self, _chord: Ending, value: &mut LineValue<F, C>) {
        self.next(value);
    }
}

/// The running value of a loop. Lines are multiplied in pairs, first with each other.
struct Accumulator<F, C> {
    /// None stands for 1.
    value: Option<Fp12<F, C>>,
    /// Places for two lines; the first one has a line that is yet to be multiplied where `pending` says so.
    lines: [LineValue<F, C>; 2],
    pending: bool,
}

impl<F: Lift<C::Fp>, C: Curve> Accumulator<F, C> {
    fn new() -> Self {
        Accumulator { value: None, lines: [LineValue::ZERO; 2], pending: false }
    }

    /// Multiplies by the line that `write` writes.
    #[inline]
    fn absorb(&mut self, write: impl FnOnce(&mut LineValue<F, C>)) {
        let [first, second] = &mut self.lines;
        if !self.pending {
            write(first);
        } else {
            write(second);
            match &mut self.value {
                None => self.value = Some(first.mul(second).element()),
                Some(f) => first.multiply_both(second, f),
            }
        }
        self.pending = !self.pending;
    }

    fn flush(&mut self) {
        if core::mem::take(&mut self.pending) {
            let line = &self.lines[0];
            match &mut self.value {
                None => self.value = Some(line.element()),
                Some(f) => line.multiply(f),
            }
        }
    }

    fn square(&mut self) {
        self.flush();
        if let Some(f) = &mut self.value {
            f.square_assign();
        }
    }
}

/// The Miller loops of all terms, with shared squarings; of no terms: 1.
#[inline(never)]
pub fn miller_loop<F: Lift<C::Fp>, C: Curve, S: LineSource<F, C>>(terms: &mut [S]) -> Fp12<F, C> {
    let mut f = Accumulator::new();
    let digits = &C::DIGITS;
    for &digit in &digits.digits[..digits.length] {
        f.square();
        for term in &mut *terms {
            f.absorb(|value| term.double(value));
        }
        if digit != 0 {
            for term in &mut *terms {
                f.absorb(|value| term.add(digit < 0, value));
            }
        }
    }
    if C::FAMILY == Family::Bn {
        for term in &mut *terms {
            for chord in [Ending::First, Ending::Last] {
                f.absorb(|value| term.finish(chord, value));
            }
        }
    }
    f.flush();
    let f = f.value.unwrap_or(Fp12::ONE);
    // f_{-u} is 1 / f_u up to what the final exponentiation takes to 1, and so is the conjugate.
    if C::SEED_IS_NEGATIVE { f.conjugate() } else { f }
}
