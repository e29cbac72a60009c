"""Operations of a functional unit in time: which to try, and what its ports get in each cycle.

Simulation (`unit_check`) and the test bench that is handed over (`unit_bench`) both play what is listed here.
Imports the unit protocol.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Sequence
from dataclasses import dataclass

from pairforge.units.base import KeepingUnit, Unit
from pairforge.units.parts.representation import values_at

__all__ = ["Operation", "Play", "element", "operations", "play"]


@dataclass(frozen=True)
class Operation:
    """One operation: its operands, its constant (None where the unit has none), and the exact result."""

    operands: tuple[int, ...]
    attribute: int | None
    result: int


@dataclass(frozen=True)
class Play:
    """What happens cycle by cycle.

    `inputs`: for each cycle the value of every input port. `results`: (cycle, operation) of each result.
    """

    inputs: tuple[dict[str, int], ...]
    results: tuple[tuple[int, Operation], ...]


def element(unit: Unit, port: str, rng: random.Random) -> int:
    """A random value for an operand port: an element of the unit's field, in its encoding."""
    values = values_at(unit, port)
    return values.element(rng.randrange(values.order))


def operations(unit: Unit, count: int, seed: int = 1) -> list[Operation]:
    """The unit's corner cases, then `count` random operations; constants alternate."""
    rng = random.Random(seed)
    constants = unit.constants
    tuples = [tuple(case) for case in unit.corner_cases()]
    tuples += [tuple(element(unit, port, rng) for port in unit.operands) for _ in range(count)]
    todo = list(zip(tuples, itertools.cycle(constants), strict=False))
    results = (
        unit.in_order(todo) if isinstance(unit, KeepingUnit) else [unit.function(*each) for each in todo]
    )
    return [Operation(*each, result) for each, result in zip(todo, results, strict=True)]


def play(unit: Unit, todo: Sequence[Operation], *, gaps: bool = False, seed: int = 1) -> Play:
    """The operations one after the other, each as soon as the unit's interval allows, or with idle cycles.

    Operand ports carry noise in cycles that start no operation; controls are zero where none drives them.
    """
    rng = random.Random(seed)
    widths = {port: values_at(unit, port).width for port in unit.operands}
    starts = []
    time = 0
    for operation in todo:
        time += rng.randrange(4) if gaps else 0
        starts.append(time)
        time += unit.interval(operation.attribute)
    inputs = [
        {port: rng.getrandbits(width) for port, width in widths.items()}
        for _ in range(max(t + unit.latency(o.attribute) for t, o in zip(starts, todo, strict=True)) + 1)
    ]
    results = []
    for start, operation in zip(starts, todo, strict=True):
        inputs[start].update(zip(unit.operands, operation.operands, strict=True))
        for control in unit.controls(operation.attribute):
            inputs[start + control.offset][control.signal] = control.value
        results.append((start + unit.latency(operation.attribute), operation))
    return Play(tuple(inputs), tuple(results))
