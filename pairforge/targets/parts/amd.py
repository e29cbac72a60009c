"""What the families of AMD (Xilinx) have in common: their cells, their flow in Yosys, Vivado.

Imports synthesis, the models of cells and the constraints.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from pairforge.evidence.netlist_simulation import CellModels
from pairforge.synth.cells import Cell, Cost
from pairforge.synth.family import Flow
from pairforge.synth.refine.spec import Cascade, DelayCell, FlipFlop, MemoryRegister, Refinement
from pairforge.targets.base import Calibration, FusesocFlow, SliceRule
from pairforge.targets.parts.amd_delays import Fabric, cell_delays
from pairforge.targets.parts.constraints import SDC, XDC

__all__ = [
    "CALIBRATION",
    "CONSTRAINTS",
    "MODELS",
    "SLICE_LUT4",
    "SLICE_LUT6",
    "VENDOR",
    "cells",
    "flow",
    "synthesis",
    "vivado",
]

VENDOR = "AMD (Xilinx)"
CONSTRAINTS = (SDC, XDC)
MODELS = CellModels(
    ("xilinx/cells_sim.v",),
    ("block_ram.v", "xilinx_block_ram.v", "xilinx_dsp48e2.v", "xilinx_luts.v"),
)

SLICE_LUT4 = SliceRule(2, 2, "a slice is 2 LUT4 + 2 FF: ceil(max(LUT, FF) / 2)")
SLICE_LUT6 = SliceRule(4, 8, "a slice is 4 LUT6 + 8 FF: max(ceil(LUT / 4), ceil(FF / 8))")

CALIBRATION = Calibration(
    1.22,
    "freecores/pairing (F_3^97) took 47,083 LUT4, 31,383 FF and 30,149 slices on an xc4vlx200 with the "
    "vendor's tools; Yosys' own mapping gives 49,521 LUT, 31,380 FF and the bound ceil(max(LUT, FF) / 2) = "
    "24,760. 30,149 / 24,760 is 1.22. The mapping of this package gives 47,662 LUT for the same source, with "
    "which it would be 1.265 (docs/reference/results.md)",
)
"""Slices of the vendor's packer over the slice bound, Virtex-4. Of no later family are such figures known."""


def _distributed(luts: int) -> Cost:
    return Cost(lut=luts, lutram=luts)


_REGISTERS = ("FDRE", "FDSE", "FDCE", "FDPE", "FDRSE", "FDCPE", "LDCE", "LDPE", "LDCPE")
_WIDTHS = (1, 2, 4, 9, 18, 36)
_LUT, _BLOCK = Cost(lut=1), Cost(bram=1)

_COSTS: dict[str, Cost] = (
    # Wires, constants and buffers of clocks and pins: no logic of ours.
    dict.fromkeys(("GND", "VCC", "BUFG", "BUFGCTRL", "IBUF", "OBUF", "IOBUF", "OBUFT"), Cost())
    | {f"LUT{n}": _LUT for n in range(1, 7)}
    # An inverter that no LUT took in is a LUT of one input.
    | {"INV": _LUT, "LUT6_2": _LUT}
    | {name + edge: Cost(ff=1) for name in _REGISTERS for edge in ("", "_1")}
    | {f"MUXF{n}": Cost(muxf=1) for n in range(5, 10)}
    | dict.fromkeys(("SRL16", "SRL16E", "SRLC16", "SRLC16E", "SRLC32E"), Cost(lut=1, srl=1))
    | dict.fromkeys(("MUXCY", "CARRY4", "CARRY8"), Cost(carry=1))
    # The other half of a carry position, and the gate before it: no cell of their own.
    | dict.fromkeys(("XORCY", "MULT_AND", "ORCY"), Cost())
    | dict.fromkeys(("MULT18X18", "MULT18X18S", "DSP48", "DSP48E", "DSP48E1", "DSP48E2"), Cost(dsp=1))
    | dict.fromkeys(("RAMB16", "RAMB16BWER", "RAMB18E1", "RAMB18E2"), _BLOCK)
    | dict.fromkeys(("RAMB36E1", "RAMB36E2"), Cost(bram=2))
    | {f"RAMB16_S{a}": _BLOCK for a in _WIDTHS}
    | {f"RAMB16_S{a}_S{b}": _BLOCK for a in _WIDTHS for b in _WIDTHS}
)

_COSTS_LUT4: Mapping[str, Cost] = _COSTS | {
    "RAM16X1S": _distributed(1),
    "RAM16X1D": _distributed(2),
    "RAM32X1S": _distributed(2),
    "RAM32X1D": _distributed(4),
    "RAM64X1S": _distributed(4),
    "RAM64X1D": _distributed(8),
    "RAM128X1S": _distributed(8),
}
_COSTS_LUT6: Mapping[str, Cost] = _COSTS | {
    "RAM16X1S": _distributed(1),
    "RAM16X1D": _distributed(2),
    "RAM32X1S": _distributed(1),
    "RAM32X1D": _distributed(2),
    "RAM64X1S": _distributed(1),
    "RAM64X1D": _distributed(2),
    "RAM128X1S": _distributed(2),
    "RAM128X1D": _distributed(4),
    "RAM256X1S": _distributed(4),
    "RAM256X1D": _distributed(8),
    "RAM512X1S": _distributed(8),
    "RAM32M": _distributed(4),
    "RAM64M": _distributed(4),
    "RAM32M16": _distributed(8),
    "RAM64M8": _distributed(8),
    "RAM32X16DR8": _distributed(8),
    "RAM64X8SW": _distributed(8),
}


