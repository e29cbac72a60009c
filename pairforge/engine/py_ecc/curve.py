"""What py_ecc's modules of optimised curves have, over a pairing of the engine."""

from __future__ import annotations

from functools import cached_property
from typing import Any, TypeVar

from pairforge import engine
from pairforge.engine.encode import flat
from pairforge.engine.groups import Group, Value
from pairforge.engine.py_ecc.elements import FQ, FQ2, FQ12

F = TypeVar("F", FQ, FQ2, FQ12)

_POWERS = (0, 2, 4, 1, 3, 5)
"""Of w, in the order of the engine's coefficients over F_p2."""


class Curve:
    """A curve y^2 = x^3 + b and its pairing.

    Parameters
    ----------
    name: the engine's pairing.
    fields: F_p, F_p2 and F_p12 of py_ecc, with w^6 = s + i.
    twist: the powers of w that take x, y and z of a point of the twist to E(F_p12).
    inverted: whether py_ecc's pairing is the inverse of the engine's, as it leaves out the sign of the seed.
    """

    def __init__(
        self,
        name: str,
        fields: tuple[type[FQ], type[FQ2], type[FQ12]],
        *,
        s: int,
        twist: tuple[int, int, int],
        inverted: bool,
    ) -> None:
        self.engine = engine.pairing(name)
        self.FQ, self.FQ2, self.FQ12 = fields
        self.s = s
        self.powers = twist
        self.inverted = inverted
        self.order = self.engine.G1.order
        p = self.FQ.field_modulus
        self.exponent = (p**12 - 1) // self.order

    @cached_property
    def _root(self) -> int:
        """What takes a value to one whose final exponentiation it is."""
        return pow(self.exponent, -1, self.order)

    def generator1(self) -> tuple[FQ, FQ, FQ]:
        """Of G1."""
        return self._wrapped(self.FQ, self.engine.G1.generator.coordinates)

    def generator2(self) -> tuple[FQ2, FQ2, FQ2]:
        """Of G2."""
        return self._wrapped(self.FQ2, self.engine.G2.generator.coordinates)

    def _wrapped(self, field: type[F], coordinates: Any) -> tuple[F, F, F]:
        x, y = coordinates
        return field(x), field(y), field.one()

    def multiply(self, pt: tuple[F, F, F], n: int) -> tuple[F, F, F]:
        """n times a point, by the engine where the point is in G1 or G2."""
        if n < 0:
            return self.multiply(neg(pt), -n)
        field = type(pt[0])
        group = self.engine.G1 if field is self.FQ else self.engine.G2
        if is_inf(pt) or n == 0:
            return infinity(field)
        if field is not self.FQ12:
            x, y = (_plain(c) for c in normalize(pt))
            try:
                product = group.point((x, y)) * n
            except ValueError:
                pass  # of another order, or on another curve: by the definition
            else:
                if product.is_identity():
                    return infinity(field)
                return self._wrapped(field, product.coordinates)
        result = infinity(field)
        for bit in bin(n)[2:]:
            result = double(result)
            if bit == "1":
                result = add(result, pt)
        return result

    def pairing(self, Q: tuple[FQ2, FQ2, FQ2], P: tuple[FQ, FQ, FQ], final_exponentiate: bool = True) -> FQ12:
        """The pairing of a point of G2 and one of G1, in this order."""
        left, right = self._point("P", self.engine.G1, P), self._point("Q", self.engine.G2, Q)
        value = self.engine.pair(left, right)
        if self.inverted:
            value = value.inverse()
        return self._element(value if final_exponentiate else value**self._root)

    def _point(self, which: str, group: Group, pt: tuple[F, F, F]) -> Any:
        if is_inf(pt):
            return group.identity
        x, y = normalize(pt)
        try:
            return group.point((_plain(x), _plain(y)))
        except ValueError as error:
            raise ValueError(f"{which}: {error}") from None

    def final_exponentiate(self, p: FQ12) -> FQ12:
        """p^((q^12 - 1) / r), q the modulus: by the engine for products of what `pairing` gives."""
        try:
            value = self.engine.Gt.value(self._coefficients(p))
        except ValueError:
            return p**self.exponent
        return self._element(value ** (self.exponent % self.order))

    def _element(self, value: Value) -> FQ12:
        """With a + b i at w^k, i = w^6 - s."""
        coeffs = [0] * 12
        given = value.coefficients
        for k, a, b in zip(_POWERS, given[::2], given[1::2], strict=True):
            coeffs[k] = a - self.s * b
            coeffs[k + 6] = b
        return self.FQ12(coeffs)

    def _coefficients(self, p: FQ12) -> list[int]:
        q = self.FQ.field_modulus
        halves = [((p.residues[k] + self.s * p.residues[k + 6]) % q, p.residues[k + 6]) for k in _POWERS]
        return flat(halves)

    def twist(self, pt: tuple[FQ2, FQ2, FQ2]) -> tuple[FQ12, FQ12, FQ12]:
        """A point of the twist as one of E(F_p12)."""
        x, y, z = (self._embedded(c) * self.w(power) for c, power in zip(pt, self.powers, strict=True))
        return x, y, z

    def w(self, power: int) -> FQ12:
        """A power of w, from 0 to 11."""
        return self.FQ12([int(i == power) for i in range(12)])

    def _embedded(self, c: FQ2) -> FQ12:
        a, b = c.residues
        return self.FQ12([a - self.s * b, 0, 0, 0, 0, 0, b, 0, 0, 0, 0, 0])

    def miller_loop(
        self,
        Q: tuple[FQ2, FQ2, FQ2] | None,
        P: tuple[FQ, FQ, FQ] | None,
        final_exponentiate: bool = True,
    ) -> FQ12:
        """The same as `pairing`; 1 for no point."""
        return self.FQ12.one() if Q is None or P is None else self.pairing(Q, P, final_exponentiate)

    def cast_point_to_fq12(self, pt: tuple[FQ, FQ, FQ] | None) -> tuple[FQ12, FQ12, FQ12] | None:
        """A point of E(F_p) as one of E(F_p12)."""
        if pt is None:
            return None
        x, y, z = (self.FQ12([c.n] + [0] * 11) for c in pt)
        return x, y, z


