"""The Tate pairing over a large prime: each algorithm is the definition; how many operations each takes."""

import itertools
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.algebra.prime_field import PrimeField
from pairforge.catalog.security import TOY
from pairforge.pairings import absorbed, vectors
from pairforge.pairings.absorbed_general import General
from pairforge.pairings.computation import Encoded
from pairforge.pairings.embedding_two import EmbeddingTwoPairing, OrdinaryPairing, TypeAPairing
from pairforge.pairings.families.embedding_two import OrdinaryCurve, TypeACurve
from pairforge.pairings.registry import PAIRINGS
from pairforge.pairings.tate_prime import TatePrime
from pairforge.program.interpret import run
from pairforge.program.ir import Loop, Program
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.trace import trace

VECTORS = Path(__file__).parents[1] / "vectors"


def tate(name: str) -> EmbeddingTwoPairing:
    pairing = PAIRINGS[name]
    assert isinstance(pairing, EmbeddingTwoPairing)
    return pairing


BIG = tate("tate-ss512")
ALGORITHMS = [(stage.name, algorithm) for stage in BIG.stages for algorithm in stage.algorithms]
MILLER, FINAL = (list(stage.algorithms) for stage in BIG.stages)


def computed(pairing: EmbeddingTwoPairing, miller: str, final: str, P: Encoded, Q: Encoded) -> Encoded:
    k = PrimeField(pairing.p)
    f = pairing.stage("miller").algorithms[miller](k, *map(k.constant, (*P, *Q)))
    return tuple(map(int, pairing.stage("final").algorithms[final](k, *f)))


# -- values --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("miller", MILLER)
def test_the_vectors(miller: str) -> None:
    for case in vectors.load(VECTORS / "tate-ss512.json", BIG):
        assert computed(BIG, miller, "lucas", case.P, case.Q) == case.e


@pytest.mark.parametrize("final", FINAL)
@pytest.mark.parametrize("miller", MILLER)
def test_every_choice_of_algorithms_is_the_pairing_by_its_definition(miller: str, final: str) -> None:
    for P, Q in BIG.random_points(2, seed=FINAL.index(final)):
        assert computed(BIG, miller, final, P, Q) == BIG.model(P, Q)


def test_a_prime_of_1536_bits() -> None:
    pairing = tate("tate-ss1536")
    ((P, Q),) = pairing.random_points(1, seed=1)
    assert computed(pairing, "quartic", "lucas", P, Q) == pairing.model(P, Q)


def type_a(p: Any, r: Any) -> Any:
    return TypeAPairing(TypeACurve(f"{p}", p, r, "", TOY))


def ordinary(p: int, r: int, a: int, b: int, trace: int) -> OrdinaryPairing:
    return OrdinaryPairing(OrdinaryCurve(f"{p}, a = {a}", p, r, a, b, trace, "", TOY))


TINY = [tate("tate-fp-163"), tate("tate-ordinary-227"), tate("tate-ordinary-101")]
FORMS = {
    type_a(103, 13): (3, 2, 1, 1),
    type_a(283, 71): (6, 3, 1, -1),
    type_a(347, 29): (5, 2, -1, 1),
    type_a(3067, 59): (6, 2, -1, -1),
    type_a(487, 61): (6, 2, -1, 1),
    type_a(67, 17): (4, 1, 1, -1),
    type_a(211, 53): None,
    ordinary(43, 11, -3, 11, 11): (3, 1, 1, 1),
    ordinary(131, 11, 5, 50, 22): (3, 1, 1, 1),
    ordinary(151, 19, 2, 28, 19): (4, 1, 1, 1),
    ordinary(151, 19, 2, 53, -19): (4, 1, 1, 1),
    ordinary(101, 17, 0, 2, 0): (4, 1, 1, -1),
    ordinary(101, 17, 2, 22, 17): (4, 1, 1, -1),
    ordinary(41, 7, 0, 5, 0): (2, 1, 1, 1),
}


@cache
def subgroup(pairing: Any, which: Any) -> Any:
    """Every point of order r."""
    points = [
        point
        for point in itertools.product(range(pairing.p), repeat=2)
        if pairing.complaint_about_point(which, point) is None
    ]
    assert len(points) == pairing.r - 1
    return points


@pytest.mark.parametrize("pairing", TINY, ids=lambda pairing: pairing.name)
def test_every_algorithm_is_the_definition_at_every_pair_of_points(pairing: EmbeddingTwoPairing) -> None:
    for P, Q in itertools.product(subgroup(pairing, "P"), subgroup(pairing, "Q")):
        e = pairing.model(P, Q)
        assert e != (1, 0)
        for miller in pairing.stage("miller").algorithms:
            assert computed(pairing, miller, "lucas", P, Q) == e
        for final in FINAL[1:]:
            assert computed(pairing, "absorbed", final, P, Q) == e


