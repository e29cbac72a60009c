"""Orders of families of curves: against counting, the catalogue, and closed forms."""

from typing import Any

import pytest
from flint import fmpz

from pairforge.algebra.binary_field import BinaryElement, BinaryField
from pairforge.algebra.curve import BinaryCurve
from pairforge.algebra.families import FAMILIES, Family, examine, search
from pairforge.pairings.curves import curves_of
from pairforge.pairings.eta_ternary import EtaTernary
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular

TERNARY_CURVES = curves_of(TernarySupersingular)

F2, F3, GENUS_2 = FAMILIES["f2"], FAMILIES["f3"], FAMILIES["f2-genus2"]


@pytest.mark.parametrize("b", [0, 1])
@pytest.mark.parametrize("m", [3, 5, 7, 9, 11, 101, 239])
def test_binary_orders_are_those_of_the_curve(m: int, b: int) -> None:
    curve = BinaryCurve.__new__(BinaryCurve)
    field: Any = type("F", (), {"degree": m})
    curve.field, curve.b = field, b
    assert F2.order(m, b) == curve.order


@pytest.mark.parametrize("curve", TERNARY_CURVES.values(), ids=lambda c: c.name)
def test_ternary_orders_are_those_of_the_curve(curve: TernarySupersingular) -> None:
    m = curve.polynomial[0][0]
    assert F3.order(m, curve.b) == EtaTernary(m, curve.b).order


@pytest.mark.parametrize("b", [0, 1])
@pytest.mark.parametrize("exponents", [(5, 2, 0), (7, 1, 0)])
def test_the_jacobian_of_genus_two_from_points_over_the_field_and_its_square(
    exponents: tuple[int, int, int], b: int
) -> None:
    """#J = (N_1^2 + N_2)/2 - q, N_i the points over F_q^i, counted here."""
    field = BinaryField(exponents)
    q = field.order

    def trace(x: Any) -> Any:
        total = x
        for i in range(1, field.degree):
            total = total + x.frobenius(i)
        return int(total)

    right = [x.frobenius(2) * x + x.frobenius(1) * x + field.constant(b) for x in field]
    points = 1 + 2 * sum(trace(value) == 0 for value in right)
    # y^2 + y = c has roots in F_q^2 = F_q(s), s^2 = s + 1, where the trace of c is 0.
    double = 1
    for u in field:
        for v in field:
            x = (u, v)
            square = multiply(x, x)
            cube = multiply(square, x)
            fifth = multiply(square, cube)
            # The trace of c0 + c1 s over F_q is c1.
            double += 2 * (trace(fifth[1] + cube[1]) == 0)
    assert GENUS_2.order(field.degree, b) == (points**2 + double) // 2 - q


def multiply(
    a: tuple[BinaryElement, BinaryElement], b: tuple[BinaryElement, BinaryElement]
) -> tuple[BinaryElement, BinaryElement]:
    top = a[1] * b[1]
    return a[0] * b[0] + top, a[0] * b[1] + a[1] * b[0] + top


@pytest.mark.parametrize("family", FAMILIES.values(), ids=lambda f: f.name)
def test_what_a_search_finds_holds(family: Family) -> None:
    found = list(search(family, 11, 110, 12))
    assert found
    for curve in found:
        assert curve.order == curve.cofactor * curve.prime == family.order(curve.m, curve.b)
        assert fmpz(curve.prime).is_prime()
        q = family.characteristic**curve.m
        assert pow(q, curve.embedding_degree, curve.prime) == 1
        assert all(pow(q, k, curve.prime) != 1 for k in range(1, curve.embedding_degree))


def test_a_cofactor_that_is_not_one_is_refused() -> None:
    found = examine(F2, 283, 0, 5)
    assert found is not None and found.cofactor == 5
    assert examine(F2, 283, 0, 7) is None
    found = examine(GENUS_2, 127, 1, 198168459411337)
    assert found is not None and found.embedding_degree == 12
