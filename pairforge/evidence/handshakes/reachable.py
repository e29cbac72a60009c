"""Every state that a circuit can reach, one by one, by a program of our own (`assets/reachable.cpp`).

Registers that are not reset stay unknown where nothing depends on them, and only inputs that a next state
depends on are tried. Imports searches, the C++ compiler and errors.
"""

from __future__ import annotations

from pathlib import Path
from threading import Event

from pairforge.errors import CheckError
from pairforge.evidence import cxx
from pairforge.evidence.handshakes.question import CALLED_OFF, Question, Verdict
from pairforge.evidence.handshakes.search import ASKED, Search, searched

STATES = 30_000_000
"""Reachable states at most, each of some 40 bytes."""

_SOURCE = Path(__file__).parent.parent / "assets" / "reachable.cpp"
_METHOD = "all reachable states"


def states_of(question: Question, most: int = STATES, off: Event | None = None) -> Verdict:
    """Looks at every reachable state, `most` at most. `off`: calls the search off where it is set.

    Where a rule may be broken as far as is known, and something in the first state is not, the search begins
    again with all values of it.
    """
    found = _search(question, most, off)
    seconds = found.seconds
    if found.output.startswith("unsure"):
        found = _search(question, most, off, "exact")
        seconds += found.seconds
    if found.status is None:
        return Verdict(None, CALLED_OFF, seconds)
    match found.output.split():
        case ["holds", states]:
            return Verdict(True, _METHOD, seconds, states=int(states))
        case ["broken", cycle, states]:
            return Verdict(False, _METHOD, seconds, states=int(states), broken_in=int(cycle))
        case ["stopped", _, _]:
            return Verdict(None, _METHOD, seconds)
    raise CheckError(f"{_SOURCE.name}: no answer")


def _search(question: Question, most: int, off: Event | None, *options: str) -> Search:
    """What the program says."""
    found = searched(question, [str(cxx.program(_SOURCE)), ASKED, str(most), *options], off)
    if found.status:
        raise CheckError(f"{_SOURCE.name}: {found.errors.strip() or f'exit status {found.status}'}")
    return found
