"""Delays of the cells of a Nexus, ns: speed grade 7, the slowest, as in nextpnr's database (Project Oxide).

They are those of the slow corner in the SDF files that nextpnr-nexus writes for an LIFCL-40.

Imports the timing analysis.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.synth.timing.delays import NO_DELAYS, Arc, CellDelays, Delays, Link, Nets, register, table

__all__ = ["CELLS", "NETS"]

_LUT = 0.270
_LAUNCH = 0.389
_ENTER, _BIT, _LEAVE = 0.400, 0.033, 0.266  # of a carry chain; two bits a cell
_BESIDE = 0.0  # from a look-up table to the flip-flop of its slice


def _adder() -> CellDelays:
    """Two bits of a carry chain."""
    first, second = ("A0", "B0", "C0", "D0"), ("A1", "B1", "C1", "D1")
    return CellDelays(
        "carry",
        (
            Arc(("CIN",), ("COUT",), 2 * _BIT),
            Arc(first, ("COUT",), _ENTER + _BIT),
            Arc(second, ("COUT",), _ENTER),
            Arc(("CIN",), ("S0",), _LEAVE),
            Arc(("CIN",), ("S1",), _BIT + _LEAVE),
            Arc(first, ("S0",), _LUT),
            Arc(first, ("S1",), _ENTER + _LEAVE),
            Arc(second, ("S1",), _LUT),
        ),
    )


_SETUP, _TAKEN = 0.946, 1.041  # of a DSP block's input registers: setup, clock to output
_TO_PRODUCT = 0.20 + 2.22  # between the inputs of the multiplier and its product
_TO_REGISTER, _LEFT = 0.54 + 0.722, 0.522  # wire and setup of the output register, its clock to output
_PASSED_IN, _PASSED_OUT = 0.453, 0.54 + 0.178  # past registers that are not used


def _multiplier(parameters: Mapping[str, str]) -> CellDelays:
    """A multiplier, by its registers: in front and behind."""
    front, behind = (parameters.get(name, "").strip() == "REGISTER" for name in ("REGINPUTA", "REGOUTPUT"))
    to_product = (_TAKEN if front else _PASSED_IN) + _TO_PRODUCT
    inputs = ("A", "B")
    if not (front or behind):
        return CellDelays("dsp", (Arc(inputs, ("Z",), to_product + _PASSED_OUT),))
    return CellDelays(
        "dsp",
        (),
        dict.fromkeys(inputs, _SETUP if front else to_product + _TO_REGISTER),
        {"Z": _LEFT if behind else to_product + _PASSED_OUT},
        to_product + _TO_REGISTER if front and behind else 0.0,
    )


_ADDRESSES, _ENABLES = ("AD", "ADW", "ADR"), ("CE", "CEW", "CER", "WE", "CS", "CSW", "CSR", "RST")
_BLOCK = CellDelays(
    "ram",
    (),
    {
        f"{name}{port}": ns
        for port in ("", "A", "B")
        for names, ns in ((("DI",), 0.131), (_ADDRESSES, 0.019), (_ENABLES, 0.386))
        for name in names
    },
    dict.fromkeys(("DO", "DOA", "DOB"), 2.287),
)

CELLS: Mapping[str, Delays] = {
    **dict.fromkeys(("VHI", "VLO"), NO_DELAYS),
    "LUT4": table(_LUT),
    "INV": table(_LUT),
    "FD1P3BX": register({"D": 0.0, "SP": 0.246}, "Q", _LAUNCH),
    "FD1P3DX": register({"D": 0.0, "SP": 0.246}, "Q", _LAUNCH),
    "FD1P3IX": register({"D": 0.0, "SP": 0.246, "CD": 0.25}, "Q", _LAUNCH),
    "FD1P3JX": register({"D": 0.0, "SP": 0.246, "PD": 0.25}, "Q", _LAUNCH),
    "CCU2": _adder(),
    "DPR16X4": CellDelays(
        "ram", (Arc(("RAD",), ("DO",), _LUT),), dict.fromkeys(("DI", "WAD", "WRE"), 0.0), {"DO": 1.284}
    ),
    "MULT18X18": _multiplier,
    **dict.fromkeys(("DP16K", "PDP16K", "PDPSC16K"), _BLOCK),
}

NETS = Nets(
    0.41,
    0.02,
    0.05,
    (
        Link(r"(LUT4|INV)\.Z|CCU2\.S\d|DPR16X4\.DO", r"FD1P3..\.D", _BESIDE),
        Link(r"CCU2\.COUT", r"CCU2\.CIN"),
    ),
)
"""Wires inside a slice, and general ones, which fit eleven routed cores best (`make bench-route`)."""