@pytest.mark.parametrize("pairing", FORMS, ids=lambda pairing: pairing.name)
def test_every_algorithm_is_the_definition_for_every_form_of_r(pairing: EmbeddingTwoPairing) -> None:
    algorithms = pairing.stage("miller").algorithms
    assert pairing.params.powers == FORMS[pairing]
    assert list(algorithms) == [*(pairing.doublings if FORMS[pairing] else ()), "bkls"]
    for P, Q in pairing.random_points(20, seed=1):
        assert {computed(pairing, algorithm, "lucas", P, Q) for algorithm in algorithms} == {
            pairing.model(P, Q)
        }


MEDIUM = type_a(1073741840 * (2**34 + 2**9 + 1) - 1, 2**34 + 2**9 + 1)


@given(st.integers(0, 2**32), st.integers(1, MEDIUM.r - 1), st.integers(1, MEDIUM.r - 1))
@settings(max_examples=25, deadline=None)
def test_algorithms_are_bilinear(seed: int, m: int, n: int) -> None:
    ((P, Q),) = MEDIUM.random_points(1, seed)
    mP, nQ = (multiple(MEDIUM, *what) for what in ((m, P), (n, Q)))
    value = complex_power(MEDIUM.p, computed(MEDIUM, "quartic", "lucas", P, Q), m * n)
    for miller in MILLER:
        assert computed(MEDIUM, miller, "lucas", mP, nQ) == value


def multiple(pairing: TypeAPairing, scalar: int, point: Encoded) -> Encoded:
    curve, _ = pairing.groups["P"]
    product = curve.multiply(scalar, pairing.decode_point("P", point))
    assert product is not None
    return tuple(map(int, product))


def complex_power(p: int, value: Encoded, exponent: int) -> Encoded:
    result: Encoded = (1, 0)
    for bit in f"{exponent:b}":
        factors = (result, value) if bit == "1" else (result,)
        for c, d in factors:
            result = (result[0] * c - result[1] * d) % p, (result[0] * d + result[1] * c) % p
    return result


def test_every_form_of_r_is_found_and_its_line_is_one() -> None:
    for r in range(5, 3000, 2):
        powers = TatePrime(4 * r - 1, r, 1, 0).powers
        forms = {
            (u, v, s, t)
            for u, v, s, t in itertools.product(range(2, 13), range(1, 12), (1, -1), (1, -1))
            if u > v + (s < 0) and 2**u + s * 2**v + t == r
        }
        assert (powers in forms) if forms else powers is None
        if powers:
            _, v, *_ = powers
            assert (2**v - 1) % r and (2**v + 1) % r


def test_primes_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="r = 7 is no odd divisor of p \\+ 1: the embedding degree is not 2"):
        TatePrime(103, 7, 1, 0)
    nothing: Any = [None] * 4
    with pytest.raises(ValueError, match="r = 0x35 is not of the form"):
        absorbed.miller_loop(PrimeField(211), TatePrime(211, 53, 1, 0), General(), 1, *nothing)


# -- programs ------------------------------------------------------------------------------------------


def traced(pairing: EmbeddingTwoPairing, stage: str, algorithm: str) -> Program:
    s = pairing.stage(stage)
    return trace(f"{stage}.{algorithm}", pairing.p, 1, s.inputs, s.outputs, s.algorithms[algorithm])


def lowered(pairing: EmbeddingTwoPairing, stage: str, algorithm: str) -> Program:
    """As a machine runs it, with plain products."""
    return optimise(
        traced(pairing, stage, algorithm), Capabilities({}, (), chain=False, memory=True, prime=True)
    )


@pytest.mark.parametrize(("stage", "algorithm"), ALGORITHMS)
def test_traces_mean_what_the_algorithms_mean(stage: str, algorithm: str) -> None:
    k = PrimeField(BIG.p)
    ((P, Q),) = BIG.random_points(1, seed=9)
    inputs = list(map(k.constant, (*P, *Q)))[: len(BIG.stage(stage).inputs)]
    meant = BIG.stage(stage).algorithms[algorithm](k, *inputs)
    assert run(traced(BIG, stage, algorithm), k, inputs) == meant
    assert run(lowered(BIG, stage, algorithm), k, inputs) == meant


