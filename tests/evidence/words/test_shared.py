"""One inverter for several cores is proven for all operands of each; what is wrong with it is refused."""

import pytest

from evidence.words.units import P381, Placed, placed, prime
from pairforge.errors import CheckError
from pairforge.evidence.words.proof import is_covered, prove_operation
from pairforge.units.fields.prime import PrimeField
from pairforge.units.inverter_divstep import DivstepInverter
from pairforge.units.parts.shared_inverter import SharedInverter

FIELD = PrimeField(prime(31))


def shared(field: PrimeField, cores: int, threads: int = 1, clock: float = 0) -> SharedInverter:
    return DivstepInverter(field).clocked(clock, threads).for_cores(cores)


def prove(unit: Placed) -> int:
    """In how many ways threads and cores were looked at."""
    return prove_operation(unit.netlist(), unit.unit, None, unit.operation(None)).facts[
        "threads and cores that take part"
    ]


@pytest.mark.parametrize(("cores", "threads", "clock"), [(2, 1, 0), (3, 1, 0), (2, 2, 0), (2, 4, 250)])
def test_it_inverts_for_every_core(cores: int, threads: int, clock: float) -> None:
    """Each thread, and each set of cores that takes part beside the first."""
    assert prove(placed(shared(FIELD, cores, threads, clock), threads)) == threads << cores - 1


@pytest.mark.slow
def test_at_size() -> None:
    assert prove(placed(shared(PrimeField(P381), 2, 16, 200), 16)) == 32


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        ("begun ? R_MOD_P", "begun ? 31'd1", "product 1 is not of the product so far"),
        ("{31{takes_operand1}} & operand1", "{31{takes_operand1}} & operand0", "operand of core 1 is 0 or p"),
        ("& joined1", "& (joined1 | on1)", "operand of core 1 is 0 or p"),
        ("chosen != 31'd0", "chosen[30:1] != 30'd0", "whether an operand is 0 or p"),
        ("chosen[0] ^ (is_zero &", "chosen[0] ^ (is_zero_all &", "product 1 is of another factor"),
        ("~((back0 | back1) & begins)", "~(back1 & begins)", "product 5 is of another factor"),
        ("(on0 & begins) zero0", "(on0) zero0", "product"),
        ("begins & ~zero1", "begins", "product 3 is of another factor"),
        ("& R_MOD_P)\n", "& 31'd1)\n", "product 5 is of another factor"),
        ("multiplied & (on0 | back1)", "multiplied & (on1 | back1)", "product 3 is of another factor"),
        ("multiplied & (on0 | back1)", "multiplied & on0", "the result of core 1"),
        ("assign y = total", "assign y = operand0", "the result of core 0"),
        ("begins_inverse = inverts & begins", "begins_inverse = inverts & again", "inv"),
        ("INVERSE = 5'd19", "INVERSE = 5'd18", "the result is not D or -D"),
        (
            "again = phase == SECOND_BEGIN",
            "again = phase == 5'd7",
            "the unit mul is not asked as it should",
        ),
    ],
)
def test_what_is_wrong_is_refused(before: str, after: str, why: str) -> None:
    unit = placed(shared(FIELD, 2))
    netlist = unit.changed(before, after, 1)
    with pytest.raises(CheckError, match=why):
        prove_operation(netlist, unit.unit, None, unit.operation(None))


def test_what_is_covered() -> None:
    assert is_covered(shared(FIELD, 2), None)
    assert is_covered(shared(PrimeField(P381), 2, 16, 200), None)
    # Of a product by digits of eight bits, few of them, no proof is found.
    assert not is_covered(shared(PrimeField(7207), 2), None)
