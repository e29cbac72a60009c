"""A unit's netlist, read through Yosys and executed cycle by cycle on whatever stands for a bit.

What stands for a bit, and what gates do with it, is a `Logic`: forms over F_2 (`formal`), truth tables on
digits of F_3 (`ternary_forms`). Imports the unit protocol, the hardware layer,
`pairforge.errors` and the Yosys runner.
"""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple, Protocol, TypeVar

from pairforge.errors import CheckError
from pairforge.evidence import _yosys
from pairforge.hdl import design_files
from pairforge.units.base import ControlInput, Unit

V = TypeVar("V")


@dataclass(frozen=True)
class Operation:
    """How one operation of a unit is given to its module and where its result appears."""

    operands: tuple[str, ...]
    """Operand ports."""
    latency: int
    """Cycles from the operands to the result."""
    interval: int = 1
    """Cycles before the next operation starts."""
    controls: tuple[ControlInput, ...] = ()
    """What the operation drives; control inputs are zero in all other cycles."""
    control_ports: tuple[str, ...] = ()
    """Control inputs, those that this operation leaves zero included."""
    output: str = "y"
    known: tuple[tuple[str, int, int], ...] | None = None
    """(control input, cycle, value) that are known, all others are anything; None: what `interval`,
    `controls` and `control_ports` say.
    """


@dataclass(frozen=True)
class Proof:
    """A proof that went through."""

    method: str
    """"forms" or "sat"."""
    seconds: float
    """Wall time."""
    cycles: int
    """Cycles the unit was unrolled."""
    size: int
    """Gates of the netlist (forms) or clauses of an output bit (sat)."""


def operation_of(unit: Unit, attribute: int | None = None) -> Operation:
    """The operation of a unit, as the unit describes it."""
    operands = tuple(unit.operands)
    inputs = [net.name for direction, net in unit.module().ports if direction.startswith("input")]
    return Operation(
        operands,
        unit.latency(attribute),
        unit.interval(attribute),
        tuple(unit.controls(attribute)),
        tuple(name for name in inputs if name != "clk" and name not in operands),
    )


def unit_files(unit: Unit) -> tuple[dict[str, str], str]:
    """The Verilog files of a unit and the name of its module."""
    module = unit.module()
    return design_files(module, ""), module.name


class Logic(Protocol[V]):
    """Values for bits; None stands for a bit of which nothing is known."""

    def constant(self, value: bool) -> V:
        """A constant bit."""

    def operand(self, index: int) -> V:
        """Operand bit `index`, counted through all operands, least significant first."""

    def gate(self, kind: str, inputs: Sequence[V | None]) -> V | None:
        """What a gate makes of its inputs; `kind` is a cell of Yosys, pins in the order of `PINS`."""

    def settle(self, values: dict[int | str, V | None], bit: int) -> None:
        """Called when a gate has set the value of `bit`; may replace values by equal ones."""


class _Gate(NamedTuple):
    kind: str
    inputs: tuple[int | str, ...]
    output: int


class _Cycle(NamedTuple):
    """What a cycle has to do with a result: gates in an order of evaluation, behind each of them the bits
    that nothing reads any more, and the registers whose values go on to the next cycle.
    """

    gates: Sequence[tuple[_Gate, Sequence[int | str]]]
    registers: Sequence[tuple[int | str, int]]


