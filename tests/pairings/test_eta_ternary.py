"""eta_T in characteristic three: each algorithm against the definition, the literal power, and each other."""

from collections.abc import Callable
from itertools import product
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.algebra.batch import run_batch
from pairforge.algebra.ternary_field import TernaryElement, TernaryField
from pairforge.algebra.weierstrass import Point
from pairforge.pairings import vectors
from pairforge.pairings.computation import Stage
from pairforge.pairings.curves import curves_of
from pairforge.pairings.eta_ternary import EtaTernary, miller_loop
from pairforge.pairings.families.base import Terms
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular
from pairforge.pairings.final_ternary import (
    final_exponentiation,
    final_exponentiation_literal,
    power6,
)
from pairforge.pairings.inversion import inverse_ternary
from pairforge.pairings.miller_ternary import (
    first_iteration,
    miller_loop_linear,
    miller_loop_two_iterations,
    times_line,
    times_two_lines,
)
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing
from pairforge.pairings.towers_ternary import (
    Six,
    Three,
    cofactor3,
    conjugate6,
    frobenius6,
    join,
    mul3,
    mul6,
    mul_by_three,
    power_q_plus_one,
    signed,
    square3,
)
from pairforge.program.trace import trace

from .named import named
from .textbook_ternary import Curve

TERNARY_CURVES = curves_of(TernarySupersingular)

VECTORS = Path(__file__).parents[1] / "vectors"


def eta(name: str) -> EtaTernaryPairing:
    return named(name, EtaTernaryPairing)


TINY = eta("eta-f3-5")
SMALL = (((5, 1), (1, -1), (0, 1)), ((7, 1), (2, 1), (0, -1)), ((11, 1), (2, 1), (0, -1)))
LOOPS = (miller_loop, miller_loop_linear, miller_loop_two_iterations)
F3_5 = TernaryField(SMALL[0])
codes = st.lists(st.integers(0, 2), min_size=5, max_size=5).map(
    lambda d: sum(c << 2 * i for i, c in enumerate(d))
)
elements = codes.map(F3_5.constant)
threes = st.tuples(*[elements] * 3)
sixes = st.tuples(*[elements] * 6)
signs = st.sampled_from((1, -1))
ZERO, ONE = F3_5.constant(0), F3_5.constant(1)


def multiplications(
    pairing: EtaTernaryPairing, stage: Stage, algorithm: Callable[..., Any]
) -> tuple[Any, ...]:
    """(of the algorithm, iterations of its loop, of one iteration), as traced: products by constants are
    none.
    """
    program = trace("counted", 3, pairing.degree, stage.inputs, stage.outputs, algorithm)
    loops = [(r.count, sum(op.kind == "mul" for op in r.ops)) for r in program.regions if hasattr(r, "count")]
    return program.counts()["mul"], *(loops[0] if loops else ())


@pytest.mark.parametrize("name", [name for name in TERNARY_CURVES if name != "eta-f3-5"])
def test_every_algorithm_gives_the_known_values(name: str) -> None:
    pairing = eta(name)
    k, final = pairing.field, pairing.stage("final")
    case = vectors.load(VECTORS / f"{name}.json", pairing)[0]
    assert pairing.model(case.P, case.Q) == case.e
    for loop in pairing.stage("miller").algorithms.values():
        f = loop(k, *map(k.constant, (*case.P, *case.Q)))
        for algorithm in final.algorithms.values():
            assert tuple(map(int, algorithm(k, *f))) == case.e


def tate_power(params: EtaTernary) -> int:
    """Tate = eta^x with x = -1 - 2 mu b 3^((m-1)/2) modulo N."""
    power: int = (-1 - 2 * params.mu * params.b * 3 ** (params.half - 1)) % params.order
    return power


@pytest.mark.parametrize("b", [1, -1])
@pytest.mark.parametrize("terms", SMALL[:2])
def test_it_is_a_fixed_power_of_the_tate_pairing_of_the_definition(terms: Terms, b: int) -> None:
    k, params, textbook = TernaryField(terms), EtaTernary(terms[0][0], b), Curve(terms, b)
    assert textbook.order == params.order
    rng = Random(6)
    for p, q in ([points_of(k, b, rng) for _ in range(2)] for _ in range(3)):
        for loop in LOOPS:
            f = loop(k, params, *map(k.constant, (*p, *q)))
            e = power6(k, b, final_exponentiation(k, params, f), tate_power(params))
            assert tuple(map(int, e)) == textbook.tate(p, q)


def points_of(k: TernaryField, b: int, rng: Random) -> tuple[int, int]:
    while True:
        x = k.random(rng)
        y = (x.frobenius(1) - x + signed(b, k.constant(1))).sqrt()
        if y is not None:
            return int(x), int(rng.choice((y, -y)))


