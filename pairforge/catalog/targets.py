"""Targets: device families, what their logic is made of, and how to synthesize for them.

Literals only. A slice rule is the least number of slices that hold a count of look-up tables (LUT) and
flip-flops (FF); a real packer needs more. The calibration factor says how much more, where a published
design gives the vendor's figure for the same source:

freecores/pairing (F_3^97) took 47,083 LUT4, 31,383 FF and 30,149 slices on an xc4vlx200 with the vendor's
tools; this flow gives 49,521 LUT, 31,380 FF and the bound ceil(max(LUT, FF) / 2) = 24,760. The ratio
30,149 / 24,760 is 1.22. No such pair of figures is known for the other families. The factor was taken with
Yosys' own mapping; this package maps the same source to 47,662 LUT, with which it would be 1.265
(docs/results.md).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil

__all__ = ["CALIBRATION", "TARGETS", "Delays", "Part", "Target"]

CALIBRATION = 1.22
"""Slices of the vendor's packer over the slice bound, Virtex-4 (freecores/pairing on xc4vlx200)."""


@dataclass(frozen=True)
class Delays:
    """Assumed delays, ns, for an estimate before routing.

    Round values of the right size, neither from a data sheet nor calibrated: `lut_ns` of a look-up table and
    `register_ns` for the registers at both ends of a path (not used where Yosys has cell delays), `net_ns` of
    a routed net.
    """

    lut_ns: float
    register_ns: float
    net_ns: float


@dataclass(frozen=True)
class Part:
    """A device that nextpnr places and routes for.

    `name`: as the vendor orders it. `device`, `package`, `speed`: nextpnr's options for it, `device` without
    the dashes; 6 is the slowest grade.
    """

    name: str
    device: str
    package: str
    speed: int


@dataclass(frozen=True)
class Target:
    """A device family.

    Attributes
    ----------
    name: the name a user gives.
    family: as the vendor calls it.
    vendor: who makes it.
    lut_inputs: inputs of a look-up table.
    slice_luts, slice_ffs: contents of a slice, for the slice rule; None where the family's figures are not
        given in slices (UltraScale+ counts CLBs of 8 LUT and 16 FF; the rule is in `slice_rule`).
    slice_rule: the rule in words, for reports.
    calibration: vendor's slices over the slice bound, None where it is not known.
    device: the device the papers used, or a common one of the family.
    dsp: what one DSP block is.
    synth: the synthesis command of Yosys for the family, up to its options.
    srl: whether the flow can turn chains of flip-flops into shift registers in LUTs.
    sta: whether Yosys has cell delays to estimate with (7-series delays, for each of these families).
    delays: what the delay estimate assumes of the family.
    part: the device that is placed and routed for; None where no open tool can.
    """

    name: str
    family: str
    vendor: str
    lut_inputs: int
    slice_luts: int | None
    slice_ffs: int | None
    slice_rule: str
    calibration: float | None
    device: str
    dsp: str
    synth: str
    srl: bool
    sta: bool
    delays: Delays
    part: Part | None = None

    def slices(self, lut: int, ff: int) -> int | None:
        """The least number of slices for these counts, by the family's slice rule."""
        if self.slice_luts is None or self.slice_ffs is None:
            return None
        return max(-(-lut // self.slice_luts), -(-ff // self.slice_ffs))

    def slices_calibrated(self, lut: int, ff: int) -> int | None:
        """The like-for-like estimate of the vendor's slice count: the bound times the calibration factor."""
        bound = self.slices(lut, ff)
        if bound is None or self.calibration is None:
            return None
        # Rounded first: 1.22 is not exact in binary, and 1.22 * 50 must be 61.
        return ceil(round(bound * self.calibration, 6))


_LUT4_RULE = "a slice is 2 LUT4 + 2 FF: ceil(max(LUT, FF) / 2)"
_LUT6_RULE = "a slice is 4 LUT6 + 8 FF: max(ceil(LUT / 4), ceil(FF / 8))"

TARGETS: dict[str, Target] = {
    target.name: target
    for target in (
        Target(
            name="xc2vp",
            family="Virtex-II Pro",
            vendor="AMD (Xilinx)",
            lut_inputs=4,
            slice_luts=2,
            slice_ffs=2,
            slice_rule=_LUT4_RULE,
            calibration=CALIBRATION,
            device="xc2vp100-6",
            dsp="MULT18X18",
            synth="synth_xilinx -family xc2vp -nowidelut -noiopad -noclkbuf",
            srl=False,
            sta=False,
            delays=Delays(0.35, 0.8, 0.8),
        ),
        Target(
            name="xc4v",
            family="Virtex-4",
            vendor="AMD (Xilinx)",
            lut_inputs=4,
            slice_luts=2,
            slice_ffs=2,
            slice_rule=_LUT4_RULE,
            calibration=CALIBRATION,
            device="xc4vlx200-11",
            dsp="DSP48",
            synth="synth_xilinx -family xc4v -nowidelut -noiopad -noclkbuf",
            srl=False,
            sta=False,
            delays=Delays(0.2, 0.6, 0.6),
        ),
        Target(
            name="xc6v",
            family="Virtex-6",
            vendor="AMD (Xilinx)",
            lut_inputs=6,
            slice_luts=4,
            slice_ffs=8,
            slice_rule=_LUT6_RULE,
            calibration=None,
            device="xc6vlx240t-3ff784",
            dsp="DSP48E1",
            synth="synth_xilinx -family xc6v -noiopad -noclkbuf",
            srl=True,
            sta=True,
            delays=Delays(0.1, 0.4, 0.5),
        ),
        Target(
            name="xc7",
            family="7 series",
            vendor="AMD (Xilinx)",
            lut_inputs=6,
            slice_luts=4,
            slice_ffs=8,
            slice_rule=_LUT6_RULE,
            calibration=None,
            device="xc7k325t-2ffg900",
            dsp="DSP48E1",
            synth="synth_xilinx -family xc7 -noiopad -noclkbuf",
            srl=True,
            sta=True,
            delays=Delays(0.1, 0.4, 0.5),
        ),
        Target(
            name="xcup",
            family="UltraScale+",
            vendor="AMD (Xilinx)",
            lut_inputs=6,
            slice_luts=None,
            slice_ffs=None,
            slice_rule="a CLB is 8 LUT6 + 16 FF; no slices are reported",
            calibration=None,
            device="xcvu9p-flga2104-2-i",
            dsp="DSP48E2",
            synth="synth_xilinx -family xcup -noiopad -noclkbuf",
            srl=True,
            sta=True,
            delays=Delays(0.1, 0.3, 0.4),
        ),
        Target(
            name="ecp5",
            family="ECP5",
            vendor="Lattice",
            lut_inputs=4,
            slice_luts=2,
            slice_ffs=2,
            slice_rule=_LUT4_RULE,
            calibration=None,
            device="LFE5U-85F-6BG756C",
            dsp="MULT18X18D",
            synth="synth_ecp5 -nowidelut",
            srl=False,
            sta=False,
            delays=Delays(0.25, 0.8, 1.0),
            part=Part("LFE5U-85F-6BG756C", "85k", "CABGA756", 6),
        ),
    )
}
