"""The wires of a placed netlist: how long they will be, and how crowded where they are most crowded.

Both are estimates from the boxes around the pins of each net, for a router knows its wires only behind its
work. `Wires.strain` has put in order what came to an end and what did not: docs/explanation/routed-clock.md.

Imports flat netlists.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from pairforge.synth.nextpnr.flat import sites_and_nets, top_of

__all__ = ["Wires", "wires_of"]

_MANY = 3_000  # a net on more cells, as a clock, has wires of its own
_SQUARE = 4  # tiles, each way
_MOST_CROWDED = 0.02  # of all squares
_DIRECT, _BRANCH, _BRANCHES = 3, 0.06, 47  # a net is longer by so much for each tile behind the third, up to


@dataclass(frozen=True)
class Wires:
    """`length`: half of the way around the pins of each net, summed, in tiles.

    `crowding`: so many wires cross a tile, if each net has its length spread evenly over its box; the mean of
    the most crowded fiftieth of all squares of 4 x 4 tiles. Nets with many branches count for more.
    """

    length: int
    crowding: float

    @property
    def strain(self) -> float:
        """The less, the likelier a router comes to an end: thousands of tiles, times crowding."""
        return self.length / 1000 * self.crowding

    def __str__(self) -> str:
        return f"wires of {self.length:,} tiles, {self.crowding:.0f} across a tile where most crowded"


def wires_of(placed: Mapping[str, Any]) -> Wires:
    """The wires of a placed netlist."""
    at, cells = sites_and_nets(top_of(placed))
    # Yosys's constants, "0" and "1", are no nets.
    joined = [names for net, names in cells.items() if isinstance(net, int) and 1 < len(names) <= _MANY]
    nets = [[at[name][:2] for name in names] for names in joined]
    low = np.array([(min(x for x, _ in pins), min(y for _, y in pins)) for pins in nets]).reshape(-1, 2)
    high = np.array([(max(x for x, _ in pins), max(y for _, y in pins)) for pins in nets]).reshape(-1, 2)
    lengths = (high - low).sum(axis=1)
    behind = np.array([len(set(pins)) - _DIRECT for pins in nets])
    longer = 1 + _BRANCH * np.clip(behind, 0, _BRANCHES)
    demand = longer * lengths / (high - low + 1).prod(axis=1)
    return Wires(int(lengths.sum()), _crowding(low, high + 1, demand))


def _crowding(low: np.ndarray[Any, Any], end: np.ndarray[Any, Any], demand: np.ndarray[Any, Any]) -> float:
    """See `Wires`; of boxes from the tiles `low` to below `end`, with `demand` on each tile of one."""
    if not len(demand):
        return 0.0
    # A box is four corners of a sum along both axes; so is the sum over a square.
    steps = np.zeros(end.max(axis=0) + 1)
    for (x, y), sign in ((low.T, 1), ((end[:, 0], low[:, 1]), -1), ((low[:, 0], end[:, 1]), -1), (end.T, 1)):
        np.add.at(steps, (x, y), sign * demand)
    tiles = steps.cumsum(0).cumsum(1)[:-1, :-1]
    square = min(_SQUARE, *tiles.shape)
    sums = np.pad(tiles, ((1, 0), (1, 0))).cumsum(0).cumsum(1)
    squares = (
        sums[square:, square:] - sums[:-square, square:] - sums[square:, :-square] + sums[:-square, :-square]
    )
    crowded = np.sort(squares.ravel() / square**2)[::-1]
    return float(crowded[: max(1, int(len(crowded) * _MOST_CROWDED))].mean())
