"""Netlists of word-level cells on many operands at once: what units give, by nothing that proofs use."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

from pairforge.evidence.proof.boxes import Operation
from pairforge.evidence.proof.netlist import Cell, Netlist

Bits = npt.NDArray[np.bool_]
Numbers = npt.NDArray[np.object_]


def simulated(
    netlist: Netlist,
    operation: Operation,
    operands: Mapping[str, Sequence[int]],
    seed: int = 0,
    output: str = "y",
) -> list[int]:
    """The results for operands, all of them in cycle 0; all other inputs and registers are random."""
    rng = np.random.default_rng(seed)
    count = len(next(iter(operands.values())))
    controls = [name for name in netlist.inputs if name != "clk" and name not in operands]
    known = {(name, cycle): value for name, cycle, value in operation.tests(controls)}
    registers = [cell for cell in netlist.cells if cell.kind.startswith(("$dff", "$sdff"))]
    order = _order(netlist)

    def anything() -> Bits:
        return rng.random(count) < 0.5

    state: dict[int | str, Bits] = {bit: anything() for cell in registers for bit in cell.pins["Q"]}
    for cycle in range(operation.delay + 1):
        values = {"0": np.zeros(count, bool), "1": np.ones(count, bool), "x": anything(), **state}
        for name, bits in netlist.inputs.items():
            given: Sequence[int] | None = None
            if cycle == 0 and name in operands:
                given = operands[name]
            elif (name, cycle) in known:
                given = [known[name, cycle]] * count
            for place, bit in enumerate(bits):
                values[bit] = (
                    anything() if given is None else np.array([value >> place & 1 for value in given], bool)
                )
        for cell in order:
            (port,) = cell.outputs if cell.kind != "$mem_v2" else ("RD_DATA",)
            for bit, value in zip(cell.pins[port], _outputs(cell, values), strict=True):
                values[bit] = value
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
    return [int(n) for n in _number([values[bit] for bit in netlist.outputs[output]])]


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
        for _, bits in cell.input_pins():
            for bit in bits:
                if bit in drivers:
                    visit(drivers[bit])
        order.append(cell)

    for cell in drivers.values():
        visit(cell)
    return order


def _number(bits: Sequence[Bits]) -> Numbers:
    total = np.zeros(len(bits[0]), object)
    for place, bit in enumerate(bits):
        total = total + (bit.astype(object) * (1 << place))
    return total


def _outputs(cell: Cell, values: Mapping[int | str, Bits]) -> list[Bits]:
    pins = {port: [values[bit] for bit in bits] for port, bits in cell.input_pins() if port != "RD_CLK"}
    if cell.kind == "$mem_v2":
        return _read(cell, pins)
    width = len(cell.pins["Y"])
    if cell.kind == "$mux":
        (select,) = pins["S"]
        return [np.where(select, b, a) for a, b in zip(pins["A"], pins["B"], strict=True)]
    a = _number(pins["A"])
    b = _number(pins["B"]) if "B" in pins else a
    match cell.kind:
        case "$add":
            found = a + b
        case "$sub":
            found = a - b
        case "$mul":
            found = a * b
        case "$and":
            found = a & b
        case "$or":
            found = a | b
        case "$xor":
            found = a ^ b
        case "$xnor":
            found = -1 - (a ^ b)
        case "$not":
            found = -1 - a
        case "$eq":
            found = (a == b).astype(object)
        case "$ne":
            found = (a != b).astype(object)
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


def _read(cell: Cell, pins: Mapping[str, Sequence[Bits]]) -> list[Bits]:
    width, size = cell.parameters["ABITS"], cell.parameters["WIDTH"]
    found: list[Bits] = []
    for port in range(cell.parameters["RD_PORTS"]):
        at = _number(pins["RD_ADDR"][port * width : (port + 1) * width])
        words = [cell.parameters["INIT"] >> int(n) * size & (1 << size) - 1 for n in at]
        found += [np.array([word >> place & 1 for word in words], bool) for place in range(size)]
    return found
