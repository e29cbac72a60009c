"""Units on polynomials in the seed of a BN curve: exact, within proven bounds, on the published blocks."""

import random
from collections.abc import Sequence
from itertools import pairwise, product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pairforge.errors import UserError
from pairforge.evidence.operations import operations
from pairforge.hdl import Const, Module, design_files
from pairforge.pairings.fields import PRIMES
from pairforge.targets.xc6v import TARGET
from pairforge.units.base import Unit
from pairforge.units.fields.base import FieldError
from pairforge.units.fields.prime import PrimeField
from pairforge.units.polynomial import (
    PolynomialAdder,
    PolynomialConverter,
    PolynomialMontgomery,
    SeedPolynomials,
    algorithm,
    seed_polynomials,
)
from pairforge.units.polynomial.core import BITS, CORES, STAGES, core_module
from pairforge.units.polynomial.signed import multiple, signed_digits, total_in_stages

from . import test_threads
from .bench import Bench, Cycle, lint
from .test_prime import check
from .units import F5, P16, name

BN258 = SeedPolynomials(PRIMES["fp-bn258"])
PIPELINED, SERIAL = (PolynomialMontgomery(BN258, core) for core in CORES)
ADDER, CONVERTER = PolynomialAdder(BN258), PolynomialConverter(BN258)
UNITS: list[Unit] = [PIPELINED, SERIAL, PolynomialMontgomery(BN258, pause=21), ADDER, CONVERTER]
words = st.integers(0, BN258.order - 1).map(BN258.element)
edges = st.sampled_from(BN258.corner_elements())


# -- the polynomials -------------------------------------------------------------------------------------


def test_the_seed() -> None:
    assert BN258.u == 2**63 + 857
    assert BN258.rest == 857
    assert BN258.width == 320
    assert 2**30 < BN258.top < 2**30 + 2**11
    assert seed_polynomials(BN258) is BN258
    assert seed_polynomials(PrimeField(BN258.p)) == BN258


@given(st.integers(0, BN258.p - 1))
def test_a_word_stands_for_its_element(element: int) -> None:
    word = BN258.encode(element)
    BN258.check(word)
    assert BN258.value(word) == element
    assert abs(BN258.coefficients(word)[-1]) <= BN258.top


@given(words)
def test_coefficients_make_up_the_word(word: int) -> None:
    BN258.check(word)
    assert BN258.pack(BN258.coefficients(word)) == word


@given(words, words, st.integers(-100, 100))
def test_the_field_in_words(a: int, b: int, c: int) -> None:
    p, value = BN258.p, BN258.value
    assert value(BN258.add(a, b)) == (value(a) + value(b)) % p
    assert value(BN258.mul(a, b)) == value(a) * value(b) % p
    assert value(BN258.neg(a)) == -value(a) % p
    assert value(BN258.scale(c, a)) == c * value(a) % p


@pytest.mark.parametrize("field", [P16, PrimeField(PRIMES["fp-bn254"]), PrimeField(PRIMES["fp-bls12-381"])])
def test_other_primes_have_no_such_seed(field: PrimeField) -> None:
    with pytest.raises(FieldError, match=r"^p must be 36 u\^4"):
        seed_polynomials(field)


def test_other_fields_are_refused() -> None:
    with pytest.raises(FieldError, match=r"^it is for large prime fields, not for F_2"):
        seed_polynomials(F5)


def test_what_is_no_word() -> None:
    low, top = BN258.low, BN258.top
    for coefficients in ([low + 1, 0, 0, 0, 0], [0, 0, 0, -low - 1, 0], [0, 0, 0, 0, top + 1]):
        with pytest.raises(FieldError, match="is not a word"):
            BN258.check(BN258.pack(coefficients))
    with pytest.raises(FieldError, match="is not a word"):
        BN258.check(1 << BN258.width)
    with pytest.raises(FieldError, match="more than 64 bits"):
        BN258.pack([1 << 63, 0, 0, 0, 0])


# -- the algorithm ---------------------------------------------------------------------------------------


