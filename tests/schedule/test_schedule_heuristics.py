"""List and modulo scheduling, the bounds and their reasons."""

import pytest
from schedule_instances import miller_body, random_line, random_loop

from pairforge.schedule.api import bound, schedule
from pairforge.schedule.checker import check
from pairforge.schedule.list_scheduler import list_schedule
from pairforge.schedule.modulo import modulo_schedule
from pairforge.schedule.problem import Activity, Edge, Problem, Use


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("shape", [{}, {"write_ports": 1}, {"latency": 16, "busy": 15, "multipliers": 3}])
def test_heuristics_keep_every_constraint_and_every_bound(seed: int, shape: dict[str, int]) -> None:
    for problem in (random_line(seed, **shape), random_loop(seed, **shape)):
        found = modulo_schedule(problem) if problem.loop else list_schedule(problem)
        check(problem, found)
        assert found.bound == bound(problem).value


def test_the_same_problem_gives_the_same_schedule() -> None:
    line, loop = random_line(5, write_ports=1), random_loop(5)
    assert list_schedule(line) == list_schedule(line)
    assert modulo_schedule(loop) == modulo_schedule(loop)


def test_more_restarts_are_never_worse() -> None:
    problem = random_line(2, products=60, sums=90, busy=15, latency=16, multipliers=4, write_ports=1)
    assert list_schedule(problem, restarts=30).length <= list_schedule(problem, restarts=1).length


def test_methods_refuse_the_other_form() -> None:
    with pytest.raises(ValueError, match="takes a straight line"):
        schedule(miller_body(), "list")
    with pytest.raises(ValueError, match="takes a loop body"):
        schedule(random_line(1), "modulo")
    with pytest.raises(ValueError, match="no scheduling method 'best'"):
        schedule(random_line(1), "best")  # type: ignore[arg-type]


def test_auto_without_time_is_the_heuristic() -> None:
    problem = random_loop(1)
    assert schedule(problem, limit=0) == modulo_schedule(problem)


def _chain(loop: bool, *edges: Edge, durations: tuple[int, ...] = (1, 1, 1), units: int = 1) -> Problem:
    activities = tuple(Activity(n, (Use("mul", 0, d),)) for n, d in zip("abc", durations, strict=True))
    return Problem(activities, edges, {"mul": units}, loop=loop)


def test_a_recurrence_is_the_largest_ratio_of_delay_to_distance() -> None:
    edges = (Edge("a", "b", 5), Edge("b", "a", 6, 2), Edge("c", "c", 3, 1))
    found = bound(_chain(True, *edges))
    assert (found.resource, found.recurrence, found.value) == (3, 6, 6)
    assert found.reason in ("recurrence a -> b -> a", "recurrence b -> a -> b")


@pytest.mark.parametrize(
    ("problem", "value", "reason"),
    [
        (_chain(True), 3, "3 operations on 1 mul"),
        (_chain(True, durations=(15, 15, 15), units=2), 23, "3 operations on 2 mul take 45 cycles of it"),
        (_chain(False), 3, "3 operations on 1 mul"),
        (_chain(False, Edge("a", "b", 5), Edge("b", "c", 4)), 10, "critical path a -> b -> c"),
        (
            _chain(False, Edge("a", "b", 5), Edge("a", "c", 5)),
            7,
            "2 operations on 1 mul, none before cycle 5",
        ),
        (
            _chain(False, Edge("a", "c", 5), Edge("b", "c", 5)),
            7,
            "2 operations on 1 mul, 5 cycles after the last",
        ),
        # Two of the three are done by one unit, 15 + 15; their work alone is 23 cycles of both.
        (_chain(False, durations=(15, 15, 15), units=2), 30, "3 operations on 2 mul"),
        (Problem((), (), {}, loop=False), 0, "nothing to do"),
        (Problem((), (), {}, loop=True), 1, "an interval is at least 1 cycle"),
        (
            Problem((Activity("a", (Use("r"), Use("r", 2))),), (), {"r": 1}, loop=True),
            3,
            "a collides with itself in the next iteration at any shorter interval",
        ),
        (
            Problem(tuple(Activity(n, (Use("r", 0, 1, 2),)) for n in "ab"), (), {"r": 3}, loop=True),
            2,
            "2 operations on 3 r take 4 cycles of it",
        ),
        (
            Problem(tuple(Activity(n, (Use("r", 0, 1, 3),)) for n in "abcd"), (), {"r": 5}, loop=True),
            4,
            "4 operations take more than half of 5 r each",
        ),
    ],
)
def test_bounds_say_why(problem: Problem, value: int, reason: str) -> None:
    found = bound(problem)
    assert (found.value, found.reason) == (value, reason)


def test_uses_of_one_activity_are_added_up_before_they_are_believed() -> None:
    with pytest.raises(ValueError, match="a needs 2 r at once: too few exist"):
        Problem((Activity("a", (Use("r", 0, 3), Use("r", 2))),), (), {"r": 1}, loop=False)


def test_distances_have_no_place_in_a_straight_line() -> None:
    with pytest.raises(ValueError, match="a distance is at least 0, and 0 in a straight line"):
        _chain(False, Edge("a", "b", 1, 1))
