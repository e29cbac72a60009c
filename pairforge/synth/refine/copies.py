"""What drives many inputs is there several times, each for some of them, in their order.

Imports the netlist.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

from pairforge.synth.refine.netlist import Netlist

__all__ = ["MOST", "copies"]

MOST = 64
"""Inputs that a flip-flop or a table drives at most."""


def copies(netlist: Netlist) -> None:
    """Copies of tables have inputs as well, so it is done until there is nothing left to copy."""
    copied = re.compile(f"{netlist.spec.registers}|{netlist.spec.tables}")
    drivers = {
        bits[0]: (name, port)
        for name, cell in netlist.cells.items()
        if copied.fullmatch(cell["type"])
        for port, bits in cell["connections"].items()
        if cell["port_directions"][port] == "output" and len(bits) == 1
    }
    for _ in range(8):
        todo = {bit: found for bit, found in netlist.sinks().items() if len(found) > MOST and bit in drivers}
        for bit, found in todo.items():
            _copy(netlist, *drivers[bit], found)
        if not todo:
            return


def _copy(netlist: Netlist, name: str, port: str, sinks: Sequence[tuple[str, str, int]]) -> None:
    """Copies of a cell for all but the first share of its sinks; outputs of the core stay with it."""
    cells = netlist.cells
    inside = [sink for sink in sinks if sink[0]]
    parts = -(-len(inside) // MOST)
    number = count(1)
    (original_bit,) = cells[name]["connections"][port]
    for k in range(1, parts):
        bit = next(netlist.fresh)
        for sink, at, place in inside[len(inside) * k // parts : len(inside) * (k + 1) // parts]:
            bits = list(cells[sink]["connections"][at])
            bits[place] = bit
            cells[sink]["connections"][at] = bits
        called = next(f"{name}_copy{i}" for i in number if f"{name}_copy{i}" not in cells)
        netlist.named_like(bit, original_bit)
        original = cells[name]
        cells[called] = {**original, "connections": original["connections"] | {port: [bit]}}
