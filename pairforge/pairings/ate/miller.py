"""The Miller loop of the optimal ate pairing: f_{u,Q}(P) for BLS12, f_{6u+2,Q}(P) and two more lines for BN.

Vercauteren (IEEE Transactions on Information Theory 2010). All runs of doublings are calls of one loop, all
additions of another, with the same carried values; digits -1 add -Q, and so do the additions that end the
loop for BN with the images of Q under Frobenius.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Generic

from pairforge.algebra.arithmetic import Arithmetic, E
from pairforge.pairings.ate import line
from pairforge.pairings.ate.chains import signed_digits
from pairforge.pairings.ate.line import At, Point
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.quadratic import Fp2
from pairforge.pairings.ate.twelfth import Fp12


def miller_loop(k: Arithmetic[E], tower: AteTower, *inputs: E) -> tuple[E, ...]:
    """The value at P = (xP, yP) and Q, two inputs a coordinate, up to factors that are killed."""
    literal = tower.literal
    xP, yP, *rest = inputs
    k.block("first")
    x, y = tower.enter(k, tower.element(rest[0], rest[1]), tower.element(rest[2], rest[3]))
    at = At(xP, xP + xP + xP, -yP)
    count = literal.u if literal.family == "BLS12" else 6 * literal.u + 2
    state = _loop(k, tower, abs(count), x, y, at)
    if count < 0:  # f_(-n) is 1/f_n, and so is the conjugate, up to a vertical line and a factor of F_p6
        T = state.T
        state = replace(state, f=state.f.conjugate(), T=Point(T.X, -T.Y, T.Z))
    if literal.family == "BN":
        k.block("frobenius")
        state = _add(k, tower, state, *tower.frobenius_of_point(k, x, y, 1))
        x, y = tower.frobenius_of_point(k, x, y, 2)
        state = _add(k, tower, state, x, -y)
    return state.f.flat


@dataclass(frozen=True)
class _State(Generic[E]):
    """What goes round: the value, the multiple of Q, the point to be added, and where lines are evaluated."""

    f: Fp12[E]
    T: Point[E]
    x: Fp2[E]
    y: Fp2[E]
    at: At[E]

    @property
    def flat(self) -> tuple[E, ...]:
        """25 elements of F_p."""
        pairs = (self.T.X, self.T.Y, self.T.Z, self.x, self.y)
        return (
            *self.f.flat,
            *(part for c in pairs for part in (c.a, c.b)),
            self.at.x,
            self.at.x3,
            self.at.less_y,
        )


def _unflat(tower: AteTower, flat: tuple[E, ...]) -> _State[E]:
    X, Y, Z, x, y = (tower.element(*flat[i : i + 2]) for i in range(12, 22, 2))
    return _State(tower.value(flat[:12]), Point(X, Y, Z), x, y, At(*flat[22:]))


def _loop(k: Arithmetic[E], tower: AteTower, count: int, x: Fp2[E], y: Fp2[E], at: At[E]) -> _State[E]:
    """f_{count,Q} and count Q, count > 1."""
    _, (top, sign), *digits = signed_digits(count)
    T, tangent = line.first(_coefficients(k, tower), x, y, at)
    zero = k.constant(0)
    nothing = tower.element(zero, zero)
    f = Fp12(tangent.a, nothing, tangent.b, tangent.c, nothing, nothing)
    state = _State(f, T, x, y, at)
    for run, digit in ((top - 1, sign), *digits):
        state = _double(k, tower, state, run)
        if digit:
            state = _add(k, tower, state, x, y if digit > 0 else -y)
    return state


def _coefficients(k: Arithmetic[E], tower: AteTower) -> tuple[Fp2[E], Fp2[E], Fp2[E]]:
    """3 b xi, 9 b xi and 12 (3 b xi)^2."""
    b, (x0, x1), p = tower.literal.b, tower.rules.xi, k.characteristic
    e = 3 * b * x0, 3 * b * x1
    squared = 12 * (e[0] * e[0] - e[1] * e[1]), 24 * e[0] * e[1]

    def constant(c0: int, c1: int) -> Fp2[E]:
        return tower.element(k.constant(c0 % p), k.constant(c1 % p))

    return constant(*e), constant(3 * e[0], 3 * e[1]), constant(*squared)


def _double(k: Arithmetic[E], tower: AteTower, state: _State[E], run: int) -> _State[E]:
    """f^2 times the tangent at T, and 2T, `run` times."""

    def body(flat: tuple[E, ...]) -> tuple[E, ...]:
        now = _unflat(tower, flat)
        T, tangent = line.double(tower.literal.b, now.T, now.at)
        return replace(now, f=line.times(now.f.double_square(), tangent), T=T).flat

    return _unflat(tower, k.loop("double", run, state.flat, body))


def _add(k: Arithmetic[E], tower: AteTower, state: _State[E], x: Fp2[E], y: Fp2[E]) -> _State[E]:
    """f times the chord through T and (x, y), and their sum."""

    def body(flat: tuple[E, ...]) -> tuple[E, ...]:
        now = _unflat(tower, flat)
        T, chord = line.add(now.T, now.x, now.y, now.at)
        return replace(now, f=line.times(now.f, chord), T=T).flat

    return _unflat(tower, k.loop("add", 1, replace(state, x=x, y=y).flat, body))
