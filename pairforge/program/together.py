"""Several programs as one, of which a run is one of them: their regions one behind the other.

Names are those of each program behind its own name; constants are there once. No program reads a value of
another.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pairforge.program.ir import Linear, Loop, LoopCarried, Op, Program, Region


@dataclass(frozen=True)
class Together:
    """The `program` that several are, by their `names`."""

    program: Program
    names: tuple[str, ...]

    def part(self, name: str) -> Program:
        """One of them, with the names that it has among the others."""
        own = tuple(region for region in self.program.regions if region.name.startswith(_prefix(name)))
        return replace(self.program, name=name, regions=own)


def together(name: str, programs: Mapping[str, Program]) -> Program:
    """One program of all, by their names.

    A loop that is called like one of an earlier program is an instance of that, if its body is the same
    (`instances`).
    """
    regions: list[Region] = []
    constants: dict[int, str] = {}
    called: dict[str, str] = {}
    for own, program in programs.items():
        names = _Names(
            own, {n: constants.setdefault(c, f"c{len(constants)}") for n, c in program.constants}, called
        )
        regions += map(names.region, program.regions)
    some = next(iter(programs.values()))
    made = Program(
        name,
        some.characteristic,
        some.degree,
        tuple(regions),
        tuple((constant, c) for c, constant in constants.items()),
    )
    made.check()
    return made


def _prefix(program: str) -> str:
    return f"{program.replace('-', '_')}."


class _Names:
    """The names of one program among those of others. `constants`: those of its constants. `called`: the
    first loop of all programs that an algorithm calls so.
    """

    def __init__(self, program: str, constants: Mapping[str, str], called: dict[str, str]) -> None:
        self.prefix = _prefix(program)
        self.constants = constants
        self.called = called

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
        first = self.called.setdefault(region.called, name)
        carried = tuple(map(self._carried, region.carried))
        return replace(
            region, name=name, ops=ops, carried=carried, instance_of="" if first == name else first
        )

    def _carried(self, c: LoopCarried) -> LoopCarried:
        return LoopCarried(self.of(c.param), self.of(c.initial), self.of(c.next), self.of(c.result))
