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
from collections.abc import Mapping, Sequence
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
    kinds = {node["id"]: node["kind"] for node in nodes}
    forward = _forward_links(kinds, links)
    layer = _layers(kinds, links, forward)
    last = max(layer.values())

    # The layered graph with pass-throughs.
    cells: list[list[_Cell]] = [[] for _ in range(last + 1)]
    for node in nodes:
        cells[layer[node["id"]]].append((node["id"], -1))
    reach: dict[str, int] = {}
    for index in forward:
        source, target = links[index]["source"], links[index]["target"]
        reach[source] = max(reach.get(source, 0), layer[target])
    for source, far in reach.items():
        for at in range(layer[source] + 1, far):
            cells[at].append((source, at))

    def cell_at(source: str, at: int) -> _Cell:
        return (source, -1) if at == layer[source] else (source, at)

    pairs: set[tuple[_Cell, _Cell]] = set()
    for index in forward:
        source, target = links[index]["source"], links[index]["target"]
        pairs.add((cell_at(source, layer[target] - 1), (target, -1)))
        for at in range(layer[source] + 1, layer[target]):
            pairs.add((cell_at(source, at - 1), (source, at)))
    before: dict[_Cell, list[_Cell]] = defaultdict(list)
    after: dict[_Cell, list[_Cell]] = defaultdict(list)
    for left, right in sorted(pairs):
        before[right].append(left)
        after[left].append(right)

    ports: dict[str, list[int]] = defaultdict(list)
    for index, link in enumerate(links):
        ports[link["target"]].append(index)
    height: dict[_Cell, float] = defaultdict(lambda: float(PITCH))
    for node in nodes:
        needed = (len(ports[node["id"]]) + 1) * PITCH
        height[(node["id"], -1)] = max(3 * PITCH, needed + needed % (2 * PITCH))

    _order(cells, before, after)
    top = _heights(cells, before, after, height)

    def out_y(cell: _Cell) -> float:
        if cell[1] >= 0:
            return top[cell] + (2 if cell[1] % 2 else 6)
        return top[cell] + PITCH * round(height[cell] / (2 * PITCH))

    # Ports in the order in which their wires arrive.
    port_y: dict[int, float] = {}
    bottom = max(top[cell] + height[cell] for column in cells for cell in column) + 2 * PITCH
    is_forward = set(forward)
    for name, incoming in ports.items():
        arrival = {
            index: out_y(cell_at(links[index]["source"], layer[name] - 1))
            if index in is_forward
            else bottom + index
            for index in incoming
        }
        first = top[(name, -1)] + height[(name, -1)] / 2 - PITCH * (len(incoming) - 1) / 2
        first = PITCH * ((first - PITCH / 2) // PITCH) + PITCH / 2
        for place, index in enumerate(sorted(incoming, key=lambda item: (arrival[item], item))):
            port_y[index] = first + PITCH * place

    backs = sorted({link["source"] for index, link in enumerate(links) if index not in is_forward}, key=str)
    back_y = {source: bottom + PITCH * place for place, source in enumerate(backs)}

    # Vertical trunks: (channel, source) -> the heights it joins. Channel c lies left of layer c.
    trunks: dict[tuple[int, str], set[float]] = defaultdict(set)
    for index, link in enumerate(links):
        source, target = link["source"], link["target"]
        if index in is_forward:
            for at in range(layer[source], layer[target]):
                trunks[(at + 1, source)].add(out_y(cell_at(source, at)))
                end = port_y[index] if at + 1 == layer[target] else out_y((source, at + 1))
                trunks[(at + 1, source)].add(end)
        else:
            trunks[(layer[source] + 1, source)] |= {out_y((source, -1)), back_y[source]}
            trunks[(layer[target], source)] |= {back_y[source], port_y[index]}
    track, tracks = _tracks(trunks)

    widths = {node["id"]: _box_width(node) for node in nodes}
    column_x: list[float] = []
    channel_x: list[float] = []
    x = 4.0
    for at in range(last + 2):
        channel_x.append(x + _GAP / 2)
        x += (_GAP + _TRACK * max(0, tracks[at] - 1)) if tracks[at] else (4 if at in (0, last + 1) else _GAP)
        if at <= last:
            column_x.append(x)
            x += max([widths[name] for name, through in cells[at] if through < 0], default=0)
    column_width = [
        max([widths[name] for name, through in column if through < 0], default=0) for column in cells
    ]

    boxes: dict[str, Box] = {}
    for name, kind in kinds.items():  # networks keep their own width, everything else fills its column
        room = column_width[layer[name]]
        wide = widths[name] if kind == "network" else room
        x0 = column_x[layer[name]] + (room - wide) / 2
        boxes[name] = Box(name, x0, top[(name, -1)], wide, height[(name, -1)])

    def trunk_x(channel: int, source: str) -> float:
        return channel_x[channel] + _TRACK * track[(channel, source)]

    wires: list[Wire] = []
    for index, link in enumerate(links):
        source, target = link["source"], link["target"]
        here = out_y((source, -1))
        points = [(boxes[source].x + boxes[source].width, here)]
        if index in is_forward:
            for at in range(layer[source], layer[target]):
                vertical = trunk_x(at + 1, source)
                there = port_y[index] if at + 1 == layer[target] else out_y((source, at + 1))
                points += [(vertical, here), (vertical, there)]
                here = there
        else:
            out, back = trunk_x(layer[source] + 1, source), trunk_x(layer[target], source)
            points += [(out, here), (out, back_y[source]), (back, back_y[source]), (back, port_y[index])]
        points.append((boxes[target].x, port_y[index]))
        wires.append(Wire(index, tuple(_straight(points)), index not in is_forward))

    dots = [
        (trunk_x(channel, source), y, source)
        for (channel, source), levels in sorted(trunks.items())
        for y in sorted(levels)[1:-1]
    ]
    floor = max([bottom, *(y + PITCH for y in back_y.values())])
    return Drawing(boxes, tuple(wires), tuple(dots), x + 4, floor)


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
