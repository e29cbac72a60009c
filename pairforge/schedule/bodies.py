"""The bodies of a program's loops, each scheduled once: for all instances, in all programs that are one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pairforge.program.instances import canonical_bodies, storage_classes_of
from pairforge.program.ir import Loop, Program, Region
from pairforge.schedule.problem import Schedule


@dataclass
class Bodies:
    """The loops of a program by their bodies, for all that are scheduled of it.

    `repeats`: by the name of a loop those that have its body, the canonical one first. `storage_classes` as
    in `program.instances`. `found`: the schedules of the canonical bodies so far.
    `several`: whether it is several programs in one.
    """

    repeats: Mapping[str, Sequence[Loop]]
    storage_classes: Mapping[str, str]
    found: dict[str, Schedule] = field(default_factory=dict)
    several: bool = False

    def apart(self, region: Region) -> bool:
        """Whether a region shares its cycles with no other one: a body of several programs."""
        return self.several and len(self.repeats.get(region.name, ())) > 1

    @classmethod
    def of(cls, program: Program, *, several: bool = False) -> Bodies:
        """Those of a program, or of `several` in one; none of them scheduled."""
        first = canonical_bodies(program)
        repeats: dict[str, list[Loop]] = {}
        for region in program.regions:
            if isinstance(region, Loop):
                repeats.setdefault(first[region.name].name, []).append(region)
        by_name = {loop.name: loops for loops in repeats.values() for loop in loops}
        return cls(by_name, storage_classes_of(program), several=several)
