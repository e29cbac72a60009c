"""Elements of F_q from what they consist of."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from pairforge.algebra.arithmetic import E
from pairforge.pairings.ate.extensions import Cubic, Quadratic
from pairforge.pairings.ate.fq import Fq, Rules, Small
from pairforge.pairings.ate.pair import Pair
from pairforge.pairings.ate.scalar import Scalar
from pairforge.pairings.ate.whole import Whole, times_i


def element(rules: Rules, *coordinates: E) -> Fq[E]:
    """From the coefficients over F_p."""
    if rules.whole:
        a, b = coordinates
        return Whole(rules, a + times_i(b))
    (made,) = of_flat(rules, coordinates)
    return made


def of_flat(rules: Rules, flat: tuple[E, ...]) -> list[Fq[E]]:
    """Elements from their `flat`, one after the other."""
    n = rules.parts
    return [_of(rules, flat[i : i + n]) for i in range(0, len(flat), n)]


def _of(rules: Rules, flat: tuple[E, ...]) -> Fq[E]:
    if rules.whole:
        return Whole(rules, *flat)
    if rules.lower is None:
        return Scalar(rules, *flat)
    if rules.degree == 2:
        return Pair(rules, *flat)
    kind: Any = Quadratic if rules.step == 2 else Cubic
    made: Fq[E] = kind(rules, *of_flat(rules.lower, flat))
    return made


class _Counted:
    """What counts its additions."""

    made = 0

    def __add__(self, other: object) -> _Counted:
        _Counted.made += 1
        return self

    __sub__ = __add__

    def __neg__(self) -> _Counted:
        return self


def additions(rules: Rules, z: Small) -> int:
    """How many additions in F_p a product with z takes; a negation takes none."""
    (x,) = of_flat(replace(rules, way="karatsuba"), tuple[Any, ...](_Counted() for _ in range(rules.degree)))
    before = _Counted.made
    x.times_small(z)
    return _Counted.made - before
