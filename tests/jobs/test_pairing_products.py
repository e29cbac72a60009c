"""Products of pairings in jobs: which Q have order r, whether the value is 1, constant Q, infinite P."""

from dataclasses import replace
from itertools import product
from random import Random
from typing import Any

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.jobs.generators import generator
from pairforge.jobs.group import Group
from pairforge.jobs.pairing_products import (
    FixedPair,
    Pair,
    Product,
    is_member_by,
    misses_origin,
)
from pairforge.jobs.points import draw_point, encode, exact
from pairforge.jobs.product_models import product_model
from pairforge.pairings.ate.final import easy_part
from pairforge.pairings.ate.line import Point
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.terms import Running
from pairforge.pairings.computation import Encoded
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

TINY = ("ate-bls12-13", "ate-fp-103", "ate-fp-727")
CURVES_HERE = (*TINY, "ate-bls12-381", "ate-bn254")


def made(curve: str) -> tuple[AteCurve, PrimeField, Group, Group]:
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    return found, PrimeField(found.p), Group(found, "P"), Group(found, "Q")


def coordinates(group: Group, field: PrimeField, point: Encoded) -> Any:
    return group.coordinates(tuple(map(field.constant, point)))


def is_member(curve: str, point: Encoded) -> bool:
    """As a product with one pair says."""
    found, field, G1, G2 = made(curve)
    P = coordinates(G1, field, generator(G1))
    (flag,) = Product.of(field, found, (Pair(P, coordinates(G2, field, point)),)).members(field)
    return bool(int(flag))


@pytest.mark.parametrize("curve", [c.name for c in CURVES.values() if isinstance(c, AteCurve) and not c.a])
def test_the_loop_tells_membership(curve: str) -> None:
    """On every curve that has jobs."""
    found = CURVES[curve]
    assert isinstance(found, AteCurve)
    if (found.family.twist_degree, found.family.twist_field_degree) == (6, 2):
        assert found.loop_tells_membership


@pytest.mark.parametrize("curve", CURVES_HERE)
def test_points_of_every_order(curve: str) -> None:
    """Of order r; random ones; of every small prime order, 2 among them, alone and with one of order r."""
    found, _, _, G2 = made(curve)
    own, r, rng = found.groups["Q"], found.r, Random(2)
    order = r * found.cofactors["Q"]
    points = [
        exact(G2, draw_point(G2, rng)),
        *(found.random_point("Q", rng) for _ in range(30 if r < 999 else 3)),
    ]
    for n in (2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37):
        if order % n or n == r:
            continue
        small = own.multiply(order // n, found.random_point("Q", rng))
        points += [small, own.add(small, points[0])]
    for point in points:
        if point is not None:
            inside = own.multiply(r, point) is None
            assert is_member(curve, encode(G2, point)) is inside, point


@pytest.mark.parametrize("curve", TINY)
def test_every_point_of_g2_is_a_member(curve: str) -> None:
    found, _, _, G2 = made(curve)
    own, first = found.groups["Q"], exact(G2, generator(G2))
    point = first
    for _ in range(found.r - 1):
        assert is_member(curve, encode(G2, point))
        point = own.add(point, first)
    assert point is None


@pytest.mark.parametrize("curve", CURVES_HERE)
def test_equal_where_the_value_is_one(curve: str) -> None:
    """For m of the cyclotomic subgroup with m^h = 1, h the hard part's exponent, and for others."""
    found, field, _, _ = made(curve)
    tower, flat, p, rng = AteTower(found), found.tower.flat, found.p, Random(7)
    h = found.family.hard_exponent(found.u)
    for _ in range(12 if p < 9999 else 3):
        x = flat.of(tuple(rng.randrange(p) for _ in range(12)))
        m = x ** ((p**6 - 1) * (p**2 + 1))
        for value in (m, m**found.r, m**0, m**h):
            top = tower.arrive(field, tuple(map(field.constant, flat.to(value))))
            a, b = found.family.equal_where_one(field, tower, top)
            assert (a.flat == b.flat) is (value**h == 1)


@pytest.mark.parametrize("curve", TINY)
def test_products_are_one_where_the_model_says_so(curve: str) -> None:
    """e(n P, Q) e(-m P, c Q): with c Q as an input and as a constant, P infinite for n, m = 0."""
    found, field, G1, G2 = made(curve)
    own, P, Q = found.groups["P"], exact(G1, generator(G1)), generator(G2)
    cQ = encode(G2, found.groups["Q"].multiply(3, exact(G2, Q)))
    assert misses_origin(found, cQ)
    for n, m in product((0, 1, 3, 9, found.r - 3), (0, 1, 3, found.r - 1)):
        first, second = encode(G1, own.multiply(n, P)), encode(G1, own.multiply(-m, P))
        one = product_model(found, ((first, Q), (second, cQ))) == 1
        assert one is ((n - 3 * m) % found.r == 0)
        pair = Pair(coordinates(G1, field, first), coordinates(G2, field, Q))
        at = coordinates(G1, field, second)
        for other in (Pair(at, coordinates(G2, field, cQ)), FixedPair(at, cQ)):
            assert bool(int(Product.of(field, found, (pair, other)).is_one(field))) is one


def test_values_arrive_and_leave() -> None:
    """The coefficients of a value in the curve's tower, on curves whose xi is not that of the algorithms."""
    for curve in CURVES_HERE:
        found, field, _, _ = made(curve)
        tower, rng = AteTower(found), Random(3)
        value = tuple(field.constant(rng.randrange(found.p)) for _ in range(12))
        assert tower.leave(field, tower.arrive(field, value)) == value
        one = tower.one(field)
        assert tower.leave(field, one) == tuple(map(field.constant, (1, *(0,) * 11)))
        assert easy_part(field, tower, one).flat == one.flat


@pytest.mark.parametrize("curve", TINY)
def test_a_loop_that_met_an_exception_tells_no_membership(curve: str) -> None:
    """All coordinates are 0 behind T + T by the chord; no point of a catalogue curve gets there."""
    found, field, G1, G2 = made(curve)
    pair = Pair(coordinates(G1, field, generator(G1)), coordinates(G2, field, generator(G2)))
    term = pair.term(field, found)
    assert isinstance(term, Running)
    nothing = term.x.constant(field, (0, 0))
    met = replace(term, T=Point(nothing, nothing, nothing))
    added, _ = AteTower(found).steps.add(term.T, term.x, term.y, term.at)
    assert not any(int(c) for part in (added.X, added.Y, added.Z) for c in part.flat)
    assert int(is_member_by(field, AteTower(found), pair, met)) == 0
