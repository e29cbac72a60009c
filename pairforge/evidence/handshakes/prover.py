"""ABC as a prover of rules: property directed reachability, and bounded search.

It comes with pyosys. Each run is a process of its own. Imports searches, the child process of Yosys and
errors.
"""

from __future__ import annotations

import re
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path
from threading import Event

from pairforge.errors import CheckError
from pairforge.evidence import _yosys
from pairforge.evidence.handshakes.question import CALLED_OFF, Question, Verdict
from pairforge.evidence.handshakes.search import ASKED, searched, started


def induction_of(
    question: Question, limit_s: int, *, alike: bool = False, off: Event | None = None
) -> Verdict:
    """Property directed reachability: an invariant is found, or an example. `alike`: registers that always
    agree are found first, as there are many. `limit_s`: seconds on a processor: by the clock it would depend
    on what else the machine does whether a rule is shown for ever. `off`, here and below: calls the search
    off where it is set.
    """
    return _answer(question, f"{'scorr; ' * alike}pdr", _decided, limit_s, off)


def bounded(question: Question, limit_s: int, most: int = 0, off: Event | None = None) -> Verdict:
    """As many cycles from the start as there is time for, by the clock."""
    return _answer(question, f"bmc3 -T {limit_s} {f'-F {most}' if most else ''}", _of_cycles, None, off)


def _decided(log: str, seconds: float) -> Verdict:
    """What a search says that may not come to an end: that a rule holds, an example, or neither."""
    method = "an inductive invariant (ABC pdr)"
    if "Property proved" in log:
        return Verdict(True, method, seconds)
    if found := re.search(r"asserted in frame (\d+)", log):
        return Verdict(False, method, seconds, broken_in=int(found[1]))
    return Verdict(None, method, seconds)


def _of_cycles(log: str, seconds: float) -> Verdict:
    method = "every run from a reset (ABC bmc3)"
    if found := re.search(r"asserted in frame (\d+)", log):
        return Verdict(False, method, seconds, broken_in=int(found[1]))
    if found := re.search(r"No output (?:was )?asserted in (\d+) frames|Explored (\d+) frames", log):
        return Verdict(True, method, seconds, depth=int(found[1] or found[2]))
    raise CheckError(f"ABC: {log.strip().splitlines()[-1] if log.strip() else 'no answer'}")


def _answer(
    question: Question,
    command: str,
    said: Callable[[str, float], Verdict],
    limit_s: int | None,
    off: Event | None,
) -> Verdict:
    """What a command of ABC makes of a question; `said`: what its log and seconds say."""
    found = searched(question, _abc(f"read_aiger {ASKED}; zero; {command}"), off, limit_s)
    if found.status is None:
        return Verdict(None, CALLED_OFF, found.seconds)
    return said(found.output + found.errors, found.seconds)


def run(commands: str, folder: Path, limit_s: float | None = None) -> str:
    """ABC's log of some commands; nothing where it takes longer than there is time for."""
    process = started(_abc(commands), folder)
    try:
        return "".join(process.communicate(timeout=limit_s))
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return ""


def _abc(commands: str) -> Sequence[str]:
    return [str(_yosys.share().parent / "yosys-abc"), "-c", commands]
