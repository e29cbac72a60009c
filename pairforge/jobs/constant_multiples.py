"""Multiples by constants: loops of doublings, with additions of the point between them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from pairforge.algebra.arithmetic import E
from pairforge.algebra.signed_powers import signed_powers
from pairforge.jobs.multiples import Law


def constant_multiple(k: Any, group: Law, p: Any, n: int) -> Any:
    """n P, n other than 0."""
    (made,) = constant_multiples(k, group, (p,), n)
    return made


def constant_multiples(k: Any, group: Law, points: Sequence[Any], n: int) -> list[Any]:
    """n times each of the points, n other than 0: while one waits for a product, others multiply.

    All loops of doublings are one body, all additions are another, and all subtractions.
    """
    size, count = group.size, len(points)

    def of(state: tuple[E, ...]) -> list[Any]:
        return [group.point(state[i : i + size]) for i in range(0, len(state), size)]

    def flat(points: Sequence[Any]) -> tuple[E, ...]:
        return tuple(part for p in points for part in p.flat)

    def double(state: tuple[E, ...]) -> tuple[E, ...]:
        return flat([group.double(k, p) for p in of(state)])

    def adding(sign: int) -> Callable[[tuple[E, ...]], tuple[E, ...]]:
        def body(state: tuple[E, ...]) -> tuple[E, ...]:
            pairs = zip(of(state[: size * count]), of(state[size * count :]), strict=True)
            added = [group.add(k, total, p if sign > 0 else -p) for total, p in pairs]
            return *flat(added), *state[size * count :]

        return body

    total: tuple[Any, ...] = flat(points)
    base = total
    (last, _), *others = signed_powers(abs(n))
    for exponent, digit in others:
        total = k.loop("double", last - exponent, total, double)
        state = k.loop("add" if digit > 0 else "subtract", 1, (*total, *base), adding(digit))
        total, base, last = state[: size * count], state[size * count :], exponent
    total = k.loop("double", last, total, double)
    return [made if n > 0 else -made for made in of(total)]
