"""Shu's two algorithms: against the definition, the vectors, each other, and the paper's counts."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from pairforge.algebra.batch import run_batch
from pairforge.algebra.binary_field import BinaryField
from pairforge.pairings import vectors
from pairforge.pairings.curves import curves_of
from pairforge.pairings.eta_binary import EtaBinary
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.inversion import binary_chain, inverse
from pairforge.pairings.supersingular_binary import TateBinaryPairing
from pairforge.pairings.tate_binary import algorithm1, algorithm2
from pairforge.pairings.towers import mul4, mul4_by_halves
from pairforge.program.ir import Loop
from pairforge.program.trace import trace

from .counting import Counting
from .named import named
from .textbook import Curve

TATE_BINARY_CURVES = curves_of(BinarySupersingular, "tate")

VECTORS = Path(__file__).parents[1] / "vectors"
PUBLISHED = ["tate-f2-239", "tate-f2-283"]
ALGORITHMS = ["algorithm-1", "algorithm-2"]


def tate(name: str) -> TateBinaryPairing:
    return named(name, TateBinaryPairing)


def points_of(textbook: Curve, m: int, xs: int | None = None) -> list[tuple[int, int]]:
    mul = textbook.k.mul
    return [
        (x, y)
        for x in range(1 << m)[:xs]
        for y in range(1 << m)
        if mul(y, y) ^ y == mul(mul(x, x), x) ^ x ^ textbook.b
    ]


@pytest.mark.parametrize("b", [0, 1])
def test_both_are_the_tate_pairing_of_the_definition_at_every_pair_over_f2_5(b: int) -> None:
    exponents = (5, 2, 0)
    field, params, textbook = BinaryField(exponents), EtaBinary(5, b), Curve(exponents, b)
    points = points_of(textbook, 5)
    assert len(points) + 1 == textbook.order
    for p in points:
        for q in points:
            tate = textbook.tate(p, q)
            for algorithm in (algorithm1, algorithm2):
                assert tuple(map(int, algorithm(field, params, *map(field.constant, (*p, *q))))) == tate


@pytest.mark.parametrize("exponents", [(3, 1, 0), (7, 1, 0), (9, 1, 0), (11, 2, 0)])
@pytest.mark.parametrize("b", [0, 1])
def test_both_are_the_tate_pairing_of_the_definition_for_every_m_modulo_8(
    exponents: tuple[int, int, int], b: int
) -> None:
    m = exponents[0]
    field, params, textbook = BinaryField(exponents), EtaBinary(m, b), Curve(exponents, b)
    points = points_of(textbook, m, xs=8)
    for p, q in zip(points, reversed(points), strict=True):
        given = [*map(field.constant, (*p, *q))]
        values = {tuple(map(int, algorithm(field, params, *given))) for algorithm in (algorithm1, algorithm2)}
        assert values == {textbook.tate(p, q)}


@pytest.mark.parametrize("name", PUBLISHED)
def test_model_is_the_tate_pairing_of_the_definition(name: str) -> None:
    parameters, pairing = TATE_BINARY_CURVES[name], tate(name)
    textbook = Curve(parameters.polynomial, parameters.b)
    assert textbook.order == pairing.params.order
    ((p, q),) = pairing.random_points(1, seed=7)
    assert pairing.model(p, q) == textbook.tate(p, q)


@pytest.mark.parametrize("algorithm", ALGORITHMS)
@pytest.mark.parametrize("name", PUBLISHED)
def test_vectors(name: str, algorithm: str) -> None:
    pairing = tate(name)
    cases = vectors.load(VECTORS / f"{name}.json", pairing)
    stage = pairing.stage("tate")
    values = run_batch(
        pairing.group.field, stage.algorithms[algorithm], [(*case.P, *case.Q) for case in cases]
    )
    assert values == [case.e for case in cases]


@pytest.mark.parametrize("name", PUBLISHED)
def test_the_two_algorithms_agree(name: str) -> None:
    pairing = tate(name)
    algorithms = pairing.stage("tate").algorithms
    points = [(*p, *q) for p, q in pairing.random_points(64, seed=3)]
    one, two = (run_batch(pairing.group.field, algorithms[algorithm], points) for algorithm in ALGORITHMS)
    assert one == two and len(set(one)) == len(points)


@pytest.mark.parametrize(("m", "expected"), [(239, 12), (283, 11)])
def test_an_inversion_along_the_binary_chain_takes_what_equation_7_should_say(m: int, expected: int) -> None:
    field = Counting(BinaryField({239: (239, 36, 0), 283: (283, 12, 7, 5, 0)}[m]))
    x = field.constant(0x1234567)
    y = inverse(x, m, chain=binary_chain(m - 1))
    assert field.counts["mul"] == expected == (m - 1).bit_length() + (m - 1).bit_count() - 2
    assert int((x * y).element) == 1


@pytest.mark.parametrize(("name", "inversion"), [("tate-f2-239", 12), ("tate-f2-283", 11)])
def test_products_of_both_algorithms(name: str, inversion: int) -> None:
    pairing = tate(name)
    m, algorithms = pairing.degree, pairing.stage("tate").algorithms
    power = 12 + inversion  # section 5.2
    expected = {
        "algorithm-1": 2 + 7 * (m - 2) + 6 + power,
        "algorithm-2": 2 + 7 * ((m + 1) // 2 - 2) + 6 + 6 + power + 24,
    }
    for algorithm in ALGORITHMS:
        program = trace(name, 2, m, pairing.inputs, pairing.outputs, algorithms[algorithm])
        assert program.counts()["mul"] == expected[algorithm]
        (loop,) = (region for region in program.regions if isinstance(region, Loop))
        assert sum(op.kind == "mul" for op in loop.ops) == 7
        names = [region.name for region in program.regions]
        rest = ["rest"] if algorithm == "algorithm-2" else []
        after = ["last", "conjugates", "norm", "inverse", "scale", "power", *rest]
        assert names == ["block0", "miller", *after]


def test_a_product_by_halves_is_the_product() -> None:
    field, rng = BinaryField((11, 2, 0)), Random(3)
    for _ in range(20):
        drawn: Any = (tuple(field.random(rng) for _ in range(4)) for _ in range(2))
        f, g = drawn
        assert mul4_by_halves(f, g) == mul4(f, g)
