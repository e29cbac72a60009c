"""What the families of AMD (Xilinx) have in common: their cells, their flow in Yosys, Vivado.

Imports synthesis, the models of cells and the constraints.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.evidence.netlist_simulation import CellModels
from pairforge.synth.cells import REGISTER, THROUGH, Arcs, Cell, Cost
from pairforge.synth.family import Flow
from pairforge.synth.timing import Delays
from pairforge.targets.base import Calibration, FusesocFlow, SliceRule
from pairforge.targets.parts.constraints import SDC, XDC

__all__ = [
    "CALIBRATION",
    "CELLS_LUT4",
    "CELLS_LUT6",
    "CONSTRAINTS",
    "MODELS",
    "SLICE_LUT4",
    "SLICE_LUT6",
    "VENDOR",
    "delays",
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


def _distributed(luts: int) -> Cell:
    """Distributed RAM answers an address within the cycle, so it is on paths; what is written is not."""
    return Cell(Cost(lut=luts, lutram=luts), _ADDRESSED)


_ADDRESSED = Arcs(None, {r"A\d*": 1, r"DPRA\d*": 1, r"ADDR[A-H]": 1})
_REGISTERS = ("FDRE", "FDSE", "FDCE", "FDPE", "FDRSE", "FDCPE", "LDCE", "LDPE", "LDCPE")
_WIDTHS = (1, 2, 4, 9, 18, 36)
_LUT, _BLOCK = Cell(Cost(lut=1)), Cell(Cost(bram=1), REGISTER)

_CELLS: dict[str, Cell] = (
    # Wires, constants and buffers of clocks and pins: no logic of ours.
    dict.fromkeys(
        ("GND", "VCC", "BUFG", "BUFGCTRL", "IBUF", "OBUF", "IOBUF", "OBUFT", "$scopeinfo"), Cell(arcs=THROUGH)
    )
    | {f"LUT{n}": _LUT for n in range(1, 7)}
    # An inverter that no LUT took in is a LUT of one input.
    | {"INV": _LUT, "LUT6_2": _LUT}
    | {name + edge: Cell(Cost(ff=1), REGISTER) for name in _REGISTERS for edge in ("", "_1")}
    | {f"MUXF{n}": Cell(Cost(muxf=1), THROUGH) for n in range(5, 10)}
    | dict.fromkeys(("SRL16", "SRL16E", "SRLC16", "SRLC16E", "SRLC32E"), Cell(Cost(lut=1, srl=1), _ADDRESSED))
    | dict.fromkeys(("MUXCY", "CARRY4", "CARRY8"), Cell(Cost(carry=1), THROUGH))
    # The other half of a carry position, and the gate before it: no cell of their own.
    | {"XORCY": Cell(arcs=THROUGH), "MULT_AND": Cell(), "ORCY": Cell()}
    | {"MULT18X18": Cell(Cost(dsp=1)), "MULT18X18S": Cell(Cost(dsp=1), REGISTER)}
    | dict.fromkeys(
        ("DSP48", "DSP48E", "DSP48E1", "DSP48E2"), Cell(Cost(dsp=1), Arcs(registers=("MREG", "PREG")))
    )
    | dict.fromkeys(("RAMB16", "RAMB16BWER", "RAMB18E1", "RAMB18E2"), _BLOCK)
    | dict.fromkeys(("RAMB36E1", "RAMB36E2"), Cell(Cost(bram=2), REGISTER))
    | {f"RAMB16_S{a}": _BLOCK for a in _WIDTHS}
    | {f"RAMB16_S{a}_S{b}": _BLOCK for a in _WIDTHS for b in _WIDTHS}
)

CELLS_LUT4: Mapping[str, Cell] = _CELLS | {
    "RAM16X1S": _distributed(1),
    "RAM16X1D": _distributed(2),
    "RAM32X1S": _distributed(2),
    "RAM32X1D": _distributed(4),
    "RAM64X1S": _distributed(4),
    "RAM64X1D": _distributed(8),
    "RAM128X1S": _distributed(8),
}
CELLS_LUT6: Mapping[str, Cell] = _CELLS | {
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


def _options(family: str, lut_inputs: int) -> tuple[str, ...]:
    """Options of `synth_xilinx`. With LUT4 wide multiplexers would take logic that LUTs do in fewer."""
    return ("-family", family, *(("-nowidelut",) if lut_inputs == 4 else ()), "-noiopad", "-noclkbuf")


def flow(family: str, lut_inputs: int, *, srl: bool = False) -> Flow:
    """The flow of `synth_xilinx`, around our mapping of logic; `srl`: with shift registers in LUTs."""
    command = " ".join(("synth_xilinx", *_options(family, lut_inputs)))
    width = 4 if lut_inputs == 4 else 6
    return Flow(
        coarse=(
            f"{command}{'' if srl else ' -nosrl'} -top {{module}} -run prepare:map_luts",
            "opt_expr -mux_undef -noclkinv",
        ),
        fine=(
            *(("xilinx_srl -fixed -minlen 3",) if srl else ()),
            f"techmap -map +/xilinx/lut_map.v -map +/xilinx/cells_map.v -D LUT_WIDTH={width}",
            "xilinx_dffopt" + (" -lut4" if width == 4 else ""),
            "opt_lut_ins -tech xilinx",
            "clean",
        ),
        cells=("-specify +/xilinx/cells_sim.v", "+/xilinx/cells_xtra.v"),
    )


def delays(lut_ns: float, register_ns: float, net_ns: float) -> Delays:
    """Delays of a family that Yosys has those of the 7 series for."""
    return Delays(lut_ns, register_ns, net_ns, "7-series cell delays of Yosys")


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
