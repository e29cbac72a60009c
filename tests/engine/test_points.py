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
