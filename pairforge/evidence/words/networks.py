"""Adders whose carries go through a network of gates: each that is proven to add is replaced by a sum.

Such an adder has ports a, b, carry_in, total and carry_out, whose names say where it is. That is a hint. It
is proven that its gates make a + b + carry_in of what these wires have, whatever that is: bit by bit, as
functions of bits in the order of their places, in which those of a sum are small.

Registers may stand in it, so that carry_in comes cycles later than a and b: each path from a and b goes
through as many of them, and none from carry_in does. Registers with a + b take their place. What they hold in
the first cycles is anything, and so is the sum with carry_in: whatever the adder gives there, it may be too.
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
_GATES = frozenset(("$and", "$or", "$xor", "$not", "$mux"))
_PARTS = _GATES | {"$add"}
_REGISTER = "$dff"
_SUM = "total of "


def with_sums(netlist: Netlist) -> Netlist:
    """The same netlist with sums in the place of adders that are made of gates.

    Raises CheckError, one line, where such an adder does not add.
    """
    for adder in _adders(netlist):
        gates = _Gates(netlist, adder)
        gates.check()
        netlist = _replaced(netlist, adder, gates.registers)
    return netlist


_Place = tuple[Wire, int]
"""A wire, and how many cycles before that of the result."""


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


class _Gates:
    """What the gates of an adder make of its operands, as functions of their bits.

    `registers`: those on a path from a or b to the result.
    """

    def __init__(self, netlist: Netlist, adder: _Adder) -> None:
        self.netlist, self.adder, self.functions = netlist, adder, Functions()
        self.registers = self._found()
        count = len(self.registers)
        self.made: dict[_Place, int] = {}
        for before in range(count + 1):
            self.made |= {("0", before): FALSE, ("1", before): TRUE}
        places = itertools.chain(*zip(adder.a, adder.b, strict=True))
        for number, wire in enumerate((adder.carry_in, *places)):
            place = wire, count if number else 0
            if place not in self.made:
                self.made[place] = self.functions.variable(number)

    def _found(self) -> Sequence[Cell]:
        """The registers on some path from a or b to the result."""
        operands = {wire for wire in (*self.adder.a, *self.adder.b) if isinstance(wire, int)}
        todo: list[tuple[Wire, tuple[Cell, ...]]] = [(wire, ()) for wire in self.adder.result]
        seen: set[Wire] = {self.adder.carry_in}
        while todo:
            wire, passed = todo.pop()
            if wire in operands:
                return passed
            cell = self.netlist.drivers.get(wire)
            if wire in seen or cell is None:
                continue
            seen.add(wire)
            if cell.kind == _REGISTER:
                todo.append((_before(cell, wire), (*passed, cell)))
            elif cell.kind in _PARTS:
                todo += [(each, passed) for _, bits in cell.input_pins() for each in bits]
        return ()

    def check(self) -> None:
        """Compare what the gates make with the sum."""
        count = len(self.registers)
        a, b = ([self.of(wire, count) for wire in word] for word in (self.adder.a, self.adder.b))
        total, carry_out = self._sum(a, b, self.of(self.adder.carry_in, 0))
        for wire, right in zip(self.adder.result, [*total, carry_out], strict=True):
            if wire in self.netlist.drivers and self.of(wire, 0) != right:
                raise CheckError(f"the network of {self.adder.name} does not add")

    def _sum(self, a: Sequence[int], b: Sequence[int], carry: int) -> tuple[list[int], int]:
        """The bits of a sum, and the carry out."""
        choice, total = self.functions.choice, []
        for x, y in zip(a, b, strict=True):
            differ = choice(x, choice(y, FALSE, TRUE), y)
            total.append(choice(carry, choice(differ, FALSE, TRUE), differ))
            carry = choice(differ, carry, x)
        return total, carry

    def of(self, wire: Wire, before: int) -> int:
        """A wire so many cycles before that of the result; CheckError where it depends on anything but the
        operands.
        """
        todo: list[_Place] = [(wire, before)]
        while todo:
            place = last, at = todo[-1]
            cell = self.netlist.drivers.get(last)
            if place in self.made:
                todo.pop()
            elif cell is not None and at < len(self.registers) and self._is_alike(cell):
                held = _before(cell, last), at + 1
                if held in self.made:
                    self.made[place] = self.made[held]
                else:
                    todo.append(held)
            elif cell is not None and cell.kind in _PARTS:
                todo += self._made_by(cell, place)
            else:
                raise refuse(f"a network for carries reads {self.netlist.names.get(last, last)}")
        return self.made[wire, before]

    def _is_alike(self, cell: Cell) -> bool:
        """Whether it is a register with the clock of the others."""
        clocks = [
            (each.pins["CLK"], each.parameters["CLK_POLARITY"])
            for each in (cell, *self.registers)
            if each.kind == _REGISTER
        ]
        return len(clocks) == 1 + len(self.registers) and all(clock == clocks[0] for clock in clocks)

    def _made_by(self, cell: Cell, place: _Place) -> Sequence[_Place]:
        """Note what a gate or a sum makes; what has to be known before, if any of that is not."""
        wire, at = place
        sums = cell.kind == "$add"
        bits = range(len(cell.pins["Y"])) if sums else [cell.pins["Y"].index(wire)]
        read = [[(_at(cell, port, bit), at) for bit in bits] for port in "ABS" if port in cell.pins]
        missing = [each for operand in read for each in operand if each not in self.made]
        if missing:
            return missing
        values = [[self.made[each] for each in operand] for operand in read]
        if sums:
            first, second = values
            total, _ = self._sum(first, second, FALSE)
            self.made |= {(bit, at): value for bit, value in zip(cell.pins["Y"], total, strict=True)}
        else:
            self.made[place] = self._gate(cell.kind, [value for (value,) in values])
        return ()

    def _gate(self, kind: str, values: Sequence[int]) -> int:
        choice, (x, *others) = self.functions.choice, values
        if kind == "$not":
            return choice(x, FALSE, TRUE)
        if kind == "$mux":
            one, select = others
            return choice(select, one, x)
        (y,) = others
        both: Mapping[str, tuple[int, int]] = {
            "$and": (y, FALSE),
            "$or": (TRUE, y),
            "$xor": (choice(y, FALSE, TRUE), y),
        }
        return choice(x, *both[kind])


def _before(register: Cell, wire: Wire) -> Wire:
    """What a bit of a register takes."""
    return register.pins["D"][register.pins["Q"].index(wire)]


def _at(cell: Cell, port: str, place: int) -> Wire:
    """A bit of an operand; above it is zero. What selects is one bit."""
    bits = cell.pins[port]
    if port == "S":
        return bits[0]
    if cell.parameters.get(f"{port}_SIGNED", 0):
        raise refuse(f"a signed operand of the {cell.kind} {cell.name}")
    return bits[place] if place < len(bits) else "0"


def _replaced(netlist: Netlist, adder: _Adder, registers: Sequence[Cell]) -> Netlist:
    """The netlist with a sum that makes the result; what made it makes wires that nobody reads.

    `registers`: those that stand in it, for as many with a + b.
    """
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
    result = [wire if wire in others else next(free) for wire in adder.result]

    def added(name: str, a: Sequence[Wire], b: Sequence[Wire], y: Sequence[Wire]) -> Cell:
        return Cell(f"{_SUM}{name}", "$add", {"A": a, "B": b, "Y": y}, {}, frozenset("Y"))

    # A bit below both carries the carry in, as in a sum that is written as one.
    a, b = ["1", *adder.a, "0"], [*adder.b, "0"]
    if not registers:
        cells.append(added(adder.name, a, [adder.carry_in, *b], [next(free), *result]))
        return replace(netlist, cells=cells)
    held: Sequence[Wire] = [next(free) for _ in result]
    cells.append(added(f"{adder.name} before", a, ["0", *b], [next(free), *held]))
    for number, register in enumerate(registers):
        pins = {"CLK": register.pins["CLK"], "D": held, "Q": [next(free) for _ in result]}
        parameters = {"WIDTH": len(held), "CLK_POLARITY": register.parameters["CLK_POLARITY"]}
        cells.append(Cell(f"{_SUM}{adder.name} held {number}", _REGISTER, pins, parameters, frozenset("Q")))
        held = pins["Q"]
    cells.append(added(adder.name, held, [adder.carry_in, *("0" for _ in adder.a)], result))
    return replace(netlist, cells=cells)
