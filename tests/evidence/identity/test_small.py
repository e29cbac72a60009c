"""The tables of F_(2^16) and F_(3^10), and coordinates that are conjugates."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from flint import fmpz_mod_poly_ctx, fq_default_ctx

from pairforge.algebra.binary_field import BinaryField
from pairforge.evidence.identity.small import ConjugateField, SmallField

POLYNOMIALS: dict[int, list[Any]] = {2: [1, 0, 1, 1, 0, 1, *[0] * 10, 1], 3: [2, 1, 0, 1, *[0] * 6, 1]}


@pytest.mark.parametrize("p", [2, 3])
def test_the_small_field_is_that_of_flint(p: int) -> None:
    field = SmallField(p)
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
def test_random_elements_are_of_the_field(p: int) -> None:
    field = SmallField(p)
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