def test_every_pair_over_f3_5_is_bilinear_by_every_algorithm() -> None:
    """e(iG, jG) = e(G, G)^(ij) for all 270 x 270 pairs of a group of prime order 271."""
    curve, k, order = TINY.group, TINY.field, TINY.params.order
    g = TINY.facts().generators[0]
    multiples: list[tuple[int, ...]] = []
    point: Point = None
    for _ in range(order - 1):
        point = curve.add(point, (k.constant(g[0]).value, k.constant(g[1]).value))
        assert point is not None
        multiples.append(tuple(sum(int(c) << 2 * i for i, c in enumerate(z.to_list())) for z in point))
    base: Any = tuple(map(k.constant, TINY.model(g, g)))
    powers = [tuple(map(int, power6(k, TINY.params.b, base, i))) for i in range(order)]
    assert len(set(powers)) == order
    expected = [powers[i * j % order] for i in range(1, order) for j in range(1, order)]
    cases = [(*p, *q) for p in multiples for q in multiples]
    for loop, final in product(*(stage.algorithms.values() for stage in TINY.stages)):
        assert run_batch(k, lambda k, *z, loop=loop, final=final: final(k, *loop(k, *z)), cases) == expected


@pytest.mark.parametrize("name", ["eta-f3-97", "eta-f3-193"])
def test_bilinearity_e_aP_bQ_is_e_P_Q_to_the_ab(name: str) -> None:
    pairing = eta(name)
    k, curve, rng = pairing.field, pairing.group, Random(5)
    order, b = pairing.params.order, pairing.params.b
    ((p, q),) = pairing.random_points(1, seed=3)
    m, n = rng.randrange(2, order), rng.randrange(2, order)

    def times(c: Any, point: Any) -> Any:
        moved = curve.multiply(c, tuple(k.constant(z).value for z in point))
        assert moved is not None
        return tuple(sum(int(d) << 2 * i for i, d in enumerate(z.to_list())) for z in moved)

    e: Any = tuple(map(k.constant, pairing.model(p, q)))
    assert tuple(map(int, power6(k, b, e, m * n % order))) == pairing.model(times(m, p), times(n, q))
    assert tuple(map(int, power6(k, b, e, order))) == (1, 0, 0, 0, 0, 0) != tuple(map(int, e))


@pytest.mark.parametrize("name", list(TERNARY_CURVES))
def test_batch_equals_scalar(name: str) -> None:
    pairing = eta(name)
    number = 65 if pairing.degree < 10 else 3
    points = pairing.random_points(number, seed=1)
    values = pairing.model_batch(*zip(*points, strict=True))
    chosen = range(number) if pairing.degree == 5 else (0, number - 1)
    assert [values[i] for i in chosen] == [pairing.model(*points[i]) for i in chosen]
    assert pairing.model_batch([], []) == []


@pytest.mark.parametrize("b", [1, -1])
@pytest.mark.parametrize("terms", SMALL)
def test_fast_final_exponentiation_is_the_literal_power(terms: Terms, b: int) -> None:
    k, rng = TernaryField(terms), Random(2)
    params = EtaTernary(k.degree, b)
    assert params.exponent * params.order == 3 ** (6 * k.degree) - 1
    for _ in range(5):
        f: Any = tuple(k.random(rng) for _ in range(6))
        literal = final_exponentiation_literal(k, params, f)
        assert final_exponentiation(k, params, f) == final_exponentiation(k, params, f, roots=True) == literal


@pytest.mark.parametrize("name", list(TERNARY_CURVES))
def test_roots_alone_do_and_as_many_as_published(name: str) -> None:
    """m - 1 cube roots for the inversion, 3m - 3 for the T-th power (section III-B.3)."""
    pairing = eta(name)
    stage = pairing.stage("final")
    algorithm = stage.algorithms["unitary-roots"]
    program = trace("roots", 3, pairing.degree, stage.inputs, stage.outputs, algorithm)
    powers = [op.attribute or 0 for op in program.ops if op.kind == "frob"]
    assert max(powers) < 0
    assert -sum(powers) == 4 * (pairing.degree - 1)


@settings(max_examples=20, deadline=None)
@given(threes, elements, elements)
def test_the_power_sends_f_q3_and_f_q2_to_one(
    f: Three[TernaryElement], x: TernaryElement, y: TernaryElement
) -> None:
    one = (ONE, ZERO, ZERO, ZERO, ZERO, ZERO)
    for element in (join(f, (ZERO, ZERO, ZERO)), (x, y, ZERO, ZERO, ZERO, ZERO)):
        if any(element):
            assert final_exponentiation(F3_5, TINY.params, element) == one


