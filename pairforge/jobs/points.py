"""Points between encodings and exact coordinates, for models: the point at infinity is all zeros."""

from __future__ import annotations

from random import Random

from pairforge.algebra.weierstrass import Affine, Point
from pairforge.jobs.group import Group
from pairforge.pairings.computation import Encoded


def decode(group: Group, point: Encoded) -> Affine:
    """The coordinates as exact elements."""
    flat, half = group.tower.flat, len(point) // 2
    return flat.of(point[:half]), flat.of(point[half:])


def exact(group: Group, point: Encoded) -> Point:
    """The point with exact coordinates, the point at infinity among them."""
    return decode(group, point) if any(point) else None


def encode(group: Group, point: Point) -> Encoded:
    """The coefficients of the coordinates."""
    if point is None:
        return (0,) * (2 * group.degree)
    flat = group.tower.flat
    return *flat.to(point[0]), *flat.to(point[1])


def draw_point(group: Group, rng: Random) -> Encoded:
    """A random point of order r."""
    curve = group.curve
    while True:
        point = curve.groups[group.which].multiply(
            curve.cofactors[group.which], curve.random_point(group.which, rng)
        )
        if point is not None:
            return encode(group, point)


def moved_off(group: Group, point: Encoded, rng: Random) -> Encoded:
    """A point with one coefficient changed: it may satisfy the equation still, where the field is tiny."""
    at, p = rng.randrange(len(point)), group.curve.p
    return *point[:at], (point[at] + rng.randrange(1, p)) % p, *point[at + 1 :]