@given(st.lists(st.integers(-(1 << 70), 1 << 70), min_size=5, max_size=5), st.randoms())
def test_products_add_up_to_the_coefficients(a: Sequence[int], rng: random.Random) -> None:
    """Algorithm 3 with its three corrections."""
    b = [rng.getrandbits(70) for _ in range(5)]
    made = [sum(a[int(i)] for i in sums) * sum(b[int(i)] for i in sums) for sums in algorithm.PRODUCTS]
    exact = algorithm.product(a, b)
    for k, signs in enumerate(algorithm.RECOMBINED):
        offset = algorithm.HALF if k >= 5 else 0
        assert sum(sign * made[i] for i, sign in signs.items()) + offset == exact[k]


def printed_recombination(p: Sequence[int]) -> list[int]:
    """Lines 15 to 28 of Algorithm 3, to the letter."""
    c0, m0, m1 = p[0], p[1] + p[0], p[1] - p[0]
    c1, m9 = p[2] - m0, p[9] + m0
    m11, m14 = p[1] + c1, p[9] + p[3]
    m2, m5 = p[4] - p[3], p[4] + c1
    c2, m3 = m2 + m1, p[3] + p[5]
    s1, m8 = p[6] - m3, m3 - m9
    m7, m6 = m5 + s1, p[8] - p[7]
    c3, m10 = m6 - m7, p[10] + p[7]
    c4, m13 = m10 + m8, p[11] - p[10]
    c5, m15 = m13 - m11, p[12] + p[5]
    c6, m16 = m15 - m14, p[13] - s1
    return [c0, c1, c2, c3, c4, c5, c6, m16 - m15]


def test_where_algorithm_3_is_wrong_in_print() -> None:
    """c_4 has 2 p_5 too much, c_5 lacks m_12 + m_11, that is a_2 b_3 + a_3 b_2; the rest is right."""
    rng = random.Random(1)
    a, b = ([rng.getrandbits(63) for _ in range(5)] for _ in range(2))
    p = [sum(a[int(i)] for i in s) * sum(b[int(i)] for i in s) for s in algorithm.PRODUCTS]
    exact = [sum(a[i] * b[k - i] for i in range(5) if 0 <= k - i < 5) for k in range(9)]
    wrong = {4: 2 * p[5], 5: -(a[2] * b[3] + a[3] * b[2])}
    assert printed_recombination(p) == [c + wrong.get(k, 0) for k, c in enumerate(exact[:8])]


def test_one_reduction_at_the_end_is_not_enough() -> None:
    """As printed, c_0 … c_4 are reduced first and all once at the end: 75 bits are left, sign included."""
    a = [(1 << 63) - 1] * 4 + [0]
    c = [value - (algorithm.HALF if k >= 5 else 0) for k, value in enumerate(algorithm.product(a, a))]
    below = algorithm.reduced([*c[:5], 0], BN258.rest)
    v = algorithm.divided([*below[:5], c[5] + below[5], *c[6:]])
    assert max(abs(x) for x in algorithm.reduced(v, BN258.rest)).bit_length() == 74


@given(words | edges, words | edges)
def test_the_multiplier_divides_by_r(a: int, b: int) -> None:
    result = PIPELINED.function((a, b))
    expected = BN258.value(a) * BN258.value(b) * pow(PIPELINED.radix, -1, BN258.p) % BN258.p
    assert BN258.value(result) == expected
    BN258.check(result)
    assert abs(BN258.coefficients(result)[-1]) <= BN258.top


@given(words | edges, words | edges, st.sampled_from([1, -1]))
def test_the_adder_adds(a: int, b: int, sign: int) -> None:
    result = ADDER.function((a, b), sign)
    assert BN258.value(result) == (BN258.value(a) + sign * BN258.value(b)) % BN258.p
    BN258.check(result)


@given(st.integers(0, (1 << 258) - 1))
def test_integers_become_words_of_theirs(x: int) -> None:
    word = CONVERTER.function((x,), 1)
    BN258.check(word)
    assert BN258.value(word) == x % BN258.p


@given(words | edges)
def test_words_become_their_integers(word: int) -> None:
    assert CONVERTER.function((word,), -1) == BN258.value(word)


