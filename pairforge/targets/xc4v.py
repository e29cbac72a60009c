"""Virtex-4, of most published coprocessors."""

from __future__ import annotations

from pairforge.synth.family import Part
from pairforge.synth.timing.estimate import DelayModel
from pairforge.targets.base import Fpga
from pairforge.targets.parts import amd, amd_delays, dsp_map

_SOURCE = "DS112"

TARGET = Fpga(
    name="xc4v",
    family="Virtex-4",
    vendor=amd.VENDOR,
    parts=(
        Part("XC4VLX200", "Virtex-4", 178_176, 178_176, 96, 336, _SOURCE, "xc4vlx200-11"),
        Part("XC4VLX60", "Virtex-4", 53_248, 53_248, 64, 160, _SOURCE),
        Part("XC4VLX80", "Virtex-4", 71_680, 71_680, 80, 200, _SOURCE),
        Part("XC4VLX100", "Virtex-4", 98_304, 98_304, 96, 240, _SOURCE),
    ),
    lut_inputs=4,
    slice_rule=amd.SLICE_LUT4,
    calibration=amd.CALIBRATION,
    dsp="DSP48",
    cells=amd.cells(4, amd_delays.VIRTEX_4),
    flow=amd.flow("xc4v", 4, blocks=dsp_map.dsp48(), block_cell="DSP48"),
    slowness=1.1,
    timing=DelayModel(amd_delays.nets(amd_delays.VIRTEX_4, 0.48, 0.12, 0.04), amd_delays.CALIBRATED),
    constraints=amd.CONSTRAINTS,
    fusesoc=(amd.synthesis("xc4v", "xc4v", 4),),
    models=amd.MODELS,
)
