"""What is refused, and in what words."""

import os
from typing import Any

import numpy as np
import pytest

from pairforge import engine
from pairforge.engine.encode import flat
from pairforge.engine.pairings import Pairing

from .conftest import NAMES, python

pytestmark = pytest.mark.skipif(not NAMES, reason="no pairing in this build")


def says(text: str) -> Any:
    """Matches a message of one line that begins so."""
    return pytest.raises(ValueError, match=rf"\A{text}[^\n]*\Z")


def test_an_unknown_name_is_answered_with_the_names() -> None:
    with says(f"no pairing 'ate-x' in the engine; there are {NAMES[0]}, "):
        engine.pairing("ate-x")


def test_coordinates_that_are_none(pairing: Pairing) -> None:
    P, Q = pairing.G1.random(1).coordinates, pairing.G2.random(2).coordinates
    other = pairing.G1.random(3).coordinates
    n = len(flat(P))
    bad: Any
    for bad, text in [
        ((1,), f"expected {n} coefficients, got 1"),
        (5, f"expected {n} coefficients, got int"),
        ("P", f"expected {n} coefficients, got str"),
        ((*flat(P)[:-1], "7"), f"coefficient {n - 1} is str, not an integer"),
        ((*flat(P)[:-1], -1), f"coefficient {n - 1} is not a canonical field element"),
        ((*flat(P)[:-1], 1 << 10_000), f"coefficient {n - 1} is not a canonical field element"),
        ((*flat(P)[:-1], (1 << 8 * pairing.G1.width) - 1), f"coefficient {n - 1} is not a canonical"),
        ((P[0], other[1]), "not a point of the curve"),
    ]:
        with says(f"P: {text}"):
            pairing.pair(bad, Q)
        with says(f"term 1: P: {text}"):
            pairing.product([(P, Q), (bad, Q)])
        with says(f"term 2: P: {text}"):
            pairing.batch([P, P, bad], [Q, Q, Q])
    with says("Q: expected"):
        pairing.pair(P, ())
    with says("term 0: Q: expected"):
        pairing.batch([P], [()])


def test_an_unknown_algorithm_is_answered_with_those_that_there_are() -> None:
    tate, eta = engine.pairing("tate-f2-239"), engine.pairing("eta-f2-239")
    P = tate.G1.generator
    with says("no algorithm 'algorithm-3' for tate-f2-239; there are algorithm-1, algorithm-2"):
        tate.pair(P, P, "algorithm-3")
    with says("no algorithm 'algorithm-1' for eta-f2-239; it has one way alone"):
        eta.pair(eta.G1.generator, eta.G1.generator, "algorithm-1")
    with says("Q: not a point of the curve"):
        tate.pair(P, (1, 2), "algorithm-1")
    with says("Q: a point of "):
        tate.pair(P, eta.G1.generator, "algorithm-2")
    with says('no algorithm named "x" for this pairing'):
        tate.native.pair_by("x", P.native, P.native)


def test_points_of_another_pairing(pairing: Pairing) -> None:
    other = engine.pairing(next(name for name in NAMES if name != pairing.name))
    with says("P: a point of "):
        pairing.pair(other.G1.generator, pairing.G2.generator)
    with says("a value of "):
        pairing.Gt.one * other.Gt.one
    assert pairing.G1.generator != other.G1.generator
    assert pairing.Gt.one != other.Gt.one


def test_encodings_that_are_none(pairing: Pairing) -> None:
    for group in {pairing.G1, pairing.G2}:
        good = group.generator.encode()
        for bad in (b"", good[:-1], good + b"\0", b"\xff" * len(good)):
            with says(""):
                group.decode(bad)
    assert not pairing.Gt.is_member((0,) * pairing.Gt.count)
    with says(""):
        pairing.Gt.value((2,) * pairing.Gt.count)


def test_the_point_at_infinity_has_no_coordinates(pairing: Pairing) -> None:
    with says("the point at infinity"):
        pairing.G1.identity.coordinates  # noqa: B018
    assert "infinity" in repr(pairing.G1.identity)


def test_arrays_of_the_wrong_kind(pairing: Pairing) -> None:
    width, p, q = pairing.G1.width, pairing.G1.count, pairing.G2.count
    good_p, good_q = np.zeros((3, p * width), np.uint8), np.zeros((3, q * width), np.uint8)
    with says("P: an array of float64; give uint8 or little-endian uint64"):
        pairing.batch(good_p.astype(float), good_q.astype(float))
    with says("Q: an array of uint64 beside one of uint8"):
        pairing.batch(good_p, good_q.astype(np.uint64))
    with says(r"P: an array of shape \(3, 1\); give \(3, "):
        pairing.batch(good_p[:, :1], good_q)
    with says("3 points P but 2 points Q"):
        pairing.batch(good_p, good_q[:2])
    with says("P and Q: give two arrays or two lists"):
        pairing.batch(good_p, list(good_q))  # type: ignore[call-overload]
    with says("threads is -1; give 0 "):
        pairing.batch(good_p, good_q, threads=-1)
    # Zeros are a point of some curve, but not two of these are refused in vain: all ones never fit.
    with says("term 0: P: coefficient 0 is not a canonical field element"):
        pairing.batch(good_p | 255, good_q)
    words = -(-width // 8)
    if width % 8:
        padded = np.zeros((1, p, words), np.uint64)
        padded[0, 1, -1] = 1 << 63
        with says("term 0: P: coefficient 1 is not a canonical field element"):
            pairing.batch(padded, np.zeros((1, q, words), np.uint64))
    empty = pairing.batch(good_p[:0], good_q[:0])
    assert empty.shape == (0, pairing.Gt.count * width)


def test_seeds() -> None:
    group = engine.pairing(NAMES[0]).G1
    assert group.random(3) == group.random(3) != group.random(4)
    assert group.random() != group.random()
    assert group.random_points(5, 3)[0] == group.random(bytes([3]) + bytes(31))
    for bad in (-1, 1 << 256, b"short"):
        with says("a seed "):
            group.random(bad)


def test_an_unknown_level_is_refused_with_the_levels() -> None:
    script = "from pairforge import engine\ntry: engine.cpu()\nexcept ValueError as error: print(error)"
    out = python(script, PAIRFORGE_ENGINE_CPU="turbo")
    assert out == "PAIRFORGE_ENGINE_CPU is 'turbo'; it takes portable, base, avx2, vpclmulqdq, avx512\n"
    assert engine.cpu() in os.environ.get("PAIRFORGE_ENGINE_CPU", engine._native.cpu_detected())
