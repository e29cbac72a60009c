"""Square roots in F_p and F_p2 = F_p(i), i^2 = -1, for p = 3 mod 4: the same powers for every element."""

from __future__ import annotations

from typing import Any

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import are_zero, choose, differ, negated_if
from pairforge.jobs.powers import powers
from pairforge.jobs.scalars import is_upper, parity
from pairforge.pairings.ate.fq import Fq
from pairforge.pairings.families.optimal_ate import AteCurve


def has_root_by_power(curve: AteCurve) -> bool:
    """Whether the fields of a curve's points are such."""
    return curve.p % 4 == 3 and curve.gaussian


def root_exponent(k: Any) -> int:
    """(p - 3)/4: t = x^n is 1 / sqrt(x) of a square x, and t^2 x = -1 of another element."""
    return (int(k.characteristic) - 3) // 4


def square_roots(k: DecidingArithmetic[E], *elements: Fq[E]) -> list[tuple[Fq[E], E]]:
    """For each (a root, whether there is one); what the root is where there is none does not matter.

    In F_p2 by the complex method: for the norm n^2 of c = c0 + c1 i, either of the roots of (c0 + n)/2 and
    (c0 - n)/2 is in F_p, which is the first coefficient of the root (Adj, Rodriguez-Henriquez, Square root
    computation over even extension fields, IEEE Transactions on Computers 63, 2014).
    """
    exponent = root_exponent(k)
    flats = [c.flat for c in elements]
    if len(flats[0]) == 1:
        ts = powers(k, [x for (x,) in flats], exponent)
        roots = [c.like((t * x,)) for c, (x,), t in zip(elements, flats, ts, strict=True)]
    else:
        norms = [c0 * c0 + c1 * c1 for c0, c1 in flats]
        pairs = zip(flats, norms, powers(k, norms, exponent), strict=True)
        traces = [half_trace(k, c0, t * norm) for (c0, _), norm, t in pairs]
        found = zip(elements, flats, traces, powers(k, traces, exponent), strict=True)
        roots = [c.like(root_parts(k, c1, d, t)) for c, (_, c1), d, t in found]
    return [(root, are_zero(k, (root.square() - c).flat)) for root, c in zip(roots, elements, strict=True)]


def half_trace(k: DecidingArithmetic[E], c0: E, n: E) -> E:
    """(c0 + n)/2, or (c0 - n)/2 where that is 0."""
    total = c0 + n
    (total,) = choose(k, k.equal(total, k.constant(0)), (c0 - n,), (total,))
    made: E = total * half(k)
    return made


def root_parts(k: DecidingArithmetic[E], c1: E, d: E, t: E) -> tuple[E, E]:
    """The coefficients of a root of c0 + c1 i from `half_trace` d and its power t.

    x = t d has x^2 = e d, e = 1 or -1, and 1/x = e t: the root is x + c1 t/2 i, or -c1 t/2 + x i.
    """
    x, other = t * d, c1 * t * half(k)
    first, second = choose(k, k.equal(x * x, d), (x, other), (-other, x))
    return first, second


def half(k: Any) -> Any:
    """1/2."""
    return k.constant((k.characteristic + 1) // 2)


def with_sign(k: DecidingArithmetic[E], y: Fq[E], wanted: E, sign: E) -> Fq[E]:
    """y where its sign is the one that is wanted, else -y; both are flags."""
    return negated_if(k, differ(k, sign, wanted), y)


def is_larger(k: DecidingArithmetic[E], y: Fq[E]) -> E:
    """A flag: whether y is larger than -y, by its last coefficient other than 0 (ZCash's encoding)."""
    first, *others = y.flat
    flag = is_upper(k, first)
    for c in others:
        flag = k.select(k.equal(c, k.constant(0)), 0, flag, is_upper(k, c))
    return flag


def sgn0(k: DecidingArithmetic[E], y: Fq[E]) -> E:
    """The parity of the first coefficient that is not 0 (RFC 9380, section 4.1)."""
    *others, last = y.flat
    flag = parity(k, last)
    for c in reversed(others):
        flag = k.select(k.equal(c, k.constant(0)), 0, flag, parity(k, c))
    return flag
