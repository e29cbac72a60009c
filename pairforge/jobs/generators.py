"""Generators of the two groups."""

from __future__ import annotations

from functools import cache
from random import Random

from pairforge.jobs.group import Group
from pairforge.jobs.points import draw_point, encode, exact
from pairforge.pairings.computation import Encoded
from pairforge.pairings.families.optimal_ate import FirstPoint


@cache
def generator(group: Group) -> Encoded:
    """That of the curve's file; where it has none, as for tiny curves, a point of order r."""
    given = group.curve.generators
    if given is not None and group.which == "P":
        return given.g1
    if given is not None and given.g2 is not None and not isinstance(given.g2, FirstPoint):
        x, y = given.g2
        return *x, *y
    return draw_point(group, Random(0))


def multiple_of_generator(group: Group, n: int) -> Encoded:
    """For models: n times the generator, by affine additions."""
    return encode(group, group.curve.groups[group.which].multiply(n, exact(group, generator(group))))
