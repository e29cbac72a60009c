"""What a target is: the interface between a family of devices, or a cell library, and everything else.

The rest of the package knows no target by name: it asks the registry for one and calls what stands here. A
target is one object in one file, an `Fpga` (look-up tables; area and clock of a device) or a `Chip` (standard
cells; area before placement). Most of it is data; the functions of an `Fpga` follow from the data.

Imports synthesis, the models of cells, the constraints and errors.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from math import ceil
from typing import Any, Literal

from pairforge.errors import CheckError, UserError
from pairforge.evidence.netlist_simulation import CellModels
from pairforge.synth import asic, yosys
from pairforge.synth.cells import Cell
from pairforge.synth.family import RESOURCES, Flow, Part
from pairforge.synth.liberty import CellLibrary, read_cells
from pairforge.synth.routing import Router
from pairforge.synth.timing.estimate import DelayModel
from pairforge.targets.parts.constraints import ConstraintFormat

__all__ = ["Calibration", "Chip", "Fpga", "FusesocFlow", "Measured", "SliceRule", "Target"]

Progress = Callable[[str], None]
Goal = Literal["area", "delay"]
"""What mapping minimises first."""

_NAME = re.compile(r"[a-z][a-z0-9_-]*")


@dataclass(frozen=True)
class FusesocFlow:
    """A target of the `.core` that FuseSoC reads.

    Attributes
    ----------
    name: of FuseSoC's target. A bundle has one of each name, that of its own target before others.
    purpose: what it does, in a few words.
    flow, options: FuseSoC's flow and its `flow_options`.
    constraints: suffixes of the constraint files that it takes.
    """

    name: str
    purpose: str
    flow: str
    options: Mapping[str, Any]
    constraints: tuple[str, ...] = ()


@dataclass(frozen=True)
class SliceRule:
    """The least number of slices that hold so many look-up tables and flip-flops; a real packer needs more.

    `luts`, `ffs`: contents of a slice, None where the family's figures are not given in slices; `words`: the
    rule in words, for reports.
    """

    luts: int | None
    ffs: int | None
    words: str

    def slices(self, lut: int, ff: int) -> int | None:
        """The least number for these counts."""
        if self.luts is None or self.ffs is None:
            return None
        return max(-(-lut // self.luts), -(-ff // self.ffs))


@dataclass(frozen=True)
class Calibration:
    """`factor`: slices of the vendor's packer over the slice bound, and the `source` of both figures."""

    factor: float
    source: str


@dataclass(frozen=True)
class Measured:
    """What synthesis found of a core: `synthesis` on a device, or `chip`, as standard cells."""

    target: Target
    synthesis: yosys.Synthesis | None = None
    chip: asic.Estimate | None = None

    def area(self) -> dict[str, Any] | None:
        """The entry `area` of result.json; None of a chip."""
        if self.synthesis is None:
            return None
        area = self.synthesis.area.as_json()
        counts = {key: area[key] for key in (*RESOURCES, "srl", "slices", "slices_calibrated")}
        blocks = dict(self.synthesis.dsp_registers)
        return counts | {"dsp_registers": blocks, "fits": self.target.fits(area)}


@dataclass(frozen=True, kw_only=True)
class Target(ABC):
    """What a core can be built for.

    Attributes
    ----------
    name: what a user gives: small letters, digits, - and _.
    family: as the vendor calls it; of a chip its process.
    vendor: who makes it.
    parts: devices of the family, the default one first; none of a chip.
    constraints: forms of constraints that its tools read.
    fusesoc: what FuseSoC can do with a core for it.
    router: what places and routes for it; None where no open tool does.
    models: what its cells do, to simulate netlists; None where nothing says it.
    origin: the digest of the file that it is from, where that is none of this package.
    """

    name: str
    family: str
    vendor: str
    parts: tuple[Part, ...] = ()
    constraints: tuple[ConstraintFormat, ...] = ()
    fusesoc: tuple[FusesocFlow, ...] = ()
    router: Router | None = None
    models: CellModels | None = None
    origin: str = ""

    def __post_init__(self) -> None:
        if not _NAME.fullmatch(self.name):
            raise ValueError(f"name: give small letters, digits, - and _, not {self.name!r}")
        names = [part.name for part in self.parts]
        if len(set(names)) < len(names):
            raise ValueError(f"parts: names must differ, not {', '.join(names)}")
        for part in self.parts:
            for key in RESOURCES:
                if (has := getattr(part, key)) < 1:
                    raise ValueError(f"parts: {part.name} has {has} {RESOURCES[key]}; give 1 or more")
        if self.router is not None and not self.parts:
            raise ValueError("router: a part is needed to route for; give parts")

    @property
    def part(self) -> Part:
        """The default part, for a target that has parts."""
        return self.parts[0]

    def fits(self, used: Mapping[str, int | None]) -> dict[str, dict[str, float]]:
        """The entry `area.fits` of result.json: shares of each part that counts of `RESOURCES` take."""
        return {part.name: part.shares(used) for part in self.parts}

    @abstractmethod
    def check(self) -> None:
        """Refuse where something is missing on this machine that synthesis for it needs (UserError)."""

    @abstractmethod
    def measure(
        self,
        files: Mapping[str, str],
        top: str,
        *,
        depth: int = 1,
        goal: Goal = "area",
        progress: Progress | None = None,
    ) -> Measured:
        """Synthesize a core, by units at a level of instances: see `yosys.synthesize`."""

    @contextmanager
    def errors(self) -> Iterator[None]:
        """Turn what goes wrong in the code of a target from outside into one line (UserError)."""
        try:
            yield
        except (UserError, CheckError):
            raise
        except Exception as error:
            if not self.origin:
                raise
            raise UserError(f"target {self.name}: {type(error).__name__}: {_line(error)}") from None