def cells(lut_inputs: int, fabric: Fabric) -> Mapping[str, Cell]:
    """All cells that synthesis for a family may leave, with its delays."""
    costs, delays = _COSTS_LUT4 if lut_inputs == 4 else _COSTS_LUT6, cell_delays(fabric)
    return {kind: Cell(cost, delays[kind]) for kind, cost in costs.items()}


def _options(family: str, lut_inputs: int) -> tuple[str, ...]:
    """Options of `synth_xilinx`. With LUT4 wide multiplexers would take logic that LUTs do in fewer."""
    return ("-family", family, *(("-nowidelut",) if lut_inputs == 4 else ()), "-noiopad", "-noclkbuf")


_ON = "0" * 31 + "1"

_REFINEMENT = Refinement(
    flip_flop=FlipFlop("FDRE", "D", "Q", "C", "CE", {"R": "0"}, {}),
    registers=r"FD[RSCP]E",
    tables=r"LUT[1-6]|INV",
    carries="CARRY[48]|MUXCY|XORCY",
    cascades=(Cascade(r"DSP48\w*", "P", "PCOUT", "PCIN"),),
    memories=(
        MemoryRegister(
            r"RAMB(18|36)E1",
            ("DOADO", "DOPADOP", "DOBDO", "DOPBDOP"),
            "CLKARDCLK",
            ("REGCEAREGCE",),
            {"DOA_REG": _ON, "DOB_REG": _ON},
            {"RAM_MODE": "SDP"},
        ),
        *(
            MemoryRegister(
                r"RAMB(18|36)E1",
                (f"DO{port}DO", f"DOP{port}DOP"),
                clock,
                (enable,),
                {f"DO{port}_REG": _ON},
                {"RAM_MODE": "TDP"},
            )
            for port, clock, enable in (("A", "CLKARDCLK", "REGCEAREGCE"), ("B", "CLKBWRCLK", "REGCEB"))
        ),
        *(
            MemoryRegister(
                r"RAMB(18|36)E2",
                (f"DOUT{port}DOUT", f"DOUTP{port}DOUTP"),
                clock,
                (enable,),
                {f"DO{port}_REG": _ON},
                {},
            )
            for port, clock, enable in (("A", "CLKARDCLK", "REGCEAREGCE"), ("B", "CLKBWRCLK", "REGCEB"))
        ),
        *(
            MemoryRegister(
                r"RAMB16",
                (f"DO{port}", f"DOP{port}"),
                f"CLK{port}",
                (f"REGCE{port}",),
                {f"DO{port}_REG": _ON},
                {},
                (f"SSR{port}",),
            )
            for port in "AB"
        ),
    ),
)
"""What a mapped netlist still gets; names of cells that a family lacks match nothing."""

_PLACE_LUT4 = (("A0", 1), ("A1", 1), ("A2", 1), ("A3", 1))
_SHIFT_LUT4 = DelayCell("SRL16E", "D", "Q", "CLK", ("CE",), (_PLACE_LUT4,), 16, 2, 2)
_SHIFT_LUT6 = DelayCell("SRLC32E", "D", "Q", "CLK", ("CE",), ((("A", 5),),), 32, 4, 8)


def flow(family: str, lut_inputs: int, *, blocks: str = "", block_cell: str = "") -> Flow:
    """The flow of `synth_xilinx`, around our mapping of logic.

    `blocks`: a map of `dsp_map`, to blocks of the type `block_cell`.
    """
    command = " ".join(("synth_xilinx", *_options(family, lut_inputs)))
    width = 4 if lut_inputs == 4 else 6
    return Flow(
        coarse=(
            f"{command} -nosrl -top {{module}} -run prepare:map_luts",
            "opt_expr -mux_undef -noclkinv",
        ),
        fine=(
            f"techmap -map +/xilinx/lut_map.v -map +/xilinx/cells_map.v -D LUT_WIDTH={width}",
            "xilinx_dffopt" + (" -lut4" if width == 4 else ""),
            "opt_lut_ins -tech xilinx",
            "clean",
        ),
        cells=("-specify +/xilinx/cells_sim.v", "+/xilinx/cells_xtra.v"),
        blocks=blocks,
        block_cell=block_cell,
        dsp_types=r"DSP48\w*",
        dsp_registers={letter: f"{letter}REG" for letter in "ABMP"},
        refinement=replace(_REFINEMENT, delay=_SHIFT_LUT4 if lut_inputs == 4 else _SHIFT_LUT6),
    )


def synthesis(name: str, family: str, lut_inputs: int) -> FusesocFlow:
    """Synthesis in Yosys, by its own flow."""
    return FusesocFlow(
        "synth",
        f"Synthesis for {name} in Yosys",
        "generic",
        {
            "tool": "yosys",
            "arch": "xilinx",
            "yosys_synth_options": list(_options(family, lut_inputs)),
            "output_format": "json",
        },
    )


def vivado(part: str) -> FusesocFlow:
    """Synthesis in Vivado, which has none of the families before the 7 series; `part` as it calls it."""
    return FusesocFlow("vivado", "Synthesis in Vivado", "vivado", {"part": part, "pnr": "none"}, ("xdc",))
