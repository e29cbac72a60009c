//! Miller loops of optimal ate pairings and of their products (Vercauteren, IEEE Transactions on Information Theory 2010):
//! f_{n,Q}(P), and lines through images of Q under powers of the Frobenius map.

use crate::curve::{Curve, Steps};
use crate::full::Full;
use crate::line::{Line, Multiple};
use crate::tower::Field;

/// A point of the twist of the algorithms.
pub type TwistPoint<C> = (<C as Curve>::Fq, <C as Curve>::Fq);
/// A point of the curve.
pub type BasePoint<C> = (<C as Curve>::Fp, <C as Curve>::Fp);

/// The point of the file's twist on that of the algorithms.
#[must_use]
pub fn enter<C: Curve>(x: &C::Fq, y: &C::Fq) -> TwistPoint<C> {
    (x.mul(&C::ENTER[0]), y.mul(&C::ENTER[1]))
}

/// Where a loop has its lines from.
pub trait LineSource<C: Curve> {
    /// The tangent, at P; doubles the multiple.
    fn double(&mut self) -> Line<C::Fq>;
    /// The chord through pi^n(Q) or its opposite, at P; adds it to the multiple.
    fn add(&mut self, n: usize, negative: bool) -> Line<C::Fq>;
    /// The multiple becomes its opposite.
    fn negate(&mut self);
}

/// Multiples of Q, with the images of Q.
struct Running<C: Curve> {
    t: Multiple<C::Fq>,
    q: TwistPoint<C>,
    images: Vec<TwistPoint<C>>,
}

impl<C: Curve> Running<C> {
    fn new(q: &TwistPoint<C>) -> Self {
        let image =
            |(n, [fx, fy]): &(usize, [C::Fq; 2])| (q.0.frobenius(*n).mul(fx), q.1.frobenius(*n).mul(fy));
        Running {
            t: Multiple { x: q.0, y: q.1, z: C::Fq::ONE },
            q: *q,
            images: C::IMAGES.iter().map(image).collect(),
        }
    }

    fn double(&mut self) -> Line<C::Fq> {
        <C::Twist as Steps<C>>::double(&mut self.t)
    }

    #[inline(never)]
    fn add(&mut self, n: usize, negative: bool) -> Line<C::Fq> {
        let (x, y) = if n == 0 {
            self.q
        } else {
            let place = C::IMAGES.iter().position(|(power, _)| *power == n);
            self.images[place.expect("an image that the curve has")]
        };
        <C::Twist as Steps<C>>::add(&mut self.t, &(x, if negative { y.neg() } else { y }))
    }

    fn negate(&mut self) {
        self.t.y = self.t.y.neg();
    }
}

/// The term e(P, Q).
pub struct Term<C: Curve> {
    p: BasePoint<C>,
    q: Running<C>,
}

impl<C: Curve> Term<C> {
    /// For Q on the twist of the algorithms.
    #[must_use]
    pub fn new(p: BasePoint<C>, q: &TwistPoint<C>) -> Self {
        Term { p, q: Running::new(q) }
    }
}

impl<C: Curve> LineSource<C> for Term<C> {
    fn double(&mut self) -> Line<C::Fq> {
        self.q.double().at(&self.p)
    }
    fn add(&mut self, n: usize, negative: bool) -> Line<C::Fq> {
        self.q.add(n, negative).at(&self.p)
    }
    fn negate(&mut self) {
        self.q.negate();
    }
}

/// The lines of the loop for one Q.
#[derive(Clone, Debug)]
pub struct PreparedLines<C: Curve> {
    lines: Vec<Line<C::Fq>>,
}

/// Writes down the lines that a loop asks for.
struct Recorder<C: Curve> {
    q: Running<C>,
    lines: Vec<Line<C::Fq>>,
}

