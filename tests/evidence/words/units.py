"""Units as the tests prove them, with their netlists."""

from __future__ import annotations

import random
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from evidence.words.simulated import InDigits, simulated
from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Netlist, read
from pairforge.hdl import Module, design_files
from pairforge.hdl.interleave import interleaved
from pairforge.units.base import LoadableUnit, Unit
from pairforge.units.in_digits import DigitUnit

P254 = 0x2523648240000001BA344D80000000086121000000000013A700000000000013
P381 = int(
    "1a0111ea397fe69a4b1ba7b6434bacd764774b84f38512bf6730d2a0f6b0f6241eabfffeb153ffffb9feffffffffaaab",
    16,
)


def prime(width: int, seed: int = 1) -> int:
    """A prime of so many bits that is 3 modulo 4."""
    rng = random.Random(1000 * seed + width)
    while True:
        p = rng.getrandbits(width) | 3 | 1 << width - 1
        if all(pow(base, p - 1, p) == 1 for base in (2, 3, 5, 7)):
            return p


@dataclass(frozen=True)
class Placed:
    """A unit in a core of so many threads: its module, and the cycles of results."""

    unit: Unit
    module: Module
    threads: int
    late: int

    @property
    def digits(self) -> InDigits | None:
        """How its words pass, where they have digits."""
        if not isinstance(self.unit, DigitUnit):
            return None
        return InDigits(self.unit.digits.count, self.unit.digits.size, self.threads)

    def simulated(self, netlist: Netlist, attribute: int | None, cases: Sequence[Sequence[int]]) -> list[int]:
        """What a netlist of it gives for operands."""
        operands = dict(zip(self.unit.operands, zip(*cases, strict=True), strict=True))
        return simulated(netlist, self.operation(attribute), operands, digits=self.digits)

    @property
    def files(self) -> dict[str, str]:
        return design_files(self.module, "")

    def netlist(self, files: Mapping[str, str] | None = None) -> Netlist:
        return read(files or self.files, self.module.name).core

    def changed(self, before: str, after: str, count: int = -1) -> Netlist:
        """The netlist with another text in its Verilog, in `count` places of each file, or wherever it is."""
        files = {name: text.replace(before, after, count) for name, text in self.files.items()}
        assert files != self.files
        return self.netlist(files)

    def operations(self) -> Iterator[tuple[int | None, Operation]]:
        for attribute in self.unit.constants:
            yield attribute, self.operation(attribute)

    def operation(self, attribute: int | None) -> Operation:
        unit, threads = self.unit, self.threads
        values = tuple((c.signal, threads * c.offset, c.value) for c in unit.controls(attribute))
        busy = threads * max(1, min(unit.interval(attribute), unit.latency(attribute)))
        digits = 1 if self.digits is None else self.digits.count
        # From the last digits of the operands to the first of the result.
        delay = threads * (digits * (unit.latency(attribute) - 1) + 1) + self.late
        loaded = unit.loaded if isinstance(unit, LoadableUnit) else {}
        steady = tuple((name, value) for name, (_, value) in loaded.items())
        return Operation(values, len(unit.operands), busy, threads, delay, steady)


def placed(unit: Unit, threads: int = 1) -> Placed:
    """A unit as a core of so many threads has it."""
    if threads == 1:
        return Placed(unit, unit.module(), 1, 0)
    made = interleaved(unit.module(), threads)
    return Placed(unit, made.module, threads, made.late["y"])
