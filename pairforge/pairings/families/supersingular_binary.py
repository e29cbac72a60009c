"""Supersingular curves y^2 + y = x^3 + x + b in characteristic two; embedding degree 4."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.catalog.security import Security
from pairforge.pairings.eta_binary import EtaBinary
from pairforge.pairings.families.base import UNLISTED, Curve, Family, Listing, polynomial
from pairforge.table import Table


@dataclass(frozen=True)
class BinarySupersingular(Curve):
    """y^2 + y = x^3 + x + b over F_2[x]/(polynomial), m odd.

    `polynomial` lists the exponents of the nonzero terms; `cofactors` the known prime factors of the number
    of points beside the largest one; `published_bits` is the security the source gives.
    """

    name: str
    polynomial: tuple[int, ...]
    b: int
    cofactors: tuple[int, ...]
    published_bits: int | None
    source: str
    security: Security
    listing: Listing = UNLISTED

    @property
    def family(self) -> Family[BinarySupersingular]:
        """That of this file."""
        return SUPERSINGULAR_BINARY

    @property
    def degree(self) -> int:
        """The extension degree m."""
        return max(self.polynomial)

    @property
    def field_bits(self) -> int:
        """The extension degree m."""
        return self.degree

    @property
    def equation(self) -> str:
        """The curve without its field."""
        return f"y^2 + y = x^3 + x{' + 1' if self.b else ''}"


class _Family(Family[BinarySupersingular]):
    name = "supersingular-f2"
    embedding_degree = 4
    maps = ("eta", "tate")

    def read(
        self, t: Table, name: str, source: str, security: Security, listing: Listing
    ) -> BinarySupersingular:
        """`polynomial`, `b`, `cofactors`, `published_bits`."""
        terms = polynomial(t, "polynomial")
        if any(sign < 0 for _, sign in terms) or terms[0][0] % 2 == 0:
            raise t.fail("polynomial", "must have an odd degree, and + between its terms")
        return BinarySupersingular(
            name,
            tuple(exponent for exponent, _ in terms),
            t.integer("b", least=0, most=1),
            t.integers("cofactors", ()),
            t.integer("published_bits", 0, least=0) or None,
            source,
            security,
            listing,
        )

    def order(self, curve: BinarySupersingular) -> int:
        """2^m + 1 + nu 2^((m+1)/2)."""
        return EtaBinary(curve.degree, curve.b).order

    def map_name(self, curve: BinarySupersingular) -> str:
        """With the equation and the field."""
        words = {"eta": "eta_T", "tate": "Tate"}[curve.listing.map]
        return f"reduced {words} pairing on {curve.equation} over F_2^{curve.degree}"


SUPERSINGULAR_BINARY = _Family()
