"""What drives many inputs is there several times, each for some of them, in their order.

Imports the netlist.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import count

from pairforge.synth.refine.netlist import Netlist, Sink

__all__ = ["LARGE", "MOST", "MOST_BEFORE_CARRIES", "copies"]

MOST = 64
"""Inputs that a flip-flop or a table drives at most."""

LARGE, MOST_BEFORE_CARRIES = 150_000, 24
"""In a netlist of so many tables and more, where wires are long: inputs that it drives at most if one of them
is a table in front of a carry chain, which leaves no time for a slow wire.
"""


def copies(netlist: Netlist) -> None:
    """Copies of tables have inputs as well, so it is done until there is nothing left to copy."""
    before_carries = _before_carries(netlist)

    def most(sinks: Sequence[Sink]) -> int:
        return MOST_BEFORE_CARRIES if any(cell in before_carries for cell, _, _ in sinks) else MOST

    copied = re.compile(f"{netlist.spec.registers}|{netlist.spec.tables}")
    drivers = {
        bits[0]: (name, port)
        for name, cell in netlist.cells.items()
        if copied.fullmatch(cell["type"])
        for port, bits in cell["connections"].items()
        if cell["port_directions"][port] == "output" and len(bits) == 1
    }
    for _ in range(8):
        many = {bit: found for bit, found in netlist.sinks().items() if len(found) > MOST_BEFORE_CARRIES}
        todo = [
            (drivers[bit], found, limit)
            for bit, found in many.items()
            if bit in drivers and len(found) > (limit := most(found))
        ]
        for driver, found, limit in todo:
            _copy(netlist, *driver, found, limit)
        if not todo:
            return


def _before_carries(netlist: Netlist) -> set[str]:
    """The tables that drive carry chains, of a large netlist; none of a smaller one."""
    tables = dict(netlist.of(netlist.spec.tables))
    if len(tables) < LARGE:
        return set()
    carries = {
        bit
        for _, cell in netlist.of(netlist.spec.carries)
        for bits in cell["connections"].values()
        for bit in bits
    }
    return {
        name
        for name, cell in tables.items()
        if any(
            bit in carries
            for port, bits in cell["connections"].items()
            if cell["port_directions"][port] == "output"
            for bit in bits
        )
    }


def _copy(netlist: Netlist, name: str, port: str, sinks: Sequence[Sink], most: int) -> None:
    """Copies of a cell for all but the first share of its sinks, each for `most` of them; outputs of the core
    stay with it.
    """
    cells = netlist.cells
    inside = [sink for sink in sinks if sink[0]]
    parts = -(-len(inside) // most)
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
