"""Cells that delay take the place of chains of flip-flops, where that takes fewer slices.

A chain is of flip-flops without enable and reset, each driving the next one alone. Its last one stays, as a
delay cell answers late. So does the first, where logic is in front of it, beside which it stands; what comes
from a register has the whole cycle for its way.

A memory delays as a ring: in each cycle the oldest word is read and the newest one written in its place, and
a counter goes round. It starts anywhere.

Imports the netlist.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from pairforge.synth.refine.netlist import Bit, Cell, Netlist
from pairforge.synth.refine.spec import Counter, DelayCell

__all__ = ["delays"]

_LEAST = 2  # flip-flops in a row that a cell takes the place of

Row = Sequence[str]
"""Flip-flops in a row, by name, in the order of the cycles."""


def delays(netlist: Netlist) -> None:
    """The longest rows first, as long as there are tables to spare."""
    spec = netlist.spec.delay
    if spec is None:
        return
    tables = sum(1 for _ in netlist.of(netlist.spec.tables))
    registers = sum(1 for _ in netlist.of(netlist.spec.registers))
    maker = _Maker(netlist, spec)
    for rows in _bundles(netlist, spec):
        taken, saved = maker.price(rows)
        if saved * spec.tables_in_slice <= spec.registers_in_slice * taken:
            continue
        tables, registers = tables + taken, registers - saved
        if tables * spec.registers_in_slice > registers * spec.tables_in_slice:
            return
        maker.make(rows)


def _bundles(netlist: Netlist, spec: DelayCell) -> Iterator[Sequence[Row]]:
    """Rows of one length, as many as a cell has lanes; neighbours by name."""
    rows = [row[at : at + spec.longest] for row in _rows(netlist) for at in range(0, len(row), spec.longest)]
    rows = [row for row in rows if len(row) >= _LEAST]
    for _, found in groupby(sorted(rows, key=lambda row: (-len(row), _natural(row[0]))), key=len):
        same = list(found)
        for at in range(0, len(same), spec.lanes):
            yield same[at : at + spec.lanes]


def _rows(netlist: Netlist) -> Iterator[Row]:
    """What may be a delay cell of each chain."""
    kind = netlist.spec.flip_flop
    sinks = netlist.sinks()
    plain = {
        name
        for name, cell in netlist.of(re.escape(kind.type))
        if cell["connections"].get(kind.enable, ["1"]) == ["1"]
        and all(cell["connections"].get(port, [value]) == [value] for port, value in kind.still.items())
        and all(value in "x0" for value in str(cell["parameters"].get("INIT", "x")))
    }
    after: dict[str, str] = {}
    for name in plain:
        (bit,) = netlist.cells[name]["connections"][kind.output]
        found = sinks.get(bit, [])
        if len(found) == 1 and found[0][0] in plain and found[0][1] == kind.data:
            after[name] = found[0][0]
    held = {
        bit
        for _, cell in netlist.of(netlist.spec.registers)
        for bit in cell["connections"].get(kind.output, ())
    }
    for start in plain - set(after.values()):
        chain = [start]
        while chain[-1] in after:
            chain.append(after[chain[-1]])
        (data,) = netlist.cells[start]["connections"][kind.data]
        yield chain[0 if data in held else 1 : -1]


class _Maker:
    """Makes delay cells; memories share counters."""

    def __init__(self, netlist: Netlist, spec: DelayCell) -> None:
        self.netlist, self.spec = netlist, spec
        self._counters: dict[int, tuple[int, list[Bit]]] = {}  # by places: memories that it serves, its bits

    def price(self, rows: Sequence[Row]) -> tuple[int, int]:
        """Tables that a cell in place of these rows takes, and flip-flops that it saves."""
        length = len(rows[0])
        spec = self.spec.counter
        more = 0
        if spec is not None and self._counters.get(length, (spec.cells, []))[0] == spec.cells:
            more = (length - 1).bit_length()
        return self.spec.tables + more, len(rows) * length - more

    def make(self, rows: Sequence[Row]) -> None:
        """A cell in place of rows of one length."""
        spec, kind, cells = self.spec, self.netlist.spec.flip_flop, self.netlist.cells
        ends = [(cells[row[0]]["connections"], cells[row[-1]]["connections"]) for row in rows]
        spare = spec.lanes - len(rows)
        data = [first[kind.data][0] for first, _ in ends] + ["0"] * spare
        output = [last[kind.output][0] for _, last in ends]
        output += [next(self.netlist.fresh) for _ in range(spare)]
        place = self._place(rows)
        inputs = {port: ["1"] for port in spec.ones} | {
            spec.clock: ends[0][0][kind.clock],
            spec.data: data,
        }
        for ports in spec.places:
            bits = iter(place)
            inputs |= {port: [next(bits, "0") for _ in range(width)] for port, width in ports}
        for row in rows:
            for name in row:
                del cells[name]
        cells[rows[0][-1]] = _cell(spec.type, inputs, {spec.output: output}, {})

    def _place(self, rows: Sequence[Row]) -> Sequence[Bit]:
        length = len(rows[0])
        spec = self.spec.counter
        if spec is None:
            return [str(length - 1 >> i & 1) for i in range(length.bit_length())]
        serves, bits = self._counters.get(length, (spec.cells, []))
        if serves == spec.cells:
            serves, bits = 0, self._counter(rows[0], spec)
        self._counters[length] = serves + 1, bits
        return bits

    def _counter(self, row: Row, spec: Counter) -> list[Bit]:
        """A counter from 0 to one less than the length of a row, beside what it serves: table and flip-flop
        for each bit.
        """
        netlist, kind, length = self.netlist, self.netlist.spec.flip_flop, len(row)
        plain = netlist.cells[row[0]]
        width = (length - 1).bit_length()
        unit = netlist.names.get(plain["connections"][kind.output][0], "").rpartition(".")[:2]
        bits: list[Bit] = [next(netlist.fresh) for _ in range(width)]
        pins = dict(zip(spec.inputs, (*bits, *["0"] * (len(spec.inputs) - width)), strict=True))
        for i, bit in enumerate(bits):
            following = [at + 1 if at + 1 < length else 0 for at in range(1 << len(spec.inputs))]
            table = sum((to >> i & 1) << at for at, to in enumerate(following))
            data = next(netlist.fresh)
            inputs = {port: [pin] for port, pin in pins.items()}
            name = f"{row[-1]}_place{i}"
            netlist.cells[f"{name}_next"] = _cell(
                spec.type, inputs, {spec.output: [data]}, {spec.table: spec.contents.format(table)}
            )
            joined = plain["connections"] | {kind.data: [data], kind.output: [bit]}
            netlist.cells[name] = {**plain, "connections": joined}
            called = "".join((*unit, "delay_place"))
            netlist.named(int(bit), f"{called}[{i}]", f"{called}{bit}")
        return bits


def _cell(
    kind: str,
    inputs: Mapping[str, list[Bit]],
    outputs: Mapping[str, list[Bit]],
    parameters: Mapping[str, str],
) -> Cell:
    directions = dict.fromkeys(inputs, "input") | dict.fromkeys(outputs, "output")
    return {
        "hide_name": 0,
        "type": kind,
        "parameters": dict(parameters),
        "attributes": {},
        "port_directions": directions,
        "connections": {**inputs, **outputs},
    }


def _natural(name: str) -> tuple[str | int, ...]:
    """A name as it is sorted: its numbers by value."""
    return tuple(int(part) if part.isdigit() else part for part in re.split(r"(\d+)", name))
