"""What place and route gives, whatever tool does it, and what is asked of such a tool.

Imports the device families, netlists and errors.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from pairforge.errors import UserError
from pairforge.synth.family import Part
from pairforge.synth.netlist import Primitives

__all__ = ["Critical", "Placement", "Router", "Routing", "Run", "Use", "check_seeds"]

MOST_SEEDS = 1000


@dataclass(frozen=True)
class Use:
    """Cells of one kind that the device has and that are used."""

    used: int
    available: int


@dataclass(frozen=True)
class Critical:
    """The slowest path between registers, ns: all of it, and how much of that is in wires.

    `start`, `end`: the cells it runs between; `levels`: cells on the way.
    """

    start: str
    end: str
    levels: int
    ns: float
    routing_ns: float


@dataclass(frozen=True)
class Run:
    """One seed. `fmax_mhz`: of the slowest path; `use`: by kind of cell; `seconds`: of wall time, of the run
    that made this result, which may have been an earlier one.
    """

    seed: int
    fmax_mhz: float
    path: Critical
    use: Mapping[str, Use]
    seconds: float


@dataclass(frozen=True)
class Placement:
    """What one seed placed.

    Attributes
    ----------
    wires: their length in tiles: half of the way around the pins of each, summed.
    crowding: so many wires cross a tile where they are most crowded.
    strain: of both, how hard it will be to route.
    """

    seed: int
    wires: int
    crowding: float
    strain: float


@dataclass(frozen=True)
class Routing:
    """A netlist placed and routed.

    Attributes
    ----------
    asked_mhz: None where no frequency was asked for.
    placements: the best first, by `strain`, where all were placed before one was routed; else empty.
    """

    part: Part
    tool: str
    asked_mhz: float | None
    runs: tuple[Run, ...]
    placements: tuple[Placement, ...] = ()

    @property
    def best(self) -> Run:
        """The fastest run, of equals the first."""
        return max(self.runs, key=lambda run: run.fmax_mhz)

    @property
    def met(self) -> bool:
        """Whether the frequency asked for was reached, true where none was."""
        return self.asked_mhz is None or self.best.fmax_mhz >= self.asked_mhz

    def as_json(self) -> dict[str, Any]:
        """The entry `route` of result.json."""
        best = self.best
        return {
            "part": self.part.order,
            "tool": self.tool,
            "fmax_mhz": best.fmax_mhz,
            "asked_mhz": self.asked_mhz,
            "met": None if self.asked_mhz is None else self.met,
            "seed": best.seed,
            "seeds": [{"seed": run.seed, "fmax_mhz": run.fmax_mhz} for run in self.runs],
            **({"placements": [dict(vars(found)) for found in self.placements]} if self.placements else {}),
            "utilization": {kind: dict(vars(use)) for kind, use in best.use.items()},
            "critical_path": dict(vars(best.path)),
        }


class Router(Protocol):
    """A tool that places and routes a mapped netlist for a part.

    `primitives`: the cells that a netlist for measuring is given at its ports (`netlist.chained`).
    """

    @property
    def primitives(self) -> Primitives: ...

    def tool(self) -> str:
        """Name and version of the tool. Raises UserError where it is not installed."""
        ...

    def readers(self, netlist: bytes) -> int:
        """How many inputs one flip-flop of a netlist should drive at most: others are copied."""
        ...

    def route(
        self,
        netlist: bytes,
        part: Part,
        *,
        seeds: Sequence[int],
        mhz: float | None = None,
        pins: str | None = None,
        timeout: float = 4 * 3600,
        progress: Callable[[str], None] | None = None,
    ) -> Routing:
        """Place and route a netlist with one seed after the other, until one reaches `mhz`.

        A netlist that crowds the part is placed with all seeds, then routed from one placement after the
        other, the best first, until one reaches `mhz`, or is routed if `mhz` is None.

        Parameters
        ----------
        netlist: Yosys's JSON, mapped and flat, packed by gzip.
        seeds: to try, in this order but for such a netlist; all of them where `mhz` is None.
        pins: constraints in the form of the tool; without them ports go to any pin.
        timeout: seconds of wall time for a seed.

        Raises
        ------
        UserError: the tool is missing, or takes too long.
        CheckError: it fails: the netlist does not fit the part, or cannot be routed.
        """
        ...

    def bitstream(self, netlist: bytes, part: Part, seed: int, *, pins: str) -> bytes:
        """The bitstream of a netlist routed with a seed, as `route` with the same arguments reports it."""
        ...


def check_seeds(seeds: int, mhz: float | None) -> None:
    """Refuse a number of seeds or a frequency out of range (UserError)."""
    if not 1 <= seeds <= MOST_SEEDS:
        raise UserError(f"--seeds {seeds}: give a number from 1 to {MOST_SEEDS}")
    if mhz is not None and not 1 <= mhz <= 1000:
        raise UserError(f"--mhz {mhz:g}: give a frequency from 1 to 1000 MHz")
