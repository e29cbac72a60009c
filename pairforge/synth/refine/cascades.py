"""A DSP block that adds what another one gives takes it by the wire between them.

Imports the netlist.
"""

from __future__ import annotations

from pairforge.synth.refine.netlist import Netlist

__all__ = ["cascades"]


def cascades(netlist: Netlist) -> None:
    """Take sums by the wires of a cascade."""
    for spec in netlist.spec.cascades:
        drivers = {
            tuple(cell["connections"][spec.output]): cell
            for _, cell in netlist.of(spec.types)
            if cell["connections"].get(spec.output)
        }
        for _, cell in netlist.of(spec.types):
            taken = cell["connections"].get(spec.input, [])
            driver = drivers.get(tuple(taken))
            if driver is None:
                continue
            if not any(isinstance(bit, int) for bit in driver["connections"].get(spec.wire, [])):
                driver["connections"][spec.wire] = [next(netlist.fresh) for _ in taken]
                driver["port_directions"][spec.wire] = "output"
            cell["connections"][spec.input] = list(driver["connections"][spec.wire])
