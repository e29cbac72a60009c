"""The check of a unit catches what is wrong: with its function, its latency, its interval."""

from collections.abc import Mapping
from typing import Any

import pytest

from pairforge.errors import CheckError
from pairforge.evidence.operations import operations, play
from pairforge.evidence.unit_check import verify_unit
from pairforge.hdl import Module, xor
from pairforge.units.base import ControlInput
from pairforge.units.digit_serial import DigitSerial
from pairforge.units.fields.binary import BinaryField
from pairforge.units.frobenius_chain import FrobeniusChain
from pairforge.units.sum import Sum

FIELD = BinaryField((11, 2, 0))


class Wrong(Sum):
    """A sum whose hardware has so many registers, and leaves out the last bit where `broken`."""

    registers = 1
    broken = False

    def module(self) -> Module:
        m = Module("wrong_sum")
        m.input("clk")
        a, b = (m.input(name, self.field.m) for name in self.operands)
        value = m.wire("total", xor(a, b) if not self.broken else a)
        for i in range(self.registers):
            value = m.reg(f"r{i}", value)
        m.output("y", value)
        return m


def wrong(**changes: Any) -> Wrong:
    kind: type[Wrong] = type("Changed", (Wrong,), changes)
    return kind(FIELD, 2)


def test_a_right_one_passes() -> None:
    unit = wrong()
    found = verify_unit(unit, operations(unit, 20))
    assert found.operations == len(unit.corner_cases()) + 20


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"broken": True}, "wrong_sum, back to back, cycle "),
        ({"registers": 2}, "wrong_sum, back to back, cycle "),
        ({"latency": lambda self, attribute=None: 2, "interval": lambda self, attribute=None: 2}, "expected"),
    ],
)
def test_a_wrong_one_does_not(changes: Mapping[str, Any], message: str) -> None:
    unit = wrong(**changes)
    with pytest.raises(CheckError, match=message):
        verify_unit(unit, operations(unit, 20))


class Held(Sum):
    """A sum that is kept from the cycle after its operands until the next one; said to take two cycles."""

    def latency(self, attribute: Any = None) -> Any:
        return 2

    def interval(self, attribute: Any = None) -> Any:
        return 2

    def controls(self, attribute: Any = None) -> Any:
        return (ControlInput("start", 1, 0, 1),)

    def module(self) -> Module:
        m = Module("held_sum")
        m.input("clk")
        a, b = (m.input(name, self.field.m) for name in self.operands)
        m.output("y", m.reg("total", xor(a, b), enable=m.input("start")))
        return m


def test_a_result_that_is_always_sooner_than_said_is_found() -> None:
    unit = Held(FIELD, 2)
    with pytest.raises(CheckError, match="held_sum, back to back: every result is there a cycle sooner"):
        verify_unit(unit, operations(unit, 20))


def test_a_unit_may_say_that_results_can_be_sooner() -> None:
    unit = type("Sooner", (Held,), {"sooner": True})(FIELD, 2)
    assert verify_unit(unit, operations(unit, 20)).operations == len(unit.corner_cases()) + 20


def test_constants_of_a_chain_take_one_step_and_more() -> None:
    unit = FrobeniusChain(FIELD, (1, 3))
    assert {unit.latency(k) for k in unit.constants} == {1, 2, 3, 4}


def test_operations_follow_the_interval_and_carry_noise_between() -> None:
    unit = DigitSerial(FIELD, 4)
    todo = operations(unit, 5)
    plan = play(unit, todo)
    steps = {b - a for (a, _), (b, _) in zip(plan.results, plan.results[1:], strict=False)}
    assert steps == {unit.interval()}
    assert len({row["a"] for row in plan.inputs}) > len(todo)
    assert plan == play(unit, todo)
    assert plan != play(unit, todo, gaps=True)