def test_the_multiple_of_p_that_is_taken_off() -> None:
    """What is left of a highest coefficient v is less than 35.4, so all of it is from -p to p."""
    product_of_factors = 7 * 65 * 4097 * ((1 << 24) + 1)
    most = 0
    for v in (*range(-40, 40), *(sign * (BN258.top - i) for sign in (1, -1) for i in range(80))):
        k = (v * product_of_factors + (1 << 49)) >> 50
        most = max(most, abs(v - 36 * k))
    assert most <= 19
    lower = sum((BN258.low + 36 * BN258.top) * BN258.u**i for i in range(4))
    assert most * BN258.u**4 + lower < BN258.p


# -- bounds ----------------------------------------------------------------------------------------------


def test_results_of_the_multiplier_are_its_operands() -> None:
    """For all operands within bounds; sums of four coefficients fit the core."""
    found = algorithm.bounds(BN258)
    assert all(bound <= BN258.low for bound in found.results[:4])
    assert found.results[4] <= BN258.top
    for sums in algorithm.PRODUCTS:
        assert sum(BN258.top if c == "4" else BN258.low for c in sums) < 1 << BITS - 1


def test_sums_of_the_adder_are_its_operands() -> None:
    """Quotients are -1, 0 or 1, and what is left is within the bounds: any number of sums may follow."""
    low, top, half, place = 2 * BN258.low, 2 * BN258.top, 1 << 62, 1 << 30
    assert (low + half) >> 63 == 1
    assert (-low + half) >> 63 == -1
    taken = 36 << 25
    assert half + BN258.rest + 1 + taken <= BN258.low
    assert max(place, top - taken, taken - place) + 1 <= BN258.top
    assert top < 3 * place  # the two bits looked at tell 2^30 and 2^31


@given(words | edges, st.lists(st.sampled_from([1, -1]), max_size=80))
def test_sums_of_sums_stay_within_bounds(a: int, signs: Sequence[int]) -> None:
    exact = BN258.value(a)
    for sign in signs:
        a = ADDER.function((a, a), 1) if sign == 1 else ADDER.function((a, BN258.encode(7)), -1)
        exact = (2 * exact if sign == 1 else exact - 7) % BN258.p
        BN258.check(a)
    assert BN258.value(a) == exact


def test_bounds_hold_step_by_step() -> None:
    found, rng = algorithm.bounds(BN258), random.Random(3)
    cases = [*product(BN258.corner_elements(), repeat=2)]
    cases += [tuple(BN258.element(rng.randrange(BN258.order)) for _ in "ab") for _ in range(500)]
    for case in cases:
        a, b = map(BN258.coefficients, case)
        c = algorithm.product(a, b)
        small = algorithm.reduced(c, BN258.rest)
        v = algorithm.divided(small)
        results = algorithm.reduced(v, BN258.rest, algorithm.HALF)
        for values, most in (
            (c, found.products),
            (small, found.reduced),
            (v, found.sums[5:]),
            (results, found.results),
        ):
            assert all(abs(x) <= bound for x, bound in zip(values, most, strict=True))


# -- the hardware ----------------------------------------------------------------------------------------


def test_published_latency_and_blocks() -> None:
    assert (PIPELINED.latency(), PIPELINED.interval(), CORES["pipelined"]) == (35, 14, (11, 1))
    assert (SERIAL.latency(), SERIAL.interval(), CORES["serial"]) == (48, 28, (7, 2))
    assert PolynomialMontgomery(BN258, pause=21).interval() == 35


@pytest.mark.slow
def test_corner_cases_and_random_words(tmp_path: Path, objects: list[Path]) -> None:
    check(UNITS, [operations(unit, 100) for unit in UNITS], tmp_path, objects)


@pytest.mark.slow
def test_many_random_words(tmp_path: Path, objects: list[Path]) -> None:
    check(
        [PIPELINED, ADDER], [operations(unit, 2000, seed=7) for unit in (PIPELINED, ADDER)], tmp_path, objects
    )


@pytest.mark.parametrize("unit", UNITS[:2] + UNITS[3:], ids=name)
def test_lint_clean(tmp_path: Path, unit: Unit) -> None:
    lint(unit.module(), tmp_path)


