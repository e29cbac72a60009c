"""Flip-flops that take all that a memory gives become the registers inside the memory.

Imports the netlist.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pairforge.synth.refine.netlist import Cell, Netlist, value
from pairforge.synth.refine.spec import MemoryRegister

__all__ = ["memory_registers"]


def memory_registers(netlist: Netlist) -> None:
    """Use the registers behind memories."""
    if not netlist.spec.memories:
        return
    sinks = netlist.sinks()
    for spec in netlist.spec.memories:
        for _, memory in netlist.of(spec.types):
            if all(value(memory, key) == wanted for key, wanted in spec.only.items()):
                _memory_register(netlist, memory, spec, sinks)


def _memory_register(
    netlist: Netlist, memory: Cell, spec: MemoryRegister, sinks: Mapping[int, Sequence[tuple[str, str, int]]]
) -> None:
    flip_flop, pins = netlist.spec.flip_flop, memory["connections"]
    if any(pins.get(port, ["0"]) != ["0"] for port in spec.still):
        return
    used = [
        (port, place, bit)
        for port in spec.outputs
        for place, bit in enumerate(pins.get(port, ()))
        if isinstance(bit, int) and bit in sinks
    ]
    takers = [sinks[bit] for _, _, bit in used]
    if not used or any(len(found) != 1 or not found[0][0] for found in takers):
        return
    registers = [(found[0][0], found[0][1]) for found in takers]
    enables = set()
    for name, port in registers:
        cell = netlist.cells[name]
        joined = cell["connections"]
        if cell["type"] != flip_flop.type or port != flip_flop.data:
            return
        if joined[flip_flop.clock] != pins[spec.clock]:
            return
        if any(joined.get(still, [wanted]) != [wanted] for still, wanted in flip_flop.still.items()):
            return
        # One that is not given says nothing where `still` holds: how to reset what never is.
        if any(
            value(cell, key) not in (wanted.strip(), "CE", "") for key, wanted in flip_flop.parameters.items()
        ):
            return
        enables.add(tuple(joined.get(flip_flop.enable, ["1"])))
    if len(enables) != 1:
        return
    for (port, place, _), (name, _) in zip(used, registers, strict=True):
        bits = list(pins[port])
        bits[place] = netlist.cells[name]["connections"][flip_flop.output][0]
        pins[port] = bits
        del netlist.cells[name]
    enable = list(enables.pop())
    for port in spec.enables:
        pins[port] = list(enable)
        memory["port_directions"][port] = "input"
    memory["parameters"].update(spec.set)
