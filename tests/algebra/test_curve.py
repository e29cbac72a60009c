"""The curves of the catalogue and their group law."""

from typing import Any

import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st
from pairings.named import named

from pairforge.algebra.binary_field import BinaryField
from pairforge.algebra.curve import BinaryCurve
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.registry import PAIRINGS
from pairforge.pairings.supersingular_binary import EtaBinaryPairing

CURVES = curves_of(BinarySupersingular, "eta")


def curve_of(curve: BinarySupersingular) -> BinaryCurve:
    """Its group."""
    return named(curve.name, EtaBinaryPairing).group


# log2 of the subgroup order: Beuchat et al. 2010, Table IV gives half of it.
TABLE_IV = {
    "eta-f2-239": (119, 956, 67),
    "eta-f2-313": (97, 1252, 75),
    "eta-f2-457": (228, 1828, 88),
    "eta-f2-557": (277, 2228, 96),
    "eta-f2-613": (305, 2452, 100),
    "eta-f2-691": (344, 2764, 105),
}


@pytest.mark.parametrize("name", CURVES)
def test_facts_of_every_row(name: str) -> None:
    row = PAIRINGS[name].facts()
    curve = curve_of(CURVES[name])
    assert row.factors_are_prime
    product = 1
    for factor in row.factors:
        product *= factor
    assert product == row.order == curve.order
    assert row.cofactor * row.subgroup_order == row.order
    if name in TABLE_IV:
        assert (row.subgroup_bits // 2, row.mov_bits, row.published_bits) == TABLE_IV[name]
    size = 2**curve.field.degree
    assert [k for k in range(1, 5) if pow(size, k, row.subgroup_order) == 1] == [4]
    g: Any = tuple(map(curve.field.constant, row.generators[0]))
    assert curve.contains(g) and curve.multiply(row.subgroup_order, g) is None
    assert row.security.note
    bits = row.security.bits_today
    assert row.published_bits is None or (bits is not None and bits <= row.published_bits)


@pytest.mark.parametrize("b", [0, 1])
@pytest.mark.parametrize("exponents", [(3, 1, 0), (5, 2, 0), (7, 1, 0), (9, 1, 0)])
def test_order_by_counting(exponents: tuple[int, int, int], b: int) -> None:
    curve = BinaryCurve(BinaryField(exponents), b)
    count = 1 + sum(2 for x in curve.field if curve.right_side(x).trace() == 0)
    assert count == curve.order


def test_group_of_f2_5_by_exhaustion() -> None:
    curve = curve_of(CURVES["eta-f2-5"])
    points = [None, *((x, y) for x in curve.field for y in curve.field if curve.contains((x, y)))]
    assert len(points) == curve.order == 41
    for p in points:
        assert curve.add(p, curve.negate(p)) is None and curve.add(p, None) == p
        for q in points:
            total = curve.add(p, q)
            assert curve.contains(total) and total == curve.add(q, p)
            assert all(curve.add(total, r) == curve.add(p, curve.add(q, r)) for r in points[::7])


@given(st.integers(-100, 100), st.integers(-100, 100))
def test_scalar_multiplication_is_a_homomorphism(a: int, b: int) -> None:
    curve = curve_of(CURVES["eta-f2-5"])
    (p,) = curve.random_points(1, seed=9)
    assert curve.add(curve.multiply(a, p), curve.multiply(b, p)) == curve.multiply(a + b, p)


def test_random_points_lie_on_the_curve_and_repeat() -> None:
    curve = curve_of(CURVES["eta-f2-239"])
    points = curve.random_points(300, seed=1)
    assert all(map(curve.contains, points)) and len(set(points)) == 300
    assert curve.random_points(7, seed=1) == points[:7]
    assert curve.random_points(7, seed=2) != points[:7]
    toy = curve_of(CURVES["eta-f2-5"])
    assert len(set(toy.random_points(2000, seed=0))) == 40


def test_lift() -> None:
    curve = curve_of(CURVES["eta-f2-5"])
    for x in curve.field:
        ys = [y for y in curve.field if curve.contains((x, y))]
        assert curve.lift(x) == ((x, min(ys, key=int)) if ys else None)


def test_distortion_map_lands_on_the_curve_over_the_extension() -> None:
    from pairforge.pairings.towers import add4, mul4

    curve = curve_of(CURVES["eta-f2-313"])
    (p,) = curve.random_points(1, seed=0)
    x: Any
    y: Any
    x, y = curve.distort(p)
    b: Any = (curve.field.constant(curve.b), *[curve.field.constant(0)] * 3)
    assert add4(mul4(y, y), y) == add4(mul4(mul4(x, x), x), add4(x, b))


def test_known_cofactors_are_prime() -> None:
    for curve in CURVES.values():
        assert all(fmpz(c).is_prime() for c in curve.cofactors)


def test_curves_refused() -> None:
    with pytest.raises(ValueError, match="odd"):
        BinaryCurve(BinaryField((2, 1, 0)), 0)
    with pytest.raises(ValueError, match="odd"):
        BinaryCurve(BinaryField((5, 2, 0)), 2)
