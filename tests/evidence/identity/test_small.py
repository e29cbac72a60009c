"""The tables of F_(2^16) and F_(3^10), the fields over them, and coordinates that are conjugates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import fmpz_mod_poly_ctx, fq_default_ctx

from pairforge.algebra.binary_field import BinaryField
from pairforge.evidence.identity.small import ConjugateField, HalfField, SmallField

POLYNOMIALS: dict[int, list[Any]] = {2: [1, 0, 1, 1, 0, 1, *[0] * 10, 1], 3: [2, 1, 0, 1, *[0] * 6, 1]}


@pytest.mark.parametrize("p", [2, 3])
def test_the_half_field_is_that_of_flint(p: int) -> None:
    field = HalfField(p)
    ring = fmpz_mod_poly_ctx(p)
    flint = fq_default_ctx(modulus=ring(POLYNOMIALS[p]))

    def element(code: int) -> Any:
        return flint(
            ring([(code >> i & 1) + 2 * (code >> (i + field.e) & 1 if p == 3 else 0) for i in range(field.e)])
        )

    rng = np.random.default_rng(1)
    a, b = field.random(rng, (300,)), field.random(rng, (300,))
    a[0] = b[1] = 0
    for x, y, total, product, negative in zip(
        a, b, field.add(a, b), field.multiply(a, b), field.negative(a), strict=True
    ):
        assert element(int(total)) == element(int(x)) + element(int(y))
        assert element(int(product)) == element(int(x)) * element(int(y))
        assert element(int(negative)) == -element(int(x))


@pytest.mark.parametrize("p", [2, 3])
def test_the_small_field_is_one(p: int) -> None:
    """A ring of so many elements, with an automorphism x^p, in which only a product with 0 is 0."""
    field = SmallField(p)
    assert field.order == (2**32 if p == 2 else 3**20)
    rng = np.random.default_rng(5)
    a, b, c = (field.random(rng, (4000,)) for _ in range(3))
    times, plus = field.multiply, field.add
    assert (times(a, times(b, c)) == times(times(a, b), c)).all()
    assert (times(a, plus(b, c)) == plus(times(a, b), times(a, c))).all()
    assert (times(a, b) == times(b, a)).all()
    assert (plus(a, field.negative(a)) == 0).all()
    power, start = a, plus(a, b)
    for _ in range(p - 1):
        power, start = times(power, a), times(start, plus(a, b))
    of_b = b
    for _ in range(p - 1):
        of_b = times(of_b, b)
    assert (start == plus(power, of_b)).all()
    raised = a
    for _ in range(2 * field.half.e):
        cube = times(raised, raised)
        raised = times(cube, raised) if p == 3 else cube
    assert (raised == a).all()  # x^q = x
    zeros = (times(a, b) == 0).all(axis=0)
    assert (zeros == ((a == 0).all(axis=0) | (b == 0).all(axis=0))).all()


@pytest.mark.parametrize("p", [2, 3])
def test_only_0_has_the_norm_0(p: int) -> None:
    """z^2 = u z + v has no root in the half field: tried for all of its elements."""
    field = SmallField(p)
    half, _ = field.half, field.half.random
    every = np.unique(half.random(np.random.default_rng(6), (2_000_000,)))
    assert len(every) == half.order
    squares = half.multiply(every, every)
    right = half.add(every, field.v) if p == 2 else np.broadcast_to(field.v, every.shape)
    assert (squares != right).all()


@pytest.mark.parametrize("p", [2, 3])
def test_random_elements_are_of_the_field(p: int) -> None:
    field = HalfField(p)
    codes = field.random(np.random.default_rng(2), (200_000,))
    assert len(np.unique(codes)) > field.order * 0.9
    assert int(codes.max()) < 1 << (field.e * (p - 1))


@pytest.mark.parametrize("p", [2, 3])
def test_frobenius_is_an_automorphism_of_order_m(p: int) -> None:
    k = ConjugateField(p, 5, points=7, seed=3)
    x, y = k.variable(), k.variable()
    same = [
        ((x * y).frobenius(2), x.frobenius(2) * y.frobenius(2)),
        ((x + y).frobenius(1), x.frobenius(1) + y.frobenius(1)),
        (x.frobenius(5), x),
        (x.frobenius(-1).frobenius(1), x),
        (-(x - y), y - x),
        (k.constant(1) * x, x),
    ]
    for a, b in same:
        assert (a.codes == b.codes).all()
    assert (x.frobenius(1).codes != x.codes).any()


def test_conjugates_of_an_element_behave_as_it_does() -> None:
    """What is the same of elements is the same of coordinates that are conjugates."""
    field = BinaryField((5, 2, 0))
    x, y = field.constant(9), field.constant(22)
    left = (x * y.frobenius(1) + x.frobenius(3)) * y
    right = x * y * y.frobenius(1) + x.frobenius(3) * y
    assert int(left) == int(right)
    k = ConjugateField(2, 5, points=2, seed=4)
    a, b = k.variable(), k.variable()
    first = (a * b.frobenius(1) + a.frobenius(3)) * b
    second = a * b * b.frobenius(1) + a.frobenius(3) * b
    assert (first.codes == second.codes).all()


def test_only_the_prime_field_has_constants() -> None:
    with pytest.raises(ValueError, match="2 is no element of the prime field"):
        ConjugateField(2, 5, points=1, seed=0).constant(2)
