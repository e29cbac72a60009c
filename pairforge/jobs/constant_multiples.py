"""Multiples of points by constants: loops of doublings, with additions of the point between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pairforge.algebra.arithmetic import E
from pairforge.algebra.signed_powers import signed_powers
from pairforge.jobs.group import Group, Point


def constant_multiple(k: Any, group: Group, p: Point[E], n: int) -> Point[E]:
    """n P, n other than 0."""
    (made,) = constant_multiples(k, group, (p,), n)
    return made


def constant_multiples(k: Any, group: Group, points: Sequence[Point[E]], n: int) -> list[Point[E]]:
    """n P of every point, side by side, n other than 0.

    All loops of doublings are one body, all additions are another, and all subtractions.
    """
    size = 3 * group.degree * len(points)

    def double(state: tuple[E, ...]) -> tuple[E, ...]:
        return _flat([group.double(k, p) for p in _points(group, state)])

    def adding(sign: int) -> Callable[[tuple[E, ...]], tuple[E, ...]]:
        def body(state: tuple[E, ...]) -> tuple[E, ...]:
            pairs = zip(_points(group, state[:size]), _points(group, state[size:]), strict=True)
            made = [group.add(k, total, p if sign > 0 else -p) for total, p in pairs]
            return *_flat(made), *state[size:]

        return body

    total = base = _flat(points)
    (last, _), *others = signed_powers(abs(n))
    for exponent, digit in others:
        total = k.loop("double", last - exponent, total, double)
        state = k.loop("add" if digit > 0 else "subtract", 1, (*total, *base), adding(digit))
        total, base, last = state[:size], state[size:], exponent
    total = k.loop("double", last, total, double)
    made = _points(group, total)
    return made if n > 0 else [-p for p in made]


def _points(group: Group, flat: tuple[E, ...]) -> list[Point[E]]:
    size = 3 * group.degree
    return [group.point(flat[i : i + size]) for i in range(0, len(flat), size)]


def _flat(points: Sequence[Point[E]]) -> tuple[E, ...]:
    return tuple(c for p in points for c in p.flat)
