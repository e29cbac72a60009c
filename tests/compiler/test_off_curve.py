"""Cores that check points: high for those off their curves, for what is no element, and for nothing else."""

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import reduce
from operator import add
from random import Random
from typing import Any

import numpy as np
import pytest

from pairforge.builder.core import simulate_core
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import Compiled, compile_design
from pairforge.compiler.sample import Pair, Sample, random_sample, sample_of_pairs
from pairforge.compiler.words import to_words
from pairforge.evidence import verilator
from pairforge.evidence.verify import Verification
from pairforge.machine.designs import find_design
from pairforge.pairings import equations
from pairforge.pairings.supersingular_binary import EtaBinaryPairing

QUICKLY = {"effort": "0"}


def simulated(compiled: Compiled, sample: Sample) -> Verification:
    rtl = rtl_files(compiled)
    assert verilator.lint(rtl, compiled.name) == []
    return simulate_core(compiled, rtl, sample.sent, sample.expected, sample.off_curve, timeout=300_000)


def checked(name: str, settings: Mapping[str, str]) -> Compiled:
    return compile_design(find_design(name, {"check": "curve", **settings}))


def beside_valid(valid: Sequence[Pair], values: Iterable[int]) -> list[Pair]:
    """Each pair of numbers as P beside a valid Q, and as Q beside a valid P."""
    points = [(x, y) for x in values for y in values]
    sent: list[Pair] = [(point, valid[i % 11][1]) for i, point in enumerate(points)]
    return sent + [(valid[i % 11][0], point) for i, point in enumerate(points)]


def every_point(compiled: Compiled, values: Iterable[int]) -> Sample:
    """All of these with their values."""
    pairing = compiled.pairing
    valid = pairing.random_points(11, seed=2)
    sent = beside_valid(valid, values)
    pairs = [valid[i % 11] if pairing.off_curve(*pair) else pair for i, pair in enumerate(sent)]
    return sample_of_pairs(compiled, pairs, sent)


def test_every_point_over_a_tiny_binary_field() -> None:
    compiled = checked("small-f2-5", QUICKLY)
    sample = every_point(compiled, range(32))
    found = simulated(compiled, sample)
    assert (found.pairings, found.mismatches) == (2 * 32**2, 0)
    assert isinstance(compiled.pairing, EtaBinaryPairing)
    on = compiled.pairing.params.order - 1
    assert found.off_curve == 2 * (32**2 - on)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "settings", "values"),
    [
        ("small-f2-5", {"interleave": "3"}, [*range(32), 32, 1 << 31]),
        ("small-f3-5", {}, [x for x in range(1 << 10) if all(x >> i & 3 < 3 for i in range(0, 10, 2))][::3]),
        ("barenghi-fp-163", {}, [*range(0, 326, 6), 161, 162, 163, 164, (1 << 32) - 1]),
        (
            "barenghi-fp-163",
            {"tate.modulus": "loadable"},
            [*range(0, 160, 4), 162, 163, 164, 326, (1 << 32) - 1],
        ),
    ],
)
def test_every_point_over_other_tiny_fields(name: Any, settings: Any, values: Any) -> None:
    """Of points of any order, which have no value over a large prime: what is said of them."""
    compiled = checked(name, QUICKLY | settings)
    pairing = compiled.pairing
    sent = beside_valid(pairing.random_points(11, seed=2), values)
    run = verilator.compile_core(rtl_files(compiled), compiled.name).run(
        to_words([(*P, *Q) for P, Q in sent], 1),
        compiled.words_in,
        compiled.words_out,
        threads=compiled.design.interleave,
        jobs=2,
        load=compiled.load_words,
    )
    assert run.off_curve.tolist() == [pairing.off_curve(P, Q) for P, Q in sent]
    assert 0 < run.off_curve.sum() < len(sent)


MACHINES: dict[str, tuple[str, dict[str, str]]] = {
    "lines, then a memory": ("beuchat-f2-5", {}),
    "several threads": ("small-f2-5", {"interleave": "2"}),
    "ternary": ("small-f3-5", {}),
    "lines, then a memory, ternary": ("beuchat-f3-5", {}),
    "no loop to hide in": ("shu2-f2-5", {}),
    "registers": ("barenghi-fp-163", {}),
    "a modulus that is loaded": ("barenghi-fp-163", {"tate.modulus": "loadable"}),
    "controllers": ("barenghi-fp-163", {"tate.sequencer": "blocks"}),
    "one bus": ("barenghi-fp-163", {"tate.storage.reads": "1"}),
    "a twist of its own": (
        "barenghi-fp-163",
        {"pairing": "tate-ordinary-227", "tate.algorithm": "bkls+lucas"},
    ),
    "no passes": ("small-f2-5", {"passes": "none"}),
    "banks, Q over F_p2": ("ate-fp-103-m1", {}),
    "BLS12": ("ate-fp-727-m1", {}),
    "two pairs": ("ate-fp-103-m1", {"pairing": "ate-fp-103-check"}),
    "Q prepared as lines": ("ate-fp-103-m1", {"pairing": "ate-fp-103-prepared"}),
    "the algorithm of least work": ("ate-fp-103-m1", {"ate.algorithm": "least-work"}),
}
QUICK = {"lines, then a memory", "several threads"}


