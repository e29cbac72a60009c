"""Proofs of units that collect the digits of words for a unit of whole words inside.

The netlist is cut around the unit inside. Outside of it, control inputs, digits and threads are known: it is
given the operands, whole, in one cycle, and asked for its operation there. What it gives in a later cycle is
the result, digit by digit. Inside, that is a proof of the unit for whole words.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pairforge.errors import CheckError
from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Bit as Wire
from pairforge.evidence.proof.netlist import Netlist
from pairforge.evidence.words.graph import Bit, Graph, Piece, Source, word_of
from pairforge.evidence.words.inside import netlist_inside, operation_inside, ports_inside, signals_of
from pairforge.evidence.words.passing import Passing, passings_of
from pairforge.evidence.words.unrolled import Unrolled
from pairforge.units.base import Unit
from pairforge.units.in_digits.whole import WholeWords

INSIDE = "whole"
"""What the unit inside is called."""

_RESULT = "y in cycle"

Prove = Callable[[Netlist, Unit, Operation], None]
"""Proves an operation of a unit of whole words; CheckError where no proof is found."""


def prove_collected(
    netlist: Netlist,
    unit: WholeWords,
    attribute: int | None,
    operation: Operation,
    output: str,
    prove: Prove,
) -> Mapping[str, int]:
    """Prove an operation of such a unit; returns how much was looked at.

    Raises CheckError, one line, where no proof is found.
    """
    ports = ports_inside(netlist, INSIDE, [*unit.operands, *signals_of(unit.unit, unit.constants), "y"])
    inside = netlist_inside(netlist, INSIDE, ports)
    delays: set[int] = set()
    passings = list(passings_of(netlist, unit, operation))
    for passing in passings:
        delay = _Outside(netlist, unit, attribute, operation, passing, ports).delay(output)
        if delay not in delays:
            asked = operation_inside(unit.unit, attribute, operation.reads, operation.step, delay)
            prove(inside, unit.unit, asked)
        delays.add(delay)
    return {"ways in which digits pass": len(passings)}


class _Outside:
    """What is around the unit inside, in one way in which an operation passes."""

    def __init__(
        self,
        netlist: Netlist,
        unit: WholeWords,
        attribute: int | None,
        operation: Operation,
        passing: Passing,
        ports: Mapping[str, Sequence[Wire]],
    ) -> None:
        self.netlist, self.unit, self.passing, self.ports = netlist, unit, passing, ports
        self.attribute, self.operation = attribute, operation
        self.graph = Graph()
        self.read = unit.operands[: operation.reads]
        widths = [unit.digits.size * unit.digits.count]
        word_cycle = unit.digits.count * operation.step
        last = passing.results[-1]
        # What the unit inside gives, where digits of it may be taken: in each cycle something else.
        given: dict[tuple[Wire, int], Bit] = {}
        for cycle in range(max(0, last - 3 * word_cycle), last + 1):
            result = self._source(f"{_RESULT} {cycle}", len(ports["y"]))
            given |= {(wire, cycle): bit for wire, bit in zip(ports["y"], result, strict=True)}
        words = dict.fromkeys(self.read, widths)
        self.unrolled = Unrolled(netlist, words, passing.controls, self.graph, given, passing.operands)
        self.operands = {name: self._source(f"{name}0", sum(widths)) for name in self.read}

    def _source(self, name: str, width: int) -> list[Bit]:
        number = self.graph.source(name, width, known=True)
        return [(number, place) for place in range(width)]

    def delay(self, output: str) -> int:
        """From the cycle in which the unit inside is asked to that of its result, both as they should be."""
        begin = self._begin()
        threads, unit = self.operation.step, self.unit.unit
        inner = operation_inside(unit, self.attribute, self.operation.reads, threads, 0)
        for name, cycle, value in inner.tests(signals_of(unit, self.unit.constants)):
            wires = self.ports[name]
            if self.unrolled.bits(wires, begin + cycle) != [value >> i & 1 for i in range(len(wires))]:
                raise CheckError(f"the unit inside is not asked as it should be: {name}")
        return self._end(output) - begin

    def _begin(self) -> int:
        """The cycle in which the unit inside gets all operands."""
        last = self.passing.operands[-1]
        wanted = {name: bits[: len(self.ports[name])] for name, bits in self.operands.items()}
        for cycle in range(last, last + 4 * self.operation.step):
            if all(self._is(name, cycle, bits) for name, bits in wanted.items()):
                return cycle
        raise CheckError("the unit inside does not get the operands")

    def _is(self, name: str, cycle: int, bits: Sequence[Bit]) -> bool:
        try:
            return self.unrolled.bits(self.ports[name], cycle) == bits
        except CheckError:  # in a cycle of another thread
            return False

    def _end(self, output: str) -> int:
        """The cycle of the result of the unit inside that leaves in digits."""
        wires = self.netlist.outputs[output]
        bits = [bit for cycle in self.passing.results for bit in self.unrolled.bits(wires, cycle)]
        first, *above = word_of(bits)
        wanted = len(self.ports["y"])
        whole = first.width == wanted and (first.low, first.spread) == (0, False)
        zeros = not above or above == [Piece(None, 0, len(bits) - wanted)]
        source = None if first.node is None else self.graph.nodes[first.node]
        if not (whole and zeros and isinstance(source, Source) and source.name.startswith(_RESULT)):
            raise CheckError("what leaves in digits is not what the unit inside gives")
        return int(source.name.rsplit(maxsplit=1)[1])
