"""The wrappers of a core as Verilog files."""

from __future__ import annotations

from pairforge.hdl import Module, design_files
from pairforge.registers.map import Facts
from pairforge.rtl.bus.axi import axi
from pairforge.rtl.bus.wishbone import wishbone


def bus_files(core: Module, facts: Facts, header: str) -> dict[str, str]:
    """File name to text of both wrappers, without the core's own modules."""
    outside = Module(core.name, ports=core.ports)  # the same to look at, with nothing inside to print
    files: dict[str, str] = {}
    for wrapper in (axi, wishbone):
        files |= design_files(wrapper(outside, facts), header)
    del files[f"{core.name}.v"]
    return files
