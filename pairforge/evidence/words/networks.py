"""Adders whose carries go through a network of gates: each that is proven to add is replaced by a sum.

Such an adder has ports a, b, carry_in, total and carry_out, whose names say where it is. That is a hint. It
is proven that its gates make a + b + carry_in of what these wires have, whatever that is: bit by bit, as
functions of bits in the order of their places, in which those of a sum are small.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pairforge.errors import CheckError
from pairforge.evidence.proof.netlist import Bit as Wire
from pairforge.evidence.proof.netlist import Cell, Netlist
from pairforge.evidence.words.boolean import FALSE, TRUE, Functions
from pairforge.evidence.words.graph import refuse

_PORTS = ("a", "b", "carry_in", "carry_out")
_GATES = frozenset(("$and", "$or", "$xor", "$not"))
_SUM = "total of "


def with_sums(netlist: Netlist) -> Netlist:
    """The same netlist with sums in the place of adders that are made of gates.

    Raises CheckError, one line, where such an adder does not add.
    """
    for adder in _adders(netlist):
        _check(netlist, adder)
        netlist = _replaced(netlist, adder)
    return netlist


@dataclass(frozen=True)
class _Adder:
    """The wires at the ports of an adder, the lowest first."""

    name: str
    a: Sequence[Wire]
    b: Sequence[Wire]
    carry_in: Wire
    result: Sequence[Wire]
    """The total, and the carry out above it; bits that nobody reads may have no driver, or be "x"."""


def _adders(netlist: Netlist) -> Iterator[_Adder]:
    """Those whose total is made by gates."""
    for net in netlist.nets:
        name, dot, port = net.rpartition(".")
        if port != "carry_out" or any(f"{name}{dot}{each}" not in netlist.nets for each in _PORTS):
            continue
        a, b, carry_in, carry_out = (netlist.nets[f"{name}{dot}{each}"] for each in _PORTS)
        result = [*netlist.nets.get(f"{name}{dot}total", ["x"] * len(a)), *carry_out]
        kinds = {netlist.drivers[wire].kind for wire in result if wire in netlist.drivers}
        if kinds and kinds <= _GATES:
            yield _Adder(name, a, b, carry_in[0], result)


def _check(netlist: Netlist, adder: _Adder) -> None:
    """Compare what the gates make with the sum."""
    gates = _Gates(netlist, adder)
    carry = gates.of(adder.carry_in)
    choice = gates.functions.choice
    wanted = []
    for x, y in zip(map(gates.of, adder.a), map(gates.of, adder.b), strict=True):
        differ = choice(x, choice(y, FALSE, TRUE), y)
        wanted.append(choice(carry, choice(differ, FALSE, TRUE), differ))
        carry = choice(differ, carry, x)
    for wire, right in zip(adder.result, [*wanted, carry], strict=True):
        if wire in netlist.drivers and gates.of(wire) != right:
            raise CheckError(f"the network of {adder.name} does not add")


class _Gates:
    """What the gates of an adder make of its operands, as functions of their bits."""

    def __init__(self, netlist: Netlist, adder: _Adder) -> None:
        self.netlist, self.functions = netlist, Functions()
        self.made: dict[Wire, int] = {"0": FALSE, "1": TRUE}
        places = itertools.chain(*zip(adder.a, adder.b, strict=True))
        for number, wire in enumerate((adder.carry_in, *places)):
            if wire not in self.made:
                self.made[wire] = self.functions.variable(number)

    def of(self, wire: Wire) -> int:
        """A wire; CheckError where it depends on anything but the operands."""
        todo = [wire]
        while todo:
            last = todo[-1]
            cell = self.netlist.drivers.get(last)
            if last in self.made:
                todo.pop()
                continue
            if cell is None or cell.kind not in _GATES:
                raise refuse(f"a network for carries reads {self.netlist.names.get(last, last)}")
            place = cell.pins["Y"].index(last)
            read = [_at(cell, port, place) for port in "AB" if port in cell.pins]
            missing = [each for each in read if each not in self.made]
            if missing:
                todo += missing
            else:
                self.made[last] = self._gate(cell.kind, [self.made[each] for each in read])
        return self.made[wire]

    def _gate(self, kind: str, values: Sequence[int]) -> int:
        choice, (x, *others) = self.functions.choice, values
        if kind == "$not":
            return choice(x, FALSE, TRUE)
        (y,) = others
        both: Mapping[str, tuple[int, int]] = {
            "$and": (y, FALSE),
            "$or": (TRUE, y),
            "$xor": (choice(y, FALSE, TRUE), y),
        }
        return choice(x, *both[kind])


def _at(cell: Cell, port: str, place: int) -> Wire:
    """A bit of an operand; above it is zero."""
    bits = cell.pins[port]
    if cell.parameters.get(f"{port}_SIGNED", 0):
        raise refuse(f"a signed operand of the {cell.kind} {cell.name}")
    return bits[place] if place < len(bits) else "0"


def _replaced(netlist: Netlist, adder: _Adder) -> Netlist:
    """The netlist with a sum that makes the result; what made it makes wires that nobody reads."""
    numbers = (wire for cell in netlist.cells for port in cell.outputs for wire in cell.pins[port])
    free = itertools.count(1 + max(wire for wire in numbers if isinstance(wire, int)))
    others = {wire: next(free) for wire in adder.result if wire in netlist.drivers}
    cells = [
        replace(
            cell,
            pins={
                port: [others.get(wire, wire) for wire in bits] if port in cell.outputs else bits
                for port, bits in cell.pins.items()
            },
        )
        for cell in netlist.cells
    ]
    # A bit below both carries the carry in, as in a sum that is written as one.
    pins: Mapping[str, Sequence[Wire]] = {
        "A": ["1", *adder.a, "0"],
        "B": [adder.carry_in, *adder.b, "0"],
        "Y": [next(free), *(wire if wire in others else next(free) for wire in adder.result)],
    }
    made = Cell(f"{_SUM}{adder.name}", "$add", pins, {}, frozenset("Y"))
    return replace(netlist, cells=[*cells, made])
