"""Supersingular curves in characteristic two: group, order, random points, distortion map."""

from __future__ import annotations

from itertools import count
from random import Random
from typing import TypeAlias

from pairforge.algebra.batch import BatchField
from pairforge.algebra.binary_field import BinaryElement, BinaryField
from pairforge.algebra.multiples import multiple

AffinePoint: TypeAlias = tuple[BinaryElement, BinaryElement]
Point: TypeAlias = AffinePoint | None  # None: the point at infinity

_CHUNK = 4096  # candidates for random points examined at a time; no bearing on which points come out


class BinaryCurve:
    """y^2 + y = x^3 + x + b over F_2^m, m odd (Beuchat et al. 2010, Table I)."""

    def __init__(self, field: BinaryField, b: int) -> None:
        if field.degree % 2 == 0 or b not in (0, 1):
            raise ValueError("the degree must be odd, b 0 or 1")
        self.field = field
        self.b = b

    @property
    def order(self) -> int:
        """N = 2^m + 1 + nu 2^((m+1)/2); nu = (-1)^delta, delta = b if m = 1, 7 (mod 8), else 1 - b."""
        m = self.field.degree
        delta = self.b if m % 8 in (1, 7) else 1 - self.b
        return (1 << m) + 1 + (-1 if delta else 1) * (1 << (m + 1) // 2)

    def right_side(self, x: BinaryElement) -> BinaryElement:
        """x^3 + x + b."""
        return x.frobenius(1) * x + x + self.field.constant(self.b)

    def contains(self, point: Point) -> bool:
        """Whether the point satisfies the equation (infinity does)."""
        if point is None:
            return True
        x, y = point
        return y.frobenius(1) + y == self.right_side(x)

    def negate(self, point: Point) -> Point:
        """-(x, y) = (x, y + 1)."""
        return None if point is None else (point[0], point[1] + self.field.constant(1))

    def add(self, p: Point, q: Point) -> Point:
        """The group law; the slope of a tangent is x^2 + 1."""
        if p is None:
            return q
        if q is None:
            return p
        (x1, y1), (x2, y2) = p, q
        one = self.field.constant(1)
        if x1 != x2:
            slope = (y1 + y2) / (x1 + x2)
        elif y1 == y2:
            slope = x1.frobenius(1) + one
        else:
            return None
        x3 = slope.frobenius(1) + x1 + x2
        return x3, slope * (x1 + x3) + y1 + one

    def multiply(self, scalar: int, point: Point) -> Point:
        """The point added to itself `scalar` times; `scalar` may be negative."""
        return multiple(self.add, self.negate, scalar, point)

    def lift(self, x: BinaryElement) -> AffinePoint | None:
        """The point of this x whose y has the smaller encoding, or None."""
        y = self.right_side(x).solve_quadratic()
        return None if y is None else (x, min(y, y + self.field.constant(1), key=int))

    def random_points(self, number: int, seed: int) -> list[AffinePoint]:
        """Uniformly random affine points; a longer list of one seed starts with the shorter one.

        Each candidate draws x and the choice of y. The square roots are taken many at a time: the half-trace
        of c = x^3 + x + b solves y^2 + y = c wherever there is a solution.
        """
        rng = Random(seed)
        m = self.field.degree
        found: list[AffinePoint] = []
        while len(found) < number:
            size = min(_CHUNK, 2 * (number - len(found)) + 32)
            drawn = [(rng.getrandbits(m), rng.getrandbits(1)) for _ in range(size)]
            batch = BatchField(self.field, size)
            x = batch.elements([value for value, _ in drawn])
            right = x.frobenius(1) * x + x + batch.constant(self.b)
            y = power = right
            for _ in range((m - 1) // 2):
                power = power.frobenius(2)
                y = y + power
            solved = (y.frobenius(1) + y + right).values()
            found.extend(
                (self.field.constant(value), self.field.constant(root ^ coin))
                for (value, coin), root, rest in zip(drawn, y.values(), solved, strict=True)
                if rest == 0
            )
        return found[:number]

    def distort(self, point: AffinePoint) -> tuple[tuple[BinaryElement, ...], tuple[BinaryElement, ...]]:
        """psi(x, y) = (x + s^2, y + s x + t) over F_2^4m; coefficients in the order 1, s, t, st."""
        x, y = point
        zero, one = self.field.constant(0), self.field.constant(1)
        return (x + one, one, zero, zero), (y, x, one, zero)


def generator(curve: BinaryCurve, subgroup_order: int) -> AffinePoint:
    """A point of prime order: the first random point of seed 0 that the cofactor does not send to O."""
    cofactor = curve.order // subgroup_order
    for number in count(1):
        x, y = curve.random_points(number, seed=0)[-1]
        if (point := curve.multiply(cofactor, (x, y))) is not None:
            return point
    raise AssertionError
