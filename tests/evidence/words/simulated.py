"""Netlists of word-level cells on many operands at once: what units give, by nothing that proofs use."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Cell, Netlist

Bits = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.object_]
Words = npt.NDArray[np.bool_]
"""Of a memory: by address, place of the bit, and which operand."""


@dataclass(frozen=True)
class InDigits:
    """How words pass in digits of so many bits, one for each of the threads before the next."""

    count: int
    size: int
    threads: int

    @property
    def begins(self) -> int:
        """The cycle of the first digits: a word cycle and more has been counted before."""
        return self.threads * (2 * self.count + 1)

    def passes(self, after: int = 0) -> list[int]:
        """The cycles of digits, so many after those of the operands."""
        return [self.begins + after + self.threads * number for number in range(self.count)]


def simulated(
    netlist: Netlist,
    operation: Operation,
    operands: Mapping[str, Sequence[int]],
    seed: int = 0,
    output: str = "y",
    digits: InDigits | None = None,
) -> list[int]:
    """The results for operands, all of them in cycle 0; all other inputs, registers and memories are random.

    `digits`: of words, where they have any. Then each operand is for a thread of its own, in a word cycle
    that is even or odd.
    """
    rng = np.random.default_rng(seed)
    count = len(next(iter(operands.values())))
    known: dict[tuple[str, int], Sequence[int]]
    if digits is None:
        controls = [name for name in netlist.inputs if name != "clk" and name not in operands]
        known = {key: [value] * count for key, value in operation.known(controls).items()}
        known |= {(name, 0): values for name, values in operands.items()}
        results = [operation.delay]
    else:
        known = _in_digits(netlist, operation, operands, digits, rng)
        results = digits.passes((digits.count - 1) * digits.threads + operation.delay)

    got: list[Bits] = []
    for cycle, values in zip(range(results[-1] + 1), every_cycle(netlist, known, count, rng), strict=False):
        if cycle in results:
            got += [values[bit] for bit in netlist.outputs[output]]
    return [int(n) for n in number(got)]


def every_cycle(
    netlist: Netlist, known: Mapping[tuple[str, int], Sequence[int]], count: int, rng: np.random.Generator
) -> Iterator[Mapping[int | str, Bits]]:
    """What all wires have, cycle by cycle, in so many runs at once, of which none ends.

    `known`: an input in a cycle, in each of the runs; all else that comes in is random, and so is what
    registers and memories hold at first.
    """
    registers = [cell for cell in netlist.cells if cell.kind.startswith(("$dff", "$sdff"))]
    memories = [cell for cell in netlist.cells if cell.kind == "$mem_v2" and _may_be_anything(cell)]
    order = _order(netlist)

    def anything() -> Bits:
        return rng.random(count) < 0.5

    state: dict[int | str, Bits] = {bit: anything() for cell in registers for bit in cell.pins["Q"]}
    stored = {
        cell.name: rng.random((1 << cell.parameters["ABITS"], cell.parameters["WIDTH"], count)) < 0.5
        for cell in memories
    }
    for cycle in itertools.count():
        values = {"0": np.zeros(count, bool), "1": np.ones(count, bool), "x": anything(), **state}
        for name, bits in netlist.inputs.items():
            given = known.get((name, cycle))
            for place, bit in enumerate(bits):
                values[bit] = (
                    anything() if given is None else np.array([value >> place & 1 for value in given], bool)
                )
        for cell in order:
            (port,) = cell.outputs if cell.kind != "$mem_v2" else ("RD_DATA",)
            for bit, value in zip(cell.pins[port], _outputs(cell, values, stored), strict=True):
                values[bit] = value
        yield values
        state = {}
        for cell in registers:
            enabled = np.ones(count, bool)
            if "EN" in cell.pins:
                enabled = values[cell.pins["EN"][0]] == bool(cell.parameters.get("EN_POLARITY", 1))
            reset = np.zeros(count, bool)
            if "SRST" in cell.pins:
                reset = values[cell.pins["SRST"][0]] == bool(cell.parameters.get("SRST_POLARITY", 1))
            for place, (d, q) in enumerate(zip(cell.pins["D"], cell.pins["Q"], strict=True)):
                new = np.where(enabled, values[d], values[q])
                held = bool(cell.parameters.get("SRST_VALUE", 0) >> place & 1)
                state[q] = np.where(reset & (enabled if cell.kind == "$sdffce" else True), held, new)
        for cell in memories:
            _write(cell, values, stored[cell.name])


def _in_digits(
    netlist: Netlist,
    operation: Operation,
    operands: Mapping[str, Sequence[int]],
    digits: InDigits,
    rng: np.random.Generator,
) -> dict[tuple[str, int], Sequence[int]]:
    """What is known of inputs: digits are counted, and threads; each operand has one of its own."""
    count = len(next(iter(operands.values())))
    threads, first = digits.threads, digits.begins
    thread, odd = rng.integers(threads, size=count), rng.integers(2, size=count)
    known: dict[tuple[str, int], Sequence[int]] = {}
    for cycle in range(first + operation.delay + 2 * threads * digits.count):
        if "thread" in netlist.inputs:
            known["thread", cycle] = [int(n) for n in (thread + cycle - first) % threads]
        if cycle % threads == 0:
            counted = (cycle - first) // threads + digits.count * odd
            known["digit", cycle] = [int(n) for n in counted % (2 * digits.count)]
    passes = digits.passes()
    mask = (1 << digits.size) - 1
    for number, cycle in enumerate(passes):
        known |= {
            (name, cycle): [value >> digits.size * number & mask for value in values]
            for name, values in operands.items()
        }
    asked = {name: value for name, _, value in operation.values}
    word_cycle = threads * digits.count
    for name in set(netlist.inputs) - {"clk", "digit", "thread", *operands}:
        known |= {(name, cycle): [asked.get(name, 0)] * count for cycle in passes}
        for later in range(1, operation.busy // threads):
            known[name, passes[-1] + word_cycle * later] = [0] * count
    return known


def _may_be_anything(cell: Cell) -> bool:
    """Whether a memory has words that nothing says from the start."""
    return bool(cell.parameters["WR_PORTS"]) or "INIT" not in cell.parameters


def _write(cell: Cell, values: Mapping[int | str, Bits], words: Words) -> None:
    """What a memory keeps after a cycle; what is behind its words stays anything."""
    if not cell.parameters["WR_PORTS"]:
        return
    at = number([values[bit] for bit in cell.pins["WR_ADDR"]]).astype(int)
    every = np.arange(len(at))
    for place, (enable, bit) in enumerate(zip(cell.pins["WR_EN"], cell.pins["WR_DATA"], strict=True)):
        writes = values[enable] & (at < cell.parameters["SIZE"])
        words[at, place, every] = np.where(writes, values[bit], words[at, place, every])


def _order(netlist: Netlist) -> list[Cell]:
    drivers = {
        bit: cell
        for cell in netlist.cells
        if not cell.kind.startswith(("$dff", "$sdff"))
        for port in cell.outputs
        for bit in cell.pins[port]
    }
    done: dict[int, None] = {}
    order: list[Cell] = []

    def visit(cell: Cell) -> None:
        if id(cell) in done:
            return
        done[id(cell)] = None
        for port, bits in cell.input_pins():
            for bit in bits if not port.startswith("WR_") else ():
                if bit in drivers:
                    visit(drivers[bit])
        order.append(cell)

    for cell in drivers.values():
        visit(cell)
    return order


def number(bits: Sequence[Bits]) -> Numbers:
    """The numbers that bits make, the lowest first."""
    total = np.zeros(len(bits[0]), object)
    for place, bit in enumerate(bits):
        total = total + (bit.astype(object) * (1 << place))
    return total


def _signed(bits: Sequence[Bits]) -> Numbers:
    total = number(bits)
    return np.where(bits[-1], total - (1 << len(bits)), total)


BITWISE: Mapping[str, Callable[..., Bits]] = {
    "$and": np.logical_and,
    "$or": np.logical_or,
    "$xor": np.logical_xor,
    "$xnor": np.equal,
    "$not": np.logical_not,
}


def _outputs(cell: Cell, values: Mapping[int | str, Bits], stored: Mapping[str, Words]) -> list[Bits]:
    if cell.kind == "$mem_v2":
        return _read(cell, [values[bit] for bit in cell.pins["RD_ADDR"]], stored.get(cell.name))
    pins = {port: [values[bit] for bit in bits] for port, bits in cell.input_pins()}
    width = len(cell.pins["Y"])
    if cell.kind == "$mux":
        (select,) = pins["S"]
        return [np.where(select, b, a) for a, b in zip(pins["A"], pins["B"], strict=True)]
    if cell.kind in BITWISE:
        padded = [[*bits, *([np.zeros_like(bits[0])] * width)][:width] for bits in pins.values()]
        return [np.asarray(BITWISE[cell.kind](*of), bool) for of in zip(*padded, strict=True)]
    a = number(pins["A"])
    b = number(pins["B"]) if "B" in pins else a
    match cell.kind:
        case "$add":
            found = a + b
        case "$sub":
            found = a - b
        case "$mul":
            found = a * b
            if cell.parameters["A_SIGNED"] and cell.parameters["B_SIGNED"]:
                found = _signed(pins["A"]) * _signed(pins["B"])
        case "$eq":
            found = (a == b).astype(object)
        case "$ne":
            found = (a != b).astype(object)
        case "$lt" | "$ge":
            found = ((a < b) == (cell.kind == "$lt")).astype(object)
        case "$gt" | "$le":
            found = ((a > b) == (cell.kind == "$gt")).astype(object)
        case "$logic_not":
            found = (a == 0).astype(object)
        case "$reduce_or" | "$reduce_bool":
            found = (a != 0).astype(object)
        case "$logic_and":
            found = ((a != 0) & (b != 0)).astype(object)
        case "$logic_or":
            found = ((a != 0) | (b != 0)).astype(object)
        case _:
            raise AssertionError(cell.kind)
    return [np.array([int(n) * 1 >> place & 1 for n in found], bool) for place in range(width)]


def _read(cell: Cell, addresses: Sequence[Bits], stored: Words | None) -> list[Bits]:
    width, size = cell.parameters["ABITS"], cell.parameters["WIDTH"]
    found: list[Bits] = []
    for port in range(cell.parameters["RD_PORTS"]):
        at = number(addresses[port * width : (port + 1) * width])
        if stored is None:
            words = [cell.parameters["INIT"] >> int(n) * size & (1 << size) - 1 for n in at]
            found += [np.array([word >> place & 1 for word in words], bool) for place in range(size)]
        else:
            found += list(stored[at.astype(int), :, np.arange(len(at))].T)
    return found
