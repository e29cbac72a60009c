"""An arithmetic that inverts by a power, for machines without an inverter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

from pairforge.algebra.arithmetic import E, PrimeArithmetic
from pairforge.pairings.lucas import by_power


class ByPower(Generic[E]):
    """The arithmetic that an algorithm is given, but 1/x is x^(p - 2) by a ladder."""

    def __init__(self, k: PrimeArithmetic[E]) -> None:
        self._k = k

    @property
    def characteristic(self) -> int:
        """The prime p."""
        return self._k.characteristic

    @property
    def degree(self) -> int:
        """1."""
        return self._k.degree

    def constant(self, c: int) -> E:
        """As it was."""
        return self._k.constant(c)

    def loop(
        self, name: str, count: int, state: tuple[E, ...], body: Callable[[tuple[E, ...]], tuple[E, ...]]
    ) -> tuple[E, ...]:
        """As it was."""
        return self._k.loop(name, count, state, body)

    def block(self, name: str) -> None:
        """As it was."""
        self._k.block(name)

    def ladder(
        self,
        name: str,
        bits: Sequence[int],
        state: tuple[E, ...],
        body: Callable[[tuple[E, ...]], tuple[E, ...]],
    ) -> tuple[E, ...]:
        """As it was."""
        return self._k.ladder(name, bits, state, body)

    def inverse(self, x: E) -> E:
        """x^(p - 2)."""
        return by_power(self._k, x)
