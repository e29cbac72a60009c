"""All known answers, by every way through the engine and at every level of instructions."""

from typing import Any

import numpy as np
import pytest

from pairforge import engine
from pairforge.engine import _native
from pairforge.engine.encode import flat

from .conftest import KNOWN, NAMES, VECTORS, cases, python

LEVELS = _native.cpu_levels()

ALL_BY_BATCH = """
import json, sys
from pathlib import Path
from pairforge import engine

def numbers(nested):
    return tuple(map(numbers, nested)) if isinstance(nested, list) else int(nested, 16)

assert engine.cpu() == min(sys.argv[1], engine._native.cpu_detected(), key=engine._native.cpu_levels().index)
for path in map(Path, sys.argv[2:]):
    document = json.loads(path.read_text())
    rows = [[numbers(case[key]) for case in document["cases"]] for key in "PQe"]
    pairing = engine.pairing(document["pairing"])
    assert [pairing.pair(P, Q) for P, Q in zip(*rows[:2])] == rows[2], path
    assert pairing.batch(*rows[:2]) == rows[2], path
"""


def test_every_vector_file_has_its_pairing() -> None:
    """But for those of curves that have a model alone: the engine takes twists of degree 4 and 6."""
    of_others = {"irtf-pairing-friendly-curves", "other-libraries"}
    without = {"ate-mnt4-298", "ate-mnt6-298", "ate-bls9-343"}
    assert not without & set(NAMES)
    files = {path.stem for path in VECTORS.glob("*-*.json")} - of_others - without
    assert files <= set(NAMES)
    assert {"eta-f2-1223", "eta-f3-509", "tate-ss1536"} <= set(NAMES)


@pytest.mark.parametrize("name", KNOWN)
def test_every_way_gives_the_known_answers(name: str) -> None:
    pairing = engine.pairing(name)
    rows = cases(name)
    for P, Q, e in rows:
        assert tuple(pairing.pair(P, Q)) == e
        assert pairing.final_exponentiation(pairing.miller_loop((P, Q))) == e
        prepared = pairing.prepare(P if pairing.native.fixes_first else Q)
        assert prepared.pair(Q if prepared.which == "P" else P) == e
    Ps, Qs, es = map(list, zip(*rows, strict=True))
    for threads in (0, 1, 2):
        assert pairing.batch(Ps, Qs, threads=threads) == es
    product = pairing.Gt.one
    for e in es:
        product = product * pairing.Gt.value(e)
    assert pairing.product(zip(Ps, Qs, strict=True)) == product
    f = pairing.miller_loop(*zip(Ps[:2], Qs[:2], strict=True))
    g = pairing.miller_loop(*zip(Ps[2:], Qs[2:], strict=True))
    assert pairing.final_exponentiation(f * g) == product


@pytest.mark.parametrize("name", ["tate-f2-239", "tate-f2-283"])
def test_every_algorithm_gives_the_known_answers(name: str) -> None:
    pairing = engine.pairing(name)
    assert pairing.algorithms == ("algorithm-1", "algorithm-2")
    for P, Q, e in cases(name):
        assert all(pairing.pair(P, Q, algorithm) == e for algorithm in pairing.algorithms)


@pytest.mark.parametrize("name", KNOWN)
def test_arrays_of_bytes_and_of_words_give_the_known_answers(name: str) -> None:
    pairing = engine.pairing(name)
    rows = list(zip(*cases(name), strict=True))
    width, words = pairing.G1.width, -(-pairing.G1.width // 8)

    def as_bytes(values: Any) -> Any:
        return np.array([[b for c in flat(v) for b in c.to_bytes(width, "little")] for v in values], np.uint8)

    def as_words(values: Any) -> Any:
        return np.array(
            [[[c >> 64 * i & 2**64 - 1 for i in range(words)] for c in flat(v)] for v in values], np.uint64
        )

    for encode in (as_bytes, as_words):
        Ps, Qs, es = map(encode, rows)
        for threads in (0, 1):
            out = pairing.batch(Ps, Qs, threads=threads)
            assert out.dtype == es.dtype
            assert np.array_equal(out, es)
        # Arrays need not be contiguous.
        assert np.array_equal(pairing.batch(Ps[::-1], Qs[::-1]), es[::-1])


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_gives_the_known_answers(level: str) -> None:
    paths = [VECTORS / f"{name}.json" for name in KNOWN]
    python(ALL_BY_BATCH, level, *paths, PAIRFORGE_ENGINE_CPU=level)
