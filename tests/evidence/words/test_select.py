"""Multipliers for one pairing alone are proven: sums of many rows, carry-select, U and U - p side by side."""

from __future__ import annotations

import itertools

import pytest

from evidence.words.mutated import compared
from evidence.words.proven import prove_all
from evidence.words.units import P254, P381, placed, prime
from pairforge.errors import CheckError
from pairforge.evidence.words.proof import is_covered, prove_operation
from pairforge.units.fields.prime import PrimeField
from pairforge.units.montgomery_dot import MontgomeryDot
from pairforge.units.montgomery_pipelined import PipelinedMontgomery

SELECT = "carry-select"
BN254 = 0x30644E72E131A029B85045B68181585D97816A916871CA8D3C208C16D87CFD47
TINY, MIDDLE = PrimeField(23), PrimeField(prime(31))
UNIT = placed(PipelinedMontgomery(TINY, 6, network=SELECT))
PAIRS = list(itertools.product(range(23), repeat=2))


def test_what_is_proven_is_so_for_all_operands() -> None:
    prove_all(UNIT)
    wanted = [UNIT.unit.function(pair) for pair in PAIRS]
    assert UNIT.simulated(UNIT.netlist(), None, PAIRS) == wanted


@pytest.mark.parametrize("p", [29, 509, 3023, 7001, prime(31), prime(61)])
def test_multipliers_of_many_primes(p: int) -> None:
    """Factors of m that are few or many, digits of p of one and of several bits."""
    prove_all(placed(PipelinedMontgomery(PrimeField(p), network=SELECT)))


@pytest.mark.parametrize(("width", "levels"), [(80, 0), (100, 0), (80, 1), (110, 2)])
def test_of_a_hundred_bits(width: int, levels: int) -> None:
    """Where T = a b and m = T p' mod R are proven first; of 80 bits, with rows of ones among the rows."""
    prove_all(placed(PipelinedMontgomery(PrimeField(prime(width)), levels=levels, network=SELECT)))


@pytest.mark.slow
@pytest.mark.parametrize("p", [BN254, P381])
def test_full_size(p: int) -> None:
    unit = PipelinedMontgomery(PrimeField(p), levels=0, network=SELECT)
    prove_all(placed(unit.clocked(200, 1)))


def test_what_is_covered() -> None:
    assert is_covered(UNIT.unit, None)
    assert not is_covered(PipelinedMontgomery(MIDDLE, every=4, integrated=True, network=SELECT), None)
    assert not is_covered(PipelinedMontgomery(PrimeField(P254), network=SELECT), None)
    assert is_covered(PipelinedMontgomery(PrimeField(P254), levels=0, network=SELECT), None)
    assert is_covered(PipelinedMontgomery(PrimeField(P381), levels=0, network=SELECT), None)
    assert not is_covered(PipelinedMontgomery(PrimeField(prime(382)), levels=0, network=SELECT), None)
    assert not is_covered(MontgomeryDot(MIDDLE, network=SELECT), None)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("P = 5'd23", "P = 5'd21"),
        ("m_l1_0_0 = t_r0_0_r1[4:0] ^ 5'd8", "m_l1_0_0 = t_r0_0_r1[4:0] ^ 5'd0"),
        ("u_l1_0_0 = u_r0_0_r1 ^ 10'd24", "u_l1_0_0 = u_r0_0_r1 ^ 10'd8"),  # not rounded up
        ("(u_r0_0_r1 & 10'd24) |", "(u_r0_0_r1 & 10'd24) &"),
        ("t_r0_0_r1[9:3]", "t_r0_0_r1[8:2]"),
        ("^ 12'd3360", "^ 12'd3328"),  # less p + 1
        ("u_less[11] ? u_plain_b5_r1 : u_less[9:5]", "u_plain_b5_r1"),  # not subtracted
        ("u_less[11] ?", "u_less[9] ?"),
        ("u_chosen_0_r2 <= u_chosen_0_r1", "u_chosen_0_r2 <= u_chosen_0"),  # too early
    ],
)
def test_planted_bugs_are_refused(before: str, after: str) -> None:
    netlist = UNIT.changed(before, after, 1)
    with pytest.raises(CheckError):
        prove_operation(netlist, UNIT.unit, None, UNIT.operation(None))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("15'd7125", "15'd7127"),  # another m
        ("m_r4_0[23:0]", "{m_r4_0[23:1], 1'd0}"),
        ("{u_l3_0_0[138:0], 62'h0} & {u_l3_0_1[137:0], 63'h0}", "{u_l3_0_0[138:0], 62'h0}"),
        ("u_less_6_chosen[26]", "u_less_6_chosen[24]"),
    ],
)
def test_planted_bugs_are_refused_where_words_come_first(before: str, after: str) -> None:
    wide = placed(PipelinedMontgomery(PrimeField(prime(100)), levels=0, network=SELECT))
    netlist = wide.changed(before, after, 1)
    with pytest.raises(CheckError):
        prove_operation(netlist, wide.unit, None, wide.operation(None))


@pytest.mark.slow
def test_no_mutant_is_proven_that_is_wrong() -> None:
    """All mutants; what is wrong for some operands has no proof, and most of what is right has one."""
    found = compared(UNIT, lambda _: PAIRS, 1000)
    assert not found[True, False]
    assert found[False, False]
    assert found[False, True] <= found[True, True]
