"""eta_T in characteristic two: against the definition, the vectors, and the properties of a pairing."""

from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.algebra.batch import BatchField
from pairforge.algebra.binary_field import BinaryElement, BinaryField
from pairforge.algebra.curve import BinaryCurve
from pairforge.pairings import vectors
from pairforge.pairings.curves import curves_of
from pairforge.pairings.eta_binary import (
    EtaBinary,
    final_exponentiation,
    final_exponentiation_literal,
    power4,
    with_constants,
)
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.inversion import binary_chain, inverse, inverse_with_half_power, shortest_chain
from pairforge.pairings.miller_binary import times_two_lines, two_lines
from pairforge.pairings.supersingular_binary import EtaBinaryPairing
from pairforge.pairings.towers import (
    Quad,
    add4,
    conjugate4,
    frobenius4,
    mul4,
    mul_given_norms,
    mul_sparse,
    norm2,
)
from pairforge.program.ir import Loop
from pairforge.program.trace import trace

from .counting import Counting
from .named import named
from .textbook import Curve

CURVES = curves_of(BinarySupersingular, "eta")

VECTORS = Path(__file__).parents[1] / "vectors"
ETA = sorted(CURVES)


def eta(name: str) -> EtaBinaryPairing:
    return named(name, EtaBinaryPairing)


TINY = eta("eta-f2-5")
FIELD_239 = BinaryField((239, 81, 0))


def text_value(params: EtaBinary, field: BinaryField, points: Iterable[int]) -> Quad[BinaryElement]:
    """Both algorithms at points given as integers."""
    from pairforge.pairings.eta_binary import miller_loop

    return final_exponentiation(field, params, *miller_loop(field, params, *map(field.constant, points)))


def tate_from_eta(pairing: EtaBinaryPairing, e: Sequence[int]) -> tuple[int, ...]:
    """e^(T-1) where nu = -1, e^(-T-1) where nu = +1, T = 2^((m+1)/2); the inverse is the conjugate."""
    k = pairing.group.field
    f: Any = tuple(map(k.constant, e))
    power = frobenius4(f, pairing.params.half)
    if pairing.params.nu > 0:
        power = conjugate4(power)
    return tuple(map(int, mul4(power, conjugate4(f))))


@pytest.mark.parametrize("name", [name for name in ETA if name != "eta-f2-5"])
def test_vectors(name: str) -> None:
    pairing = eta(name)
    cases = vectors.load(VECTORS / f"{name}.json", pairing)
    assert [pairing.model(case.P, case.Q) for case in cases] == [case.e for case in cases]


@pytest.mark.parametrize("b", [0, 1])
@pytest.mark.parametrize("exponents", [(5, 2, 0), (5, 3, 2, 1, 0)])
def test_every_pair_over_f2_5_is_the_tate_pairing_of_the_definition(
    exponents: tuple[int, ...], b: int
) -> None:
    field, params, textbook = BinaryField(exponents), EtaBinary(5, b), Curve(exponents, b)
    points = [
        (x, y)
        for x in range(32)
        for y in range(32)
        if textbook.k.mul(y, y) ^ y == textbook.k.mul(textbook.k.mul(x, x), x) ^ x ^ b
    ]
    assert len(points) + 1 == textbook.order == params.order
    values = set()
    for p in points:
        for q in points:
            e = text_value(params, field, (*p, *q))
            tate = mul4(conjugate_if(frobenius4(e, params.half), params.nu > 0), conjugate4(e))
            assert tuple(map(int, tate)) == textbook.tate(p, q)
            values.add(tuple(map(int, e)))
    assert len(values | {(1, 0, 0, 0)}) == params.order  # not degenerate: all N-th roots of unity occur


def conjugate_if(f: Quad[BinaryElement], condition: bool) -> Quad[BinaryElement]:
    return conjugate4(f) if condition else f


@pytest.mark.parametrize("name", ["eta-f2-239", "eta-f2-313"])
def test_model_is_the_tate_pairing_of_the_definition(name: str) -> None:
    pairing, parameters = eta(name), CURVES[name]
    textbook = Curve(parameters.polynomial, parameters.b)
    assert textbook.order == pairing.params.order == pairing.group.order
    ((p, q),) = pairing.random_points(1, seed=11)
    assert tate_from_eta(pairing, pairing.model(p, q)) == textbook.tate(p, q)


