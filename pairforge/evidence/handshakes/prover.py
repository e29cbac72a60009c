"""ABC as a prover of rules: reachable states one by one, property directed reachability, bounded search.

It comes with pyosys. Each run is a process of its own. Imports the child process of Yosys and errors.
"""

from __future__ import annotations

import re
import subprocess
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from pairforge.errors import CheckError
from pairforge.evidence import _yosys

STATES = 3_000_000
"""Reachable states, one by one, at most."""

_FRAMES, _DIAGRAM = 1_000_000, 5_000_000
"""Cycles, and nodes of a decision diagram, at most."""

_BAD = "bad"
_INVALID = "counter-example is INVALID"  # says ABC where it has failed itself, as may be with many inputs


@dataclass(frozen=True)
class Verdict:
    """Whether a rule holds: `held` is None where that is not known.

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

    def aiger(self, folder: Path) -> Path:
        """The file of it, made by Yosys in `folder`."""
        for name, text in self.files.items():
            (folder / name).write_text(text)
        script = [
            f"read_verilog -formal {' '.join(self.files)}",
            "hierarchy -check -top harness",
            *("proc", "flatten", "opt_clean", "memory_map", "setundef -undriven -anyseq", "opt", "techmap"),
            *("opt", "dffunmap", "simplemap", "opt_clean", "setundef -init -zero", "aigmap", "opt_clean"),
            "write_aiger found.aig",
        ]
        _yosys.check(script, folder, "a rule")
        return folder / "found.aig"


def states_of(question: Question, most: int = STATES) -> Verdict:
    """Looks at every reachable state."""
    began = time.perf_counter()
    log = _asked(question, f"&get; &era -m -S {most}")
    seconds = time.perf_counter() - began
    method = "all reachable states (ABC &era)"
    if found := re.search(r"Completed after finding (\d+) state cubes", log):
        return Verdict(True, method, seconds, states=int(found[1]))
    if _INVALID in log:
        return Verdict(None, method, seconds)
    if found := re.search(r"asserted in frame (\d+)|asserted in (\d+) frames", log):
        return Verdict(False, method, seconds, broken_in=int(found[1] or found[2]))
    # What it says where it has reached the limit, or its own on the transitions from one state.
    if "iOutFail" in log or "Stopped after finding" in log:
        return Verdict(None, method, seconds)
    raise _no_answer(log)


def sets_of(question: Question, limit_s: int) -> Verdict:
    """Looks at every reachable state as well, in sets that are decision diagrams: for many that are alike."""
    command = f"reach -v -T {limit_s} -F {_FRAMES} -B {_DIAGRAM}"
    method, proved = "all reachable states in sets (ABC reach)", "The miter is proved unreachable"
    return _decided(question, command, method, proved, r"Reachable states = (\d+)")


def induction_of(question: Question, limit_s: int, *, alike: bool = False) -> Verdict:
    """Property directed reachability: an invariant is found, or an example. `alike`: registers that always
    agree are found first, as there are many.
    """
    method = "an inductive invariant (ABC pdr)"
    return _decided(question, f"{'scorr; ' * alike}pdr -T {limit_s}", method, "Property proved")


def _decided(question: Question, command: str, method: str, proved: str, counted: str = "") -> Verdict:
    """What a command says that may not come to an end: `proved`, an example, or neither. `counted`: a pattern
    of how many states there are so far, by default of none.
    """
    began = time.perf_counter()
    log = _asked(question, command)
    seconds = time.perf_counter() - began
    if proved in log:
        counts = re.findall(counted, log) if counted else []
        return Verdict(True, method, seconds, states=int(counts[-1]) if counts else 0)
    if found := re.search(r"asserted in frame (\d+)", log):
        return Verdict(False, method, seconds, broken_in=int(found[1]))
    return Verdict(None, method, seconds)


def bounded(question: Question, limit_s: int, most: int = 0) -> Verdict:
    """As many cycles from the start as there is time for."""
    began = time.perf_counter()
    log = _asked(question, f"bmc3 -T {limit_s} {f'-F {most}' if most else ''}")
    seconds = time.perf_counter() - began
    method = "every run from a reset (ABC bmc3)"
    if found := re.search(r"asserted in frame (\d+)", log):
        return Verdict(False, method, seconds, broken_in=int(found[1]))
    if found := re.search(r"No output (?:was )?asserted in (\d+) frames|Explored (\d+) frames", log):
        return Verdict(True, method, seconds, depth=int(found[1] or found[2]))
    raise _no_answer(log)


def _no_answer(log: str) -> CheckError:
    return CheckError(f"ABC: {log.strip().splitlines()[-1] if log.strip() else 'no answer'}")


def _asked(question: Question, command: str) -> str:
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        file = question.aiger(Path(scratch))
        return run(f"read_aiger {file.name}; zero; {command}", file.parent)


def run(commands: str, folder: Path, limit_s: float | None = None) -> str:
    """ABC's log of some commands; nothing where it takes longer than there is time for."""
    program = _yosys.share().parent / "yosys-abc"
    try:
        done = subprocess.run(
            [program, "-c", commands], cwd=folder, capture_output=True, text=True, timeout=limit_s
        )
    except subprocess.TimeoutExpired:
        return ""
    return done.stdout + done.stderr


def harness(ports: Sequence[str], body: Sequence[str], bad: str) -> str:
    """A module `harness` with free inputs of one bit; `bad`: an expression of what must never be."""
    inputs = ["input wire clk", *(f"input wire {port}" for port in ports)]
    lines = [f"module harness ({', '.join(inputs)}, output wire {_BAD});", *body]
    return "\n".join([*lines, f"assign {_BAD} = {bad};", "endmodule", ""])
