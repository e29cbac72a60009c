"""Virtex-4, of most published coprocessors."""

from __future__ import annotations

from pairforge.synth.family import Part
from pairforge.synth.timing import Delays
from pairforge.targets.base import Fpga
from pairforge.targets.parts import amd

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
    cells=amd.CELLS_LUT4,
    flow=amd.flow("xc4v", 4),
    timing=Delays(0.2, 0.6, 0.6),
    constraints=amd.CONSTRAINTS,
    fusesoc=(amd.synthesis("xc4v", "xc4v", 4),),
    models=amd.MODELS,
)
