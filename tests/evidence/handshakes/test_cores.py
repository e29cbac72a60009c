"""Handshakes of cores: proven for every timing; bugs that no simulation of a build finds are found.

The page is explanation/proofs.md.
"""

from threading import Event, Timer

import pytest

from pairforge.builder.prove import hardware_parts, shape_of
from pairforge.errors import CheckError
from pairforge.evidence.handshakes import proof, prover
from pairforge.evidence.handshakes.core import control_of
from pairforge.evidence.handshakes.proof import handshake_parts
from pairforge.evidence.handshakes.question import Question, Verdict, harness
from pairforge.evidence.handshakes.reachable import states_of
from pairforge.evidence.handshakes.rules import same_question

from .made import changed, compiled, failures, files_of

SMALL, THREADS = "small-f2-5", "g1-add-bls12-13"

slow = pytest.mark.slow


@pytest.mark.parametrize(
    "name",
    [
        SMALL,
        THREADS,
        *(
            pytest.param(name, marks=slow)
            for name in (
                "small-f3-5",
                "beuchat-f2-5",
                "shu2-f2-5",
                "barenghi-fp-163",
                "ate-fp-103-m1",
                "ate-fp-103-digits",
                "jobs-bls12-13",
            )
        ),
    ],
)
def test_a_core_is_proven_for_ever(name: str) -> None:
    core = compiled(name)
    parts = list(handshake_parts(files_of(name), core.name, shape_of(core)))
    assert [(part.name, part.failure) for part in parts] == [("handshakes", ""), ("reset", "")]
    assert all("depth" not in part.facts for part in parts)
    passing, reset = (part.facts for part in parts)
    assert passing["states"] > 150
    # Registers agree soon after a reset, or every state was looked at.
    assert reset.get("cycles until the state is the same", 0) == 4 or reset["states"] > 150
    # Places, turns of threads, ports.
    assert parts[0].facts["rules"] == {SMALL: 3, THREADS: 8}.get(name, parts[0].facts["rules"])


PLANTED = [
    ("out_valid = send_out_valid & ~rst", "out_valid = send_out_valid", "taken in a reset"),
    ("in_ready = collect_in_ready & ~rst", "in_ready = collect_in_ready", "taken in a reset"),
    ("pop = word[0] & live", "pop = word[0]", "from where there is none"),
    ("push = word[1] & live", "push = word[1]", "a reset leaves something behind"),
    ("if (rst) live <= 1'd0", "if (rst) live <= 1'd1", "a reset leaves something behind"),
    ("LAST_ROW = 8'd223", "LAST_ROW = 8'd222", "something passes where everybody is willing"),
    ("WAIT_ROW = 8'd218", "WAIT_ROW = 8'd220", "as many results as inputs"),
    ("store[221] = 29'h00000002", "store[221] = 29'h00000000", "something passes"),
    ("store[4] = 29'h000040c4", "store[4] = 29'h000040c5", "from where there is none"),
    ("if (rst) is_empty <= 1'd1", "if (rst) is_empty <= 1'd0", "send4_5 does not take and give"),
    ("may_start = under_way != MOST", "may_start = under_way == MOST", "something passes"),
]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [pytest.param(*bug, marks=() if i == 0 else slow) for i, bug in enumerate(PLANTED)],
    ids=[bug[1] for bug in PLANTED],
)
def test_a_planted_bug_is_found(before: str, after: str, said: str) -> None:
    assert said in failures(SMALL, changed(files_of(SMALL), before, after))


def test_what_is_behind_a_broken_rule_is_called_off(monkeypatch: pytest.MonkeyPatch) -> None:
    """Places come first: where one is broken, no answer about the ports is waited for."""
    asked, ask = [], proof._ask

    def asks(rule: proof._Rule, most: int, off: Event | None = None) -> Verdict:
        asked.append(rule.broken)
        if rule.broken == "a rule of its ports":
            assert off is not None
            off.wait(60)
        return ask(rule, most, off)

    monkeypatch.setattr(proof, "_ask", asks)
    files = changed(files_of(SMALL), "if (rst) is_empty <= 1'd1", "if (rst) is_empty <= 1'd0")
    core = compiled(SMALL)
    passing, _ = handshake_parts(files, core.name, shape_of(core))
    assert passing.failure.startswith("send4_5 does not take and give")
    assert passing.facts["rules"] < 3
    assert "a rule of its ports" in asked


