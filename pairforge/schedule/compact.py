"""Among the schedules of one interval, the one whose datapath is smallest.

At the least interval a loop body and the block before it can still be placed in very many ways, which differ
in how many places each operand port must choose from. This exact search (CP-SAT) places both together and
counts those: a read either taps the delay line of the unit at its delay, or a register that holds the value
from one iteration to the next; reads of one port that share a tap share its cost. Elements of the input
stream stand at its head until the next one is called for and can be read there.

The times found keep the rules of `stage`: the interval, the stand-ins before the first iteration, and no
conflict with a run that starts count * interval + interval cycles earlier or later.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ortools.sat.python import cp_model

from pairforge.program.ir import Carry, Op
from pairforge.schedule.solve import SOLVED, repeatable_solver, solve

_TAP, _REGISTER = 20, 1  # weights: an input of a selection network, a register


@dataclass(frozen=True)
class Body:
    """What is to be placed: operations of the loop and of the block before it, and how they are timed.

    `unit`, `latency` by operation name; every unit exists once and starts an operation in every cycle.
    """

    loop_ops: Sequence[Op]
    head_ops: Sequence[Op]
    carries: Sequence[Carry]
    interval: int
    unit: Mapping[str, str]
    latency: Mapping[str, int]
    stream: str
    """Name of the unit that is the input stream."""


@dataclass
class _Taps:
    """The model, and one variable for each tap some port may need."""

    cp: cp_model.CpModel = field(default_factory=cp_model.CpModel)
    used: dict[tuple[str, int, str, int | str], cp_model.IntVar] = field(default_factory=dict)

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


def compact(body: Body, hint: Mapping[str, int], slack: int, limit: float) -> Mapping[str, int] | None:
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
    taps = _Taps()
    cp = taps.cp
    ii = body.interval
    first = min(hint[op.name] for op in body.head_ops) - slack
    last = max(hint[op.name] for op in body.loop_ops) + slack
    loop_names = {op.name for op in body.loop_ops}
    start = {
        op.name: cp.new_int_var(0 if op.name in loop_names else first, last, op.name)
        for op in (*body.loop_ops, *body.head_ops)
    }
    ops = {op.name: op for op in (*body.loop_ops, *body.head_ops)}
    _separate(cp, body, start, ops, last - first)
    for carry in body.carries:
        cp.add(start[carry.initial] == start[carry.next] - ii)

    params = {carry.param: carry.next for carry in body.carries}
    stream = sorted((op for op in body.head_ops if op.kind == "input"), key=lambda op: op.attribute or 0)
    following = dict(zip([op.name for op in stream], [op.name for op in stream][1:], strict=False))
    for a, b in following.items():
        cp.add(start[b] > start[a])

    longest: dict[str, cp_model.IntVar] = {}
    holds: dict[str, cp_model.IntVar] = {}
    for op in ops.values():
        swap = cp.new_bool_var(f"swap {op.name}") if op.kind == "mul" else None
        for side, form in enumerate(op.operands):
            for name in form.names:
                producer = params.get(name, name)
                distance = ii if name in params else 0
                source = body.unit[producer]
                most = last - first if producer not in loop_names else 2 * ii
                delay = cp.new_int_var(0, most, f"{name} to {op.name}")
                cp.add(delay == start[op.name] + distance - start[producer] - body.latency[producer])
                ways: list[cp_model.IntVar] = []
                held = cp.new_bool_var(f"{name} held for {op.name}")
                holds.setdefault(producer, cp.new_bool_var(f"hold {producer}"))
                cp.add_implication(held, holds[producer])
                cp.add(delay >= 1).only_enforce_if(held)
                if producer in loop_names:
                    cp.add(delay <= ii).only_enforce_if(held)
                taps.require(held, body.unit[op.name], side, source, producer, swap)
                ways.append(held)
                if source == body.stream:
                    standing = cp.new_bool_var(f"{name} at the head for {op.name}")
                    if producer in following:
                        cp.add(start[op.name] < start[following[producer]]).only_enforce_if(standing)
                    taps.require(standing, body.unit[op.name], side, source, 0, swap)
                    ways.append(standing)
                else:
                    length = longest.setdefault(source, cp.new_int_var(0, last - first, f"line of {source}"))
                    for d in range(most + 1):
                        at = cp.new_bool_var(f"{name} by line {d} for {op.name}")
                        cp.add(delay == d).only_enforce_if(at)
                        cp.add(length >= d).only_enforce_if(at)
                        taps.require(at, body.unit[op.name], side, source, d, swap)
                        ways.append(at)
                cp.add_exactly_one(ways)
    earliest = cp.new_int_var(first, 0, "earliest")
    cp.add_min_equality(earliest, list(start.values()))
    cp.minimize(
        _TAP * sum(taps.used.values())
        + _REGISTER * (sum(longest.values()) + sum(holds.values()))
        - _REGISTER * earliest
    )
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
    clear = cp_model.Domain.from_intervals([[-span - ii, -1], [1, span + ii]])
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


def _without(values: Sequence[int], reach: int) -> cp_model.Domain:
    """All whole numbers from -reach to reach but those."""
    return cp_model.Domain.from_values(sorted(set(range(-reach, reach + 1)) - set(values)))
