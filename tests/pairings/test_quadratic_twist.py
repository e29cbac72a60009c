"""Optimal ate on quadratic twists: points and lines for any a, MNT curves, what the documentation counts."""

import itertools
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.algebra.prime_field import PrimeField
from pairforge.algebra.weierstrass import Curve
from pairforge.catalog.security import TOY
from pairforge.pairings.ate import line
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.prepared import AtePrepared
from pairforge.pairings.ate.products import AteProduct
from pairforge.pairings.families.mnt import MNT4, MNT6
from pairforge.pairings.families.optimal_ate import AteCurve, AteFamily

from .counting import operations
from .named import ate
from .test_ate import Setting, computed, program, subgroup

seeds = st.integers(0, 2**32)


def parameters(
    family: AteFamily, u: int, ab: tuple[int, int], tower: tuple[str, ...], twist: str
) -> AteCurve:
    return AteCurve(f"{family.name}, u = {u}, a = {ab[0]}, {twist}", family, u, *ab, tower, twist, "", TOY)


GAUSSIAN = ("i^2 = -1", "w^2 = 1 + i")
TINY = [
    parameters(MNT4, 6, (1, 5), GAUSSIAN, "D"),
    parameters(MNT4, -6, (-3, 7), ("i^2 = -1", "w^2 = 2 + 3 i"), "M"),
    parameters(MNT6, 3, (2, 8), ("i^3 = 2", "w^2 = i"), "M"),
    parameters(MNT6, -3, (2, 9), ("i^3 = 2", "w^2 = i"), "D"),
]
SMALL = [
    parameters(MNT4, 14, (1, 148), GAUSSIAN, "D"),
    parameters(MNT4, -120, (5000, 125), ("i^2 = 13", "w^2 = i"), "D"),
    parameters(MNT6, 60, (5000, 395), ("i^3 = 2", "w^2 = 1 + 3 i"), "M"),
    *(pairing.curve for pairing in map(ate, ("ate-mnt4-14", "ate-mnt6-14"))),
]
LARGE = [ate(name).curve for name in ("ate-mnt4-298", "ate-mnt6-298")]


@cache
def setting(curve: AteCurve, way: str = "karatsuba") -> Any:
    return Setting(curve, way)


@given(st.sampled_from([*SMALL, *LARGE]), seeds)
@settings(max_examples=30, deadline=None)
def test_lines_and_sums_are_those_of_the_twist(curve: AteCurve, seed: int) -> None:
    """2T and T + Q; the line is that of the curve over F_p^k at P, times w and an element of F_q."""
    s, e = setting(curve), curve.family.twist_field_degree
    points = Points(s, AtePairing(curve), seed)

    def check(made: Any, expected: Any, chord: Any) -> None:
        point, value = made
        assert points.on_curve(point) == expected
        vertical = points.P[0] - expected[0]  # by which the model divides
        ratio = (s.of(value.a) + s.of(value.c) * s.w**3) / (chord * vertical * s.w)
        assert ratio != 0 and ratio.frobenius(e) == ratio

    full, t, q, steps, at = points.curve, points.t, points.q, s.tower.steps, points.at
    check(steps.double(points.T, at), full.add(t, t), full.chord(t, t, points.P))
    check(steps.add(points.T, *points.Q, at), full.add(t, q), full.chord(t, q, points.P))


class Points:
    """P, Q and a multiple T of Q in random coordinates; q and t are Q and T on the curve over F_p^k."""

    def __init__(self, s: Any, pairing: AtePairing, seed: int) -> None:
        self.s, tower, e = s, s.tower, s.tower.field.degree
        ((P, Q),) = pairing.random_points(1, seed)
        self.Q = tower.enter(s.k, *(tower.element(*map(s.k.constant, Q[i : i + e])) for i in (0, e)))
        self.curve = Curve(s.flat(pairing.curve.a), s.flat(pairing.curve.b))
        self.q = tuple(s.of(c) / s.w**n for n, c in enumerate(self.Q, 2))
        assert self.curve.contains(self.q)
        self.P, self.at = (s.flat(P[0]), s.flat(P[1])), tower.steps.at(s.k, *map(s.k.constant, P))
        rng = Random(seed)
        self.t: Any = self.curve.multiply(rng.randrange(2, pairing.r - 2), self.q)
        Z = s.quadratic(rng)
        x, y = (tower.element(*map(s.k.constant, c)) for c in on_twist(s, self.t))
        self.T = line.Point(x * Z.square(), y * Z.square() * Z, Z)

    def on_curve(self, point: Any) -> Any:
        """Its coordinates over F_p^k."""
        z = self.s.of(point.Z) * self.s.w
        return self.s.of(point.X) / z**2, self.s.of(point.Y) / z**3


