"""The pairings that only a model computes: bilinearity, what is refused, fields and towers beneath them."""

from hashlib import sha256
from itertools import count
from random import Random
from typing import Any

import pytest
from flint import fmpz
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.algebra.ternary_field import TernaryElement, TernaryField
from pairforge.errors import UserError
from pairforge.pairings.ate.pairing import AtePairing
from pairforge.pairings.base import Pairing
from pairforge.pairings.computation import Encoded
from pairforge.pairings.curves import curves_of
from pairforge.pairings.embedding_two import EmbeddingTwoPairing
from pairforge.pairings.eta_ternary import EtaTernary, mul_sparse
from pairforge.pairings.families.embedding_two import OrdinaryCurve, TypeACurve
from pairforge.pairings.families.optimal_ate import AteCurve
from pairforge.pairings.families.supersingular_binary import BinarySupersingular
from pairforge.pairings.families.supersingular_ternary import TernarySupersingular
from pairforge.pairings.large_prime import LargePrimePairing
from pairforge.pairings.registry import PAIRINGS
from pairforge.pairings.supersingular_binary import BinaryPairing
from pairforge.pairings.supersingular_ternary import EtaTernaryPairing
from pairforge.pairings.towers_ternary import Six, conjugate6, frobenius6, mul6
from pairforge.pairings.vectors import Case, dump, parse

ATE_CURVES = curves_of(AteCurve)
ORDINARY_CURVES = curves_of(OrdinaryCurve)
TATE_BINARY_CURVES = curves_of(BinarySupersingular, "tate")
TERNARY_CURVES = curves_of(TernarySupersingular)
TYPE_A_CURVES = curves_of(TypeACurve)

ALL = (*TATE_BINARY_CURVES, *TERNARY_CURVES, *TYPE_A_CURVES, *ORDINARY_CURVES, *ATE_CURVES)
F3_5 = TernaryField(((5, 1), (1, -1), (0, 1)))
elements = st.integers(0, 2**32).map(lambda seed: F3_5.random(Random(seed)))
sixes = st.tuples(*[elements] * 6)


def doubled(pairing: Pairing, which: str, point: Encoded) -> Encoded:
    """The point added to itself, by the group law of the model."""
    if isinstance(pairing, BinaryPairing):
        group = pairing.group
        x, y = map(group.field.constant, point)
        twice = group.add((x, y), (x, y))
        assert twice is not None
        return tuple(map(int, twice))
    if isinstance(pairing, EtaTernaryPairing):  # slope 1/y, since the derivative of x^3 - x is -1
        x3, y3 = map(pairing.field.constant, point)
        slope = y3.inverse()
        x2 = slope * slope + x3
        return int(x2), int(slope * (x3 - x2) - y3)
    assert isinstance(pairing, AtePairing | EmbeddingTwoPairing)
    curve, _ = pairing.groups[which]
    p = pairing.decode_point(which, point)
    total = curve.add(p, p)
    assert total is not None
    return pairing.encode_point(which, total) if isinstance(pairing, AtePairing) else tuple(map(int, total))


def complaint(pairing: Pairing, which: str, point: Encoded) -> str:
    found = pairing.complaint_about_point(which, point)
    assert found is not None
    return found


SLOW = ("ate-bls48-581", "ate-bls48-164", "ate-bls24-509", "ate-bls12-638", "ate-bn638", "ate-kss18-508")
QUICK = [pytest.param(name, marks=pytest.mark.slow) if name in SLOW else name for name in ALL]
"""Those in which a pairing by the model takes a second or more are slow."""


@pytest.mark.parametrize("name", QUICK)
def test_the_pairing_is_bilinear(name: str) -> None:
    pairing = PAIRINGS[name]
    ((P, Q),) = pairing.random_points(1, seed=5)
    value = pairing.model(P, Q)
    twice = pairing.model(doubled(pairing, "P", P), Q)
    assert twice == pairing.model(P, doubled(pairing, "Q", Q))
    assert twice != value and any(value[1:])


@pytest.mark.parametrize("name", QUICK)
def test_random_points_are_accepted_and_reproducible(name: str) -> None:
    pairing = PAIRINGS[name]
    pairs = pairing.random_points(2, seed=3)
    assert pairs == pairing.random_points(2, seed=3) != pairing.random_points(2, seed=4)
    for P, Q in pairs:
        assert pairing.complaint_about_point("P", P) is None
        assert pairing.complaint_about_point("Q", Q) is None
    text = dump(pairing, [Case(P, Q, pairing.model(P, Q)) for P, Q in pairs[:1]])
    assert dump(pairing, parse(text, pairing)) == text


@pytest.mark.parametrize("name", QUICK)
def test_points_off_the_curve_are_refused(name: str) -> None:
    pairing = PAIRINGS[name]
    ((P, Q),) = pairing.random_points(1, seed=1)
    assert "is not on the curve" in complaint(pairing, "P", P[::-1])
    assert "is not on the curve" in complaint(pairing, "Q", Q[::-1])


