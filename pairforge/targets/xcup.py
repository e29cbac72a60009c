"""UltraScale+: Virtex, Kintex and Zynq."""

from __future__ import annotations

from pairforge.synth.family import Part
from pairforge.targets.base import Fpga, SliceRule
from pairforge.targets.parts import amd

_SOURCE, _ZYNQ = "DS890", "DS891"

TARGET = Fpga(
    name="xcup",
    family="UltraScale+",
    vendor=amd.VENDOR,
    parts=(
        Part(
            "XCVU9P", "Virtex UltraScale+", 1_182_240, 2_364_480, 6_840, 4_320, _SOURCE, "xcvu9p-flga2104-2-i"
        ),
        Part("XCKU5P", "Kintex UltraScale+", 216_960, 433_920, 1_824, 960, _SOURCE),
        Part("XCZU9EG", "Zynq UltraScale+", 274_080, 548_160, 2_520, 1_824, _ZYNQ),
    ),
    lut_inputs=6,
    slice_rule=SliceRule(None, None, "a CLB is 8 LUT6 + 16 FF; no slices are reported"),
    dsp="DSP48E2",
    cells=amd.CELLS_LUT6,
    flow=amd.flow("xcup", 6),
    srl_flow=amd.flow("xcup", 6, srl=True),
    timing=amd.delays(0.1, 0.3, 0.4),
    constraints=amd.CONSTRAINTS,
    fusesoc=(amd.synthesis("xcup", "xcup", 6), amd.vivado("xcvu9p-flga2104-2-i")),
    models=amd.MODELS,
)