def on_twist(s: Any, point: Any) -> list[Any]:
    """The coordinates on the twist of a point over F_p^k."""
    e, found = s.tower.field.degree, []
    for coordinate, power in zip(point, (2, 3), strict=True):
        digits = s.whole.flat.to(coordinate * s.w**power)
        assert not any(digits[e:])
        found.append(digits[:e])
    return found


@given(st.sampled_from([*SMALL, *LARGE]), seeds)
@settings(max_examples=20, deadline=None)
def test_the_first_double_and_the_products_with_lines(curve: AteCurve, seed: int) -> None:
    """A line of two coefficients and one whose slope is known, alone and as a factor."""
    s, rng = setting(curve), Random(seed)
    x, y, f = s.quadratic(rng), s.quadratic(rng), s.twelfth(rng)
    at = s.tower.steps.at(s.k, s.k.random(rng), s.k.random(rng))
    one = x.constant(s.k, s.tower.field.number(1))
    T, tangent = s.tower.steps.first(s.k, x, y, at)
    T2, tangent2 = s.tower.steps.double(line.Point(x, y, one), at)
    assert [s.of(c) for c in (T.X, T.Y, T.Z)] == [s.of(c) for c in (T2.X, T2.Y, T2.Z)]
    value = s.of(tangent.a) + s.of(tangent.c) * s.w**3
    assert value == s.of(tangent2.a) + s.of(tangent2.c) * s.w**3
    prepared = line.PreparedLine(x, y, s.k.random(rng))
    known = s.of(x) + s.of(y) * s.w**2 + int(prepared.c) * s.w**3
    for each, expected in ((tangent, value), (prepared, known)):
        assert s.of(line.times(f, each)) == s.of(f) * expected
        assert s.of(line.alone(s.tower.top, each, s.k.constant(0))) == expected


@pytest.mark.parametrize(
    "curve",
    [*TINY[::2], *(pytest.param(curve, marks=pytest.mark.slow) for curve in TINY[1::2])],
    ids=lambda curve: curve.name,
)
def test_tiny_curves_at_every_pair_of_points(curve: AteCurve) -> None:
    pairing = AtePairing(curve)
    first = Random(1).choice(list(pairing.stages[0].algorithms))
    for P, Q in itertools.product(subgroup(pairing, "P"), subgroup(pairing, "Q")):
        value = pairing.model(P, Q)
        assert any(value[1:])  # not degenerate
        assert computed(pairing, first, first, P, Q) == value


@pytest.mark.parametrize("curve", [*TINY, *SMALL], ids=lambda curve: curve.name)
def test_every_algorithm_and_variant_is_the_pairing_by_its_definition(curve: AteCurve) -> None:
    one = AtePairing(curve)
    for pairing in (one, AtePrepared(curve), AteProduct(curve, "check", (1, -1))):
        algorithms = list(one.stages[0].algorithms)
        for (P, Q), algorithm in itertools.product(pairing.random_points(3, seed=5), algorithms):
            assert pairing.complaint_about_point("Q", Q) is None
            assert computed(pairing, algorithm, algorithm, P, Q) == pairing.model(P, Q)


@pytest.mark.parametrize("curve", [*SMALL, *LARGE], ids=lambda curve: curve.name)
def test_values_are_bilinear(curve: AteCurve) -> None:
    """e(m P, n Q) = e(P, Q)^(m n), by the algorithms alone."""
    pairing, rng = AtePairing(curve), Random(2)
    ((P, Q),) = pairing.random_points(1, seed=6)
    m, n = rng.randrange(2, curve.r), rng.randrange(2, curve.r)
    both = computed(
        pairing, "karatsuba", "karatsuba", pairing.multiple("P", m, P), pairing.multiple("Q", n, Q)
    )
    value = pairing.decode_value(computed(pairing, "schoolbook", "karatsuba", P, Q))
    assert pairing.decode_value(both) == value ** (m * n) != 1
    assert value**curve.r == 1


def test_a_large_coefficient_is_multiplied_with() -> None:
    """By e products where a small one takes additions."""
    k = PrimeField(SMALL[1].p)
    small, large = (
        AteTower(curve).steps.at(k, k.constant(1), k.constant(2)) for curve in (LARGE[0], SMALL[1])
    )
    assert (len(small), [int(c) for c in large]) == (2, [1, 2, 5000])


# multiplications and additions: of a run, and of an iteration of each body
COUNTS = {
    "ate-mnt4-298": (
        (9894, 61355),
        {"double": (44, 288), "add": (49, 214), "square": (4, 41), "times": (9, 47)},
    ),
    "ate-mnt6-298": (
        (21039, 95335),
        {"double": (94, 446), "add": (99, 363), "square": (10, 52), "times": (18, 84)},
    ),
}


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if name.endswith("-298") else ()) for name in COUNTS]
)
def test_operations(name: Any) -> None:
    """docs/explanation/algorithms/ate.md has the figures."""
    assert operations(program(name, "karatsuba")[1]) == COUNTS[name]
