"""Sequential circuits of AND gates and inverters: read from Yosys, cut down, folded in time, written again.

A literal is twice the number of a node, and one more where it is inverted; 0 is false and 1 is true. Imports
`pairforge.errors` only.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pairforge.errors import CheckError

FALSE, TRUE = 0, 1
STARTS = "from."
"""So begin the names of inputs that say what a register has from the start, and nothing later."""

Literal = int
Register = tuple[str, Literal, Literal, int | None]
"""Its name, what it has now, what it has next, its value from the start: any, where that is None."""


@dataclass
class Gates:
    """Inputs and AND gates, each gate once. Node 0 is false; `nodes[n]` is None for an input."""

    nodes: list[tuple[Literal, Literal] | None] = field(default_factory=lambda: [None])
    _known: dict[tuple[Literal, Literal], Literal] = field(default_factory=dict)

    def free(self) -> Literal:
        """A new input."""
        self.nodes.append(None)
        return 2 * (len(self.nodes) - 1)

    def both(self, a: Literal, b: Literal) -> Literal:
        """The conjunction."""
        if a > b:
            a, b = b, a
        if a == FALSE or a == b ^ 1:
            return FALSE
        if a in (TRUE, b):
            return b
        if (a, b) not in self._known:
            self.nodes.append((a, b))
            self._known[a, b] = 2 * (len(self.nodes) - 1)
        return self._known[a, b]

    def choose(self, select: Literal, one: Literal, zero: Literal) -> Literal:
        """`one` where `select`, else `zero`."""
        return self.both(self.both(select, one) ^ 1, self.both(select ^ 1, zero) ^ 1) ^ 1

    def copied(self, into: Gates, given: dict[int, Literal], literal: Literal) -> Literal:
        """A literal in other gates; `given` has what inputs are there, and takes what is copied."""
        stack = [literal >> 1]
        while stack:
            node = stack[-1]
            if node in given:
                stack.pop()
                continue
            gate = self.nodes[node]
            assert gate is not None, "an input without a value"
            wanted = [x >> 1 for x in gate if x >> 1 not in given]
            if wanted:
                stack += wanted
                continue
            stack.pop()
            a, b = (given[x >> 1] ^ (x & 1) for x in gate)
            given[node] = into.both(a, b)
        return given[literal >> 1] ^ (literal & 1)

    def support(self, roots: Sequence[Literal]) -> set[int]:
        """The inputs, as nodes, that some literals depend on."""
        seen: set[int] = set()
        stack = [root >> 1 for root in roots]
        while stack:
            node = stack.pop()
            if node not in seen:
                seen.add(node)
                gate = self.nodes[node]
                stack += [x >> 1 for x in gate] if gate else []
        return {node for node in seen if node and self.nodes[node] is None}


@dataclass
class Circuit:
    """Gates with registers.

    Attributes
    ----------
    inputs, outputs: by name.
    registers: name, what it has now, what it has next, its value from the start: any, where that is None.
    """

    gates: Gates
    inputs: dict[str, Literal]
    outputs: dict[str, Literal]
    registers: list[Register]

    def needed(self, outputs: Sequence[str]) -> Circuit:
        """With some of its outputs, and what these depend on."""
        kept = {name: self.outputs[name] for name in outputs}
        state = {now >> 1: (now, after) for _, now, after, _ in self.registers}
        seen: set[int] = set()
        front = list(kept.values())
        while front:
            new = self.gates.support(front) - seen
            seen |= new
            front = [state[node][1] for node in new if node in state]
        return Circuit(
            self.gates,
            {name: literal for name, literal in self.inputs.items() if literal >> 1 in seen},
            kept,
            [register for register in self.registers if register[1] >> 1 in seen],
        )

    def folded(
        self,
        cycles: int,
        given: Callable[[str, int], int | None],
        outputs: Mapping[str, int],
        *,
        next_state: bool = True,
    ) -> Circuit:
        """What it does in so many cycles, as one cycle of another circuit.

        `given`: the value of an input in a cycle, None where it is free. Inputs of cycle 0 keep their names,
        others are called `name@cycle`. `outputs`: those that are looked at, each with its cycle. Without
        `next_state` registers keep what they have.
        """
        gates = Gates()
        inputs: dict[str, Literal] = {}
        state = {now >> 1: gates.free() for _, now, _, _ in self.registers}
        first = dict(state)
        seen: dict[str, Literal] = {}
        for cycle in range(cycles):
            known: dict[int, Literal] = {0: FALSE, **state}
            for name, literal in self.inputs.items():
                value = given(name, cycle)
                if value is None:
                    named = f"{name}@{cycle}" if cycle else name
                    inputs[named] = gates.free()
                    known[literal >> 1] = inputs[named]
                else:
                    known[literal >> 1] = value
            for name, when in outputs.items():
                if when == cycle:
                    seen[name] = self.gates.copied(gates, known, self.outputs[name])
            state = {now >> 1: self.gates.copied(gates, known, after) for _, now, after, _ in self.registers}
        registers = [
            (name, first[now >> 1], (state if next_state else first)[now >> 1], value)
            for name, now, _, value in self.registers
        ]
        return Circuit(gates, inputs, seen, registers).needed(list(outputs))

    def zeroed(self) -> Circuit:
        """The same with 0 from the start in each register without a value."""
        registers: list[Register] = [(n, now, after, value or 0) for n, now, after, value in self.registers]
        return Circuit(self.gates, self.inputs, self.outputs, registers)

    def with_state(self, prefix: str) -> Circuit:
        """The same from any state at all; each register is an output, called by the prefix and its name."""
        state = {f"{prefix}{name}": now for name, now, _, _ in self.registers}
        registers: list[Register] = [(name, now, after, None) for name, now, after, _ in self.registers]
        return Circuit(self.gates, self.inputs, {**self.outputs, **state}, registers)

    def from_anything(self) -> Circuit:
        """The same with an input for each register without a value from the start, which gives it one."""
        gates = Gates()
        known: dict[int, Literal] = {0: FALSE}
        inputs = {name: gates.free() for name in self.inputs}
        known |= {literal >> 1: inputs[name] for name, literal in self.inputs.items()}
        begun = gates.free()
        held: list[Literal] = []
        for name, now, _, value in self.registers:
            register = gates.free()
            held.append(register)
            if value is None:
                inputs[f"{STARTS}{name}"] = gates.free()
                known[now >> 1] = gates.choose(begun, register, inputs[f"{STARTS}{name}"])
            else:
                known[now >> 1] = register
        registers: list[Register] = [("begun", begun, TRUE, 0)]
        for (name, _, after, value), register in zip(self.registers, held, strict=True):
            registers.append((name, register, self.gates.copied(gates, known, after), value or 0))
        outputs = {name: self.gates.copied(gates, known, literal) for name, literal in self.outputs.items()}
        return Circuit(gates, inputs, outputs, registers)

    def verilog(self, name: str) -> str:
        """As a module with the port `clk`, and the inputs and outputs as ports of one bit each, by number.

        Registers with a value from the start have it; others must not be there.
        """
        wires = {0: "1'b0"} | {literal >> 1: f"i{k}" for k, literal in enumerate(self.inputs.values())}
        wires |= {now >> 1: f"r{k}" for k, (_, now, _, _) in enumerate(self.registers)}
        lines: list[str] = []
        rest: list[str] = []

        def named(literal: Literal) -> str:
            return ("~" if literal & 1 else "") + wires[literal >> 1]

        order = self._order([*self.outputs.values(), *(after for _, _, after, _ in self.registers)])
        for node in order:
            gate = self.gates.nodes[node]
            assert gate is not None
            lines.append(f"wire n{node} = {named(gate[0])} & {named(gate[1])};")
            wires[node] = f"n{node}"
        for k, (_, _, after, value) in enumerate(self.registers):
            assert value is not None
            rest.append(f"always @(posedge clk) r{k} <= {named(after)};")
        ports = ["input wire clk", *(f"input wire i{k}" for k in range(len(self.inputs)))]
        ports += [f"output wire o{k}" for k in range(len(self.outputs))]
        return "\n".join(
            [
                f"module {name} ({', '.join(ports)});",
                *(f"reg r{k} = 1'b{value};" for k, (_, _, _, value) in enumerate(self.registers)),
                *lines,
                *rest,
                *(f"assign o{k} = {named(literal)};" for k, literal in enumerate(self.outputs.values())),
                "endmodule",
                "",
            ]
        )

    def _order(self, roots: Sequence[Literal]) -> list[int]:
        """The gates that some literals need, each behind those that it reads."""
        seen: set[int] = set()
        stack = [root >> 1 for root in roots]
        while stack:
            node = stack.pop()
            gate = self.gates.nodes[node]
            if node not in seen and gate is not None:
                seen.add(node)
                stack += [x >> 1 for x in gate]
        return sorted(seen)


def circuit_of(module: Mapping[str, Any]) -> Circuit:
    """A module of Yosys's JSON, mapped to `$_AND_`, `$_NOT_` and `$_DFF_P_`.

    Wires without a driver, and those that `$anyseq` drives, are inputs. Raises CheckError for other cells,
    and for loops of gates.
    """
    gates = Gates()
    literals: dict[int | str, Literal] = {"0": FALSE, "1": TRUE}
    drivers: dict[int, tuple[str, Mapping[str, Sequence[int | str]]]] = {}
    clocked: list[tuple[str, Mapping[str, Sequence[int | str]]]] = []
    inputs: dict[str, Literal] = {}
    names = _names(module["netnames"])
    starts = _starts(module["netnames"])
    tables: dict[int | str, tuple[Mapping[str, Any], int, int]] = {}
    for name, cell in module["cells"].items():
        kind, pins = cell["type"], cell["connections"]
        if kind == "$mem_v2":
            if any(int(cell["parameters"][key], 2) for key in ("WR_PORTS", "RD_CLK_ENABLE", "OFFSET")):
                raise CheckError("no proof through a memory of this kind")
            width = int(cell["parameters"]["WIDTH"], 2)
            tables |= {bit: (cell, *divmod(i, width)) for i, bit in enumerate(pins["RD_DATA"])}
        elif kind == "$_DFF_P_":
            clocked.append((name, pins))
            literals[pins["Q"][0]] = gates.free()
        elif kind in ("$_AND_", "$_NOT_"):
            drivers[pins["Y"][0]] = (kind, pins)
        elif kind != "$anyseq":
            raise CheckError(f"no proof through a cell of type {kind}")

    def unknown() -> Literal:
        return literal("x")

    def literal(bit: int | str) -> Literal:
        stack: list[int | str] = [bit]
        while stack:
            top = stack[-1]
            if top in literals:
                stack.pop()
            elif top in tables:
                cell, port, column = tables[top]
                address = _address(cell, port)
                wanted = [x for x in address if x not in literals]
                if not wanted:
                    literals[top] = _looked_up(gates, cell, column, [literals[x] for x in address], unknown)
                stack += wanted
            elif top not in drivers or not isinstance(top, int):
                literals[top] = inputs[_named(names, top)] = gates.free()
            else:
                kind, pins = drivers[top]
                needed = [pins[pin][0] for pin in ("A", "B") if pin in pins]
                wanted = [x for x in needed if x not in literals]
                if not wanted:
                    values = [literals[x] for x in needed]
                    literals[top] = values[0] ^ 1 if kind == "$_NOT_" else gates.both(*values)
                elif len(stack) > 2 * len(drivers) + 2:
                    raise CheckError("a loop of gates")
                else:
                    stack += wanted
        return literals[bit]

    outputs = {
        f"{name}[{i}]" if len(port["bits"]) > 1 else name: literal(bit)
        for name, port in module["ports"].items()
        if port["direction"] == "output"
        for i, bit in enumerate(port["bits"])
    }
    registers = [
        (
            names.get(pins["Q"][0], name),
            literals[pins["Q"][0]],
            literal(pins["D"][0]),
            starts.get(pins["Q"][0]),
        )
        for name, pins in clocked
    ]
    return Circuit(gates, inputs, outputs, registers)


def _named(names: Mapping[int | str, str], bit: int | str) -> str:
    return names[bit] if isinstance(bit, int) else "unknown"


def _address(cell: Mapping[str, Any], port: int) -> Sequence[int | str]:
    bits = int(cell["parameters"]["ABITS"], 2)
    found: Sequence[int | str] = cell["connections"]["RD_ADDR"][port * bits : (port + 1) * bits]
    return found


def _looked_up(
    gates: Gates,
    cell: Mapping[str, Any],
    column: int,
    address: Sequence[Literal],
    unknown: Callable[[], Literal],
) -> Literal:
    """A bit of a word of a table: the one at `address`, lowest bit first."""
    width = int(cell["parameters"]["WIDTH"], 2)
    text = cell["parameters"]["INIT"][::-1]
    values = {"0": FALSE, "1": TRUE}
    row = [values[bit] if bit in values else unknown() for bit in text[column::width]]
    row += [unknown()] * ((1 << len(address)) - len(row))
    for select in address:
        row = [gates.choose(select, one, zero) for zero, one in zip(row[::2], row[1::2], strict=True)]
    return row[0]


def _names(nets: Mapping[str, Any]) -> dict[int | str, str]:
    """The shortest name of each bit, one that Yosys made up only where there is no other."""
    found: dict[int | str, str] = {}
    for name in sorted(nets, key=lambda name: ("$" not in name, -len(name), name)):
        bits = nets[name]["bits"]
        for i, bit in enumerate(bits):
            found[bit] = f"{name}[{i}]" if len(bits) > 1 else name
    return found


def _starts(nets: Mapping[str, Any]) -> dict[int | str, int]:
    """The bits that have a value from the start."""
    found: dict[int | str, int] = {}
    for net in nets.values():
        given = net.get("attributes", {}).get("init", "")
        for bit, value in zip(net["bits"], reversed(given), strict=False):
            if value in "01":
                found[bit] = int(value)
    return found
