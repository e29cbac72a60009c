"""docs/reference/values.md: what other libraries print for the generators is the power that it says."""

import json

import pytest

from pairforge import engine
from pairforge.engine.groups import Value
from pairforge.engine.pairings import Pairing
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.optimal_ate import AteCurve

from .conftest import ROOT

ATE_CURVES = curves_of(AteCurve)

FILE = ROOT / "tests" / "vectors" / "other-libraries.json"
POWERS = (0, 2, 4, 1, 3, 5)
"""The power of w of each pair of our coefficients."""
SEED = 4965661367192848881
"""u of BN254."""


def values(library: str) -> dict[str, list[int]]:
    """What a library gives: for each pairing the twelve numbers in its order."""
    rows = json.loads(FILE.read_text())["values"]
    found = {
        row["pairing"]: [int(c, 16) for c in row["coefficients"]]
        for row in rows
        if row["library"].startswith(library)
    }
    assert found
    return found


def ours(name: str) -> tuple[Pairing, Value]:
    pairing = engine.pairing(name)
    return pairing, pairing.pair(pairing.G1.generator, pairing.G2.generator)


def pairs(value: Value) -> dict[int, tuple[int, int]]:
    """The pairs (c0, c1) of a value by the power of w."""
    c = value.coefficients
    return {j: (c[2 * k], c[2 * k + 1]) for k, j in enumerate(POWERS)}


def test_blst_and_arkworks_have_the_cube_in_our_order() -> None:
    _, e = ours("ate-bls12-381")
    for library in ("blst 0.3.17, blst_fp12", "arkworks"):
        assert values(library)["ate-bls12-381"] == list((e**3).coefficients)


def test_blst_writes_the_powers_of_w_in_order() -> None:
    _, e = ours("ate-bls12-381")
    by_power = pairs(e**3)
    written = values("blst 0.3.17, blst_bendian_from_fp12")["ate-bls12-381"]
    assert written == [c for j in range(6) for c in by_power[j]]


def test_arkworks_has_the_power_of_fuentes_castaneda_for_bn254() -> None:
    pairing, e = ours("ate-bn254")
    power = 2 * SEED * (6 * SEED**2 + 3 * SEED + 1)
    assert values("arkworks")["ate-bn254"] == list((e ** (power % pairing.G1.order)).coefficients)


@pytest.mark.parametrize(("name", "xi0", "power"), [("ate-bls12-381", 1, -1), ("ate-bn254", 9, 1)])
def test_py_ecc_has_a_polynomial_in_w(name: str, xi0: int, power: int) -> None:
    _, e = ours(name)
    p = ATE_CURVES[name].p
    found = [0] * 12
    for j, (c0, c1) in pairs(e if power == 1 else e.inverse()).items():
        found[j], found[j + 6] = (c0 - xi0 * c1) % p, c1
    assert values("py_ecc")[name] == found
