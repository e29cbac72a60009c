"""The network of each operand port: which of its addends a read goes through, and with which sign.

A port adds up its addends; an addend selects one of its multiplexer inputs, or none. Over F_2 to select is to
add, so each tap has an addend of its own. Over F_3 an adder costs more than a selection: a port has as many
addends as any of its operations adds values, and the reads of each operation are spread over them so that as
few multiplexer inputs as possible are needed. Signs leave some freedom: a unit may make the negative of a
value if all readers know, and both operands of a product may be negated at once. Over a large prime nothing
is added up in front of a unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pairforge.binding.dataflow import prologue_operations, read_edges
from pairforge.binding.model import MuxInput, Port, Tap, port_of, tap_key
from pairforge.schedule.cpsat import SOLVED, new_model, repeatable_solver, solve
from pairforge.schedule.plan import Placed, StageSchedule

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

Reads = Mapping[tuple[str, int], Sequence[Tap]]
"""For each operation and operand form, the tap of each of its terms."""

Selection = Mapping[tuple[str, int], tuple[tuple[MuxInput, ...], int]]


@dataclass(frozen=True)
class Networks:
    """`mux_inputs`, `selection` and `negated` of a `Binding`."""

    mux_inputs: Mapping[Port, Sequence[MuxInput]]
    selection: Selection
    negated: frozenset[str]


def lay_out(stage: StageSchedule, reads: Reads, swapped: frozenset[str], effort: float) -> Networks:
    """Addends and signs for every read.

    Parameters
    ----------
    reads
        The tap of each term, by operation and operand form.
    swapped
        Products whose operand forms change sides.
    effort
        Deterministic time limit of the search (CP-SAT's unit, about seconds), at least 1.
    """
    match stage.program.characteristic:
        case 2:
            selection, negated = _own_addends(stage, reads, swapped), frozenset[str]()
        case 3:
            selection, negated = _shared_addends(stage, reads, swapped, max(effort, 1.0))
        case _:
            selection, negated = _one_addend(stage, reads), frozenset[str]()
    mux_inputs: dict[Port, set[MuxInput]] = {}
    for (name, operand), (chosen, _) in selection.items():
        p = stage.placed[name]
        mux_inputs.setdefault(port_of(p, operand), set()).update(chosen)
    return Networks(
        {
            port: tuple(
                sorted(
                    found, key=lambda mux_input: (mux_input.addend, tap_key(mux_input.tap), mux_input.factor)
                )
            )
            for port, found in sorted(mux_inputs.items())
        },
        selection,
        negated,
    )


def _operands(stage: StageSchedule, swapped: frozenset[str]) -> Sequence[tuple[Placed, int, Port]]:
    """Every operand form of every operation with the port it goes to."""
    return [
        (p, i, port_of(p, len(p.op.operands) - 1 - i if p.op.name in swapped else i))
        for p in stage.placed.values()
        for i in range(len(p.op.operands))
    ]


def _own_addends(stage: StageSchedule, reads: Reads, swapped: frozenset[str]) -> Selection:
    """Every tap of a port in an addend of its own."""
    taps: dict[Port, set[Tap]] = {}
    for p, i, port in _operands(stage, swapped):
        taps.setdefault(port, set()).update(reads[p.op.name, i])
    addend = {port: {tap: k for k, tap in enumerate(sorted(t, key=tap_key))} for port, t in taps.items()}
    return {
        (p.op.name, port.operand): (
            tuple(MuxInput(tap, 1, addend[port][tap]) for tap in reads[p.op.name, i]),
            p.op.operands[i].constant,
        )
        for p, i, port in _operands(stage, swapped)
    }


def _one_addend(stage: StageSchedule, reads: Reads) -> Selection:
    """Over a large prime every operand is one value: a port selects."""
    return {
        (p.op.name, i): ((MuxInput(reads[p.op.name, i][0], 1, 0),), 0)
        for p, i, _ in _operands(stage, frozenset())
    }


def _shared_addends(
    stage: StageSchedule, reads: Reads, swapped: frozenset[str], limit: float
) -> tuple[Selection, frozenset[str]]:
    """As few addends as the widest operation of a port asks for, then as few multiplexer inputs as can be
    found.
    """
    cp = new_model()
    never = cp.new_constant(0)
    negative = {
        name: never if p.op.streams else cp.new_bool_var(f"{name} negative")
        for name, p in stage.placed.items()
    }
    for name, first in prologue_operations(stage).items():
        cp.add(negative[first.op.name] == negative[name])  # they stand in one place
    producer = {(e.reader, e.operand, e.term): e.producer for e in read_edges(stage)}
    operands = _operands(stage, swapped)
    addends: dict[Port, int] = {}
    for p, i, port in operands:
        addends[port] = max(addends.get(port, 0), len(reads[p.op.name, i]))

    used: dict[tuple[Port, int, Tap, int], cp_model.IntVar] = {}
    turned: dict[tuple[str, int], cp_model.IntVar] = {}
    minus: dict[tuple[str, int, int], cp_model.IntVar] = {}
    through: dict[tuple[str, int, int], list[cp_model.IntVar]] = {}
    for p, i, port in operands:
        name = p.op.name
        # Whether the operand as a whole is negated: of a product both may be, or one for a negative value.
        sign_of_operand = negative[name]
        if p.op.kind == "mul":
            sign_of_operand = cp.new_bool_var(f"{name} {i} turned")
            if i:
                cp.add_bool_xor(sign_of_operand, turned[name, 0], negative[name], 1)
        turned[name, i] = sign_of_operand
        places: list[list[cp_model.IntVar]] = []
        for j, (tap, (_, coefficient)) in enumerate(zip(reads[name, i], p.op.operands[i].terms, strict=True)):
            sign = cp.new_bool_var(f"{name} {i} {j} minus")
            cp.add_bool_xor(sign, negative[producer[name, i, j]], sign_of_operand, coefficient == 2, 1)
            place = [cp.new_bool_var(f"{name} {i} {j} in {k}") for k in range(addends[port])]
            cp.add_exactly_one(place)
            cp.add_hint(place[j], 1)
            for k, here in enumerate(place):
                for factor, unless in ((1, sign), (2, ~sign)):
                    key = (port, k, tap, factor)
                    if key not in used:
                        used[key] = cp.new_bool_var(f"{key}")
                    cp.add_bool_or(~here, unless, used[key])
            minus[name, i, j], through[name, i, j] = sign, place
            places.append(place)
        for same in zip(*places, strict=True):
            cp.add_at_most_one(same)
    cp.minimize(sum(used.values()))
    solver = repeatable_solver(limit)
    if solve(solver, cp) not in SOLVED:
        raise AssertionError("term j through addend j is always possible")

    selection: dict[tuple[str, int], tuple[tuple[MuxInput, ...], int]] = {}
    for p, i, port in operands:
        name = p.op.name
        mux_inputs = tuple(
            MuxInput(
                tap,
                2 if solver.value(minus[name, i, j]) else 1,
                next(k for k, here in enumerate(through[name, i, j]) if solver.value(here)),
            )
            for j, tap in enumerate(reads[name, i])
        )
        constant = p.op.operands[i].constant
        selection[name, port.operand] = (
            mux_inputs,
            -constant % 3 if solver.value(turned[name, i]) else constant,
        )
    return selection, frozenset(name for name, var in negative.items() if solver.value(var))