def test_every_pair_over_f2_5_is_bilinear() -> None:
    curve, params = TINY.group, TINY.params
    x, y = curve.random_points(1, seed=0)[0]
    multiples = [curve.multiply(i, (x, y)) for i in range(1, 41)]
    base = text_value(params, curve.field, map(int, (x, y, x, y)))
    powers = [power4(curve.field, base, i) for i in range(41)]
    assert powers[1] != powers[0]
    for i, p in enumerate(multiples, 1):
        for j, q in enumerate(multiples, 1):
            assert p is not None and q is not None
            assert text_value(params, curve.field, map(int, (*p, *q))) == powers[i * j % 41]


@pytest.mark.parametrize("name", ["eta-f2-239", "eta-f2-313"])
def test_bilinearity_e_aP_bQ_is_e_P_Q_to_the_ab(name: str) -> None:
    pairing = eta(name)
    curve, k = pairing.group, pairing.group.field
    rng = Random(5)
    p, q = curve.random_points(2, seed=3)
    a, b = rng.randrange(2, curve.order), rng.randrange(2, curve.order)
    ap, bq = curve.multiply(a, p), curve.multiply(b, q)
    assert ap is not None and bq is not None
    e: Any = tuple(map(k.constant, pairing.model(tuple(map(int, p)), tuple(map(int, q)))))
    e_ab = pairing.model(tuple(map(int, ap)), tuple(map(int, bq)))
    assert tuple(map(int, power4(k, e, a * b % curve.order))) == e_ab
    assert tuple(map(int, power4(k, e, curve.order))) == (1, 0, 0, 0) != tuple(map(int, e))


@pytest.mark.parametrize("name", ETA)
def test_batch_equals_scalar(name: str) -> None:
    pairing = eta(name)
    number = 65 if pairing.degree < 300 else 3
    points = pairing.random_points(number, seed=1)
    values = pairing.model_batch(*zip(*points, strict=True))
    chosen = range(number) if pairing.degree == 5 else (0, number - 1)
    assert [values[i] for i in chosen] == [pairing.model(*points[i]) for i in chosen]
    assert pairing.model_batch([], []) == []


@pytest.mark.parametrize("name", ["eta-f2-5", "eta-f2-239", "eta-f2-313", "eta-f2-557"])
def test_fast_final_exponentiation_is_the_literal_power(name: str) -> None:
    pairing = eta(name)
    k, rng = pairing.group.field, Random(2)
    for _ in range(200 if pairing.degree == 5 else 1):
        f: Any = tuple(k.random(rng) for _ in range(4))
        if not any(f):
            continue
        assert final_exponentiation(k, pairing.params, *f) == final_exponentiation_literal(
            k, pairing.params, *f
        )


def test_final_exponentiation_of_every_kind_of_curve_over_every_small_field() -> None:
    rng = Random(4)
    for exponents in ((3, 1, 0), (5, 2, 0), (7, 1, 0), (9, 1, 0), (11, 2, 0), (13, 4, 3, 1, 0), (15, 1, 0)):
        k = BinaryField(exponents)
        for b in (0, 1):
            params = EtaBinary(k.degree, b)
            assert params.exponent * params.order == 2 ** (4 * k.degree) - 1
            f = (k.constant(1), k.random(rng), k.random(rng), k.random(rng))
            assert final_exponentiation(k, params, *f) == final_exponentiation_literal(k, params, *f)


