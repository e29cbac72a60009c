"""Runs behind which a stage overwrites what they have left: rows for that, behind their own.

Which words there are is known when values have their places, and the rows that overwrite them change none of
these: so a binding stays as it is, and only its runs begin later.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace

from pairforge.binding.model import Binding
from pairforge.binding.words import lifetimes_of
from pairforge.schedule.merge import merged
from pairforge.schedule.plan import StageSchedule
from pairforge.units.base import Unit

SETTLING = 8
"""Cycles besides the latency of the slowest unit until words that have been overwritten are all it has."""


def written_words(binding: Binding) -> int:
    """Words from the first one on that values have, in the bank with most of them."""
    assert binding.bank
    return 1 + max(binding.address[name] % binding.bank for name in binding.write_port)


def wiping_rows(binding: Binding, units: Mapping[str, Unit], inputs: int) -> int:
    """Cycles that it takes to overwrite all words, at least one for each input, and for the units to settle.

    A unit that is started takes an operand then, and its result is no secret whenever it comes.
    """
    settle = max(
        (
            units[p.unit].latency(p.op.attribute)
            for p in binding.stage.placed.values()
            if p.unit in units and not starts(units[p.unit], p.op.attribute)
        ),
        default=0,
    )
    return max(written_words(binding), inputs) + settle + SETTLING


def starts(unit: Unit, attribute: int | None) -> bool:
    """Whether a unit holds an operand until it is started anew."""
    return any(given.signal == START for given in unit.controls(attribute))


START = "start"
"""The control input of units that hold an operand."""


def with_wiping(
    binding: Binding,
    jobs: Mapping[str, StageSchedule],
    wiped: Collection[str],
    rows: int,
    place: str,
) -> tuple[Mapping[str, StageSchedule], Binding]:
    """The schedules of all programs, and their binding, with so many `rows` behind runs of those `wiped`.

    `place`: what the storage is called in front of the number of a word.
    """
    whole = merged(binding.stage.program, jobs, wiped, rows)
    longer = {
        name: replace(stage, interval=stage.interval + rows) if name in wiped else stage
        for name, stage in jobs.items()
    }
    lifetimes = lifetimes_of(whole, binding.address, place)
    return longer, replace(binding, stage=whole, lifetimes=lifetimes)
