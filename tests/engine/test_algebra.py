"""Statements of mathematics about every pairing of the engine."""

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from pairforge import engine
from pairforge.engine.groups import Point
from pairforge.engine.pairings import Pairing

from .conftest import NAMES

few = settings(max_examples=40, deadline=None, suppress_health_check=list(HealthCheck))
name = st.sampled_from(NAMES)
scalar = st.integers(-(2**70), 2**70) | st.integers(0, 2**300)
seed = st.integers(0, 2**32)


def subgroup_points(pairing: Pairing, s: int) -> tuple[Point, Point]:
    """Points of order r."""
    return pairing.G1.hash(b"%d" % s, b"P"), pairing.G2.hash(b"%d" % s, b"Q")


@few
@given(name, seed, scalar, scalar)
def test_a_pairing_is_bilinear(name: str, s: int, a: int, b: int) -> None:
    pairing = engine.pairing(name)
    P, Q = pairing.G1.random(s), pairing.G2.random(s + 1)
    e = pairing.pair(P, Q)
    assert pairing.pair(a * P, Q) == e**a == pairing.pair(P, a * Q)
    assert pairing.pair(a * P, b * Q) == e ** (a * b)
    P2, Q2 = pairing.G1.random(s + 2), pairing.G2.random(s + 3)
    assert pairing.pair(P + P2, Q) == e * pairing.pair(P2, Q)
    assert pairing.pair(P, Q + Q2) == e * pairing.pair(P, Q2)
    assert pairing.pair(-P, Q) == e.inverse()
    assert pairing.product([(P, Q), (-P, Q)]) == pairing.Gt.one


@few
@given(name, seed, scalar, scalar)
def test_points_are_a_group(name: str, s: int, a: int, b: int) -> None:
    pairing = engine.pairing(name)
    for group in {pairing.G1, pairing.G2}:
        P, Q = group.random(s), group.random(s + 1)
        assert P + Q == Q + P
        assert (P + Q) - Q == P
        assert P + P == P.double() == 2 * P
        assert group.identity == P - P
        assert P + group.identity == P
        assert a * P + b * P == (a + b) * P
        assert hash(P) == hash(Q + P - Q)
        assert (group.order * P).is_identity() == P.is_in_subgroup()
        H = group.hash(b"%d" % s, b"tests")
        assert (group.order * H).is_identity()
        assert not H.is_identity()


@few
@given(name, seed)
def test_values_are_a_group(name: str, s: int) -> None:
    pairing = engine.pairing(name)
    P, Q = subgroup_points(pairing, s)
    e, f = pairing.pair(P, Q), pairing.pair(P, P if pairing.symmetric else Q.double())
    assert e * f == f * e
    assert e / e == pairing.Gt.one == e**0 == e**pairing.G1.order
    assert e.square() == e * e == e**2
    assert e**-3 == (e.inverse()) ** 3
    assert e != pairing.Gt.one
    assert pairing.Gt.value(tuple(e)) == e
    assert pairing.Gt.is_member(tuple(e))
    assert hash(e) == hash(tuple(e))


@few
@given(name, seed)
def test_encodings_come_back(name: str, s: int) -> None:
    pairing = engine.pairing(name)
    for group in {pairing.G1, pairing.G2}:
        for P in (group.random(s), group.identity, group.generator):
            for compressed in (True, False):
                assert group.decode(P.encode(compressed=compressed)) == P
        P = group.random(s)
        assert group.point(P.coordinates) == P
        assert group.point(tuple(P)) == P


def test_a_symmetric_pairing_is_symmetric() -> None:
    for name in NAMES:
        pairing = engine.pairing(name)
        assert pairing.symmetric == (not name.startswith("ate-"))
        if pairing.symmetric:
            P, Q = pairing.G1.random_points(2, 5)
            assert pairing.pair(P, Q) == pairing.pair(Q, P)


def test_infinity_pairs_to_one() -> None:
    for name in NAMES:
        pairing = engine.pairing(name)
        assert pairing.pair(pairing.G1.identity, pairing.G2.generator) == pairing.Gt.one
        assert pairing.pair(pairing.G1.generator, pairing.G2.identity) == pairing.Gt.one
        assert pairing.product([]) == pairing.Gt.one
