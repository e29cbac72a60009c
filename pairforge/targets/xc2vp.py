"""Virtex-II Pro, of the papers before 2008."""

from __future__ import annotations

from pairforge.synth.family import Part
from pairforge.synth.timing.estimate import DelayModel
from pairforge.targets.base import Fpga
from pairforge.targets.parts import amd, amd_delays

_SOURCE = "DS083"

TARGET = Fpga(
    name="xc2vp",
    family="Virtex-II Pro",
    vendor=amd.VENDOR,
    parts=(
        Part("XC2VP100", "Virtex-II Pro", 88_192, 88_192, 444, 444, _SOURCE, "xc2vp100-6"),
        Part("XC2VP20", "Virtex-II Pro", 18_560, 18_560, 88, 88, _SOURCE),
        Part("XC2VP30", "Virtex-II Pro", 27_392, 27_392, 136, 136, _SOURCE),
        Part("XC2VP50", "Virtex-II Pro", 47_232, 47_232, 232, 232, _SOURCE),
        Part("XC2VP70", "Virtex-II Pro", 66_176, 66_176, 328, 328, _SOURCE),
    ),
    lut_inputs=4,
    slice_rule=amd.SLICE_LUT4,
    calibration=amd.CALIBRATION,
    dsp="MULT18X18",
    cells=amd.cells(4, amd_delays.VIRTEX_4.scaled(1 / 0.72)),
    flow=amd.flow("xc2vp", 4),
    slowness=1.5,
    timing=DelayModel(
        amd_delays.nets(amd_delays.VIRTEX_4.scaled(1 / 0.72), 0.67, 0.167, 0.056), amd_delays.CALIBRATED
    ),
    constraints=amd.CONSTRAINTS,
    fusesoc=(amd.synthesis("xc2vp", "xc2vp", 4),),
    models=amd.MODELS,
)
