"""Products of pairings with one final exponentiation, and checks that two pairings are equal."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from math import prod
from random import Random

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate.miller import miller_loop
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.computation import Encoded
from pairforge.pairings.facts import CurveFacts
from pairforge.pairings.families.optimal_ate import AteCurve


class AteProduct(AtePairing):
    """e(P_1, Q_1)^s_1 ... e(P_n, Q_n)^s_n, the s_i 1 or -1.

    In the vectors P and Q are lists of n points. A check e(A, B) = e(C, D) has signs 1 and -1: it holds
    where the value is 1.
    """

    def __init__(self, curve: AteCurve, variant: str, signs: Sequence[int]) -> None:
        super().__init__(curve, variant)
        self.one = AtePairing(curve)
        self.signs = tuple(signs)
        n = len(self.signs)
        self.description = " ".join(
            f"e(P{i}, Q{i}){'' if sign > 0 else '^-1'}" for i, sign in enumerate(self.signs)
        )
        self.description += f" of {curve.name}, one final exponentiation"
        self.p_shape = (2,) * n
        self.q_shape = (self.point_shape,) * n
        Ps = [f"{c}P{i}" for i in range(n) for c in "xy"]
        Qs = [name for i in range(n) for name in self.point_names(f"Q{i}")]
        self.stages = self._stages(partial(miller_loop, signs=self.signs), (*Ps, *Qs))

    def facts(self) -> CurveFacts:
        """Those of the pairing."""
        return replace(self.one.facts(), name=self.name)

    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """The first complaint about one of the points."""
        for i, part in enumerate(self._points(which, point)):
            if complaint := self.one.complaint_about_point(which, part):
                return f"point {i} {complaint}"
        return None

    def satisfied(self, P: Encoded, Q: Encoded) -> bool:
        """Every point on its curve?"""
        pairs = zip(self._points("P", P), self._points("Q", Q), strict=True)
        return all(self.one.satisfied(p, q) for p, q in pairs)

    def _residuals(self, k: Arithmetic[E], tower: AteTower, /, *inputs: E) -> tuple[E, ...]:
        n, width = len(self.signs), 2 * self.field_degree
        found: list[E] = []
        for i in range(n):
            P, Q = inputs[2 * i : 2 * i + 2], inputs[2 * n + width * i : 2 * n + width * (i + 1)]
            found += super()._residuals(k, tower, *P, *Q)
        return tuple(found)

    def _points(self, which: str, flat: Encoded) -> list[Encoded]:
        width = 2 if which == "P" else 2 * self.field_degree
        return [flat[i : i + width] for i in range(0, len(flat), width)]

    def model(self, P: Encoded, Q: Encoded) -> Encoded:
        """The product of the values by the definition."""
        pairs = zip(self._points("P", P), self._points("Q", Q), self.signs, strict=True)
        values = [self.one.decode_value(self.one.model(p, q)) ** sign for p, q, sign in pairs]
        return self.one.encode_value(prod(values[1:], start=values[0]))

    def random_points(self, number: int, seed: int) -> list[tuple[Encoded, Encoded]]:
        """Random points; where the signs add up to 0, every other product is 1.

        Of those, each pair (A, n D), (n A, D), with signs 1 and -1, is one.
        """
        drawn = self.one.random_points(number * len(self.signs), seed)
        rng = Random(seed)
        made = []
        for i in range(number):
            pairs = drawn[i * len(self.signs) : (i + 1) * len(self.signs)]
            if i % 2 == 0 and sum(self.signs) == 0:
                pairs = self._balanced(pairs, rng)
            P = tuple(c for point, _ in pairs for c in point)
            Q = tuple(c for _, point in pairs for c in point)
            made.append((P, Q))
        return made

    def _balanced(
        self, pairs: Sequence[tuple[Encoded, Encoded]], rng: Random
    ) -> list[tuple[Encoded, Encoded]]:
        balanced = list(pairs)
        positive, negative = ([i for i, s in enumerate(self.signs) if s == sign] for sign in (1, -1))
        for i, j in zip(positive, negative, strict=True):
            (A, D), n = pairs[i], rng.randrange(1, self.r)
            balanced[i] = A, self.one.multiple("Q", n, D)
            balanced[j] = self.one.multiple("P", n, A), D
        return balanced
