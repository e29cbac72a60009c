"""The Tate pairing over a large prime: every text is the definition, and takes as many operations as it says."""

import itertools
from pathlib import Path

import pytest

from pairforge import vectors
from pairforge.algebra.prime_field import PrimeField
from pairforge.catalog.pairings import PAIRINGS
from pairforge.program.interpret import run
from pairforge.program.ir import Loop
from pairforge.program.passes import Abilities, optimise
from pairforge.program.trace import trace

VECTORS = Path(__file__).parents[1] / "vectors"
BIG = PAIRINGS["tate-ss512"]
MILLER = ["quartic", "quartic-two-turns", "folded", "bkls"]
FINAL = ["lucas", "lucas-differences", "lucas-fermat"]


def value(pairing, miller, final, P, Q):
    k = PrimeField(pairing.p)
    f = pairing.stage("miller").texts[miller](k, *map(k.constant, (*P, *Q)))
    return tuple(map(int, pairing.stage("final").texts[final](k, *f)))


def traced(pairing, stage, text):
    s = pairing.stage(stage)
    return trace(f"{stage}.{text}", pairing.p, 1, s.inputs, s.outputs, s.texts[text])


def lowered(pairing, stage, text):
    """As a machine runs it, with plain products."""
    return optimise(traced(pairing, stage, text), Abilities({}, (), chain=False, memory=True, prime=True))


@pytest.mark.parametrize("text", MILLER)
def test_the_vectors(text):
    for case in vectors.load(VECTORS / "tate-ss512.json", BIG):
        assert value(BIG, text, "lucas", case.P, case.Q) == case.e


@pytest.mark.parametrize("final", FINAL)
@pytest.mark.parametrize("miller", MILLER)
def test_every_choice_of_texts_is_the_pairing_by_its_definition(miller, final):
    for P, Q in BIG.random_points(2, seed=FINAL.index(final)):
        assert value(BIG, miller, final, P, Q) == BIG.model(P, Q)


@pytest.mark.parametrize(
    ("stage", "text"), [*(("miller", text) for text in MILLER), *(("final", text) for text in FINAL)]
)
def test_traces_mean_what_the_texts_mean(stage, text):
    k = PrimeField(BIG.p)
    ((P, Q),) = BIG.random_points(1, seed=9)
    inputs = list(map(k.constant, (*P, *Q)))[: len(BIG.stage(stage).inputs)]
    meant = BIG.stage(stage).texts[text](k, *inputs)
    assert run(traced(BIG, stage, text), k, inputs) == meant
    assert run(lowered(BIG, stage, text), k, inputs) == meant


def shape(pairing, stage, text):
    """Each region's name, turns, products and sums, as a machine runs them."""
    return [
        (
            region.name,
            region.count if isinstance(region, Loop) else 1,
            sum(op.kind == "mul" for op in region.ops),
            sum(op.kind == "add" for op in region.ops),
        )
        for region in lowered(pairing, stage, text).regions
    ]


if __name__ == "__main__":
    for stage, text in itertools.chain((("miller", t) for t in MILLER), (("final", t) for t in FINAL)):
        print(stage, text)
        for row in shape(BIG, stage, text):
            print("   ", row)
