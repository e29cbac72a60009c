"""The engine's files of curves of any family: what is derived, against the definitions."""

import json
from math import prod
from pathlib import Path
from typing import Any

import pytest

from pairforge.engine_source.curves import ENGINE_FAMILIES, TINY_FAMILIES
from pairforge.engine_source.optimal_ate import FamilyConstants, odd_digits, schedule
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.families.optimal_ate import AteCurve

pytestmark = pytest.mark.xdist_group("generated")  # the constants of a curve take long, and are kept

ROOT = Path(__file__).resolve().parents[2]
TINY = ROOT / "engine" / "families" / "tests" / "suite" / "tiny"
MINE = """schema = 1
name = "mine"
family = "BLS12"
u = "-0xd201000000010000"
source = "this test"
"""


def numbers(value: Any) -> tuple[int, ...]:
    """The integers of a nest of hexadecimal strings, in order."""
    return (int(value, 16),) if isinstance(value, str) else tuple(n for part in value for n in numbers(part))


@pytest.mark.parametrize("curve", TINY_FAMILIES, ids=lambda curve: curve.name)
def test_known_answers_of_small_curves_are_those_of_the_model(curve: AteCurve) -> None:
    document = json.loads((TINY / f"{curve.name}.json").read_text())
    pairing = AtePairing(curve)
    for case in document["cases"]:
        P, Q, e = (numbers(case[key]) for key in "PQe")
        assert pairing.model(P, Q) == e


def expanded(digits: list[tuple[int, int]]) -> int:
    """The exponent of squares and digits."""
    n = 0
    for run, digit in digits:
        n = (n << run) + digit
    return n


@pytest.mark.parametrize("n", [0, 1, 2, 3, 5, 35, 2**64 - 1, 0xD201000000010000, 3**120])
def test_digits_are_those_of_the_exponent(n: int) -> None:
    digits, largest = odd_digits(n)
    assert expanded(digits) == n
    assert all(digit == 0 or (digit % 2 and abs(digit) <= largest) for _, digit in digits)


def test_a_schedule_is_the_product_of_its_powers() -> None:
    row = (5, 0, -12, 7)
    bases = (2, 3, 5, 7)
    value = [0] * len(row)
    for run, place in schedule(row):
        value = [2**run * n for n in value]
        if place:
            value[abs(place) - 1] += 1 if place > 0 else -1
    assert tuple(value) == row
    assert prod(b**n for b, n in zip(bases, value, strict=True) if n > 0) == 2**5 * 7**7


@pytest.mark.parametrize("curve", ENGINE_FAMILIES, ids=lambda curve: curve.name)
def test_subgroups_are_told_by_a_relation_where_the_family_s_vector_is_one(curve: AteCurve) -> None:
    constants = FamilyConstants(curve)
    if (
        constants.relation is None
    ):  # by the order: the resultant and the number of points have a common factor
        assert curve.name in ("ate-bw6-761", "ate-kss16-330")
        return
    assert sum(c * pow(curve.p, i, curve.r) for i, c in enumerate(constants.relation)) % curve.r == 0


@pytest.mark.parametrize("curve", TINY_FAMILIES, ids=lambda curve: curve.name)
def test_psi_is_the_power_map_on_the_twist(curve: AteCurve) -> None:
    constants, flat, group = FamilyConstants(curve), curve.twist_field.flat, curve.groups["Q"]
    x, y = (flat.of(c) for c in constants.generators[1])
    fx, fy = map(flat.of, constants.psi)
    image = (x.frobenius(1) * fx, y.frobenius(1) * fy) if constants.field.degree > 1 else (x * fx, y * fy)
    assert image == group.multiply(curve.p % curve.r, (x, y))
