"""Products of pairings: term by term, in one job; against the definition, on points of every kind."""

from itertools import product
from random import Random

import pytest

from pairforge.algebra.prime_field import PrimeField
from pairforge.algebra.weierstrass import Point
from pairforge.jobs.base import Job
from pairforge.jobs.pairs import Pairs
from pairforge.jobs.points import draw_point, encode
from pairforge.jobs.products import PairingCheck2, PairingCheck4, ProductCheck, Products, ProductTerm
from pairforge.jobs.statuses import INVALID, NOT_BELOW_P, OFF_CURVE, SUBGROUP
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.curves import CURVES
from pairforge.pairings.families.optimal_ate import AteCurve

TINY = ("ate-bls12-13", "ate-fp-103", "ate-fp-727")
LARGE = ("ate-bls12-377", "ate-bls12-381", "ate-bn254", "ate-bn462")
QUICK = ("ate-bls12-381", "ate-bn254")
"""One of each family."""
KINDS: tuple[type[Products], ...] = (ProductTerm, ProductCheck, PairingCheck2, PairingCheck4)


def curve_of(name: str) -> AteCurve:
    found = CURVES[name]
    assert isinstance(found, AteCurve)
    return found


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(
    "name", (*TINY, *(pytest.param(n, marks=() if n in QUICK else pytest.mark.slow) for n in LARGE))
)
def test_random_inputs_right_and_wrong(name: str, kind: type[Products]) -> None:
    job: Job = kind(curve_of(name))  # type: ignore[call-arg]
    inputs = job.random_inputs(240 if name in TINY else 4, seed=2)
    field, values = PrimeField(job.curve.p), job.values(inputs)
    assert [job.evaluated(each, field) for each in inputs] == values
    if name in TINY:
        statuses = {status for status, *_ in values}
        assert {0, NOT_BELOW_P} <= statuses
        assert INVALID in statuses or kind is ProductTerm
        assert {OFF_CURVE, SUBGROUP} <= statuses or kind is ProductCheck


