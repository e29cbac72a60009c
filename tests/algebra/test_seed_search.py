"""Seeds of low weight: the search against trying all numbers, and against published curves."""

from collections import defaultdict
from itertools import pairwise, product

import pytest
from flint import fmpz
from hypothesis import given
from hypothesis import strategies as st

from pairforge.algebra.curve_coefficient import curve_coefficient
from pairforge.algebra.pairing_cost import pairing_cost
from pairforge.algebra.pairing_families import FAMILIES
from pairforge.algebra.security_estimate import estimated_bits
from pairforge.algebra.seed_search import Request
from pairforge.algebra.signed_powers import non_adjacent_form, powers_text, signed_powers, weight
from pairforge.algebra.two_adic import Condition, two_adic_classes
from pairforge.table import Table

BLS12_381 = -(2**63 + 2**62 + 2**60 + 2**57 + 2**48 + 2**16)
BLS12_377 = 0x8508C00000000001


@given(number=st.integers(-(1 << 80), 1 << 80))
def test_a_number_is_the_sum_of_its_powers_and_its_text_is_read_back(number: int) -> None:
    for form in (non_adjacent_form(number), signed_powers(number)):
        assert sum(sign << exponent for exponent, sign in form) == number
        assert len(form) == weight(number)
    places = [exponent for exponent, _ in non_adjacent_form(number)]
    assert all(a - b > 1 for a, b in pairwise(places))
    if number:
        assert Table({"u": powers_text(number)}, "").number("u") == number


def test_the_weight_is_least() -> None:
    """Every number below 128 in magnitude against all sums of at most three powers up to 2^8."""
    terms = [0, *(sign << n for n in range(9) for sign in (1, -1))]
    least: dict[int, int] = {}
    for chosen in product(terms, repeat=3):
        used = sum(map(bool, chosen))
        least[sum(chosen)] = min(least.get(sum(chosen), 9), used)
    for number in range(-128, 129):
        assert weight(number) == least.get(number, weight(number) if weight(number) > 3 else -1)


def test_two_adic_classes_are_all_and_disjoint() -> None:
    """u^4 - u^2 + 1 = 1 (mod 2^6) and (u^3 + 4 u)/4 odd, against all residues modulo 2^10."""
    conditions = [
        Condition((1, 0, -1, 0, 1), 1, 6, frozenset({1})),
        Condition((0, 4, 0, 1), 4, 1, frozenset({0})),
    ]
    classes = two_adic_classes(conditions)
    for u in range(1 << 10):
        holds = (u**4 - u**2) % 64 == 0 and (u**3 + 4 * u) % 8 == 0
        assert sum(u % (1 << j) == c for c, j in classes) == holds


@pytest.mark.parametrize(
    ("name", "bits", "two_adicity", "p_residues"),
    [
        ("bn", 66, 1, {1, 3, 5, 7}),
        ("bls12", 90, 4, {3, 5}),
        ("bls12", 92, 1, {7}),
        ("kss16", 185, 1, {1, 3, 5, 7}),
        ("kss18", 136, 1, {3, 7}),
    ],
)
def test_the_search_finds_what_trying_all_finds(
    name: str, bits: int, two_adicity: int, p_residues: set[int]
) -> None:
    family = FAMILIES[name]
    request = Request(family, bits, p_residues=frozenset(p_residues), two_adicity=two_adicity)
    expected = defaultdict(set)
    for sign, (least, most) in request.ranges.items():
        assert [size(family.p_over, sign * u) for u in (least - 1, least, most, most + 1)] == [
            bits - 1,
            bits,
            bits,
            bits + 1,
        ]
        for u in range(sign * least, sign * (most + 1), sign):
            p, r = family.p(u), family.r(u)
            if (
                p is not None
                and r is not None
                and p % 8 in p_residues
                and (r - 1) % (1 << two_adicity) == 0
                and fmpz(p).is_prime()
                and fmpz(r).is_prime()
            ):
                expected[weight(u)].add(u)
    assert sum(map(len, expected.values())) > 0
    for digits in range(1, 14):
        found = list(request.seeds(digits))
        assert len(found) == len(set(found))
        assert set(found) == expected[digits]


def size(over: tuple[tuple[int, ...], int], u: int) -> int:
    value: int = sum(c * u**n for n, c in enumerate(over[0])) // over[1]
    return value.bit_length()


@pytest.mark.parametrize(
    ("wanted", "u", "coefficient"),
    [
        (Request(FAMILIES["bls12"], 381, 255, frozenset({3}), 32), BLS12_381, 4),
        (Request(FAMILIES["bls12"], 377, two_adicity=47, p_two_adicity=46), BLS12_377, 1),
        (Request(FAMILIES["bn"], 254, p_residues=frozenset({3})), -(2**62 + 2**55 + 1), 2),
        (Request(FAMILIES["bn"], 446), 2**110 + 2**36 + 1, None),
        (Request(FAMILIES["bls24"], 509, p_residues=frozenset({3})), -(2**51) - 2**28 + 2**11 - 1, 1),
        (Request(FAMILIES["bls48"], 581), -(2**32) - 2**30 - 2**10 + 2**7 - 1, 1),
        (Request(FAMILIES["kss16"], 339), 2**35 - 2**32 - 2**18 + 2**8 + 1, 1),
        (Request(FAMILIES["kss18"], 348), 2**44 + 2**22 - 2**9 + 2, 3),
        (Request(FAMILIES["bw6"], 761, 377, two_adicity=46), BLS12_377, None),
    ],
    ids=["BLS12-381", "BLS12-377", "BN254", "BN446", "BLS24-509", "BLS48-581", "KSS16", "KSS18", "BW6-761"],
)
def test_published_seeds_are_found(wanted: Request, u: int, coefficient: int | None) -> None:
    assert u in wanted.seeds(weight(u))
    if coefficient is not None:
        assert curve_coefficient(wanted.family, u) == coefficient


def test_the_cost_model_is_near_the_traced_pairings() -> None:
    """Multiplications of `docs/explanation/algorithms/ate.md`; BN254's dense seed has a shorter chain."""
    for name, u, counted, error in (
        ("bls12", BLS12_381, 13832, 0.03),
        ("bn", 2**114 + 2**101 - 2**14 - 1, 18719, 0.01),
        ("bn", 4965661367192848881, 14063, 0.1),
    ):
        cost = pairing_cost(FAMILIES[name], u)
        assert abs(cost.multiplications / counted - 1) < error
    cost = pairing_cost(FAMILIES["bls12"], BLS12_381)
    assert (cost.loop_weight, cost.words) == (6, 6)
    assert cost.word_products == cost.multiplications * 78


@pytest.mark.parametrize(
    ("name", "u", "bits"),
    [
        ("bn", 4965661367192848881, 103),
        ("bls12", BLS12_381, 123),
        ("bn", 2**114 + 2**101 - 2**14 - 1, 134),
        ("bls48", -(2**32) - 2**30 - 2**10 + 2**7 - 1, 259),
    ],
)
def test_estimates_as_the_docstring_has_them(name: str, u: int, bits: int) -> None:
    family = FAMILIES[name]
    p, r = family.p(u), family.r(u)
    assert p is not None and r is not None
    assert estimated_bits(p, family.embedding_degree, r) == bits


def test_a_small_r_bounds_the_estimate() -> None:
    assert estimated_bits(1 << 511, 2, 1 << 159) == 62
    assert estimated_bits(1 << 511, 2, 1 << 99) == 50
