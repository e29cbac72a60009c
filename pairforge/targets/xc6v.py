"""Virtex-6."""

from __future__ import annotations

from pairforge.synth.family import Part
from pairforge.synth.timing.estimate import DelayModel
from pairforge.targets.base import Fpga
from pairforge.targets.parts import amd, amd_delays, dsp_map

_SOURCE = "DS150"

TARGET = Fpga(
    name="xc6v",
    family="Virtex-6",
    vendor=amd.VENDOR,
    parts=(
        Part("XC6VLX240T", "Virtex-6", 150_720, 301_440, 768, 832, _SOURCE, "xc6vlx240t-3ff784"),
        Part("XC6VLX130T", "Virtex-6", 80_000, 160_000, 480, 528, _SOURCE),
        Part("XC6VLX550T", "Virtex-6", 343_680, 687_360, 864, 1_264, _SOURCE),
    ),
    lut_inputs=6,
    slice_rule=amd.SLICE_LUT6,
    dsp="DSP48E1",
    cells=amd.cells(6, amd_delays.VIRTEX_6),
    flow=amd.flow("xc6v", 6, blocks=dsp_map.dsp48e1(), block_cell="DSP48E1"),
    slowness=0.77,
    timing=DelayModel(
        amd_delays.nets(amd_delays.VIRTEX_6, 0.39, 0.08, 0.04),
        "7-series delays times 0.77, by the clock limits of DSP blocks (-3), assumed wires, not routed",
    ),
    constraints=amd.CONSTRAINTS,
    fusesoc=(amd.synthesis("xc6v", "xc6v", 6),),
    models=amd.MODELS,
)
