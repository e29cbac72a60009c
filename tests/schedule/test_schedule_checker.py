"""The checker refuses each kind of wrong schedule, with the whole message."""

from dataclasses import replace
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.schedule.checker import Lifetime, check, check_lifetimes
from pairforge.schedule.problem import Activity, Edge, Problem, Schedule, Use

LINE = Problem(
    (
        Activity("a", (Use("mul", 0, 2), Use("port", 3))),
        Activity("b", (Use("mul", 0, 2),)),
        Activity("c", ()),
    ),
    (Edge("a", "c", 4), Edge("b", "c", 3)),
    {"mul": 1, "port": 1},
    loop=False,
)
GOOD_LINE = Schedule({"a": 0, "b": 2, "c": 5}, None, 5, True, 5, "by hand")
LOOP = Problem(LINE.activities, (*LINE.edges, Edge("c", "a", 1, 2)), LINE.capacity, loop=True)
GOOD_LOOP = Schedule({"a": 0, "b": 2, "c": 5}, 4, 6, True, 4, "by hand")


def test_good_schedules_pass() -> None:
    check(LINE, GOOD_LINE)
    check(LOOP, GOOD_LOOP)


def _moved(schedule: Schedule, **moves: Any) -> Schedule:
    return replace(schedule, start={**schedule.start, **moves})


@pytest.mark.parametrize(
    ("problem", "schedule", "message"),
    [
        (LINE, _moved(GOOD_LINE, c=4), "c starts at cycle 4, before cycle 5 as b asks"),
        (LINE, _moved(GOOD_LINE, b=1), "2 mul in use in cycle 1, 1 exist"),
        (LINE, _moved(GOOD_LINE, a=1, b=3, c=6), "the first start is at cycle 1, not 0"),
        (LINE, _moved(GOOD_LINE, d=1), "d is scheduled but is no activity of the problem"),
        (LINE, replace(GOOD_LINE, start={"a": 0, "b": 2}), "c has no start"),
        (LINE, _moved(GOOD_LINE, c=5.0), "c starts at 5.0, not at a whole cycle"),
        (LINE, replace(GOOD_LINE, length=6), "the length is 5 cycles, 6 are claimed"),
        (LINE, _moved(GOOD_LINE, c=6), "the length is 6 cycles, 5 are claimed"),
        (LINE, replace(GOOD_LINE, bound=6), "the bound is 6 cycles, but the schedule needs 5"),
        (LINE, replace(GOOD_LINE, bound=4), "called optimal at 5 cycles with a bound of 4"),
        (LINE, replace(GOOD_LINE, interval=5), "a straight line has no interval, but 5 is given"),
        (LOOP, replace(GOOD_LOOP, interval=None), "a loop needs an interval of at least 1 cycle, not None"),
        (LOOP, replace(GOOD_LOOP, interval=0), "a loop needs an interval of at least 1 cycle, not 0"),
        (LOOP, replace(GOOD_LOOP, interval=3), "2 mul in use in cycle 0 modulo 3, 1 exist"),
        (
            LOOP,
            _moved(GOOD_LOOP, c=9),
            "a starts at cycle 8, 2 iterations later, before cycle 10 as c asks",
        ),
        (LOOP, _moved(GOOD_LOOP, b=4), "c starts at cycle 5, before cycle 7 as b asks"),
    ],
)
def test_each_corruption_is_named(problem: Problem, schedule: Schedule, message: str) -> None:
    with pytest.raises(CheckError) as caught:
        check(problem, schedule)
    assert str(caught.value) == message


def test_capacity_counts_wrapped_uses_once_per_iteration_in_flight() -> None:
    problem = Problem((Activity("a", (Use("r", 0, 5),)),), (), {"r": 2}, loop=True)
    check(problem, Schedule({"a": 0}, 3, 5, False, 1, "by hand"))
    with pytest.raises(CheckError, match="3 r in use in cycle 0 modulo 2, 2 exist"):
        check(problem, Schedule({"a": 0}, 2, 5, False, 1, "by hand"))


def test_places_that_hold_one_value_at_a_time_pass() -> None:
    check_lifetimes([Lifetime("x", "r0", 0, 3), Lifetime("y", "r0", 3, 5), Lifetime("z", "r1", 0, 5)])
    check_lifetimes([Lifetime("x", "r0", 0, 3), Lifetime("x", "r0", 1, 5)])
    check_lifetimes([Lifetime("x", "r0", 6, 9), Lifetime("y", "r0", 1, 2)], interval=4)


@pytest.mark.parametrize(
    ("lifetimes", "interval", "message"),
    [
        ([("x", 0, 3), ("y", 2, 4)], None, "r0 holds x and y in cycle 2"),
        ([("x", 5, 8), ("y", 9, 11)], 5, "r0 holds x and y in cycle 0 modulo 5"),
        ([("x", 2, 7)], 4, "r0 holds x and x of another iteration in cycle 2 modulo 4"),
        ([("x", 0, 1), ("x", 4, 5)], 4, "r0 holds x and x of another iteration in cycle 0 modulo 4"),
        ([("x", 2, 1)], None, "x leaves r0 in cycle 1, before it enters"),
        ([], 0, "an interval is at least 1 cycle, not 0"),
    ],
)
def test_places_that_hold_two_values_are_named(
    lifetimes: list[tuple[str, int, int]], interval: int | None, message: str
) -> None:
    with pytest.raises(CheckError) as caught:
        check_lifetimes([Lifetime(v, "r0", start, end) for v, start, end in lifetimes], interval)
    assert str(caught.value) == message