@pytest.mark.parametrize(
    "name", [n if n in QUICK else pytest.param(n, marks=pytest.mark.slow) for n in MACHINES]
)
def test_random_points_some_of_them_spoilt(name: str) -> None:
    design, settings = MACHINES[name]
    compiled = checked(design, QUICKLY | settings)
    sample = random_sample(compiled, 60, seed=1)
    found = simulated(compiled, sample)
    assert (found.pairings, found.mismatches) == (60, 0)
    assert found.off_curve is not None
    assert 8 < found.off_curve < 30  # of known lines only P is spoilt, and what is no element


def test_a_wrong_equation_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """The flag is held against the model, which does not share its formulas."""

    def wrong(k: Any, b: Any, x: Any, y: Any) -> Any:
        return y.frobenius(1) + y + x.frobenius(1) * x + x + k.constant(1 - b)

    monkeypatch.setattr(equations, "BINARY", {"powers": wrong})
    monkeypatch.setattr("pairforge.pairings.supersingular_binary.BINARY", {"powers": wrong})
    compiled = checked("small-f2-5", QUICKLY)
    found = simulated(compiled, random_sample(compiled, 12, seed=1))
    assert found.mismatches
    assert "its points are on their curves, out_off_curve is 1" in str(found.first)


def test_a_wrong_flag_or_word_is_found() -> None:
    compiled = checked("small-f2-5", QUICKLY)
    sample = random_sample(compiled, 30, seed=1)
    assert sample.off_curve is not None
    first_off = int(np.flatnonzero(sample.off_curve)[0])
    flipped = sample.off_curve.copy()
    flipped[first_off] = False
    found = simulated(compiled, Sample(sample.sent, sample.expected, flipped))
    assert str(found.first).endswith("its points are on their curves, out_off_curve is 1")
    words = sample.expected.copy()
    words[first_off] ^= 1  # of a result that means nothing
    assert simulated(compiled, Sample(sample.sent, words, sample.off_curve)).mismatches == 0
    words[first_off - 1] ^= 1
    assert simulated(compiled, Sample(sample.sent, words, sample.off_curve)).mismatches


def half_trace(c: Any, m: int) -> Any:
    """y with y^2 + y = c, for odd m, where c has trace 0."""
    return reduce(add, (c.frobenius(2 * i) for i in range((m + 1) // 2)))


def residuals_in_one_word(pairing: EtaBinaryPairing, rng: Random) -> list[tuple[int, int]]:
    """For each word of an element points (x, y) with a residual of their equation that has one bit, in it."""
    k, m = pairing.group.field, pairing.degree
    b = k.constant(pairing.curve.b)
    found = []
    for low in range(0, m, 32):
        while True:
            x, r = k.constant(rng.getrandbits(m)), k.constant(1 << rng.randrange(low, min(low + 32, m)))
            right = x.frobenius(1) * x + x + b
            y = half_trace(right + r, m)
            if int(y.frobenius(1) + y + right) == int(r):
                found.append((int(x), int(y)))
                break
    return found


@pytest.mark.slow
def test_a_residual_in_one_word_is_enough() -> None:
    """And a check that looks at all words but one is found."""
    compiled = checked("small-f2-239", QUICKLY)
    pairing = compiled.pairing
    assert isinstance(pairing, EtaBinaryPairing)
    ((valid_P, valid_Q),) = pairing.random_points(1, seed=2)
    points = residuals_in_one_word(pairing, Random(4))
    pairs = [(point, valid_Q) for point in points] + [(valid_P, point) for point in points]
    sent = [*pairs, (valid_P, valid_Q)]
    sample = sample_of_pairs(compiled, [(valid_P, valid_Q)] * len(sent), sent)
    assert sample.off_curve is not None
    assert list(sample.off_curve) == [True] * len(pairs) + [False]
    assert simulated(compiled, sample).mismatches == 0
    rtl = rtl_files(compiled)
    (name,) = (name for name, text in rtl.items() if "not_zero0_7 <=" in text)
    for word in range(len(points)):
        blind = re.sub(rf"not_zero0_{word} <= .*;", f"not_zero0_{word} <= 1'd0;", rtl[name])
        assert blind != rtl[name]
        core = {**rtl, name: blind}
        found = simulate_core(compiled, core, sample.sent, sample.expected, sample.off_curve, repeat=0)
        assert found.mismatches == 2, word


def test_a_core_that_does_not_check_has_no_such_output() -> None:
    plain = compile_design(find_design("small-f2-5", QUICKLY))
    assert "off_curve" not in "".join(rtl_files(plain).values())
    assert random_sample(plain, 3, seed=1).off_curve is None


def test_points_are_spoilt_in_every_way() -> None:
    compiled = checked("small-f2-5", QUICKLY)
    pairing, rng = compiled.pairing, Random(0)
    sample = random_sample(compiled, 200, seed=rng.randrange(100))
    rows = [tuple(map(int, row)) for row in sample.sent]
    elements = [all(x < 32 for x in row) for row in rows]
    assert not all(elements)
    curves = {
        tuple(pairing.complaint_about_point(w, p) is None for w, p in (("P", row[:2]), ("Q", row[2:])))
        for row, legal in zip(rows, elements, strict=True)
        if legal
    }
    assert curves == {(True, True), (False, True), (True, False), (False, False)}
