"""A block by itself on given units: what operations hold, lengths counted by hand, rejection."""

from collections.abc import Mapping
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pairforge.compiler.abstract import schedule_block
from pairforge.errors import UserError
from pairforge.machine.design import parse_design
from pairforge.machine.designs import find_design
from pairforge.program.text import parse
from pairforge.schedule.abstract import AbstractMachine, AbstractUnit, abstract_machine_of, straight_line
from pairforge.schedule.api import schedule
from pairforge.schedule.problem import Problem

DESIGN = "barenghi-ss512-table1"
CHAIN = parse(
    """program chain over 11^1
block b
  x = input 0
  y = input 1
  m = mul (x) (y)
  q = mul (m) (m)
  s = add 1 (q) (m)
  o = output 0 (s)
"""
)


def chain(reads: int, writes: int = 1, mul: int = 7, add: int = 3) -> Problem:
    abstract = AbstractMachine(
        {"mul": AbstractUnit(1, mul, mul), "add": AbstractUnit(1, add, add)}, reads, writes
    )
    return straight_line(CHAIN, "b", abstract)


@pytest.mark.parametrize(("reads", "product", "square", "total"), [(1, 2, 1, 2), (2, 1, 1, 1), (3, 1, 1, 1)])
def test_length_of_a_chain_by_hand(reads: int, product: int, square: int, total: int) -> None:
    """Two words in, one a tick and written as they come; operands, the unit, a write for each; a word out."""
    found = schedule(chain(reads))
    assert found.optimal
    assert found.length == 2 + (product + 7 + 1) + (square + 7 + 1) + (total + 3 + 1) + 2


def test_operations_hold_read_buses_then_a_unit_then_a_write_bus() -> None:
    uses = {
        a.name: {u.resource: (u.offset, u.duration, u.amount) for u in a.uses} for a in chain(1).activities
    }
    assert uses["m"] == {"read": (0, 2, 1), "mul": (2, 7, 1), "write": (9, 1, 1)}
    assert uses["q"] == {"read": (0, 1, 1), "mul": (1, 7, 1), "write": (8, 1, 1)}
    assert set(uses["o"]) == {"read", "output"}
    assert {a.name: a for a in chain(2).activities}["m"].uses[0].amount == 2


@given(st.integers(1, 3), st.integers(1, 3), st.integers(1, 9), st.integers(1, 9))
@settings(max_examples=30, deadline=None)
def test_more_buses_are_never_worse(reads: int, writes: int, mul: int, add: int) -> None:
    lengths = [schedule(chain(n, writes, mul, add)).length for n in range(1, reads + 1)]
    assert all(later <= earlier for earlier, later in pairwise(lengths))


def test_areas_of_a_machine_add_up() -> None:
    machine = find_design(DESIGN, {"tate.mul.count": "3"}).stages[0]
    assert abstract_machine_of(machine).area == 3 * 3373 + 2734 + 514


def test_a_block_of_a_design() -> None:
    found = schedule_block(find_design(DESIGN, {"tate.mul.count": "1"}), "lucas")
    assert found.schedule.optimal
    assert found.schedule.length == 1 + 2 * 173 + 1 + 1 + 9 + 1


@pytest.mark.parametrize(
    ("name", "settings", "block", "message"),
    [
        (DESIGN, {}, "nix", "no block 'nix' in tate-ss512.tate; there are block0, miller0"),
        (DESIGN, {"tate.add.operation": "inv"}, "miller0", "no unit for operation add"),
        ("barenghi-ss512-m4", {}, "miller0", "kind 'abstract', not 'montgomery'"),
        ("small-f2-5", {}, "miller0", "is scheduled between registers"),
    ],
)
def test_what_cannot_be_scheduled_is_refused(
    name: str, settings: Mapping[str, Any], block: str, message: str
) -> None:
    with pytest.raises(UserError, match=message):
        schedule_block(find_design(name, settings), block)


def test_two_units_of_one_operation_are_refused() -> None:
    machine = find_design(DESIGN).stages[0]
    assert replace(machine, units=machine.units[:1]).unit_for("mul", None) is machine.units[0]
    with pytest.raises(UserError, match="add and move do the same"):
        find_design(DESIGN, {"tate.move.operation": "add"})


def test_powers_of_frobenius_on_units() -> None:
    """A power takes what its unit takes, whichever power it is; negative ones are made positive."""
    text = (Path(__file__).parents[2] / "pairforge" / "catalog" / "designs" / "small-f2-5.toml").read_text()
    head, *_ = text.partition("[[stage.unit]]")
    units = "".join(
        f'[[stage.unit]]\nname = "{kind}_unit"\nkind = "abstract"\noperation = "{kind}"\n'
        f"latency = {latency}\n"
        for kind, latency in (("mul", 5), ("sum", 1), ("frob", 2), ("inv", 9))
    )
    design = parse_design(head + units, "frob.toml", {"effort": "0", "all.storage.style": "registers"})
    (machine,) = design.stages
    unit = machine.unit_for("frob", 3)
    assert unit is not None and unit.name == "frob_unit"
    assert machine.unit_for("frob", -1) is None
    assert schedule_block(design, "main").schedule.length > 0
