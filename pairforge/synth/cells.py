"""What each cell of a mapped netlist costs, and what it is on a path.

Cost tables by vendor, counted the way the vendor's own reports count: a look-up table (LUT) of any number
of inputs is one LUT; distributed RAM and shift registers are the LUTs they occupy; wide multiplexers and
carry cells sit beside the LUTs. Block RAM is counted in blocks of 18 kbit.

Imports only errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from pairforge.errors import CheckError

__all__ = ["Cost", "cost", "is_boundary"]


@dataclass(frozen=True)
class Cost:
    """What one cell occupies.

    Attributes
    ----------
    lut: LUTs in all; `lutram` and `srl` say how many of them are distributed RAM and shift registers.
    ff: flip-flops and latches.
    dsp: multiplier or DSP blocks.
    bram: blocks of 18 kbit (a 36 kbit block is two).
    carry: carry cells: one bit a cell (MUXCY), four (CARRY4), eight (CARRY8), two (CCU2C).
    muxf: wide-multiplexer cells.
    """

    lut: int = 0
    ff: int = 0
    dsp: int = 0
    bram: int = 0
    carry: int = 0
    muxf: int = 0
    lutram: int = 0
    srl: int = 0

    def __add__(self, other: Cost) -> Cost:
        return Cost(
            self.lut + other.lut,
            self.ff + other.ff,
            self.dsp + other.dsp,
            self.bram + other.bram,
            self.carry + other.carry,
            self.muxf + other.muxf,
            self.lutram + other.lutram,
            self.srl + other.srl,
        )

    def __mul__(self, count: int) -> Cost:
        return Cost(
            self.lut * count,
            self.ff * count,
            self.dsp * count,
            self.bram * count,
            self.carry * count,
            self.muxf * count,
            self.lutram * count,
            self.srl * count,
        )


def _ram(luts: int) -> Cost:
    return Cost(lut=luts, lutram=luts)


_NOTHING = Cost()
_LUT, _FF, _DSP, _MUX, _SRL = Cost(lut=1), Cost(ff=1), Cost(dsp=1), Cost(muxf=1), Cost(lut=1, srl=1)

# Wires, constants and buffers of clocks and pins: no logic of ours.
_FREE = ("GND", "VCC", "BUFG", "BUFGCTRL", "IBUF", "OBUF", "IOBUF", "OBUFT", "$scopeinfo")

_XILINX: dict[str, Cost] = (
    dict.fromkeys(_FREE, _NOTHING)
    | {f"LUT{n}": _LUT for n in range(1, 7)}
    # An inverter that no LUT took in is a LUT of one input.
    | {"INV": _LUT, "LUT6_2": _LUT}
    | {
        name + edge: _FF
        for name in ("FDRE", "FDSE", "FDCE", "FDPE", "FDRSE", "FDCPE", "LDCE", "LDPE", "LDCPE")
        for edge in ("", "_1")
    }
    | {f"MUXF{n}": _MUX for n in range(5, 10)}
    | dict.fromkeys(("SRL16", "SRL16E", "SRLC16", "SRLC16E", "SRLC32E"), _SRL)
    | {"MUXCY": Cost(carry=1), "CARRY4": Cost(carry=1), "CARRY8": Cost(carry=1)}
    # The other half of a carry position, and the gate before it: no cell of their own.
    | {"XORCY": _NOTHING, "MULT_AND": _NOTHING, "ORCY": _NOTHING}
    | dict.fromkeys(("MULT18X18", "MULT18X18S", "DSP48", "DSP48E", "DSP48E1", "DSP48E2"), _DSP)
    | {
        "RAMB16": Cost(bram=1),
        "RAMB16BWER": Cost(bram=1),
        "RAMB18E1": Cost(bram=1),
        "RAMB18E2": Cost(bram=1),
        "RAMB36E1": Cost(bram=2),
        "RAMB36E2": Cost(bram=2),
    }
)
_XILINX |= {f"RAMB16_S{a}": Cost(bram=1) for a in (1, 2, 4, 9, 18, 36)}
_XILINX |= {f"RAMB16_S{a}_S{b}": Cost(bram=1) for a in (1, 2, 4, 9, 18, 36) for b in (1, 2, 4, 9, 18, 36)}

_XILINX_4 = _XILINX | {
    "RAM16X1S": _ram(1),
    "RAM16X1D": _ram(2),
    "RAM32X1S": _ram(2),
    "RAM32X1D": _ram(4),
    "RAM64X1S": _ram(4),
    "RAM64X1D": _ram(8),
    "RAM128X1S": _ram(8),
}
_XILINX_6 = _XILINX | {
    "RAM16X1S": _ram(1),
    "RAM16X1D": _ram(2),
    "RAM32X1S": _ram(1),
    "RAM32X1D": _ram(2),
    "RAM64X1S": _ram(1),
    "RAM64X1D": _ram(2),
    "RAM128X1S": _ram(2),
    "RAM128X1D": _ram(4),
    "RAM256X1S": _ram(4),
    "RAM256X1D": _ram(8),
    "RAM512X1S": _ram(8),
    "RAM32M": _ram(4),
    "RAM64M": _ram(4),
    "RAM32M16": _ram(8),
    "RAM64M8": _ram(8),
    "RAM32X16DR8": _ram(8),
    "RAM64X8SW": _ram(8),
}
_ECP5 = dict.fromkeys(("GSR", "SGSR", "PUR", "VHI", "VLO", "DCCA", "$scopeinfo"), _NOTHING) | {
    "LUT4": _LUT,
    "TRELLIS_FF": _FF,
    "PFUMX": _MUX,
    "L6MUX21": _MUX,
    # Two LUTs in carry mode.
    "CCU2C": Cost(lut=2, carry=1),
    # Four LUTs hold the bits; the write port takes the two LUTs of a third slice.
    "TRELLIS_DPR16X4": _ram(6),
    "MULT18X18D": _DSP,
    "ALU54B": _NOTHING,
    "DP16KD": Cost(bram=1),
    "PDPW16KD": Cost(bram=1),
}

_TABLES: dict[str, Mapping[str, Cost]] = {
    "xc2vp": _XILINX_4,
    "xc4v": _XILINX_4,
    "xc6v": _XILINX_6,
    "xc7": _XILINX_6,
    "xcup": _XILINX_6,
    "ecp5": _ECP5,
}


def cost(target: str, cell: str) -> Cost:
    """What a cell of type `cell` occupies on `target`. Raises CheckError for a type not in the tables."""
    try:
        return _TABLES[target][cell]
    except KeyError:
        raise CheckError(f"synthesis for {target} left a cell {cell} whose area is not known") from None


def is_boundary(cell: str, parameters: Mapping[str, str]) -> bool:
    """Whether paths start and end at this cell: its outputs follow a clock edge and not its inputs.

    Distributed RAM and shift registers answer an address within the cycle, so they are on paths. A DSP
    block is a boundary where it registers its product; a bare one is on paths.
    """
    if cell.startswith(("FD", "LD", "RAMB", "DP16KD", "PDPW16KD")) or cell == "TRELLIS_FF":
        return True
    if cell == "MULT18X18S":
        return True
    if cell.startswith("DSP48"):
        return any(int(parameters.get(name, "0"), 2) for name in ("MREG", "PREG"))
    if cell == "MULT18X18D":
        return any(parameters.get(f"REG_{name}_CLK", "NONE") != "NONE" for name in ("PIPELINE", "OUTPUT"))
    return False
