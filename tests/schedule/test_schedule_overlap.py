"""The least period of a run against trying two dozen runs."""

from collections.abc import Hashable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.schedule.overlap import least_period

USES = st.lists(
    st.tuples(st.sampled_from("ab"), st.integers(-2, 12), st.integers(0, 3), st.integers(1, 2)), max_size=6
)
HOLDS = st.lists(st.tuples(st.sampled_from("pa"), st.integers(0, 12), st.integers(0, 15)), max_size=3)
CAPACITY: dict[Hashable, int] = {"a": 2, "b": 3}


def _fits(
    uses: list[tuple[str, int, int, int]], holds: list[tuple[str, int, int]], period: int, runs: int
) -> bool:
    load: dict[tuple[str, str, int], int] = {}
    for run in range(runs):
        for name, cycle, duration, amount in uses:
            for c in range(cycle, cycle + duration):
                cell = ("use", name, c + run * period)
                load[cell] = load.get(cell, 0) + amount
        for name, first, end in holds:
            for c in range(first, end):
                cell = ("hold", name, c + run * period)
                load[cell] = load.get(cell, 0) + 1
    return all(n <= (CAPACITY[name] if kind == "use" else 1) for (kind, name, _), n in load.items())


@settings(derandomize=True, deadline=None, max_examples=200)
@given(USES, HOLDS, st.integers(1, 5))
def test_the_period_is_the_first_at_which_runs_never_meet(
    uses: list[tuple[str, int, int, int]], holds: list[tuple[str, int, int]], minimum: int
) -> None:
    if not _fits(uses, holds, 0, 1):
        with pytest.raises(ValueError, match=r"one run takes \d of [abp] in cycle -?\d+, \d exist"):
            least_period(uses, minimum, capacity=CAPACITY, holds=holds)
        return
    found = least_period(uses, minimum, capacity=CAPACITY, holds=holds)
    assert found >= minimum
    assert [t for t in range(minimum, found + 1) if _fits(uses, holds, t, 24)] == [found]


def test_resources_are_single_where_no_capacity_is_given() -> None:
    assert least_period([(("mul", 0), 0, 3), (("mul", 1), 1, 5)]) == 5
    assert least_period([("mul", 0, 1), ("mul", 2, 1)]) == 3
    assert least_period([("mul", 0, 1), ("mul", 3, 1)]) == 2
    assert least_period([]) == 1


def test_a_long_run_takes_no_time() -> None:
    dense = [(("unit", k), cycle, 1) for k in range(20) for cycle in range(k % 3, 30_000, 3 + k % 2)]
    assert least_period(dense) >= 10_000
