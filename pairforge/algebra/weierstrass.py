"""Curves y^2 = x^3 + a x + b over any field of odd characteristic, and Miller functions by their definition.

Elements are those of python-flint (`fmpz_mod`, `fq_default`). The group law and Miller functions are by their
definition, and nothing of them is made to be fast: they are what every faster algorithm is held against.
Multiples alone have a faster way, as every random point and every check of a subgroup takes one.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, TypeAlias

Affine: TypeAlias = tuple[Any, Any]
Point: TypeAlias = Affine | None  # None: the point at infinity
Jacobian: TypeAlias = tuple[Any, Any, Any]
"""(X, Y, Z) for (X / Z^2, Y / Z^3); Z = 0: the point at infinity."""


@dataclass(frozen=True)
class Curve:
    """y^2 = x^3 + a x + b over a field of odd characteristic."""

    a: Any
    b: Any

    def contains(self, point: Point) -> bool:
        """Whether the point satisfies the equation (infinity does)."""
        if point is None:
            return True
        x, y = point
        return bool(y * y == x * x * x + self.a * x + self.b)

    def negate(self, point: Point) -> Point:
        """-(x, y) = (x, -y)."""
        return None if point is None else (point[0], -point[1])

    def slope(self, p: Affine, q: Affine) -> Any | None:
        """The slope of the line through p and q, of the tangent where they are equal; None: vertical."""
        if p[0] != q[0]:
            return (q[1] - p[1]) / (q[0] - p[0])
        if p[1] != q[1] or p[1] == 0:
            return None
        return (3 * p[0] * p[0] + self.a) / (2 * p[1])

    def add(self, p: Point, q: Point) -> Point:
        """The group law."""
        if p is None:
            return q
        if q is None:
            return p
        slope = self.slope(p, q)
        if slope is None:
            return None
        x = slope * slope - p[0] - q[0]
        return x, slope * (p[0] - x) - p[1]

    def multiply(self, scalar: int, point: Point) -> Point:
        """The point added to itself `scalar` times; `scalar` may be negative.

        In Jacobian coordinates: an inversion in an extension takes as long as a hundred products.
        """
        if scalar < 0:
            scalar, point = -scalar, self.negate(point)
        if scalar == 0 or point is None:
            return None
        result: Jacobian = (*point, point[0] ** 0)
        for bit in f"{scalar:b}"[1:]:
            result = self._doubled(result)
            if bit == "1":
                result = self._plus(result, point)
        x, y, z = result
        if z == 0:
            return None
        inverse = 1 / z
        square = inverse * inverse
        return x * square, y * square * inverse

    def _doubled(self, p: Jacobian) -> Jacobian:
        x, y, z = p
        double, square = y + y, y * y
        s = 4 * x * square
        slope = 3 * x * x
        if self.a != 0:
            slope = slope + self.a * (z * z) ** 2
        x3 = slope * slope - s - s
        return x3, slope * (s - x3) - 8 * square * square, double * z

    def _plus(self, p: Jacobian, q: Affine) -> Jacobian:
        """The sum with an affine point, either of them that of the other included."""
        x, y, z = p
        if z == 0:
            return (*q, q[0] ** 0)
        square = z * z
        width, height = q[0] * square - x, q[1] * square * z - y
        if width == 0:
            return self._doubled(p) if height == 0 else (x, y, width)
        squared = width * width
        cubed, v = squared * width, x * squared
        x3 = height * height - cubed - v - v
        return x3, height * (v - x3) - y * cubed, z * width

    def chord(self, p: Point, q: Point, at: Affine) -> Any:
        """g(at) for the function g of divisor (p) + (q) - (p + q) - (O), p + q or q possibly O."""
        if p is None or q is None:
            return at[0] ** 0
        slope = self.slope(p, q)
        if slope is None:
            return at[0] - p[0]
        total = self.add(p, q)
        assert total is not None
        return (at[1] - p[1] - slope * (at[0] - p[0])) / (at[0] - total[0])

    def miller_of_several(self, terms: Iterable[tuple[int, Affine]], at: Affine) -> tuple[Any, Point]:
        """f(at) for the function f of divisor sum of n_i (p_i) - (R) - (sum of n_i - 1)(O) over the terms
        (n_i, p_i), no n_i being 0, and R, the sum of n_i p_i.
        """
        value, end = at[0] ** 0, None
        for n, p in terms:
            part, reached = self.miller(n, p, at)
            value = value * part * self.chord(end, reached, at)
            end = self.add(end, reached)
        return value, end

    def miller(self, n: int, p: Affine, at: Affine) -> tuple[Any, Point]:
        """f(at) for the function f of divisor n (p) - (n p) - (n - 1)(O), and n p; all denominators kept.

        `n` may be negative: f_(-n) = 1 / (f_n v), v the vertical line through n p.
        """
        if n < 0:
            value, end = self.miller(-n, p, at)
            vertical = at[0] ** 0 if end is None else at[0] - end[0]
            return 1 / (value * vertical), self.negate(end)
        value = at[0] ** 0
        current: Point = p
        for bit in f"{n:b}"[1:]:
            value = value * value * self.chord(current, current, at)
            current = self.add(current, current)
            if bit == "1":
                value = value * self.chord(current, p, at)
                current = self.add(current, p)
        return value, current
