"""Doubling on y^2 = x^3 + a x with Q absorbed into the denominators (`absorbed`): 10 multiplications, 15 an
iteration.

A point 2T has x(2T) = ((x^2 - a)/(2y))^2, a square. So every multiple but P is (w^2/z^2, w v/z^3) with
v^2 = w^4 + a z^4: a point (w/z, v/z^2) of the curve v^2 = w^4 + a, a Jacobi quartic. With B = v^2 and
A = w^4 - a z^4 = 2 w^4 - B,

    w' = A,   v' = 2 B^2 - A^2,   z' = 2 w v z,   M = 3 w^4 + a z^4 = 2 w^4 + B.

The next X = w'^2 = A^2 is made on the way, and a occurs nowhere.
docs/explanation/algorithms/tate-prime.md has the proof.
"""

from __future__ import annotations

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.absorbed import tangent
from pairforge.pairings.towers_prime import Complex, multiply, square


class Quartic:
    """State: X = w^2, w, v, Z = x z^2, t = 2 y z^3, c, d."""

    def first(self, k: Arithmetic[E], a: int, xP: E, yP: E, x: E, y: E) -> tuple[E, ...]:
        """From P, whose x is not known as a square: there X = xP, 2 w v = 2 yP, B = xP^2 + a."""
        XX = xP * xP
        T, line = _double(xP, yP + yP, XX, XX + k.constant(a % k.characteristic), x, y + y)
        return (*T, *line)

    def iteration(self, state: tuple[E, ...]) -> tuple[E, ...]:
        """10 multiplications for 2T and the tangent, 5 for the value."""
        X, w, v, Z, t, c, d = state
        T, line = _double(X, _twice(w * v), X * X, v * v, Z, t)
        return (*T, *multiply(square((c, d)), line))

    def last(self, state: tuple[E, ...]) -> Complex[E]:
        """The tangent alone: 6 multiplications, and 5 for the value."""
        X, w, v, Z, t, c, d = state
        line, _ = tangent(X, _twice(w * v), _twice(X * X) + v * v, Z, t)
        return multiply(square((c, d)), line)

    def point(self, state: tuple[E, ...]) -> tuple[E, E, E, E]:
        """X, 2Y = 2 w v, Z and t: a product."""
        X, w, v, Z, t, *_ = state
        return X, _twice(w * v), Z, t


class QuarticNarrow(Quartic):
    """The same without X, which is a multiplication more an iteration: 16, and 6 loop-carried values."""

    def first(self, k: Arithmetic[E], a: int, xP: E, yP: E, x: E, y: E) -> tuple[E, ...]:
        """The state without X."""
        return super().first(k, a, xP, yP, x, y)[1:]

    def iteration(self, state: tuple[E, ...]) -> tuple[E, ...]:
        """11 multiplications for 2T and the tangent, 5 for the value."""
        w, v, Z, t, c, d = state
        return super().iteration((w * w, w, v, Z, t, c, d))[1:]

    def last(self, state: tuple[E, ...]) -> Complex[E]:
        """7 multiplications for the tangent, 5 for the value."""
        return super().last((state[0] * state[0], *state))

    def point(self, state: tuple[E, ...]) -> tuple[E, E, E, E]:
        """Two multiplications."""
        return super().point((state[0] * state[0], *state))


def _double(X: E, g: E, XX: E, B: E, Z: E, t: E) -> tuple[tuple[E, ...], Complex[E]]:
    """2T and twice the tangent at T, from X, 2Y, X^2, B, Z and t."""
    twice_XX = _twice(XX)
    A = twice_XX - B
    line, gg = tangent(X, g, twice_XX + B, Z, t)
    AA = A * A
    return (AA, A, _twice(B * B) - AA, gg * Z, gg * line[1]), line


def _twice(x: E) -> E:
    return x + x
