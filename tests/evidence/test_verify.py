"""Verification: the good core passes every pass, each bug is caught by the right one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.interface import CoreInterface, Vectors
from pairforge.evidence.verify import Mismatch, Passes, Verification, verify

from . import toy


def verification(bug: str, inputs: Sequence[Any], **promised: Any) -> Verification:
    results = [toy.expected(words) for words in inputs]
    core = replace(toy.INTERFACE, **promised)
    return verify(toy.core(bug), core, Vectors(inputs, results), Passes(timeout=2000))


def test_the_good_core_passes(vectors: Sequence[list[int]]) -> None:
    found = verification("", vectors)
    found.check()
    assert (found.pairings, found.mismatches, found.repeated, found.first) == (100, 0, 24, None)
    assert (found.latency, found.interval) == (toy.LATENCY, toy.INTERVAL)
    assert set(found.summary()) == {"pairings", "mismatches", "simulator", "seconds"}
    assert found.simulator.startswith("verilator 5")


def test_no_pairing_and_one_pairing(vectors: Sequence[list[int]]) -> None:
    assert verification("", []).latency is None
    one = verification("", vectors[:1])
    one.check()
    assert (one.latency, one.interval) == (toy.LATENCY, None)


def test_the_first_mismatch_is_told_in_one_line(vectors: Sequence[list[int]]) -> None:
    found = verification("wrong", vectors)
    assert found.mismatches == 124
    _, _, c, d = vectors[0]
    model, got = toy.expected(vectors[0])[1], (c & d) ^ 0xFFFFFFFF
    assert found.first == Mismatch("streaming", 0, 1, model, got)
    with pytest.raises(CheckError) as error:
        found.check()
    assert str(error.value) == (
        "124 results differ from the model; first pairing 0, element 1 (streaming): "
        f"expected 0x{model:x}, got 0x{got:x}"
    )


def test_elements_of_several_words_are_told_whole(vectors: Sequence[list[int]]) -> None:
    found = verification("wrong", vectors, element_words=2)
    low, high = toy.expected(vectors[0])
    assert found.first is not None
    assert found.first.element == 0
    assert found.first.expected == high << 32 | low


@pytest.mark.parametrize("bug", toy.BUGS)
def test_every_bug_is_caught(vectors: Sequence[list[int]], bug: str) -> None:
    with pytest.raises(CheckError):
        verification(bug, vectors).check()


def test_a_latency_that_depends_on_the_inputs_is_refused(vectors: Sequence[list[int]]) -> None:
    with pytest.raises(CheckError, match=r"latency of toy depends on its inputs: 1\d cycles for pairing 0"):
        verification("data_dependent", vectors)


def test_a_latency_or_interval_other_than_scheduled_is_refused(vectors: Sequence[list[int]]) -> None:
    verification("", vectors, latency=toy.LATENCY, interval=toy.INTERVAL)
    with pytest.raises(CheckError, match=r"^the latency of toy is 15 cycles, 14 were scheduled$"):
        verification("", vectors, latency=14)
    with pytest.raises(CheckError, match=r"^the interval of toy is 12 cycles, 11 were scheduled$"):
        verification("", vectors, interval=11)


def test_words_that_come_after_every_reset(vectors: Sequence[list[int]]) -> None:
    (key,) = toy.KEY
    low, high = key.words
    results = [[word ^ low for word in toy.expected(words)] for words in vectors]
    core = toy.keyed_core()
    for load, wrong in (((low, high), 0), ((low ^ 1, high), 124)):
        keyed = CoreInterface("toy_keyed", 4, 2, load=load)
        found = verify(core, keyed, Vectors(vectors, results), Passes(timeout=2000))
        assert (found.pairings, found.repeated, found.mismatches) == (100, 24, wrong)
        assert (found.latency, found.interval) == (toy.LATENCY, toy.INTERVAL)
