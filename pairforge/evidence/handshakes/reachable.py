"""Every state that a circuit can reach, one by one, by a program of our own (`assets/reachable.cpp`).

A state is looked at in microseconds, which other programs take milliseconds for: registers that are not reset
stay unknown where nothing depends on them, and only inputs that a next state depends on are tried. Imports
questions, the C++ compiler and errors.
"""

from __future__ import annotations

import subprocess
import tempfile
import time
from pathlib import Path
from threading import Event

from pairforge.errors import CheckError
from pairforge.evidence import cxx
from pairforge.evidence.handshakes.question import CALLED_OFF, Question, Verdict

STATES = 30_000_000
"""Reachable states at most, each of some 40 bytes."""

_SOURCE = Path(__file__).parent.parent / "assets" / "reachable.cpp"
_METHOD = "all reachable states"
_POLL_S = 0.05


def states_of(question: Question, most: int = STATES, off: Event | None = None) -> Verdict:
    """Looks at every reachable state, `most` at most. `off`: calls the search off where it is set.

    Where a rule may be broken as far as is known, and something in the first state is not, the search begins
    again with all values of it.
    """
    began = time.perf_counter()
    if off is not None and off.is_set():  # before Yosys reads anything
        return Verdict(None, CALLED_OFF, 0)
    with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
        file = Path(scratch) / "asked.aig"
        file.write_bytes(question.aiger)
        found = _search(file, most, off)
        if found[0] == "unsure":
            found = _search(file, most, off, "exact")
    seconds = time.perf_counter() - began
    match found:
        case ["holds", states]:
            return Verdict(True, _METHOD, seconds, states=int(states))
        case ["broken", cycle, states]:
            return Verdict(False, _METHOD, seconds, states=int(states), broken_in=int(cycle))
        case ["stopped", *_]:
            return Verdict(None, _METHOD, seconds)
        case [what]:
            return Verdict(None, what, seconds)
    raise CheckError(f"{_SOURCE.name}: no answer")


def _search(file: Path, most: int, off: Event | None, *options: str) -> list[str]:
    """The words of the program's answer."""
    command = [str(cxx.program(_SOURCE)), file.name, str(most), *options]
    pipe = subprocess.PIPE
    process = subprocess.Popen(command, cwd=file.parent, stdout=pipe, stderr=pipe, text=True)
    while True:
        try:
            answer, said = process.communicate(timeout=_POLL_S)
            break
        except subprocess.TimeoutExpired:
            if off is not None and off.is_set():
                process.kill()
                process.communicate()
                return [CALLED_OFF]
    if process.returncode:
        raise CheckError(f"{_SOURCE.name}: {said.strip() or f'exit status {process.returncode}'}")
    return answer.split()
