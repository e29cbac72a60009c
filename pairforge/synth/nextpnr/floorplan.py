"""Hard blocks where their wires are shortest: multiplier blocks and block memories, behind a first placement.

An analytical placer finds good places for tables and flip-flops, as these fit nearly everywhere. Hard blocks
stand in a few rows. The placer puts each on the nearest site that is free, so the last ones go far. Here the
blocks of a type are matched with its sites, so that their wires are shortest while all else stays: an
assignment problem, solved exactly, one type after the other until nothing is gained. With its blocks there
the netlist is placed anew, and all else gathers around them (docs/explanation/routed-clock.md).

Some blocks may be told to stand in few rows side by side (`Gathered`), as the memories of words: networks
lead from each of them to each unit, and have no room where multipliers stand between.

Imports flat netlists.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from math import inf
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.typing import NDArray
from ortools.graph.python import linear_sum_assignment

from pairforge.synth.nextpnr.flat import WANTED, Site, sites_and_nets, top_of

__all__ = ["Gathered", "assigned", "fixed"]

_Corner = NDArray[np.int64]
_ROUNDS = 8
_MANY = 2_000  # a net with more pins is as long as the device, wherever a block stands
_FAR = 1 << 20
_SPARE = 4


@dataclass(frozen=True)
class Gathered:
    """Blocks that stand side by side: of the type `kind`, and with `names`, an expression, found in theirs.

    They fill the first of these `rows`, then the next, from its middle to both sides.
    """

    kind: str
    names: str
    rows: Sequence[int]

    def takes(self, kind: str, name: str) -> bool:
        """Whether a block is one of them."""
        return kind == self.kind and re.search(self.names, name) is not None

    def sites(self, count: int, available: Sequence[Site]) -> list[Site]:
        """Sites for so many blocks and some to choose from; all where these rows do not have as many."""
        middle = sum(x for x, _, _ in available) / max(len(available), 1)
        found: list[Site] = []
        for row in self.rows:
            here = sorted((abs(site[0] - middle), site) for site in available if site[1] == row)
            lacking = max(count - len(found), 0)
            found += [site for _, site in (here if len(here) <= lacking else here[: lacking + _SPARE])]
            if len(found) >= count:
                return found
        return list(available)


@dataclass(frozen=True)
class _Net:
    """A net that blocks are on: the corners of the box around what stays, and the blocks."""

    low: _Corner
    high: _Corner
    blocks: tuple[str, ...]

    def box(self, at: Mapping[str, Site], without: str = "") -> tuple[_Corner, _Corner]:
        """Lowest and highest (x, y) of the net, one block left out."""
        corners = [np.array(at[name][:2]) for name in self.blocks if name != without]
        return np.min([self.low, *corners], axis=0), np.max([self.high, *corners], axis=0)


def assigned(
    placed: Mapping[str, Any],
    available: Mapping[str, int],
    rows: Mapping[str, Sequence[int]] = MappingProxyType({}),
    gathered: Gathered | None = None,
) -> dict[str, str]:
    """The site of each hard block, by cell, as nextpnr writes sites.

    Parameters
    ----------
    placed: a placed netlist.
    available: the types of the hard blocks, and how many sites of the type the device has. Where each column
        of each row that is used would be just so many, these are its sites. Else they are those in use.
    rows: by type, all rows of the device that have such sites, where that is known. Then all columns in use
        have a site in each of them.
    gathered: blocks that have to stand side by side, though their wires may be longer so.
    """
    module = top_of(placed)
    at, pins = sites_and_nets(module)
    types = {kind: [name for name in at if module["cells"][name]["type"] == kind] for kind in available}
    blocks = {name for names in types.values() for name in names}
    nets = _nets(pins, at, blocks)
    of: dict[str, list[_Net]] = defaultdict(list)
    for net in nets:
        for name in net.blocks:
            of[name].append(net)
    places = {
        kind: _sites([at[name] for name in names], available[kind], rows.get(kind, ()))
        for kind, names in types.items()
    }
    best, shortest = at, inf if gathered else _length(nets, at)
    for _ in range(_ROUNDS):
        for kind, names in types.items():
            first = [name for name in names if gathered and gathered.takes(kind, name)]
            if gathered and first:
                at = at | _matched(first, gathered.sites(len(first), places[kind]), of, at)
            taken, others = {at[name] for name in first}, [name for name in names if name not in first]
            at = at | _matched(others, [site for site in places[kind] if site not in taken], of, at)
        length = _length(nets, at)
        if length >= shortest:
            break
        best, shortest = at, length
    return {name: "X{}/Y{}/{}".format(*best[name]) for name in sorted(blocks)}


def fixed(netlist: dict[str, Any], sites: Mapping[str, str]) -> dict[str, Any]:
    """The netlist, changed: cells of its top module that have a site here want to be placed there."""
    cells = top_of(netlist)["cells"]
    for name in cells.keys() & sites.keys():
        cells[name]["attributes"][WANTED] = sites[name]
    return netlist


def _nets(pins: Mapping[int, set[str]], at: Mapping[str, Site], blocks: set[str]) -> list[_Net]:
    found = []
    for cells in pins.values():
        here = cells & blocks
        if not here or not 1 < len(cells) <= _MANY:
            continue
        others = np.array([at[name][:2] for name in cells - here], dtype=np.int64).reshape(-1, 2)
        low = others.min(axis=0, initial=_FAR)
        found.append(_Net(low, others.max(axis=0, initial=-_FAR), tuple(sorted(here))))
    return found


def _sites(used: list[Site], available: int, rows: Sequence[int]) -> list[Site]:
    columns = {(x, name) for x, _, name in used}
    grid = [(x, y, name) for (x, name), y in product(columns, rows or {y for _, y, _ in used})]
    return sorted(grid if rows or len(grid) == available else used)


def _length(nets: list[_Net], at: Mapping[str, Site]) -> int:
    return sum(int((high - low).sum()) for low, high in (net.box(at) for net in nets))


def _matched(
    names: list[str], sites: list[Site], nets: Mapping[str, list[_Net]], at: Mapping[str, Site]
) -> dict[str, Site]:
    """The sites of blocks of one type with the shortest wires, as if no other of them moved."""
    spots = np.array([site[:2] for site in sites], dtype=np.int64).reshape(-1, 2)
    cost = np.zeros((len(sites), len(sites)), dtype=np.int64)  # rows behind the blocks stand for empty sites
    for row, name in enumerate(names):
        for net in nets[name]:
            low, high = net.box(at, without=name)
            cost[row] += (np.maximum(spots - high, 0) + np.maximum(low - spots, 0)).sum(axis=1)
    problem = linear_sum_assignment.SimpleLinearSumAssignment()
    rows, columns = np.indices(cost.shape)
    problem.add_arcs_with_cost(rows.ravel(), columns.ravel(), cost.ravel())
    if not names or problem.solve() != problem.OPTIMAL:
        return {}
    return {name: sites[problem.right_mate(row)] for row, name in enumerate(names)}
