"""A campaign of mutants (docs: explanation/proofs.md): each is killed or explained, none is tried twice."""

import json
from pathlib import Path

import pytest

from benchmarks.mutants import Campaign, Fate, campaign, every_pair, fate_of
from pairforge.bundle.emit import rtl_files
from pairforge.compiler.compile import compile_design
from pairforge.evidence.mutate import mutants
from pairforge.machine.designs import find_design


@pytest.mark.slow
def test_every_mutant_is_killed_or_explained(tmp_path: Path) -> None:
    out = tmp_path / "mutants.jsonl"
    found = campaign("small-f2-5", 6, 1, out)
    assert found.count == 6
    assert not found.left
    assert found.killed
    lines = out.read_text().splitlines()
    assert len(lines) == 6
    assert all(json.loads(line)["killed"] or json.loads(line)["explained"] for line in lines)
    again = campaign("small-f2-5", 6, 1, out)
    assert (again.killed, again.explained) == (found.killed, found.explained)
    assert out.read_text().splitlines() == lines


@pytest.mark.parametrize(
    ("name", "pairs"), [("small-f2-5", 40**2), pytest.param("small-f3-5", 270**2, marks=pytest.mark.slow)]
)
def test_every_pair_of_points_of_a_tiny_core(name: str, pairs: int) -> None:
    sample = every_pair(compile_design(find_design(name, {"effort": "0"})))
    assert sample is not None
    assert len(sample.sent) == pairs


def test_what_is_compared_for_too_long_is_left_and_says_so() -> None:
    """A bit of microcode that nothing reads: no part fails, and the comparison is cut off."""
    compiled = compile_design(find_design("small-f2-5"))
    rtl = rtl_files(compiled)
    mutant = next(each for each in mutants(rtl) if str(each).endswith("29'h00010e00 became 29'h00810e00"))
    assert fate_of(compiled, rtl, mutant, lambda: None, 0.01) == Fate(left="Yosys takes more than 0.01 s")


def test_what_is_left_counts() -> None:
    found = Campaign("a core", left=["a mutant"])
    assert found.count == 1
    assert found.summary()["left"] == ["a mutant"]