class Netlist:
    """A flat netlist of small gates and plain registers, gates in an order of evaluation.

    `planes` are the endings of the names of two nets whose bits belong together, two and two: `pairs` has
    them, and both are evaluated before what uses either.
    """

    def __init__(
        self,
        top: str,
        module: Mapping[str, dict[str, dict[str, object]]],
        planes: tuple[str, str] | None = None,
    ) -> None:
        self.top = top
        self.ports: dict[str, list[int | str]] = {}
        self.inputs: set[str] = set()
        for name, port in module["ports"].items():
            self.ports[name] = port["bits"]  # type: ignore[assignment]
            if port["direction"] == "input":
                self.inputs.add(name)
        self.registers: list[tuple[int | str, int]] = []
        gates: dict[int, _Gate] = {}
        for cell in module["cells"].values():
            kind: str = cell["type"]  # type: ignore[assignment]
            pins: dict[str, list[int | str]] = cell["connections"]  # type: ignore[assignment]
            if kind == "$_DFF_P_":
                self.registers.append((pins["D"][0], int(pins["Q"][0])))
            elif kind in PINS:
                output = int(pins["Y"][0])
                gates[output] = _Gate(kind, tuple(pins[pin][0] for pin in PINS[kind]), output)
            elif not kind.startswith("$scopeinfo"):
                raise CheckError(f"{top}: no proof through a cell of type {kind}")
        self.pairs = list(_pairs(module["netnames"], planes)) if planes else []
        self._beside: defaultdict[int | str, list[int]] = defaultdict(list)
        for one, other in self.pairs:
            self._beside[one].append(other)
            self._beside[other].append(one)
        self.gates = list(self._ordered(gates))
        self._sources: dict[int | str, Sequence[int | str]] = {}
        for gate in self.gates:
            self._sources[gate.output] = gate.inputs

    @classmethod
    def read(cls, files: Mapping[str, str], top: str, planes: tuple[str, str] | None = None) -> Netlist:
        """The netlist of module `top`, read by Yosys (CheckError where it refuses)."""
        with tempfile.TemporaryDirectory(prefix="pairforge-") as scratch:
            folder = Path(scratch)
            script = reading(files, folder, top)
            script += ["flatten", "memory_map", "dffunmap", "techmap", "simplemap", "dffunmap", "simplemap"]
            script += ["opt_clean", "check -assert", "write_json netlist.json"]
            _yosys.check(script, folder, top)
            netlist = json.loads((folder / "netlist.json").read_text())
        return cls(top, netlist["modules"][top], planes)

    def _ordered(self, gates: dict[int, _Gate]) -> Iterator[_Gate]:
        """Depth first from what is needed, so that values live shortly."""
        roots = [bit for name, bits in self.ports.items() if name not in self.inputs for bit in bits]
        roots += [data for data, _ in self.registers]
        done: set[int] = set()
        open_: set[int] = set()
        for root in roots:
            stack: list[tuple[int | str, str]] = [(root, "open")]
            while stack:
                bit, step = stack.pop()
                if not isinstance(bit, int) or bit in done or bit not in gates:
                    continue
                if step == "close":
                    done.add(bit)
                    yield gates[bit]
                elif bit not in open_:
                    open_.add(bit)
                    stack.append((bit, "close"))
                    for source in gates[bit].inputs:
                        stack += [(source, "open"), *((beside, "beside") for beside in self._beside[source])]
                elif step == "open":
                    raise CheckError(f"{self.top}: a combinational loop, or a digit's planes in one another")

    def bit_names(self, operands: Sequence[str]) -> list[str]:
        """Names of the operand bits, counted through all operands."""
        return [f"{name}[{i}]" for name in operands for i in range(len(self.ports[name]))]

    def execute(self, operation: Operation, logic: Logic[V]) -> list[V | None]:
        """The output's values in cycle `latency`, from all that these depend on."""
        operand_bits = [bit for name in operation.operands for bit in self.ports[name]]
        zero, one = logic.constant(False), logic.constant(True)
        state: dict[int | str, V | None] = {}
        for cycle, needed in enumerate(self._cycles(operation)):
            values: dict[int | str, V | None] = {"0": zero, "1": one}
            values.update(state)
            if cycle == 0:
                for i, bit in enumerate(operand_bits):
                    values[bit] = logic.operand(i)
            for name, value in controls_at(operation, cycle).items():
                for i, bit in enumerate(self.ports[name]):
                    values[bit] = one if value >> i & 1 else zero
            for gate, dead in needed.gates:
                values[gate.output] = logic.gate(gate.kind, [values.get(bit) for bit in gate.inputs])
                logic.settle(values, gate.output)
                for bit in dead:
                    values.pop(bit, None)
            state = {output: values.get(data) for data, output in needed.registers}
        return [values.get(bit) for bit in self.ports[operation.output]]

    def _cycles(self, operation: Operation) -> Sequence[_Cycle]:
        """The cycles of an operation, followed backwards from its result."""
        output = self.ports[operation.output]
        cone = self._cone(output)
        found = [_Cycle(self._dying(cone, output), ())]
        known: dict[frozenset[tuple[int | str, int]], tuple[set[int | str], _Cycle]] = {}
        for _ in range(operation.latency):
            registers = frozenset(pair for pair in self.registers if pair[1] in cone)
            if registers not in known:
                roots = {data for data, _ in registers}
                before = self._cone(roots)
                known[registers] = before, _Cycle(self._dying(before, roots), tuple(registers))
            cone, cycle = known[registers]
            found.append(cycle)
        return found[::-1]

    def _cone(self, roots: Collection[int | str]) -> set[int | str]:
        """The bits that some bits depend on within a cycle, with those that stand beside them in a pair."""
        cone: set[int | str] = set()
        stack = list(roots)
        while stack:
            bit = stack.pop()
            if bit not in cone:
                cone.add(bit)
                stack += (*self._sources.get(bit, ()), *self._beside.get(bit, ()))
        return cone

    def _dying(
        self, cone: set[int | str], roots: Collection[int | str]
    ) -> list[tuple[_Gate, Sequence[int | str]]]:
        """The gates of a cone, each with the bits that it is the last one to read."""
        gates = [gate for gate in self.gates if gate.output in cone]
        last = {source: i for i, gate in enumerate(gates) for source in gate.inputs}
        dying: list[list[int | str]] = [[] for _ in gates]
        for source, i in last.items():
            if source not in roots:
                dying[i].append(source)
        return list(zip(gates, dying, strict=True))


