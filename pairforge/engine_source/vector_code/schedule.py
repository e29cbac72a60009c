"""List scheduling of a loop's body: which instruction begins when, and which accumulator takes a term.

Each instruction is wanted at a time: products evenly over the period, in the order of the program, the others
as late as what waits for them allows. In every cycle those that can begin do so, the most wanted ones first,
as far as there are units, loads and registers. What the body before left in memory late is there late; the
schedule is repeated until that settles.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass

from pairforge.engine_source.vector_code.machine import FORWARDING, LOADS, STORES, UNITS, Kind
from pairforge.engine_source.vector_code.program import (
    STATE,
    Column,
    Instruction,
    Operand,
    Place,
    Program,
    Value,
)

_REPEATS = 4
"""Schedules until the times of what is left in memory settle."""
_PATIENCE = 20
"""Cycles that an instruction may be late before it may take a register that others should have."""
_LATENESS = 3
"""Periods after which a body is given up."""


@dataclass(frozen=True)
class Pace:
    """What a schedule aims at. Times are in cycles.

    `period` is what the products should take. `window` is how many products may wait to begin, `issue` how
    many instructions begin in a cycle. Products' digits are loaded at most `digits_ahead` before they are
    wanted, all else begins at most `ahead` before. More than `registers` values are held for what is late
    alone.
    """

    period: int
    window: int
    issue: int
    ahead: int
    digits_ahead: int
    registers: int


@dataclass(frozen=True)
class Step:
    """An instruction in its place: `merged` and the operands of sums are what the schedule took."""

    instruction: Instruction
    operands: tuple[Operand, ...]
    merged: Operand | None
    result: Value | None


def schedule(program: Program, pace: Pace) -> list[Step]:
    """The body in its order.

    Raises:
        ValueError: the pace leaves an instruction without any time to begin.
    """
    _want(program, pace)
    late: dict[Instruction, int] = {}
    for _ in range(_REPEATS):
        run = _Run(program, pace, late)
        run.all()
        late = {
            reader: max(0, run.begun[program.stores[place]] + FORWARDING - run.time)
            for reader, place in _reads(program)
            if program.stores[place].number > reader.number
        }
    return run.steps()


def _reads(program: Program) -> list[tuple[Instruction, Place]]:
    """Who reads which words of the state that are written."""
    return [
        (instruction, operand)
        for instruction in program.instructions
        for operand in instruction.read()
        if isinstance(operand, Place) and operand.region == STATE and operand in program.stores
    ]


def _want(program: Program, pace: Pace) -> None:
    """The time by which each instruction is wanted."""
    readers = defaultdict(list)
    for reader, place in _reads(program):
        readers[place].append(reader)
    products = 0
    planned = {}
    for instruction in program.instructions:
        planned[instruction] = products * pace.period / program.products
        products += instruction.is_product()

    def next_time(reader: Instruction) -> float:
        """When the body after wants a word."""
        if reader.is_product():
            return planned[reader]
        uses = reader.result.uses if reader.result is not None and reader.kind is Kind.LOAD else []
        return min((planned[use] for use in uses if use.is_product()), default=0)

    for instruction in reversed(program.instructions):
        wanted = min(instruction.pace, 2.0 * pace.period)
        if instruction.column is not None:
            wanted = planned[instruction]
        elif instruction.place is not None:
            for reader in readers[instruction.place]:
                after = (
                    reader.wanted if reader.number > instruction.number else next_time(reader) + pace.period
                )
                wanted = min(wanted, after - FORWARDING)
        elif instruction.result is not None:
            for use in instruction.result.uses:
                wanted = min(wanted, use.wanted - instruction.kind.value.latency)
        instruction.wanted = wanted


class _Sum:
    """The accumulators of a column: values and when they are there."""

    def __init__(self, column: Column) -> None:
        self.left = column.terms
        self.accumulators: list[tuple[Value, int]] = []

    def ready(self, time: int) -> list[tuple[Value, int]]:
        """Those that can be added to."""
        return [accumulator for accumulator in self.accumulators if accumulator[1] <= time]


class _Run:
    """One pass over the body."""

    def __init__(self, program: Program, pace: Pace, late: dict[Instruction, int]) -> None:
        self.pace = pace
        self.time = 0
        self.taken: list[tuple[int, Step]] = []
        self.totals: dict[Value, Value] = {}
        self.sums = {column: _Sum(column) for column in program.columns}
        self.left = {}
        for instruction in program.instructions:
            if instruction.result is not None:
                self.left[instruction.result] = len(instruction.result.uses)
        for column in program.columns:
            self.left[column.total] = len(column.total.uses)
        self.live = 0
        self.products = [i for i in program.instructions if i.is_product()]
        self.place = {product: k for k, product in enumerate(self.products)}
        self.first = 0
        self.digits = {
            load
            for load in program.instructions
            if load.kind is Kind.LOAD
            and load.result is not None
            and any(use.is_product() for use in load.result.uses)
        }
        self.begun: dict[Instruction, int] = {}
        self.earliest = {instruction: late.get(instruction, 0) for instruction in program.instructions}
        self.followers: dict[Instruction, list[tuple[Instruction, int]]] = defaultdict(list)
        self.waits = {instruction: len(instruction.values()) for instruction in program.instructions}
        for reader, place in _reads(program):
            store = program.stores[place]
            first, then, time = (
                (store, reader, FORWARDING) if store.number < reader.number else (reader, store, 0)
            )
            self.followers[first].append((then, time))
            self.waits[then] += 1
        self.ready = [instruction for instruction, count in self.waits.items() if count == 0]

    def all(self) -> None:
        """Begins all instructions."""
        limit = _LATENESS * self.pace.period + 1000
        while self.ready:
            if self.time > limit:
                raise ValueError(f"no schedule at {self.pace}")
            self.cycle()
            self.time += 1

    def steps(self) -> list[Step]:
        """All instructions in the order in which they began, with the totals of columns as operands."""

        def known(operand: Operand) -> Operand:
            return self.totals.get(operand, operand) if isinstance(operand, Value) else operand

        order = sorted(range(len(self.taken)), key=lambda k: (self.taken[k][0], k))
        steps = [self.taken[k][1] for k in order]
        return [
            Step(
                step.instruction,
                tuple(map(known, step.operands)),
                None if step.merged is None else known(step.merged),
                step.result,
            )
            for step in steps
        ]

    def goes_on(self, instruction: Instruction, time: int) -> None:
        """Something that an instruction waits for will be there at that time."""
        self.earliest[instruction] = max(self.earliest[instruction], time)
        self.waits[instruction] -= 1
        if self.waits[instruction] == 0:
            self.ready.append(instruction)

    def is_near(self, instruction: Instruction) -> bool:
        """Whether it may begin as long before it is wanted."""
        if instruction.is_product():
            return self.place[instruction] < self.first + self.pace.window
        ahead = self.pace.digits_ahead if instruction in self.digits else self.pace.ahead
        return instruction.wanted <= self.time + ahead

    def cycle(self) -> None:
        """Begins what can begin now."""
        while self.first < len(self.products) and self.products[self.first] in self.begun:
            self.first += 1
        candidates = [i for i in self.ready if self.earliest[i] <= self.time and self.is_near(i)]
        candidates.sort(key=lambda i: (i.wanted, i.number))
        units = [True] * UNITS
        loads, stores, issue = LOADS, STORES, self.pace.issue
        for instruction in candidates:
            reads = any(isinstance(operand, Place) for operand in instruction.read())
            free = [unit for unit in instruction.kind.value.units if units[unit]]
            if issue == 0:
                break
            if (reads and loads == 0) or (instruction.place is not None and stores == 0):
                continue
            if instruction.kind.value.units and not free:
                continue
            if not self.begin(instruction):
                continue
            self.ready.remove(instruction)
            if free:
                units[free[0]] = False
            issue -= 1
            loads -= reads
            stores -= instruction.place is not None

    def crowded(self, instruction: Instruction, room: int = 0) -> bool:
        """Whether an instruction that takes another register had better wait."""
        return self.live >= self.pace.registers + room and instruction.wanted > self.time - _PATIENCE

    def begin(self, instruction: Instruction) -> bool:
        """Begins an instruction, if there is a register and an accumulator for it."""
        done = self.time + instruction.kind.value.latency
        merged = instruction.merged
        operands = tuple(instruction.operands)
        if instruction.column is not None:
            total = self.sums[instruction.column]
            ready = total.ready(self.time)
            if ready:
                accumulator = min(ready, key=lambda a: a[1])
                total.accumulators.remove(accumulator)
                if instruction.kind is Kind.IFMA:
                    merged = accumulator[0]
                else:
                    operands = (accumulator[0], *operands)
            elif (
                instruction.kind is not Kind.IFMA
                or len(total.accumulators) >= instruction.column.accumulators
                or self.crowded(instruction)
            ):
                return False
            else:
                self.live += 1
            assert instruction.result is not None
            total.accumulators.append((instruction.result, done))
            total.left -= 1
        elif instruction.result is not None:
            frees = any(
                self.left[value] == instruction.values().count(value) for value in instruction.values()
            )
            if not frees and self.crowded(instruction, 0 if instruction.kind is Kind.LOAD else 1):
                return False
            self.live += 1
            for use in instruction.result.uses:
                self.goes_on(use, done)
        self.begun[instruction] = self.time
        for follower, time in self.followers[instruction]:
            self.goes_on(follower, self.time + time)
        self.taken.append((self.time, Step(instruction, operands, merged, instruction.result)))
        for value in instruction.values():
            self.left[value] -= 1
            self.live -= self.left[value] == 0
        if instruction.column is not None and self.sums[instruction.column].left == 0:
            self.complete(instruction.column)
        return True

    def complete(self, column: Column) -> None:
        """Adds the accumulators of a column."""
        accumulators = sorted(self.sums[column].accumulators, key=lambda a: a[1])
        while len(accumulators) > 1:
            (a, _), (b, time) = accumulators[:2]
            total = Value()
            instruction = Instruction("vpaddq", Kind.SIMPLE, [a, b], result=total)
            self.taken.append((max(self.time, time), Step(instruction, (a, b), None, total)))
            accumulators = sorted(
                [*accumulators[2:], (total, max(self.time, time) + Kind.SIMPLE.value.latency)],
                key=lambda a: a[1],
            )
            self.live -= 1
        self.totals[column.total], time = accumulators[0]
        for use in column.total.uses:
            self.goes_on(use, time)
