"""A layered drawing of a datapath, left to right, wires as on a schematic: one trunk for each signal.

1. Write-backs (into registers and memories) and whatever else closes a cycle become feedback, led back below.
2. Layers by longest path; storage moves next to its first reader.
3. Order within layers by barycentre sweeps, one pass-through for each signal and layer.
4. Heights by isotonic regression: each box as near to its neighbours' mean as order and spacing allow.
5. Channels between the layers: each signal's vertical trunk gets a track by interval colouring.

Imports nothing of Pairforge.
"""

from __future__ import annotations

import itertools
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

PITCH = 8
"""Distance of two ports. Outputs lie on multiples of it, ports half-way: no two wires coincide."""

_TRACK = 7
_GAP = 16
_SWEEPS = 12
_STORAGE = ("register", "ram")


@dataclass(frozen=True)
class Box:
    """A node placed: top left corner, size."""

    id: str
    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True)
class Wire:
    """A link routed: index into the links, corner points, whether it leads back."""

    link: int
    points: tuple[tuple[float, float], ...]
    feedback: bool


@dataclass(frozen=True)
class Drawing:
    """Boxes by node name, wires in the order of the links, junction dots as (x, y, source node), size."""

    boxes: Mapping[str, Box]
    wires: tuple[Wire, ...]
    dots: tuple[tuple[float, float, str], ...]
    width: float
    height: float


# A cell of the layered graph: (node, -1) for a box, (source, layer) for the pass-through of source's signal.
_Cell = tuple[str, int]


def lay_out(nodes: Sequence[Mapping[str, Any]], links: Sequence[Mapping[str, Any]]) -> Drawing:
    """Place the nodes and route the links (mappings as in the report data). Deterministic."""
    if not nodes:
        return Drawing({}, (), (), 0, 0)
    graph = _Layered.of(nodes, links)
    heights = _Heights.of(graph, nodes)
    trunks = _trunks(graph, heights)
    track, tracks = _tracks(trunks)
    columns = _Columns.of(graph, nodes, tracks)

    boxes: dict[str, Box] = {}
    for name, kind in graph.kinds.items():  # networks keep their own width, everything else fills its column
        at = graph.layer[name]
        wide = columns.widths[name] if kind == "network" else columns.room[at]
        x0 = columns.column_x[at] + (columns.room[at] - wide) / 2
        boxes[name] = Box(name, x0, heights.top[(name, -1)], wide, heights.height[(name, -1)])

    def trunk_x(channel: int, source: str) -> float:
        return columns.channel_x[channel] + _TRACK * track[(channel, source)]

    wires = [_wire(graph, heights, boxes, trunk_x, index) for index in range(len(links))]
    dots = [
        (trunk_x(channel, source), y, source)
        for (channel, source), levels in sorted(trunks.items())
        for y in sorted(levels)[1:-1]
    ]
    floor = max([heights.bottom, *(y + PITCH for y in heights.back_y.values())])
    return Drawing(boxes, tuple(wires), tuple(dots), columns.width, floor)


@dataclass(frozen=True)
class _Layered:
    """The layered graph with pass-throughs: cells of each layer from top to bottom, and who is beside whom.

    `forward`: the links that run left to right, by index.
    """

    kinds: Mapping[str, str]
    links: Sequence[Mapping[str, Any]]
    forward: frozenset[int]
    layer: Mapping[str, int]
    cells: Sequence[Sequence[_Cell]]
    before: Mapping[_Cell, list[_Cell]]
    after: Mapping[_Cell, list[_Cell]]

    @classmethod
    def of(cls, nodes: Sequence[Mapping[str, Any]], links: Sequence[Mapping[str, Any]]) -> _Layered:
        """Layers by longest path, ordered by the barycentres of their neighbours."""
        kinds = {node["id"]: node["kind"] for node in nodes}
        forward = _forward_links(kinds, links)
        layer = _layers(kinds, links, forward)
        cells: list[list[_Cell]] = [[] for _ in range(max(layer.values()) + 1)]
        for node in nodes:
            cells[layer[node["id"]]].append((node["id"], -1))
        reach: dict[str, int] = {}
        for index in forward:
            source, target = links[index]["source"], links[index]["target"]
            reach[source] = max(reach.get(source, 0), layer[target])
        for source, far in reach.items():
            for at in range(layer[source] + 1, far):
                cells[at].append((source, at))
        before: dict[_Cell, list[_Cell]] = defaultdict(list)
        after: dict[_Cell, list[_Cell]] = defaultdict(list)
        graph = cls(kinds, links, frozenset(forward), layer, cells, before, after)
        pairs: set[tuple[_Cell, _Cell]] = set()
        for index in forward:
            source, target = links[index]["source"], links[index]["target"]
            pairs.add((graph.cell_at(source, layer[target] - 1), (target, -1)))
            for at in range(layer[source] + 1, layer[target]):
                pairs.add((graph.cell_at(source, at - 1), (source, at)))
        for left, right in sorted(pairs):
            before[right].append(left)
            after[left].append(right)
        _order(cells, before, after)
        return graph

    def cell_at(self, source: str, at: int) -> _Cell:
        """The box of a source in its own layer, its signal's pass-through in another."""
        return (source, -1) if at == self.layer[source] else (source, at)


