"""Which words inside of units are proven before the result, and where they are: hints for `stages`.

Names of wires are those that `units` gives them. A recipe that is wrong finds no proof.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from typing import Any

from pairforge.evidence.words.formulas import Formula
from pairforge.evidence.words.stages import Recipe, Stage
from pairforge.program.signs import unpacked
from pairforge.units.base import Unit
from pairforge.units.montgomery_dot import MontgomeryDot
from pairforge.units.montgomery_sums import MontgomerySums


def recipe_of(unit: Unit, attribute: int | None) -> Recipe | None:
    """The recipe of an operation; None where its result is proven at once."""
    match unit:
        case MontgomeryDot():
            return _dot(unit, attribute)
        case MontgomerySums():
            return _sums(unit, attribute)
    return None


def _itself(x: Any) -> Any:
    return x


def _dot(unit: MontgomeryDot, attribute: int | None) -> Recipe | None:
    n = unit.prime.width
    if unit.every > 1:
        return None
    if attribute is None:
        u = Stage("u", ("a0", "b0"), lambda a, b: a * b, "u", n + 2, n)
    else:
        reads = ("a0", "b0", "c0", "d0")
        u = Stage("u", reads, lambda a, b, c, d: a * b + attribute * (c * d), "u", n + 2, n)
    return Recipe([u], [Stage("y", ("u",), _itself)])


def _sums(unit: MontgomerySums, attribute: int | None) -> Recipe:
    n = unit.prime.width
    signs: Sequence[int] = () if attribute is None else unpacked(attribute)
    stages = []
    for name, first, second, sign in itertools.zip_longest(
        ("left", "right"), ("a0", "b0"), ("c0", "d0"), signs
    ):
        if sign is None:
            stages.append(Stage(name, (first,), _itself, name, n + 1))
        else:
            stages.append(Stage(name, (first, second), _sum_with(sign), name, n + 1))
    stages.append(Stage("u", ("left", "right"), lambda x, y: x * y, "u", n + 3, n))
    return Recipe(stages, [Stage("y", ("u",), _itself)])


def _sum_with(sign: int) -> Formula:
    return lambda x, y: x + sign * y
