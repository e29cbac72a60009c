"""ABC as a prover of rules: reachable states one by one, property directed reachability, bounded search.

It comes with pyosys. Each run is a process of its own. Imports the child process of Yosys and errors.
"""

from __future__ import annotations

import re
import resource
import subprocess
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import dataclass, replace
from functools import cached_property, partial
from pathlib import Path
from threading import Event

from pairforge.errors import CheckError
from pairforge.evidence import _yosys

STATES = 3_000_000
"""Reachable states, one by one, at most."""

_FRAMES, _DIAGRAM = 1_000_000, 5_000_000
"""Cycles, and nodes of a decision diagram, at most."""

_START_S = 8
"""How long sets of states are looked at before states are looked at one by one as well."""

_POLL_S = 0.05

_BAD = "bad"
_CALLED_OFF = "called off"
_INVALID = "counter-example is INVALID"  # says ABC where it has failed itself, as may be with many inputs


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
        """The circuit of it, as Yosys writes it."""
        script = [
            f"read_verilog -formal {' '.join(self.files)}",
            "hierarchy -check -top harness",
            *("proc", "flatten", "opt_clean", "memory_map", "setundef -undriven -anyseq", "opt", "techmap"),
            *("opt", "dffunmap", "simplemap", "opt_clean", "setundef -init -zero", "aigmap", "opt_clean"),
            "write_aiger found.aig",
        ]
        with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
            folder = Path(scratch)
            for name, text in self.files.items():
                (folder / name).write_text(text)
            _yosys.check(script, folder, "a rule")
            return (folder / "found.aig").read_bytes()


@dataclass(frozen=True)
class _Search:
    """A command of ABC, and what its log and seconds say.

    `limit_s`: seconds on a processor after which it is ended, if any. By the clock it would depend on what
    else the machine does whether a rule is shown for ever. `after_s`: by the clock, how long it waits for
    another search to have an answer before it begins.
    """

    command: str
    said: Callable[[str, float], Verdict]
    limit_s: int | None = None
    after_s: float = 0


def states_of(question: Question, most: int = STATES, off: Event | None = None) -> Verdict:
    """Looks at every reachable state. `off`, here and below: calls the search off where it is set."""
    return _answer(question, _one_by_one(most), off=off)


def sets_of(question: Question, limit_s: int) -> Verdict:
    """Looks at every reachable state as well, in sets that are decision diagrams: for many that are alike.

    `limit_s`: seconds on a processor.
    """
    return _answer(question, _in_sets(limit_s))


def states_or_sets_of(question: Question, most: int, limit_s: int, off: Event | None = None) -> Verdict:
    """Looks at every reachable state in both ways at once: what has an answer first ends the other.

    Sets have a start: where two searches share a processor's memory, each takes up to twice as long.
    """
    return _answer(question, replace(_one_by_one(most), after_s=_START_S), _in_sets(limit_s), off=off)


def induction_of(
    question: Question, limit_s: int, *, alike: bool = False, off: Event | None = None
) -> Verdict:
    """Property directed reachability: an invariant is found, or an example. `alike`: registers that always
    agree are found first, as there are many. `limit_s`: seconds on a processor.
    """
    said = partial(_decided, method="an inductive invariant (ABC pdr)", proved="Property proved")
    return _answer(question, _Search(f"{'scorr; ' * alike}pdr", said, limit_s), off=off)


def bounded(question: Question, limit_s: int, most: int = 0, off: Event | None = None) -> Verdict:
    """As many cycles from the start as there is time for, by the clock."""
    return _answer(
        question, _Search(f"bmc3 -T {limit_s} {f'-F {most}' if most else ''}", _of_cycles), off=off
    )


def _one_by_one(most: int) -> _Search:
    return _Search(f"&get; &era -m -S {most}", _of_states)


def _in_sets(limit_s: int) -> _Search:
    said = partial(
        _decided,
        method="all reachable states in sets (ABC reach)",
        proved="The miter is proved unreachable",
        counted=r"Reachable states = (\d+)",
    )
    return _Search(f"reach -v -F {_FRAMES} -B {_DIAGRAM}", said, limit_s)


