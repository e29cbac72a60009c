"""A unit's netlist over the cycles of one operation, as a graph of words (`graph`).

Operands are known in the cycles in which they are given, control inputs where the operation says what they
are. All else is anything: inputs in other cycles, registers and memories before. What is needed for the
result is followed backwards from it, so that what does not matter is never looked at.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import cached_property

from pairforge.evidence.proof.netlist import Bit as Wire
from pairforge.evidence.proof.netlist import Cell, Netlist
from pairforge.evidence.words.graph import CHOICE, Bit, Graph, Lookup, refuse, word_of

_REGISTERS = frozenset(("$dff", "$dffe", "$sdff", "$sdffe", "$sdffce"))
XOR = 0b0110
"""The table of the function that says whether two bits differ."""

_TABLES: Mapping[str, int] = {
    "$and": 0b1000,
    "$or": 0b1110,
    "$xor": XOR,
    "$xnor": 0b1001,
    "$not": 0b01,
    "$pos": 0b10,
    "$mux": CHOICE,
}
_SHORT: Mapping[str, int] = {"$and": 0, "$or": 1}  # with which operand bit the result is that
_ORDERS = frozenset(("$lt", "$le", "$gt", "$ge"))
_COUNTER = 8  # bits that a counter has at most
_LIMIT = 10_000_000  # cells and cycles that are looked at

Controls = Mapping[tuple[str, int], int]
"""Control input and cycle: its value."""


class _MissingError(Exception):
    """Cells that have to be evaluated first."""

    def __init__(self, keys: Collection[tuple[int, int]]) -> None:
        super().__init__()
        self.keys = keys


class Unrolled:
    """The bits of a netlist in each cycle, as those of a graph.

    Parameters
    ----------
    netlist: of the unit.
    operands: the inputs that are operands, and the bits of the parts of each.
    controls: what is known of control inputs.
    graph: where nodes are made.
    given: bits that are known to be something else, by wire and cycle: where a proof cuts the netlist.
    passes: the cycles in which operands are given, in as many digits, the lowest first.
    """

    def __init__(
        self,
        netlist: Netlist,
        operands: Mapping[str, Sequence[int]],
        controls: Controls,
        graph: Graph,
        given: Mapping[tuple[Wire, int], Bit] | None = None,
        passes: Sequence[int] = (0,),
    ) -> None:
        self.netlist, self.graph = netlist, graph
        self._controls = controls
        self._digit = {cycle: number for number, cycle in enumerate(passes)}
        self.parts: dict[str, list[str]] = {}
        self._operands: dict[str, list[Bit]] = {}
        for port, widths in operands.items():
            self.parts[port] = [f"{port}{i}" for i in range(len(widths))]
            self._operands[port] = [
                (graph.source(name, width, known=True), i)
                for name, width in zip(self.parts[port], widths, strict=True)
                for i in range(width)
            ]
        self._known: dict[tuple[Wire, int], Bit] = dict(given or {})
        self._made: dict[tuple[int, int], Mapping[Wire, Bit]] = {}
        self._writes: dict[tuple[int, int], Sequence[Bit]] = {}
        self._addresses: dict[int, Sequence[Wire]] = {}
        self._kept: dict[tuple[int, int], set[int]] = {}  # by memory and address: cycles without a write
        self._every = [part for cell in netlist.cells for part in _ports_of(cell)]
        self._driver = {
            wire: (cell, port, place)
            for cell in self._every
            for port in cell.outputs
            for place, wire in enumerate(cell.pins[port])
        }
        self._input = {bit: (name, i) for name, bits in netlist.inputs.items() for i, bit in enumerate(bits)}
        self._cells = {id(cell): cell for cell in self._every}

    @cached_property
    def _from_data(self) -> frozenset[int]:
        """The cells that depend, in any cycle, on inputs that are anything: operands, and what is cut."""
        readers: dict[Wire, list[Cell]] = {}
        for cell in self._every:
            for _, bits in cell.input_pins():
                for bit in set(bits):
                    readers.setdefault(bit, []).append(cell)
        known = {"clk", *(name for name, _ in self._controls)}
        todo = [bit for name, bits in self.netlist.inputs.items() if name not in known for bit in bits]
        found: set[int] = set()
        while todo:
            for cell in readers.get(todo.pop(), ()):
                if id(cell) not in found:
                    found.add(id(cell))
                    todo += [bit for port in cell.outputs for bit in cell.pins[port]]
        return frozenset(found)

    def bits(self, wires: Sequence[Wire], cycle: int) -> list[Bit]:
        """The bits of wires in a cycle."""
        while True:
            try:
                return self._all(wires, cycle)
            except _MissingError as missing:
                self._evaluate(missing.keys)

    def times(self) -> dict[Wire, int]:
        """The cycle in which each wire was looked at, of those that are made of others in one cycle only."""
        cycles: dict[int, list[int]] = {}
        for number, cycle in self._made:
            cycles.setdefault(number, []).append(cycle)
        return {
            wire: found[0]
            for number, found in cycles.items()
            if len(found) == 1
            for port in self._cells[number].outputs
            for wire in self._cells[number].pins[port]
        }

    def cycles(self, wire: Wire) -> list[int]:
        """The cycles in which a wire was looked at, of those that a cell makes."""
        if wire not in self._driver:
            return []
        number = id(self._driver[wire][0])
        return sorted(cycle for each, cycle in self._made if each == number)

    def _evaluate(self, keys: Collection[tuple[int, int]]) -> None:
        stack = list(keys)
        while stack:
            key = stack[-1]
            if key in self._made:
                stack.pop()
                continue
            try:
                cell = self._cells[key[0]]
                self._made[key] = self._cell(cell, key[1])
                stack.pop()
            except _MissingError as missing:
                stack += missing.keys
            if len(stack) > _LIMIT:
                raise refuse("a result that depends on too much before it")

    # -- wires ---------------------------------------------------------------------------------------

    def _all(self, wires: Sequence[Wire], cycle: int) -> list[Bit]:
        found: list[Bit] = []
        missing: dict[tuple[int, int], None] = {}
        for wire in wires:
            bit, keys = self._look(wire, cycle)
            if bit is None:
                missing.update(dict.fromkeys(keys))
            else:
                found.append(bit)
        if missing:
            raise _MissingError(list(missing))
        return found

    def _look(self, wire: Wire, cycle: int) -> tuple[Bit | None, Collection[tuple[int, int]]]:
        """A wire in a cycle; None, and the cells that are to be evaluated first, where there are any."""
        if (wire, cycle) not in self._known and wire in self._driver:
            cell = self._driver[wire][0]
            # Nearly all that is missing: nothing has to be raised for it.
            if cell.kind not in _REGISTERS and (id(cell), cycle) not in self._made:
                return None, ((id(cell), cycle),)
        try:
            return self._bit(wire, cycle), ()
        except _MissingError as error:
            return None, error.keys

    def _bit(self, wire: Wire, cycle: int) -> Bit:
        """A wire in a cycle; _MissingError where its cell is to be evaluated first."""
        if isinstance(wire, str):
            if wire in ("0", "1"):
                return int(wire)
            return self._anything(wire, cycle, 0, 1)
        passed: list[tuple[Wire, int]] = []
        while (wire, cycle) not in self._known:
            driver = self._driver.get(wire)
            if driver is None:
                self._known[wire, cycle] = self._from_outside(wire, cycle)
                break
            cell, port, place = driver
            if cell.kind in _REGISTERS:
                before = self._before(cell, place, cycle)
                if isinstance(before[0], str):
                    same = before[0] in ("0", "1")
                    self._known[wire, cycle] = (
                        int(before[0])
                        if same
                        else self._anything(cell.name, cycle, place, len(cell.pins[port]))
                    )
                    break
                passed.append((wire, cycle))
                wire, cycle = before
                continue
            made = self._made.get((id(cell), cycle))
            if made is None:
                raise _MissingError([(id(cell), cycle)])
            self._known[wire, cycle] = made[wire]
        found = self._known[wire, cycle]
        for each in passed:
            self._known[each] = found
        return found

    def _from_outside(self, wire: Wire, cycle: int) -> Bit:
        if wire not in self._input:
            return self._anything(f"wire {wire}", cycle, 0, 1)
        name, place = self._input[wire]
        if cycle in self._digit and name in self._operands:
            return self._operands[name][self._digit[cycle] * len(self.netlist.inputs[name]) + place]
        if (name, cycle) in self._controls:
            return self._controls[name, cycle] >> place & 1
        return self._anything(name, cycle, place, len(self.netlist.inputs[name]))

    def _anything(self, name: str, cycle: int, place: int, width: int) -> Bit:
        return self.graph.source(f"{name} in cycle {cycle}", width, known=False), place

    def _before(self, cell: Cell, place: int, cycle: int) -> tuple[Wire, int]:
        """What a bit of a register was a cycle before; "x": anything."""
        if cycle <= 0:
            wire = cell.pins["D"][place]
            return (wire if cell.kind == "$dff" and isinstance(wire, str) else "x"), cycle - 1
        at = cycle - 1
        reset = "SRST" in cell.pins and self._holds(cell, "SRST", at)
        value = str(cell.parameters["SRST_VALUE"] >> place & 1) if reset else "0"
        if "EN" in cell.pins:
            if reset and cell.kind == "$sdffe":
                return value, at
            if not self._holds(cell, "EN", at):
                return cell.pins["Q"][place], at
        return (value, at) if reset else (cell.pins["D"][place], at)

    def _holds(self, cell: Cell, port: str, cycle: int) -> bool:
        bit = self._bit(cell.pins[port][0], cycle)
        if not isinstance(bit, int):
            raise refuse(f"{port} of register {cell.name} depends on data, or on what is not known")
        return bit == cell.parameters.get(f"{port}_POLARITY", 1)

    # -- cells ---------------------------------------------------------------------------------------

    def _cell(self, cell: Cell, cycle: int) -> Mapping[Wire, Bit]:
        (port,) = cell.outputs
        wires = cell.pins[port]
        return dict(zip(wires, self._result(cell, cycle, len(wires)), strict=True))

    def _result(self, cell: Cell, cycle: int, width: int) -> list[Bit]:
        kind = cell.kind
        if kind == "$mem_v2":
            return self._memory(cell, cycle)
        if kind in _TABLES or kind == "$pmux":
            return self._places(cell, cycle, width)
        operands = [self._operand(cell, port, cycle, width) for port in ("A", "B") if port in cell.pins]
        if all(isinstance(bit, int) for bits in operands for bit in bits):
            numbers = [_number(bits) for bits in operands]
            return _constant(_computed(kind, numbers, [len(bits) for bits in operands]), width)
        if kind in _ORDERS:  # of what is not known: that may be what nothing depends on in the end
            return [self._anything(cell.name, cycle, place, width) for place in range(width)]
        match kind:
            case "$add" | "$sub" if width <= _COUNTER and self.graph.are_control(*operands):
                x, y = operands
                return self.graph.counted(x, y if kind == "$add" else self._not(y), int(kind == "$sub"))
            case "$add":
                return self.graph.sum_of(operands[0], operands[1])
            case "$sub":
                return self.graph.sum_of(operands[0], self._not(operands[1]), 1)
            case "$mul":
                return self.graph.product_of(operands[0], operands[1], width)
            case "$reduce_or" | "$reduce_bool" | "$logic_not":
                found = self.graph.nonzero(operands[0])
                return [self.graph.not_(found) if kind == "$logic_not" else found, *([0] * (width - 1))]
            case "$ne" | "$eq":
                differs = self.graph.nonzero(self.graph.bitwise(XOR, operands, inline=False))
                return [differs if kind == "$ne" else self.graph.not_(differs), *([0] * (width - 1))]
            case "$logic_and" | "$logic_or":
                bits = [self.graph.nonzero(each) for each in operands]
                return self.graph.bitwise(
                    _TABLES[kind.replace("logic_", "")], [[b] for b in bits], inline=False
                )
            case "$shr" | "$shl":
                x, y = operands
                if all(isinstance(bit, int) for bit in y):
                    places = _number(y)
                    moved = x[places:] if kind == "$shr" else [*([0] * min(places, width)), *x]
                    return [*moved, *([0] * width)][:width]
        raise refuse(f"a cell of type {kind}")

    def _not(self, bits: Sequence[Bit]) -> list[Bit]:
        return self.graph.bitwise(_TABLES["$not"], [bits], inline=False)

    def _operand(self, cell: Cell, port: str, cycle: int, width: int) -> list[Bit]:
        """An operand; of sums and comparisons with as many bits as the result, or as the other operand.

        Of a product of numbers in two's complement as well, where both are.
        """
        bits = self._all(cell.pins[port], cycle)
        signed = [cell.parameters.get(f"{each}_SIGNED", 0) for each in "AB"]
        if cell.kind == "$mul" and all(signed):
            return [*bits, *([bits[-1]] * width)][:width]
        if cell.parameters.get(f"{port}_SIGNED", 0):
            raise refuse(f"a signed operand of the {cell.kind} {cell.name}")
        if cell.kind in ("$eq", "$ne", "$lt", "$le", "$gt", "$ge"):
            width = max(len(cell.pins["A"]), len(cell.pins["B"]))
        elif cell.kind not in ("$add", "$sub"):
            return bits
        return [*bits, *([0] * width)][:width]

    def _places(self, cell: Cell, cycle: int, width: int) -> list[Bit]:
        """A function of bits in the same place; operands that do not count are not looked at."""
        pins = cell.pins
        if cell.kind == "$pmux":
            return self._parallel(cell, cycle, width)
        if cell.kind == "$mux":
            select = self._bit(pins["S"][0], cycle)
            if isinstance(select, int):
                return self._all(pins["B" if select else "A"], cycle)
            operands = [self._all(pins[port], cycle) for port in "AB"]
            operands.append([select] * width)
        elif cell.kind in _SHORT:
            operands = self._shortened(cell, cycle, width)
        else:
            operands = [
                [*self._all(pins[port], cycle), *([0] * width)][:width] for port in ("A", "B") if port in pins
            ]
        inline = not any(self._is_named(wire) for wire in pins["Y"])
        return self.graph.bitwise(_TABLES[cell.kind], operands, inline=inline)

    def _is_named(self, wire: Wire) -> bool:
        return not self.netlist.names.get(wire, "$").startswith("$")

    def _shortened(self, cell: Cell, cycle: int, width: int) -> list[list[Bit]]:
        """Operands of and, or; where one decides, the other one is as good as that."""
        decides = _SHORT[cell.kind]
        found: list[list[Bit | None]] = []
        missing: dict[str, dict[tuple[int, int], None]] = {"A": {}, "B": {}}
        wanted: dict[str, list[Collection[tuple[int, int]]]] = {"A": [], "B": []}
        for port in "AB":
            bits: list[Bit | None] = []
            for wire in [*cell.pins[port], *(["0"] * width)][:width]:
                bit, keys = self._look(wire, cycle)
                bits.append(bit)
                wanted[port].append(keys)
            found.append(bits)
        for place in range(width):
            if decides in (found[0][place], found[1][place]):
                found[0][place] = found[1][place] = decides
                continue
            for port in "AB":
                missing[port].update(dict.fromkeys(wanted[port][place]))
        first = sorted(
            (keys for keys in missing.values() if keys),
            key=lambda keys: sum(key[0] in self._from_data for key in keys),
        )
        if first:
            raise _MissingError(list(first[0]))
        return [[bit if bit is not None else decides for bit in bits] for bits in found]

    def _parallel(self, cell: Cell, cycle: int, width: int) -> list[Bit]:
        selects = self._all(cell.pins["S"], cycle)
        chosen = [i for i, select in enumerate(selects) if select != 0]
        if any(not isinstance(select, int) for select in selects) or len(chosen) > 1:
            raise refuse(f"what {cell.name} selects depends on data")
        if not chosen:
            return self._all(cell.pins["A"], cycle)
        return self._all(cell.pins["B"][chosen[0] * width : (chosen[0] + 1) * width], cycle)

    def _memory(self, cell: Cell, cycle: int) -> list[Bit]:
        """A memory that is read in the same cycle."""
        given = cell.parameters
        if given.get("RD_CLK_ENABLE", 0) or given.get("OFFSET", 0):
            raise refuse(f"the memory {cell.name} has registers, or no address 0")
        address = self._all(cell.pins["RD_ADDR"], cycle)
        if given.get("WR_PORTS", 0):
            return self._stored(cell, address, cycle)
        if "INIT" not in given:
            raise refuse(f"the memory {cell.name} is not initialized")
        width, size = given["WIDTH"], given["SIZE"]
        values = [given["INIT"] >> i * width & (1 << width) - 1 for i in range(size)]
        known = all(isinstance(bit, int) for bit in address)
        if (_number(address) if known else (1 << len(address)) - 1) >= size:
            # No content at some addresses: it may be what nothing depends on in the end.
            return [self._anything(cell.name, cycle, place, width) for place in range(width)]
        if known:
            return _constant(values[_number(address)], width)
        number = self.graph.add_node(Lookup(word_of(address), tuple(values), width))
        return [(number, i) for i in range(width)]

    def _stored(self, cell: Cell, address: Sequence[Bit], cycle: int) -> list[Bit]:
        """What was written last at an address, before a cycle."""
        given = cell.parameters
        if given["WR_PORTS"] != 1 or not given["WR_CLK_ENABLE"] or not given["WR_CLK_POLARITY"]:
            raise refuse(f"the memory {cell.name} is not written by one port with the clock")
        if not all(isinstance(bit, int) for bit in address):
            raise refuse(f"where {cell.name} is read depends on data, or on what is not known")
        left, found = list(range(given["WIDTH"])), dict[int, Bit]()
        inside = _number(address) < given["SIZE"]
        kept = self._kept.setdefault((id(cell), _number(address)), set())
        for at in range(cycle - 1, -1, -1) if inside else ():
            if at in kept:
                continue
            pairs = list(zip(address, self._written_at(cell, at), strict=True))
            if any(isinstance(put, int) and put != read for read, put in pairs):
                kept.add(at)
                continue
            wires = list(dict.fromkeys(cell.pins["WR_EN"][place] for place in left))
            enables = dict(zip(wires, self._all(wires, at), strict=True))
            if not all(isinstance(bit, int) for bit in enables.values()):
                raise refuse(f"whether {cell.name} is written depends on data, or on what is not known")
            if len(left) == given["WIDTH"] and not any(enables.values()):
                kept.add(at)
                continue
            written = [place for place in left if enables[cell.pins["WR_EN"][place]]]
            if written and any(not isinstance(put, int) for _, put in pairs):
                raise refuse(f"where {cell.name} is written depends on data, or on what is not known")
            data = self._all([cell.pins["WR_DATA"][place] for place in written], at)
            found |= dict(zip(written, data, strict=True))
            left = [place for place in left if place not in found]
            if not left:
                break
        for place in left:
            found[place] = self._anything(f"{cell.name} at {_number(address)}", -1, place, given["WIDTH"])
        return [found[place] for place in range(given["WIDTH"])]

    def _written_at(self, cell: Cell, cycle: int) -> Sequence[Bit]:
        """Where a memory is written in a cycle."""
        key = id(cell), cycle
        if key not in self._writes:
            if id(cell) not in self._addresses:
                self._addresses[id(cell)] = [self._put(cell, wire) for wire in cell.pins["WR_ADDR"]]
            self._writes[key] = self._all(self._addresses[id(cell)], cycle)
        return self._writes[key]

    def _put(self, cell: Cell, wire: Wire) -> Wire:
        """A wire of an address of a write, as it is where anything is written.

        Yosys makes the address anything where a condition does not hold, by a choice. That may be left out
        where all enables are 0 by the same condition: whether it holds may be unknown, for other threads.
        """
        for port, other in ("AB", "BA"):
            chooser = self._chooser(wire, port, "x")
            if chooser is None:
                continue
            enables = [self._chooser(enable, port, "0") for enable in set(cell.pins["WR_EN"])]
            if all(each is not None and each.pins["S"] == chooser.pins["S"] for each in enables):
                return chooser.pins[other][chooser.pins["Y"].index(wire)]
        return wire

    def _chooser(self, wire: Wire, port: str, constant: str) -> Cell | None:
        """The choice that makes a wire, with a constant in its place at a port."""
        cell = self._driver[wire][0] if wire in self._driver else None
        if cell is None or cell.kind != "$mux":
            return None
        return cell if cell.pins[port][cell.pins["Y"].index(wire)] == constant else None


def _ports_of(cell: Cell) -> Iterator[Cell]:
    """A cell; of a memory one for each port that is read."""
    if cell.kind != "$mem_v2":
        yield cell
        return
    for port in range(cell.parameters["RD_PORTS"]):
        pins = {name: bits for name, bits in cell.pins.items() if name.startswith("WR_")}
        pins |= {
            name: cell.pins[name][port * bits : (port + 1) * bits]
            for name, bits in (
                ("RD_ADDR", cell.parameters["ABITS"]),
                ("RD_DATA", cell.parameters["WIDTH"]),
            )
        }
        yield Cell(cell.name, cell.kind, pins, cell.parameters, cell.outputs)


def _number(bits: Sequence[Bit]) -> int:
    """Of bits that are constants."""
    return sum(bit << i for i, bit in enumerate(bits) if isinstance(bit, int))


_COMPUTED: Mapping[str, Callable[[int, int], int]] = {
    "$add": lambda a, b: a + b,
    "$sub": lambda a, b: a - b,
    "$mul": lambda a, b: a * b,
    "$eq": lambda a, b: int(a == b),
    "$ne": lambda a, b: int(a != b),
    "$lt": lambda a, b: int(a < b),
    "$le": lambda a, b: int(a <= b),
    "$gt": lambda a, b: int(a > b),
    "$ge": lambda a, b: int(a >= b),
    "$logic_and": lambda a, b: int(bool(a) and bool(b)),
    "$logic_or": lambda a, b: int(bool(a) or bool(b)),
    "$shl": lambda a, b: a << b,
    "$shr": lambda a, b: a >> b,
}
_COMPUTED_OF_ONE: Mapping[str, Callable[[int, int], int]] = {
    "$reduce_or": lambda a, _: int(bool(a)),
    "$reduce_bool": lambda a, _: int(bool(a)),
    "$reduce_and": lambda a, width: int(a == (1 << width) - 1),
    "$reduce_xor": lambda a, _: a.bit_count() % 2,
    "$logic_not": lambda a, _: int(not a),
    "$neg": lambda a, _: -a,
}


def _computed(kind: str, numbers: Sequence[int], widths: Sequence[int]) -> int:
    if len(numbers) == 2 and kind in _COMPUTED:
        return _COMPUTED[kind](*numbers)
    if len(numbers) == 1 and kind in _COMPUTED_OF_ONE:
        return _COMPUTED_OF_ONE[kind](numbers[0], widths[0])
    raise refuse(f"a cell of type {kind}")


def _constant(value: int, width: int) -> list[Bit]:
    return [value >> i & 1 for i in range(width)]
