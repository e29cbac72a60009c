"""Delays of the cells of an ECP5, ns: speed grade 6, the slowest, as in nextpnr's database (Project Trellis).

Imports the timing analysis.
"""

from __future__ import annotations

from collections.abc import Mapping

from pairforge.synth.timing.delays import NO_DELAYS, Arc, CellDelays, Delays, Link, Nets, register, table

__all__ = ["CELLS", "NETS"]

_LUT = 0.236
_LAUNCH = 0.525
_ENTER, _BITS, _LEAVE = 0.447, 0.071, 0.443  # of a carry chain; two bits a cell
_RAM, _RAM_REGISTERED = 5.83, 0.53
_BESIDE = 0.13  # from a look-up table to the flip-flop of its slice


def _adder() -> CellDelays:
    """Two bits of a carry chain."""
    first, second = ("A0", "B0", "C0", "D0"), ("A1", "B1", "C1", "D1")
    return CellDelays(
        "carry",
        (
            Arc(("CIN",), ("COUT",), _BITS),
            Arc((*first, *second), ("COUT",), _ENTER),
            Arc(("CIN",), ("S0", "S1"), _LEAVE),
            Arc(first, ("S0",), _LUT),
            Arc(first, ("S1",), _ENTER + _LEAVE),
            Arc(second, ("S1",), _LUT),
        ),
    )


def _on(parameters: Mapping[str, str], name: str) -> bool:
    return parameters.get(name, "NONE").strip() != "NONE"


_FACTORS = (*(f"A{i}" for i in range(18)), *(f"B{i}" for i in range(18)))
_PRODUCT = tuple(f"P{i}" for i in range(36))


def _multiplier(parameters: Mapping[str, str]) -> CellDelays:
    """A multiplier of 18 bits, by its registers: in front, within, behind."""
    front = _on(parameters, "REG_INPUTA_CLK")
    within, behind = _on(parameters, "REG_PIPELINE_CLK"), _on(parameters, "REG_OUTPUT_CLK")
    if not (front or within or behind):
        return CellDelays("dsp", (Arc(_FACTORS, _PRODUCT, 3.9),))
    setup = 0.2 if front else 2.0 if within else 3.2
    launch = 0.6 if behind else 2.0 if within else 3.9
    return CellDelays("dsp", (), dict.fromkeys(_FACTORS, setup), dict.fromkeys(_PRODUCT, launch))


def _block(parameters: Mapping[str, str]) -> CellDelays:
    """A block RAM, by the output registers of its two ports."""
    launch: dict[str, float] = {}
    for port in "AB":
        mode = parameters.get(f"REGMODE_{port}", parameters.get("REGMODE", "NOREG"))
        registered = mode.strip() == "OUTREG"
        launch |= {f"DO{port}{i}": _RAM_REGISTERED if registered else _RAM for i in range(18)}
    launch |= {f"DO{i}": launch["DOA0"] for i in range(36)}
    inputs = [
        f"{pin}{port}{i}"
        for pin, bits in (("AD", 14), ("DI", 18), ("CS", 3))
        for port in "AB"
        for i in range(bits)
    ]
    inputs += [f"{pin}{port}" for pin in ("CE", "OCE", "WE", "RST") for port in "AB"]
    inputs += [
        f"{pin}{i}"
        for pin, bits in (("ADW", 9), ("ADR", 14), ("DI", 36), ("BE", 4), ("CSW", 3), ("CSR", 3))
        for i in range(bits)
    ]
    inside = _RAM if _RAM_REGISTERED in launch.values() else 0.0
    return CellDelays("ram", (), dict.fromkeys((*inputs, "CER", "CEW", "OCER", "RST"), 0.2), launch, inside)


CELLS: Mapping[str, Delays] = dict.fromkeys(("GSR", "SGSR", "PUR", "VHI", "VLO", "DCCA"), NO_DELAYS) | {
    "LUT4": table(_LUT),
    "TRELLIS_FF": register({"DI": 0.0, "M": 0.0, "CE": 0.0, "LSR": 0.3}, "Q", _LAUNCH),
    "PFUMX": CellDelays(arcs=(Arc(("*",), ("*",), 0.173),)),
    "L6MUX21": CellDelays(arcs=(Arc(("*",), ("*",), 0.148),)),
    "CCU2C": _adder(),
    "TRELLIS_DPR16X4": CellDelays(
        "ram", (Arc(("RAD",), ("DO",), _LUT),), dict.fromkeys(("DI", "WAD", "WRE"), 0.1), {"DO": 0.9}
    ),
    "MULT18X18D": _multiplier,
    "ALU54B": NO_DELAYS,
    "DP16KD": _block,
    "PDPW16KD": _block,
}

NETS = Nets(
    0.57,
    0.16,
    0.35,
    (
        Link(r"LUT4\.Z|PFUMX\.Z|L6MUX21\.Z|CCU2C\.S\d|TRELLIS_DPR16X4\.DO", r"TRELLIS_FF\.(DI|M)", _BESIDE),
        Link(r"CCU2C\.COUT", r"CCU2C\.CIN"),
        Link(r"LUT4\.Z", r"PFUMX\.[AB]LUT"),
        Link(r"PFUMX\.Z|L6MUX21\.Z", r"L6MUX21\.D\d"),
    ),
)
"""Wires inside a slice, and general ones, which fit twelve routed cores best (`make bench-route`)."""
