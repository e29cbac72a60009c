"""Is a functional unit what its object says? Simulate its Verilog and compare every result.

Two runs, both bit-exact: operations back to back at the unit's interval, and with idle cycles between them.
Imports the simulator, the hardware layer, the unit protocol and `pairforge.errors`.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from pairforge.errors import CheckError
from pairforge.evidence.operations import Operation, Play, play
from pairforge.evidence.verilator import compile_driven, version
from pairforge.hdl import Module, concat, design_files
from pairforge.units.base import Unit

__all__ = ["UnitVerification", "verify_unit"]

_DRIVER = Path(__file__).with_name("assets") / "unit_driver.cpp"
_LEAST = 96  # bits of a bus: with three words or more, Verilator makes it an array


@dataclass(frozen=True)
class UnitVerification:
    """A unit that passed."""

    operations: int
    """Compared back to back; the other run repeats all of them."""
    simulator: str
    seconds: float
    """Wall time, compilation (if not cached) included."""

    def summary(self) -> dict[str, Any]:
        """The `verified` entry of result.json."""
        return {
            "operations": self.operations,
            "mismatches": 0,
            "simulator": self.simulator,
            "seconds": round(self.seconds, 3),
        }


def verify_unit(unit: Unit, todo: Sequence[Operation]) -> UnitVerification:
    """Run the operations through the unit's Verilog.

    Raises CheckError, one line, where a result differs from the exact one, is not there in the cycle that
    the unit's latency says, or is always there a cycle sooner (where the unit does not say so itself).
    """
    began = time.perf_counter()
    bench, exact = _Bench(unit), not unit.sooner
    for gaps in (False, True):
        _compare(bench, play(unit, todo, gaps=gaps), "with idle cycles" if gaps else "back to back", exact)
    return UnitVerification(len(todo), f"verilator {version()}", time.perf_counter() - began)


class _Bench:
    """The unit behind two buses, compiled."""

    def __init__(self, unit: Unit) -> None:
        module = unit.module()
        self.name = module.name
        self._ports = [
            (net.name, net.width)
            for direction, net in module.ports
            if direction.startswith("input") and net.name != "clk"
        ]
        top = Module("unit_bench")
        top.input("clk")
        bus = top.input("bus_in", max(_LEAST, sum(width for _, width in self._ports)))
        pins, place = {}, 0
        for name, width in self._ports:
            pins[name] = bus[place + width - 1, place]
            place += width
        y = top.instance(module, "dut", **pins)["y"]
        self._bits_out = y.width
        spare = max(0, _LEAST - y.width)
        top.output("bus_out", concat(bus[spare - 1, 0], y) if spare else y)
        self._words = [-(-bus.width // 32), -(-max(_LEAST, y.width) // 32)]
        self._program = compile_driven(design_files(top, ""), top.name, _DRIVER)

    def run(self, inputs: Sequence[dict[str, int]]) -> list[int]:
        """The output in each cycle."""
        words_in, words_out = self._words
        with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
            folder = Path(scratch)
            (folder / "in").write_bytes(b"".join(self._row(row, 4 * words_in) for row in inputs))
            done = subprocess.run(
                [
                    str(self._program),
                    "in",
                    "out",
                    f"rows={len(inputs)}",
                    f"words_in={words_in}",
                    f"words_out={words_out}",
                ],
                cwd=folder,
                capture_output=True,
                text=True,
            )
            if done.returncode:
                raise RuntimeError(f"the simulator of {self.name} failed: {done.stderr.strip()}")
            rows = np.fromfile(folder / "out", np.uint32).reshape(len(inputs), words_out)
        mask = (1 << self._bits_out) - 1
        return [int.from_bytes(row.tobytes(), "little") & mask for row in rows]

    def _row(self, values: dict[str, int], size: int) -> bytes:
        word = place = 0
        for name, width in self._ports:
            word |= values.get(name, 0) << place
            place += width
        return word.to_bytes(size, "little")


def _compare(bench: _Bench, plan: Play, how: str, exact: bool) -> None:
    outputs = bench.run(plan.inputs)
    early = exact
    for number, (cycle, operation) in enumerate(plan.results):
        if outputs[cycle] != operation.result:
            power = "" if operation.attribute is None else f" (constant {operation.attribute})"
            raise CheckError(
                f"{bench.name}, {how}, cycle {cycle}: operation {number}{power}: "
                f"expected {operation.result:#x}, got {outputs[cycle]:#x}"
            )
        early = early and outputs[cycle - 1] == operation.result
    if early:
        raise CheckError(f"{bench.name}, {how}: every result is there a cycle sooner than its latency says")
