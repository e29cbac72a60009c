"""Among the schedules of one interval, the one whose datapath is smallest.

At the least interval a loop body and the block before it can still be placed in very many ways, which differ
in how many places each operand port must choose from. This exact search (CP-SAT) places both together and
counts those: a read either taps the delay line of the unit at its delay, or a register that holds the value
from one iteration to the next; reads of one port that share a tap share its cost. Elements of the input
stream stand at its head until the next one is called for and can be read there.

The times found keep the rules of `flow`: the interval, the prologue operations before the first iteration,
and no conflict with a run that starts count * interval + interval cycles earlier or later.

The block after a loop comes last and finds everything else in its place: it is moved so that it reads where
the loop reads already.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ortools.sat.python.cp_model_helper import LinearExpr
from ortools.util.python.sorted_interval_list import Domain

from pairforge.program.ir import LoopCarried, Op
from pairforge.schedule.cpsat import SOLVED, new_model, repeatable_solver, solve

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

_TAP, _REGISTER = 20, 1  # weights: an input of a selection network, a register


@dataclass(frozen=True)
class Body:
    """What is to be placed: operations of the loop and of the block before it, and how they are timed.

    `unit`, `latency` by operation name; every unit exists once and starts an operation in every cycle.
    """

    loop_ops: Sequence[Op]
    head_ops: Sequence[Op]
    carried: Sequence[LoopCarried]
    interval: int
    unit: Mapping[str, str]
    latency: Mapping[str, int]
    stream: str
    """Name of the unit that is the input stream."""


@dataclass(frozen=True)
class Tail:
    """The block after a loop, to be placed beside what has its times: cycles from the last iteration's start.

    Attributes
    ----------
    ops
        Its operations; `unit` and `latency` of the `Body` know them too.
    results
        What the loop leaves behind, by the operation of the last iteration that makes it.
    edges
        (source, target, delay) between its operations.
    free
        For each operation, the cycles in which its unit is free.
    """

    ops: Sequence[Op]
    results: Mapping[str, str]
    edges: Sequence[tuple[str, str, int]]
    free: Mapping[str, Sequence[int]]


@dataclass
class _Model:
    """Variables: the taps that ports may need, the values that are held, the length of each line."""

    body: Body
    longest_line: int
    cp: cp_model.CpModel = field(default_factory=new_model)
    used: dict[tuple[str, int, str, int | str], cp_model.IntVar] = field(default_factory=dict)
    longest: dict[str, cp_model.IntVar] = field(default_factory=dict)
    holds: dict[str, cp_model.IntVar] = field(default_factory=dict)

    def require(
        self, when: cp_model.IntVar, unit: str, side: int, source: str, tap: int | str,
        swap: cp_model.IntVar | None,
    ) -> None:  # fmt: skip
        """The port (unit, side) needs a tap when `when`; the other side instead when `swap`."""
        sides = [(side, [~when])] if swap is None else [(side, [~when, swap]), (1 - side, [~when, ~swap])]
        for place, unless in sides:
            key = (unit, place, source, tap)
            if key not in self.used:
                self.used[key] = self.cp.new_bool_var(f"tap {key}")
            self.cp.add_bool_or(*unless, self.used[key])

    def swap(self, op: Op) -> cp_model.IntVar | None:
        """Whether a product takes its operands the other way round."""
        return self.cp.new_bool_var(f"swap {op.name}") if op.kind == "mul" else None

    def read(
        self, op: Op, side: int, producer: str, delay: cp_model.IntVar, delays: range, held_for: int,
        swap: cp_model.IntVar | None, standing: cp_model.IntVar | None = None,
    ) -> None:  # fmt: skip
        """Operand `side` of `op` takes what `producer` made `delay` cycles ago, one of `delays`.

        A register has it from 1 to `held_for` cycles after. `standing`: it stands at the head of the input
        stream still; where that is given there is no line.
        """
        cp, unit, source = self.cp, self.body.unit[op.name], self.body.unit[producer]
        held = cp.new_bool_var(f"{producer} held for {op.name}")
        if producer not in self.holds:
            self.holds[producer] = cp.new_bool_var(f"hold {producer}")
        cp.add_implication(held, self.holds[producer])
        cp.add_linear_constraint(delay, 1, held_for).only_enforce_if(held)
        self.require(held, unit, side, source, producer, swap)
        ways = [held]
        if standing is not None:
            self.require(standing, unit, side, source, 0, swap)
            ways.append(standing)
        else:
            if source not in self.longest:
                self.longest[source] = cp.new_int_var(0, self.longest_line, f"line of {source}")
            for d in delays:
                at = cp.new_bool_var(f"{producer} by line {d} for {op.name}")
                cp.add(delay == d).only_enforce_if(at)
                cp.add(self.longest[source] >= d).only_enforce_if(at)
                self.require(at, unit, side, source, d, swap)
                ways.append(at)
        cp.add_exactly_one(ways)

    def cost(self) -> cp_model.LinearExpr:
        """What the datapath costs."""
        registers = [*self.longest.values(), *self.holds.values()]
        taps = list(self.used.values())
        weights = [_TAP] * len(taps) + [_REGISTER] * len(registers)
        return LinearExpr.weighted_sum([*taps, *registers], weights)


def small_datapath(body: Body, hint: Mapping[str, int], slack: int, limit: float) -> Mapping[str, int] | None:
    """Times of all operations, relative to the start of iteration 0; None if none was found in time.

    Parameters
    ----------
    hint
        Times of a valid schedule to start from.
    slack
        How many cycles more than there the block before the loop, and one iteration, may take.
    limit
        Deterministic time (CP-SAT's unit, about seconds).
    """
    ii = body.interval
    first = min(hint[op.name] for op in body.head_ops) - slack
    last = max(hint[op.name] for op in body.loop_ops) + slack
    model = _Model(body, last - first)
    cp = model.cp
    loop_names = {op.name for op in body.loop_ops}
    start = {
        op.name: cp.new_int_var(0 if op.name in loop_names else first, last, op.name)
        for op in (*body.loop_ops, *body.head_ops)
    }
    ops = {op.name: op for op in (*body.loop_ops, *body.head_ops)}
    _separate(cp, body, start, ops, last - first)
    for value in body.carried:
        cp.add(start[value.initial] == start[value.next] - ii)

    params = {value.param: value.next for value in body.carried}
    next_input = following(body)
    for a, b in next_input.items():
        cp.add(start[b] > start[a])

    for op in ops.values():
        swap = model.swap(op)
        for side, form in enumerate(op.operands):
            for name in form.names:
                producer = params.get(name, name)
                distance = ii if name in params else 0
                inside = producer in loop_names
                most = 2 * ii if inside else last - first
                delay = cp.new_int_var(0, most, f"{name} to {op.name}")
                cp.add(delay == start[op.name] + distance - start[producer] - body.latency[producer])
                standing = None
                if body.unit[producer] == body.stream:
                    standing = cp.new_bool_var(f"{name} at the head for {op.name}")
                    if producer in next_input:
                        cp.add(start[op.name] < start[next_input[producer]]).only_enforce_if(standing)
                model.read(op, side, producer, delay, range(most + 1), ii if inside else most, swap, standing)
    earliest = cp.new_int_var(first, 0, "earliest")
    cp.add_min_equality(earliest, list(start.values()))
    cp.minimize(model.cost() - _REGISTER * earliest)
    return _solved(cp, start, hint, limit)


def small_tail(
    body: Body, tail: Tail, times: Mapping[str, int], hint: Mapping[str, int], limit: float
) -> Mapping[str, int] | None:
    """Times of the block after a loop, from the start of the last iteration; None if none found in time.

    Parameters
    ----------
    times
        Times of the loop and the block before it, relative to the start of iteration 0.
    hint
        Times of a valid schedule of the block.
    limit
        Deterministic time (CP-SAT's unit, about seconds).
    """
    latest = max(max(free) for free in tail.free.values())
    model = _Model(body, latest - min(times.values()))
    cp = model.cp
    loop_names = {op.name for op in body.loop_ops}
    params = {value.param: value.next for value in body.carried}
    next_input = following(body)
    for op in (*body.loop_ops, *body.head_ops):  # what is there, and what it reads where
        swap = model.swap(op)
        for side, form in enumerate(op.operands):
            for name in form.names:
                producer = params.get(name, name)
                distance = body.interval if name in params else 0
                delay = times[op.name] + distance - times[producer] - body.latency[producer]
                standing = None
                if body.unit[producer] == body.stream:
                    after = next_input.get(producer)
                    standing = cp.new_constant(after is None or times[op.name] < times[after])
                held_for = body.interval if producer in loop_names else delay
                model.read(
                    op,
                    side,
                    producer,
                    cp.new_constant(delay),
                    range(delay, delay + 1),
                    held_for,
                    swap,
                    standing,
                )

    start = {
        op.name: cp.new_int_var_from_domain(Domain.from_values(tail.free[op.name]), op.name)
        for op in tail.ops
    }
    for unit in dict.fromkeys(body.unit[op.name] for op in tail.ops):
        cp.add_all_different(start[op.name] for op in tail.ops if body.unit[op.name] == unit)
    for a, b, wait in tail.edges:
        cp.add(start[b] >= start[a] + wait)
    for op in tail.ops:
        swap = model.swap(op)
        for side, form in enumerate(op.operands):
            for name in form.names:
                producer = tail.results.get(name, name)
                made = times[producer] if name in tail.results else start[name]
                delay_var = cp.new_int_var(0, model.longest_line, f"{name} to {op.name}")
                cp.add(delay_var == start[op.name] - made - body.latency[producer])
                soonest = times[producer] if name in tail.results else tail.free[name][0]
                most = tail.free[op.name][-1] - soonest - body.latency[producer]
                model.read(op, side, producer, delay_var, range(most + 1), most, swap)
    end = cp.new_int_var(min(min(free) for free in tail.free.values()), latest, "end")
    cp.add_max_equality(end, list(start.values()))
    cp.minimize(model.cost() + _REGISTER * end)
    return _solved(cp, start, hint, limit)


def following(body: Body) -> Mapping[str, str]:
    """For each element of the input stream but the last, the one after it, by operation."""
    stream = sorted((op for op in body.head_ops if op.kind == "input"), key=lambda op: op.attribute or 0)
    return {a.name: b.name for a, b in itertools.pairwise(stream)}


def _solved(
    cp: cp_model.CpModel, start: Mapping[str, cp_model.IntVar], hint: Mapping[str, int], limit: float
) -> Mapping[str, int] | None:
    for name, var in start.items():
        cp.add_hint(var, hint[name])
    solver = repeatable_solver(limit)
    if solve(solver, cp) not in SOLVED:
        return None
    return {name: solver.value(var) for name, var in start.items()}


def _separate(
    cp: cp_model.CpModel,
    body: Body,
    start: Mapping[str, cp_model.IntVar],
    ops: Mapping[str, Op],
    span: int,
) -> None:
    """No two operations of one unit in one cycle, over all iterations and the runs before and after."""
    ii = body.interval
    loop_names = [op.name for op in body.loop_ops]
    head_names = [op.name for op in body.head_ops]
    clear = Domain.from_intervals([[-span - ii, -1], [1, span + ii]])
    multiples = range(-span // ii - 2, span // ii + 3)
    apart = _without([k * ii for k in multiples], span + 2 * ii)
    beside = _without([k * ii for k in multiples if k != -1], span + 2 * ii)
    for i, a in enumerate(loop_names):
        for b in loop_names[i + 1 :]:
            if body.unit[a] == body.unit[b]:
                cp.add_linear_expression_in_domain(start[a] - start[b], apart)
    for i, a in enumerate(head_names):
        for b in head_names[i + 1 :]:
            if body.unit[a] == body.unit[b]:
                cp.add_linear_expression_in_domain(start[a] - start[b], clear)
        for b in loop_names:
            # In the row of an operation of the loop there is room one iteration before the first, no other.
            if body.unit[a] == body.unit[b]:
                cp.add_linear_expression_in_domain(start[a] - start[b], beside)


def _without(values: Sequence[int], reach: int) -> Domain:
    """All whole numbers from -reach to reach but those."""
    return Domain.from_values(sorted(set(range(-reach, reach + 1)) - set(values)))
