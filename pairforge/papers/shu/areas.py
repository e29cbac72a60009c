"""Our figures for Table 2: the multiplier CA, synthesized."""

from __future__ import annotations

from pairforge.compiler.field import field_of
from pairforge.hdl import Module, design_files
from pairforge.pairings.registry import pairing_over
from pairforge.papers.base import Value
from pairforge.papers.shu.multiplier import multiplier_ca
from pairforge.synth.yosys import Synthesis
from pairforge.targets.registry import find_fpga
from pairforge.units.digit_serial import DigitSerial
from pairforge.units.fields.binary import BinaryField

__all__ = ["multiplier_row"]


def multiplier_row(name: str, target: str) -> dict[str, Value]:
    """Ours for a row such as "scheme 1 f2-239 D=16"."""
    _, scheme, field, digit = name.split()
    k = field_of(pairing_over(field, "tate"))
    assert isinstance(k, BinaryField)
    unit = DigitSerial(k, int(digit.removeprefix("D=")), "separate")
    rounds = int(scheme)
    found = _synthesized(multiplier_ca(unit, rounds), target)
    cycles = rounds * unit.digits
    period = 1000 / found.timing.fmax_mhz
    row: dict[str, Value] = {
        "FF": found.area.ff,
        "LUT": found.area.lut,
        "slices": found.area.slices or 0,
        "period ns": round(period, 2),
        "latency ns": round(cycles * period, 1),
        "cycles": cycles,
        "LUT x cycles": found.area.lut * cycles,
    }
    if rounds == 1:
        apart = _synthesized(multiplier_ca(unit, rounds, shared=False), target)
        row["LUT unshared"] = apart.area.lut
        row["FF unshared"] = apart.area.ff
    return row


def _synthesized(module: Module, target: str) -> Synthesis:
    return find_fpga(target).synthesize(design_files(module, ""), module.name)
