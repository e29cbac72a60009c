"""Units that cores in lock step have in common, beside their datapaths (`units.base.CommonUnit`).

A datapath has the operand of such a unit as an output, and its result as an input. The sequencer starts it
for all cores at once and says which take part in the run.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from pairforge.binding.model import Binding
from pairforge.hdl import Expr, Module, Net
from pairforge.rtl.control import StageControl
from pairforge.rtl.lock_step import core_suffix
from pairforge.schedule.plan import instance_name
from pairforge.units.base import CommonUnit, Unit
from pairforge.units.parts.representation import values_at

OPERAND, RESULT = "operand", "result"
"""What the names of both ports of a datapath end in, behind that of the instance."""

COMMON = "common"
"""What the names of the instances begin with, in front of the number of the stage."""

TAKES_PART = "takes_part"
"""The output of a sequencer, for each core but the first: whether the core takes part in the run."""


def common_units(binding: Binding, units: Mapping[str, Unit]) -> Mapping[tuple[str, int], CommonUnit]:
    """The instances that are used, each a unit and its number."""
    used = sorted({(p.unit, p.instance) for p in binding.stage.placed.values() if p.unit in units})
    named = ((each, units[each[0]]) for each in used)
    return {each: unit for each, unit in named if isinstance(unit, CommonUnit)}


def starts_late(binding: Binding, units: Mapping[str, Unit]) -> bool | None:
    """Whether they start in rows that a run shares with the next one; None where there are none.

    Raises AssertionError where some do and some do not.
    """
    common, stage = common_units(binding, units), binding.stage
    late = {
        cycle + p.lead >= stage.interval
        for p, _, cycle in stage.instances()
        if (p.unit, p.instance) in common
    }
    assert len(late) < 2, f"{stage.program.name}: units of all cores start in two runs at once"
    return late.pop() if late else None


@dataclass(frozen=True)
class CommonUnits:
    """Those of stage number `stage` of a core under construction, for so many `cores`."""

    m: Module
    stage: int
    units: Mapping[tuple[str, int], CommonUnit]
    cores: int

    @cached_property
    def results(self) -> Sequence[Mapping[str, Net]]:
        """For each core the results that its datapath takes, by port."""
        return [
            {
                _port(each, RESULT): self.m.forward(self._named(each, core), _bits(unit))
                for each, unit in self.units.items()
            }
            for core in range(self.cores)
        ]

    def connect(
        self, control: StageControl, sequencer: Mapping[str, Net], datapaths: Sequence[Mapping[str, Net]]
    ) -> None:
        """An instance of each, between the outputs of the sequencer and of the datapaths; they drive
        `results`.
        """
        for each, unit in self.units.items():
            self.m.comment(f"{instance_name(*each)}: {unit.kind}")
            pins: dict[str, Expr] = {
                signal: sequencer[named.name]
                for (name, number, signal), named in control.units.items()
                if (name, number) == each
            }
            for core, datapath in enumerate(datapaths):
                pins[f"a{core or ''}"] = datapath[_port(each, OPERAND)]
                if core:
                    pins[f"joins{core}"] = sequencer[f"{TAKES_PART}{core_suffix(core)}"]
            made = self.m.instance(unit.module(), f"{COMMON}{self.stage}_{instance_name(*each)}", **pins)
            for core, results in enumerate(self.results):
                self.m.drive(results[_port(each, RESULT)], made[f"y{core or ''}"])

    def _named(self, each: tuple[str, int], core: int) -> str:
        return f"{COMMON}{self.stage}_{_port(each, RESULT)}{core_suffix(core)}"


def _port(each: tuple[str, int], what: str) -> str:
    return f"{instance_name(*each)}_{what}"


def _bits(unit: Unit) -> int:
    return values_at(unit, "y").width
