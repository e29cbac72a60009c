"""The exact scheduler against brute force and known instances."""

import time
from typing import Any

import pytest
from hypothesis import given, settings
from schedule_instances import (
    line_exists,
    loop_length,
    miller_body,
    random_line,
    random_loop,
    tiny_problems,
)

from pairforge.schedule.api import bound, schedule
from pairforge.schedule.checker import check
from pairforge.schedule.exact import InfeasibleError, UnknownError, solve_line, solve_loop
from pairforge.schedule.list_scheduler import list_schedule
from pairforge.schedule.modulo import modulo_schedule
from pairforge.schedule.problem import Activity, Edge, Problem, Use

FEW = settings(derandomize=True, deadline=None, max_examples=60)


@FEW
@given(tiny_problems(loop=False, rings=True))
def test_no_line_is_shorter_than_the_exact_one(problem: Problem) -> None:
    try:
        found = solve_line(problem)
    except ValueError:
        assert not line_exists(problem, 9)
        return
    check(problem, found)
    assert found.optimal
    assert not line_exists(problem, found.length - 1)


@FEW
@given(tiny_problems(loop=True))
def test_no_loop_is_tighter_or_shorter_than_the_exact_one(problem: Problem) -> None:
    found = solve_loop(problem)
    check(problem, found)
    assert found.optimal and found.interval is not None
    for interval in range(1, found.interval):
        assert loop_length(problem, interval) is None
    if found.interval <= 6:
        assert loop_length(problem, found.interval) == found.length


@FEW
@given(tiny_problems(loop=False))
def test_on_a_line_bound_exact_and_list_are_in_order(problem: Problem) -> None:
    quick, best = list_schedule(problem), solve_line(problem)
    check(problem, quick)
    assert bound(problem).value <= best.length <= quick.length


@FEW
@given(tiny_problems(loop=True))
def test_on_a_loop_bound_exact_and_heuristic_are_in_order(problem: Problem) -> None:
    quick, best = modulo_schedule(problem), solve_loop(problem)
    check(problem, quick)
    assert quick.interval is not None and best.interval is not None
    assert bound(problem).value <= best.interval <= quick.interval
    if best.interval == quick.interval:
        assert best.length <= quick.length


def test_seven_multiplications_on_one_multiplier_take_seven_cycles() -> None:
    problem = miller_body()
    found = solve_loop(problem)
    check(problem, found)
    assert (found.interval, found.bound, found.optimal) == (7, 7, True)
    assert bound(problem).reason == "7 operations on 1 mul"


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("ports", [0, 1, 2])
def test_forty_products_and_sixty_sums_are_proven(seed: int, ports: int) -> None:
    problem = random_line(seed, write_ports=ports)
    found = solve_line(problem)
    check(problem, found)
    assert found.optimal


@pytest.mark.parametrize("seed", range(3))
def test_a_loop_of_thirty_is_proven_in_two_seconds(seed: int) -> None:
    problem = random_loop(seed)
    began = time.process_time()
    found = schedule(problem)
    assert time.process_time() - began < 2
    assert found.optimal


def test_a_heavy_line_stays_within_its_limit_and_is_deterministic() -> None:
    problem = random_line(1, products=60, sums=90, latency=16, busy=15, multipliers=4, write_ports=1)
    began = time.process_time()
    quick = list_schedule(problem)
    assert time.process_time() - began < 1
    found = solve_line(problem, limit=0.5)
    assert time.process_time() - began < 10
    check(problem, found)
    assert found.bound <= found.length <= quick.length
    assert solve_line(problem, limit=0.5) == found


def test_an_interval_between_two_infeasible_ones_is_found() -> None:
    # The unit is taken in cycles 0 and 5: intervals 1 and 5 collide, 2 is the least.
    problem = Problem((Activity("a", (Use("r"), Use("r", 5))),), (), {"r": 1}, loop=True)
    assert solve_loop(problem).interval == 2
    with pytest.raises(InfeasibleError, match="no schedule exists at interval 5"):
        solve_loop(problem, interval=5)


def test_the_next_lower_interval_is_refuted_beyond_the_bound() -> None:
    # Two uses 2 apart and one single, on one unit: work for 3 cycles; only 4 rows leave the pattern room.
    activities = (Activity("a", (Use("r"), Use("r", 2))), Activity("b", (Use("r", 0, 2),)))
    problem = Problem(activities, (), {"r": 1}, loop=True)
    found = solve_loop(problem)
    assert bound(problem).value == 4
    assert (found.interval, found.bound, found.optimal) == (5, 5, True)


def test_durations_above_the_interval_wrap_around() -> None:
    problem = Problem((Activity("a", (Use("r", 0, 15),)),), (), {"r": 2}, loop=True)
    found = schedule(problem)
    assert found.interval == 8


def test_extra_constrains_and_chooses_what_is_least() -> None:
    problem = miller_body()
    plain = solve_loop(problem)

    def apart(model: Any, start: Any) -> Any:
        model.add(start["m5"] >= start["m0"] + 6)
        return start["uv"]

    found = solve_loop(problem, extra=apart, interval=7)
    check(problem, found)
    assert found.start["m5"] >= found.start["m0"] + 6
    assert found.start["uv"] == 1
    after = solve_loop(problem, extra=lambda model, start: start["uv"], after_length=True, interval=7)
    assert after.length == plain.length


def test_extra_on_a_line_comes_after_the_length() -> None:
    activities = tuple(Activity(name, (Use("r"),)) for name in "abc")
    problem = Problem(activities, (Edge("a", "b", 3),), {"r": 1}, loop=False)
    found = solve_line(problem, extra=lambda model, start: -start["c"])
    assert (found.length, found.start["c"]) == (4, 2)


def test_greatest_time_lags_are_kept_on_a_line() -> None:
    activities = tuple(Activity(name, (Use("r", 0, 2),)) for name in "abc")
    edges = (Edge("a", "b", 0), Edge("b", "a", -2))
    problem = Problem(activities, edges, {"r": 1}, loop=False)
    with pytest.raises(ValueError, match="bounds a time from above"):
        list_schedule(problem)
    found = schedule(problem)
    assert (found.length, found.optimal) == (6, True)
    assert found.start["b"] == found.start["a"] + 2


def test_contradictory_edges_are_named() -> None:
    activities = (Activity("a", ()), Activity("b", ()))
    for loop in (False, True):
        problem = Problem(activities, (Edge("a", "b", 2), Edge("b", "a", -1)), {}, loop=loop)
        with pytest.raises(ValueError, match="wait for each other"):
            schedule(problem)


def test_no_time_at_all_is_reported() -> None:
    problem = random_loop(1, products=20, sums=30, back=6)
    lower = bound(problem).value
    with pytest.raises((UnknownError, InfeasibleError)):
        solve_loop(problem, interval=lower, horizon=1)


def test_empty_problems_are_scheduled() -> None:
    assert schedule(Problem((), (), {}, loop=False)).length == 0
    assert schedule(Problem((), (), {}, loop=True)).interval == 1
