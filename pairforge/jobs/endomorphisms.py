"""Fast endomorphisms of the groups of BLS12 and BN curves, and scalars split by their eigenvalues.

On G1 (x, y) -> (beta x, y) is multiplication by a cube root of 1 modulo r: on BLS12 curves by -u^2, as
r = u^4 - u^2 + 1, on BN curves by 36 u^3 + 18 u^2 + 6 u + 1 (Gallant, Lambert, Vanstone, CRYPTO 2001). On the
twist psi is the p-th power map, on G2 multiplication by p modulo r, which is u or 6 u^2 (Galbraith, Lin,
Scott, Endomorphisms for faster elliptic curve cryptography, Journal of Cryptology 24, 2011).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache, partial
from random import Random
from typing import Any

from pairforge.algebra.arithmetic import DecidingArithmetic, E
from pairforge.jobs.constant_multiples import constant_multiple
from pairforge.jobs.decide import integer
from pairforge.jobs.group import Group, Point
from pairforge.jobs.multiples import Law, Map, Multiple, Table, digits_for
from pairforge.jobs.scalars import Division, LongDivision
from pairforge.pairings.ate.fq import times_constant
from pairforge.pairings.ate.parameters import tower_of
from pairforge.pairings.families.optimal_ate import AteCurve


def eigenvalue(curve: AteCurve) -> int:
    """A cube root of 1 modulo r, for BLS12 and BN curves."""
    u = curve.u
    return -u * u if curve.family.name == "BLS12" else 36 * u**3 + 18 * u * u + 6 * u + 1


@cache
def beta(curve: AteCurve) -> int:
    """The cube root of 1 in F_p for which (beta x, y) is the `eigenvalue` times (x, y) in G1."""
    group, rng = curve.groups["P"], Random(0)
    point = None
    while point is None:
        point = group.multiply(curve.cofactors["P"], curve.random_point("P", rng))
    multiple = group.multiply(eigenvalue(curve), point)
    assert multiple is not None and multiple[1] == point[1]
    return int(multiple[0] / point[0])


def phi(k: Any, curve: AteCurve) -> Map:
    """(x, y) -> (beta x, y) on points over F_p."""
    factor = (beta(curve),)
    return lambda p: Point(times_constant(k, p.x, factor), p.y, p.z)


def psi(k: Any, curve: AteCurve, power: int = 1) -> Map:
    """The map (x, y) -> (x^q w^(2 (q - 1)), y^q w^(3 (q - 1))), q = p^power, of a twist over w^6.

    The exponents have the other sign where the twist has b w^6.
    """
    tower, p, d = tower_of(curve), curve.p, curve.family.twist_degree
    flat, sign = curve.twist_field.flat, -1 if curve.twist == "M" else 1
    root = flat.of(curve.delta) ** ((p**power - 1) // d)
    two, three = (flat.to(root ** (sign * j)) for j in (2, 3))

    def mapped(point: Point[Any]) -> Point[Any]:
        x, y, z = (tower.conjugate(k, c, power) for c in (point.x, point.y, point.z))
        return Point(times_constant(k, x, two), times_constant(k, y, three), z)

    return mapped


def scalar_terms(
    k: DecidingArithmetic[E], group: Group, n: E, p: Point[E]
) -> tuple[Sequence[Multiple[E]], int]:
    """n P for an integer n < r, P of order r, as terms with short scalars, and the bits of these.

    By endomorphisms where there are any and the field has room for the division.
    """
    curve = group.curve
    k.step()
    if group.which == "Q":
        return terms_by_frobenius(k, group, n, p, partial(psi, k, curve))
    if curve.family.name == "BN":
        return _terms_of_bn(k, group, n, p)
    division = _by_square(curve)
    if division is None:
        return _halves(k, group, n, p)
    high, low = division(k, n)
    bits = _bits(division.d)
    table = Table.of(k, group, p, digits_for(group, bits).entries)
    own = phi(k, curve)
    return [Multiple(low, table), Multiple(high, table, lambda p: -own(p))], bits


def terms_by_frobenius(
    k: DecidingArithmetic[E], group: Law, n: E, p: Any, frobenius: Callable[[int], Map]
) -> tuple[Sequence[Multiple[E]], int]:
    """The same in a group where the p^i-th power map, `frobenius(i)`, is a multiplication by p^i: on BLS12
    curves by u^i, on BN curves by (6 u^2)^i.
    """
    curve, u = group.curve, abs(group.curve.u)
    if curve.family.name == "BN":
        trace = LongDivision(6 * u * u, curve.r.bit_length())
        bits = _bits(curve.r // trace.d)
        if not trace.fits(curve.p) or not _has_digits(group, bits):
            return _halves(k, group, n, p)
        high, low = trace(k, n)
        table = Table.of(k, group, p, digits_for(group, bits).entries)
        return [Multiple(low, table), Multiple(high, table, frobenius(1))], bits
    division = _by_square(curve)
    if division is None:
        return _halves(k, group, n, p)
    bits = _bits(u)
    table = Table.of(k, group, p, digits_for(group, bits).entries)
    low_first = Division(u, _bits(u * u))
    digits = [digit for part in reversed(division(k, n)) for digit in reversed(low_first(k, part))]

    def power(i: int) -> Map:
        own = frobenius(i)
        return own if curve.u > 0 or i % 2 == 0 else lambda p: -own(p)

    maps = [lambda p: p, *(power(i) for i in (1, 2, 3))]
    return [Multiple(digit, table, each) for digit, each in zip(digits, maps, strict=True)], bits


def _terms_of_bn(
    k: DecidingArithmetic[E], group: Group, n: E, p: Point[E]
) -> tuple[Sequence[Multiple[E]], int]:
    """n P in G1 of a BN curve, with l the eigenvalue.

    As a + b l = 0 for a = 6 u^2 + 4 u + 1, b = 2 u + 1, n = q l + c a + rest is -(m + m' l) for m = a - rest
    and m' = (c + 1) b - q. Neither is negative: q is less than b.
    """
    curve, u, root = group.curve, group.curve.u, eigenvalue(group.curve)
    a, b = 6 * u * u + 4 * u + 1, 2 * u + 1
    first, second = Division(root, curve.r.bit_length()), Division(a, root.bit_length())
    bits = _bits((root // a + 1) * b) if u > 0 else 0
    if u < 0 or not (first.fits(curve.p) and second.fits(curve.p) and _has_digits(group, bits)):
        return _halves(k, group, n, p)
    assert (a + b * root) % curve.r == 0 and curve.r // root < b
    q, rest = first(k, n)
    c, rest = second(k, rest)
    own = phi(k, curve)
    table = Table.of(k, group, -p, digits_for(group, bits).entries)
    others = k.constant(b) * (c + integer(k, 1)) - q
    return [Multiple(integer(k, a) - rest, table), Multiple(others, table, own)], bits


def _has_digits(group: Law, bits: int) -> bool:
    """Whether the field has room for the digits of integers of so many bits."""
    try:
        digits_for(group, bits)
    except ValueError:
        return False
    return True


def _by_square(curve: AteCurve) -> Division | None:
    """The division of scalars by u^2, where the curve is a BLS12 curve whose field has room for it."""
    division = Division(curve.u**2, curve.r.bit_length())
    return division if curve.family.name == "BLS12" and division.fits(curve.p) else None


def _halves(k: DecidingArithmetic[E], group: Law, n: E, p: Any) -> tuple[Sequence[Multiple[E]], int]:
    """The low and the high half of n: the digits of a whole one may be no integer below p."""
    half = -(-group.curve.r.bit_length() // 2)
    high = k.shift(n, half)
    low = n - k.constant(1 << half) * high
    far = constant_multiple(k, group, p, 1 << half)
    entries = digits_for(group, half + 1).entries
    return [Multiple(n, Table.of(k, group, p, entries)) for n, p in ((low, p), (high, far))], half + 1


def _bits(bound: int) -> int:
    """Of integers up to `bound`, one more than which is below 2^bits - 1."""
    return (bound + 2).bit_length()
