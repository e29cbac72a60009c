"""In which cycles the words of an operation pass at the ports of a unit, and what is known besides them."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass

from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.words.unrolled import Controls
from pairforge.hdl.digits import DIGIT
from pairforge.hdl.interleave import THREAD
from pairforge.units.base import Unit
from pairforge.units.in_digits.base import DigitUnit


@dataclass(frozen=True)
class Passing:
    """One way in which an operation may pass.

    Attributes
    ----------
    operands, results: the cycles of their digits, the lowest first; of whole words one.
    controls: what is known of inputs that are no operands.
    """

    operands: tuple[int, ...]
    results: tuple[int, ...]
    controls: Controls


def passings_of(netlist: Netlist, unit: Unit, operation: Operation) -> Iterator[Passing]:
    """All of them: where words have digits, for each thread, in a word cycle that is even or odd.

    `operation` is as a box has it: it may begin in any of these ways, and nothing else is known.
    """
    if isinstance(unit, DigitUnit):
        threads = operation.step if THREAD in netlist.inputs else 1
        for thread, odd in itertools.product(range(threads), range(2)):
            yield _in_digits(netlist, unit, operation, thread, odd)
        return
    controls = [name for name in netlist.inputs if name != "clk" and name not in unit.operands]
    yield Passing((0,), (operation.delay,), operation.known(controls))


def _in_digits(netlist: Netlist, unit: DigitUnit, operation: Operation, thread: int, odd: int) -> Passing:
    """From a digit before the first one of the operands on: there cycle 0 is."""
    step, count = operation.step, unit.digits.count
    operands = tuple(step * number for number in range(1, count + 1))
    results = tuple(operands[-1] + operation.delay + step * number for number in range(count))
    known = {
        (DIGIT, step * number): (number - 1 + count * odd) % (2 * count)
        for number in range(results[-1] // step + 1)
    }
    if THREAD in netlist.inputs:
        known |= {(THREAD, cycle): (thread + cycle) % step for cycle in range(results[-1] + 1)}
    asked = {name: value for name, _, value in operation.values}
    for name in netlist.inputs:
        if name in ("clk", DIGIT, THREAD, *unit.operands):
            continue
        known |= {(name, cycle): asked.get(name, 0) for cycle in operands}
        if operation.busy > step:
            known |= {(name, operands[-1] + cycle): 0 for cycle in operation.quiet(count)}
    return Passing(operands, results, known)
