"""The engine and the model, two languages and two sets of formulas, give the same values on random points."""

from collections.abc import Mapping
from typing import Any

import pytest
from pairings.named import named

from pairforge import engine
from pairforge.algebra.batch import run_batch
from pairforge.pairings.registry import PAIRINGS
from pairforge.pairings.supersingular_binary import BinaryPairing
from pairforge.pairings.vectors import Case
from pairforge.software.engine import engine_values

BOTH = [name for name in engine.names() if name in PAIRINGS]
SHU = ["tate-f2-239", "tate-f2-283"]

# Pairings compared by `make test` and by `make test-all`: what the model does in a few seconds, or a minute.
# The few are more than a vector of the engine has lanes, so that a batch has a rest.
FEW = {"eta-f2": 200, "tate-f2": 50, "eta-f3": 50, "tate-ss512": 50, "tate-ss1536": 10, "ate": 10}
MANY = {"eta-f2": 10_000, "tate-f2": 1000, "eta-f3": 2000, "tate-ss512": 2000, "tate-ss1536": 500, "ate": 500}


def share(shares: Mapping[str, int], name: str) -> int:
    return next(number for prefix, number in shares.items() if name.startswith(prefix))


def agree(name: str, number: int) -> None:
    pairing = PAIRINGS[name]
    points = pairing.random_points(number, seed=number)
    cases = [Case(P, Q) for P, Q in points]
    Ps, Qs = zip(*points, strict=True)
    assert engine_values(pairing, cases) == pairing.model_batch(Ps, Qs)


def algorithms_agree(name: str, number: int) -> None:
    pairing, fast = named(name, BinaryPairing), engine.pairing(name)
    points = pairing.random_points(number, seed=number)
    texts = pairing.stage("tate").algorithms
    assert set(fast.algorithms) == set(texts) == {"algorithm-1", "algorithm-2"}
    for algorithm, text in texts.items():
        values = run_batch(pairing.group.field, text, [(*P, *Q) for P, Q in points])
        assert [fast.pair(P, Q, algorithm) for P, Q in points] == values


def test_every_pairing_of_the_models_but_toys_has_an_engine() -> None:
    assert {name for name, pairing in PAIRINGS.items() if pairing.degree > 5} <= set(engine.names())


LONG = ("ate-bls48-581", "ate-bls24-509", "ate-kss18-508", "ate-bls12-638", "ate-bn638")
"""Whose models take longest."""


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow if n in LONG else ()) for n in BOTH])
def test_values_are_the_models(name: str) -> None:
    agree(name, share(FEW, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTH)
def test_values_are_the_models_on_many_points(name: Any) -> None:
    agree(name, share(MANY, name))


@pytest.mark.parametrize("name", SHU)
def test_algorithms_of_shu_are_the_texts_of_the_same_name(name: str) -> None:
    algorithms_agree(name, share(FEW, name))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHU)
def test_algorithms_of_shu_are_the_texts_of_the_same_name_on_many_points(name: Any) -> None:
    algorithms_agree(name, share(MANY, name))


@pytest.mark.parametrize("name", BOTH)
def test_engine_and_catalogue_say_the_same_of_security(name: str) -> None:
    security = PAIRINGS[name].security
    assert engine.pairing(name).security == (security.bits_today, security.note)
