"""The parts of a certificate that say how words pass: handshakes of a core, and its resets."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from threading import Event

from pairforge.errors import CheckError
from pairforge.evidence.handshakes import prover
from pairforge.evidence.handshakes.answer import answer_of
from pairforge.evidence.handshakes.core import Control, control_of
from pairforge.evidence.handshakes.places import Shape, place_questions
from pairforge.evidence.handshakes.question import Question, Verdict
from pairforge.evidence.handshakes.reachable import STATES, states_of
from pairforge.evidence.handshakes.rules import (
    RULES,
    meeting_question,
    ports_question,
    reset_question,
    rules_of,
)
from pairforge.evidence.handshakes.side_by_side import side_by_side_questions, whole_cores_of
from pairforge.evidence.handshakes.turns import turn_questions
from pairforge.evidence.proof.part import Part

_AT_ONCE = 2
"""Rules that are asked for at a time, each in processes of its own."""

_INDUCTION_S, _BOUNDED_S = 20, 20
_LONG_INDUCTION_S = 120  # for two copies of cores in lock step, whose states are too many to look at
_HANDSHAKES = (
    "for every timing of words and resets: words offered stay, none is lost, doubled or too many, inputs go "
    "to threads and results come back in order, nothing waits for ever"
)
_RESET = (
    "a reset of one cycle, in any cycle, leaves what a reset after power-up leaves, as far as anybody sees"
)
_ASSUMES = (
    "Yosys reads Verilog as the standard says; reachable.cpp and ABC are right about its circuits",
    "a word of a memory that nothing is said of is all zeros or all ones",
)
_FOR_EVER = (
    "two copies in any state at all, which are reset and do the same from then on: an inductive invariant "
    "(ABC pdr), unbounded"
)
_FROM_ANY_STATE = (
    "two copies in any state at all, which are the same soon after they are reset and do the same until then "
    "(ABC), so they do for ever"
)
_MEETING = 4  # cycles; what is the same earlier stays so
_UNBOUNDED = "every reachable state of the control, unbounded"


@dataclass(frozen=True)
class _Rule:
    """What is asked, and in words what is wrong where it does not hold.

    `induction`: an invariant is looked for before states are looked at.
    """

    broken: str
    question: Question
    induction: bool = False


@dataclass
class _Answers:
    """What has been asked so far, in the order in which it is kept."""

    states: int = 0
    rules: int = 0
    depth: int | None = None
    failure: str = ""
    began: float = field(default_factory=time.perf_counter)

    def keep(self, rule: _Rule, found: Verdict) -> None:
        """Only the first failure."""
        self.rules += 1
        self.states += found.states
        if found.depth is not None:
            self.depth = min(found.depth, self.depth or found.depth)
        if not found.held:
            self.failure = self.failure or f"{rule.broken}: not so in cycle {found.broken_in} from a reset"

    def part(self, name: str, what: str) -> Part:
        """The part of a certificate."""
        method = _UNBOUNDED if self.depth is None else f"{_UNBOUNDED}; some rules for {self.depth} cycles"
        facts = {"rules": self.rules, "states": self.states}
        facts |= {} if self.depth is None else {"depth": self.depth}
        return Part(name, what, method, _ASSUMES, time.perf_counter() - self.began, self.failure, facts)


def handshake_parts(
    files: Mapping[str, str],
    top: str,
    shape: Shape,
    progress: Callable[[str], None] = lambda _: None,
    most: int = STATES,
) -> Iterator[Part]:
    """That the core in these files (name to Verilog), of the module `top`, keeps to its interface.

    `most`: reachable states that are looked at. Where there are too many, rules are shown for a number of
    cycles from a reset, which the part says (`depth`, in cycles of a thread).
    """
    progress("handshakes: every timing of words and resets")
    answers, broken = _Answers(), Event()
    reset = _Answers(failure="its control could not be read").part("reset", _RESET)
    try:
        core, _ = whole_cores_of(files, top)
        control = control_of(files, core)
        every = rules_of(control)
        ports = _Rule("a rule of its ports", ports_question(control, every))
        with ThreadPoolExecutor(_AT_ONCE) as pool:
            last = pool.submit(_ask, ports, most, broken)  # takes longest, so it is asked first
            resetting = pool.submit(_reset_part, files, core, control, most)
            try:
                rules = list(_before_ports(files, top, core, shape, control.together))
                asked = [pool.submit(_ask, rule, most, broken) for rule in rules]
                for rule, answer in zip(rules, asked, strict=True):
                    found = answer.result()
                    answers.keep(rule, found)
                    if found.held is False:
                        # The rules behind it need not be known: the core is refused, whatever they say.
                        broken.set()
                        break
                found = last.result()
                if not broken.is_set():
                    if found.held is False:
                        answers.failure = _broken(control, every, most)
                    answers.keep(ports, found)
            except CheckError:
                broken.set()
                raise
            finally:
                reset = resetting.result()
    except CheckError as error:
        answers.failure = str(error)
    yield answers.part("handshakes", _HANDSHAKES)
    yield reset


def _reset_part(files: Mapping[str, str], core: str, control: Control, most: int) -> Part:
    """What a reset leaves behind."""
    answers = _Answers()
    try:
        if control.together > 1:
            control = control_of(files, core, waits=False)
        if _meets(control):
            facts = {"cycles until the state is the same": _MEETING}
            seconds = time.perf_counter() - answers.began
            return Part("reset", _RESET, _FROM_ANY_STATE, _ASSUMES, seconds, "", facts)
        question = reset_question(control)
        found = states_of(question, most)
        if found.held is None and control.together > 1:
            invariant = prover.induction_of(meeting_question(control, 0), _LONG_INDUCTION_S, alike=True)
            if invariant.held:
                seconds = time.perf_counter() - answers.began
                return Part("reset", _RESET, _FOR_EVER, _ASSUMES, seconds, "", {"rules": 1})
        if found.held is None:
            found = prover.bounded(question, _BOUNDED_S)
        answers.keep(_Rule("a reset leaves something behind", question), found)
    except CheckError as error:
        answers.failure = str(error)
    return answers.part("reset", _RESET)


def _before_ports(
    files: Mapping[str, str], top: str, core: str, shape: Shape, together: int
) -> Iterator[_Rule]:
    """What is asked of places, of whole cores side by side, and of threads.

    `together`: cores in lock step.
    """
    for module, question in place_questions(files, core, shape):
        yield _Rule(f"{module} does not take and give its words as it should", question)
    for broken, question in side_by_side_questions(files, top, shape):
        yield _Rule(broken, question, induction=True)
    for broken, question in turn_questions(files, core, shape, together):
        yield _Rule(broken, question, induction=" turn" not in broken)


def _ask(rule: _Rule, most: int, off: Event | None = None) -> Verdict:
    return answer_of(rule.question, _INDUCTION_S * rule.induction, most, _BOUNDED_S, off)


def _meets(control: Control) -> bool:
    """Whether the state is the same some cycles after a reset, whatever it was."""
    found = prover.bounded(meeting_question(control, _MEETING), _BOUNDED_S, _MEETING + 1)
    return bool(found.held) and (found.depth or 0) > _MEETING


def _broken(control: Control, rules: Sequence[int], most: int) -> str:
    """Which of the rules does not hold."""
    for rule in rules:
        found = states_of(ports_question(control, [rule]), most)
        if found.held is False:
            return f"not so in cycle {found.broken_in} from a reset: {RULES[rule]}"
    return "a rule of its ports does not hold"