impl<C: Curve> PreparedLines<C> {
    /// For Q on the twist of the algorithms.
    #[must_use]
    pub fn new(q: &TwistPoint<C>) -> Self {
        let mut recorder = Recorder { q: Running::<C>::new(q), lines: Vec::new() };
        walk::<C>(&mut recorder);
        PreparedLines { lines: recorder.lines }
    }

    /// The term e(P, Q).
    #[must_use]
    pub fn at(&self, p: BasePoint<C>) -> PreparedTerm<'_, C> {
        PreparedTerm { p, lines: self.lines.iter() }
    }
}

/// A term whose lines are at hand.
pub struct PreparedTerm<'a, C: Curve> {
    p: BasePoint<C>,
    lines: core::slice::Iter<'a, Line<C::Fq>>,
}

impl<C: Curve> PreparedTerm<'_, C> {
    fn next(&mut self) -> Line<C::Fq> {
        self.lines.next().expect("as many lines as the loop has").at(&self.p)
    }
}

impl<C: Curve> LineSource<C> for PreparedTerm<'_, C> {
    fn double(&mut self) -> Line<C::Fq> {
        self.next()
    }
    fn add(&mut self, _n: usize, _negative: bool) -> Line<C::Fq> {
        self.next()
    }
    fn negate(&mut self) {}
}

/// What a loop does with its steps.
trait Walker {
    fn double(&mut self);
    fn add(&mut self, n: usize, negative: bool);
    /// The loop count is below 0.
    fn negate(&mut self);
}

/// The steps of the loop.
fn walk<C: Curve>(walker: &mut impl Walker) {
    for &(doublings, added) in C::LOOP {
        for _ in 0..doublings {
            walker.double();
        }
        for &(n, negative) in added {
            walker.add(n, negative);
        }
    }
    if C::LOOP_IS_NEGATIVE {
        walker.negate();
    }
    for &(n, negative) in C::CLOSING {
        walker.add(n, negative);
    }
}

impl<C: Curve> Walker for Recorder<C> {
    fn double(&mut self) {
        self.lines.push(self.q.double());
    }
    fn add(&mut self, n: usize, negative: bool) {
        self.lines.push(self.q.add(n, negative));
    }
    fn negate(&mut self) {
        self.q.negate();
    }
}

/// The value of a loop; None stands for 1.
struct Loop<'a, C: Curve, S> {
    value: Option<Full<C>>,
    terms: &'a mut [S],
}

/// The product with a line: once for all kinds of terms and of lines.
#[inline(never)]
fn multiply<C: Curve>(value: &mut Option<Full<C>>, line: &Line<C::Fq>) {
    *value = Some(match value {
        None => Full::from_line(line),
        Some(f) => f.times_line(line),
    });
}

impl<C: Curve, S: LineSource<C>> Loop<'_, C, S> {
    fn absorb(&mut self, line: impl Fn(&mut S) -> Line<C::Fq>) {
        for term in &mut *self.terms {
            multiply(&mut self.value, &line(term));
        }
    }
}

impl<C: Curve, S: LineSource<C>> Walker for Loop<'_, C, S> {
    fn double(&mut self) {
        if let Some(f) = &mut self.value {
            *f = f.square();
        }
        self.absorb(S::double);
    }
    fn add(&mut self, n: usize, negative: bool) {
        self.absorb(|term| term.add(n, negative));
    }
    /// f_(-n) is 1/f_n, or its conjugate, up to factors of the field of w^2.
    fn negate(&mut self) {
        self.value = self.value.as_ref().map(Full::conjugate);
        self.terms.iter_mut().for_each(S::negate);
    }
}

/// The Miller loops of all terms, with shared squares; of no terms: 1.
#[must_use]
pub fn miller_loop<C: Curve, S: LineSource<C>>(terms: &mut [S]) -> Full<C> {
    let mut state = Loop { value: None, terms };
    walk::<C>(&mut state);
    state.value.unwrap_or(Full::ONE)
}
