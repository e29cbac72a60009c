"""The engine's points are points of the model."""

import pytest

from pairforge import engine
from pairforge.engine.encode import flat
from pairforge.pairings.registry import PAIRINGS

from .conftest import NAMES


@pytest.mark.parametrize("name", [name for name in PAIRINGS if name in NAMES])
def test_generators_random_points_and_hashes(name: str) -> None:
    model, pairing = PAIRINGS[name], engine.pairing(name)
    for which, group in (("P", pairing.G1), ("Q", pairing.G2)):
        for point in (group.generator, group.random(7), group.hash(b"m", b"d")):
            assert model.complaint_about_point(which, tuple(flat(point.coordinates))) is None


@pytest.mark.parametrize("name", NAMES)
def test_many_encodings_are_decoded_or_the_first_bad_one_is_named(name: str) -> None:
    """Over large primes so many that random sums of them are tested."""
    pairing = engine.pairing(name)
    for group in (pairing.G1, pairing.G2):
        points = [group.identity, *group.random_points(3, seed=5)]
        while len(points) < 260:
            points.append(points[-1] + points[1])
        encodings = [point.encode() for point in points]
        assert group.decode_all(encodings, threads=2) == points
        encodings[200], encodings[250] = encodings[200][:-1], b""
        with pytest.raises(ValueError, match=r"\Apoint 200: [^\n]*\Z"):
            group.decode_all(encodings)
