"""Every reachable state of a circuit, against a search of sets of states in Python."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product
from threading import Event, Timer

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.errors import CheckError
from pairforge.evidence.handshakes.question import Question, harness
from pairforge.evidence.handshakes.reachable import states_of


def asked(circuit: bytes) -> Question:
    """The question whose circuit is this file."""
    found = Question({})
    found.__dict__["aiger"] = circuit
    return found


@dataclass(frozen=True)
class Machine:
    """A circuit with one output; literals are numbered as in AIGER. `first`: of the inputs, which are called
    from*; `starts`: what the registers have in the first cycle.
    """

    first: Sequence[bool]
    starts: Sequence[int]
    gates: Sequence[tuple[int, int]]
    following: Sequence[int]
    output: int

    @property
    def question(self) -> Question:
        inputs, registers, gates = len(self.first), len(self.starts), len(self.gates)
        lines = [f"aig {inputs + registers + gates} {inputs} {registers} 1 {gates}"]
        lines += [f"{literal} {start}" for literal, start in zip(self.following, self.starts, strict=True)]
        lines.append(f"{self.output}")
        made = "\n".join([*lines, ""]).encode()
        for k, (a, b) in enumerate(self.gates):
            high, low = max(a, b), min(a, b)
            made += _less(2 * (inputs + registers + 1 + k) - high) + _less(high - low)
        for k, first in enumerate(self.first):
            made += f"i{k} {'from' if first else 'free'}{k}\n".encode()
        return asked(made)

    def after(self, state: Sequence[int], inputs: Sequence[int]) -> tuple[tuple[int, ...], int]:
        """The next state, and the output in this one."""
        values = [0, *inputs, *state]

        def of(literal: int) -> int:
            return values[literal >> 1] ^ (literal & 1)

        for a, b in self.gates:
            values.append(of(a) & of(b))
        return tuple(of(literal) for literal in self.following), of(self.output)

    def cycles(self) -> tuple[int, list[bool]]:
        """How many states there are, and of each cycle whether the output can be high, until a set of states
        comes again.
        """
        front, seen, high = frozenset([tuple(self.starts)]), set[frozenset[tuple[int, ...]]](), []
        while front not in seen:
            seen.add(front)
            found = [self.after(s, i) for s in front for i in product((0, 1), repeat=len(self.first))]
            high.append(any(output for _, output in found))
            front = frozenset(state for state, _ in found)
        return len(frozenset().union(*seen)), high


def _less(value: int) -> bytes:
    found = bytearray()
    while value >= 128:
        found.append(value & 127 | 128)
        value >>= 7
    return bytes([*found, value])


@st.composite
def machines(draw: st.DrawFn) -> Machine:
    first = draw(st.lists(st.booleans(), max_size=3))
    starts = draw(st.lists(st.integers(0, 1), min_size=1, max_size=4))
    gates: list[tuple[int, int]] = []
    leaves = len(first) + len(starts)
    for k in range(draw(st.integers(0, 12))):
        literals = st.integers(0, 2 * (leaves + k) + 1)
        gates.append((draw(literals), draw(literals)))
    literals = st.integers(0, 2 * (leaves + len(gates)) + 1)
    following = [draw(literals) for _ in starts]
    return Machine(first, starts, gates, following, draw(literals))


@settings(max_examples=400, deadline=None)
@given(machine=machines())
def test_an_output_is_high_where_some_state_makes_it_so(machine: Machine) -> None:
    states, high = machine.cycles()
    found = states_of(machine.question)
    assert found.held is not any(high)
    if not found.held:
        assert found.broken_in is not None and high[found.broken_in % len(high)]
    elif not any(machine.first):
        assert found.states == states


def _counter(bad: str) -> Question:
    body = ["reg [3:0] n = 0; always @(posedge clk) if (go) n <= n == 8 ? 0 : n + 1;"]
    return Question({"harness.v": harness(["go"], body, bad)})


def test_a_counter() -> None:
    assert (found := states_of(_counter("n == 9"))).held and found.states == 9
    found = states_of(_counter("n == 4"))
    assert found.held is False and found.broken_in == 4
    assert states_of(_counter("n == 9"), 5).held is None


def _from_anything(bits: int, bad: str) -> Question:
    """A word that has anything from the start, and its parity; both stay."""
    starts = [f"from{k}" for k in range(bits)]
    body = [
        f"wire [{bits - 1}:0] start = {{{', '.join(starts)}}}; reg [{bits - 1}:0] word = 0;",
        "reg begun = 0, odd = 0;",
        "always @(posedge clk) if (~begun) begin begun <= 1; word <= start; odd <= ^start; end",
    ]
    return Question({"harness.v": harness(["go", *starts], body, bad)})


def test_what_nothing_depends_on_stays_unknown() -> None:
    found = states_of(_from_anything(100, "begun & go & word[0] & ~word[0]"))
    assert found.held and found.states < 10


def test_what_has_to_be_known_is_tried() -> None:
    """That word and parity agree is lost where both are unknown."""
    found = states_of(_from_anything(8, "begun & go & odd != ^word"))
    assert found.held and found.states == 2**8 + 1
    found = states_of(_from_anything(8, "begun & go & odd == ^word"))
    assert found.held is False and found.broken_in == 1


def test_it_is_called_off() -> None:
    body = ["reg [63:0] n = 0; always @(posedge clk) n <= n + go;"]
    question = Question({"harness.v": harness(["go"], body, "&n")})
    off = Event()
    Timer(0.3, off.set).start()
    found = states_of(question, 10**9, off)
    assert found.held is None
    assert found.method == "called off"
    assert states_of(question, 10**9, off).seconds == 0


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"aag 1 1 0 1 0\n", "not a circuit in binary AIGER"),
        (b"aig 1 1 0 2 0\n2\n2\n", "a circuit with one output"),
        (b"aig 1 1 0 1 0\n", "a line of a literal is missing"),
        (b"aig 2 1 0 1 1\n4\n", "ends too early"),
    ],
)
def test_a_file_that_is_no_circuit_is_an_error(text: bytes, said: str) -> None:
    question = asked(text)
    with pytest.raises(CheckError, match=f"reachable.cpp: reachable: .*{said}"):
        states_of(question)
