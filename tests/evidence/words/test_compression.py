"""The compression function of SHA-256 is proven as it is in cores, and no wrong one is."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from evidence.words.simulated import simulated
from evidence.words.units import P381, Placed, placed
from pairforge.algebra.sha256 import INITIAL, compressed, words
from pairforge.errors import CheckError
from pairforge.evidence.mutate import mutants
from pairforge.evidence.words.compression import SymbolicWord, compression, numbers
from pairforge.evidence.words.proof import is_covered, prove_operation
from pairforge.units.fields.prime import PrimeField
from pairforge.units.sha256 import Sha256

UNIT = Sha256(PrimeField(P381))


def proven(unit: Placed, files: dict[str, str] | None = None) -> None:
    prove_operation(unit.netlist(files), unit.unit, None, unit.operation(None))


def test_the_standard_as_written_for_proofs_is_that_of_the_algebra() -> None:
    rng = random.Random(1)
    for state in (INITIAL, 0, (1 << 256) - 1, rng.getrandbits(256)):
        block = [rng.getrandbits(256) for _ in range(2)]
        given = numbers([*words(state), *words(block[0]), *words(block[1])])
        assert values(compression(given[:8], given[8:])) == words(compressed(state, *block))


def values(given: Sequence[SymbolicWord]) -> list[int | None]:
    return [word.value for word in given]


@pytest.mark.parametrize(("clock", "threads"), [(0, 1), (250, 16), (500, 2)])
def test_proven(clock: int, threads: int) -> None:
    """In words of 32 bits, and where the clock has no time for a sum of so many, in shorter ones."""
    assert is_covered(UNIT, None)
    proven(placed(UNIT.clocked(clock, threads), threads))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("32'hc67178f2", "32'hc67178f3"),
        ("{block_9[22:16], block_9[47:23]}", "{block_9[23:16], block_9[47:24]}"),
        ("{1'd0, majority[32:1], 1'd0}", "{1'd0, majority[32:1], 1'd1}"),
        ("start ? a[47:0]", "start ? a[48:1]"),
        ("constants[round_0[5:0]]", "constants[round_0[6:1]]"),
        ("(~state_2[31:0] & ", "(state_2[31:0] & "),
        ("{125'h0, result_7_b1_r1", "{125'h1, result_7_b1_r1"),
    ],
)
def test_planted_bugs_are_refused(before: str, after: str) -> None:
    unit = placed(UNIT)
    files = {name: text.replace(before, after, 1) for name, text in unit.files.items()}
    assert files != unit.files
    with pytest.raises(CheckError, match=f"^{unit.module.name}: "):
        proven(unit, files)


@pytest.mark.slow
def test_no_mutant_is_proven_that_is_wrong() -> None:
    """Mutants on random operands; what is wrong for some of them has no proof."""
    unit, rng = placed(UNIT), random.Random(2)
    changed = mutants(unit.files)
    cases = [[rng.getrandbits(256) for _ in range(3)] for _ in range(6)]
    operands = dict(zip("abc", zip(*cases, strict=True), strict=True))
    wanted = [UNIT.function(case) for case in cases]
    found = {(proven, right): 0 for proven in (True, False) for right in (True, False)}
    for mutant in rng.sample(changed, 30):
        netlist, operation = unit.netlist(mutant.files), unit.operation(None)
        try:
            prove_operation(netlist, UNIT, None, operation)
            has = True
        except CheckError:
            has = False
        found[has, simulated(netlist, operation, operands) == wanted] += 1
    assert not found[True, False]
    assert found[False, False] > 10
    assert found[False, True] <= found[True, True]
