"""Miller's algorithm with Q absorbed into the denominators, and one line for the whole addition.

A tangent needs the denominator z of T = (X/z^2, Y/z^3) only as x z^2 and y z^3, psi(Q) = (x, i y). The
algorithms below carry

    Z = x z^2,   t = 2 y z^3   instead of z:   2 (tangent) = M (2X - 2Z) - 4 Y^2 + i 2 Y t,

M = 3 X^2 + a z^4, and a doubling with z' = 2 Y z gives Z' = 4 Y^2 Z, t' = 4 Y^2 (2 Y t), of which 2 Y t is
part of the tangent. So a tangent costs two multiplications more than 2T and its Z', t'.

With r = 2^u + s 2^v + t the multiples 2^u P, s 2^v P and t P add up to O, and one line goes through all
three. The one through s 2^v P and t P is all that is left of the addition: no point is ever added. It needs
x, xP and y yP, which are all that is kept of P and Q.
docs/explanation/algorithms/tate-prime.md has the proofs. Both are ours.
"""

from __future__ import annotations

from typing import Protocol

from pairforge.algebra.arithmetic import Arithmetic, E, repeat
from pairforge.pairings.tate_prime import TatePrime
from pairforge.pairings.towers_prime import Complex, multiply, times


class Doubling(Protocol):
    """How an algorithm doubles. A state is what it keeps of T, and c, d of the value c + i d."""

    def first(self, k: Arithmetic[E], a: int, xP: E, yP: E, x: E, y: E) -> tuple[E, ...]:
        """The state with T = 2P, up from P = (xP, yP) and the value 1."""
        ...

    def iteration(self, state: tuple[E, ...]) -> tuple[E, ...]:
        """The state after a doubling."""
        ...

    def last(self, state: tuple[E, ...]) -> Complex[E]:
        """The value after one doubling more."""
        ...

    def point(self, state: tuple[E, ...]) -> tuple[E, E, E, E]:
        """X, 2Y, Z and t of T."""
        ...


def miller_loop(
    k: Arithmetic[E],
    params: TatePrime,
    doubling: Doubling,
    iterations: int,
    xP: E,
    yP: E,
    xQ: E,
    yQ: E,
) -> Complex[E]:
    """f_{r,P}(psi(Q)) up to a factor in F_p; `iterations`: the doublings in a loop's body.

    Raises ValueError where r is not of the form above.
    """
    if params.powers is None:
        raise ValueError(f"r = {params.r:#x} is not of the form 2^u + s 2^v + t, s and t 1 or -1")
    high, low, s, t = params.powers
    x = -xQ
    product = times(params.n, yP * yQ)
    yy = product if s == t else -product
    state = doubling.first(k, params.a, xP, yP, x, yQ)
    state = _doublings(k, "miller0", doubling, iterations, low - 1, state)
    k.block("branch")
    *_, c, d = state
    a, b = (k.constant(e % k.characteristic) for e in (params.a, params.b))
    right = x * (x * x + a) + b
    saved = multiply((c, d), line_through(doubling.point(state), xP, yy, x, right), params.n)
    if s < 0:
        saved = saved[0], -saved[1]
    state = _doublings(k, "miller1", doubling, iterations, high - low - 1, state)
    k.block("last")
    return multiply(doubling.last(state), saved, params.n)


def _doublings(
    k: Arithmetic[E], name: str, doubling: Doubling, iterations: int, count: int, state: tuple[E, ...]
) -> tuple[E, ...]:
    """`count` doublings, `iterations` of them in each iteration of the loop, those that are left over before
    it.
    """

    def several(state: tuple[E, ...]) -> tuple[E, ...]:
        return repeat(iterations, state, doubling.iteration)

    state = repeat(count % iterations, state, doubling.iteration)
    return k.loop(name, count // iterations, state, doubling.iteration if iterations == 1 else several)


def tangent(X: E, g: E, M: E, Z: E, t: E) -> tuple[Complex[E], E]:
    """Twice the tangent at T, and g^2 = 4 Y^2, g = 2 Y: 3 multiplications."""
    square_g = g * g
    difference = X - Z
    return (M * (difference + difference) - square_g, g * t), square_g


def line_through(T: tuple[E, E, E, E], xP: E, yy: E, x: E, right: E) -> Complex[E]:
    """The line through T = (X, 2Y, Z, t) and P at (x, i y), times a factor in F_p: 9 multiplications.

    `yy`: n y yP; `right`: h = x^3 + a x + b = -n y^2. D = x X - xP Z and R = y 2Y - yP t are (xT - xP) x z^2
    and 2 (yT - yP) y z^3, so that the slope is R Z/(D t). The line through P is D t (i y - yP) -
    R Z (x - xP), and times -n y has only yy and h in it. (x - xP, not xP - x, which the first tangent has: it
    would be kept.)
    """
    X, g, Z, t = T
    E = (x * X - xP * Z) * t
    N = (right * g + yy * t) * Z
    return E * yy - N * (x - xP), E * right
