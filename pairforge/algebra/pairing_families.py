"""Families of pairing-friendly curves: p, r and the trace of Frobenius as polynomials in a seed u.

Freeman, Scott, Teske: A taxonomy of pairing-friendly elliptic curves, Journal of Cryptology 23, 2010.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property
from math import gcd, lcm

from flint import fmpq, fmpq_poly, fmpz_poly


@dataclass(frozen=True)
class PairingFamily:
    """Polynomials with rational coefficients, lowest first, each over its denominator.

    `discriminant`: D of 4 p - trace^2 = D f^2 up to squares: 3 for y^2 = x^3 + b, 1 for y^2 = x^3 + a x;
    None where each seed has its own, so that complex multiplication gives a and b.
    """

    name: str
    embedding_degree: int
    discriminant: int | None
    p_over: tuple[tuple[int, ...], int]
    r_over: tuple[tuple[int, ...], int]
    trace_over: tuple[tuple[int, ...], int]

    @cached_property
    def p_polynomial(self) -> fmpq_poly:
        """That of the characteristic."""
        return _polynomial(self.p_over)

    @cached_property
    def r_polynomial(self) -> fmpq_poly:
        """That of the order of the groups."""
        return _polynomial(self.r_over)

    @cached_property
    def trace_polynomial(self) -> fmpq_poly:
        """That of the trace."""
        return _polynomial(self.trace_over)

    def p(self, u: int) -> int | None:
        """The characteristic; None where it is no integer."""
        return _value(self.p_over, u)

    def r(self, u: int) -> int | None:
        """The order of the groups; None where it is no integer."""
        return _value(self.r_over, u)

    def trace(self, u: int) -> int | None:
        """The trace; None where it is no integer."""
        return _value(self.trace_over, u)

    @cached_property
    def residues(self) -> tuple[int, tuple[int, ...]]:
        """(m, classes): seeds u for which p, r and the trace are integers, p and r without a factor that all
        of a class have in common, are those modulo m.
        """
        m = lcm(self.p_over[1], self.r_over[1], self.trace_over[1])
        classes = [c for c in range(m) if self.trace(c) is not None and self._coprime(c, m)]
        for least in sorted(d for d in range(1, m + 1) if m % d == 0):
            smaller = {c % least for c in classes}
            if len(smaller) * (m // least) == len(classes):
                return least, tuple(sorted(smaller))
        raise AssertionError

    def _coprime(self, c: int, m: int) -> bool:
        """Whether p and r are integers for the class c modulo m, each without a factor common to all."""
        return all(f(c) is not None and self._without_common_factor(f, c, m) for f in (self.p, self.r))

    def _without_common_factor(self, f: Callable[[int], int | None], c: int, m: int) -> bool:
        common = 0
        for i in range(1, _VALUES):
            common = gcd(common, f(c + i * m) or 0)
            if common == 1:  # as good as always after a few values
                return True
        return False


_VALUES = 32


def _polynomial(over: tuple[tuple[int, ...], int]) -> fmpq_poly:
    numerators, denominator = over
    return fmpq_poly([fmpq(c, denominator) for c in numerators])


def _value(over: tuple[tuple[int, ...], int], u: int) -> int | None:
    numerators, denominator = over
    total = 0
    for c in reversed(numerators):
        total = total * u + c
    whole, rest = divmod(total, denominator)
    return None if rest else whole


def _bls(k: int, common: int = 1) -> PairingFamily:
    """Barreto, Lynn, Scott (SCN 2002): p = (u - 1)^2 Phi_k(u) / 3 + u, and r is Phi_k(u) without the factor
    that all its values have in common.
    """
    r = fmpz_poly.cyclotomic(k)
    p = fmpz_poly([1, -2, 1]) * r + fmpz_poly([0, 3])
    return PairingFamily(f"BLS{k}", k, 3, (_ints(p), 3), (_ints(r), common), ((1, 1), 1))


def _ints(polynomial: fmpz_poly) -> tuple[int, ...]:
    return tuple(int(c) for c in polynomial.coeffs())


FAMILIES: Mapping[str, PairingFamily] = {
    family.name.lower(): family
    for family in (
        # Barreto, Naehrig (SAC 2005).
        PairingFamily("BN", 12, 3, ((1, 6, 24, 36, 36), 1), ((1, 6, 18, 36, 36), 1), ((1, 0, 6), 1)),
        _bls(9, 3),
        _bls(12),
        _bls(24),
        _bls(48),
        # Kachisa, Schaefer, Scott (Pairing 2008).
        PairingFamily(
            "KSS16",
            16,
            1,
            ((3125, 2398, 625, 0, 240, 152, 48, 0, 5, 2, 1), 980),
            ((625, 0, 0, 0, 48, 0, 0, 0, 1), 61250),
            ((35, 41, 0, 0, 0, 2), 35),
        ),
        PairingFamily(
            "KSS18",
            18,
            3,
            ((2401, 1763, 343, 259, 188, 37, 7, 5, 1), 21),
            ((343, 0, 0, 37, 0, 0, 1), 343),
            ((7, 16, 0, 0, 1), 7),
        ),
        # El Housni, Guillevic (CANS 2020): r is the p of a BLS12 curve of the same seed.
        PairingFamily(
            "BW6",
            6,
            3,
            ((229, 254, 73, 763, 274, -640, 623, -79, -911, 691, 250, -379, 103), 9),
            ((1, 1, 0, 2, 0, -2, 1), 3),
            ((22, 10, 0, 35, -9, -23, 13), 3),
        ),
        # Miyaji, Nakabayashi, Takano (IEICE Transactions E84-A, 2001); of either sign of the trace, as the
        # seeds u and -u - 1 (k = 4), u and -u (k = 6) give the same p.
        PairingFamily("MNT4", 4, None, ((1, 1, 1), 1), ((1, 0, 1), 1), ((1, 1), 1)),
        PairingFamily("MNT6", 6, None, ((1, 0, 4), 1), ((1, -2, 4), 1), ((1, 2), 1)),
    )
}
"""By name in lower case."""

SEARCHED: Mapping[str, PairingFamily] = {
    name: family
    for name, family in FAMILIES.items()
    if family.discriminant is not None and family.embedding_degree % 2 == 0
}
"""Those whose curves follow from the seed alone, as one of few coefficients has the trace, and whose cost is
modelled.
"""
