"""Which Karatsuba multiplier is smallest or fastest: ways to cut m coefficients and places of registers.

The model ranks: tables and registers are counted by the unit's area model, logic between registers in levels
by a rough count here. It costs milliseconds; synthesis is somebody else's (a function handed in), so that
nothing here knows a tool. Imports the multiplier and its field.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from pairforge.units.base import AreaModel
from pairforge.units.fields.base import DigitField, Field, digit_field
from pairforge.units.karatsuba.levels import Split
from pairforge.units.karatsuba.unit import MOST_STAGES, Karatsuba
from pairforge.units.parts.search import Measure, Measured, UnitSearch

KINDS = ("halves", "three", "toom")
"""Splits tried. "oddeven" multiplies the choices and has never won on 4-input tables."""

_CHAINS = 6  # ways to cut, best first, for which register places are tried
_IN_A_ROW = (1, 2, 4, 16)  # products over F_3
_ROUNDED = (4, 8, 16, 32)  # sizes are also tried rounded up to multiples of these


@dataclass(frozen=True)
class Candidate:
    """A multiplier: what the model says of its area, a rough count of levels of logic between registers, and
    what synthesis says where it was asked.
    """

    unit: Karatsuba
    model: AreaModel
    levels: int
    measured: Measured | None = None

    @property
    def stages(self) -> int:
        """Its pipeline stages."""
        return self.unit.stages

    @property
    def options(self) -> str:
        """The options of the command that make it."""
        unit = self.unit
        levels, cuts = (",".join(s.tag for s in unit.splits), ",".join(unit.registers))
        chosen = f"--levels {levels}" if levels else f"--cutoff {unit.field.m}"
        shared = "" if unit.sharing == "none" else f" --sharing {unit.sharing}"
        if unit.field.characteristic == 3:
            shared = f" --chain {unit.chain}"
        return f"{chosen} --cuts {cuts}{shared}"

    @property
    def costs(self) -> tuple[float, ...]:
        """What a front weighs, less being better: tables, flip-flops, stages, delay (ns where measured)."""
        if self.measured is None:
            return self.model.lut, self.model.ff, self.unit.stages, self.levels
        return self.measured.lut, self.measured.ff, self.unit.stages, 1000 / self.measured.mhz


def level_choices(
    m: int,
    smallest: int = 3,
    largest: int = 16,
    kinds: Sequence[str] = (*KINDS, "oddeven"),
    *,
    rest: bool = True,
) -> Iterator[tuple[Split, ...]]:
    """Chains of cuts to a base of `smallest` to `largest` coefficients: equal ones, sizes rounded up, five
    products of thirds ("toom") at the top, and (`rest`) one size rounded down.
    """
    below = [k for k in kinds if k != "toom"]
    if m <= largest:
        yield ()
    for kind in kinds:
        parts = 2 if kind in ("halves", "oddeven") else 3
        for size in _sizes(m, parts, smallest, rest and kind in ("halves", "three")):
            for levels in level_choices(size, smallest, largest, below, rest=rest and parts * size >= m):
                yield (Split(kind, size), *levels)


def _sizes(m: int, parts: int, smallest: int, rest: bool) -> Iterator[int]:
    equal = -(-m // parts)
    sizes = {-(-equal // r) * r for r in (1, *_ROUNDED) if r == 1 or 8 * r <= m}
    if rest:
        sizes.add(m // parts)
    return (size for size in sorted(sizes) if size >= smallest and (parts - 1) * size < m)


def places(unit: Karatsuba) -> list[tuple[str, int]]:
    """Where registers may stand in a multiplier, in order, each with the levels of logic in front of it.

    A rough count: a sum of n inputs takes about log_4 n levels; over F_3 a product in a row takes two, a sum
    of two one.
    """
    found: list[tuple[str, int]] = [("in0", 0)]
    size = unit.field.m
    back: list[tuple[str, int]] = []
    for k, split in enumerate(unit.splits):
        found.append((f"in{k + 1}", 2 if split.kind == "toom" else 1))
        back.append(
            (f"out{k}", 2 if split.kind in ("toom", "oddeven") or unit.field.characteristic == 3 else 1)
        )
        if split.kind == "toom":
            back.append(("mid", 6))
        size = split.size if split.splits(size) else size
    base = next(n for n in itertools.count(1) if 4**n >= 2 * size)
    if unit.field.characteristic == 3:
        row = min(unit.chain, size)
        base = 2 * row + next(n for n in itertools.count() if 2**n * row >= size)
    deepest = (f"out{len(unit.splits)}", base)
    return [*found, deepest, *reversed(back), ("reduced", 1)]


def register_choices(unit: Karatsuba, stages: int) -> Iterator[tuple[tuple[str, ...], int]]:
    """Ways to place `stages` registers (operands and result have one where there are two or more), with the
    levels of logic between them. Where there are more stages than places, operands are registered again.
    """
    known = places(unit)
    names = [name for name, _ in known]
    inner = names[1:-1]
    spare = max(0, stages - 2 - len(inner))
    if stages == 1:
        ways: Iterable[tuple[str, ...]] = [("reduced",)]
    else:
        ways = (
            ("in0", *["in0"] * spare, *middle, "reduced")
            for middle in itertools.combinations(inner, min(stages - 2, len(inner)))
        )
    for way in ways:
        longest = passed = 0
        for name, depth in known:
            passed += depth
            if name in way:
                longest, passed = max(longest, passed), 0
        yield way, longest


def front(candidates: Iterable[Candidate]) -> list[Candidate]:
    """Those that no other one beats or equals in every cost, by tables; of equals the first."""
    kept: list[Candidate] = []
    for c in sorted(candidates, key=lambda c: c.costs):
        if not any(all(x <= y for x, y in zip(k.costs, c.costs, strict=True)) for k in kept):
            kept.append(c)
    return kept


def modelled(field: DigitField, stages: Iterable[int], kinds: Sequence[str] = KINDS) -> list[Candidate]:
    """The front of the model: the best ways to cut, with all register places for each number of stages, and
    with shared sums of the reduction over F_2, with other numbers of products in a row over F_3.
    """
    binary = field.characteristic == 2
    if not binary:
        kinds = [kind for kind in kinds if kind != "toom"]
    chains = sorted(
        (unit.area_model().lut, i, unit)
        for i, levels in enumerate(dict.fromkeys(level_choices(field.m, kinds=kinds)))
        for unit in (Karatsuba(field, stages=1, levels=levels, cuts=("reduced",)),)
    )
    variants: list[Karatsuba] = []
    for _, _, unit in chains[:_CHAINS]:
        variants += [unit] if binary else [replace(unit, chain=n) for n in _IN_A_ROW]
    found: list[Candidate] = []
    for unit in variants:
        lut = unit.area_model().lut
        alone = {name: replace(unit, cuts=(name,)).area_model() for name, _ in places(unit)}
        for count in stages:
            rough: list[Candidate] = []
            for cuts, depth in register_choices(unit, count):
                # Registers add up exactly, the tables they cost nearly.
                model = AreaModel(
                    lut + sum(alone[cut].lut - lut for cut in set(cuts)), sum(alone[cut].ff for cut in cuts)
                )
                rough.append(Candidate(replace(unit, stages=count, cuts=cuts), model, depth))
            for c in front(rough):
                for made in (c.unit, replace(c.unit, sharing="pairs")) if binary else (c.unit,):
                    found.append(Candidate(made, made.area_model(), c.levels))
    return front(found)


def explore_karatsuba(
    field: DigitField,
    *,
    goal: str = "front",
    stages: Iterable[int] = (5,),
    best: int = 8,
    kinds: Sequence[str] = KINDS,
    measure: Measure | None = None,
) -> list[Candidate]:
    """The `best` multipliers by the model for a goal, best first; measured where `measure` is given.

    Goals: "smallest" (tables), "fastest" (levels of logic, then tables), "front" (those that none beats in
    tables, flip-flops, stages and delay at once; spread over the front where there are more than `best`).
    After measuring they are put in order, and the front is drawn, by what was measured.
    """
    keys: dict[str, Callable[[Candidate], tuple[float, ...]]] = {
        "smallest": lambda c: c.costs,
        "fastest": lambda c: (c.costs[-1], *c.costs),
        "front": lambda c: c.costs,
    }
    found = sorted(modelled(field, stages, kinds), key=keys[goal])
    if goal == "front" and len(found) > best:
        found = [found[i * (len(found) - 1) // (best - 1)] for i in range(best)] if best > 1 else found[:1]
    found = found[:best]
    if measure is None:
        return found
    results = measure([c.unit for c in found])
    found = [Candidate(c.unit, c.model, c.levels, r) for c, r in zip(found, results, strict=True)]
    return sorted(front(found) if goal == "front" else found, key=keys[goal])


def _find(
    field: Field, goal: str, stages: Sequence[int], best: int, measure: Measure | None
) -> Sequence[Candidate]:
    return explore_karatsuba(digit_field(field), goal=goal, stages=stages, best=best, measure=measure)


SEARCH = UnitSearch(digit_field, _find, "levels and registers", MOST_STAGES)
