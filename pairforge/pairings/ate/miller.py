"""Miller loops of optimal ate pairings and their products: f_{n,Q}(P), and lines through images of Q.

Vercauteren (IEEE Transactions on Information Theory 2010); the family has n and the images. A product of
several pairings shares the squarings. All runs of doublings are calls of one loop, all additions of another,
with the same carried values. A digit -1 adds -Q; the additions that end the loop add the images.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic, Literal

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate import line
from pairforge.pairings.ate.line import AnyLine
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.terms import Prepared, Running, Term
from pairforge.pairings.ate.top import Top


def miller_loop(k: Arithmetic[E], tower: AteTower, *inputs: E, signs: Sequence[int] = (1,)) -> tuple[E, ...]:
    """The value at P = (xP, yP) and Q, e inputs a coordinate (q = p^e), up to factors that the final
    exponentiation eliminates.

    `signs`: of each term of a product; where it is -1, -P takes the place of P. First all P, then all Q.
    """
    k.block("first")
    n, e = len(signs), tower.field.degree
    terms = []
    for i, sign in enumerate(signs):
        xP, yP = inputs[2 * i : 2 * i + 2]
        given = inputs[2 * n + 2 * e * i :]
        Q = tower.enter(k, tower.element(*given[:e]), tower.element(*given[e : 2 * e]))
        terms.append(Running.begin(k, tower, (xP, yP if sign > 0 else -yP), Q))
    value, _ = product_of_terms(k, tower, tuple(terms))
    return value.flat


def prepared_loop(k: Arithmetic[E], tower: AteTower, *inputs: E) -> tuple[E, ...]:
    """The same for P = (xP, yP) and the lines of Q, 2 e inputs each (`terms.Prepared`); adds no points."""
    k.block("first")
    (xP, yP, *given), e = inputs, tower.field.degree
    halves = [tower.element(*given[i : i + e]) for i in range(0, len(given), e)]
    lines = list(zip(halves[::2], halves[1::2], strict=True))
    value, _ = product_of_terms(k, tower, (Prepared.begin((xP, yP), lines),))
    return value.flat


def product_of_terms(
    k: Arithmetic[E], tower: AteTower, terms: tuple[Term[E], ...]
) -> tuple[Top[E], tuple[Term[E], ...]]:
    """The value of the terms at their points P; the terms as they are in the end.

    A running term has then come to T, which plus the image that the loop leaves out is the point at infinity
    (`AteCurve.left_out`).
    """
    loop = _Loop(k, tower, terms)
    return loop.value(), loop.terms


class _Loop(Generic[E]):
    """The loop over the terms of a product."""

    def __init__(self, k: Arithmetic[E], tower: AteTower, terms: tuple[Term[E], ...]) -> None:
        self.k, self.tower, self.terms = k, tower, terms

    def value(self) -> Top[E]:
        """What the final exponentiation takes to the pairing."""
        curve = self.tower.curve
        (top, added), *turns = curve.loop
        images = {n for _, digits in curve.loop for n, _ in digits if n}
        if images:
            self.terms = tuple(term.prepared(self.k, self.tower, sorted(images)) for term in self.terms)
        f = self._first()
        for run, digits in ((top - 1, added), *turns):
            f = self._double(f, run)
            for n, sign in digits:
                f = self._add(f, [term.next(n, sign) for term in self.terms])
        if curve.loop_count < 0:  # f_(-n) is 1/f_n, or its conjugate, up to factors of the field of w^2
            f = f.conjugate()
            self.terms = tuple(term.negated() for term in self.terms)
        for power, sign in curve.closing:
            self.k.block("frobenius")
            f = self._add(f, [term.image(self.k, self.tower, power, sign) for term in self.terms])
        return f

    def _first(self) -> Top[E]:
        """The product of the tangents at all Q."""
        self.terms, (tangent, *others) = self._step(lambda term: term.first(self.k, self.tower))
        f = line.alone(self.tower.top, tangent, self.k.constant(0))
        for other in others:
            f = line.times(f, other)
        return f

    def _double(self, f: Top[E], run: int) -> Top[E]:
        """f^2 times the tangents, `run` times; one by one where lines have to be brought."""
        if not any(isinstance(term, Prepared) for term in self.terms):
            return self._call("double", run, f)
        for _ in range(run):
            self.terms = tuple(term.next() for term in self.terms)
            f = self._call("double", 1, f)
        return f

    def _add(self, f: Top[E], terms: Sequence[Term[E]]) -> Top[E]:
        """f times the chords through the multiples and what the terms are ready to add."""
        self.terms = tuple(terms)
        return self._call("add", 1, f)

    def _call(self, name: Literal["double", "add"], run: int, f: Top[E]) -> Top[E]:
        def body(state: tuple[E, ...]) -> tuple[E, ...]:
            iteration = _Loop(self.k, self.tower, self._refreshed(state))
            f = self.tower.value(state[: self.tower.parts])
            if name == "double":
                f = f.miller_square()
                iteration.terms, lines = iteration._step(lambda term: term.double(self.tower))
            else:
                iteration.terms, lines = iteration._step(lambda term: term.add(self.tower))
            for each in lines:
                f = line.times(f, each)
            return iteration._flat(f)

        state = self.k.loop(name, run, self._flat(f), body)
        self.terms = self._refreshed(state)
        return self.tower.value(state[: self.tower.parts])

    def _step(
        self, step: Callable[[Term[E]], tuple[Term[E], AnyLine[E]]]
    ) -> tuple[tuple[Term[E], ...], list[AnyLine[E]]]:
        """What a step makes of each term, and the lines."""
        made = [step(term) for term in self.terms]
        return tuple(term for term, _ in made), [each for _, each in made]

    def _flat(self, f: Top[E]) -> tuple[E, ...]:
        return f.flat + tuple(part for term in self.terms for part in term.flat)

    def _refreshed(self, state: tuple[E, ...]) -> tuple[Term[E], ...]:
        terms, place = [], self.tower.parts
        for term in self.terms:
            width = len(term.flat)
            terms.append(term.refreshed(state[place : place + width]))
            place += width
        return tuple(terms)
