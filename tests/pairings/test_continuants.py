"""The continuant algorithms compute the Miller loops of Algorithms 1 and 3, up to a factor that ends as 1."""

import itertools
from collections.abc import Callable
from typing import Any

import pytest

from pairforge.algebra.batch import BatchField
from pairforge.pairings import continuant_binary, continuant_ternary, eta_binary, eta_ternary
from pairforge.pairings.registry import PAIRINGS
from pairforge.pairings.supersingular_binary import EtaBinaryPairing
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing
from pairforge.pairings.towers import mul4, norm2
from pairforge.pairings.towers_ternary import mul6
from pairforge.program.trace import trace

from .named import named

BINARY = [p for p in PAIRINGS.values() if p.name.startswith("eta-f2-")]
TERNARY = [p for p in PAIRINGS.values() if p.name.startswith("eta-f3-")]


def products(pairing: EtaBinaryPairing | EtaTernaryPairing, algorithm: Callable[..., Any]) -> int:
    program = trace(
        "algorithm",
        pairing.characteristic,
        pairing.degree,
        pairing.inputs,
        [f"f{i}" for i in range(pairing.e_shape)],
        lambda k, *inputs: algorithm(k, pairing.params, *inputs),
    )
    return program.counts()["mul"]


@pytest.mark.parametrize("pairing", BINARY, ids=lambda p: p.name)
def test_binary_values_have_one_ratio(pairing: EtaBinaryPairing) -> None:
    field = pairing.group.field
    pairs = pairing.random_points(20, 3)
    k = BatchField(field, len(pairs))
    columns = [k.elements(c) for c in zip(*((*P, *Q) for P, Q in pairs), strict=True)]
    f = continuant_binary.miller_loop(k, pairing.params, *columns)
    g = eta_binary.miller_loop(k, pairing.params, *columns)
    # f / g in F_2^2m: f conj(g) has no part in t.
    quotient = mul4(f, (g[0] + g[2], g[1] + g[3], g[2], g[3]))
    assert not any(quotient[2].values()) and not any(quotient[3].values())
    assert all((norm2(quotient[:2])).values())


def test_binary_values_on_all_points_of_the_tiny_curve() -> None:
    pairing = named("eta-f2-5", EtaBinaryPairing)
    field = pairing.group.field
    points = [
        (x, y) for x in range(32) for y in range(32) if pairing.complaint_about_point("P", (x, y)) is None
    ]
    for P, Q in itertools.product(points, points):
        f = continuant_binary.miller_loop(field, pairing.params, *map(field.constant, (*P, *Q)))
        e = eta_binary.final_exponentiation(field, pairing.params, *f)
        assert tuple(map(int, e)) == pairing.model(P, Q)


@pytest.mark.parametrize("pairing", TERNARY, ids=lambda p: p.name)
def test_ternary_values_have_one_ratio(pairing: EtaTernaryPairing) -> None:
    k, b = pairing.field, pairing.params.b
    for P, Q in pairing.random_points(2, 3):
        inputs = list(map(k.constant, (*P, *Q)))
        f = continuant_ternary.miller_loop(k, pairing.params, *inputs)
        g = eta_ternary.miller_loop(k, pairing.params, *inputs)
        quotient = mul6(b, f, (g[0], -g[1], g[2], -g[3], g[4], -g[5]))
        assert not any(quotient[1::2]) and any(quotient)


@pytest.mark.parametrize("pairing", [p for p in BINARY if p.degree > 5], ids=lambda p: p.name)
def test_binary_multiplications(pairing: EtaBinaryPairing) -> None:
    """Two an iteration, one in the first, six in the last line; the last iteration's two go unused."""
    assert products(pairing, continuant_binary.miller_loop) == pairing.degree + 4


@pytest.mark.parametrize("pairing", [p for p in TERNARY if p.degree > 5], ids=lambda p: p.name)
def test_ternary_multiplications(pairing: EtaTernaryPairing) -> None:
    """Nine an iteration, twice eleven at both ends; that of the first iteration has fewer."""
    assert products(pairing, continuant_ternary.miller_loop) == (9 * pairing.degree + 13) // 2
