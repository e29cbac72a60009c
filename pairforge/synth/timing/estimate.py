"""The estimated clock of a mapped netlist: its slowest paths, by what model, and how far that is off.

Imports the analysis and the delays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pairforge.synth.timing.analysis import Path, slowest_paths
from pairforge.synth.timing.delays import Delays, Nets

__all__ = ["DelayModel", "Timing"]


@dataclass(frozen=True)
class Timing:
    """Delays of a mapped netlist before place and route.

    Attributes
    ----------
    paths: the slowest ones between words of registers, the slowest first.
    model: where the delays are from.
    error: share by which estimates of the model differ from routed clocks; None where none are known.
    """

    paths: Sequence[Path]
    model: str
    error: float | None

    @property
    def period_ns(self) -> float:
        """The shortest period of the clock; 0 where there is no path."""
        return self.paths[0].ns if self.paths else 0.0

    @property
    def fmax_mhz(self) -> float:
        """Estimated clock frequency; 0 where there is no path."""
        return round(1000 / self.period_ns, 1) if self.period_ns else 0.0

    @property
    def levels(self) -> int:
        """Look-up tables on the slowest path."""
        return self.paths[0].levels if self.paths else 0

    def as_json(self) -> dict[str, Any]:
        """The entry `timing` of result.json."""
        return {
            "fmax_mhz": self.fmax_mhz,
            "kind": "estimated",
            "period_ns": self.period_ns,
            "model": self.model,
            "model_error": self.error,
            "paths": [path.as_json() for path in self.paths],
        }


@dataclass(frozen=True)
class DelayModel:
    """How the clock of a family is estimated; the delays of its cells stand with the cells.

    Attributes
    ----------
    nets: delays of wires.
    source: where the delays of cells and wires are from, in words.
    error: see `Timing.error`.
    """

    nets: Nets
    source: str
    error: float | None = None

    def timing(self, netlist: Mapping[str, Any], top: str, cells: Mapping[str, Delays]) -> Timing:
        """The timing of a flat netlist in Yosys's JSON. Raises CheckError as `slowest_paths`."""
        return Timing(slowest_paths(netlist, top, cells, self.nets), self.source, self.error)
