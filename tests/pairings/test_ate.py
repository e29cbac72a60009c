"""Optimal ate: towers, lines and squares against python-flint, algorithms against the definition."""

import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest
from flint import fmpz_poly
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.algebra.prime_field import PrimeField
from pairforge.algebra.tower import Step, Tower
from pairforge.algebra.weierstrass import Curve
from pairforge.catalog.security import TOY
from pairforge.errors import UserError
from pairforge.pairings import vectors
from pairforge.pairings.ate import cyclotomic, final, line
from pairforge.pairings.ate.chains import signed_digits
from pairforge.pairings.ate.compressed import compressed_power, plan_of
from pairforge.pairings.ate.elements import additions
from pairforge.pairings.ate.fq import OVER_PRIME, Fq, Rules, multiple
from pairforge.pairings.ate.fq2 import Fq2, additions_of, factors
from pairforge.pairings.ate.pair import Pair
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.ate.parameters import AteTower
from pairforge.pairings.ate.powers import TABLES, power
from pairforge.pairings.ate.prepared import AtePrepared
from pairforge.pairings.ate.products import AteProduct
from pairforge.pairings.ate.top import Fq6
from pairforge.pairings.computation import join
from pairforge.pairings.curves import curves_of
from pairforge.pairings.families.bls import BLS12
from pairforge.pairings.families.bn import BN, hard_part_bn_power
from pairforge.pairings.families.optimal_ate import AteCurve, AteFamily
from pairforge.program.instances import canonical_bodies
from pairforge.program.interpret import run
from pairforge.program.ir import Loop, Program
from pairforge.program.passes import Capabilities, optimise
from pairforge.program.trace import trace

from .named import ate

ATE_CURVES = curves_of(AteCurve)

VECTORS = Path(__file__).parents[1] / "vectors"
BIG = ["ate-bls12-381", "ate-bn254", "ate-bn258", "ate-bn462"]
ALGORITHMS = ("karatsuba", "schoolbook")  # one for each stage
seeds = st.integers(0, 2**32)
curves = st.sampled_from(sorted(ATE_CURVES))
even = st.sampled_from(
    sorted(name for name, curve in ATE_CURVES.items() if curve.family.twist_degree % 2 == 0)
)
ways = st.sampled_from(OVER_PRIME)
SEXTIC = sorted(name for name, curve in ATE_CURVES.items() if curve.family.twist_degree == 6)


def parameters(family: AteFamily, u: int, b: int, xi0: int, twist: str) -> AteCurve:
    tower = ("i^2 = -1", f"v^3 = {xi0} + i", "w^2 = v")
    return AteCurve(f"{family.name}, u = {u}, {twist}", family, u, 0, b, tower, twist, "", TOY)


NOGAMI = parameters(BN, -(2**62 + 2**55 + 1), 2, 1, "D")  # a negative seed of a size that is in use
TINY = [
    parameters(BN, 1, 5, 2, "D"),
    parameters(BN, -1, 2, 1, "D"),
    parameters(BN, -1, 2, 3, "M"),
    parameters(BLS12, 4, 7, 2, "D"),
]


# -- elements as python-flint has them -----------------------------------------------------------------------