@dataclass(frozen=True, kw_only=True)
class Fpga(Target):
    """A family of devices made of look-up tables: what `synth.family.Family` asks for, and more.

    Attributes
    ----------
    lut_inputs: inputs of a look-up table.
    slice_rule: how look-up tables and flip-flops make slices.
    calibration: vendor's slices over the slice bound; None where no figures for the same source are known.
    dsp: what one DSP block is.
    cells: every cell that synthesis may leave, what it costs and how long it takes. A cell that is not here
        is an error, not a zero.
    flow: commands of Yosys.
    timing: how the clock is estimated: wires, and where all delays are from.
    slowness: its delays over those of the 7 series, about: units that choose registers for a clock go by it.
    """

    lut_inputs: int
    slice_rule: SliceRule
    calibration: Calibration | None = None
    dsp: str
    cells: Mapping[str, Cell]
    flow: Flow
    timing: DelayModel
    slowness: float = 1.0

    def __post_init__(self) -> None:
        super().__post_init__()
        if not 2 <= self.lut_inputs <= 8:
            raise ValueError(f"lut_inputs: give a number from 2 to 8, not {self.lut_inputs}")
        if not self.parts:
            raise ValueError("parts: give the default device at least")

    @property
    def register_cell(self) -> str | None:
        """The flip-flops of a netlist that is kept for the router."""
        return None if self.router is None else self.router.primitives.registers

    def slices(self, lut: int, ff: int) -> int | None:
        """The least number of slices for these counts, by the family's slice rule."""
        return self.slice_rule.slices(lut, ff)

    def slices_calibrated(self, lut: int, ff: int) -> int | None:
        """The like-for-like estimate of the vendor's slice count: the bound times the calibration factor."""
        bound = self.slices(lut, ff)
        if bound is None or self.calibration is None:
            return None
        # Rounded first: 1.22 is not exact in binary, and 1.22 * 50 must be 61.
        return ceil(round(bound * self.calibration.factor, 6))

    def check(self) -> None:
        """Refuse where Yosys is missing (UserError)."""
        yosys.check_installed()

    def measure(
        self,
        files: Mapping[str, str],
        top: str,
        *,
        depth: int = 1,
        goal: Goal = "area",
        progress: Progress | None = None,
    ) -> Measured:
        """See `Target`."""
        made = self.synthesize(files, top, depth=depth, goal=goal, progress=progress)
        return Measured(self, synthesis=made)

    def synthesize(
        self,
        files: Mapping[str, str],
        top: str,
        *,
        depth: int = 1,
        goal: Goal = "area",
        progress: Progress | None = None,
        **limits: Any,
    ) -> yosys.Synthesis:
        """See `yosys.synthesize`; `limits` are its other parameters."""
        with self.errors():
            return yosys.synthesize(files, top, self, depth=depth, goal=goal, progress=progress, **limits)


@dataclass(frozen=True, kw_only=True)
class Chip(Target):
    """A library of standard cells: an estimate of area before placement."""

    library: CellLibrary

    def check(self) -> None:
        """Refuse where Yosys or the library is missing (UserError)."""
        yosys.check_installed()
        read_cells(self.library)

    def measure(
        self,
        files: Mapping[str, str],
        top: str,
        *,
        depth: int = 1,
        goal: Goal = "area",
        progress: Progress | None = None,
    ) -> Measured:
        """See `Target`; a library has no delays, so the goal is area."""
        with self.errors():
            found = asic.estimate(
                files, top, self.library, depth=depth, progress=progress or (lambda _: None)
            )
        return Measured(self, chip=found)


def _line(error: Exception) -> str:
    return " ".join(str(error).split()) or "no message"
