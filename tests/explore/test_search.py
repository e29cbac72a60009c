"""Searching a space: a seed decides, each thing is measured once, and nearer to the front than chance."""

import math
from collections.abc import Callable, Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.explore.criteria import front, hypervolume
from pairforge.explore.search import BATCH, SAMPLERS, Choice, search

CHOICES = (
    Choice("digit", 16, True),
    Choice("count", 4, True),
    Choice("kind", 3, False),
    Choice("ways", 8, True),
)


def figures(point: Sequence[int]) -> tuple[float, float]:
    """Area and time of a machine of its own: more digits and units cost area and save time, up to a limit by
    memory; a kind that is better at either end; `ways` that only cost unless they match the digits.
    """
    digit, count, kind, ways = point
    area = 40 + (digit + 1) * (count + 1) * (9, 7, 8)[kind] + 3 * abs(ways - digit // 2)
    time = (
        math.ceil(240 / (digit + 1) / (count + 1)) * (3, 5, 4)[kind] + 12 + 4 * count + abs(ways - digit // 2)
    )
    return float(area), float(time)


ALL = [(a, b, c, d) for a in range(16) for b in range(4) for c in range(3) for d in range(8)]
WORST = (max(figures(point)[0] for point in ALL), max(figures(point)[1] for point in ALL))


def reached(points: Sequence[tuple[int, ...]]) -> float:
    """The share of the hypervolume of the whole front that these reach."""
    return hypervolume([figures(p) for p in points], WORST) / hypervolume([figures(p) for p in ALL], WORST)


def found(
    budget: int,
    sampler: str,
    seed: int = 0,
    same: Callable[..., Any] = lambda point: point,
    measure: Callable[[Sequence[Any]], Any] = lambda keys: list(map(figures, keys)),
) -> list[Any]:
    return list(search(CHOICES, budget, same, measure, sampler=sampler, seed=seed))


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_a_seed_decides_and_more_begins_with_fewer(sampler: str) -> None:
    first = found(40, sampler)
    assert found(40, sampler) == first
    assert found(40, sampler, seed=1) != first
    assert found(2 * BATCH, sampler) == first[: 2 * BATCH]


def test_a_search_comes_nearer_to_the_front_than_chance() -> None:
    """With 64 of 1536 machines, in the mean of three seeds."""
    mean = {sampler: sum(reached(found(64, sampler, seed)) for seed in range(3)) / 3 for sampler in SAMPLERS}
    assert mean["tpe"] > 0.97
    assert mean["tpe"] > mean["random"]
    assert mean["nsga2"] > mean["random"]


@pytest.mark.parametrize("sampler", SAMPLERS)
def test_each_thing_is_measured_once_and_what_is_nothing_not_at_all(sampler: str) -> None:
    """Eight things behind 1536 points: all are found, though most of what is asked for is known."""
    measured = []

    def measure(keys: Any) -> Any:
        assert len(keys) <= BATCH
        measured.extend(keys)
        return [None if key == 3 else (float(key), 9.0 - key) for key in keys]

    got = found(30, sampler, same=lambda point: None if point[2] else point[3], measure=measure)
    assert got == measured
    assert sorted(got) == list(range(8))


@settings(max_examples=50)
@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=12))
def test_the_hypervolume_is_the_cells_that_are_covered(points: Sequence[Any]) -> None:
    cells = {(x, y) for x in range(9) for y in range(9) for a, b in points if a <= x and b <= y}
    assert hypervolume(points, (9, 9)) == len(cells)
    kept = [point for point, on in zip(points, front(points), strict=True) if on]
    assert hypervolume(kept, (9, 9)) == len(cells)
