"""A family that exists nowhere: look-up tables of four inputs, flip-flops, no carry, no memory."""

from pairforge.synth.cells import Cell, Cost
from pairforge.synth.family import Flow, Part
from pairforge.synth.timing.delays import NO_DELAYS, Nets, register, table
from pairforge.synth.timing.estimate import DelayModel
from pairforge.targets.base import Calibration, Fpga, SliceRule
from pairforge.targets.parts.constraints import SDC, Clock, Constrained, ConstraintFormat


def pcf(module: Constrained, clock: Clock) -> str:
    """Constraints in a form of its own."""
    return f"set_frequency {module.clock} {clock.mhz:g}\n"


TARGET = Fpga(
    name="lut4",
    family="Lut-4",
    vendor="Nobody",
    parts=(
        Part("SMALL", "Lut-4", lut=100, ff=100, dsp=1, bram=1, source="invented"),
        Part("LARGE", "Lut-4", lut=100_000, ff=100_000, dsp=100, bram=100, source="invented"),
    ),
    lut_inputs=4,
    slice_rule=SliceRule(4, 4, "a slice is 4 LUT4 + 4 FF"),
    calibration=Calibration(1.5, "invented"),
    dsp="none",
    cells={
        "$lut": Cell(Cost(lut=1), table(1.0)),
        # A register with enable takes two flip-flops: a cost that no other target has.
        "$_DFF_P_": Cell(Cost(ff=1), register({"D": 0.0}, "Q", 1.0)),
        "$_DFFE_PP_": Cell(Cost(ff=2), register({"D": 0.0, "E": 0.0}, "Q", 1.0)),
        "$scopeinfo": Cell(Cost(), NO_DELAYS),
    },
    flow=Flow(
        coarse=(
            "synth -top {module} -run coarse:fine",
            "memory_map",
            "opt -undriven -fine",
            "techmap",
            "opt -fast",
            "dfflegalize -cell $_DFF_P_ 01 -cell $_DFFE_PP_ 01",
            "opt_clean",
        ),
        fine=(),
    ),
    timing=DelayModel(Nets(0.0, 0.0), "1 ns a level, invented"),
    constraints=(SDC, ConstraintFormat("pcf", "PCF", "PCF for no tool", pcf)),
)