class Setting:
    """The tower of the algorithms, and the same field by python-flint."""

    def __init__(self, curve: Any, way: Any = "karatsuba") -> None:
        self.tower = AteTower(curve, way)
        self.k = PrimeField(curve.p)
        field, xi = self.tower.field, tuple(c % curve.p for c in self.tower.rules.xi)
        steps, root = field.steps, xi
        if self.tower.d > 3:
            steps = (*steps, Step("x", self.tower.d // 2, xi))
            root = Tower(curve.p, steps).generator("x")
        self.whole = Tower(curve.p, (*steps, Step("w", 3 if self.tower.d == 3 else 2, root)))
        self.flat = self.whole.flat.field
        self.w = self._named("w")
        self.i = self._named(field.names[0]) if field.names else None

    def _named(self, name: str) -> Any:
        return self.whole.flat.of(self.whole.generator(name))

    @property
    def factor(self) -> int:
        """By which raised elements are too large."""
        return 3 if self.tower.d == 6 else 1

    def quadratic(self, rng: Any) -> Any:
        return self.tower.element(*(self.k.random(rng) for _ in range(self.tower.field.degree)))

    def twelfth(self, rng: Any) -> Any:
        return self.tower.top(*(self.quadratic(rng) for _ in range(self.tower.d)))

    def of(self, x: Any) -> Any:
        """The element of flint, of F_q or F_p^k."""
        if isinstance(x, Fq):
            rest = [0] * (self.whole.degree - self.tower.field.degree)
            return self.whole.flat.of((*map(int, x.flat), *rest))
        return sum((self.of(c) * self.w**j for j, c in enumerate(x.c)), self.flat(0))

    def back(self, x: Any) -> Any:
        """The element of the tower for one of flint."""
        digits, e, d = self.whole.flat.to(x), self.tower.field.degree, self.tower.d
        blocks = [digits[n * e : (n + 1) * e] for n in range(d)]
        places = blocks if d == 3 else [blocks[j % 2 * (d // 2) + j // 2] for j in range(d)]
        return self.tower.top(*(self.tower.element(*map(self.k.constant, block)) for block in places))

    def cyclotomic(self, rng: Any) -> Any:
        """An element of the subgroup, of the tower and of flint."""
        x = self.of(self.twelfth(rng)) ** easy_exponent(self.tower)
        return self.back(x), x


def easy_exponent(tower: Any) -> int:
    p, k = tower.p, tower.d * tower.field.degree
    return int((p**k - 1) // sum(int(c) * p**i for i, c in enumerate(fmpz_poly.cyclotomic(k))))


@cache
def setting(name: Any, way: Any = "karatsuba") -> Any:
    """With the way, where the curve's pairing has it."""
    curve = ATE_CURVES[name]
    return Setting(curve, way if way in AtePairing(curve).stages[0].algorithms else "karatsuba")


@given(even, ways, seeds)
@settings(max_examples=20, deadline=None)
def test_towers_are_the_field(name: str, way: str, seed: int) -> None:
    s, rng = setting(name, way), Random(seed)
    f, g = s.twelfth(rng), s.twelfth(rng)
    F, G = s.of(f), s.of(g)
    assert s.of(s.back(F)) == F
    assert s.of(f * g) == F * G
    assert s.of(f.miller_square()) == (2 if s.tower.d == 6 else 1) * F * F
    assert s.of(f.conjugate()) == F.frobenius(s.whole.degree // 2)
    for n in range(1, 4):
        assert s.of(s.tower.frobenius(s.k, f, n)) == F.frobenius(n)
    top, (even, odd) = s.tower.top, f.halves
    zero = top.half(*[even.a - even.a] * len(even.parts))
    assert s.of(top.of_halves(even.square(), zero)) == s.of(top.of_halves(even, zero)) ** 2
    assert s.of(top.of_halves(even.times_root(), zero)) == s.of(top.of_halves(even, zero)) * s.w**2
    if s.tower.d > 2:
        adjugate, norm = odd.adjugate()
        assert s.of(top.of_halves(odd, zero)) * s.of(top.of_halves(adjugate, zero)) == s.of(norm)
    unitary, norm = final.unitary_part(f)
    assert s.of(unitary) == F ** (s.tower.p ** (s.whole.degree // 2) - 1) * s.of(norm)
    assert s.of(norm) * s.of(norm.inverse(s.k)) == 1
    assert s.of(norm) ** 2 * s.of(norm.inverse_square(s.k)) == 1
    assert s.of(final.easy_part(s.k, s.tower, f)) == F ** easy_exponent(s.tower)


@given(curves, seeds, st.integers(1, 60))
@settings(max_examples=20, deadline=None)
def test_frobenius_and_products_in_the_field_of_the_twist(name: str, seed: int, n: int) -> None:
    s, rng = setting(name), Random(seed)
    x, y = s.quadratic(rng), s.quadratic(rng)
    X, Y = s.of(x), s.of(y)
    assert s.of(x * y) == X * Y
    assert s.of(x.square()) == X * X
    assert s.of(s.tower.conjugate(s.k, x, n)) == X.frobenius(n)
    assert s.of(x.scale(y.flat[0]).plus(y.flat[0])) == (X + 1) * int(y.flat[0])
    assert s.of(x.times(-n)) == -n * X
    small = tuple(rng.choice((0, 0, 1, -1, 2, -3)) for _ in range(s.tower.field.degree))
    if any(small):
        z = s.of(s.tower.element(*(s.k.constant(c % s.tower.p) for c in small)))
        assert s.of(x.times_small(small)) == X * z
        assert s.of(x.plus_multiple(small, y)) == X + Y * z


@given(curves, ways, seeds)
@settings(max_examples=20, deadline=None)
def test_products_with_constants(name: str, way: str, seed: int) -> None:
    s, rng = setting(name, way), Random(seed)
    x = s.quadratic(rng)
    constant = tuple(rng.choice((0, 1, rng.randrange(s.tower.p))) for _ in x.flat)
    if any(constant):
        c = s.of(s.tower.element(*map(s.k.constant, constant)))
        assert s.of(x.times_constant(s.k, constant)) == s.of(x) * c
    assert s.of(x.times_xi()) == s.of(x) * s.w**s.tower.d
    assert s.of(x.square()) == s.of(x) ** 2


@given(st.integers(1, 500))
def test_multiples(n: int) -> None:
    assert multiple(n, 7) == 7 * n


@given(st.integers(1, 20), st.integers(1, 20))
def test_the_additions_of_a_product_with_xi(x0: int, x1: int) -> None:
    rules = Rules((x0, x1), lower=Rules((-1,)))
    k = PrimeField(10007)
    counts: list[int] = []

    class Element:
        def __add__(self, other: Any) -> Any:
            counts.append(1)
            return self

        __sub__ = __add__

    Pair[Any](rules, Element(), Element()).times_xi()
    assert len(counts) == additions(rules, rules.xi)
    x = Pair(rules, k.constant(3), k.constant(5)).times_xi()
    assert (int(x.a), int(x.b)) == ((3 * x0 - 5 * x1) % 10007, (3 * x1 + 5 * x0) % 10007)


@given(st.integers(1, 9), st.integers(1, 9))
def test_the_factors_of_xi_take_no_more_sums_than_1_and_xi(x0: int, x1: int) -> None:
    (c0, c1), (d0, d1) = factors((x0, x1))
    assert (c0 * d0 - c1 * d1, c0 * d1 + c1 * d0) == (x0, x1)
    least = additions_of((1, 0)) + additions_of((x0, x1)) + additions_of((x0 + 1, x1))
    assert additions_of((c0, c1)) + additions_of((d0, d1)) <= least


@given(st.integers(-9, 9), st.integers(-9, 9))
def test_the_additions_of_a_product_with_a_small_integer(z0: int, z1: int) -> None:
    k, rules = PrimeField(10007), Rules((1, 1), lower=Rules((-1,)))
    counts: list[int] = []

    class Element:
        def __add__(self, other: Any) -> Any:
            counts.append(1)
            return self

        __sub__ = __add__

    Pair[Any](rules, Element(), Element()).plus_multiple((z0, z1), Pair[Any](rules, Element(), Element()))
    assert len(counts) == additions_of((z0, z1))
    x, y = (Pair(rules, k.constant(c), k.constant(2 * c)) for c in (3, 5))
    made = x.plus_multiple((z0, z1), y)
    assert (int(made.a), int(made.b)) == ((3 + 5 * z0 - 10 * z1) % 10007, (6 + 10 * z0 + 5 * z1) % 10007)


@given(even, ways, seeds)
@settings(max_examples=12, deadline=None)
def test_squares_above_the_field_of_the_twist(name: str, way: str, seed: int) -> None:
    s, rng = setting(name, way), Random(seed)
    x, y = Fq2(s.quadratic(rng), s.quadratic(rng)), s.quadratic(rng)
    root = s.w ** (s.tower.d // 2)
    square, value = x.square(), s.of(x.a) + s.of(x.b) * root
    assert s.of(square.a) + s.of(square.b) * root == value**2
    assert s.of(x.a.twice_product(y, x.a.square() + y.square())) == 2 * s.of(x.a) * s.of(y)


@given(curves, ways, seeds)
@settings(max_examples=12, deadline=None)
def test_squares_in_the_cyclotomic_subgroup(name: str, way: str, seed: int) -> None:
    s = setting(name, way)
    x, X = s.cyclotomic(Random(seed))
    squared = cyclotomic.square(s.k, cyclotomic.raised(x))
    assert s.of(squared) == s.factor * X * X
    assert s.of(cyclotomic.lowered(s.k, squared)) == X * X


@given(curves, seeds, st.integers(-300, 300).filter(bool))
@settings(max_examples=12, deadline=None)
def test_powers_in_the_cyclotomic_subgroup(name: str, seed: int, exponent: int) -> None:
    s = setting(name)
    x, X = s.cyclotomic(Random(seed))
    assert s.of(power(s.k, s.tower, x, cyclotomic.raised(x), exponent).plain()) == X**exponent


@pytest.mark.parametrize("exponent", TABLES)
@pytest.mark.parametrize("sign", [1, -1])
def test_powers_by_tables(exponent: int, sign: int) -> None:
    s = setting("ate-bn254")
    x, X = s.cyclotomic(Random(exponent))
    assert s.of(power(s.k, s.tower, x, cyclotomic.raised(x), sign * exponent).plain()) == X ** (
        sign * exponent
    )


COMPRESSED = ["ate-bls12-381", "ate-bn258", "ate-bn462"]


@pytest.mark.parametrize("name", COMPRESSED)
def test_powers_by_compressed_squares(name: str) -> None:
    s, u = setting(name), ATE_CURVES[name].u
    x, X = s.cyclotomic(Random(u))
    one = Fq6.of(s.tower.rules, tuple(s.k.constant(int(i == 0)) for i in range(12)))
    for exponent in (u, u - 1, -u):
        assert plan_of(abs(exponent))
        power_ = compressed_power(s.k, s.tower, x, cyclotomic.raised(x), exponent)
        assert s.of(power_.plain()) == X**exponent
        assert s.of(compressed_power(s.k, s.tower, one, cyclotomic.raised(one), exponent).plain()) == 1


@given(st.sampled_from(SEXTIC), seeds, st.integers(1, 2**90), st.integers(0, 2**12))
@settings(max_examples=12, deadline=None)
def test_powers_by_compressed_squares_for_any_exponent(name: str, seed: int, high: int, low: int) -> None:
    s = setting(name)
    x, X = s.cyclotomic(Random(seed))
    exponent = (high.bit_length() % 2 or 1) * (1 << 80) * (high % 7 + 1) + low
    assert s.of(compressed_power(s.k, s.tower, x, cyclotomic.raised(x), exponent).plain()) == X**exponent


@given(st.integers(1, 2**120))
def test_plans_have_all_digits(exponent: int) -> None:
    plan = plan_of(exponent)
    if plan is not None:
        places = (*plan.low, *plan.middle, *plan.high)
        assert sum(sign << place for place, sign in places) == exponent
        assert [place for place, _ in places] == sorted(place for place, _ in places)


# -- lines ---------------------------------------------------------------------------------------------------


@given(st.sampled_from(BIG), ways, seeds)
@settings(max_examples=12, deadline=None)
def test_lines_and_sums_are_those_of_the_twist(name: str, way: str, seed: int) -> None:
    """T, 2T, T + Q on y^2 = x^3 + b xi; the line is that of the curve over F_p12 at P, times F_p4 or F_p6."""
    s, rng = setting(name, way), Random(seed)
    pairing, tower = ate(name), s.tower
    ((P, Q),) = pairing.random_points(1, seed)
    x, y = tower.enter(s.k, *(tower.element(*map(s.k.constant, Q[i : i + 2])) for i in (0, 2)))
    curve = Curve(s.flat(0), s.flat(pairing.curve.b))
    q = (s.of(x) / s.w**2, s.of(y) / s.w**3)
    assert curve.contains(q)
    xP, yP = map(s.k.constant, P)
    at = tower.steps.at(s.k, xP, yP)
    p = (s.flat(P[0]), s.flat(P[1]))

    n = rng.randrange(2, 1000)
    t = curve.multiply(n, q)
    Z = s.quadratic(rng)
    X, Y = (tower.element(*map(s.k.constant, coordinate)) * Z for coordinate in on_twist(s, t))

    def check(made: Any, through: Any, expected: Any, chord: Any) -> None:
        point, value = made
        assert (s.of(point.X) / s.of(point.Z) / s.w**2, s.of(point.Y) / s.of(point.Z) / s.w**3) == expected
        L = s.of(value.a) + s.of(value.b) * s.w**2 + s.of(value.c) * s.w**3
        vertical = p[0] - expected[0]  # by which the model divides
        ratio = L / (chord * vertical)
        assert ratio != 0 and ratio.frobenius(4) == ratio  # in F_p4

    T = line.Point(X, Y, Z)
    check(tower.steps.double(T, at), (t, t), curve.add(t, t), curve.chord(t, t, p))
    check(tower.steps.add(T, x, y, at), (t, q), curve.add(t, q), curve.chord(t, q, p))


def on_twist(s: Any, t: Any) -> Iterator[Any]:
    """The coordinates on the twist of a point over F_p12, each as two residues."""
    for coordinate, power_of_w in zip(t, (2, 3), strict=True):
        first, second, *rest = s.whole.flat.to(coordinate * s.w**power_of_w)
        assert not any(rest)
        yield first, second


@given(st.sampled_from(BIG), ways, seeds)
@settings(max_examples=8, deadline=None)
def test_the_first_double_and_the_product_with_a_line(name: str, way: str, seed: int) -> None:
    s, rng = setting(name, way), Random(seed)
    x, y, f = s.quadratic(rng), s.quadratic(rng), s.twelfth(rng)
    at = tuple(s.k.random(rng) for _ in range(3))
    one = Pair(s.tower.rules, s.k.constant(1), s.k.constant(0))
    T, tangent = s.tower.steps.first(s.k, x, y, at)
    T2, tangent2 = s.tower.steps.double(line.Point(x, y, one), at)
    assert [s.of(c) for c in (T.X, T.Y, T.Z)] == [s.of(c) for c in (T2.X, T2.Y, T2.Z)]
    a, b_, c = (s.of(part) for part in (tangent.a, tangent.b, tangent.c))
    assert [a, b_, c] == [s.of(part) for part in (tangent2.a, tangent2.b, tangent2.c)]
    assert s.of(line.times(f, tangent)) == 2 * s.of(f) * (a + b_ * s.w**2 + c * s.w**3)


# -- digits --------------------------------------------------------------------------------------------------


@given(st.integers(1, 2**70), st.sampled_from([(1,), (1, 3), (1, 17, 35), (1, 5, 7, 9)]))
def test_digits_make_the_number(number: int, table: Sequence[int]) -> None:
    (first_run, value), *rest = signed_digits(number, table)
    assert first_run == 0 and value in table
    for run_, digit in rest:
        assert abs(digit) in (0, *table)
        value = (value << run_) + digit
    assert value == number and all(digit for _, digit in rest[:-1])


@given(st.integers(1, 2**40))
def test_digits_are_as_few_as_in_the_non_adjacent_form(number: int) -> None:
    weight = (number ^ (3 * number)).bit_count()
    assert 1 + sum(digit != 0 for _, digit in signed_digits(number)[1:]) == weight


@pytest.mark.parametrize(("number", "table"), [(0, (1,)), (-5, (1,)), (5, (17, 35))])
def test_numbers_without_digits_are_refused(number: int, table: Sequence[int]) -> None:
    with pytest.raises(ValueError, match=rf"{number} is no sum of digits from"):
        signed_digits(number, table)


# -- the tower of a curve ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "xi"),
    [("ate-bls12-381", (1, 1)), ("ate-bn254", (3, 6)), ("ate-bn258", (1, 5)), ("ate-bn462", (1, 1))],
)
def test_the_cheapest_xi(name: str, xi: tuple[int, int]) -> None:
    tower = setting(name).tower
    assert tower.rules.xi == xi
    own = setting(name).i + tower.curve.delta[0]
    c = setting(name).flat(tower.scale[1][0]) + setting(name).i * tower.scale[1][1]
    made = setting(name).w ** 6
    assert made == c**6 * own if tower.curve.twist == "M" else made * own == c**6


def test_a_curve_whose_xi_is_a_cube_is_refused() -> None:
    with pytest.raises(ValueError, match='"v\\^3 = 0 \\+ i": 0 \\+ i is a cube in F_p2'):
        _ = AteTower(parameters(BN, 1, 5, 0, "D")).rules


# -- whole pairings ------------------------------------------------------------------------------------------


def computed(
    pairing: AtePairing,
    miller: str,
    last: str,
    P: Sequence[int],
    Q: Sequence[int],
) -> tuple[int, ...]:
    k = PrimeField(pairing.p)
    f = pairing.stage("miller").algorithms[miller](k, *map(k.constant, (*P, *Q)))
    return tuple(map(int, pairing.stage("final").algorithms[last](k, *f)))


@pytest.mark.parametrize("name", BIG)
def test_the_vectors(name: str) -> None:
    for case in vectors.load(VECTORS / f"{name}.json", ate(name)):
        assert computed(ate(name), *ALGORITHMS, case.P, case.Q) == case.e


@pytest.mark.parametrize("name", BIG)
def test_a_last_power_by_compressed_squares_where_the_seed_is_sparse(name: str) -> None:
    assert ("compressed" in ate(name).stage("final").algorithms) is (name in COMPRESSED)
    if name in COMPRESSED:
        for case in vectors.load(VECTORS / f"{name}.json", ate(name))[:3]:
            assert computed(ate(name), "karatsuba", "compressed", case.P, case.Q) == case.e


@pytest.mark.parametrize(("key", "name"), [("BLS12_381", "ate-bls12-381"), ("BN462", "ate-bn462")])
def test_the_vectors_of_the_draft(key: str, name: str) -> None:
    document = json.loads((VECTORS / "irtf-pairing-friendly-curves.json").read_text())
    case = document["vectors"][key]
    P, e = ([int(c, 16) for c in case[what]] for what in ("P", "e"))
    Q = [int(c, 16) for pair in case["Q"] for c in pair]
    assert computed(ate(name), *ALGORITHMS[::-1], P, Q) == tuple(e)


@pytest.mark.parametrize("algorithm", [*ALGORITHMS, "paired"])
@pytest.mark.parametrize("name", BIG)
def test_every_algorithm_is_the_pairing_by_its_definition(name: str, algorithm: str) -> None:
    ((P, Q),) = ate(name).random_points(1, seed=len(algorithm))
    assert computed(ate(name), algorithm, algorithm, P, Q) == ate(name).model(P, Q)


LONG = {"ate-bls48-581", "ate-bls48-164"}
FAMILIES = [
    pytest.param(name, marks=pytest.mark.slow) if name in LONG else name
    for name in sorted(ATE_CURVES)
    if name not in BIG
]


@pytest.mark.parametrize("name", FAMILIES)
def test_every_curve_has_the_pairing_by_its_definition(name: str) -> None:
    """By the first algorithm, and by compressed squares where there are some."""
    pairing = ate(name)
    ((P, Q),) = pairing.random_points(1, seed=len(name))
    expected = pairing.model(P, Q)
    lasts = {"karatsuba", "compressed"} & set(pairing.stage("final").algorithms)
    for last in sorted(lasts):
        assert computed(pairing, "karatsuba", last, P, Q) == expected


def test_the_vector_of_the_draft_for_bls48_is_a_cube() -> None:
    """The draft's exponent is (p^48 - 1)/r, that of its vector three times that."""
    document = json.loads((VECTORS / "irtf-pairing-friendly-curves.json").read_text())
    case, pairing = document["vectors"]["BLS48_581"], ate("ate-bls48-581")
    P, e = (tuple(int(c, 16) for c in case[what]) for what in ("P", "e"))
    Q = tuple(int(c, 16) for coordinate in case["Q"] for c in coordinate)
    assert pairing.complaint_about_point("P", P) is pairing.complaint_about_point("Q", Q) is None
    assert pairing.decode_value(pairing.model(P, Q)) ** 3 == pairing.decode_value(e)


@pytest.mark.parametrize("name", ["ate-bn258", "ate-fp-103"])
def test_the_inversion_may_be_a_power(name: str) -> None:
    pairing = ate(name)
    ((P, Q),) = pairing.random_points(1, seed=5)
    assert computed(pairing, "karatsuba", "karatsuba-fermat", P, Q) == pairing.model(P, Q)
    stage = join("whole", pairing.stages)
    traced = trace(
        name, pairing.p, 1, stage.inputs, stage.outputs, stage.algorithms["karatsuba+schoolbook-fermat"]
    )
    assert "inv" not in traced.counts()


def test_a_negative_seed_of_a_bn_curve() -> None:
    pairing = AtePairing(NOGAMI)
    ((P, Q),) = pairing.random_points(1, seed=1)
    assert computed(pairing, *ALGORITHMS, P, Q) == pairing.model(P, Q)


@cache
def subgroup(pairing: Any, which: Any) -> Any:
    """Every point of order r."""
    curve, _ = pairing.groups[which]
    P, Q = pairing.random_points(1, seed=0)[0]
    start = point = pairing.decode_point(which, P if which == "P" else Q)
    points = []
    while point is not None:
        points.append(pairing.encode_point(which, point))
        point = curve.add(point, start)
    assert len(points) == pairing.r - 1
    return points


@pytest.mark.parametrize("curve", TINY, ids=lambda curve: curve.name)
def test_small_curves(curve: AteCurve) -> None:
    """Over F_19 at every pair of points, else at some."""
    pairing = AtePairing(curve)
    pairs = list(itertools.product(subgroup(pairing, "P"), subgroup(pairing, "Q")))
    for P, Q in pairs if len(pairs) < 200 else Random(1).sample(pairs, 40):
        assert computed(pairing, *ALGORITHMS, P, Q) == pairing.model(P, Q)


@pytest.mark.slow
@pytest.mark.parametrize("curve", [c for c in ATE_CURVES.values() if c.r < 1000], ids=lambda c: c.name)
def test_small_curves_at_every_point(curve: Any) -> None:
    """e(P, Q) for a P and all Q, and for all P and a Q; every value is a power of the first."""
    pairing = AtePairing(curve)
    Ps, Qs = subgroup(pairing, "P"), subgroup(pairing, "Q")
    for pairs in (zip(Ps, itertools.repeat(Qs[0])), zip(itertools.repeat(Ps[0]), Qs)):
        for P, Q in pairs:
            assert computed(pairing, *ALGORITHMS, P, Q) == pairing.model(P, Q)


@pytest.mark.parametrize("name", ["ate-bn254", "ate-bn462"])
def test_the_cheaper_power_of_bn_is_the_one_it_is_called(name: str) -> None:
    """2 u (6 u^2 + 3 u + 1) times the exponent."""
    s, u = setting(name), ATE_CURVES[name].u
    x, X = s.cyclotomic(Random(3))
    p, r = s.tower.p, ATE_CURVES[name].r
    exponent = (p**4 - p**2 + 1) // r * 2 * u * (6 * u**2 + 3 * u + 1)
    assert s.of(hard_part_bn_power(s.k, s.tower, x)) == X**exponent


# -- programs ------------------------------------------------------------------------------------------------

PRIME = Capabilities({}, (), chain=False, memory=True, prime=True)
FUSING = replace(PRIME, fuses=lambda block: True)
SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in BIG[1:]]


@cache
def program(name: Any, algorithm: Any) -> Any:
    """The traced program of the whole pairing, and what a machine runs."""
    pairing = ate(name)
    stage = join("whole", pairing.stages)
    traced = trace(
        name, pairing.p, 1, stage.inputs, stage.outputs, stage.algorithms[f"{algorithm}+{algorithm}"]
    )
    return traced, optimise(traced, FUSING if algorithm == "paired" else PRIME)


@pytest.mark.parametrize("algorithm", ["karatsuba", "paired"])
@pytest.mark.parametrize("name", [BIG[0], "ate-fp-103", "ate-fp-727", *SLOW])
def test_programs_compute_the_pairing(name: str, algorithm: str) -> None:
    pairing = ate(name)
    k = PrimeField(pairing.p)
    ((P, Q),) = pairing.random_points(1, seed=7)
    for made in program(name, algorithm):
        assert tuple(map(int, run(made, k, [k.constant(c) for c in (*P, *Q)]))) == pairing.model(P, Q)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("ate-bls12-381", (6943, 26377, 5)),
        ("ate-bn258", (4615, 22431, 4)),
        ("ate-bn462", (5967, 22790, 4)),
    ],
)
def test_operations_of_the_last_power_by_compressed_squares(name: Any, expected: Any) -> None:
    """Products, sums, inversions."""
    pairing, stage = ate(name), ate(name).stage("final")
    traced = trace(name, pairing.p, 1, stage.inputs, stage.outputs, stage.algorithms["compressed"])
    counts = optimise(traced, PRIME).counts()
    assert (counts["mul"], counts["add"], counts["inv"]) == expected


# name: of a run with karatsuba, products, sums and copies; with schoolbook; sums in an iteration of each body
COUNTS = {
    "ate-bls12-381": ((13832, 54328, 192), (15614, 49471, 192), (369, 197, 69, 224)),
    "ate-bn254": ((14063, 66788, 734), (16596, 59999, 734), (441, 223, 99, 266)),
    "ate-bn258": ((11655, 56553, 439), (13420, 51839, 439), (445, 223, 93, 266)),
    "ate-bn462": ((18719, 73969, 428), (21188, 67416, 428), (371, 199, 69, 224)),
}
PRODUCTS = {"double": 90, "add": 74, "square": 18, "times": 54}
# the same with two products and their sum as one operation: products alone or with their sum, sums, copies;
# sums in an iteration of each body
PAIRED = {
    "ate-bls12-381": ((9657, 35918, 197), (232, 98, 50, 134)),
    "ate-bn254": ((9937, 46079, 757), (304, 122, 74, 176)),
    "ate-bn258": ((8279, 43277, 446), (320, 122, 84, 176)),
    "ate-bn462": ((13265, 48574, 436), (234, 98, 50, 134)),
}
OPERATIONS = {"double": 66, "add": 52, "square": 12, "times": 36}


@pytest.mark.parametrize("name", [BIG[0], *SLOW])
def test_operations(name: str) -> None:
    """All loops of a pairing have four bodies. docs/explanation/algorithms/ate.md has the figures."""
    for algorithm, expected in zip(ALGORITHMS, COUNTS[name], strict=False):
        counts = program(name, algorithm)[1].counts()
        assert (counts["mul"], counts["add"], counts["sum"], counts["inv"]) == (*expected, 1)
    _check_bodies(program(name, "karatsuba")[1], PRODUCTS, COUNTS[name][2])


@pytest.mark.parametrize("name", [BIG[0], *SLOW])
def test_operations_where_two_products_and_their_sum_are_one(name: str) -> None:
    """docs/explanation/algorithms/ate.md has the figures."""
    made = program(name, "paired")[1]
    counts = made.counts()
    assert (counts["mul"] + counts["dot"], counts["add"], counts["sum"]) == PAIRED[name][0]
    _check_bodies(made, OPERATIONS, PAIRED[name][1])


def _check_bodies(made: Program, products: Mapping[str, int], sums: Sequence[int]) -> None:
    """Products, or two of them with their sum, and sums in an iteration of each body."""
    loops = [region for region in made.regions if isinstance(region, Loop)]
    bodies = {canonical_bodies(made)[loop.name].name: loop for loop in loops}
    each = dict(zip(products, sums, strict=True))
    assert set(bodies) == set(products) and len(loops) > 20
    for body, loop in bodies.items():
        kinds = [op.kind for op in loop.ops]
        assert (kinds.count("mul") + kinds.count("dot"), kinds.count("add")) == (
            products[body],
            each[body],
        )


# -- products, checks, prepared points
# --------------------------------------------------------------------------

VERIFIERS = ["ate-bls12-381", "ate-bn254"]
VARIANTS = ["product2", "check", "prepared"]


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("curve", [*VERIFIERS, "ate-fp-103", "ate-fp-727"])
def test_variants_are_what_their_definition_says(curve: str, variant: str) -> None:
    pairing = ate(f"{curve}-{variant}")
    cases = pairing.random_points(2, seed=4)
    for P, Q in cases:
        assert pairing.complaint_about_point("P", P) is None
        assert pairing.complaint_about_point("Q", Q) is None
        assert computed(pairing, *ALGORITHMS, P, Q) == pairing.model(P, Q)
    algorithm = vectors.dump(pairing, [vectors.Case(P, Q) for P, Q in cases])
    assert vectors.dump(pairing, vectors.parse(algorithm, pairing)) == algorithm


@pytest.mark.parametrize("curve", VERIFIERS)
def test_products_and_checks_of_single_pairings(curve: str) -> None:
    """The check of (A, n D) and (n A, D) is 1; that of other points is the quotient."""
    one, product, check = ate(curve), ate(f"{curve}-product2"), ate(f"{curve}-check")
    holds, fails = check.random_points(2, seed=9)
    identity = (1,) + (0,) * 11
    assert computed(check, *ALGORITHMS, *holds) == identity == check.model(*holds)
    P, Q = fails
    first, second = (
        one.decode_value(computed(one, *ALGORITHMS, P[2 * i : 2 * i + 2], Q[4 * i : 4 * i + 4]))
        for i in (0, 1)
    )
    assert check.decode_value(computed(check, *ALGORITHMS, P, Q)) == first / second != 1
    assert product.decode_value(computed(product, *ALGORITHMS, P, Q)) == first * second


def test_products_of_three_with_any_signs() -> None:
    pairing = AteProduct(ATE_CURVES["ate-fp-103"], "three", (-1, 1, -1))
    for P, Q in pairing.random_points(5, seed=1):
        assert computed(pairing, *ALGORITHMS, P, Q) == pairing.model(P, Q)


@pytest.mark.parametrize("curve", TINY, ids=lambda curve: curve.name)
def test_lines_give_their_point_back(curve: AteCurve) -> None:
    pairing, prepared = AtePairing(curve), AtePrepared(curve)
    for Q in subgroup(pairing, "Q"):
        lines = prepared.lines_of(Q)
        assert prepared.point_of(lines) == Q
        assert prepared.point_of((lines[0] ^ 1, *lines[1:])) != Q
    for P, lines in prepared.random_points(5, seed=1):
        assert computed(prepared, *ALGORITHMS, P, lines) == prepared.model(P, lines)


def test_what_is_refused() -> None:
    product, prepared = ate("ate-fp-103-product2"), ate("ate-fp-103-prepared")
    P, _ = product.random_points(1, seed=2)[0]
    assert (
        product.complaint_about_point("P", (*P[:2], P[3], P[2]))
        == "point 1 is not on the curve y^2 = x^3 + 5"
    )
    _, lines = prepared.random_points(1, seed=2)[0]
    assert prepared.complaint_about_point("Q", (*lines[:-1], (lines[-1] + 1) % 103)) == (
        "are not the lines of a point of order r on y^2 = x^3 + 5/(2 + i) over F_p2"
    )
    short = json.dumps({"pairing": prepared.name, "cases": [{"P": ["0x1", "0x2"], "Q": [["0x1"]]}]})
    with pytest.raises(UserError, match=r"a list of 5 of \[\[x0, x1\], \[y0, y1\]\]"):
        vectors.parse(short.replace('["0x1", "0x2"]', json.dumps([hex(c) for c in P[:2]])), prepared)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("curve", "figures"),
    [
        ("ate-bls12-381", {"product2": (17773, 68511), "prepared": (12055, 47993)}),
        ("ate-bn254", {"product2": (19407, 87253), "prepared": (11491, 58445)}),
    ],
)
def test_products_in_variants(curve: Any, figures: Any) -> None:
    """docs/explanation/algorithms/ate.md has them."""
    made = {}
    for variant in figures:
        pairing = ate(f"{curve}-{variant}")
        stage = join("whole", pairing.stages)
        traced = trace("x", pairing.p, 1, stage.inputs, stage.outputs, stage.algorithm)
        counts = optimise(traced, PRIME).counts()
        made[variant] = counts["mul"], counts["add"]
    assert made == figures