@dataclass(frozen=True)
class _Heights:
    """Vertical places: tops and heights of cells, ports by link, lines of feedback below `bottom`."""

    top: Mapping[_Cell, float]
    height: Mapping[_Cell, float]
    port_y: Mapping[int, float]
    bottom: float
    back_y: Mapping[str, float]

    @classmethod
    def of(cls, graph: _Layered, nodes: Sequence[Mapping[str, Any]]) -> _Heights:
        """Cells by isotonic regression; the ports of a box in the order in which their wires arrive."""
        ports: dict[str, list[int]] = defaultdict(list)
        for index, link in enumerate(graph.links):
            ports[link["target"]].append(index)
        height: dict[_Cell, float] = defaultdict(lambda: float(PITCH))
        for node in nodes:
            needed = (len(ports[node["id"]]) + 1) * PITCH
            height[(node["id"], -1)] = max(3 * PITCH, needed + needed % (2 * PITCH))
        top = _heights(graph.cells, graph.before, graph.after, height)
        bottom = max(top[cell] + height[cell] for column in graph.cells for cell in column) + 2 * PITCH
        back = {link["source"] for index, link in enumerate(graph.links) if index not in graph.forward}
        back_y = {source: bottom + PITCH * place for place, source in enumerate(sorted(back, key=str))}
        port_y: dict[int, float] = {}
        found = cls(top, height, port_y, bottom, back_y)
        for name, incoming in ports.items():
            arrival = {
                index: found.out_y(graph.cell_at(graph.links[index]["source"], graph.layer[name] - 1))
                if index in graph.forward
                else bottom + index
                for index in incoming
            }
            first = top[(name, -1)] + height[(name, -1)] / 2 - PITCH * (len(incoming) - 1) / 2
            first = PITCH * ((first - PITCH / 2) // PITCH) + PITCH / 2
            for place, index in enumerate(sorted(incoming, key=lambda item: (arrival[item], item))):
                port_y[index] = first + PITCH * place
        return found

    def out_y(self, cell: _Cell) -> float:
        """Where the signal of a cell leaves it."""
        if cell[1] >= 0:
            return self.top[cell] + (2 if cell[1] % 2 else 6)
        return self.top[cell] + PITCH * round(self.height[cell] / (2 * PITCH))


def _trunks(graph: _Layered, heights: _Heights) -> dict[tuple[int, str], set[float]]:
    """Vertical trunks: (channel, source) -> the heights it joins. Channel c lies left of layer c."""
    layer, out_y = graph.layer, heights.out_y
    trunks: dict[tuple[int, str], set[float]] = defaultdict(set)
    for index, link in enumerate(graph.links):
        source, target = link["source"], link["target"]
        if index in graph.forward:
            for at in range(layer[source], layer[target]):
                trunks[(at + 1, source)].add(out_y(graph.cell_at(source, at)))
                end = heights.port_y[index] if at + 1 == layer[target] else out_y((source, at + 1))
                trunks[(at + 1, source)].add(end)
        else:
            back = heights.back_y[source]
            trunks[(layer[source] + 1, source)] |= {out_y((source, -1)), back}
            trunks[(layer[target], source)] |= {back, heights.port_y[index]}
    return trunks


@dataclass(frozen=True)
class _Columns:
    """Horizontal places: left edges of layers and channels, room in each layer, widths of boxes, all."""

    column_x: Sequence[float]
    channel_x: Sequence[float]
    room: Sequence[float]
    widths: Mapping[str, float]
    width: float

    @classmethod
    def of(cls, graph: _Layered, nodes: Sequence[Mapping[str, Any]], tracks: Mapping[int, int]) -> _Columns:
        """Each layer as wide as its widest box, each channel as wide as its tracks."""
        widths = {node["id"]: _box_width(node) for node in nodes}
        room = [
            max([widths[name] for name, through in column if through < 0], default=0)
            for column in graph.cells
        ]
        last = len(graph.cells) - 1
        column_x: list[float] = []
        channel_x: list[float] = []
        x = 4.0
        for at in range(last + 2):
            channel_x.append(x + _GAP / 2)
            empty = 4 if at in (0, last + 1) else _GAP
            x += (_GAP + _TRACK * max(0, tracks[at] - 1)) if tracks[at] else empty
            if at <= last:
                column_x.append(x)
                x += room[at]
        return cls(column_x, channel_x, room, widths, x + 4)


def _wire(
    graph: _Layered,
    heights: _Heights,
    boxes: Mapping[str, Box],
    trunk_x: Callable[[int, str], float],
    index: int,
) -> Wire:
    """The corner points of a link, from its source's right edge to its port."""
    source, target = graph.links[index]["source"], graph.links[index]["target"]
    here, port = heights.out_y((source, -1)), heights.port_y[index]
    first, last = graph.layer[source], graph.layer[target]
    points = [(boxes[source].x + boxes[source].width, here)]
    if index in graph.forward:
        for at in range(first, last):
            vertical = trunk_x(at + 1, source)
            there = port if at + 1 == last else heights.out_y((source, at + 1))
            points += [(vertical, here), (vertical, there)]
            here = there
    else:
        out, back, below = trunk_x(first + 1, source), trunk_x(last, source), heights.back_y[source]
        points += [(out, here), (out, below), (back, below), (back, port)]
    points.append((boxes[target].x, port))
    return Wire(index, tuple(_straight(points)), index not in graph.forward)


def _box_width(node: Mapping[str, Any]) -> float:
    least = 30 if node["kind"] == "network" else 56
    return max(least, 7.2 * len(node["label"]) + 18)


def _forward_links(kinds: Mapping[str, str], links: Sequence[Mapping[str, Any]]) -> list[int]:
    """Indices of the links that run left to right: no write-backs, and no cycle left."""
    kept = [
        index
        for index, link in enumerate(links)
        if link["source"] != link["target"]
        and not (kinds[link["target"]] in _STORAGE and kinds[link["source"]] in ("unit", "network"))
    ]
    following: dict[str, list[int]] = defaultdict(list)
    for index in kept:
        following[links[index]["source"]].append(index)
    state: dict[str, int] = {}
    closing: set[int] = set()
    for root in sorted(kinds, key=lambda name: (kinds[name] != "input", kinds[name] not in _STORAGE, name)):
        if root in state:
            continue
        stack: list[tuple[str, int]] = [(root, 0)]
        state[root] = 1
        while stack:
            name, place = stack.pop()
            if place == len(following[name]):
                state[name] = 2
                continue
            stack.append((name, place + 1))
            index = following[name][place]
            target = links[index]["target"]
            if state.get(target) == 1:
                closing.add(index)
            elif target not in state:
                state[target] = 1
                stack.append((target, 0))
    return [index for index in kept if index not in closing]


def _layers(
    kinds: Mapping[str, str], links: Sequence[Mapping[str, Any]], forward: Sequence[int]
) -> dict[str, int]:
    layer = dict.fromkeys(kinds, 0)
    loads = {
        index
        for index in forward
        if kinds[links[index]["source"]] == "input" and kinds[links[index]["target"]] in _STORAGE
    }
    for _ in kinds:
        changed = False
        for index in forward:
            if index in loads:  # an input stands left of the storage it loads; it pushes nothing to the right
                continue
            source, target = links[index]["source"], links[index]["target"]
            if layer[target] <= layer[source]:
                layer[target] = layer[source] + 1
                changed = True
        if not changed:
            break
    fed = {links[index]["target"] for index in forward if index not in loads}
    readers: dict[str, list[str]] = defaultdict(list)
    for index in forward:
        readers[links[index]["source"]].append(links[index]["target"])
    for name in kinds:  # what nothing feeds from the left stands next to its first reader
        if name not in fed and readers[name] and kinds[name] != "input":
            layer[name] = max(0, min(layer[target] for target in readers[name]) - 1)
    for name, kind in kinds.items():
        if kind == "input" and readers[name]:
            layer[name] = min(layer[target] for target in readers[name]) - 1
    last = max(layer.values())
    for name, kind in kinds.items():
        if kind == "output":
            layer[name] = last
    lowest = min(layer.values())
    return {name: at - lowest for name, at in layer.items()}


def _order(
    cells: list[list[_Cell]], before: Mapping[_Cell, list[_Cell]], after: Mapping[_Cell, list[_Cell]]
) -> None:
    """Sort each layer by the barycentre of its neighbours; keep the order with the fewest crossings."""
    best, fewest = [list(column) for column in cells], _crossings(cells, after)
    for sweep in range(_SWEEPS):
        rightwards = sweep % 2 == 0
        around = before if rightwards else after
        columns = range(1, len(cells)) if rightwards else range(len(cells) - 2, -1, -1)
        for at in columns:
            beside = cells[at - 1 if rightwards else at + 1]
            place = {cell: index / max(1, len(beside) - 1) for index, cell in enumerate(beside)}
            own = {cell: index / max(1, len(cells[at]) - 1) for index, cell in enumerate(cells[at])}

            def centre(
                cell: _Cell,
                place: Mapping[_Cell, float] = place,
                own: Mapping[_Cell, float] = own,
                around: Mapping[_Cell, list[_Cell]] = around,
            ) -> float:
                known = [place[other] for other in around.get(cell, []) if other in place]
                return sum(known) / len(known) if known else own[cell]

            cells[at].sort(key=lambda cell: (centre(cell), own[cell]))
        crossings = _crossings(cells, after)
        if crossings < fewest:
            best, fewest = [list(column) for column in cells], crossings
    cells[:] = best


def _crossings(cells: Sequence[Sequence[_Cell]], after: Mapping[_Cell, list[_Cell]]) -> int:
    total = 0
    for left, right in itertools.pairwise(cells):
        place = {cell: index for index, cell in enumerate(right)}
        ends = [
            (index, place[other])
            for index, cell in enumerate(left)
            for other in after.get(cell, [])
            if other in place
        ]
        for index, (a, b) in enumerate(ends):
            total += sum((a < c and b > d) or (a > c and b < d) for c, d in ends[index + 1 :])
    return total


def _heights(
    cells: Sequence[Sequence[_Cell]],
    before: Mapping[_Cell, list[_Cell]],
    after: Mapping[_Cell, list[_Cell]],
    height: Mapping[_Cell, float],
) -> dict[_Cell, float]:
    """Top of every cell, on multiples of PITCH."""
    top: dict[_Cell, float] = {}
    total = max(sum(height[cell] + PITCH for cell in column) for column in cells)
    for column in cells:
        y = (total - sum(height[cell] + PITCH for cell in column)) / 2
        for cell in column:
            top[cell] = y
            y += height[cell] + PITCH
    for sweep in range(16):
        order = cells if sweep % 2 == 0 else list(reversed(cells))
        for column in order:
            wanted = []
            for cell in column:
                around = before.get(cell, []) + after.get(cell, [])
                # A signal that passes through several layers should run straight.
                pull = [8 if other[1] >= 0 and cell[1] >= 0 else 1 for other in around]
                middle = sum(
                    weight * (top[other] + height[other] / 2)
                    for weight, other in zip(pull, around, strict=True)
                )
                wanted.append(middle / sum(pull) - height[cell] / 2 if around else top[cell])
            offsets = [0.0]
            for cell in column[:-1]:
                offsets.append(offsets[-1] + height[cell] + (PITCH if cell[1] < 0 else 2))
            fitted = _isotonic([want - offset for want, offset in zip(wanted, offsets, strict=True)])
            for cell, level, offset in zip(column, fitted, offsets, strict=True):
                top[cell] = level + offset
    least = min(top.values())
    result: dict[_Cell, float] = {}
    for column in cells:
        free = 0.0
        for cell in column:
            result[cell] = PITCH * max(1, round((top[cell] - least) / PITCH) + 1, -(-free // PITCH))
            free = result[cell] + height[cell] + (PITCH if cell[1] < 0 else 0)
    return result


def _isotonic(values: Sequence[float]) -> list[float]:
    """Least-squares non-decreasing fit (pool adjacent violators)."""
    pools: list[tuple[float, int]] = []
    for value in values:
        mean, size = value, 1
        while pools and pools[-1][0] > mean:
            other, count = pools.pop()
            mean, size = (mean * size + other * count) / (size + count), size + count
        pools.append((mean, size))
    return [mean for mean, size in pools for _ in range(size)]


def _tracks(
    trunks: Mapping[tuple[int, str], set[float]],
) -> tuple[dict[tuple[int, str], int], dict[int, int]]:
    """Interval colouring of each channel: the track of every trunk, and how many tracks each channel has."""
    chosen: dict[tuple[int, str], int] = {}
    used: dict[int, list[list[tuple[float, float]]]] = defaultdict(list)
    for key in sorted(trunks, key=lambda item: (item[0], max(trunks[item]) - min(trunks[item]), item[1])):
        low, high = min(trunks[key]) - 2, max(trunks[key]) + 2
        lanes = used[key[0]]
        for lane, taken in enumerate(lanes):
            if all(high < a or low > b for a, b in taken):
                taken.append((low, high))
                chosen[key] = lane
                break
        else:
            chosen[key] = len(lanes)
            lanes.append([(low, high)])
    return chosen, defaultdict(int, {channel: len(lanes) for channel, lanes in used.items()})


def _straight(points: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Drop points that repeat or lie on a straight run."""
    result: list[tuple[float, float]] = []
    for point in points:
        if result and result[-1] == point:
            continue
        if len(result) > 1 and (
            result[-2][0] == result[-1][0] == point[0] or result[-2][1] == result[-1][1] == point[1]
        ):
            result[-1] = point
            continue
        result.append(point)
    return result
