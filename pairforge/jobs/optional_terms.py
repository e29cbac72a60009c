"""A term of a product of pairings that may be absent: its factor is 1, whatever its points are."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import choose, choose_element
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.ate.line import AnyLine, Line
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.terms import Running


@dataclass(frozen=True)
class OptionalTerm(Running[E]):
    """A term of a product that is 1 where the flag `absent` is: P is (0, 0) then, and each of its lines 1.

    `k`: what selects.
    """

    k: Any
    absent: E

    @classmethod
    def of(
        cls, k: DecidingArithmetic[E], tower: AteTower, P: tuple[E, E], Q: tuple[Fq[E], Fq[E]], absent: E
    ) -> OptionalTerm[E]:
        """The term (P, Q), T = Q."""
        zero = k.constant(0)
        xP, yP = choose(k, absent, (zero, zero), P)
        term = Running.begin(k, tower, (xP, yP), Q)
        return cls(term.T, term.x, term.y, term.Q, term.at, term.images, k, absent)

    @property
    def flat(self) -> tuple[E, ...]:
        """With the flag."""
        return *super().flat, self.absent

    def refreshed(self, flat: tuple[E, ...]) -> OptionalTerm[E]:
        """With what comes out of a loop."""
        made = super().refreshed(flat[:-1])
        return replace(self, T=made.T, x=made.x, y=made.y, at=made.at, absent=flat[-1])

    def first(self, k: Any, tower: AteTower) -> tuple[Running[E], AnyLine[E]]:
        """As without a flag."""
        return self._with_line(*super().first(k, tower))

    def double(self, tower: AteTower) -> tuple[Running[E], AnyLine[E]]:
        """As without a flag."""
        return self._with_line(*super().double(tower))

    def add(self, tower: AteTower) -> tuple[Running[E], AnyLine[E]]:
        """As without a flag."""
        return self._with_line(*super().add(tower))

    def _with_line(self, term: Running[E], line: AnyLine[E]) -> tuple[Running[E], AnyLine[E]]:
        """The line is a + b xP w^2 + c yP w^3: where P is (0, 0), a is left, and is to be 1."""
        assert isinstance(line, Line)
        one = line.a.constant(self.k, (1, *(0,) * (len(line.a.flat) - 1)))
        return term, replace(line, a=choose_element(self.k, self.absent, one, line.a))
