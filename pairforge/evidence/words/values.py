"""Polynomials as values of formulas, which add and multiply them as integers."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.evidence.words.polynomials import Polynomial, System, added, scaled


@dataclass(frozen=True)
class Value:
    """A polynomial that can be added and multiplied as an integer can."""

    system: System
    polynomial: Polynomial

    def __add__(self, other: Value) -> Value:
        return Value(self.system, added(self.polynomial, other.polynomial))

    def __sub__(self, other: Value) -> Value:
        return Value(self.system, added(self.polynomial, other.polynomial, -1))

    def __mul__(self, other: Value | int) -> Value:
        if isinstance(other, int):
            return Value(self.system, scaled(self.polynomial, other))
        return Value(self.system, self.system.product(self.polynomial, other.polynomial))

    def __rmul__(self, other: int) -> Value:
        return self * other
