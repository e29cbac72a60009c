"""Multiples of points, whatever the group law."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

P = TypeVar("P")


def multiple(
    add: Callable[[P | None, P | None], P | None],
    negate: Callable[[P | None], P | None],
    scalar: int,
    point: P | None,
) -> P | None:
    """The point added to itself `scalar` times, by double and add; `scalar` may be negative, None is O."""
    if scalar < 0:
        scalar, point = -scalar, negate(point)
    result: P | None = None
    for bit in f"{scalar:b}":
        result = add(result, result)
        if bit == "1":
            result = add(result, point)
    return result