@pytest.mark.parametrize("name", TINY)
def test_membership_by_the_loop(name: str) -> None:
    """Points of the twist of many orders, of every small prime one among them, against r times the point."""
    curve = curve_of(name)
    job, field, rng = PairingCheck2(curve), PrimeField(curve.p), Random(1)
    twist, order = curve.groups["Q"], curve.r * curve.cofactors["Q"]
    P = draw_point(job.pairs.G1, rng)
    points: list[Point] = [curve.random_point("Q", rng) for _ in range(40)]
    points += [twist.multiply(curve.cofactors["Q"], point) for point in points[:5]]
    for n in (2, 3, 5, 7, 11, 13, 19, 31, 37, 43, 97):
        for found in points[:3]:
            part = order
            while part % n == 0:
                part //= n
            small = twist.multiply(part, found) if part < order else None
            while small is not None:
                points += [small, twist.add(small, twist.multiply(order // curve.r, found))]
                small = twist.multiply(n, small)
    seen = set()
    for point in points:
        Q = encode(job.pairs.G2, point)
        inputs = (*P, *Q, 0, 0, *Q)
        expected = job.expected(inputs)
        seen.add(expected[0])
        assert job.evaluated(inputs, field) == expected, point
    assert seen >= {SUBGROUP, INVALID} and len(points) > 45


@pytest.mark.parametrize("n", (13, 23, 2713))
def test_points_of_small_order_on_the_twist_of_bls12_381(n: int) -> None:
    """Of order 13 one of the loop's sums is that of two equal points, behind which T is (0, 0, 0)."""
    curve = curve_of("ate-bls12-381")
    job, field, rng = PairingCheck2(curve), PrimeField(curve.p), Random(n)
    twist, order = curve.groups["Q"], curve.r * curve.cofactors["Q"]
    found, part = curve.random_point("Q", rng), order
    while part % n == 0:
        part //= n
    small = twist.multiply(part, found)
    while (next_one := twist.multiply(n, small)) is not None:
        small = next_one
    assert small is not None
    P = draw_point(job.pairs.G1, rng)
    for point in (small, twist.add(small, twist.multiply(order // curve.r, found))):
        Q = encode(job.pairs.G2, point)
        assert job.evaluated((*P, *Q, *P, *(0,) * 4), field) == (SUBGROUP,)
        assert job.evaluated((0, 0, *Q, *P, *(0,) * 4), field) == (SUBGROUP,)


@pytest.mark.parametrize("name", (*TINY, "ate-bn254"))
def test_lines_of_an_absent_pair(name: str) -> None:
    """All are elements of F_p."""
    curve = curve_of(name)
    pairs, k, rng = Pairs(curve), PrimeField(curve.p), Random(9)
    P, Q = draw_point(pairs.G1, rng), draw_point(pairs.G2, rng)
    for flat in ((*P, *(0,) * 4), (0, 0, *Q), (0,) * 6):
        product, _ = pairs.product(k, pairs.read(k, [k.constant(c) for c in flat]))
        first, *others = map(int, product.miller.flat)
        assert first and not any(others)


@pytest.mark.parametrize("name", (*TINY, "ate-bls12-381"))
def test_a_point_at_infinity_makes_its_pair_one(name: str) -> None:
    """Either one, or both, beside another pair and beside its inverse."""
    curve = curve_of(name)
    job, field, rng = PairingCheck4(curve), PrimeField(curve.p), Random(8)
    for seed in range(20 if name in TINY else 1):
        P, Q = draw_point(job.pairs.G1, rng), draw_point(job.pairs.G2, rng)
        opposite = (P[0], -P[1] % curve.p)
        pairs = [(*P, *(0,) * 4), (0, 0, *Q), (*P, *Q), (*opposite, *Q)]
        rng.shuffle(pairs)
        assert job.evaluated(tuple(c for pair in pairs for c in pair), field) == (0,), seed
        pairs[pairs.index((*opposite, *Q))] = (0,) * 6
        assert job.evaluated(tuple(c for pair in pairs for c in pair), field) == (INVALID,), seed


def test_all_pairs_of_the_groups_of_a_tiny_curve() -> None:
    """Every multiple of two generators, 0 among them: e(a P, b Q) e(P, -a b Q) is 1, e(a P, b Q) e(P, Q) not
    but where a b = -1.
    """
    curve = curve_of("ate-fp-103")
    job, field, r = PairingCheck2(curve), PrimeField(curve.p), curve.r
    G1, G2 = (
        [
            encode(group, curve.groups[group.which].multiply(n, curve.groups[group.which].multiply(1, base)))
            for n in range(r)
        ]
        for group, base in (
            (job.pairs.G1, curve.random_point("P", Random(2))),
            (
                job.pairs.G2,
                curve.groups["Q"].multiply(curve.cofactors["Q"], curve.random_point("Q", Random(2))),
            ),
        )
    )
    rng = Random(4)
    for a, b in [*rng.sample(list(product(range(r), repeat=2)), 300), (0, 0), (0, 5), (5, 0)]:
        right = (*G1[a], *G2[b], *G1[1], *G2[-a * b % r])
        assert job.evaluated(right, field) == (0,)
        wrong = (*G1[a], *G2[b], *G1[1], *G2[1])
        assert job.evaluated(wrong, field) == (0 if (a * b + 1) % r == 0 else INVALID,)


@pytest.mark.parametrize("name", ("ate-fp-103", "ate-bn254", "ate-bls12-381"))
def test_terms_and_a_check(name: str) -> None:
    """Products of three pairings that are 1, and not: what goes out of one term goes into the next."""
    curve = curve_of(name)
    term, check = ProductTerm(curve), ProductCheck(curve)
    field, r, rng = PrimeField(curve.p), curve.r, Random(3)
    bases = [curve.groups[w].multiply(curve.cofactors[w], curve.random_point(w, rng)) for w in "PQ"]

    def pair(n: int, m: int) -> tuple[int, ...]:
        points = (curve.groups[w].multiply(f, base) for w, f, base in zip("PQ", (n, m), bases, strict=True))
        groups = (term.pairs.G1, term.pairs.G2)
        return tuple(c for group, point in zip(groups, points, strict=True) for c in encode(group, point))

    for factors, status in (
        ([(2, 3), (5, 7), (1, r - 41)], 0),
        ([(2, 3), (5, 7), (1, r - 40)], INVALID),
        ([(2, 3), (0, 7), (r - 6, 1)], 0),
    ):
        value: tuple[int, ...] = (1, *(0,) * 11)
        for each in factors:
            zero, *value = term.evaluated((*value, *pair(*each)), field)  # type: ignore[assignment]
            assert zero == 0
        assert check.evaluated(tuple(value), field) == (status,)


def test_a_term_is_a_pairing_before_the_hard_part() -> None:
    curve = curve_of("ate-bls12-13")
    term, pairing = ProductTerm(curve), AtePairing(curve)
    for P, Q in pairing.random_points(5, 1):
        _, *value = term.evaluated((1, *(0,) * 11, *P, *Q), PrimeField(curve.p))
        hard = pairing.decode_value(tuple(value)) ** curve.family.hard_exponent(curve.u)
        assert pairing.encode_value(hard) == pairing.model(P, Q)


@pytest.mark.parametrize("name", (*TINY, *LARGE))
def test_the_loop_says_enough(name: str) -> None:
    assert curve_of(name).loop_tells_membership
