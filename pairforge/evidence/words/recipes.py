"""Which words inside of units are proven before the result, and where they are: hints for `stages`.

Names of wires are those that `units` gives them. A recipe that is wrong finds no proof.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from typing import Any

from pairforge.evidence.words.formulas import Formula
from pairforge.evidence.words.residues import FAR
from pairforge.evidence.words.stages import Digits, Recipe, Stage, Wires
from pairforge.program.ir import NORM, REAL, SQUARE
from pairforge.program.signs import unpacked
from pairforge.units.base import Unit
from pairforge.units.montgomery import Montgomery
from pairforge.units.montgomery_dot import MontgomeryDot
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.montgomery_sums import MontgomerySums
from pairforge.units.parts.networks import SELECT
from pairforge.units.quadratic.multiplier import QuadraticMultiplier

_AT_ONCE = 64
"""Bits of products whose rows are proven with what becomes of them."""

_FAR_FROM_ROWS = 4
"""How far facts are looked for about what is left of rows, for each bit."""


def recipe_of(unit: Unit, attribute: int | None) -> Recipe | None:
    """The recipe of an operation; None where its result is proven at once."""
    match unit:
        case MontgomeryDot():
            return _dot(unit, attribute)
        case MontgomerySums():
            return _sums(unit, attribute)
        case QuadraticMultiplier():
            return _quadratic(unit, attribute)
        case Montgomery():
            return _word_by_word(unit)
        case PipelinedMontgomery():
            return _product_first(unit)
    return None


def _product_first(unit: PipelinedMontgomery) -> Recipe | None:
    """T = a b and m = T p' mod R first, where all rows at once are too much."""
    n = unit.prime.width
    if unit.every > 1 or unit.network != SELECT or n <= _AT_ONCE:
        return None
    inverse = pow(-unit.prime.p, -1, unit.radix)
    of_t, of_m = ([Wires(s.net, s.low, s.width) for s in word] for word in unit.nets_at_once())
    t = Stage("t", ("a0", "b0"), _PRODUCT, exact=True, wires=of_t)
    m = Stage("m", ("t",), lambda t: inverse * t, exact=True, wires=of_m)
    return Recipe([t, m], [Stage("y", ("t", "m"), lambda t, m: t, shift=n)], _FAR_FROM_ROWS * n)


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


_SUM, _LESS = (lambda x, y: x + y), (lambda x, y: x - y)
_PRODUCT = lambda x, y: x * y  # noqa: E731
_Factor = tuple[tuple[str, ...], Formula]
_ALONE: dict[str, _Factor] = {name: ((name,), _itself) for name in ("a0", "a1", "b0", "b1")}
_FACTORS: Mapping[int | None, Sequence[tuple[_Factor, _Factor]]] = {
    None: (
        ((("a0", "a1"), _SUM), (("b0", "b1"), _SUM)),
        (_ALONE["a0"], _ALONE["b0"]),
        (_ALONE["a1"], _ALONE["b1"]),
    ),
    SQUARE: (((("a0", "a1"), _SUM), (("b0", "b1"), _LESS)), (_ALONE["a0"], _ALONE["b1"])),
    REAL: ((_ALONE["a0"], _ALONE["b0"]), (_ALONE["a1"], _ALONE["b0"])),
    NORM: ((_ALONE["a0"], _ALONE["b0"]), (_ALONE["a1"], _ALONE["b1"])),
}
"""By attribute, the factors of each product in F_p."""

_PARTS: Mapping[int | None, Sequence[_Factor]] = {
    None: ((("u1", "u2"), _LESS), (("u0", "u1", "u2"), lambda u, v, w: u - v - w)),
    SQUARE: ((("u0",), _itself), (("u1",), lambda v: 2 * v)),
    REAL: ((("u0",), _itself), (("u1",), _itself)),
    NORM: ((("u0", "u1"), _SUM), (("u0",), lambda u: 0 * u)),
}
"""By attribute, both parts of the result of products."""


def _by_digits(
    name: str, factors: Sequence[str], n: int, count: int, more: int, use: tuple[int, int]
) -> list[Stage | Digits]:
    """U of a product, and the accumulator behind each digit of its second factor before; `more`: bits that
    the first factor has more than p.
    """
    size = -(-n // count)
    up = size * count - n
    digits = Digits(f"{name}_digit", factors[1], size, count)
    stages: list[Stage | Digits] = [digits]
    before: Sequence[str] = ()
    for i, digit in enumerate(digits.names):
        called = name if i == count - 1 else f"{name}_sum{i}"
        at = use[0] * count + i, use[1] * count
        reads = (factors[0], digit, *before)
        width = size * count + 1 + more
        stages.append(Stage(called, reads, _next(1 << up), "t", width, size, use=at))
        before = (called,)
    return stages


def _next(weight: int) -> Formula:
    """What is divided by the weight of a digit: the product with it, and the accumulator, if there is one."""
    return lambda a, digit, *before: sum(before, weight * (a * digit))


def _quadratic(unit: QuadraticMultiplier, attribute: int | None) -> Recipe | None:
    n = unit.prime.width
    stages: list[Stage | Digits] = []
    if unit.every > 1 and not unit.integrated:
        return None
    products = _FACTORS[attribute]
    for number, factors in enumerate(products):
        use = number, len(products)
        names = [f"left{number}", f"right{number}"]
        for name, (reads, formula) in zip(names, factors, strict=True):
            stages.append(Stage(name, reads, formula, name.rstrip("012"), n + 1, use=use))
        if unit.every == 1:
            stages.append(Stage(f"u{number}", names, _PRODUCT, "u", n + 3, n, use=use))
        else:
            stages += _by_digits(f"u{number}", names, n, unit.every, 1, use)
    results = []
    for name, (reads, formula) in zip(("real", "imaginary"), _PARTS[attribute], strict=True):
        stages.append(Stage(name, reads, formula, f"{name}_sum", n + 4, exact=True))
        results.append(Stage("", (name,), _itself))
    return Recipe(stages, results)


def _word_by_word(unit: Montgomery) -> Recipe:
    """The total behind each word of b.

    Its words come into a register from above, one a cycle. The highest one is a sum, with a bit that runs
    over, in the cycle after the last product of an iteration. Where sums take two cycles, words are read on
    their way into the register, and the result is there a cycle later.
    """
    core, count = unit.core, unit.words
    words = Digits("word", "b0", core, count)
    stages: list[Stage | Digits] = [words]
    before: tuple[str, ...] = ()
    low, cut = (0, 1) if unit.part else (core * (count - 2), 0)
    for i, word in enumerate(words.names):
        late = unit.iteration * (count - 1 - i) + 2 + cut
        come = "comes" if cut else "earlier"
        wires = [Wires(come, low, core, late + cut + count - 2 - j) for j in range(count - 1)]
        wires.append(Wires("top_sum_total" if cut else "top", 0, core + 1, late))
        stages.append(Stage(f"t{i}", ("a0", word, *before), _with_product, shift=core, wires=wires))
        before = (f"t{i}",)
    return Recipe(stages, [Stage("y", before, _itself)], FAR)


def _with_product(a: Any, word: Any, *before: Any) -> Any:
    return sum(before, a * word)
