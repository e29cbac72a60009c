"""Threads by the clock: as many as the period needs where the design does not say."""

import pytest

from pairforge.compiler.compile import compile_design
from pairforge.compiler.computation import computation_of
from pairforge.compiler.threads import settled
from pairforge.machine.designs import find_design


def threads(name: str, **settings: str) -> int:
    design = find_design(name, settings)
    return settled(design, computation_of(design)).interleave


@pytest.mark.parametrize(
    ("name", "clock", "needed"),
    [
        ("beuchat-f2-5", "0", 1),
        ("beuchat-f2-5", "60", 1),
        ("beuchat-f2-5", "150", 2),
        ("beuchat-f2-5", "250", 3),
        ("beuchat-f3-5", "110", 2),
        ("beuchat-f3-5", "192", 4),
        ("barenghi-fp-163", "200", 1),
    ],
)
def test_a_faster_clock_takes_more_threads_in_small_characteristic(
    name: str, clock: str, needed: int
) -> None:
    assert threads(name, clock=clock) == needed


def test_what_the_design_says_stands() -> None:
    assert threads("beuchat-f2-5", clock="250", interleave="1") == 1
    assert threads("beuchat-f2-5", interleave="5") == 5


def test_a_compiled_design_says_how_many_threads_it_has() -> None:
    compiled = compile_design(find_design("beuchat-f2-5", {"clock": "250", "effort": "0"}))
    assert compiled.design.interleave == compiled.core.threads == 3


def test_one_thread_with_a_clock_has_its_control_words_a_cycle_later() -> None:
    plain, clocked = (
        compile_design(find_design("small-f2-5", {"effort": "0", "clock": clock})) for clock in ("0", "60")
    )
    assert [stage.lag for stage in clocked.core.stages] == [1]
    assert clocked.latency == plain.latency + 1
    assert clocked.interval == plain.interval
