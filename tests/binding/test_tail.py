"""The block after a loop, placed where ports can read: fewer inputs, no run later, every value found."""

import pytest

from pairforge.binding.api import bind
from pairforge.catalog.designs import find_design
from pairforge.flow.compile import pairing_of, program_of, stages_of
from pairforge.flow.field import field_of
from pairforge.rtl.library import make_units
from pairforge.schedule import flow
from pairforge.schedule.stage import schedule_stage

from .simulator import replay


def scheduled(*, placed_anew: bool):
    """The Miller stage of the ternary continuant over F_3^5, and its binding."""
    design = find_design(
        "beuchat-f3-5",
        {"miller.algorithm": "continuant", "miller.mul.terms": "3", "miller.sum.terms": "6"},
    )
    pairing = pairing_of(design)
    machine, run = design.stages[0], stages_of(design, pairing)[0]
    program = program_of(pairing, run, machine, design.passes)
    with pytest.MonkeyPatch.context() as patch:
        if not placed_anew:
            patch.setattr(flow, "_compact_tail", lambda *_: None)
        stage = schedule_stage(program, machine, make_units(machine, field_of(pairing)), 1, overlap=True)
    return stage, bind(stage, 1)


def test_the_block_after_a_loop_needs_fewer_inputs_and_holds_nothing_up():
    (stage, binding), (before, plain) = scheduled(placed_anew=True), scheduled(placed_anew=False)
    assert replay(binding) > 0

    def inputs(of) -> int:
        return sum(map(len, of.picks.values()))

    assert inputs(binding) < inputs(plain)
    assert stage.interval <= before.interval
    assert stage.length <= before.length + flow._SLACK