@pytest.mark.parametrize(
    ("name", "miller", "final"),
    [
        ("eta-f2-5", 22, 23),
        ("eta-f2-239", 841, 32),
        ("eta-f2-313", 1100, 32),
        ("eta-f2-457", 1604, 33),
        ("eta-f2-557", 1954, 34),
        ("eta-f2-613", 2150, 33),
        ("eta-f2-691", 2423, 33),
    ],
)
def test_operation_counts(name: str, miller: int, final: int) -> None:
    pairing = eta(name)
    k = Counting(pairing.group.field)
    ((p, q),) = pairing.random_points(1, seed=0)
    f = pairing.stage("miller").algorithm(k, *map(k.constant, (*p, *q)))
    assert k.counts["mul"] == miller == 7 * (pairing.degree + 1) // 2 + 1
    assert k.loops == {"main": ((pairing.degree + 1) // 2, 10, {"mul": 7, "add": 16, "frobenius": 4})}
    k.counts.clear()
    e = pairing.stage("final").algorithm(k, *f)
    assert k.counts["mul"] == final
    assert tuple(int(c.element) for c in e) == pairing.model(p, q)


@pytest.mark.parametrize("name", ETA)
def test_every_algorithm_gives_the_value_of_the_model(name: str) -> None:
    pairing = eta(name)
    k = pairing.group.field
    for p, q in pairing.random_points(40 if pairing.degree == 5 else 1, seed=7):
        e = pairing.model(p, q)
        for loop in pairing.stage("miller").algorithms.values():
            f = loop(k, *map(k.constant, (*p, *q)))
            for algorithm in pairing.stage("final").algorithms.values():
                assert tuple(map(int, algorithm(k, *f))) == e


@pytest.mark.parametrize(
    ("name", "multiplications"),
    [
        ("eta-f2-5", 13),
        ("eta-f2-239", 598),
        ("eta-f2-313", 783),
        ("eta-f2-457", 1143),
        ("eta-f2-557", 1393),
        ("eta-f2-613", 1533),
        ("eta-f2-691", 1728),
    ],
)
def test_multiplications_of_two_iterations_at_once(name: str, multiplications: int) -> None:
    pairing = eta(name)
    m, stage = pairing.degree, pairing.stage("miller")
    program = trace("counted", 2, m, stage.inputs, stage.outputs, stage.algorithms["two-iterations"])
    (loop,) = (region for region in program.regions if isinstance(region, Loop))
    assert sum(op.kind == "mul" for op in loop.ops) == 10
    assert program.counts()["mul"] == multiplications
    assert multiplications == (5 * (m - 1) // 2 + 3 if m % 4 == 1 else 5 * (m - 3) // 2 + 8)


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 2**32), st.sampled_from([(5, 2, 0), (7, 1, 0), (239, 81, 0)]), st.integers(0, 1))
def test_two_lines_differ_from_their_shorthand_by_an_element_of_f_q2(
    seed: int, exponents: tuple[int, int, int], b: int
) -> None:
    """D theta^2 = G1 G2, and the norm of a line is made of verticals."""
    curve = BinaryCurve(BinaryField(exponents), b)
    k, params, rng = curve.field, EtaBinary(exponents[0], b), Random(seed)
    (xP, yP), (xQ, yQ) = curve.random_points(2, seed=seed)
    one, zero = k.constant(1), k.constant(0)
    u, v, p, q = with_constants(k, params, xP, yP, xQ, yQ)
    back = u.frobenius(-1), p.frobenius(-1)
    G1 = (u * v + p + q, u + v, one, zero)
    v2, q2 = v.frobenius(1), q.frobenius(1)
    G2 = (back[0] * v2 + back[1] + q2, back[0] + v2, one, zero)
    e, x = two_lines(b, one, back[0], v, back[1], q)
    f: Any = tuple(k.random(rng) for _ in range(4))
    theta = (x, one, zero, zero)
    D = times_two_lines(one, f, e, x)
    assert mul4(D, mul4(theta, theta)) == mul4(f, mul4(G1, G2))
    vertical = (u.frobenius(1) + v + one, one, zero, zero)
    assert mul4(G1, conjugate4(G1)) == mul4(mul4(theta, theta), vertical)


@pytest.mark.parametrize(
    ("m", "binary", "shortest"), [(239, 12, 10), (283, 11, 11), (691, 13, 12), (2, 0, 0)]
)
def test_inversion_takes_as_many_multiplications_as_its_chain(m: int, binary: int, shortest: int) -> None:
    assert len(binary_chain(m - 1)) - 1 == binary
    assert len(shortest_chain(m - 1)) - 1 == shortest
    assert binary == (m - 1).bit_length() - 1 + (m - 1).bit_count() - 1


@settings(max_examples=40, deadline=None)
@given(st.integers(1, 300))
def test_chains_are_addition_chains(n: int) -> None:
    for chain in (binary_chain(n), shortest_chain(n), shortest_chain(max(1, n - 1), n)):
        sums = {a + b for a in chain for b in chain}
        assert chain[0] == 1 and chain[-1] == n and all(c in sums for c in chain[1:])
    assert len(shortest_chain(n)) <= len(binary_chain(n))


@pytest.mark.parametrize("exponents", [(3, 1, 0), (5, 2, 0), (7, 1, 0), (9, 1, 0), (13, 4, 3, 1, 0)])
def test_inversion_algorithms(exponents: tuple[int, ...]) -> None:
    k = BinaryField(exponents)
    for x in [*k][1 : 1 << 9]:
        for roots in (False, True):
            assert inverse(x, k.degree, roots) == x.inverse()
            power = inverse_with_half_power(x, k.degree, roots)
            assert power * x.frobenius((k.degree + 1) // 2) * x == k.constant(1)
    zero = k.constant(0)
    assert inverse(zero, k.degree) == inverse_with_half_power(zero, k.degree) == zero


quads = st.tuples(*[st.integers(0, 2**239 - 1).map(FIELD_239.constant)] * 4)


@settings(max_examples=25, deadline=None)
@given(quads, quads, quads)
def test_tower_is_a_commutative_ring(
    f: Quad[BinaryElement], g: Quad[BinaryElement], h: Quad[BinaryElement]
) -> None:
    assert mul4(f, g) == mul4(g, f)
    assert mul4(f, mul4(g, h)) == mul4(mul4(f, g), h)
    assert mul4(f, add4(g, h)) == add4(mul4(f, g), mul4(f, h))
    assert mul_sparse(f, g[0], g[1]) == mul4(f, (g[0], g[1], FIELD_239.constant(1), FIELD_239.constant(0)))


@settings(max_examples=25, deadline=None)
@given(quads, quads, st.integers(-500, 500))
def test_tower_frobenius_is_an_automorphism(f: Quad[BinaryElement], g: Quad[BinaryElement], i: int) -> None:
    assert mul4(frobenius4(f, i), frobenius4(g, i)) == frobenius4(mul4(f, g), i)
    assert frobenius4(f, 1) == mul4(f, f)
    assert frobenius4(frobenius4(f, i), -i % (4 * 239)) == f
    assert frobenius4(f, 2 * 239) == conjugate4(f)


@settings(max_examples=25, deadline=None)
@given(quads, quads)
def test_product_from_given_norms(f: Quad[BinaryElement], g: Quad[BinaryElement]) -> None:
    norms = [mul4(x, conjugate4(x)) for x in (f, g)]
    assert all(not n[2] and not n[3] for n in norms)
    assert mul_given_norms(f, norms[0][:2], g, norms[1][:2]) == mul4(f, conjugate4(g))
    assert (
        norm2(f[:2])
        == mul4((*f[:2], f[0] + f[0], f[0] + f[0]), (f[0] + f[1], f[1], f[0] + f[0], f[0] + f[0]))[0]
    )


def test_parameters_refuse_what_has_no_pairing() -> None:
    for m, b in ((4, 0), (1, 0), (5, 2)):
        with pytest.raises(ValueError, match="m must be odd"):
            EtaBinary(m, b)


def test_stages_fit_together() -> None:
    for pairing in map(eta, ETA):
        for before, after in zip(pairing.stages, pairing.stages[1:], strict=False):
            assert before.outputs == after.inputs
        assert pairing.inputs == ("xP", "yP", "xQ", "yQ")
        assert pairing.outputs == ("e0", "e1", "e2", "e3")
        assert pairing.security.note and pairing.description and pairing.default_design


def test_batch_of_ten_thousand_repeats_one_pairing() -> None:
    pairing = eta("eta-f2-5")
    points = pairing.random_points(10_000, seed=0)
    seen: dict[Any, Any] = {}
    for (p, q), e in zip(points, pairing.model_batch(*zip(*points, strict=True)), strict=True):
        assert seen.setdefault((p, q), e) == e
    assert isinstance(BatchField(pairing.group.field, 1), BatchField)
    assert all(pairing.model(p, q) == e for (p, q), e in [*seen.items()][:100])