def _plain(c: FQ | FQ2 | FQ12) -> Any:
    return c.n if isinstance(c, FQ) else c.residues


def infinity(field: type[F]) -> tuple[F, F, F]:
    """The point at infinity, as py_ecc writes it."""
    return field.one(), field.one(), field.zero()


def is_inf(pt: tuple[F, F, F]) -> bool:
    """Whether this is the point at infinity."""
    return pt[2] == type(pt[2]).zero()


def is_on_curve(pt: tuple[F, F, F], b: F) -> bool:
    """Whether y^2 z - x^3 = b z^3."""
    x, y, z = pt
    return is_inf(pt) or y**2 * z - x**3 == b * z**3


def eq(p1: tuple[F, F, F], p2: tuple[F, F, F]) -> bool:
    """Whether these are one point."""
    (x1, y1, z1), (x2, y2, z2) = p1, p2
    return x1 * z2 == x2 * z1 and y1 * z2 == y2 * z1


def normalize(pt: tuple[F, F, F]) -> tuple[F, F]:
    """Affine coordinates; zeros for the point at infinity."""
    x, y, z = pt
    return x / z, y / z


def neg(pt: tuple[F, F, F]) -> tuple[F, F, F]:
    """The opposite point."""
    x, y, z = pt
    return x, -y, z


def double(pt: tuple[F, F, F]) -> tuple[F, F, F]:
    """Twice a point, in projective coordinates (Cohen, Miyaji, Ono, ASIACRYPT 1998, section 3)."""
    x, y, z = pt
    w, s = x * x * 3, y * z
    b = x * y * s
    h = w * w - b * 8
    return h * s * 2, w * (b * 4 - h) - y * y * s * s * 8, s * s * s * 8


def add(p1: tuple[F, F, F], p2: tuple[F, F, F]) -> tuple[F, F, F]:
    """The sum of two points (the same source)."""
    if is_inf(p1) or is_inf(p2):
        return p2 if is_inf(p1) else p1
    (x1, y1, z1), (x2, y2, z2) = p1, p2
    y, x = y1 * z2, x1 * z2
    u, v = y2 * z1 - y, x2 * z1 - x
    field = type(x)
    if v == field.zero():
        return double(p1) if u == field.zero() else infinity(field)
    vv, zz = v * v, z1 * z2
    vvv, vvx = v * vv, vv * x
    a = u * u * zz - vvv - vvx * 2
    return v * a, u * (vvx - a) - vvv * y, vvv * zz
