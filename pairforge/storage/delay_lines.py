"""Delay lines: registers behind each unit, tapped by delay, and registers that hold one value.

Any number of values is read in a cycle, so there are no ports. A stage is one flow: a loop is pipelined, the
blocks lean on its ends, and runs overlap.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pairforge.binding.lines import bind_lines
from pairforge.binding.model import Binding, Line, Tap
from pairforge.errors import UserError
from pairforge.hdl import Net
from pairforge.hdl.interleave import FEW_THREADS
from pairforge.program.ir import Loop, Op
from pairforge.program.text import show_op
from pairforge.rtl.storage import StorageSite
from pairforge.rtl.stream import stored
from pairforge.schedule.flow import around, schedule_flow
from pairforge.schedule.lowering import Lowering
from pairforge.schedule.plan import StageSchedule, instance_name
from pairforge.schedule.problem import Use
from pairforge.storage.base import StorageType


class DelayLineStorage(StorageType):
    """The storage of `machine.storage.DelayLines`."""

    control_store = "distributed"  # a flow has few rows
    ports: Mapping[str, int] = {}

    def lead(self, op: Op) -> int:
        return 0

    def port_uses(self, op: Op, read_after: Callable[[str], int], result: int) -> Sequence[Use]:
        return ()

    def check(self, low: Lowering) -> None:
        """A prologue operation runs on the unit that makes its loop-carried value in the loop."""
        by_name = {op.name: op for op in low.program.ops}
        for region in low.program.regions:
            for carried in region.carried if isinstance(region, Loop) else ():
                first, following = (low.unit(by_name[name]) for name in (carried.initial, carried.next))
                if first != following:
                    block = low.region_of[carried.initial]
                    raise UserError(
                        f"stage {low.machine.name}: unit {following} makes {carried.param} in the loop "
                        f"{region.name}, {first} before it; let {following} work for the block {block} as "
                        "well"
                    )

    def schedule(self, low: Lowering, effort: float, *, overlap: bool) -> StageSchedule:
        _check_shape(low)
        return schedule_flow(low, effort, overlap=overlap)

    def bind(self, stage: StageSchedule, effort: float) -> Binding:
        return bind_lines(stage, effort)

    def build(self, site: StorageSite) -> Mapping[Tap, Net]:
        """A chain of registers behind each unit that is tapped late, and the registers that hold."""
        m, taps = site.m, dict[Tap, Net]()
        for (unit, instance), length in sorted(site.binding.line_lengths().items()):
            label = instance_name(unit, instance)
            taps[Line(unit, instance, 0)] = site.outputs[unit, instance]
            if length:
                m.comment(f"{label}: results of the last {length} cycles")
            for delay in range(1, length + 1):
                before = taps[Line(unit, instance, delay - 1)]
                taps[Line(unit, instance, delay)] = m.reg(f"{label}_line{delay}", before)
        for hold, signal in site.control.holds.items():
            label = instance_name(hold.unit, hold.instance)
            m.comment(f"{label}: register for {', '.join(site.binding.loads[hold])}")
            source = site.outputs[hold.unit, hold.instance]
            named, load = f"{label}_hold{hold.index}", site.signals[signal.name]
            several = site.threads > FEW_THREADS
            taps[hold] = stored(m, named, source, load) if several else m.reg(named, source, enable=load)
        return taps

    def drawn(self, binding: Binding) -> tuple[int, str]:
        """Lines and registers are boxes of their own."""
        raise NotImplementedError


def _check_shape(low: Lowering) -> None:
    """Refuse more than one loop, a ladder, and a value that crosses the loop without being carried by it."""
    stage, program = low.machine.name, low.program
    loops = [region for region in program.regions if isinstance(region, Loop)]
    if len(loops) > 1:
        raise UserError(f"stage {stage}: {program.name} has {len(loops)} loops; lines take one")
    for loop in loops:
        if loop.bits:
            raise UserError(
                f"stage {stage}: {program.name} has a ladder, {loop.name}; lines take none, "
                f"use storage.kind = 'ram'"
            )
        before, after = around(program, loop)
        names = {op.name for op in before}
        for op in (*loop.ops, *after):
            outside = names & set(op.reads)
            if outside:
                raise UserError(
                    f"stage {stage}: {show_op(op)} reads {min(outside)} across the loop {loop.name}; "
                    f"with storage.kind = 'lines' a value that crosses a loop must be carried by it"
                )
