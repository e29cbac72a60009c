"""Rules of the buses: proven of the wrappers that are emitted, and what breaks them is found."""

import pytest

from pairforge.bundle.bus_addition import facts_of
from pairforge.evidence.handshakes import prover
from pairforge.evidence.handshakes.buses import (
    AXI,
    WISHBONE,
    Bus,
    bus_parts,
    questions,
    queue_questions,
    through,
    without_core,
)

from .made import changed, compiled, wrappers_of

SMALL = "small-f2-5"


def broken(bus: Bus, before: str, after: str, only: str = "") -> str:
    """The first rule that a wrapper with a change breaks; nothing where it breaks none."""
    core = compiled(SMALL).name
    files = without_core(changed(wrappers_of(SMALL), before, after), core)
    for name, question in questions(files, core + bus.suffix, bus):
        if name.startswith(only) and prover.induction_of(question, 10).held is False:
            return name
    return through(files, core + bus.suffix, bus)


def test_rules_of_the_last_register_of_a_stream() -> None:
    files = without_core(wrappers_of(SMALL), compiled(SMALL).name)
    asked = [each for each in questions(files, f"{compiled(SMALL).name}_axi", AXI) if "offer" in each[0]]
    assert len(asked) == 4
    assert all(prover.induction_of(question, 10).held for _, question in asked)


def test_a_word_that_is_changed_while_it_waits() -> None:
    assert broken(AXI, "if (free) begin", "begin", "axi_stream_rules") == "axi_stream_rules 1"


@pytest.mark.slow
@pytest.mark.parametrize("name", ["small-f2-5", "g1-add-bls12-13"])
def test_both_wrappers_are_proven(name: str) -> None:
    parts = list(bus_parts(wrappers_of(name), compiled(name).name, facts_of(compiled(name))))
    assert [(part.name, part.failure) for part in parts] == [
        ("axi model", ""),
        ("axi", ""),
        ("wishbone model", ""),
        ("wishbone", ""),
        ("queues", ""),
    ]
    assert not [part.name for part in parts if "depth" in part.facts]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("before", "after", "rule"),
    [
        ("core_takes = queue_in_some & core_in_ready", "core_takes = core_in_ready", "use of queue_in"),
        ("has_room_out = ~queue_out_full", "has_room_out = 1'd1", "use of queue_out"),
        ("register_valid = is_whole & to_register", "register_valid = to_register", "use of queue_out"),
    ],
)
def test_what_uses_a_queue_wrongly_is_found(before: str, after: str, rule: str) -> None:
    core = compiled(SMALL).name
    files = without_core(changed(wrappers_of(SMALL), before, after), core)
    asked = [each for each in queue_questions(files, f"{core}_endpoint") if each[0] == rule]
    assert [prover.induction_of(question, 10).held for _, question in asked] == [False]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("bus", "before", "after", "rule"),
    [
        (AXI, "(r_held & ~rready)", "1'd0", "axi_lite_rules 2"),
        (AXI, "aw_held & w_held", "aw_held", "axi_lite_rules 3"),
        (AXI, "ar_free = ~(ar_held | rst)", "ar_free = ~rst", "axi_lite_rules"),
        (AXI, "bvalid = b_held & ~rst", "bvalid = b_held", "axi_lite_rules 0"),
        (AXI, "tvalid = offered & ~rst", "tvalid = offered", "axi_stream_rules 0"),
        (AXI, "closes = broken & free", "closes = broken | free", "offer_rules"),
        (AXI, "ar_free = ~(ar_held | rst)", "ar_free = ~(ar_held | rst) & arvalid", "arready depends"),
        (WISHBONE, "wb_ack_o = acks & wb_cyc_i & ~rst", "wb_ack_o = acks & ~rst", "wishbone_rules"),
        (WISHBONE, "answers = acks | fails", "answers = acks", "wishbone_rules"),
    ],
)
def test_what_breaks_a_rule_is_found(bus: Bus, before: str, after: str, rule: str) -> None:
    assert rule in broken(bus, before, after)
