"""Square roots of quotients for the simplified SWU map, in F_p and F_p2 with p = 3 mod 4, i^2 = -1."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.decide import choose, choose_element
from pairforge.jobs.powers import powers
from pairforge.jobs.roots import half_trace, root_exponent, root_parts
from pairforge.pairings.ate.fq import Fq, Small

Ratio = tuple[Fq[E], Fq[E]]
"""u and v, v other than 0."""


def root_ratios(k: DecidingArithmetic[E], ratios: Sequence[Ratio[E]], z: Small) -> list[tuple[Fq[E], E]]:
    """For each u/v, side by side: (a root of u/v and 1, or where there is none a root of z u/v and 0).

    z is no square; u is not 0.
    """
    if len(z) == 1:
        return _prime(k, ratios, z[0])
    return _quadratic(k, ratios, z)


def _prime(k: DecidingArithmetic[E], ratios: Sequence[Ratio[E]], z: int) -> list[tuple[Fq[E], E]]:
    """By u v (u v^3)^((p - 3)/4) (RFC 9380, appendix F.2.1.2)."""
    root_of_minus_z: E = k.constant(_root(k, -z))
    both = [u * v for u, v in ratios]
    bases = [(uv * v.square()).flat[0] for uv, (_, v) in zip(both, ratios, strict=True)]
    found = []
    for (u, v), uv, t in zip(ratios, both, powers(k, bases, root_exponent(k)), strict=True):
        root = uv.scale(t)
        square = k.equal((root.square() * v).flat[0], u.flat[0])
        found.append((choose_element(k, square, root, root.scale(root_of_minus_z)), square))
    return found


def _quadratic(k: DecidingArithmetic[E], ratios: Sequence[Ratio[E]], z: Small) -> list[tuple[Fq[E], E]]:
    """u / sqrt(w) for w = u v, or z u / sqrt(w) for w = z u v, whichever is a square.

    Its norm n^2 decides: for s = norm(u v)^((p - 3)/4), n = s norm(u v) has n^2 = norm(u v) or the opposite
    of it, and then sqrt(-norm(z)) n is a root of norm(z u v). The inverse of n is s, up to sign and that
    constant. The inverse of the root of w is its conjugate over its norm, n or -n.
    """
    norm_of_z = sum(c * c for c in z)
    constant = _root(k, -norm_of_z)
    turned, turned_back = k.constant(constant), k.constant(pow(-constant, -1, k.characteristic))
    zero = k.constant(0)
    both = [u * v for u, v in ratios]
    norms = [a * a + b * b for a, b in (w.flat for w in both)]
    ready = []
    for (u, _), w, norm, s in zip(ratios, both, norms, powers(k, norms, root_exponent(k)), strict=True):
        n = s * norm
        square = k.equal(n * n, norm)
        w, u = (choose_element(k, square, x, x.times_small(z)) for x in (w, u))
        n, inverse = choose(k, square, (n, s), (n * turned, s * turned_back))
        # Of the two signs of n one that gives a half of the trace other than 0.
        (inverse,) = choose(k, k.equal(w.flat[0] + n, zero), (-inverse,), (inverse,))
        ready.append((u, w, half_trace(k, w.flat[0], n), inverse, square))
    found = []
    for (u, w, d, inverse, square), t in zip(
        ready, powers(k, [d for _, _, d, _, _ in ready], root_exponent(k)), strict=True
    ):
        conjugate = root_parts(k, -w.flat[1], d, t)
        found.append((u * w.like(conjugate).scale(inverse), square))
    return found


def _root(k: Any, a: int) -> int:
    """A square root of an integer modulo p."""
    p: int = k.characteristic
    return pow(a % p, (p + 1) // 4, p)
