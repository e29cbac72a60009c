"""What a flat mapped netlist still gets, in Yosys's JSON, before it is counted and timed.

**Cascades**: a DSP block that adds what another one gives takes it by the wire between them.
**Output registers**: flip-flops that take all that a memory gives become the registers inside the memory.
**Shift registers** in tables take the place of chains of flip-flops, where that takes fewer slices.
**Copies**: what drives more than 64 inputs is there several times, each for some of them, in their order.

Imports the names of bits.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from itertools import count
from typing import Any

from pairforge.synth.timing.names import bit_names

__all__ = [
    "Cascade",
    "FlipFlop",
    "MemoryRegister",
    "Refinement",
    "ShiftRegister",
    "cells_by_unit",
    "dsp_registers",
    "refine",
]

MOST = 64
"""Inputs that a flip-flop or a table drives at most."""

_LEAST = 4  # flip-flops of a chain of which the inner ones become a shift register

Cell = dict[str, Any]
Bit = int | str


@dataclass(frozen=True)
class FlipFlop:
    """A flip-flop: its type and ports. `still`: ports that are at these constants where it is a plain one;
    `parameters`: those of a plain one.
    """

    type: str
    data: str
    output: str
    clock: str
    enable: str
    still: Mapping[str, str]
    parameters: Mapping[str, str]


@dataclass(frozen=True)
class Cascade:
    """Between DSP blocks of types that match: `output` is also at `wire`, from which `input` can take it."""

    types: str
    output: str
    wire: str
    input: str


@dataclass(frozen=True)
class MemoryRegister:
    """The register behind one port of a memory: there where all parameters of `set` have their values.

    `outputs`, `clock`, `enables`: ports of the memory; `only`: parameters that it must have for this.
    """

    types: str
    outputs: tuple[str, ...]
    clock: str
    enables: tuple[str, ...]
    set: Mapping[str, str]
    only: Mapping[str, str]


@dataclass(frozen=True)
class ShiftRegister:
    """A shift register in a table: its ports are D, Q, CLK, CE and those of the address, its length less one.

    `address`: ports and their bits, the lowest first; `longest`: its places; `tables_in_slice` and
    `registers_in_slice`: of what there are so many where there is one slice, which decides what is smaller.
    """

    type: str
    address: tuple[tuple[str, int], ...]
    longest: int
    tables_in_slice: int
    registers_in_slice: int


@dataclass(frozen=True)
class Refinement:
    """What there is to refine in a family; `tables`: types of look-up tables, as a regular expression."""

    flip_flop: FlipFlop
    registers: str
    tables: str
    cascades: tuple[Cascade, ...] = ()
    memories: tuple[MemoryRegister, ...] = ()
    shift: ShiftRegister | None = None

    def as_data(self) -> dict[str, Any]:
        """Plain data, for JSON; `of_data` reads it."""
        return asdict(self)

    @staticmethod
    def of_data(data: Mapping[str, Any]) -> Refinement:
        """The object that `as_data` wrote."""
        return Refinement(
            FlipFlop(**data["flip_flop"]),
            data["registers"],
            data["tables"],
            tuple(Cascade(**found) for found in data["cascades"]),
            tuple(
                MemoryRegister(**found | {key: tuple(found[key]) for key in ("outputs", "enables")})
                for found in data["memories"]
            ),
            data["shift"]
            and ShiftRegister(**data["shift"] | {"address": tuple(map(tuple, data["shift"]["address"]))}),
        )


def refine(module: Mapping[str, Any], spec: Refinement) -> dict[str, Any]:
    """The module refined; names of nets stay."""
    cells: dict[str, Cell] = {
        name: {**cell, "connections": dict(cell["connections"]), "parameters": dict(cell["parameters"])}
        for name, cell in module["cells"].items()
    }
    made = {**module, "cells": cells, "netnames": dict(module["netnames"])}
    work = _Work(made, spec)
    work.cascades()
    work.memory_registers()
    work.shift_registers()
    work.copies()
    return made


class _Work:
    def __init__(self, module: Mapping[str, Any], spec: Refinement) -> None:
        self.module, self.spec = module, spec
        self.cells: dict[str, Cell] = module["cells"]
        bits = [b for cell in self.cells.values() for p in cell["connections"].values() for b in p]
        bits += [b for port in module["ports"].values() for b in port["bits"]]
        bits += [b for net in module["netnames"].values() for b in net["bits"]]
        self.names = bit_names(module)
        self.fresh = count(1 + max((b for b in bits if isinstance(b, int)), default=1))

    def sinks(self) -> dict[int, list[tuple[str, str, int]]]:
        """(cell, port, place) of every input that a bit drives; outputs of the module have no cell."""
        found: dict[int, list[tuple[str, str, int]]] = {}
        for name, cell in self.cells.items():
            for port, bits in cell["connections"].items():
                if cell["port_directions"].get(port) == "input":
                    for place, bit in enumerate(bits):
                        if isinstance(bit, int):
                            found.setdefault(bit, []).append((name, port, place))
        for name, port_ in self.module["ports"].items():
            if port_["direction"] != "input":
                for place, bit in enumerate(port_["bits"]):
                    if isinstance(bit, int):
                        found.setdefault(bit, []).append(("", name, place))
        return found

    def of(self, types: str) -> Iterator[tuple[str, Cell]]:
        """The cells of types that match."""
        matching = re.compile(types)
        return ((name, cell) for name, cell in list(self.cells.items()) if matching.fullmatch(cell["type"]))

    def cascades(self) -> None:
        for spec in self.spec.cascades:
            drivers = {
                tuple(cell["connections"][spec.output]): cell
                for _, cell in self.of(spec.types)
                if cell["connections"].get(spec.output)
            }
            for _, cell in self.of(spec.types):
                taken = cell["connections"].get(spec.input, [])
                driver = drivers.get(tuple(taken))
                if driver is None:
                    continue
                if not any(isinstance(bit, int) for bit in driver["connections"].get(spec.wire, [])):
                    driver["connections"][spec.wire] = [next(self.fresh) for _ in taken]
                    driver["port_directions"][spec.wire] = "output"
                cell["connections"][spec.input] = list(driver["connections"][spec.wire])

    def memory_registers(self) -> None:
        if not self.spec.memories:
            return
        sinks = self.sinks()
        for spec in self.spec.memories:
            for _, memory in self.of(spec.types):
                if all(_value(memory, key) == value for key, value in spec.only.items()):
                    self._memory_register(memory, spec, sinks)

    def _memory_register(
        self, memory: Cell, spec: MemoryRegister, sinks: Mapping[int, Sequence[tuple[str, str, int]]]
    ) -> None:
        flip_flop, pins = self.spec.flip_flop, memory["connections"]
        used = [
            (port, place, bit)
            for port in spec.outputs
            for place, bit in enumerate(pins.get(port, ()))
            if isinstance(bit, int) and bit in sinks
        ]
        takers = [sinks[bit] for _, _, bit in used]
        if not used or any(len(found) != 1 or not found[0][0] for found in takers):
            return
        registers = [(found[0][0], found[0][1]) for found in takers]
        enables = set()
        for name, port in registers:
            cell = self.cells[name]
            joined = cell["connections"]
            if cell["type"] != flip_flop.type or port != flip_flop.data:
                return
            if joined[flip_flop.clock] != pins[spec.clock]:
                return
            if any(joined.get(still, [value]) != [value] for still, value in flip_flop.still.items()):
                return
            if any(
                _value(cell, key) not in (value.strip(), "CE") for key, value in flip_flop.parameters.items()
            ):
                return
            enables.add(tuple(joined.get(flip_flop.enable, ["1"])))
        if len(enables) != 1:
            return
        for (port, place, _), (name, _) in zip(used, registers, strict=True):
            bits = list(pins[port])
            bits[place] = self.cells[name]["connections"][flip_flop.output][0]
            pins[port] = bits
            del self.cells[name]
        enable = list(enables.pop())
        for port in spec.enables:
            pins[port] = list(enable)
            memory["port_directions"][port] = "input"
        memory["parameters"].update(spec.set)

    def shift_registers(self) -> None:
        """The longest chains of plain flip-flops become shift registers, as long as that takes fewer slices.

        The first of a chain stays, as it stands beside what it takes; so does the last, as a shift register
        answers late.
        """
        spec = self.spec.shift
        if spec is None:
            return
        tables = sum(1 for _ in self.of(self.spec.tables))
        registers = sum(1 for _ in self.of(self.spec.registers))
        for chain in sorted(self._chains(), key=lambda chain: (-len(chain), chain)):
            inner = chain[1:-1]
            saved = len(inner)
            if saved * spec.tables_in_slice <= spec.registers_in_slice:
                return
            if (tables + 1) * spec.registers_in_slice > (registers - saved) * spec.tables_in_slice:
                return
            for first in range(0, saved, spec.longest):
                self._shift_register(inner[first : first + spec.longest], spec)
                tables += 1
            registers -= saved

    def _chains(self) -> list[list[str]]:
        """Chains of four flip-flops and more without enable or reset, each driving the next one alone."""
        kind = self.spec.flip_flop
        sinks = self.sinks()
        plain = {
            name
            for name, cell in self.of(re.escape(kind.type))
            if cell["connections"].get(kind.enable, ["1"]) == ["1"]
            and all(cell["connections"].get(port, [value]) == [value] for port, value in kind.still.items())
            and all(value in "x0" for value in str(cell["parameters"].get("INIT", "x")))
        }
        after: dict[str, str] = {}
        for name in plain:
            (bit,) = self.cells[name]["connections"][kind.output]
            found = sinks.get(bit, [])
            if len(found) == 1 and found[0][0] in plain and found[0][1] == kind.data:
                after[name] = found[0][0]
        starts = plain - set(after.values())
        chains = []
        for start in starts:
            chain = [start]
            while chain[-1] in after:
                chain.append(after[chain[-1]])
            if len(chain) >= _LEAST:
                chains.append(chain)
        return chains

    def _shift_register(self, chain: Sequence[str], spec: ShiftRegister) -> None:
        kind = self.spec.flip_flop
        first, last = self.cells[chain[0]]["connections"], self.cells[chain[-1]]["connections"]
        address = iter(str(len(chain) - 1 >> i & 1) for i in range(sum(bits for _, bits in spec.address)))
        pins = {port: [next(address) for _ in range(bits)] for port, bits in spec.address}
        inputs = pins | {"CE": ["1"], "CLK": first[kind.clock], "D": first[kind.data]}
        made = {
            "hide_name": 0,
            "type": spec.type,
            "parameters": {},
            "attributes": {},
            "port_directions": dict.fromkeys(inputs, "input") | {"Q": "output"},
            "connections": inputs | {"Q": last[kind.output]},
        }
        for name in chain:
            del self.cells[name]
        self.cells[chain[-1]] = made

    def copies(self) -> None:
        """Copies of tables have inputs as well, so it is done until there is nothing left to copy."""
        copied = re.compile(f"{self.spec.registers}|{self.spec.tables}")
        drivers = {
            bits[0]: (name, port)
            for name, cell in self.cells.items()
            if copied.fullmatch(cell["type"])
            for port, bits in cell["connections"].items()
            if cell["port_directions"][port] == "output" and len(bits) == 1
        }
        for _ in range(8):
            todo = {bit: found for bit, found in self.sinks().items() if len(found) > MOST and bit in drivers}
            for bit, found in todo.items():
                self._copied(*drivers[bit], found)
            if not todo:
                return

    def _copied(self, name: str, port: str, sinks: Sequence[tuple[str, str, int]]) -> None:
        """Copies of a cell for all but the first share of its sinks; outputs of the core stay with it."""
        inside = [sink for sink in sinks if sink[0]]
        parts = -(-len(inside) // MOST)
        number = count(1)
        (original_bit,) = self.cells[name]["connections"][port]
        for k in range(1, parts):
            bit = next(self.fresh)
            for sink, at, place in inside[len(inside) * k // parts : len(inside) * (k + 1) // parts]:
                bits = list(self.cells[sink]["connections"][at])
                bits[place] = bit
                self.cells[sink]["connections"][at] = bits
            called = next(f"{name}_copy{i}" for i in number if f"{name}_copy{i}" not in self.cells)
            if (held := self.names.get(original_bit)) is not None:
                self.names[bit] = held
                self.module["netnames"][f"{held}_copy{bit}"] = {
                    "hide_name": 0,
                    "bits": [bit],
                    "attributes": {},
                }
            original = self.cells[name]
            self.cells[called] = {**original, "connections": original["connections"] | {port: [bit]}}


def dsp_registers(module: Mapping[str, Any], types: str, registers: Mapping[str, str]) -> dict[str, int]:
    """DSP blocks by the registers that they use, as letters: {"ABMP": 540} are 540 that use all four.

    `types`: of the blocks, a regular expression; `registers`: the parameter that says whether there is each
    of them, neither 0 nor NONE.
    """
    matching = re.compile(types)
    found = Counter(
        "".join(
            letter
            for letter, parameter in registers.items()
            if _value(cell, parameter).lstrip("0") not in ("", "NONE")
        )
        for cell in module["cells"].values()
        if matching.fullmatch(cell["type"])
    )
    return dict(sorted(found.items()))


def cells_by_unit(module: Mapping[str, Any], units: Sequence[str]) -> dict[str, dict[str, int]]:
    """Types of cells and how many there are, by the instance they are in; `units`: paths, "" for the top."""
    known = set(units)
    counts: dict[str, Counter[str]] = {unit: Counter() for unit in units}
    for name, cell in module["cells"].items():
        parts = name.removeprefix("$flatten").replace("\\", "").split(".")
        path = ""
        for i in range(len(parts) - 1, 0, -1):
            if ".".join(parts[:i]) in known:
                path = ".".join(parts[:i])
                break
        counts[path][cell["type"]] += 1
    return {unit: dict(sorted(found.items())) for unit, found in counts.items()}


def _value(cell: Cell, key: str) -> str:
    return str(cell["parameters"].get(key, "")).strip()
