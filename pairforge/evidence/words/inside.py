"""The netlist of a unit that is inside of another one, cut out of that. Imports the netlist."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Bit as Wire
from pairforge.evidence.proof.netlist import Cell, Netlist
from pairforge.evidence.words.graph import refuse
from pairforge.units.base import Unit

_RESULT = "y"


def signals_of(unit: Unit, attributes: Sequence[int | None]) -> Sequence[str]:
    """The control inputs that some operations of a unit have."""
    return list(dict.fromkeys(control.signal for each in attributes for control in unit.controls(each)))


def ports_inside(netlist: Netlist, instance: str, names: Sequence[str]) -> Mapping[str, Sequence[Wire]]:
    """The wires of the ports of an instance, `y` among them; CheckError where one is missing."""
    missing = next((name for name in names if f"{instance}.{name}" not in netlist.nets), None)
    if missing is not None:
        raise refuse(f"no wire is called {instance}.{missing}")
    return {name: netlist.nets[f"{instance}.{name}"] for name in names}


def netlist_inside(netlist: Netlist, instance: str, ports: Mapping[str, Sequence[Wire]]) -> Netlist:
    """The netlist of which the wires that the instance is given are inputs, and `y` is the output."""
    inputs = {name: wires for name, wires in ports.items() if name != _RESULT}
    cells = without_drivers(netlist, list(inputs.values()))
    nets = {name: wires for name, wires in netlist.nets.items() if name.startswith(f"{instance}.")}
    inputs |= {"clk": netlist.inputs["clk"]}
    return replace(netlist, cells=cells, inputs=inputs, outputs={_RESULT: ports[_RESULT]}, nets=nets)


def without_drivers(netlist: Netlist, words: Sequence[Sequence[Wire]]) -> list[Cell]:
    """The cells but for those that drive these wires."""
    given = {wire for wires in words for wire in wires}
    return [
        cell
        for cell in netlist.cells
        if not any(wire in given for port in cell.outputs for wire in cell.pins[port])
    ]


def operation_inside(unit: Unit, attribute: int | None, reads: int, threads: int, delay: int) -> Operation:
    """An operation of the unit inside, whose result is there so many cycles after its operands."""
    values = tuple((c.signal, threads * c.offset, c.value) for c in unit.controls(attribute))
    busy = threads * max(1, min(unit.interval(attribute), unit.latency(attribute)))
    return Operation(values, reads, busy, threads, delay)
