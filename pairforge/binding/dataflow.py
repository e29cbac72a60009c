"""Who reads what, how long after it was made: the reads of a scheduled stage, carried values resolved."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pairforge.program.ir import Loop
from pairforge.schedule.plan import INPUT, INPUT_MARGIN, Placed, StageSchedule, maker_of


@dataclass(frozen=True)
class ReadEdge:
    """`reader` takes `producer`'s result `delay` cycles after it stood at the unit's output.

    `operand` and `term` say where in the reader; `coefficient` is the factor there. An element of the input
    stream stands at its head until the next is called for: read there, its delay counts as 0.
    """

    producer: str
    reader: str
    operand: int
    term: int
    coefficient: int
    delay: int


def read_edges(stage: StageSchedule) -> Sequence[ReadEdge]:
    """Every read of the stage but those of constants.

    A parameter of a loop is read from its own `next` of the iteration before. In a ladder as well: there, as
    if no two loop-carried values had changed places.
    """
    source: dict[str, tuple[str, int]] = {}  # name -> (producing operation, cycles its iteration is away)
    for region in stage.program.regions:
        if isinstance(region, Loop):
            timing = stage.loops[region.name]
            for value in region.carried:
                if value.held:
                    before = source.get(value.initial, (value.initial, 0))
                    source[value.param] = source[value.result] = before
                    continue
                source[value.param] = (value.next, -timing.interval)
                source[value.result] = (value.next, (timing.count - 1) * timing.interval)
    calls = input_calls(stage)
    constants = stage.program.constant_names
    edges = []
    for placed in stage.placed.values():
        for i, form in enumerate(placed.op.operands):
            for j, (name, coefficient) in enumerate(form.terms):
                if name in constants:
                    continue
                producer, shift = source.get(name, (name, 0))
                cycle = placed.start + placed.read_after(name)
                delay = cycle - (stage.placed[producer].ready + shift)
                if producer in calls and cycle < calls[producer]:
                    delay = 0
                edges.append(ReadEdge(producer, placed.op.name, i, j, coefficient, delay))
    return edges


def input_calls(stage: StageSchedule) -> Mapping[str, int]:
    """For each input operation, the cycle from which its element may no longer stand at the head.

    A storage with words takes it over at once. On lines it stands there until the next one is called for; the
    last one until shortly before the end of the interval.
    """
    if stage.machine.storage.addressed:
        return {p.op.name: p.start + 1 for p in stage.placed.values() if p.unit == INPUT}
    inputs = sorted((p for p in stage.placed.values() if p.unit == INPUT), key=lambda p: p.start)
    calls = {p.op.name: after.start for p, after in itertools.pairwise(inputs)}
    if inputs:
        calls[inputs[-1].op.name] = stage.interval - INPUT_MARGIN + 1
    return calls


def occurrences(stage: StageSchedule) -> Mapping[str, Sequence[int]]:
    """For each operation, the cycles in which its result comes out in one run.

    The operation that makes a loop-carried value's initial value is counted with the one whose place it
    takes.
    """
    stands_for = {
        value.initial: value.next
        for region in stage.program.regions
        if isinstance(region, Loop)
        for value in region.carried
        if not value.held
    }
    cycles: dict[str, list[int]] = {}
    for placed, _, start in stage.instances():
        name = stands_for.get(placed.op.name, placed.op.name)
        cycles.setdefault(name, []).append(start + placed.latency)
    return cycles


def prologue_operations(stage: StageSchedule) -> Mapping[str, Placed]:
    """For each carried operation, the one whose result it takes the place of before the first iteration; for
    those that begin as a constant, which nobody reads, there is none.
    """
    loops = [region for region in stage.program.regions if isinstance(region, Loop)]
    made = maker_of(stage)
    found = {}
    for value in (value for loop in loops for value in loop.carried if not value.held):
        maker = made(value.initial, 0)
        if maker is not None:
            found[value.next] = stage.placed[maker[0]]
    return found


def executed_reads(stage: StageSchedule) -> Iterator[tuple[tuple[str, int], int]]:
    """Every read of one run, iteration by iteration: whose result, as (operation, iteration), and the cycle
    in which it is wanted. Constants are left out.
    """
    made = maker_of(stage)
    for placed, iteration, cycle in stage.instances():
        for form in placed.op.operands:
            for name in form.names:
                maker = made(name, iteration)
                if maker is not None:
                    yield maker, cycle + placed.read_after(name)
