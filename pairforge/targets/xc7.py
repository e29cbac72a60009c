"""The 7 series: Artix-7, Kintex-7, Virtex-7. Counts of cells are the same in all three, clocks differ."""

from __future__ import annotations

from pairforge.synth.family import Part
from pairforge.synth.timing.estimate import DelayModel
from pairforge.targets.base import Fpga
from pairforge.targets.parts import amd, amd_delays, dsp_map

_SOURCE = "DS180"

TARGET = Fpga(
    name="xc7",
    family="7 series",
    vendor=amd.VENDOR,
    parts=(
        Part("XC7K325T", "Kintex-7", 203_800, 407_600, 840, 890, _SOURCE, "xc7k325t-2ffg900"),
        Part("XC7A100T", "Artix-7", 63_400, 126_800, 240, 270, _SOURCE),
        Part("XC7A200T", "Artix-7", 134_600, 269_200, 740, 730, _SOURCE),
        Part("XC7K410T", "Kintex-7", 254_200, 508_400, 1_540, 1_590, _SOURCE),
        Part("XC7VX690T", "Virtex-7", 433_200, 866_400, 3_600, 2_940, _SOURCE),
    ),
    lut_inputs=6,
    slice_rule=amd.SLICE_LUT6,
    dsp="DSP48E1",
    cells=amd.cells(6, amd_delays.SEVEN_SERIES),
    flow=amd.flow("xc7", 6, blocks=dsp_map.dsp48e1(), block_cell="DSP48E1"),
    timing=DelayModel(
        amd_delays.nets(amd_delays.SEVEN_SERIES, 0.5, 0.1, 0.05),
        "cells as in Project X-Ray's timing database of Artix-7 (slow corner), assumed wires, not routed",
    ),
    constraints=amd.CONSTRAINTS,
    fusesoc=(amd.synthesis("xc7", "xc7", 6), amd.vivado("xc7k325tffg900-2")),
    models=amd.MODELS,
)
