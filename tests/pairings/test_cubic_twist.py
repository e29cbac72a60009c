"""Optimal ate on cubic twists: lines over verticals, the tower, BLS9 curves, what the pages count."""

import itertools
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.pairings.ate import final
from pairforge.pairings.ate.chains import binary_digits
from pairforge.pairings.ate.products import AteProduct

from .counting import operations
from .named import ate
from .test_ate import computed, easy_exponent, program, setting
from .test_quadratic_twist import Points

NAMES = ("ate-bls9-58", "ate-bls9-343")
names = st.sampled_from(NAMES)
ways = st.sampled_from(("karatsuba", "schoolbook"))
seeds = st.integers(0, 2**32)


@given(names, ways, seeds)
@settings(max_examples=12, deadline=None)
def test_the_tower_is_the_field(name: str, way: str, seed: int) -> None:
    s, rng = setting(name, way), Random(seed)
    f, g = s.twelfth(rng), s.twelfth(rng)
    F, G = s.of(f), s.of(g)
    assert s.of(s.back(F)) == F
    assert s.of(f * g) == F * G
    assert s.of(f.miller_square()) == F * F
    for n in range(1, 9):
        assert s.of(s.tower.frobenius(s.k, f, n)) == F.frobenius(n)
    norm = F * F.frobenius(3) * F.frobenius(6)
    assert s.of(f.conjugate()) * F == norm
    assert s.of(final.easy_part(s.k, s.tower, f)) == F ** easy_exponent(s.tower)
    x, X = s.cyclotomic(rng)
    assert s.of(x.conjugate()) * X == 1


@given(names, seeds)
@settings(max_examples=16, deadline=None)
def test_lines_and_sums_are_those_of_the_twist(name: str, seed: int) -> None:
    """2T and T + Q; the line is that of the curve at P over the vertical, times an element of F_q."""
    s = setting(name)
    points = Points(s, ate(name), seed)

    def check(made: Any, expected: Any, chord: Any) -> None:
        point, value = made
        assert points.on_curve(point) == expected
        ratio = (s.of(value.a) + s.of(value.b) * s.w + s.of(value.c) * s.w**2) / chord
        assert ratio != 0 and ratio.frobenius(3) == ratio

    full, t, q, steps, at = points.curve, points.t, points.q, s.tower.steps, points.at
    check(steps.double(points.T, at), full.add(t, t), full.chord(t, t, points.P))
    check(steps.add(points.T, *points.Q, at), full.add(t, q), full.chord(t, q, points.P))
    check(steps.first(s.k, *points.Q, at), full.add(q, q), full.chord(q, q, points.P))


@pytest.mark.parametrize("name", NAMES)
def test_every_algorithm_and_variant_is_the_pairing_by_its_definition(name: str) -> None:
    one = ate(name)
    products = [AteProduct(one.curve, "signs", signs) for signs in ((1, -1), (1, 1, -1))]
    for pairing, number in ((one, 4), *((product, 2) for product in products)):
        algorithms = ("karatsuba", "schoolbook")
        for (P, Q), algorithm in itertools.product(pairing.random_points(number, seed=5), algorithms):
            value = pairing.model(P, Q)
            assert computed(pairing, algorithm, algorithm, P, Q) == value


@pytest.mark.parametrize("name", NAMES)
def test_values_are_bilinear(name: str) -> None:
    """e(m P, n Q) = e(P, Q)^(m n), by the algorithms alone."""
    pairing, rng = ate(name), Random(2)
    ((P, Q),) = pairing.random_points(1, seed=6)
    m, n = rng.randrange(2, pairing.r), rng.randrange(2, pairing.r)
    mP, nQ = pairing.multiple("P", m, P), pairing.multiple("Q", n, Q)
    both = pairing.decode_value(computed(pairing, "karatsuba", "karatsuba", mP, nQ))
    value = pairing.decode_value(computed(pairing, "schoolbook", "karatsuba", P, Q))
    assert both == value ** (m * n) != 1
    assert value**pairing.r == 1


@given(st.integers(1, 2**70))
def test_binary_digits_make_the_number(number: int) -> None:
    value = 0
    for run, digit in binary_digits(number):
        value = (value << run) + digit
    assert value == number


COUNTS = {
    "ate-bls9-343": (
        (15686, 65061),
        {"double": (142, 555), "add": (141, 491), "square": (27, 117), "times": (36, 169)},
    ),
}


@pytest.mark.parametrize("name", COUNTS)
def test_operations(name: Any) -> None:
    """docs/explanation/algorithms/ate.md has the figures."""
    assert operations(program(name, "karatsuba")[1]) == COUNTS[name]
