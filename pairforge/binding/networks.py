"""The network of each operand port: which of its slots a read goes through, and with which sign.

A port adds up its slots; a slot selects one of its picks, or none. Over F_2 to select is to add, so each tap
has a slot of its own. Over F_3 an adder costs more than a selection: a port has as many slots as any of its
operations adds values, and the reads of each operation are spread over them so that as few picks as possible
are needed. Signs leave some freedom: a unit may make the negative of a value if all readers know, and both
operands of a product may be negated at once. Over a large prime nothing is added up in front of a unit.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from ortools.sat.python import cp_model

from pairforge.binding.dataflow import read_edges, stand_ins
from pairforge.binding.model import Pick, Port, Tap, port_of, tap_key
from pairforge.schedule.plan import Placed, StageSchedule
from pairforge.schedule.solve import SOLVED, repeatable_solver, solve

Reads = Mapping[tuple[str, int], Sequence[Tap]]
"""For each operation and operand form, the tap of each of its terms."""

Selection = Mapping[tuple[str, int], tuple[tuple[Pick, ...], int]]


@dataclass(frozen=True)
class Networks:
    """`picks`, `selection` and `negated` of a `Binding`."""

    picks: Mapping[Port, Sequence[Pick]]
    selection: Selection
    negated: frozenset[str]


def lay_out(stage: StageSchedule, reads: Reads, swapped: frozenset[str], effort: float) -> Networks:
    """Slots and signs for every read.

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
            selection, negated = _own_slots(stage, reads, swapped), frozenset[str]()
        case 3:
            selection, negated = _shared_slots(stage, reads, swapped, max(effort, 1.0))
        case _:
            selection, negated = _one_slot(stage, reads), frozenset[str]()
    picks: dict[Port, set[Pick]] = {}
    for (name, operand), (chosen, _) in selection.items():
        p = stage.placed[name]
        picks.setdefault(port_of(p, operand), set()).update(chosen)
    return Networks(
        {
            port: tuple(sorted(found, key=lambda pick: (pick.slot, tap_key(pick.tap), pick.factor)))
            for port, found in sorted(picks.items())
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


def _own_slots(stage: StageSchedule, reads: Reads, swapped: frozenset[str]) -> Selection:
    """Every tap of a port in a slot of its own."""
    taps: dict[Port, set[Tap]] = {}
    for p, i, port in _operands(stage, swapped):
        taps.setdefault(port, set()).update(reads[p.op.name, i])
    slot = {port: {tap: k for k, tap in enumerate(sorted(t, key=tap_key))} for port, t in taps.items()}
    return {
        (p.op.name, port.operand): (
            tuple(Pick(tap, 1, slot[port][tap]) for tap in reads[p.op.name, i]),
            p.op.operands[i].constant,
        )
        for p, i, port in _operands(stage, swapped)
    }


def _one_slot(stage: StageSchedule, reads: Reads) -> Selection:
    """Over a large prime every operand is one value: a port selects."""
    return {
        (p.op.name, i): ((Pick(reads[p.op.name, i][0], 1, 0),), 0)
        for p, i, _ in _operands(stage, frozenset())
    }


def _shared_slots(
    stage: StageSchedule, reads: Reads, swapped: frozenset[str], limit: float
) -> tuple[Selection, frozenset[str]]:
    """As few slots as the widest operation of a port asks for, then as few picks as can be found."""
    cp = cp_model.CpModel()
    never = cp.new_constant(0)
    negative = {
        name: never if p.op.streams else cp.new_bool_var(f"{name} negative")
        for name, p in stage.placed.items()
    }
    for name, first in stand_ins(stage).items():
        cp.add(negative[first.op.name] == negative[name])  # they stand in one place
    producer = {(e.reader, e.operand, e.term): e.producer for e in read_edges(stage)}
    operands = _operands(stage, swapped)
    slots: dict[Port, int] = {}
    for p, i, port in operands:
        slots[port] = max(slots.get(port, 0), len(reads[p.op.name, i]))

    used: dict[tuple[Port, int, Tap, int], cp_model.IntVar] = {}
    turned: dict[tuple[str, int], cp_model.IntVar] = {}
    minus: dict[tuple[str, int, int], cp_model.IntVar] = {}
    through: dict[tuple[str, int, int], list[cp_model.IntVar]] = {}
    for p, i, port in operands:
        name = p.op.name
        # Whether the operand as a whole is negated: of a product both may be, or one for a negative value.
        turn = negative[name]
        if p.op.kind == "mul":
            turn = cp.new_bool_var(f"{name} {i} turned")
            if i:
                cp.add_bool_xor(turn, turned[name, 0], negative[name], 1)
        turned[name, i] = turn
        places: list[list[cp_model.IntVar]] = []
        for j, (tap, (_, coefficient)) in enumerate(zip(reads[name, i], p.op.operands[i].terms, strict=True)):
            sign = cp.new_bool_var(f"{name} {i} {j} minus")
            cp.add_bool_xor(sign, negative[producer[name, i, j]], turn, coefficient == 2, 1)
            place = [cp.new_bool_var(f"{name} {i} {j} in {k}") for k in range(slots[port])]
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
        raise AssertionError("term j through slot j is always possible")

    selection: dict[tuple[str, int], tuple[tuple[Pick, ...], int]] = {}
    for p, i, port in operands:
        name = p.op.name
        picks = tuple(
            Pick(
                tap,
                2 if solver.value(minus[name, i, j]) else 1,
                next(k for k, here in enumerate(through[name, i, j]) if solver.value(here)),
            )
            for j, tap in enumerate(reads[name, i])
        )
        constant = p.op.operands[i].constant
        selection[name, port.operand] = (picks, -constant % 3 if solver.value(turned[name, i]) else constant)
    return selection, frozenset(name for name, var in negative.items() if solver.value(var))
