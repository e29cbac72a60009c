"""Multiples of points by constants: loops of doublings, with additions of the point between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pairforge.algebra.arithmetic import E
from pairforge.algebra.signed_powers import signed_powers
from pairforge.jobs.group import Group, Point


def constant_multiple(k: Any, group: Group, p: Point[E], n: int) -> Point[E]:
    """n P, n other than 0.

    All loops of doublings are one body, all additions are another, and all subtractions.
    """
    size = 3 * group.degree

    def double(state: tuple[E, ...]) -> tuple[E, ...]:
        return group.double(k, group.point(state)).flat

    def adding(sign: int) -> Callable[[tuple[E, ...]], tuple[E, ...]]:
        def body(state: tuple[E, ...]) -> tuple[E, ...]:
            total, p = group.point(state[:size]), group.point(state[size:])
            return *group.add(k, total, p if sign > 0 else -p).flat, *state[size:]

        return body

    total, base = p.flat, p.flat
    (last, _), *others = signed_powers(abs(n))
    for exponent, digit in others:
        total = k.loop("double", last - exponent, total, double)
        state = k.loop("add" if digit > 0 else "subtract", 1, (*total, *base), adding(digit))
        total, base, last = state[:size], state[size:], exponent
    total = k.loop("double", last, total, double)
    made = group.point(total)
    return made if n > 0 else -made
