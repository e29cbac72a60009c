"""Functional units as boxes: what of a unit a proof about the core around it relies on.

That is its contract: where its control inputs do what one of its operations asks for, the result is a
function of the operands that the operation reads, and it is there a fixed number of cycles later, for one
cycle. At all other times the output is anything. Of a unit without feedback, a *pipeline*, the netlist shows
that this is so: its output is a function of what each input was a fixed number of cycles before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pairforge.errors import CheckError
from pairforge.evidence.proof.fingerprint import label_of
from pairforge.evidence.proof.netlist import Bit, Cell, Netlist

Delays = Mapping[str, int]
"""For each input that an output depends on, how many cycles before."""


@dataclass(frozen=True)
class Operation:
    """One of the operations of a unit, in cycles of the clock.

    Attributes
    ----------
    values: (control input, cycle, value) that ask for it; cycles before the operands are negative. At other
        cycles, of every `step` up to `busy`, control inputs are zero, but for those in which the operation
        after or before this one may drive them.
    reads: how many of the operands it reads.
    delay: cycles from the operands to the result.
    steady: (input, value) of inputs that have this value from the operands to the result, as a modulus that
        was loaded.
    """

    values: tuple[tuple[str, int, int], ...]
    reads: int
    busy: int
    step: int
    delay: int
    steady: tuple[tuple[str, int], ...] = ()

    @property
    def span(self) -> int:
        """Cycles that have to pass until it is known that it was asked for."""
        return max([self.busy - self.step, *(cycle for _, cycle, _ in self.values)])

    @property
    def history(self) -> int:
        """Cycles of control inputs that it takes to know it then."""
        return self.span - min([0, *(cycle for _, cycle, _ in self.values)])

    def tests(self, controls: Sequence[str]) -> Sequence[tuple[str, int, int]]:
        """All (control input, cycle, value) by which it is known."""
        driven = {(name, cycle % self.busy) for name, cycle, _ in self.values}
        quiet = [
            (name, cycle, 0)
            for name in controls
            for cycle in range(0, self.busy, self.step)
            if (name, cycle) not in driven
        ]
        return [*self.values, *quiet]

    def known(self, inputs: Sequence[str]) -> Mapping[tuple[str, int], int]:
        """What is known of `inputs` that are no operands, by input and cycle."""
        values = dict(self.steady)
        controls = [name for name in inputs if name not in values]
        found = {(name, cycle): value for name, cycle, value in self.tests(controls)}
        return found | {
            (name, cycle): value for name, value in values.items() for cycle in range(self.delay + 1)
        }

    def quiet(self, digits: int) -> range:
        """Where words have digits: cycles after the last digits of the operands in which no other operation
        is asked for. There the last digits pass in each of the word cycles that this one takes.
        """
        return range(digits * self.step, digits * self.busy, digits * self.step)


@dataclass(frozen=True)
class Box:
    """A module in the place of which functions of its own stand.

    Attributes
    ----------
    module: its name.
    inputs, outputs: width of each port, the clock left out.
    operands: for each output the inputs that its operations take, in their order.
    operations: what it can be asked for; each has its number.
    pipeline: whether the netlist shows that it keeps to its contract but for what the functions are.
    digits: of its words, which pass one after the other, those of a word `Operation.step` cycles apart;
        `inputs` and `outputs` say the bits of one. An operation is asked for in all cycles in which digits of
        its operands pass. `delay` goes from the last of these to the first of the result.
    number: the input that says which digit passes, in its lowest bits.
    aside: another input, if it is there, that says where it is, not what it is asked for: the number of the
        thread.
    joins: of a box that several cores have in common, the input that says with the operands whether an output
        is asked for as well. All outputs then have the same function, as cores have the same program.
    """

    module: str
    inputs: dict[str, int]
    outputs: dict[str, int]
    operands: Mapping[str, Sequence[str]]
    operations: Sequence[Operation]
    pipeline: bool
    digits: int = 1
    number: str = ""
    aside: str = ""
    joins: Mapping[str, str] = field(default_factory=dict)

    @property
    def data(self) -> frozenset[str]:
        """The inputs that take data."""
        return frozenset(name for names in self.operands.values() for name in names)

    @property
    def controls(self) -> Sequence[str]:
        """The other inputs but for the numbers of digit and thread, who joins, and what is steady."""
        others = {*self.data, self.number, self.aside, *self.joins.values(), *self.steady}
        return [name for name in self.inputs if name not in others]

    @property
    def steady(self) -> Mapping[str, int]:
        """What inputs have to be all the time for there to be results: the same for all operations."""
        return dict(self.operations[0].steady)

    def word(self, port: str) -> int:
        """The bits of a word that comes in or goes out at a port, in as many digits as it has."""
        return self.digits * (self.inputs | self.outputs)[port]

    def label(self, output: str, operation: int) -> bytes:
        """What tells its function for an operation from all others."""
        return label_of(self.module, "" if self.joins else output, operation)

    def bits(self, output: str, operation: int) -> int:
        """The bits of all operands that an operation reads."""
        names = self.operands[output][: self.operations[operation].reads]
        return sum(self.word(name) for name in names)


def box_of(
    netlist: Netlist,
    operands: Mapping[str, Sequence[str]],
    operations: Sequence[Operation],
    digits: int = 1,
    number: str = "",
    aside: str = "",
    joins: Mapping[str, str] | None = None,
) -> Box:
    """The box of a unit, as `Box` has its parameters.

    One that takes digits is no pipeline: it has a state, the number of the digit.

    Raises CheckError where it is a pipeline, and results come in another cycle than the contract says, or
    depend on inputs of another one.
    """
    inputs = {name: len(bits) for name, bits in netlist.inputs.items() if name != "clk"}
    outputs = {name: len(bits) for name, bits in netlist.outputs.items()}
    delays = pipeline(netlist) if digits == 1 else None
    pipelined = delays is not None
    box = Box(
        netlist.top, inputs, outputs, operands, operations, pipelined, digits, number, aside, joins or {}
    )
    for output, seen in (delays or {}).items():
        for operation in operations:
            wanted = dict.fromkeys(operands[output], operation.delay)
            wanted |= dict.fromkeys(box.controls, operation.delay)
            wanted |= {name: operation.delay - cycle for name, cycle, _ in operation.values}
            for name, delay in seen.items():
                if delay != wanted.get(name):
                    raise CheckError(
                        f"{box.module}: {output} depends on {name} of {delay} cycles before, the contract "
                        f"says {wanted.get(name, 'not at all')}"
                    )
    return box


def pipeline(netlist: Netlist) -> Mapping[str, Delays] | None:
    """For each output of a pipeline the delay from each input that it depends on; None of anything else."""
    found: dict[Bit, dict[str, set[int]]] = {
        bit: {name: {0}} for name, bits in netlist.inputs.items() if name != "clk" for bit in bits
    }
    order = _order(netlist)
    if order is None:
        return None
    for cell in order:
        seen: dict[str, set[int]] = {}
        for port, bits in cell.input_pins():
            for bit in bits if port != "CLK" else ():
                for name, cycles in found.get(bit, {}).items():
                    seen.setdefault(name, set()).update(cycles)
        if cell.kind == "$dff":
            seen = {name: {cycle + 1 for cycle in cycles} for name, cycles in seen.items()}
        found |= {bit: seen for port in cell.outputs for bit in cell.pins[port]}
    delays: dict[str, Delays] = {}
    for output, bits in netlist.outputs.items():
        total: dict[str, set[int]] = {}
        for bit in bits:
            for name, cycles in found.get(bit, {}).items():
                total.setdefault(name, set()).update(cycles)
        if any(len(cycles) != 1 for cycles in total.values()):
            return None
        delays[output] = {name: min(total[name]) for name in netlist.inputs if name in total}
    return delays


def _order(netlist: Netlist) -> Sequence[Cell] | None:
    """The cells, each behind those that drive it, registers too; None where there is feedback or state."""
    for cell in netlist.cells:
        held = cell.kind in ("$dffe", "$sdff", "$sdffe", "$sdffce", "$dlatch", "$adff", "$adffe")
        stored = cell.kind.startswith("$mem") and any(
            cell.parameters.get(key) for key in ("WR_PORTS", "RD_CLK_ENABLE")
        )
        if held or stored:
            return None
    drivers = netlist.drivers
    done: dict[int, bool] = {}  # whether a cell is finished; False while it is open
    order: list[Cell] = []
    for root in netlist.cells:
        stack = [root]
        while stack:
            cell = stack[-1]
            if id(cell) not in done:
                done[id(cell)] = False
                for _, bits in cell.input_pins():
                    for driver in {id(d): d for bit in bits if (d := drivers.get(bit))}.values():
                        if done.get(id(driver)) is False:
                            return None
                        if id(driver) not in done:
                            stack.append(driver)
            else:
                stack.pop()
                if not done[id(cell)]:
                    done[id(cell)] = True
                    order.append(cell)
    return order
