"""Questions of rules that must hold whatever the inputs are, and what becomes of them.

Imports the circuits of `aig` and the child process of Yosys.
"""

from __future__ import annotations

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from pairforge.evidence import _yosys
from pairforge.evidence.handshakes.aig import STARTS

CALLED_OFF = "called off"
_BAD = "bad"


@dataclass(frozen=True)
class Verdict:
    """Whether a rule holds: `held` is None where that is not known, as where a search was called off.

    Attributes
    ----------
    method: what found it.
    depth: cycles in which the rule holds; None where it holds in all.
    states: reachable ones, where they were counted.
    broken_in: the cycle in which it does not hold, counted from the start, where it does not.
    """

    held: bool | None
    method: str
    seconds: float
    depth: int | None = None
    states: int = 0
    broken_in: int | None = None


@dataclass(frozen=True)
class Question:
    """Verilog files with a module `harness`, whose output `bad` must never be high, from any first state."""

    files: Mapping[str, str]

    @cached_property
    def aiger(self) -> bytes:
        """The circuit of it in binary AIGER, as Yosys writes it, with the names of its inputs."""
        script = [
            f"read_verilog -formal {' '.join(self.files)}",
            "hierarchy -check -top harness",
            *("proc", "flatten", "opt_clean", "memory_map", "setundef -undriven -anyseq", "opt", "techmap"),
            *("opt", "dffunmap", "simplemap", "opt_clean", "setundef -init -zero", "aigmap", "opt_clean"),
            "write_aiger -symbols found.aig",
        ]
        with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
            folder = Path(scratch)
            for name, text in self.files.items():
                (folder / name).write_text(text)
            _yosys.check(script, folder, "a rule")
            return (folder / "found.aig").read_bytes()


def harness(ports: Sequence[str], body: Sequence[str], bad: str) -> str:
    """A module `harness` with free inputs of one bit; `bad`: an expression of what must never be."""
    inputs = ["input wire clk", *(f"input wire {port}" for port in ports)]
    lines = [f"module harness ({', '.join(inputs)}, output wire {_BAD});", *body]
    return "\n".join([*lines, f"assign {_BAD} = {bad};", "endmodule", ""])


def pin_name(name: str, number: int) -> str:
    """What an input of a circuit is called in a harness: of one that says what a register has from the start
    the name begins with "from" (`assets/reachable.cpp`).
    """
    if name.isidentifier():
        return f"pin_{name}"
    return f"{'from' if name.startswith(STARTS) else 'free'}{number}"
