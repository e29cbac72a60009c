"""Engine and model agree: different formulas, different languages."""

import pytest

from pairforge import engine
from pairforge.catalog.pairings import PAIRINGS
from pairforge.engine.encode import flat

from .conftest import NAMES

BOTH = [name for name in PAIRINGS if name in NAMES]
MANY = {name: 2000 if name == "eta-f2-239" else 500 for name in BOTH if name.startswith("eta-f2")}


@pytest.mark.parametrize("name", BOTH)
def test_random_points(name):
    model, pairing = PAIRINGS[name], engine.pairing(name)
    points = model.random_points(MANY.get(name, 3), 2024)
    Ps, Qs = map(list, zip(*points, strict=True))
    assert [tuple(e) for e in pairing.batch(Ps, Qs, threads=0)] == model.model_batch(Ps, Qs)


@pytest.mark.parametrize("name", BOTH)
def test_the_points_of_the_engine_are_points_of_the_model(name):
    model, pairing = PAIRINGS[name], engine.pairing(name)
    for which, group in (("P", pairing.G1), ("Q", pairing.G2)):
        for point in (group.generator, group.random(7), group.hash(b"m", b"d")):
            assert model.complaint_about_point(which, tuple(flat(point.coordinates))) is None


@pytest.mark.slow
@pytest.mark.parametrize("name", sorted(MANY))
def test_ten_thousand_random_points(name):
    model, pairing = PAIRINGS[name], engine.pairing(name)
    points = model.random_points(10_000, 7)
    Ps, Qs = map(list, zip(*points, strict=True))
    assert [tuple(e) for e in pairing.batch(Ps, Qs, threads=0)] == model.model_batch(Ps, Qs)
