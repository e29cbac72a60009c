"""The drivers on a simulated core that looks for faults, and that a number always spoils."""

import importlib
import shutil
from collections.abc import Iterator
from typing import Any

import pytest
from rtl.spoilt import spoilt

from bundle.drivers.built import Built, make

SETTINGS = {"check": "curve", "effort": "0", "faults": "detect"}
SPOILS = 19  # a number in some of the points
RUST = pytest.param("rust", marks=pytest.mark.skipif(not shutil.which("rustc"), reason="no Rust compiler"))
pytestmark = pytest.mark.xdist_group("drivers of a spoilt core")


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    folder = tmp_path_factory.mktemp("spoilt")
    made = Built(folder, "small-f2-5", SETTINGS, lambda core, rtl: spoilt(rtl, core.name, SPOILS))
    yield made
    made.close()


def test_a_fault_is_an_error_of_its_own_and_the_next_input_is_right(built: Built) -> None:
    registers = importlib.import_module("pairforge_registers")
    pairing, core = built.compiled.pairing, built.driver.Core(built.simulated(), built.identity)
    pairs = pairing.random_points(60, seed=4)
    bad = [(P, Q) for P, Q in pairs if SPOILS in (*P, *Q)]
    good = [pair for pair in pairs if pair not in bad]
    assert bad and core.detects_faults
    for (P, Q), (R, S) in zip(good, bad, strict=False):
        with pytest.raises(built.driver.FaultError, match="the core saw a fault: there is no result"):
            core.compute((*R, *S))
        assert core.events() & registers.INTERRUPT_FAULT
        assert tuple(core.compute((*P, *Q))) == pairing.model(P, Q)
        assert not core.events() & registers.INTERRUPT_FAULT
        with pytest.raises(built.driver.OffCurveError):
            core.compute((P[0], P[1] ^ 2, *Q))
    core.transport.close()


def test_a_fault_ends_a_stream(built: Built) -> None:
    core = built.driver.Core(built.simulated(), built.identity)
    rows = [row for row in built.sample.sent.tolist() if SPOILS in row]
    with pytest.raises(built.driver.FaultError):
        list(core.stream(rows))
    core.transport.close()


@pytest.mark.parametrize("language", ["c", "python", RUST])
def test_the_example_of_each_language_names_the_cause(built: Built, language: str) -> None:
    assert any(SPOILS in row for row in built.sample.sent.tolist())
    done = make(built.folder, language)
    assert done.returncode != 0
    assert ("Fault" if language == "rust" else "the core saw a fault: there is no result") in done.stderr
