"""Binding on lines: for each read, tap the delay line of the unit or a register that holds the value.

Registers cost no look-up tables, inputs of a port's selection network do. With the schedule fixed, the
fewest taps are found by CP-SAT: each value may be held in one register behind its unit (a register takes
several values whose lives, over all iterations and into the next run, do not meet), each read chooses line or
register, each product chooses which operand goes to which side.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pairforge.binding.dataflow import ReadEdge, occurrences, read_edges
from pairforge.binding.model import Binding, Hold, Lifetime, Line, Port, Tap, port_of
from pairforge.binding.networks import lay_out
from pairforge.schedule.cpsat import SOLVED, new_model, repeatable_solver, solve
from pairforge.schedule.plan import Placed, StageSchedule, instance_name

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_TAP, _HOLD, _STEP = 20, 2, 1  # weights: a network input, a register that holds, a register of a line
_FAR_STEP = 10  # the last of these where runs do not overlap: values wait for long, and lines would be too
_MOST_HOLDS = 8  # registers that hold, for one unit, unless the first solution has more


@dataclass
class _Model:
    """The CP-SAT model under construction."""

    cp: cp_model.CpModel = field(default_factory=new_model)
    used: dict[tuple[Port, Tap], cp_model.IntVar] = field(default_factory=dict)

    def use(self, port: Port, tap: Tap) -> cp_model.IntVar:
        """Whether the port has this tap."""
        if (port, tap) not in self.used:
            self.used[port, tap] = self.cp.new_bool_var(f"{port}{tap}")
        return self.used[port, tap]


def bind_lines(stage: StageSchedule, effort: float) -> Binding:
    """Bind a stage whose storage is lines; `effort` as for the exact scheduler."""
    edges = read_edges(stage)
    placed = stage.placed
    reads: dict[str, list[ReadEdge]] = {}
    for edge in edges:
        reads.setdefault(edge.producer, []).append(edge)
    lives = _lives(stage, reads)
    first_places = _first_places(stage, reads, lives)
    most = max(_MOST_HOLDS, 1 + max(first_places.values(), default=0))

    model = _Model()
    cp = model.cp
    swap = {p.op.name: cp.new_bool_var(f"swap {p.op.name}") for p in placed.values() if p.op.kind == "mul"}
    for name, side in _common_operands(stage).items():
        cp.add(swap[name] == side)
    held, lasting = _holds(cp, placed, lives, most)

    choice: dict[tuple[ReadEdge, int | None], cp_model.IntVar] = {}
    register: int | None
    length: dict[tuple[str, int], cp_model.IntVar] = {}
    for edge in edges:
        p = placed[edge.producer]
        reader = placed[edge.reader]
        line = Line(p.unit, p.instance, edge.delay)
        behind = length.setdefault(
            (p.unit, p.instance), cp.new_int_var(0, 1 << 16, f"line {p.unit}{p.instance}")
        )
        options: list[tuple[int | None, Tap]] = [(None, line)]
        if edge.producer in lives and edge.delay in _held_delays(stage, p, edge):
            options += [(i, Hold(p.unit, p.instance, i)) for i in range(most)]
        for register, tap in options:
            var = cp.new_bool_var(f"{edge} {register}")
            choice[edge, register] = var
            if register is None:
                cp.add(behind >= edge.delay).only_enforce_if(var)
            else:
                cp.add_implication(var, held[edge.producer, register])
            sides = swap.get(edge.reader)
            port = port_of(reader, edge.operand)
            if sides is None:
                cp.add_implication(var, model.use(port, tap))
            else:
                other = port_of(reader, 1 - edge.operand)
                cp.add_bool_or(~var, sides, model.use(port, tap))
                cp.add_bool_or(~var, ~sides, model.use(other, tap))
        cp.add_exactly_one(choice[edge, register] for register, _ in options)

    step = _STEP if stage.interval < stage.length else _FAR_STEP
    cp.minimize(_TAP * sum(model.used.values()) + _HOLD * sum(lasting.values()) + step * sum(length.values()))
    for edge in edges:  # a first solution
        register = first_places.get(edge.producer) if edge.delay > 1 else None
        cp.add_hint(choice[edge, register if (edge, register) in choice else None], 1)
    solver = repeatable_solver(max(effort, 1.0))
    if solve(solver, cp) not in SOLVED:
        raise AssertionError("reading everything from lines is always possible")

    swapped = frozenset(name for name, var in swap.items() if solver.value(var))
    chosen: dict[ReadEdge, Line | Hold] = {}
    for (edge, way), var in choice.items():
        if solver.value(var):
            p = placed[edge.producer]
            chosen[edge] = (
                Line(p.unit, p.instance, edge.delay) if way is None else Hold(p.unit, p.instance, way)
            )
    return _collect(stage, chosen, swapped, effort)


def _holds(
    cp: cp_model.CpModel, placed: Mapping[str, Placed], lives: Mapping[str, set[int]], most: int
) -> tuple[Mapping[tuple[str, int], cp_model.IntVar], Mapping[tuple[str, int, int], cp_model.IntVar]]:
    """Whether a value is held in register k behind its unit, and whether that register exists.

    `most`: registers that a unit instance may have. Values whose lives meet are not in one register.
    """
    held: dict[tuple[str, int], cp_model.IntVar] = {}
    lasting: dict[tuple[str, int, int], cp_model.IntVar] = {}
    for name in lives:
        p = placed[name]
        for k in range(most):
            held[name, k] = cp.new_bool_var(f"{name} in {k}")
            key = (p.unit, p.instance, k)
            if key not in lasting:
                lasting[key] = cp.new_bool_var(f"hold {key}")
            cp.add_implication(held[name, k], lasting[key])
        cp.add_at_most_one(held[name, k] for k in range(most))
    for (unit, instance, k), var in lasting.items():
        if k and (unit, instance, k - 1) in lasting:
            cp.add_implication(var, lasting[unit, instance, k - 1])  # no gaps: symmetry
    names = list(lives)
    for i, a in enumerate(names):
        for b in names[i + 1 :]:
            same = (placed[a].unit, placed[a].instance) == (placed[b].unit, placed[b].instance)
            if same and lives[a] & lives[b]:
                for k in range(most):
                    cp.add_bool_or(~held[a, k], ~held[b, k])
    return held, lasting


def _first_places(
    stage: StageSchedule, reads: Mapping[str, list[ReadEdge]], lives: Mapping[str, set[int]]
) -> Mapping[str, int]:
    """For each value that waits, the first register behind its unit that is free (left edge).

    Where runs overlap values wait for few cycles, and lines are the better beginning.
    """
    if stage.interval < stage.length:
        return {}
    taken: dict[tuple[str, int], list[set[int]]] = {}
    places: dict[str, int] = {}
    late = [name for name in lives if max(edge.delay for edge in reads[name]) > 1]
    for name in sorted(late, key=lambda name: (stage.placed[name].ready, name)):
        p = stage.placed[name]
        registers = taken.setdefault((p.unit, p.instance), [])
        place = next((k for k, cycles in enumerate(registers) if not cycles & lives[name]), len(registers))
        if place == len(registers):
            registers.append(set())
        registers[place] |= lives[name]
        places[name] = place
    return places


def _common_operands(stage: StageSchedule) -> Mapping[str, int]:
    """For operations that start together on units with one first operand, which of theirs that is."""
    together: dict[tuple[str, int, str, int], list[Placed]] = {}
    for p in stage.placed.values():
        together.setdefault((p.unit, p.group, p.region, p.start), []).append(p)
    sides: dict[str, int] = {}
    for co_issued in together.values():
        if len(co_issued) > 1:
            forms = [set(p.op.operands) for p in co_issued]
            (common, *_) = sorted(set.intersection(*forms), key=lambda form: form.terms)
            sides |= {p.op.name: p.op.operands.index(common) for p in co_issued}
    return sides


def _held_delays(stage: StageSchedule, producer: Placed, edge: ReadEdge) -> range:
    """Delays at which a register that took the value can still have it."""
    loop = stage.loops.get(producer.region)
    if loop is None or _reads_the_last(stage, producer, edge):
        return range(1, edge.delay + 1)
    # In a loop the next iteration's value comes an interval later, in the cycle after it is taken.
    return range(1, loop.interval + 1)


def _reads_the_last(stage: StageSchedule, producer: Placed, edge: ReadEdge) -> bool:
    """Whether what a loop leaves behind is read, which no next iteration follows."""
    return producer.region in stage.loops and stage.placed[edge.reader].region != producer.region


def _lives(stage: StageSchedule, reads: Mapping[str, list[ReadEdge]]) -> dict[str, set[int]]:
    """Cycles (modulo the interval between runs) in which a register would be taken, by value."""
    lives: dict[str, set[int]] = {}
    for name, cycles in occurrences(stage).items():
        p = stage.placed[name]
        held = [e for e in reads.get(name, []) if e.delay in _held_delays(stage, p, e)]
        if not held:
            continue
        late = max((e.delay for e in held if _reads_the_last(stage, p, e)), default=0)
        # Each iteration loads the register, wanted or not.
        soon = max((e.delay for e in held if not _reads_the_last(stage, p, e)), default=1)
        spans = {c + d for c in cycles for d in range(1, soon + 1)}
        spans |= {max(cycles) + d for d in range(1, late + 1)}
        taken = {c % stage.interval for c in spans}
        if len(taken) == len(spans):
            lives[name] = taken
    return lives


def _collect(
    stage: StageSchedule, chosen: Mapping[ReadEdge, Line | Hold], swapped: frozenset[str], effort: float
) -> Binding:
    """The binding that a choice of taps amounts to."""
    placed = stage.placed
    taps: dict[tuple[str, int], dict[int, Tap]] = {}
    loads: dict[Hold, set[str]] = {}
    lifetimes: list[Lifetime] = []
    last: dict[tuple[str, Tap], int] = {}
    for edge, tap in chosen.items():
        taps.setdefault((edge.reader, edge.operand), {})[edge.term] = tap
        stay = tap if isinstance(tap, Hold) else Line(tap.unit, tap.instance, 0)
        last[edge.producer, stay] = max(last.get((edge.producer, stay), 0), edge.delay)
        if isinstance(tap, Hold):
            loads.setdefault(tap, set()).add(edge.producer)
    reads = {
        (p.op.name, i): tuple(taps[p.op.name, i][j] for j in range(len(form.terms)))
        for p in placed.values()
        for i, form in enumerate(p.op.operands)
    }
    networks = lay_out(stage, reads, swapped, effort)
    for (name, place), delay in last.items():
        p = placed[name]
        first = p.ready + isinstance(place, Hold)
        lifetimes.append(Lifetime(name, place_name(place), p.region, first, p.ready + delay))
    return Binding(
        stage,
        networks.mux_inputs,
        networks.selection,
        networks.negated,
        swapped,
        {hold: tuple(sorted(names)) for hold, names in sorted(loads.items())},
        {},
        tuple(sorted(lifetimes, key=lambda life: (life.place, life.first, life.value))),
    )


def place_name(tap: Tap) -> str:
    """A place as people read it: `sum.line`, `sum.hold0`, `ram`."""
    match tap:
        case Line():
            return f"{instance_name(tap.unit, tap.instance)}.line"
        case Hold():
            return f"{instance_name(tap.unit, tap.instance)}.hold{tap.index}"
        case _:
            return "ram"