@pytest.mark.parametrize("name", [*TYPE_A_CURVES, "ate-bls12-381"])
def test_a_point_outside_the_subgroup_is_refused(name: str) -> None:
    pairing = PAIRINGS[name]
    assert isinstance(pairing, LargePrimePairing)
    curve, _ = pairing.groups["P"]
    x = next(
        x
        for x in range(2, 200)
        if pow(x**3 + int(curve.a) * x + int(curve.b), (pairing.p - 1) // 2, pairing.p) == 1
    )
    y = pow(x**3 + int(curve.a) * x + int(curve.b), (pairing.p + 1) // 4, pairing.p)
    assert "outside the subgroup of order r" in complaint(pairing, "P", (x, y))


@pytest.mark.parametrize("curve", ATE_CURVES.values(), ids=lambda c: c.name)
def test_seeds_give_primes_and_the_trace(curve: AteCurve) -> None:
    assert fmpz(curve.p).is_prime() and fmpz(curve.r).is_prime()
    assert (curve.p + 1 - curve.trace) % curve.r == 0
    degree = curve.family.embedding_degree
    assert pow(curve.p, degree, curve.r) == 1
    assert all(pow(curve.p, n, curve.r) != 1 for n in range(1, degree))


@pytest.mark.parametrize("curve", TYPE_A_CURVES.values(), ids=lambda c: c.name)
def test_type_a_parameters_are_what_they_say(curve: TypeACurve) -> None:
    assert fmpz(curve.p).is_prime() and fmpz(curve.r).is_prime()
    assert curve.p % 4 == 3 and (curve.p + 1) % curve.r == 0


def test_the_cofactor_of_ss1536_is_the_first_of_its_label_that_works() -> None:
    curve = TYPE_A_CURVES["tate-ss1536"]
    for i in count():
        label = b"pairforge tate-ss1536 cofactor" + i.to_bytes(4, "big")
        digits = int.from_bytes(b"".join(sha256(label + bytes([j])).digest() for j in range(5)), "big")
        p = (2**1280 + digits // 4 * 4) * curve.r - 1
        if fmpz(p).is_probable_prime():
            break
    assert p == curve.p


@pytest.mark.parametrize("curve", TERNARY_CURVES.values(), ids=lambda c: c.name)
def test_cofactors_leave_a_prime(curve: TernarySupersingular) -> None:
    order = EtaTernary(curve.polynomial[0][0], curve.b).order
    for factor in curve.cofactors:
        order, rest = divmod(order, factor)
        assert rest == 0 and fmpz(factor).is_prime()
    assert fmpz(order).is_prime()


@given(sixes, sixes, sixes, st.sampled_from((1, -1)))
@settings(max_examples=30, deadline=None)
def test_f3_6m_is_a_ring_and_cubing_is_its_frobenius(
    f: Six[TernaryElement], g: Six[TernaryElement], h: Six[TernaryElement], b: int
) -> None:
    total: Any = tuple(x + y for x, y in zip(g, h, strict=True))
    assert mul6(b, f, g) == mul6(b, g, f)
    assert mul6(b, mul6(b, f, g), h) == mul6(b, f, mul6(b, g, h))
    parts = zip(mul6(b, f, g), mul6(b, f, h), strict=True)
    assert mul6(b, f, total) == tuple(x + y for x, y in parts)
    assert frobenius6(b, f, 1) == mul6(b, f, mul6(b, f, f))
    assert frobenius6(b, f, 15) == conjugate6(f)
    assert frobenius6(b, frobenius6(b, f, 7), -7) == f


@given(sixes, elements, elements, elements, st.sampled_from((1, -1)))
@settings(max_examples=30, deadline=None)
def test_the_sparse_product_is_a_product(
    r: Six[TernaryElement], t: TernaryElement, yP: TernaryElement, yQ: TernaryElement, b: int
) -> None:
    zero, one = F3_5.constant(0), F3_5.constant(1)
    assert mul_sparse(b, r, t, t * t, -(yP * yQ)) == mul6(b, r, (-(t * t), yP * yQ, -t, zero, -one, zero))


def test_f3_5_exhaustively() -> None:
    everything = [F3_5.constant(c) for c in range(1 << 10) if F3_5.complaint(c) is None]
    assert len(everything) == F3_5.order == 243
    one = F3_5.constant(1)
    for x in everything:
        assert F3_5.constant(int(x)) == x
        assert x.frobenius(1) == x * x * x
        assert x.frobenius(-1).frobenius(1) == x == x.frobenius(5)
        assert not x or x * x.inverse() == one
        assert (x * x).sqrt() in (x, -x)
    assert sum(x.sqrt() is not None for x in everything) == 122


def test_bad_ternary_fields_and_elements_are_refused() -> None:
    with pytest.raises(UserError, match=r"x\^4 - 1 is not monic and irreducible over F_3"):
        TernaryField(((4, 1), (0, -1)))
    with pytest.raises(ValueError, match="has the digit 3 at x"):
        F3_5.constant(3)
    assert F3_5.complaint(1 << 10) == "is 11 bits wide, an element of F_3^5 at most 10"
    with pytest.raises(ValueError, match="coprime to 6"):
        EtaTernary(9, 1)
