"""What py_ecc's modules have that are not optimised: points are pairs (x, y), the one at infinity None."""

from __future__ import annotations

from typing import TypeVar

from pairforge.engine.py_ecc import curve as projective
from pairforge.engine.py_ecc.curve import Curve
from pairforge.engine.py_ecc.elements import FQ, FQ2, FQ12

F = TypeVar("F", FQ, FQ2, FQ12)


class AffineCurve:
    """A curve in projective coordinates, with affine ones to the outside."""

    def __init__(self, curve: Curve) -> None:
        self.curve = curve
        self.order = curve.order
        self.final_exponentiate = curve.final_exponentiate

    def generator1(self) -> tuple[FQ, FQ]:
        """Of G1."""
        return self.curve.generator1()[:2]

    def generator2(self) -> tuple[FQ2, FQ2]:
        """Of G2."""
        return self.curve.generator2()[:2]

    def multiply(self, pt: tuple[F, F] | None, n: int) -> tuple[F, F] | None:
        """n times a point, by the engine where the point is in G1 or G2."""
        return None if pt is None else _pair(self.curve.multiply(_triple(pt), n))

    def twist(self, pt: tuple[FQ2, FQ2] | None) -> tuple[FQ12, FQ12] | None:
        """A point of the twist as one of E(F_p12)."""
        return None if pt is None else _pair(self.curve.twist(_triple(pt)))

    def cast_point_to_fq12(self, pt: tuple[FQ, FQ] | None) -> tuple[FQ12, FQ12] | None:
        """A point of E(F_p) as one of E(F_p12)."""
        found = None if pt is None else self.curve.cast_point_to_fq12(_triple(pt))
        return None if found is None else found[:2]

    def pairing(self, Q: tuple[FQ2, FQ2] | None, P: tuple[FQ, FQ] | None) -> FQ12:
        """The pairing of a point of G2 and one of G1, in this order."""
        right = projective.infinity(self.curve.FQ2) if Q is None else _triple(Q)
        left = projective.infinity(self.curve.FQ) if P is None else _triple(P)
        return self.curve.pairing(right, left)

    def miller_loop(self, Q: tuple[FQ12, FQ12] | None, P: tuple[FQ12, FQ12] | None) -> FQ12:
        """The pairing of points that `twist` and `cast_point_to_fq12` gave; 1 for no point."""
        if Q is None or P is None:
            return self.curve.FQ12.one()
        return self.pairing(self._untwisted(Q), self._uncast(P))

    def _untwisted(self, pt: tuple[FQ12, FQ12]) -> tuple[FQ2, FQ2]:
        """What `twist` takes to this point; ValueError where there is nothing."""
        top = self.curve.w(self.curve.powers[2])
        found = []
        for c, power in zip(pt, self.curve.powers, strict=False):
            quotient = (c * top / self.curve.w(power)).residues
            if any(quotient[1:6]) or any(quotient[7:]):
                raise ValueError("Q: not the image of a point of the twist")
            a, b = quotient[0], quotient[6]
            found.append(self.curve.FQ2([a + self.curve.s * b, b]))
        x, y = found
        return x, y

    def _uncast(self, pt: tuple[FQ12, FQ12]) -> tuple[FQ, FQ]:
        """The same of `cast_point_to_fq12`."""
        if any(any(c.residues[1:]) for c in pt):
            raise ValueError("P: not the image of a point over F_p")
        x, y = (self.curve.FQ(c.residues[0]) for c in pt)
        return x, y


def _triple(pt: tuple[F, F]) -> tuple[F, F, F]:
    x, y = pt
    return x, y, x.one()


def _pair(pt: tuple[F, F, F]) -> tuple[F, F] | None:
    return None if projective.is_inf(pt) else projective.normalize(pt)


def is_inf(pt: tuple[F, F] | None) -> bool:
    """Whether this is the point at infinity."""
    return pt is None


def is_on_curve(pt: tuple[F, F] | None, b: F) -> bool:
    """Whether y^2 = x^3 + b."""
    return pt is None or projective.is_on_curve(_triple(pt), b)


def eq(p1: tuple[F, F] | None, p2: tuple[F, F] | None) -> bool:
    """Whether these are one point."""
    return p1 == p2


def neg(pt: tuple[F, F] | None) -> tuple[F, F] | None:
    """The opposite point."""
    return None if pt is None else (pt[0], -pt[1])


def double(pt: tuple[F, F] | None) -> tuple[F, F] | None:
    """Twice a point."""
    return None if pt is None else _pair(projective.double(_triple(pt)))


def add(p1: tuple[F, F] | None, p2: tuple[F, F] | None) -> tuple[F, F] | None:
    """The sum of two points."""
    if p1 is None or p2 is None:
        return p2 if p1 is None else p1
    return _pair(projective.add(_triple(p1), _triple(p2)))