@pytest.mark.parametrize(
    ("name", "sparse", "linear", "two_iterations", "final"),
    [
        ("eta-f3-5", 53, 30, 24, 72),
        ("eta-f3-97", 835, 628, 484, 77),
        ("eta-f3-167", 1430, 1083, 836, 79),
        ("eta-f3-193", 1651, 1252, 964, 78),
        ("eta-f3-239", 2042, 1551, 1196, 80),
        ("eta-f3-313", 2671, 2032, 1564, 80),
    ],
)
def test_counts_of_multiplications(
    name: str, sparse: int, linear: int, two_iterations: int, final: int
) -> None:
    pairing = eta(name)
    m = pairing.degree
    stage, last = pairing.stages
    iterations, odd = divmod((m - 1) // 2, 2)
    expected = {
        "sparse": (sparse, (m + 1) // 2, 17),
        "linear": (linear, (m - 1) // 2, 13),
        "two-iterations": (two_iterations, iterations, 20),
    }
    assert {
        algorithm: multiplications(pairing, stage, stage.algorithms[algorithm]) for algorithm in expected
    } == expected
    assert (sparse, linear) == (17 * (m + 1) // 2 + 2, 13 * (m - 1) // 2 + 4)
    assert two_iterations == 20 * iterations + 4 + 12 * odd
    assert {
        algorithm: multiplications(pairing, last, last.algorithms[algorithm])[0]
        for algorithm in last.algorithms
    } == dict.fromkeys(last.algorithms, final)


@settings(max_examples=30, deadline=None)
@given(sixes, st.integers(0, 2**32), signs, st.sampled_from(SMALL[:2]))
def test_lines_differ_from_their_shorthands_by_elements_of_f_q3(
    f: Any,
    seed: int,
    b: int,
    terms: Terms,
) -> None:
    """S (t - rho) and D theta^2 = S1 S2, for points of the curve; the first iteration exactly."""
    k, rng = TernaryField(terms), Random(seed)
    f = tuple(k.constant(int(c) & 1) for c in f)
    one, zero = k.constant(1), k.constant(0)
    (xP, yP), (xQ, yQ) = (tuple(map(k.constant, points_of(k, b, rng))) for _ in range(2))

    def line(xP: Any, yP: Any, xQ: Any, yQ: Any) -> Any:
        t = xP + xQ
        return -(t * t), yP * yQ, -t, zero, -one, zero

    t = xP + xQ
    S = line(xP, yP, xQ, yQ)
    by_t = mul6(b, f, mul6(b, S, (t, zero, -one, zero, zero, zero)))
    assert times_line(b, one, f, xP, yP, xQ, yQ) == by_t
    assert first_iteration(b, one, xP, yP, xQ, yQ) == mul6(b, S, (yP * t, -yQ, -yP, zero, zero, zero))
    back = (xP.frobenius(-1), yP.frobenius(-1))
    both = mul6(b, S, line(*back, xQ.frobenius(1), yQ.frobenius(1)))
    theta = (signed(b, one) - back[0] - xQ, zero, one, zero, zero, zero)
    D = times_two_lines(b, one, f, *back, xQ, yQ)
    assert mul6(b, D, mul6(b, theta, theta)) == mul6(b, f, both)


@settings(max_examples=30, deadline=None)
@given(threes, threes, sixes, signs)
def test_products_in_f_q3(
    f: Three[TernaryElement],
    g: Three[TernaryElement],
    h: Six[TernaryElement],
    b: int,
) -> None:
    nothing = (ZERO, ZERO, ZERO)
    product = mul6(b, join(f, nothing), join(g, nothing))
    assert join(mul3(b, f, g), nothing) == product
    assert square3(b, f) == mul3(b, f, f)
    assert mul_by_three(b, h, g) == mul6(b, h, join(g, nothing))
    conjugates = [frobenius6(b, join(f, nothing), 5 * i) for i in (1, 2)]
    assert join(cofactor3(b, f), nothing) == mul6(b, *conjugates)


@settings(max_examples=30, deadline=None)
@given(sixes.filter(any), signs)
def test_unitary_elements_to_the_power_q_plus_1(f: Six[TernaryElement], b: int) -> None:
    u = mul6(b, conjugate6(f), power6(F3_5, b, f, 3**30 - 2))
    assert power_q_plus_one(b, 5, ONE, u) == mul6(b, frobenius6(b, u, 5), u)


@given(elements)
def test_inversion(x: TernaryElement) -> None:
    assert inverse_ternary(x, 5) * x == (ONE if x else ZERO)
