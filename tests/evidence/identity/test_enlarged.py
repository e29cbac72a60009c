"""Fields with larger coefficients: over the prime field they are the field, its maps are powers."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

import pytest
from flint import fq_default_ctx

from pairforge.algebra.tower import Tower
from pairforge.evidence.identity.enlarged import Enlarged, random_coefficient

P = 103
TOWERS = [(), ("i^2 = -1",), ("v^3 = 2",), ("i^2 = -1", "v^3 = 1 + i")]


def enlarged(extension: int, equations: tuple[str, ...]) -> Enlarged:
    return Enlarged.of_tower(fq_default_ctx(P, extension), Tower.of(P, equations))


@pytest.mark.parametrize("equations", TOWERS)
def test_over_the_prime_field_it_is_the_tower(equations: tuple[str, ...]) -> None:
    tower, field, rng = Tower.of(P, equations), enlarged(1, equations), Random(1)
    for _ in range(20):
        a, b = ([rng.randrange(P) for _ in range(tower.degree)] for _ in range(2))
        x, y = field.of(a), field.of(b)
        assert [int(c) for c in field.to(x * y)] == list(tower.multiply(tuple(a), tuple(b)))
        assert x.conjugate(1) == x**P == x.frobenius(1)
        assert [int(c) for c in field.to(x)] == a


@pytest.mark.parametrize("extension", [1, 5, 7])
@pytest.mark.parametrize("equations", TOWERS)
def test_maps_are_ring_homomorphisms(extension: int, equations: tuple[str, ...]) -> None:
    field, rng = enlarged(extension, equations), Random(2)
    n = field.degree
    maps: list[Callable[[Any], Any]] = [
        lambda z: z.conjugate(1),
        lambda z: z.frobenius(1),
        lambda z: z.frobenius(-2),
    ]
    for _ in range(10):
        x, y = field.random(rng), field.random(rng)
        for f in maps:
            assert f(x * y) == f(x) * f(y)
            assert f(x + y) == f(x) + f(y)
        assert x.frobenius(1) == x**P
        assert x.frobenius(2).frobenius(-2) == x == x.conjugate(n)
        assert field.of(field.to(x)) == x
        if x != 0:
            assert y / x * x == y
            assert 1 / x == x**-1


def test_the_conjugation_leaves_coefficients_alone_and_is_a_power_of_the_rest() -> None:
    field, rng = enlarged(5, TOWERS[3]), Random(3)
    c = random_coefficient(field.coefficients, rng)
    assert field.of([c]).conjugate(1) == field.of([c]) != field.of([c]).frobenius(1)
    i = field.of([0, 1])
    assert i.conjugate(1) == -i


def test_a_conjugation_by_another_power() -> None:
    """F_2^4 = F_2(t), t^4 = t + 1, in F_q^4 with q = 2^3."""
    K = fq_default_ctx(2, 5)
    field = Enlarged(K, (1, 1, 0, 0, 1), [[int(i == j) for j in range(4)] for i in range(4)], 3)
    t = field.of([0, 1])
    assert t.conjugate(1) == t**8
    assert t.conjugate(1).conjugate(3) == t


@pytest.mark.parametrize(
    ("extension", "equations"), [(1, TOWERS[0]), (1, TOWERS[1]), (5, TOWERS[1]), (5, TOWERS[2])]
)
def test_square_roots(extension: int, equations: tuple[str, ...]) -> None:
    field, rng = enlarged(extension, equations), Random(4)
    squares = 0
    for _ in range(60):
        x = field.random(rng)
        root = field.sqrt(x)
        squares += root is not None
        if root is not None:
            assert root * root == x
        assert field.sqrt(x * x) in (x, -x)
    assert 15 < squares < 45
    assert field.sqrt(field.number(0)) == 0
