"""Static timing analysis of a flat mapped netlist, arc by arc, before place and route.

A path begins at an input of the core or at an output of a cell with a launch delay, goes through wires and
arcs, and ends at an output of the core or at an input with a setup time. Inputs and outputs of the core count
as registers without delay. The fan-out of a wire is known and its way is not: see `delays.Nets`.

Imports delays, names and errors.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from pairforge.errors import CheckError
from pairforge.synth.timing.delays import KINDS, CellDelays, Delays, Nets
from pairforge.synth.timing.names import bit_names

__all__ = ["Path", "slowest_paths"]

SLOWEST = 10
"""Paths that are reported."""

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Path:
    """The slowest path between two words of registers (or memories, DSP blocks, pins).

    Attributes
    ----------
    start, end: the bits it runs between, by what they hold, with the instances they are in.
    ns: how long it takes; `parts`: how much of that in each of `delays.KINDS`.
    levels: look-up tables on it.
    """

    start: str
    end: str
    ns: float
    parts: Mapping[str, float]
    levels: int

    def as_json(self) -> dict[str, Any]:
        """An entry of `timing.paths` of result.json."""
        return {
            "from": self.start,
            "to": self.end,
            "ns": dict(self.parts),
            "total_ns": self.ns,
            "levels": self.levels,
        }


class _Way(NamedTuple):
    """From a node to another: `wire` in front of a cell, then `ns` in the cell."""

    before: int
    after: int
    wire: float
    ns: float
    kind: str
    level: bool


class _End(NamedTuple):
    """Where paths end (or begin: `node` is a bit, `wire` zero, `ns` the launch delay)."""

    node: int
    wire: float
    ns: float
    kind: str
    name: str


class _Graph:
    """A netlist as nodes (bits, and one for each arc of several inputs and outputs) and ways between them."""

    def __init__(self, module: Json, delays: Mapping[str, Delays], nets: Nets) -> None:
        self.names = bit_names(module)
        self.ways: dict[int, list[_Way]] = {}
        self.waiting: dict[int, int] = {}
        self.starts: dict[int, _End] = {}
        self.ends: list[_End] = []
        self.inside: list[Path] = []
        self._nets, self._delays = nets, delays
        self._found: dict[tuple[str, str], CellDelays] = {}
        self._wires: dict[tuple[str, str], tuple[float, bool]] = {}
        self._drivers: dict[int, str] = {}
        self._sinks: dict[int, int] = {}
        cells = {name: cell for name, cell in module["cells"].items() if cell["type"] != "$scopeinfo"}
        self._count(module, cells)
        for port in module["ports"].values():
            for bit in _bits(port["bits"]):
                name = self.names.get(bit, "?")
                if port["direction"] == "input":
                    self.starts[bit] = _End(bit, 0.0, 0.0, "logic", name)
                else:
                    self.ends.append(_End(bit, self._wire(bit, "output"), 0.0, "logic", name))
        for name, cell in cells.items():
            self._add(name, cell)

    def _count(self, module: Json, cells: Mapping[str, Json]) -> None:
        """Drivers and fan-out of all bits, and how many tables there are."""
        self._tables, highest = 0, 0
        for cell in cells.values():
            self._tables += self._delays_of(cell).level
            for port, bits in cell["connections"].items():
                output = cell["port_directions"][port] == "output"
                for bit in _bits(bits):
                    highest = max(highest, bit)
                    if output:
                        self._drivers[bit] = f"{cell['type']}.{port}"
                    else:
                        self._sinks[bit] = self._sinks.get(bit, 0) + 1
        for port in module["ports"].values():
            for bit in _bits(port["bits"]):
                highest = max(highest, bit)
                if port["direction"] == "output":
                    self._sinks[bit] = self._sinks.get(bit, 0) + 1
        self._fresh = highest + 1

    def _delays_of(self, cell: Json) -> CellDelays:
        known = self._delays.get(cell["type"])
        if known is None:
            raise CheckError(f"no delays are known of a cell {cell['type']}, which synthesis left")
        if isinstance(known, CellDelays):
            return known
        # The contents of memories decide no delay, and are long.
        deciding = {
            key: value for key, value in cell["parameters"].items() if not key.startswith(("INIT", "SRVAL"))
        }
        key = (cell["type"], repr(sorted(deciding.items())))
        if key not in self._found:
            self._found[key] = known(deciding)
        return self._found[key]

    def _wire(self, bit: int, sink: str) -> float:
        driver = self._drivers.get(bit, "input")
        if (driver, sink) not in self._wires:
            link = self._nets.link(driver, sink)
            self._wires[driver, sink] = (link.ns, link.routed) if link else (0.0, True)
        ns, routed = self._wires[driver, sink]
        return ns + (self._nets.general(self._sinks.get(bit, 1), self._tables) if routed else 0.0)

    def _add(self, name: str, cell: Json) -> None:
        delays, kind = self._delays_of(cell), cell["type"]
        outputs = [
            bit
            for port, bits in cell["connections"].items()
            if cell["port_directions"][port] == "output"
            for bit in _bits(bits)
        ]
        label = next((self.names[bit] for bit in outputs if bit in self.names), _plain(name))
        for pin, ns in delays.launch.items():
            for _, bit in _pins(cell, (pin,), "output"):
                self.starts[bit] = _End(bit, 0.0, ns, delays.kind, self.names.get(bit, label))
        for pin, ns in delays.setup.items():
            end = label if delays.kind == "logic" else f"{_word(label)}.{pin}"
            self.ends += [
                _End(bit, self._wire(bit, f"{kind}.{port}"), ns, delays.kind, end)
                for port, bit in _pins(cell, (pin,), "input")
            ]
        if delays.inside:
            parts = dict.fromkeys(KINDS, 0.0) | {delays.kind: delays.inside}
            self.inside.append(Path(_word(label), _word(label), delays.inside, parts, 0))
        for arc in delays.arcs:
            into = [bit for _, bit in _pins(cell, arc.outputs, "output")]
            come = list(_pins(cell, arc.inputs, "input"))
            if len(into) > 1 and len(come) > 1:
                middle, self._fresh = self._fresh, self._fresh + 1
                for bit in into:
                    self._way(_Way(middle, bit, 0.0, 0.0, delays.kind, False))
                into = [middle]
            for port, bit in come:
                wire = self._wire(bit, f"{kind}.{port}")
                for after in into:
                    self._way(_Way(bit, after, wire, arc.ns, delays.kind, delays.level))

    def _way(self, way: _Way) -> None:
        self.ways.setdefault(way.before, []).append(way)
        self.waiting[way.after] = self.waiting.get(way.after, 0) + 1

    def arrivals(self, top: str) -> tuple[dict[int, float], dict[int, _Way], dict[int, int]]:
        """Of each node when its latest signal is there, the way by which it comes, and where it began."""
        # What nothing drives is there from the beginning.
        arrival = {node: 0.0 for node in self.ways if node not in self.waiting}
        arrival |= {bit: start.ns for bit, start in self.starts.items()}
        begun = {node: node for node in arrival}
        latest: dict[int, _Way] = {}
        waiting = dict(self.waiting)
        # A bit that a register drives may have arcs to it as well, where a cell has both.
        ready = deque(node for node in arrival if node not in waiting)
        while ready:
            node = ready.popleft()
            at = arrival[node]
            for way in self.ways.get(node, ()):
                after = way.after
                there = at + way.wire + way.ns
                if there > arrival.get(after, -1.0):
                    arrival[after] = there
                    latest[after] = way
                    begun[after] = begun[node]
                waiting[after] -= 1
                if not waiting[after]:
                    ready.append(after)
        if any(waiting.values()):
            raise CheckError(f"the mapped netlist of {top} has a loop of logic without a register")
        return arrival, latest, begun


def slowest_paths(
    netlist: Json, top: str, delays: Mapping[str, Delays], nets: Nets, most: int = SLOWEST
) -> tuple[Path, ...]:
    """The slowest paths of module `top` of a flat netlist in Yosys's JSON, the slowest first.

    Each is the slowest one between its two words; at least one where there is any register or pin. `delays`:
    of all types of cells. Raises CheckError where the logic has a loop, or a cell is not known.
    """
    graph = _Graph(netlist["modules"][top], delays, nets)
    arrival, latest, begun = graph.arrivals(top)
    worst: dict[tuple[str, str], tuple[float, _End]] = {}
    names: dict[int, str] = {}
    for end in graph.ends:
        if end.node not in arrival:
            continue
        first = begun[end.node]
        if first not in names:
            names[first] = _word(_start_name(graph, first))
        key = (names[first], _word(end.name))
        ns = arrival[end.node] + end.wire + end.ns
        if key not in worst or ns > worst[key][0]:
            worst[key] = (ns, end)
    chosen = sorted(worst.values(), key=lambda found: (-found[0], found[1].name))[:most]
    inside = {(path.start, path.ns): path for path in graph.inside}
    paths = [_path(graph, end, latest, ns) for ns, end in chosen]
    slowest_inside = sorted(inside.values(), key=lambda path: (-path.ns, path.start))[:1]
    return tuple(sorted([*paths, *slowest_inside], key=lambda path: -path.ns)[:most])


def _start_name(graph: _Graph, node: int) -> str:
    return graph.starts[node].name if node in graph.starts else graph.names.get(node, "?")


def _path(graph: _Graph, end: _End, latest: Mapping[int, _Way], ns: float) -> Path:
    parts = dict.fromkeys(KINDS, 0.0)
    parts["wire"] += end.wire
    parts[end.kind] += end.ns
    levels, node = 0, end.node
    while node in latest:
        way = latest[node]
        parts["wire"] += way.wire
        parts[way.kind] += way.ns
        levels += way.level
        node = way.before
    if node in graph.starts:
        start = graph.starts[node]
        parts[start.kind] += start.ns
    rounded = {kind: round(value, 3) + 0.0 for kind, value in parts.items()}
    return Path(_start_name(graph, node), end.name, round(ns, 3), rounded, levels)


def _bits(bits: list[int | str]) -> list[int]:
    """The bits that are nets, without the constants."""
    return [bit for bit in bits if isinstance(bit, int)]


def _pins(cell: Json, pins: Sequence[str], direction: str) -> Iterator[tuple[str, int]]:
    """(port, net) at pins of a cell, those with nets only."""
    if pins == ("*",):
        pins = [port for port, way in cell["port_directions"].items() if way == direction]
    for pin in pins:
        port, _, index = pin.partition("[")
        bits = cell["connections"].get(port, ())
        for bit in bits[int(index[:-1]) : int(index[:-1]) + 1] if index else bits:
            if isinstance(bit, int):
                yield port, bit


def _word(name: str) -> str:
    """The word that a bit belongs to."""
    return re.sub(r"\[\d+\]$", "", name)


def _plain(name: str) -> str:
    """A generated name of a cell as a person may read it: by the instances it is in."""
    parts = (part.lstrip("\\") for part in name.removeprefix("$flatten").lstrip("\\").split("."))
    return ".".join(part for part in parts if not part.startswith("$")) or name