@slow
@pytest.mark.parametrize(
    ("before", "after", "said"),
    [
        ("resets <= rst | stretched", "resets <= rst", "each thread is reset"),
        ("LAST_IN_WORD = 2'd3", "LAST_IN_WORD = 2'd2", "words go in to the threads in turn"),
        ("LAST_OUT_WORD = 2'd2", "LAST_OUT_WORD = 2'd1", "words come out from the threads in turn"),
        ("is_full <= fetch | (is_full & ~out_ready)", "is_full <= fetch", "stays as it is"),
    ],
)
def test_a_bug_in_the_turns_of_threads_is_found(before: str, after: str, said: str) -> None:
    assert said in failures(THREADS, changed(files_of(THREADS), before, after))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("if (rst) current <= 1'd0", "if (rst) current <= 1'd1"),
        ("if (rst) pc <= REST", "if (rst) pc <= LAST_ROW"),
    ],
)
def test_a_change_that_nobody_can_see_is_shown_to_be_none(before: str, after: str) -> None:
    top = compiled(SMALL).name
    one, other = (
        control_of(files, top) for files in (files_of(SMALL), changed(files_of(SMALL), before, after))
    )
    assert states_of(same_question(one, other)).held


def test_a_change_that_is_seen_is_not_the_same() -> None:
    top = compiled(SMALL).name
    late = changed(files_of(SMALL), "if (rst) pc <= REST", "if (rst) pc <= 8'd0")
    question = same_question(control_of(files_of(SMALL), top), control_of(late, top))
    one_by_one, bounded = states_of(question), prover.bounded(question, 60)
    assert one_by_one.held is False and bounded.held is False
    assert one_by_one.broken_in == bounded.broken_in


def hard() -> Question:
    """Whether (x + y)^2 is x^2 + 2 x y + y^2 modulo 2^32: it is, and no search shows that, on any machine."""
    body = [
        "reg [31:0] x = 0, y = 0;",
        "always @(posedge clk) begin x <= {x[30:0], one}; y <= {y[30:0], other}; end",
        "wire [31:0] sum = x + y;",
    ]
    return Question({"harness.v": harness(["one", "other"], body, "sum * sum != x * x + 2 * x * y + y * y")})


def test_a_search_ends_after_its_seconds_on_a_processor() -> None:
    found = prover.induction_of(hard(), 1)
    assert found.held is None
    assert found.seconds >= 1


def test_a_search_that_is_called_off_has_no_answer() -> None:
    question, off = hard(), Event()
    Timer(0.3, off.set).start()
    found = prover.induction_of(question, 10**6, off=off)
    assert found.held is None
    assert found.method == "called off"
    assert prover.bounded(question, 10**6, off=off).held is None


def test_threads_that_see_each_other_are_an_error() -> None:
    ready = "in_ready = collect_in_ready & ~rst"
    files = changed(files_of(THREADS), ready, f"{ready} & seen")
    (name,) = [name for name, text in files.items() if "& seen" in text]
    seen = "  reg seen; always @(posedge clk) seen <= in_valid;\nendmodule"
    files[name] = files[name].replace("endmodule", seen)
    with pytest.raises(CheckError, match="threads are not independent"):
        control_of(files, compiled(THREADS).name)


@slow
def test_to_wait_a_row_later_is_no_bug() -> None:
    """A result that waited goes on a cycle earlier, and nothing else changes."""
    files = changed(files_of(SMALL), "WAIT_ROW = 8'd218", "WAIT_ROW = 8'd219")
    assert not any(part.failure for part in hardware_parts(compiled(SMALL), files, lambda _: None))


@slow
def test_where_there_are_too_many_states_a_depth_is_said() -> None:
    core = compiled(SMALL)
    passing, reset = handshake_parts(files_of(SMALL), core.name, shape_of(core), most=500)
    assert not passing.failure and passing.facts["depth"] > 20
    assert f"for {passing.facts['depth']} cycles" in passing.method
    assert not reset.failure and "depth" not in reset.facts  # needs no states
