"""All ways to answer a question, one after the other.

Imports the prover and the search of states.
"""

from __future__ import annotations

from threading import Event

from pairforge.evidence.handshakes import prover
from pairforge.evidence.handshakes.question import Question, Verdict
from pairforge.evidence.handshakes.reachable import states_of


def answer_of(
    question: Question, induction_s: int, most: int, bounded_s: int, off: Event | None = None
) -> Verdict:
    """By induction, unless it has no seconds; by all reachable states, `most` at most; and else for as many
    cycles as there is time for. `off`: calls it off where it is set.
    """
    found = prover.induction_of(question, induction_s, off=off) if induction_s else None
    if found is None or found.held is None:
        found = states_of(question, most, off)
    return prover.bounded(question, bounded_s, off=off) if found.held is None else found
