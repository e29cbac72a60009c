"""Which machine is better, and the fronts."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.errors import UserError
from pairforge.explore.criteria import (
    CRITERIA,
    FRONTS,
    check_criterion,
    front,
    fronts,
    objectives,
    rank,
    winners,
)


def row(
    size: Any = None, interval: int | None = None, us: Any = None, latency: int | None = None
) -> dict[str, Any]:
    return {"size": size, "interval": interval, "us": us, "latency": latency}


ROWS = [
    row(100, 50, 0.5, 90),
    row(80, 60, 0.4, 90),
    row(80, 60, 0.6, 80),
    row(),  # cannot be built
    row(200, 40, None, 95),
]


@given(st.lists(st.tuples(st.integers(0, 6), st.integers(0, 6))))
def test_the_front_is_what_no_other_point_beats(points: Sequence[Any]) -> None:
    def beats(a: Any, b: Any) -> Any:
        return a[0] <= b[0] and a[1] <= b[1] and a != b

    assert front(points) == [not any(beats(a, b) for a in points) for b in points]


def test_winners_by_each_criterion() -> None:
    assert winners(ROWS) == {
        "area-interval": 1,
        "area-time": 1,
        "area": 1,
        "interval": 4,
        "time": 1,
        "latency": 2,
    }
    assert winners([row()]) == {}
    assert winners([]) == {}


def test_ranking_puts_what_has_no_figure_last_and_keeps_the_order_of_equals() -> None:
    assert rank(ROWS, CRITERIA["area-interval"]) == [1, 2, 0, 4, 3]
    assert rank(ROWS, CRITERIA["time"]) == [1, 0, 2, 3, 4]


def test_fronts() -> None:
    assert fronts(ROWS, synthesis=True) == [
        ["interval"],
        ["interval", "time"],
        ["interval", "latency"],
        [],
        ["interval"],
    ]
    assert set(FRONTS) == {"interval", "time", "latency"}
    unsynthesized = [row(interval=5, latency=9), row(interval=6, latency=8), row(interval=6, latency=9)]
    assert fronts(unsynthesized, synthesis=False) == [["latency"], ["latency"], []]


@pytest.mark.parametrize(
    ("name", "synthesis", "message"),
    [
        ("speed", True, "--by speed: must be one of area-interval, area-time, area, interval, time, latency"),
        ("area-time", False, "--by area-time: takes synthesis; without it there are interval, latency"),
        ("time", False, "--by time: takes synthesis; without it there are interval, latency"),
    ],
)
def test_criteria_that_are_not_there_are_refused(name: str, synthesis: bool, message: str) -> None:
    with pytest.raises(UserError, match=f"^{re.escape(message)}$"):
        check_criterion(name, synthesis=synthesis)


def test_a_search_weighs_the_two_figures_of_the_front_that_a_criterion_is_about() -> None:
    weighed = {name: objectives(name, synthesis=True) for name in CRITERIA}
    assert weighed == {
        "area-interval": ("size", "interval"),
        "area-time": ("size", "us"),
        "area": ("size", "interval"),
        "interval": ("size", "interval"),
        "time": ("size", "us"),
        "latency": ("size", "latency"),
    }
    assert objectives("latency", synthesis=False) == ("interval", "latency")
