"""Units of a machine whose words pass in D digits, one a cycle: an operation starts every word cycle.

A word cycle, D cycles, is what a cycle is elsewhere: latency and interval are in word cycles. Operands come
digit by digit in the word cycle in which an operation starts, the lowest digit first, and the result leaves
so.

- An adder works on digits as they come (`SerialAdder`), a move is a memory of D digits (`SerialMove`).
- A multiplier that takes a digit of b in each cycle is given it as it passes (`SerialMontgomery`).
- Any other unit is `WholeWords`: operands are collected, the unit is that for whole words, and its result is
  dealt out.

Imports the hardware layer, the contract of units, and the units that have a form of their own for digits.
"""

from __future__ import annotations

from dataclasses import replace

from pairforge.errors import UserError
from pairforge.hdl.digits import Digits
from pairforge.units.base import KeepingUnit, LoadableUnit, RadixUnit, Unit, WideUnit
from pairforge.units.fields.prime import prime_field
from pairforge.units.in_digits.adder import SerialAdder
from pairforge.units.in_digits.base import DigitUnit
from pairforge.units.in_digits.move import SerialMove
from pairforge.units.in_digits.whole import SerialMontgomery, WholeRadixWords, WholeWords
from pairforge.units.modular_adder import ModularAdder
from pairforge.units.montgomery_pipelined import PipelinedMontgomery
from pairforge.units.parts.signs import ADD, SUBTRACT
from pairforge.units.sum import Sum

__all__ = ["DigitUnit", "in_digits"]

_BLOCK_DIGITS = 64  # of all threads: so many digits are for a block memory


def in_digits(unit: Unit, count: int, threads: int) -> DigitUnit:
    """The unit for words in `count` digits, in a machine of so many threads.

    Raises UserError where there is none.
    """
    field = prime_field(unit.field)
    digits = Digits(field.width, count)
    style = "block" if count * threads >= _BLOCK_DIGITS else "distributed"
    if isinstance(unit, ModularAdder):
        return SerialAdder(unit, digits, style)
    if isinstance(unit, Sum):
        return SerialMove(unit, digits, style)
    if isinstance(unit, (KeepingUnit, WideUnit)) or (isinstance(unit, LoadableUnit) and unit.loaded):
        raise UserError(f"{unit.kind} is not for a machine whose words have digits")
    if set(unit.constants) >= {ADD, SUBTRACT}:
        raise UserError(f"{unit.kind} takes whole words; with digits the adder is a modular-adder")
    if type(unit) is PipelinedMontgomery and (unit.every, unit.digit_size) == (count, digits.size):
        return SerialMontgomery(replace(unit, fed=True), digits, style)
    return (WholeRadixWords if isinstance(unit, RadixUnit) else WholeWords)(unit, digits, style)
