"""A board's top module in Verilator, talked to at its serial pins.

Imports the simulator.
"""

from __future__ import annotations

import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from pairforge.errors import CheckError
from pairforge.evidence import verilator

_DRIVER = Path(verilator.__file__).with_name("assets") / "serial_driver.cpp"


@dataclass(frozen=True)
class Talk:
    """A compiled top. `bit`: cycles of a bit."""

    program: Path
    bit: int

    def command(self, *, wait: bool = True, skew: int = 0, most: int = 2_000_000_000) -> list[str]:
        """The simulation as a program: its standard input is typed, what comes is its standard output.

        `wait`: after each carriage return until the prompt is there. `skew`: thousandths by which a bit of
        ours is longer. `most`: cycles after which it has hung. It ends some time after its input has.
        """
        return [
            str(self.program),
            f"bit={self.bit}",
            f"wait={int(wait)}",
            f"skew={skew}",
            f"most={most}",
        ]

    def say(self, text: str, *, wait: bool = True, skew: int = 0, most: int = 2_000_000_000) -> str:
        """What comes back when `text` is typed, from the reset on. Raises CheckError where it hangs."""
        command = self.command(wait=wait, skew=skew, most=most)
        done = subprocess.run(command, input=text.encode("latin-1"), capture_output=True)
        if done.returncode:
            said = done.stderr.decode().strip()
            raise CheckError(f"simulation at the serial pins: {said or f'exit status {done.returncode}'}")
        return done.stdout.decode("latin-1")


def compile_top(files: Mapping[str, str], top: str, bit: int) -> Talk:
    """Compile a board's top (file name to Verilog text) whose serial port has bits of `bit` cycles."""
    return Talk(verilator.compile_driven(files, top, _DRIVER), bit)


def results(said: str) -> list[list[int]]:
    """The results in what a console said, in their order."""
    lines = (line for line in said.replace("\r", "").split("\n") if line.startswith("= "))
    return [[int(number, 16) for number in line[2:].split()] for line in lines]