def _pairs(nets: Mapping[str, Mapping[str, object]], planes: tuple[str, str]) -> Iterator[tuple[int, int]]:
    """Bits of nets with these two endings and otherwise one name; each pair once, constants left out."""
    seen = set()
    for name, net in nets.items():
        other = nets.get(name.removesuffix(planes[0]) + planes[1]) if name.endswith(planes[0]) else None
        if other is not None:
            for pair in zip(net["bits"], other["bits"], strict=False):  # type: ignore[call-overload]
                if pair not in seen and all(isinstance(bit, int) for bit in pair):
                    seen.add(pair)
                    yield pair


PINS = {
    "$_BUF_": "A",
    "$_NOT_": "A",
    **dict.fromkeys(("$_AND_", "$_NAND_", "$_OR_", "$_NOR_", "$_XOR_", "$_XNOR_"), "AB"),
    **dict.fromkeys(("$_ANDNOT_", "$_ORNOT_"), "AB"),
    "$_MUX_": "SBA",
}


def controls_at(operation: Operation, cycle: int) -> dict[str, int]:
    """Control inputs that are known in a cycle: of this operation, and of others that start every `interval`
    cycles.
    """
    if operation.known is not None:
        return {name: value for name, at, value in operation.known if at == cycle}
    values = dict.fromkeys(operation.control_ports, 0)
    values |= {control.signal: 0 for control in operation.controls}
    for control in operation.controls:
        if (cycle - control.offset) % operation.interval == 0:
            values[control.signal] |= control.value
    return values


def reading(files: Mapping[str, str], folder: Path, top: str, options: str = "") -> list[str]:
    """Commands that read the files, which they put into the folder."""
    names = []
    for i, name in enumerate(sorted(name for name in files if name.endswith((".v", ".sv")))):
        names.append(f"file{i}.v")
        (folder / names[-1]).write_text(files[name])
    return [f"read_verilog {options} {' '.join(names)}", f"hierarchy -check -top {top}", "proc"]