def shape(pairing: EmbeddingTwoPairing, stage: str, algorithm: str) -> list[tuple[str, int, int, int, int]]:
    """Region by region: name, iterations, multiplications, additions, loop-carried values on a machine."""
    return [
        (
            region.name,
            region.count if isinstance(region, Loop) else 1,
            sum(op.kind == "mul" for op in region.ops),
            sum(op.kind == "add" for op in region.ops),
            len(region.carried) if isinstance(region, Loop) else 0,
        )
        for region in lowered(pairing, stage, algorithm).regions
    ]


OPERATIONS = {
    "quartic": [
        ("block0", 1, 9, 12, 0),
        ("miller0", 106, 15, 17, 7),
        ("branch", 1, 15, 11, 0),
        ("miller1", 51, 15, 17, 7),
        ("last", 1, 14, 19, 0),
    ],
    "quartic-two-iterations": [
        ("block0", 1, 9, 12, 0),
        ("miller0", 53, 30, 34, 7),
        ("branch", 1, 29, 26, 0),
        ("miller1", 25, 30, 34, 7),
        ("last", 1, 14, 19, 0),
    ],
    "quartic-narrow": [
        ("block0", 1, 9, 12, 0),
        ("miller0", 106, 16, 17, 6),
        ("branch", 1, 16, 11, 0),
        ("miller1", 51, 16, 17, 6),
        ("last", 1, 15, 19, 0),
    ],
    "absorbed": [
        ("block0", 1, 11, 14, 0),
        ("miller0", 106, 16, 19, 7),
        ("branch", 1, 14, 10, 0),
        ("miller1", 51, 16, 19, 7),
        ("last", 1, 12, 19, 0),
    ],
    "bkls": [
        ("block0", 1, 0, 1, 0),
        ("miller0", 52, 18, 21, 5),
        ("branch0", 1, 17, 14, 0),
        ("miller1", 106, 18, 21, 5),
        ("last", 1, 14, 15, 0),
    ],
    "lucas": [
        ("block0", 1, 10, 12, 0),
        ("lucas", 352, 2, 2, 2),
        ("post", 1, 3, 2, 0),
    ],
    "lucas-differences": [
        ("block0", 1, 9, 9, 0),
        ("lucas", 352, 3, 3, 3),
        ("post", 1, 2, 2, 0),
    ],
    "lucas-fermat": [
        ("block0", 1, 5, 7, 0),
        ("fermat", 511, 2, 0, 2),
        ("setup", 1, 6, 5, 0),
        ("lucas", 352, 2, 2, 2),
        ("post", 1, 3, 2, 0),
    ],
}


@pytest.mark.parametrize(("stage", "algorithm"), ALGORITHMS)
def test_operations(stage: str, algorithm: str) -> None:
    assert shape(BIG, stage, algorithm) == OPERATIONS[algorithm]


@pytest.mark.parametrize(("algorithm", "expected"), list(zip(MILLER, (3, 3, 3, 3, 4), strict=True)))
def test_values_kept_for_the_addition(algorithm: str, expected: int) -> None:
    first, _, branch, *_ = lowered(BIG, "miller", algorithm).regions
    made = {op.name for op in first.ops}
    assert len(made & {name for op in branch.ops for name in op.reads}) == expected


PRODUCTS = {
    "quartic": 2393,
    "quartic-two-iterations": 2392,  # w v of the point and of the iteration after it are one
    "quartic-narrow": 2552,
    "absorbed": 2549,
    "bkls": 2875,
    "lucas": 717,
    "lucas-differences": 1067,
    "lucas-fermat": 1740,
}


@pytest.mark.parametrize(("stage", "algorithm"), ALGORITHMS)
def test_products_of_a_run(stage: str, algorithm: str) -> None:
    assert lowered(BIG, stage, algorithm).counts()["mul"] == PRODUCTS[algorithm]
    assert lowered(BIG, stage, algorithm).counts().get("inv", 0) == (
        algorithm in ("lucas", "lucas-differences")
    )


@pytest.mark.parametrize(("a", "products"), [(-3, 17), (1, 18), (100, 19)])
def test_an_iteration_of_bkls_depends_on_a(a: int, products: int) -> None:
    """-3 saves a product; one that is no sum of a few costs one."""
    pairing = ordinary(227, 19, a, 68, 19)
    muls = {row[0]: row[2] for row in shape(pairing, "miller", "bkls")}
    assert muls["miller0"] == products
    assert {row[0]: row[2] for row in shape(pairing, "miller", "absorbed")}["miller1"] == 16
