"""Tables of fixed points from Python, against multiples without; the Rust tests go through every shape."""

import random
from collections.abc import Callable

import pytest

from pairforge import engine

# A group with endomorphisms, one over an extension of degree four, and two that have no better tables.
NAMES = ["ate-bls12-381", "ate-bls24-315", "tate-ss512", "eta-f2-239"]


@pytest.mark.parametrize("name", NAMES)
def test_multiples_of_a_fixed_point(name: str) -> None:
    pairing = engine.pairing(name)
    draw = random.Random(name)
    for group in (pairing.G1, pairing.G2):
        r = group.order
        (point,) = group.random_points(1, seed=4)
        for most_bytes in (None, 1 << 12):
            table = group.fixed_base(point, most_bytes=most_bytes)
            assert table.nbytes <= (most_bytes or 1 << 20)
            for scalar in (0, 1, 2, -1, r - 1, r, r + 1, -r, draw.getrandbits(300), draw.randrange(r)):
                multiple = point * scalar
                assert table * scalar == scalar * table == multiple
        assert (group.fixed_base(group.identity) * 5).is_identity()


@pytest.mark.parametrize("name", NAMES)
def test_sums_of_multiples_of_fixed_points(name: str) -> None:
    pairing = engine.pairing(name)
    draw = random.Random(name)
    for group in (pairing.G1, pairing.G2):
        for count in (0, 1, 2, 20):
            points = group.random_points(count, seed=5)
            table = group.fixed_bases(points, most_bytes=1 << 15, threads=2)
            assert len(table) == count
            assert table.nbytes <= 1 << 15
            scalars = [draw.choice((0, 1, -1, group.order, draw.getrandbits(300))) for _ in points]
            sum_ = group.multi_mul(points, scalars)
            assert table.multi_mul(scalars) == table.multi_mul(scalars, threads=0) == sum_


def test_what_is_refused() -> None:
    group = engine.pairing("ate-bls12-381").G1
    point = group.generator
    table = group.fixed_bases([point, -point])
    assert (
        repr(group.fixed_base(point, most_bytes=208))
        == "<table of a point of the first group of ate-bls12-381: 208 bytes>"
    )
    assert repr(table).startswith("<table of 2 points of the first group of ate-bls12-381: ")
    small = "a table of at most {} bytes where the smallest one has {}"
    refused: list[tuple[str, Callable[[], object]]] = [
        (small.format(207, 208), lambda: group.fixed_base(point, most_bytes=207)),
        (small.format(0, 208), lambda: group.fixed_bases([point] * 2, most_bytes=0)),
        (
            "most_bytes is -1; give 0 or more, or None for no bound",
            lambda: group.fixed_base(point, most_bytes=-1),
        ),
        ("point 1: not a point of the curve", lambda: group.fixed_bases([point, (1, 2)])),
        ("threads is -1; give 0 .all cores. to 4294967295", lambda: group.fixed_bases([], threads=-1)),
        ("threads is -1; give 0 .all cores. to 4294967295", lambda: table.multi_mul([1, 2], threads=-1)),
        ("2 points but 1 scalars", lambda: table.multi_mul([1])),
    ]
    for line, call in refused:
        with pytest.raises(ValueError, match=rf"\A{line}\Z"):
            call()
    with pytest.raises(TypeError):
        _ = group.fixed_base(point) * 1.5  # type: ignore[operator]
