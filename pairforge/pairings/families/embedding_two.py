"""Curves y^2 = x^3 + a x + b over F_p with embedding degree 2: of type A, and ordinary ones."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar, TypeAlias

from flint import fmpz

from pairforge.catalog.security import Security
from pairforge.pairings.families.base import UNLISTED, C, Curve, Family, Listing, bits_of_field
from pairforge.table import Table


class _PrimeCurve(Curve):
    p: int

    @property
    def field_bits(self) -> int:
        """Of p."""
        return self.p.bit_length()


@dataclass(frozen=True)
class TypeACurve(_PrimeCurve):
    """y^2 = x^3 + x over F_p, p = 3 (mod 4), r a prime factor of the p + 1 points."""

    name: str
    p: int
    r: int
    source: str
    security: Security
    listing: Listing = UNLISTED
    a: ClassVar[int] = 1
    b: ClassVar[int] = 0
    trace: ClassVar[int] = 0

    @property
    def family(self) -> Family[TypeACurve]:
        """Type A."""
        return TYPE_A


@dataclass(frozen=True)
class OrdinaryCurve(_PrimeCurve):
    """y^2 = x^3 + a x + b over F_p with p + 1 - trace points.

    r is a prime factor of the number of points and of p + 1, so of the trace too.
    """

    name: str
    p: int
    r: int
    a: int
    b: int
    trace: int
    source: str
    security: Security
    listing: Listing = UNLISTED

    @property
    def family(self) -> Family[OrdinaryCurve]:
        """Ordinary."""
        return ORDINARY


EmbeddingTwoCurve: TypeAlias = TypeACurve | OrdinaryCurve


class _EmbeddingTwo(Family[C]):
    embedding_degree = 2
    maps = ("tate",)

    def order(self, curve: C) -> int:
        """p + 1 - trace."""
        assert isinstance(curve, TypeACurve | OrdinaryCurve)
        return curve.p + 1 - curve.trace

    def map_name(self, curve: C) -> str:
        """With the equation."""
        assert isinstance(curve, TypeACurve | OrdinaryCurve)
        bits = curve.p.bit_length()
        return f"reduced Tate pairing on {equation(curve.a, curve.b)} over {bits_of_field(bits)}, k = 2"


class _TypeA(_EmbeddingTwo[TypeACurve]):
    name = "type-a"

    def read(self, t: Table, name: str, source: str, security: Security, listing: Listing) -> TypeACurve:
        """`p` and `r`."""
        p, r = t.number("p"), t.number("r")
        if p % 4 != 3:
            raise t.fail("p", "must be 3 modulo 4")
        _check_order(t, p, r)
        return TypeACurve(name, p, r, source, security, listing)


class _Ordinary(_EmbeddingTwo[OrdinaryCurve]):
    name = "ordinary"

    def read(self, t: Table, name: str, source: str, security: Security, listing: Listing) -> OrdinaryCurve:
        """`p`, `r`, `a`, `b` and `trace`."""
        p, r, a, b, trace = map(t.number, ("p", "r", "a", "b", "trace"))
        _check_order(t, p, r)
        if trace % r:
            raise t.fail("trace", f"must be a multiple of r, as {r} divides the number of points and p + 1")
        return OrdinaryCurve(name, p, r, a, b, trace, source, security, listing)


def _check_order(t: Table, p: int, r: int) -> None:
    for what, number in (("p", p), ("r", r)):
        if number < 3 or not fmpz(number).is_probable_prime():
            raise t.fail(what, "must be an odd prime")
    if (p + 1) % r:
        raise t.fail("r", "must divide p + 1, as the embedding degree is 2")


def equation(a: int, b: int) -> str:
    """The curve y^2 = x^3 + a x + b as text."""
    x = {1: " + x", -1: " - x"}.get(a, f" {'-' if a < 0 else '+'} {abs(a)}x")
    return f"y^2 = x^3{x if a else ''}" + (f" {'-' if b < 0 else '+'} {abs(b)}" if b else "")


TYPE_A = _TypeA()
"""Supersingular, their own twist."""

ORDINARY = _Ordinary()
"""Most of them are ordinary; nothing depends on it."""
