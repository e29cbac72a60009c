"""Handshakes of several cores: in lock step under one sequencer, and whole ones side by side.

The page is explanation/proofs.md.
"""

from collections.abc import Sequence

import pytest

from pairforge.builder.prove import shape_of
from pairforge.evidence.handshakes.core import control_of
from pairforge.evidence.handshakes.proof import handshake_parts
from pairforge.evidence.handshakes.reachable import states_of
from pairforge.evidence.handshakes.rules import RULES, ports_question, rules_of

from .made import changed, compiled, failures, files_of

LOCK_STEP, WHOLE = "small-f2-5 cores=2", "small-f2-5 cores=3 control=own"

slow = pytest.mark.slow


@pytest.mark.parametrize(
    "name",
    [
        LOCK_STEP,
        WHOLE,
        *(
            pytest.param(name, marks=slow)
            for name in (
                "small-f2-5 cores=3",
                "small-f3-5 cores=2",
                "beuchat-f2-5 cores=2",
                "g1-add-bls12-13 cores=2",
                "g1-add-bls12-13 cores=4 control=own",
                "ate-fp-103-digits cores=2 control=own",
            )
        ),
    ],
)
def test_cores_are_proven_for_ever(name: str) -> None:
    core = compiled(name)
    parts = list(handshake_parts(files_of(name), core.name, shape_of(core)))
    assert [(part.name, part.failure) for part in parts] == [("handshakes", ""), ("reset", "")]
    assert all("depth" not in part.facts for part in parts)
    # Places and ports; the outside of whole cores.
    assert parts[0].facts["rules"] == {LOCK_STEP: 3, WHOLE: 5}.get(name, parts[0].facts["rules"])


# Each with the rules that it breaks, of `RULES`.
IN_LOCK_STEP = [
    (".joins1(collect_core1_full)", ".joins1(1'b1)", (2, 3, 6, 8)),
    ("(collect_core1_full | idle[4])", "collect_core1_full", (4, 6)),
    ("& ~is_begun & ~in_valid", "& ~in_valid", (7, 9)),
    ("turn <= {turn[0], 1'd0}", "turn <= turn", (2, 3, 6, 7)),
    ("another = out_turn[0] & send_core1_out_valid", "another = out_turn[0]", (4, 6, 8)),
    ("another = out_turn[0] & send_core1_out_valid", "another = 1'b0", (4, 6)),
    ("& ~taken_next & ~waited_next", "& ~taken_next", (2, 3, 6, 7, 8, 9)),
    ("~(~send_empty | ~send_core1_empty)", "send_empty", (2, 3, 5, 6, 8)),
    ("offered1 = in_valid & turn[1]", "offered1 = in_valid & (turn[1] | turn[0])", (2, 3, 6, 7, 8)),
    ("if (rst) turn <= 2'd1", "if (rst) turn <= 2'd2", (2, 3, 5, 6, 7, 8, 9)),
    ("if (run_starts) idle <= 5'd0", "if (run_starts) idle <= idle", (2, 3, 5, 8)),
]


@pytest.mark.parametrize(
    ("before", "after", "broken"),
    [pytest.param(*bug, marks=() if i < 2 else slow) for i, bug in enumerate(IN_LOCK_STEP)],
    ids=[bug[1] for bug in IN_LOCK_STEP],
)
def test_a_bug_in_lock_step_is_found(before: str, after: str, broken: Sequence[int]) -> None:
    said = failures(LOCK_STEP, changed(files_of(LOCK_STEP), before, after))
    assert RULES[broken[0]] in said


@slow
@pytest.mark.parametrize(("before", "after", "broken"), IN_LOCK_STEP[:3], ids=["6", "6", "7, 9"])
def test_each_rule_of_lock_step_finds_a_bug(before: str, after: str, broken: Sequence[int]) -> None:
    control = control_of(changed(files_of(LOCK_STEP), before, after), compiled(LOCK_STEP).name)
    found = [states_of(ports_question(control, [rule])).held for rule in rules_of(control)]
    assert found == [rule not in broken for rule in rules_of(control)]


SIDE_BY_SIDE = [
    ("{in_turn[1:0], in_turn[2]}", "{in_turn[0], in_turn[2:1]}", "words go in to the cores in turn"),
    ("LAST_IN_WORD = 2'd3", "LAST_IN_WORD = 2'd2", "words go in to the cores in turn"),
    ("LAST_OUT_WORD = 2'd3", "LAST_OUT_WORD = 2'd2", "words come out from the cores in turn"),
    ("{32{out_turn[1]}} & whole_core1_out_data", "{32{out_turn[1]}} & whole_out_data", "words come out"),
    ("(out_turn[1] & whole_core1_out_valid)", "(out_turn[0] & whole_core1_out_valid)", "words come out"),
    (
        "whole_core1 (\n    .clk(clk),\n    .rst(rst)",
        "whole_core1 (\n    .clk(clk),\n    .rst(1'b0)",
        "reset with the whole",
    ),
    (".in_valid(in_valid & in_turn[2])", ".in_valid(in_valid)", "words go in to the cores in turn"),
    ("in_ready = in_ready_chosen", "in_ready = 1'b1", "words go in to the cores in turn"),
    ("if (rst) out_turn <= 3'd1;\n    else if", "if", "words come out from the cores in turn"),
    # In one of the cores, so in all of them.
    ("may_start = under_way != MOST", "may_start = under_way == MOST", "something passes"),
    ("if (rst) live <= 1'd0", "if (rst) live <= 1'd1", "a reset leaves something behind"),
]


@pytest.mark.parametrize(
    ("before", "after", "said"),
    [pytest.param(*bug, marks=() if i in (1, 9) else slow) for i, bug in enumerate(SIDE_BY_SIDE)],
    ids=[bug[0] for bug in SIDE_BY_SIDE],
)
def test_a_bug_in_whole_cores_is_found(before: str, after: str, said: str) -> None:
    assert said in failures(WHOLE, changed(files_of(WHOLE), before, after))
