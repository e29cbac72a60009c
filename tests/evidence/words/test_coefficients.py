"""Units on polynomials in the seed of a BN prime are proven, and no mutant of them that is wrong."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from evidence.words.mutated import compared
from evidence.words.proven import prove_all
from evidence.words.units import Placed, placed
from pairforge.errors import CheckError
from pairforge.evidence.words.proof import prove_operation
from pairforge.pairings.fields import PRIMES
from pairforge.units.base import Unit
from pairforge.units.fields.base import FieldError
from pairforge.units.polynomial import (
    PolynomialAdder,
    PolynomialConverter,
    PolynomialMontgomery,
    SeedPolynomials,
)
from pairforge.units.polynomial.converter import ENTER, LEAVE
from pairforge.units.polynomial.field import POWER, TOP_PLACE
from pairforge.units.sum import Sum

BN258 = SeedPolynomials(PRIMES["fp-bn258"])
ADDER, CONVERTER = placed(PolynomialAdder(BN258)), placed(PolynomialConverter(BN258))
PIPELINED, SERIAL = (placed(PolynomialMontgomery(BN258, core)) for core in ("pipelined", "serial"))
WHOLE = placed(PolynomialMontgomery(BN258, "serial").clocked(165, 1))
PAUSED = placed(PolynomialMontgomery(BN258, pause=8).clocked(175, 1))
UNITS = [ADDER, CONVERTER, PIPELINED, SERIAL, WHOLE, PAUSED]


def sums_of(sign: int, rng: random.Random) -> Iterator[Sequence[int]]:
    """Operands of the adder for all that two neighbouring coefficients and the highest one may carry."""
    for lower, higher, highest in itertools.product((-1, 0, 1), repeat=3):
        places = [(each, BN258.low, POWER - 1) for each in (lower, higher, lower, higher)]
        a, b = [], []
        for carry, most, place in (*places, (highest, BN258.top, TOP_PLACE)):
            first, last = {
                -1: (-2 * most, -(1 << place) - 1),
                0: (-(1 << place), (1 << place) - 1),
                1: (1 << place, 2 * most),
            }[carry]
            total = rng.choice((first, last, rng.randint(first, last)))
            a.append(rng.randint(max(-most, total - most), min(most, total + most)))
            b.append(sign * (total - a[-1]))
        yield BN258.pack(a), BN258.pack(b)


def cases_of(unit: Unit, attribute: int | None, count: int) -> Sequence[Sequence[int]]:
    """Operands, chosen at random and of all signs, at the ends of their bounds and elsewhere."""
    rng = random.Random(4)
    if isinstance(unit, PolynomialConverter) and attribute == ENTER:
        ones = (1 << BN258.p.bit_length()) - 1
        return [[0], [ones], *([rng.randrange(ones)] for _ in range(count - 2))]
    if isinstance(unit, PolynomialAdder):
        return [*sums_of(-1 if attribute == -1 else 1, rng), *sums_of(-1 if attribute == -1 else 1, rng)]
    corners = BN258.corner_elements()

    def word() -> int:
        return rng.choice(corners) if rng.random() < 0.5 else BN258.element(rng.randrange(BN258.order))

    return [[word() for _ in unit.operands] for _ in range(count)]


def is_right(unit: Unit, attribute: int | None, case: Sequence[int], result: int) -> bool:
    """Whether a result is what the contract says: an element by its value, and between its bounds."""
    if isinstance(unit, PolynomialConverter) and attribute == LEAVE:
        return result == BN258.value(case[0])
    try:
        BN258.check(result)
    except FieldError:
        return False
    p, value = BN258.p, BN258.value(result)
    match unit:
        case PolynomialMontgomery():
            return (value * unit.radix - BN258.value(case[0]) * BN258.value(case[1])) % p == 0
        case PolynomialAdder():
            sign = -1 if attribute == -1 else 1
            return (value - BN258.value(case[0]) - sign * BN258.value(case[1])) % p == 0
    return value == case[0] % p


@pytest.mark.parametrize("unit", UNITS, ids=lambda unit: unit.module.name)
def test_what_is_proven_is_so(unit: Placed) -> None:
    """At full size; and what the netlist gives for some operands."""
    prove_all(unit)
    netlist = unit.netlist()
    for attribute in unit.unit.constants:
        cases = cases_of(unit.unit, attribute, 4)
        results = unit.simulated(netlist, attribute, cases)
        assert results == [unit.unit.function(case, attribute) for case in cases]
        assert all(is_right(unit.unit, attribute, *each) for each in zip(cases, results, strict=True))


def test_moves_are_proven_for_all_bits() -> None:
    """Words of polynomials have more bits than p."""
    prove_all(placed(Sum(BN258, 1)))


@pytest.mark.parametrize(
    ("unit", "before", "after"),
    [
        (ADDER, "c4[31] | c4[30]", "c4[31] | c4[29]"),  # a highest coefficient out of its bounds
        (ADDER, "c0[63] | c0[62]", "c0[63] & c0[62]"),
        (CONVERTER, "76'h24", "76'h25"),  # the highest digit of p
        (CONVERTER, "k <= times16777217[79:50]", "k <= {1'd0, times16777217[79:51]}"),
        (PIPELINED, "& HALF)", "& 128'd0)"),  # what is added to c_9
        (PIPELINED, "$signed(z0_x3) * $signed(z0_y3_2)", "z0_x3 * z0_y3_2"),  # without signs
        (SERIAL, "(step == 4'd12) x_carried", "(step == 4'd11) x_carried"),
    ],
)
def test_planted_bugs_are_refused(unit: Placed, before: str, after: str) -> None:
    netlist = unit.changed(before, after)
    with pytest.raises(CheckError, match=f"^{unit.module.name}: "):
        for attribute, operation in unit.operations():
            prove_operation(netlist, unit.unit, attribute, operation)


@pytest.mark.parametrize("unit", [ADDER, CONVERTER, PIPELINED], ids=lambda unit: unit.module.name)
def test_results_come_in_their_cycle(unit: Placed) -> None:
    """A cycle earlier or later there is something else."""
    for attribute, operation in unit.operations():
        for delay in (operation.delay - 1, operation.delay + 1):
            with pytest.raises(CheckError):
                prove_operation(unit.netlist(), unit.unit, attribute, replace(operation, delay=delay))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("unit", "most", "count"), [(ADDER, 60, 60), (CONVERTER, 60, 12), (PIPELINED, 40, 6)]
)
def test_no_mutant_is_proven_that_is_wrong(unit: Placed, most: int, count: int) -> None:
    """Mutants on some operands; what is wrong for some of them has no proof."""

    def right(attribute: int | None, case: Sequence[int], result: int) -> bool:
        return is_right(unit.unit, attribute, case, result)

    found = compared(unit, lambda attribute: cases_of(unit.unit, attribute, count), most, right)
    assert not found[True, False]
    assert found[False, False]
    assert found[False, True] <= found[True, True]
