"""Which Karatsuba multiplier is smallest: all ways to cut m digits, ranked by the area model, the best
measured.

The model counts tables sum by sum and costs milliseconds; synthesis is somebody else's (a function handed
in), so that nothing here knows a tool. Imports the multiplier and its field.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from pairforge.rtl.hdl import Module
from pairforge.rtl.units.base import AreaModel
from pairforge.rtl.units.field import Field
from pairforge.rtl.units.karatsuba import Karatsuba, Split

Measure = Callable[[Module], AreaModel]


@dataclass(frozen=True)
class Candidate:
    """A multiplier, what the model says of it, and what synthesis says where it was asked."""

    unit: Karatsuba
    model: AreaModel
    measured: AreaModel | None = None


def level_choices(m: int, smallest: int = 4, largest: int = 16) -> Iterator[tuple[Split, ...]]:
    """Every chain of equal cuts, in two or three and even or odd, to a base of `smallest` to `largest`
    digits.
    """
    if m <= largest:
        yield ()
    for kind, parts in (("halves", 2), ("three", 3), ("oddeven", 2)):
        size = -(-m // parts)
        if size >= smallest and (parts - 1) * size < m:
            for below in level_choices(size, smallest, largest):
                yield (Split(kind, size), *below)


def explore_karatsuba(
    field: Field,
    *,
    stages: int = 5,
    best: int = 10,
    kinds: Sequence[str] = ("halves", "three"),
    measure: Measure | None = None,
) -> list[Candidate]:
    """The `best` smallest multipliers by the model, smallest first; each measured where `measure` is given.

    `kinds` limits the splits tried; "oddeven" multiplies the choices and has never won on 4-input tables.
    """
    found = []
    for levels in level_choices(field.m):
        if all(level.kind in kinds for level in levels):
            unit = Karatsuba(field, stages=stages, levels=levels)
            found.append(Candidate(unit, unit.area_model()))
    found.sort(key=lambda c: (c.model.lut, c.model.ff))
    if measure is None:
        return found[:best]
    measured = [Candidate(c.unit, c.model, measure(c.unit.module())) for c in found[:best]]
    return sorted(measured, key=lambda c: c.measured.lut if c.measured else c.model.lut)
