"""The 7 series: Artix-7, Kintex-7, Virtex-7. Counts of cells are the same in all three, clocks differ."""

from __future__ import annotations

from pairforge.synth.family import Part
from pairforge.targets.base import Fpga
from pairforge.targets.parts import amd

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
    cells=amd.CELLS_LUT6,
    flow=amd.flow("xc7", 6),
    srl_flow=amd.flow("xc7", 6, srl=True),
    timing=amd.delays(0.1, 0.4, 0.5),
    constraints=amd.CONSTRAINTS,
    fusesoc=(amd.synthesis("xc7", "xc7", 6), amd.vivado("xc7k325tffg900-2")),
    models=amd.MODELS,
)
