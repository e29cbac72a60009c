"""Pairings over large primes as pairings of the catalogue: what they share."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from pairforge.algebra.weierstrass import Affine, Curve
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Encoded
from pairforge.pairings.facts import CurveFacts, some_factors


class LargePrimePairing(Pairing):
    """What the pairings over F_p have in common: both arguments are points of order r."""

    degree = 1
    polynomial = (1, 0)
    p: int
    r: int

    @property
    def characteristic(self) -> int:  # type: ignore[override]
        """The prime p."""
        return self.p

    @property
    @abstractmethod
    def groups(self) -> dict[str, tuple[Curve, str]]:
        """For "P" and "Q": the curve that the coordinates satisfy, and how a message names it."""

    @property
    def order(self) -> int:
        """The number of points of the curve over F_p."""
        return self.curve.family.order(self.curve)

    def facts(self) -> CurveFacts:
        """Order, factors, and for each group the first random point of seed 0."""
        P, Q = self.random_points(1, seed=0)[0]
        return CurveFacts(
            name=self.name,
            equation=self.groups["P"][1],
            field=f"F_p, p = {self.p:#x}",
            order=self.order,
            factors=(*some_factors(self.order // self.r), self.r),
            subgroup_order=self.r,
            embedding_degree=self.embedding_degree,
            mov_bits=(self.p**self.embedding_degree).bit_length(),
            published_bits=None,
            security=self.security,
            generators=(P,) if len(P) == len(Q) else (P, Q),
            source=self.curve.source,
        )

    @abstractmethod
    def decode_point(self, which: str, point: Encoded) -> Affine:
        """The coordinates as elements of the field of that curve."""

    def complaint_about_element(self, value: int) -> str | None:
        """Not below p?"""
        if value >= self.p:
            return f"is not below p, {self.p.bit_length()} bits; a residue is from 0 to p - 1"
        return None

    def complaint_about_point(self, which: str, point: Encoded) -> str | None:
        """Off its curve, or outside the subgroup of order r?"""
        curve, name = self.groups[which]
        affine = self.decode_point(which, point)
        if not curve.contains(affine):
            return f"is not on the curve {name}"
        if curve.multiply(self.r, affine) is not None:
            return f"is on the curve {name} but outside the subgroup of order r; give a point of order r"
        return None

    def satisfied(self, P: Encoded, Q: Encoded) -> bool:
        """Each on its own curve?"""
        points = {"P": P, "Q": Q}
        return all(
            curve.contains(self.decode_point(which, points[which]))
            for which, (curve, _) in self.groups.items()
        )


def coefficients(value: Any, degree: int) -> Encoded:
    """The coefficients of an element of an extension of that degree, lowest first."""
    digits = [int(c) for c in value.to_list()]
    return tuple(digits + [0] * (degree - len(digits)))
