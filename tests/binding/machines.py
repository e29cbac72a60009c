"""Random small machines, units that are only figures, and a reference for who must read what."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from pairforge.machine.design import Machine
from pairforge.machine.storage import Banks, DelayLines, Memory, Storage
from pairforge.machine.units import unit_spec
from pairforge.program.ir import Loop, Program
from pairforge.schedule.plan import Placed, StageSchedule


@dataclass(frozen=True)
class Figures:
    """A unit as scheduling sees it."""

    cycles: int
    every: int

    def latency(self, attribute: Any = None) -> Any:
        return self.cycles

    def interval(self, attribute: Any = None) -> Any:
        return self.every


@st.composite
def machines(draw: st.DrawFn, kind: str, *, count: int = 2, slow: bool = True) -> Any:
    """A machine that runs any program with operands of at most 3 terms and powers 1 and -1, with timing."""
    multiplier = "digit-serial" if slow and draw(st.booleans()) else "karatsuba"
    cycles = draw(st.integers(1, 6))
    every = draw(st.integers(1, cycles)) if multiplier == "digit-serial" else 1
    sums = draw(st.integers(1, 2))
    own = {}
    if kind == "lines" and multiplier == "digit-serial" and draw(st.booleans()):
        own, count = {"shares": "operand"}, count + 1
    units = (
        unit_spec("mul", multiplier, draw(st.integers(1, count)), 3, **own),
        unit_spec("sum", "sum", draw(st.integers(1, count)), 3),
        unit_spec("root", "frobenius", draw(st.integers(1, count)), 3, power=-1),
        unit_spec("square", "frobenius", 1, 3, power=1),
    )
    timing = {
        "mul": Figures(cycles, every),
        "sum": Figures(sums, 1),
        "root": Figures(1, 1),
        "square": Figures(draw(st.integers(1, 3)), 1),
    }
    storage: Storage = DelayLines()
    if kind == "banks":
        copies = draw(st.integers(0, 2))
        storage = Banks(banks=draw(st.integers(4, 6)) if not copies else 12, copies=copies)
    if kind == "ram":
        storage = Memory(draw(st.sampled_from(("block", "distributed"))), 64, draw(st.integers(6, 7)))
    loops = draw(st.sampled_from(("pipelined", "sequential"))) if slow else "pipelined"
    return Machine("m", units, storage, loops=loops), timing


def wanted(program: Program, name: str, iteration: int) -> tuple[str, int]:
    """Whose result (operation, iteration) an operation of that iteration means by a name."""
    for region in program.regions:
        if isinstance(region, Loop):
            for looped in region.carried:
                if looped.held and name in (looped.param, looped.result):
                    return wanted(program, looped.initial, 0)
                if name == looped.param:
                    return (looped.next, iteration - 1) if iteration else wanted(program, looped.initial, 0)
                if name == looped.result:
                    return (looped.next, region.count - 1)
            if name in {op.name for op in region.ops}:
                return (name, iteration)
    return (name, 0)


def operation_times(stage: StageSchedule, runs: int) -> list[tuple[int, Placed, int, int]]:
    """(run, operation, iteration, cycle) of everything in several runs."""
    return [
        (run, placed, iteration, cycle + run * stage.interval)
        for run in range(runs)
        for placed, iteration, cycle in stage.instances()
    ]
