"""UltraScale+: Virtex, Kintex and Zynq."""

from __future__ import annotations

from pairforge.synth.family import Part
from pairforge.synth.timing.estimate import DelayModel
from pairforge.targets.base import Fpga, SliceRule
from pairforge.targets.parts import amd, amd_delays, dsp_map

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
    cells=amd.cells(6, amd_delays.ULTRASCALE_PLUS),
    flow=amd.flow("xcup", 6, blocks=dsp_map.dsp48e2(), block_cell="DSP48E2"),
    slowness=0.72,
    timing=DelayModel(
        amd_delays.nets(amd_delays.ULTRASCALE_PLUS, 0.36, 0.07, 0.04),
        "7-series delays times 0.72, by the clock limits of DSP blocks (-1), assumed wires, not routed",
    ),
    constraints=amd.CONSTRAINTS,
    fusesoc=(amd.synthesis("xcup", "xcup", 6), amd.vivado("xcvu9p-flga2104-2-i")),
    models=amd.MODELS,
)
