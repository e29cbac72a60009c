"""Supersingular curves y^2 = x^3 - x + b in characteristic three; embedding degree 6."""

from __future__ import annotations

from dataclasses import dataclass

from pairforge.catalog.security import Security
from pairforge.pairings.eta_ternary import EtaTernary
from pairforge.pairings.families.base import UNLISTED, Curve, Family, Listing, Terms, polynomial
from pairforge.table import Table


@dataclass(frozen=True)
class TernarySupersingular(Curve):
    """y^2 = x^3 - x + b over F_3[x]/(polynomial), b = 1 or -1, m coprime to 6.

    `polynomial` lists the nonzero terms as (exponent, coefficient); `cofactors` the known prime factors of
    the number of points beside the largest one; `published_bits` is the security the source gives.
    """

    name: str
    polynomial: Terms
    b: int
    cofactors: tuple[int, ...]
    published_bits: int | None
    source: str
    security: Security
    listing: Listing = UNLISTED

    @property
    def family(self) -> Family[TernarySupersingular]:
        """That of this file."""
        return SUPERSINGULAR_TERNARY

    @property
    def degree(self) -> int:
        """The extension degree m."""
        return max(exponent for exponent, _ in self.polynomial)

    @property
    def field_bits(self) -> int:
        """Of 3^m."""
        return int(3**self.degree).bit_length()

    @property
    def equation(self) -> str:
        """The curve without its field."""
        return f"y^2 = x^3 - x {'+' if self.b > 0 else '-'} 1"


class _Family(Family[TernarySupersingular]):
    name = "supersingular-f3"
    embedding_degree = 6
    maps = ("eta",)

    def read(
        self, t: Table, name: str, source: str, security: Security, listing: Listing
    ) -> TernarySupersingular:
        """`polynomial`, `b`, `cofactors`, `published_bits`."""
        terms = polynomial(t, "polynomial")
        if terms[0][0] % 2 == 0 or terms[0][0] % 3 == 0:
            raise t.fail("polynomial", "must have a degree without the factors 2 and 3")
        b = t.number("b")
        if b not in (1, -1):
            raise t.fail("b", f"must be 1 or -1, not {b}")
        return TernarySupersingular(
            name,
            terms,
            b,
            t.integers("cofactors", ()),
            t.integer("published_bits", 0, least=0) or None,
            source,
            security,
            listing,
        )

    def order(self, curve: TernarySupersingular) -> int:
        """3^m + 1 + mu b 3^((m+1)/2)."""
        return EtaTernary(curve.degree, curve.b).order

    def map_name(self, curve: TernarySupersingular) -> str:
        """With the equation and the field."""
        return f"reduced eta_T pairing on {curve.equation} over F_3^{curve.degree}"


SUPERSINGULAR_TERNARY = _Family()
