"""What synthesis must be told of a device family: its flow in Yosys, its cells, its delays.

The families themselves stand in `targets`, which imports this. All of a flow is plain data: Yosys runs in a
child process, and the cache is keyed by it.

Imports errors, the cells and the timing model.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Protocol

from pairforge.errors import UserError
from pairforge.synth.cells import Cell
from pairforge.synth.refine.spec import Refinement
from pairforge.synth.timing.estimate import DelayModel

__all__ = ["RESOURCES", "Family", "Flow", "Part", "too_large"]

RESOURCES = {"lut": "LUT", "ff": "FF", "dsp": "DSP", "bram": "block RAM"}
"""What a part has of, as in `area` of result.json, and in words; block RAM in blocks of 18 kbit."""


@dataclass(frozen=True)
class Flow:
    """Commands of Yosys that map a module to look-up tables; `{module}` stands for its name.

    Attributes
    ----------
    coarse: up to the mapping of logic, which this package does itself, by ABC.
    fine: after it, to the cells of the family.
    cells: arguments of `read_verilog -lib`, one command each: the files that declare the family's cells.
    blocks: a map for Yosys's `techmap`, from modules that are one block of the family to that block.
    block_cell: the type of that block, where the family's flow must not change it; the map calls it
        `<type>_whole`.
    refinement: what the mapped netlist still gets.
    dsp_types, dsp_registers: types of DSP blocks, a regular expression, and by a letter the parameter that
        says whether a block uses one of its registers.
    """

    coarse: tuple[str, ...]
    fine: tuple[str, ...]
    cells: tuple[str, ...] = ()
    blocks: str = ""
    block_cell: str = ""
    refinement: Refinement | None = None
    dsp_types: str = "none"
    dsp_registers: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True)
class Part:
    """A device.

    Attributes
    ----------
    name: the device, as the vendor calls it.
    family: the vendor's name of its family.
    lut, ff, dsp, bram: how many it has: look-up tables, flip-flops, DSP or multiplier blocks, block RAM of
        18 kbit.
    source: where these figures are from.
    order: as it is ordered, with package and speed grade; empty where nothing depends on them.
    options: what a router is told of it.
    grades: other speed grades that a router knows: how they are ordered, and what the router is told.
    """

    name: str
    family: str
    lut: int
    ff: int
    dsp: int
    bram: int
    source: str
    order: str = ""
    options: tuple[str, ...] = ()
    grades: Mapping[str, tuple[str, tuple[str, ...]]] = field(default_factory=dict, hash=False)

    def at_grade(self, grade: str) -> Part:
        """The same device of a speed grade. Raises UserError where there is none."""
        if grade not in self.grades:
            known = ", ".join(self.grades) or "none to choose from"
            raise UserError(f"--grade {grade}: no speed grade of {self.name}; there is {known}")
        order, options = self.grades[grade]
        return replace(self, order=order, options=options)

    def shares(self, used: Mapping[str, int | None]) -> dict[str, float]:
        """What of the part these counts take, by resource; 1 is all of it."""
        return {key: round((used[key] or 0) / getattr(self, key), 4) for key in RESOURCES}


class Family(Protocol):
    """A family of devices made of look-up tables.

    Attributes
    ----------
    name: for messages.
    lut_inputs: inputs of a look-up table.
    flow: the flow.
    cells: every cell that the flow may leave, by type.
    timing: how the clock is estimated.
    register_cell: types of the flip-flops that are named by what they hold in the netlist that is kept for
        place and route, a regular expression; None where none is kept.
    """

    @property
    def name(self) -> str: ...
    @property
    def lut_inputs(self) -> int: ...
    @property
    def flow(self) -> Flow: ...
    @property
    def cells(self) -> Mapping[str, Cell]: ...
    @property
    def timing(self) -> DelayModel: ...
    @property
    def register_cell(self) -> str | None: ...

    def slices(self, lut: int, ff: int) -> int | None:
        """The least number of slices for these counts; None where the family has none."""
        ...

    def slices_calibrated(self, lut: int, ff: int) -> int | None:
        """An estimate of the vendor's slice count; None where no calibration is known."""
        ...


def too_large(fits: Mapping[str, Mapping[str, float]]) -> str | None:
    """A warning where a core does not fit the default part, the first of `area.fits`; None where it does."""
    if not fits:
        return None
    part, shares = next(iter(fits.items()))
    over = [f"{RESOURCES[key]} {share:.0%}" for key, share in shares.items() if share > 1]
    if not over:
        return None
    larger = [name for name, of in fits.items() if max(of.values()) <= 1]
    rest = f"it fits {', '.join(larger)}" if larger else "nor any other part that is known"
    return f"does not fit {part}: {', '.join(over)} of it; {rest}"
