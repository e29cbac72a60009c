"""Inversions by powers are recognized, and over F_p^m itself nothing changes."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from pairforge.algebra.binary_field import BinaryField
from pairforge.algebra.ternary_field import TernaryField
from pairforge.evidence.identity.powers import Power, PowerField
from pairforge.pairings.inversion import binary_chain, inverse, inverse_ternary, inverse_with_half_power

BINARY = BinaryField((239, 36, 0)), BinaryField((313, 79, 0))
TERNARY = TernaryField(((97, 1), (16, 1), (0, -1))), TernaryField(((251, 1), (9, -1), (0, -1)))


def larger(fields: tuple[Any, Any], *, near: bool) -> tuple[PowerField, Any]:
    """Algorithms are over the first field; elements are of the second."""
    k = PowerField(fields[1], fields[0].degree, lambda x: x.inverse(), near=near)
    return k, fields[1].random(Random(7))


@pytest.mark.parametrize("near", [False, True])
@pytest.mark.parametrize("roots", [False, True])
def test_an_inversion_inverts_in_a_larger_field_too(near: bool, roots: bool) -> None:
    k, x = larger(BINARY, near=near)
    m = k.m
    one = k.constant(1).value
    assert inverse(k.of(x), m, roots).value * x == one
    assert inverse(x, m, roots) * x != one
    k, x = larger(TERNARY, near=near)
    one = k.constant(1).value
    assert inverse_ternary(k.of(x), k.m, roots).value * x == one


def test_along_another_chain_and_of_a_product() -> None:
    k, x = larger(BINARY, near=False)
    one = k.constant(1).value
    assert inverse(k.of(x), k.m, chain=binary_chain(k.m - 1)).value * x == one
    product = k.of(x).frobenius(5) * k.of(x)
    assert inverse(product, k.m).value * product.value == one


@pytest.mark.parametrize("m", [5, 9, 97, 239, 241, 313])
@pytest.mark.parametrize("roots", [False, True])
def test_half_powers(m: int, roots: bool) -> None:
    """Inverse of x and its T-th power, of which the nearest map is the root that is the same over F_q."""
    k = PowerField(BINARY[1], m, lambda x: x.inverse(), near=True)
    x = BINARY[1].random(Random(8))
    half = k.of(x).frobenius((m + 1) // 2)
    assert half.value == x.frobenius(-(m - 1) // 2)
    assert inverse_with_half_power(k.of(x), m, roots).value * half.value * x == k.constant(1).value


def test_other_powers_are_products() -> None:
    k, x = larger(BINARY, near=False)
    power: Power = k.of(x) * k.of(x).frobenius(3)
    assert power.value == x * x.frobenius(3)
    y = k.of(x)
    power = y * y.frobenius(3) * y.frobenius(-1)
    assert (power.value, power.exponent) == (x * x.frobenius(3) * x.frobenius(-1), 1 + 8 + 2 ** (k.m - 1))
    assert (power + power).exponent == (-power).exponent == 1
