"""Control never depends on data: a structural check of every wire of a core's netlist.

*Data* is what comes in as words, what functional units give, and whatever is made of these. Everything else
is control. Data may be stored, moved, chosen from and combined; what is made of it is data. It must not reach
what chooses, the address or the enable of a memory, the enable, reset or clock of a register, a control input
of a unit, or a handshake. Then no control wire has a value that depends on data, in any cycle, whatever the
inputs are.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairforge.errors import CheckError
from pairforge.evidence.proof.netlist import Bit, Cell, Netlist

_BITWISE = frozenset(("$and", "$or", "$xor", "$xnor", "$not", "$pos", "$buf"))
"""Cells of which bit i of the result depends on bit i of the operands alone."""

_REGISTERS = frozenset(("$dff", "$dffe", "$sdff", "$sdffe", "$sdffce"))
"""Registers: D goes to Q, everything else is control."""

_MOVING: Mapping[str, frozenset[str]] = {
    "$mux": frozenset("S"),
    "$pmux": frozenset("S"),
    "$bmux": frozenset("S"),
}
"""Cells that choose, and what says so: those ports are control."""


@dataclass(frozen=True)
class Independence:
    """What was found: wires that carry data, and those that carry control; boxes whose results are data."""

    data: int
    control: int
    boxes: int


def check_independence(
    netlist: Netlist,
    data_in: Collection[str],
    data_out: Collection[str],
    operands: Mapping[str, Collection[str]],
    public: Collection[Bit] = (),
) -> Independence:
    """Check the netlist of a core.

    Parameters
    ----------
    data_in, data_out
        The ports of the core that carry words.
    operands
        For each kind of box the ports that take data; all other inputs of it are control.
    public
        Wires that carry something made of the inputs that may be known to everybody, as the number of a job:
        from there on it counts as control.

    Raises
    ------
    CheckError
        Data reaches control; the message names the wire and the cell.
    """
    data = _tainted(netlist, data_in, operands, set(public))
    for cell in netlist.cells:
        for port, bit in _control_pins(cell, operands):
            if bit in data:
                raise CheckError(
                    f"{netlist.top}: data reaches control: {netlist.names.get(bit, bit)} is {port} of the "
                    f"{cell.kind} {cell.name}"
                )
    for name, bits in netlist.outputs.items():
        wrong = None if name in data_out else next((bit for bit in bits if bit in data), None)
        if wrong is not None:
            raise CheckError(f"{netlist.top}: data reaches the output {name}")
    wires = {bit for cell in netlist.cells for bits in cell.pins.values() for bit in bits if bit in data}
    everything = {
        bit for cell in netlist.cells for bits in cell.pins.values() for bit in bits if isinstance(bit, int)
    }
    boxes = sum(cell.kind in operands for cell in netlist.cells)
    return Independence(len(wires), len(everything) - len(wires), boxes)


def _tainted(
    netlist: Netlist,
    data_in: Collection[str],
    operands: Mapping[str, Collection[str]],
    public: set[Bit],
) -> set[Bit]:
    """All wires that data reaches."""
    readers: defaultdict[Bit, list[Cell]] = defaultdict(list)
    for cell in netlist.cells:
        for bit in {bit for _, bits in cell.input_pins() for bit in bits if isinstance(bit, int)}:
            readers[bit].append(cell)
    data: set[Bit] = set()
    todo: deque[Bit] = deque()

    def reach(bits: Iterator[Bit] | Sequence[Bit]) -> None:
        for bit in bits:
            if isinstance(bit, int) and bit not in data and bit not in public:
                data.add(bit)
                todo.append(bit)

    for name in data_in:
        reach(netlist.inputs[name])
    for cell in netlist.cells:
        if cell.kind in operands:
            reach([bit for port in cell.outputs for bit in cell.pins[port]])
    while todo:
        bits = {todo.popleft() for _ in range(len(todo))}
        for cell in {id(cell): cell for bit in bits for cell in readers[bit]}.values():
            if cell.kind not in operands:
                reach(_reached(cell, data))
    return data


def _reached(cell: Cell, data: Collection[Bit]) -> Iterator[Bit]:
    """The bits of a cell's outputs that depend on data at its inputs."""
    pins, kind = cell.pins, cell.kind
    signed = cell.parameters.get("A_SIGNED") or cell.parameters.get("B_SIGNED")
    if (kind in _BITWISE and not signed) or kind in ("$mux", "$pmux"):
        y = pins["Y"]
        yield from (y[i % len(y)] for port in "AB" for i, bit in enumerate(pins.get(port, ())) if bit in data)
    elif kind in _REGISTERS:
        yield from (q for d, q in zip(pins["D"], pins["Q"], strict=True) if d in data)
    elif kind == "$mem_v2":
        width = cell.parameters["WIDTH"]
        stored = {i % width for i, bit in enumerate(pins["WR_DATA"]) if bit in data}
        yield from (bit for i, bit in enumerate(pins["RD_DATA"]) if i % width in stored)
    else:
        yield from (bit for port in cell.outputs for bit in pins[port])


def _control_pins(cell: Cell, operands: Mapping[str, Collection[str]]) -> Iterator[tuple[str, Bit]]:
    """The input bits of a cell that must not be data."""
    if cell.kind in operands:
        free = frozenset(operands[cell.kind])
    elif cell.kind in _BITWISE:
        return
    elif cell.kind in _REGISTERS:
        free = frozenset("D")
    elif cell.kind == "$mem_v2":
        free = frozenset(("WR_DATA",))
    elif cell.kind in _MOVING:
        free = frozenset("AB") - _MOVING[cell.kind]
    else:
        return  # what it makes of data is data
    for port, bits in cell.input_pins():
        if port not in free:
            yield from ((port, bit) for bit in bits)
