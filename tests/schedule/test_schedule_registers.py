"""Schedules within a number of registers, held against a count of what lives in each cycle."""

from collections.abc import Mapping, Sequence

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.compiler.compile import compile_design
from pairforge.errors import UserError
from pairforge.machine.designs import find_design
from pairforge.schedule.api import schedule
from pairforge.schedule.checker import check
from pairforge.schedule.problem import Activity, Edge, Problem, Use
from pairforge.schedule.registers import Life, most_alive, within


def sums(reads: Sequence[tuple[int, int]]) -> tuple[Problem, list[Life]]:
    """A line of operations of 3 cycles on two units, each reading two of those before it, and their lives."""
    count = len(reads) + 2
    names = [f"v{i}" for i in range(count)]
    sources = [(), (), *(sorted({a % i, b % i}) for i, (a, b) in enumerate(reads, 2))]
    edges = tuple(Edge(names[j], names[i], 4) for i in range(count) for j in sources[i])
    activities = tuple(Activity(name, (Use("unit", 0, 3),)) for name in names)
    readers = [[(names[i], 0) for i in range(count) if j in sources[i]] for j in range(count)]
    lives = [Life(names[j], 3, readers[j], not readers[j]) for j in range(count)]
    return Problem(activities, edges, {"unit": 2}, loop=False), lives


def alive(lives: list[Life], start: Mapping[str, int]) -> int:
    """The most values between their writing and their last reading, cycle by cycle."""
    end = max(start.values()) + 10
    return max(
        sum(
            start[life.writer or ""] + life.latency
            <= cycle
            <= (end if life.stays else max(start[name] + after for name, after in life.readers))
            for life in lives
        )
        for cycle in range(end + 1)
    )


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), min_size=2, max_size=8), st.integers(1, 6))
def test_no_more_values_live_at_once_than_asked_for(reads: Sequence[tuple[int, int]], most: int) -> None:
    problem, lives = sums(reads)
    quick = schedule(problem, method="list")
    assert most_alive(lives, quick.start) == alive(lives, quick.start)
    found = within(problem, lives, most, quick, 5.0)
    if found is None:
        assert most_alive(lives, quick.start) > most
    else:
        check(problem, found)
        assert alive(lives, found.start) <= most


def test_what_is_read_late_is_made_late() -> None:
    """Four independent values, added up one after the other: two registers do, if each comes late."""
    names = ["a", "b", "c", "d", "ab", "abc", "abcd"]
    pairs = [("a", "ab"), ("b", "ab"), ("ab", "abc"), ("c", "abc"), ("abc", "abcd"), ("d", "abcd")]
    problem = Problem(
        tuple(Activity(name, (Use("unit" if len(name) == 1 else "sum"),)) for name in names),
        tuple(Edge(a, b, 2) for a, b in pairs),
        {"unit": 4, "sum": 1},
        loop=False,
    )
    lives = [Life(name, 1, [(b, 0) for a, b in pairs if a == name], name == "abcd") for name in names]
    quick = schedule(problem, method="list")
    assert most_alive(lives, quick.start) == 4
    found = within(problem, lives, 2, quick, 5.0)
    assert found is not None
    assert most_alive(lives, found.start) == 2
    assert within(problem, lives, 1, quick, 5.0) is None


@pytest.mark.slow
def test_barenghis_machine_keeps_to_ten_registers() -> None:
    """It needs more when nobody asks."""
    (stage,) = compile_design(find_design("barenghi-ss512-m4")).stages
    assert stage.binding.words == 10
    assert stage.schedule.length <= 170_000


@pytest.mark.slow
def test_a_machine_that_needs_more_registers_than_it_names() -> None:
    with pytest.raises(UserError, match=r"needs [0-9]+ words at once, storage.words is 6; set it to"):
        compile_design(find_design("barenghi-fp-163", {"tate.storage.words": "6"}))
