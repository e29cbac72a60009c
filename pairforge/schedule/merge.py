"""Several programs on one machine, one at a time: their schedules one behind the other, as one schedule.

A run is one of them. So nothing that is made of a schedule needs to know of it but what starts a run, and
what takes elements in and sends them. Names are those of each program behind its own name.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pairforge.program.ir import Linear, Loop, LoopCarried, Op, Program, Region
from pairforge.schedule.plan import LoopTiming, Placed, Run, StageSchedule


def merged(name: str, stages: Mapping[str, StageSchedule]) -> StageSchedule:
    """One schedule of all programs, by their names; each is on the same machine, and no run of one begins
    before the one before it has ended.
    """
    assert all(stage.length <= stage.interval for stage in stages.values())
    regions: list[Region] = []
    constants: dict[int, str] = {}
    placed: dict[str, Placed] = {}
    loops: dict[str, LoopTiming] = {}
    last: dict[str, frozenset[str]] = {}
    runs: list[Run] = []
    first = 0
    for own, stage in stages.items():
        names = _Names(
            own, {n: constants.setdefault(c, f"c{len(constants)}") for n, c in stage.program.constants}
        )
        regions += map(names.region, stage.program.regions)
        for p in stage.placed.values():
            op = names.op(p.op)
            region, early = names.prefixed(p.region), names.of(p.early) if p.early else ""
            placed[op.name] = replace(p, op=op, region=region, start=first + p.start, early=early)
        for timing in stage.loops.values():
            called = names.prefixed(timing.name)
            loops[called] = replace(timing, name=called, start=first + timing.start)
            last[called] = frozenset(map(names.of, stage.last[timing.name]))
        runs.append(Run(own, first, stage.interval))
        first += stage.interval
    some = next(iter(stages.values()))
    program = Program(
        name,
        some.program.characteristic,
        some.program.degree,
        tuple(regions),
        tuple((constant, c) for c, constant in constants.items()),
    )
    program.check()
    certificates = tuple(each for stage in stages.values() for each in stage.certificates)
    bound = sum(stage.interval_bound for stage in stages.values())
    return StageSchedule(
        program, some.machine, placed, loops, last, first, first, bound, certificates, tuple(runs)
    )


class _Names:
    """The names of one program among those of others. `constants`: those of its constants."""

    def __init__(self, program: str, constants: Mapping[str, str]) -> None:
        self.prefix = f"{program.replace('-', '_')}."
        self.constants = constants

    def prefixed(self, name: str) -> str:
        """Of a block or loop."""
        return self.prefix + name

    def of(self, name: str) -> str:
        """Of a value."""
        return self.constants.get(name) or self.prefixed(name)

    def op(self, op: Op) -> Op:
        """An operation."""
        return replace(op, name=self.of(op.name), operands=tuple(map(self._form, op.operands)))

    def _form(self, form: Linear) -> Linear:
        return Linear(tuple(sorted((self.of(name), c) for name, c in form.terms)), form.constant)

    def region(self, region: Region) -> Region:
        """A block or loop."""
        ops, name = tuple(map(self.op, region.ops)), self.prefixed(region.name)
        if not isinstance(region, Loop):
            return replace(region, name=name, ops=ops)
        instance_of = self.prefixed(region.instance_of) if region.instance_of else ""
        carried = tuple(map(self._carried, region.carried))
        return replace(region, name=name, ops=ops, carried=carried, instance_of=instance_of)

    def _carried(self, c: LoopCarried) -> LoopCarried:
        return LoopCarried(self.of(c.param), self.of(c.initial), self.of(c.next), self.of(c.result))