def _of_states(log: str, seconds: float) -> Verdict:
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


def _decided(log: str, seconds: float, method: str, proved: str, counted: str = "") -> Verdict:
    """What a command says that may not come to an end: `proved`, an example, or neither. `counted`: a pattern
    of how many states there are so far, by default of none.
    """
    if proved in log:
        counts = re.findall(counted, log) if counted else []
        return Verdict(True, method, seconds, states=int(counts[-1]) if counts else 0)
    if found := re.search(r"asserted in frame (\d+)", log):
        return Verdict(False, method, seconds, broken_in=int(found[1]))
    return Verdict(None, method, seconds)


def _of_cycles(log: str, seconds: float) -> Verdict:
    method = "every run from a reset (ABC bmc3)"
    if found := re.search(r"asserted in frame (\d+)", log):
        return Verdict(False, method, seconds, broken_in=int(found[1]))
    if found := re.search(r"No output (?:was )?asserted in (\d+) frames|Explored (\d+) frames", log):
        return Verdict(True, method, seconds, depth=int(found[1] or found[2]))
    raise _no_answer(log)


def _no_answer(log: str) -> CheckError:
    return CheckError(f"ABC: {log.strip().splitlines()[-1] if log.strip() else 'no answer'}")


def _answer(question: Question, *searches: _Search, off: Event | None = None) -> Verdict:
    """Asks in all of these ways at once: the first answer ends the others.

    Raises CheckError where all of them failed: ABC may run out of memory in one and not in another.
    """
    began, answered, off = time.perf_counter(), Event(), off or Event()
    found, failure = None, CheckError("ABC: no answer")
    if off.is_set():  # before Yosys reads anything
        return Verdict(None, _CALLED_OFF, 0)

    def over() -> bool:
        return answered.is_set() or off.is_set()

    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        file = Path(scratch) / "asked.aig"
        file.write_bytes(question.aiger)
        with ThreadPoolExecutor(len(searches)) as pool:
            logs = {pool.submit(_log_of, each, file, over): each.said for each in searches}
            try:
                for log in as_completed(logs):
                    if off.is_set():
                        return Verdict(None, _CALLED_OFF, time.perf_counter() - began)
                    try:
                        found = logs[log](log.result(), time.perf_counter() - began)
                    except CheckError as error:
                        failure = error
                        continue
                    if found.held is not None:
                        break
            finally:
                answered.set()
    if found is None:
        raise failure
    return found


def _log_of(search: _Search, file: Path, over: Callable[[], bool]) -> str:
    """What it writes until it ends, or has had its seconds on a processor, or all is `over`."""
    starts = time.perf_counter() + search.after_s
    while time.perf_counter() < starts:
        if over():
            return ""
        time.sleep(_POLL_S)
    process = _started(f"read_aiger {file.name}; zero; {search.command}", file.parent)
    if search.limit_s is not None:
        resource.prlimit(process.pid, resource.RLIMIT_CPU, (search.limit_s, search.limit_s))
    while True:
        try:
            return "".join(process.communicate(timeout=_POLL_S))
        except subprocess.TimeoutExpired:
            if over():
                process.kill()


def run(commands: str, folder: Path, limit_s: float | None = None) -> str:
    """ABC's log of some commands; nothing where it takes longer than there is time for."""
    process = _started(commands, folder)
    try:
        return "".join(process.communicate(timeout=limit_s))
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return ""


def _started(commands: str, folder: Path) -> subprocess.Popen[str]:
    program = _yosys.share().parent / "yosys-abc"
    pipe = subprocess.PIPE
    return subprocess.Popen([program, "-c", commands], cwd=folder, stdout=pipe, stderr=pipe, text=True)


def harness(ports: Sequence[str], body: Sequence[str], bad: str) -> str:
    """A module `harness` with free inputs of one bit; `bad`: an expression of what must never be."""
    inputs = ["input wire clk", *(f"input wire {port}" for port in ports)]
    lines = [f"module harness ({', '.join(inputs)}, output wire {_BAD});", *body]
    return "\n".join([*lines, f"assign {_BAD} = {bad};", "endmodule", ""])
