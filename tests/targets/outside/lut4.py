"""A family that exists nowhere: look-up tables of four inputs, flip-flops, no carry, no memory."""

from dataclasses import dataclass

from pairforge.synth.cells import REGISTER, Cell, Cost
from pairforge.synth.family import Flow, Part
from pairforge.synth.timing import Path, Timing
from pairforge.targets.base import Calibration, Fpga, SliceRule
from pairforge.targets.parts.constraints import SDC, Clock, Constrained, ConstraintFormat


@dataclass(frozen=True)
class OneDelay:
    """A nanosecond for each level and one for the registers."""

    cell_delays: str = ""

    def estimate(self, path: Path, logic_ns: float | None) -> Timing:
        """See `TimingModel`."""
        mhz = round(1000 / (path.levels + 1), 1)
        return Timing(path.levels, path.start, path.end, None, mhz, "1 ns a level, invented")


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
        "$lut": Cell(Cost(lut=1)),
        # A register with enable takes two flip-flops: a cost that no other target has.
        "$_DFF_P_": Cell(Cost(ff=1), REGISTER),
        "$_DFFE_PP_": Cell(Cost(ff=2), REGISTER),
        "$scopeinfo": Cell(),
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
    timing=OneDelay(),
    constraints=(SDC, ConstraintFormat("pcf", "PCF", "PCF for no tool", pcf)),
)
