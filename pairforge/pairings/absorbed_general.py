"""Doubling on y^2 = x^3 + a x + b, any a and b, with Q absorbed into the denominators (`absorbed`).

Modified Jacobian coordinates (Cohen, Miyaji, Ono, ASIACRYPT 1998) without their Z: T = (X/z^2, Y/z^3),
W = a z^4. 11 multiplications a doubling and its tangent, 16 an iteration.
"""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.absorbed import tangent
from pairforge.pairings.towers_prime import Complex, multiply, square


@dataclass(frozen=True)
class General:
    """State: X, g = 2Y, W, Z = x z^2, t = 2 y z^3, c, d; i^2 = -n."""

    n: int = 1

    def first(self, k: Arithmetic[E], a: int, xP: E, yP: E, x: E, y: E) -> tuple[E, ...]:
        """As any other, from z = 1; the value is the tangent."""
        T, line = _double(xP, yP + yP, k.constant(a % k.characteristic), x, y + y)
        return (*T, *line)

    def iteration(self, state: tuple[E, ...]) -> tuple[E, ...]:
        """11 multiplications for 2T and the tangent, 5 for the value."""
        X, g, W, Z, t, c, d = state
        T, line = _double(X, g, W, Z, t)
        return (*T, *multiply(square((c, d), self.n), line, self.n))

    def last(self, state: tuple[E, ...]) -> Complex[E]:
        """The tangent alone: 4 multiplications, and 5 for the value."""
        X, g, W, Z, t, c, d = state
        line, _ = tangent(X, g, _numerator(X, W), Z, t)
        return multiply(square((c, d), self.n), line, self.n)

    def point(self, state: tuple[E, ...]) -> tuple[E, E, E, E]:
        """X, 2Y, Z and t are kept."""
        X, g, _, Z, t, *_ = state
        return X, g, Z, t


def _numerator(X: E, W: E) -> E:
    """M = 3 X^2 + a z^4, of the slope M/(2 Y z)."""
    XX = X * X
    return XX + XX + XX + W


def _double(X: E, g: E, W: E, Z: E, t: E) -> tuple[tuple[E, ...], Complex[E]]:
    """2T and twice the tangent at T.

    With S = 4 X Y^2: X' = M^2 - 2 S, g' = 2 M (S - X') - 16 Y^4, W' = 16 Y^4 W.
    """
    M = _numerator(X, W)
    line, gg = tangent(X, g, M, Z, t)
    S = X * gg
    X3 = M * M - (S + S)
    difference = S - X3
    gggg = gg * gg
    g3 = M * (difference + difference) - gggg
    return (X3, g3, gggg * W, gg * Z, gg * line[1]), line