@pytest.mark.parametrize("whole", [False, True])
def test_the_products_of_coefficients(tmp_path: Path, objects: list[Path], whole: bool) -> None:
    rng, ends = random.Random(5), (0, 1, -1, 2 ** (BITS - 1) - 1, -(2 ** (BITS - 1)))
    pairs = [*product(ends, repeat=2)]
    pairs += [(rng.getrandbits(BITS), rng.getrandbits(BITS)) for _ in range(200)]
    rows: list[list[Cycle]] = []
    for x, y in pairs:
        row = {"x": x % 2**BITS, "y": y % 2**BITS}
        rows += [[row, row], [row, row | {"second": 1}]]
    stages = STAGES + whole
    rows += [rows[-1]] * stages
    out = Bench([core_module(kind, whole=whole) for kind in CORES], tmp_path, objects).run(rows)
    for i, (x, y) in enumerate(pairs):
        signed = [v - 2**BITS if v >= 2 ** (BITS - 1) else v for v in (x, y)]
        exact = signed[0] * signed[1] % 2 ** (2 * BITS)
        assert [made["product"] for made in out[2 * i + stages]] == [exact, exact]


@pytest.mark.parametrize("whole", [False, True])
@pytest.mark.parametrize("kind", CORES)
def test_multiplier_blocks_on_virtex_6(kind: str, whole: bool) -> None:
    """As published: 11 and 7; with all of their registers where they are whole."""
    module = core_module(kind, whole=whole)
    made = TARGET.synthesize(design_files(module, ""), module.name, depth=0)
    assert made.area.dsp == CORES[kind][0]
    assert (set(made.dsp_registers) == {"ABMP"}) == whole


@pytest.mark.slow
@pytest.mark.parametrize("unit", [PIPELINED, SERIAL], ids=["pipelined", "serial"])
def test_the_whole_multiplier_has_no_more_blocks(unit: PolynomialMontgomery) -> None:
    module = unit.module()
    area = TARGET.synthesize(design_files(module, ""), module.name, depth=0).area
    assert area.dsp == CORES[unit.core][0]
    assert abs(area.lut - unit.area_model().lut) < area.lut / 4
    assert abs(area.ff - unit.area_model().ff) < area.ff / 4


def test_no_such_core() -> None:
    with pytest.raises(UserError, match=r"^core 'wide': must be one of pipelined, serial$"):
        PolynomialMontgomery(BN258, "wide")


# -- sums of shifted numbers ------------------------------------------------------------------------------


@given(st.integers(1, 1 << 40))
def test_signed_digits(value: int) -> None:
    digits = signed_digits(value)
    assert sum(sign << place if sign > 0 else -(1 << place) for sign, place in digits) == value
    places = [place for _, place in digits]
    assert all(b - a >= 2 for a, b in pairwise(places))


def test_857_has_five() -> None:
    assert signed_digits(857) == [(1, 0), (-1, 3), (-1, 5), (-1, 7), (1, 10)]


def test_trees_of_adders(tmp_path: Path, objects: list[Path]) -> None:
    shapes = ((2, 3), (3, 2))
    modules = []
    for arity, stages in shapes:
        m = Module(f"tree{arity}")
        m.input("clk")
        terms = [(1, Const(40, 5)), *multiple(m.input("x", 16), -857, 40)]
        m.output("y", total_in_stages(m, "sum", terms, arity, stages))
        modules.append(m)
    rng = random.Random(1)
    values = [0, 1, -1, 32767, -32768, *(rng.randrange(-32768, 32768) for _ in range(100))]
    rows: list[list[Cycle]] = [[{"x": value % 65536}] * 2 for value in [*values, 0, 0, 0]]
    out = Bench(modules, tmp_path, objects).run(rows)
    for i, (_, stages) in enumerate(shapes):
        made = [row[i]["y"] for row in out[stages:]][: len(values)]
        assert made == [(5 - 857 * value) % 2**40 for value in values]


@pytest.mark.slow
def test_in_several_threads(tmp_path: Path, objects: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_threads, "UNITS", [PIPELINED, SERIAL, ADDER, CONVERTER])
    test_threads.test_every_thread_of_a_unit_keeps_its_contract(2, 1, tmp_path, objects)
