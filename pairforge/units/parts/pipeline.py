"""Feed-forward arithmetic on wide integers, described without registers; then registers are placed.

A `Pipeline` is a graph of steps (an addition of some bits, a product of a multiplier block, a choice). When
all are there, `place` spreads a number of registers over it such that every path from an input to an output
has exactly so many and the slowest stretch between two registers is as short as can be. Bits that are early
wait in registers for those they meet: low bits of a sum move on while its carry runs up. A `loop` gives a
value of the cycle before, which for C threads is C registers away.

A multiplier block has registers of its own: at its inputs, behind the product, behind the sum. All are used
(`Style.WHOLE`) where there are enough registers for that, as a block is slow without.

Imports the hardware layer and the delays of steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from enum import Enum

from pairforge.errors import UserError
from pairforge.hdl import Const, Expr, Load, Module, Net, concat, product, widened
from pairforge.units.parts.blocks import NARROW, SUM, Addend, multiplier_block
from pairforge.units.parts.retiming import Read, TooFewRegistersError, fewest_registers
from pairforge.units.parts.step_delays import (
    BLOCK_IN,
    BLOCK_OUT,
    BLOCK_PRODUCT,
    BLOCK_PRODUCT_IN,
    BLOCK_SUM,
    BLOCK_WHOLE,
    LAUNCH,
)

ENOUGH = 4.0
"""No shorter period is looked for, ns on a 7-series device, where none is asked for: registers that are not
needed for it stand behind the outputs."""


@dataclass(frozen=True)
class Piece:
    """`width` bits of step number `step` from bit `low` on; the constant `value` where that is None.

    `name`: the local parameter that a constant is printed as; that of a part of it says which bits.
    """

    width: int
    step: int | None
    low: int = 0
    value: int = 0
    name: str = ""


Word = tuple[Piece, ...]
"""Bits that come from several steps, the least significant first."""

_IN_FRONT = 4  # registers of several threads that stand in front of a unit at most


@dataclass(frozen=True)
class Slice:
    """`width` bits of what a step makes, from bit `low` on; `net`: how it is called."""

    net: str
    low: int
    width: int


Output = tuple[Word, int]
"""A value, and the registers on each path from the inputs to it, at least 1."""


def constant(width: int, value: int, name: str = "") -> Word:
    """A constant, with a name if it means something; no bits at all where the width is 0."""
    return (Piece(width, None, value=value, name=name),) if width else ()


def width_of(word: Word) -> int:
    """The bits of a word."""
    return sum(piece.width for piece in word)


def joined(*low_first: Word) -> Word:
    """Words side by side, the first one lowest; neighbours of one step become one piece."""
    pieces: list[Piece] = []
    for piece in (piece for word in low_first for piece in word):
        if pieces and pieces[-1].step == piece.step:
            last = pieces[-1]
            if piece.step is None:
                pieces[-1] = Piece(
                    last.width + piece.width, None, value=last.value | piece.value << last.width
                )
                continue
            if last.low + last.width == piece.low:
                pieces[-1] = replace(last, width=last.width + piece.width)
                continue
        pieces.append(piece)
    return tuple(pieces)


def part(word: Word, low: int, width: int) -> Word:
    """Bits low … low + width - 1; zeros above the top."""
    pieces, place = [], 0
    for piece in word:
        first, end = max(low, place), min(low + width, place + piece.width)
        if first < end:
            pieces.append(_part(piece, first - place, end - first))
        place += piece.width
    found = tuple(pieces)
    return joined(found, constant(width - width_of(found), 0))


def _part(piece: Piece, low: int, width: int) -> Piece:
    """Some bits of a piece."""
    if piece.step is not None:
        return replace(piece, low=piece.low + low, width=width)
    value = piece.value >> low & (1 << width) - 1
    whole = width == piece.width
    name = piece.name if whole or not piece.name else f"{piece.name}_{low + width - 1}_{low}"
    return Piece(width, None, value=value, name=name)


def value_of(word: Word) -> int | None:
    """The value of a constant, None where a bit of it is not."""
    whole = joined(word)
    if not whole:
        return 0
    return whole[0].value if len(whole) == 1 and whole[0].step is None else None


@dataclass(frozen=True)
class Step:
    """A value made of others.

    `factors`: their product comes first among what `build` is given; `wide`: bits of the wider operand of the
    multiplier block that makes it; `below`: the block whose sum, moved down by a digit, is all that it adds.
    """

    name: str
    width: int
    operands: tuple[Word, ...]
    build: Callable[[Sequence[Expr]], Expr]
    delay: float
    factors: tuple[Word, Word] | None = None
    wide: int = 0
    below: int | None = None


def period_of(mhz: float) -> float:
    """The period of a clock on a 7-series device, ns; 0 without a clock."""
    return 1000 / mhz if mhz else 0.0


def a_period(period: float) -> float:
    """The arrival of inputs that are there at the end of a cycle: a register takes each of them."""
    return max(0.0, period - LAUNCH)


def stages_for(registers: int, threads: int) -> int:
    """The stages of a unit that needs so many registers on each path.

    One thread has a register for each stage. Several have as many for each, and what stands in front of the
    unit takes some of them.
    """
    return registers if threads == 1 else -(-(registers + _IN_FRONT) // threads)


def registers_left(threads: int) -> int:
    """The registers of a loop of several threads that a unit has, as some stand in front of it."""
    return threads - _IN_FRONT


class Style(Enum):
    """The registers of multiplier blocks: none; one behind the product; that one, one at each input and one
    behind the sum.
    """

    NONE = 0
    PRODUCT = 1
    WHOLE = 2


@dataclass(frozen=True)
class Placement:
    """For each step the registers that its paths from the inputs pass, and the registers of blocks."""

    stages: tuple[int, ...]
    style: Style
    late: tuple[bool, ...]  # whether a value is there too late in its stage for an input of a block


@dataclass
class Pipeline:
    """The graph under construction, and the module it becomes.

    `threads`: registers that a cycle of a loop takes. `period`: the shortest one that is of use, ns on a
    7-series device; 0: none is asked for. `arrival`: how long before an input is there, ns. `blocks`,
    `tables`: multiplier blocks and look-up tables of all steps, modelled.
    """

    m: Module
    threads: int = 1
    period: float = 0.0
    steps: list[Step] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    loops: dict[int, Word] = field(default_factory=dict)
    blocks: int = 0
    tables: int = 0
    arrival: float = 0.0

    def comment(self, text: str) -> None:
        """A line in front of the steps to come."""
        self.comments[len(self.steps)] = text

    def input(self, net: Net) -> Word:
        """An input of the module, or any net that has its value in the cycle of the inputs."""
        return self._add(Step(net.name, net.width, (), lambda _: net, self.arrival))

    def step(
        self,
        name: str,
        width: int,
        operands: Iterable[Word],
        build: Callable[[Sequence[Expr]], Expr],
        delay: float,
        tables: int,
    ) -> Word:
        """A value of `width` bits that `build` makes of its operands; its delay and look-up tables."""
        self.tables += tables
        return self._add(Step(name, width, tuple(operands), build, delay))

    def block(
        self,
        name: str,
        x: Word,
        y: Word,
        addend: Word,
        build: Callable[[Sequence[Expr]], Expr],
        wide: int,
    ) -> Word:
        """x y and an addend in one multiplier block; `build` is given both, and all bits of x y.

        `wide`: bits of the wider operand of the block, which is that of x.
        """
        self.blocks += 1
        width = width_of(x) + width_of(y)
        operands = (addend,) if addend else ()
        below = self._cascaded(addend)
        return self._add(Step(name, width, operands, build, 0.0, (x, y), wide, below))

    def _cascaded(self, addend: Word) -> int | None:
        """The block whose sum without its lowest digit is added, None where it is anything else."""
        if len(addend) != 1 or addend[0].step is None or addend[0].low != NARROW:
            return None
        source = self.steps[addend[0].step]
        whole = addend[0].low + addend[0].width == source.width
        return addend[0].step if whole and source.factors is not None else None

    def loop(self, name: str, width: int) -> Word:
        """The value that `close` is given, a cycle later."""
        return self._add(Step(name, width, (), lambda _: Const(1, 0), 0.0))

    def close(self, loop: Word, value: Word) -> None:
        """Declare the feedback of a loop."""
        (piece,) = loop
        assert piece.step is not None
        self.loops[piece.step] = value

    def before(self, piece: Piece) -> Word | None:
        """What a piece of a loop is a cycle earlier; None for any other piece."""
        if piece.step not in self.loops:
            return None
        return part(self.loops[piece.step], piece.low, piece.width)

    def _add(self, step: Step) -> Word:
        self.steps.append(step)
        return (Piece(step.width, len(self.steps) - 1),)

    def slices(self, word: Word) -> list[Slice]:
        """What steps make a word, the lowest bits first, without constants above them."""
        return [
            Slice(self.steps[piece.step].name, piece.low, piece.width)
            for piece in word
            if piece.step is not None
        ]

    # -- where registers go --------------------------------------------------------------------------

    def _stages(self, period: float, style: Style, outputs: Sequence[Output]) -> Placement | None:
        """Stages as early as can be, no stretch longer than `period`; None where an output comes too late.

        What reads a loop must not be so early that the value is not in a register by then: it is moved until
        that holds.
        """
        readers = self._readers(style)
        least = [0] * len(self.steps)
        last = max(registers for _, registers in outputs) - 1
        while True:
            found = self._earliest(period, style, least, last)
            if found is None:
                return None
            needed = [self._behind(found, word) for word, _ in outputs]
            if any(n > registers for n, (_, registers) in zip(needed, outputs, strict=True)):
                return None
            moved = False
            if style is Style.WHOLE:
                # A cascade has no registers but that behind each block.
                for index, step in enumerate(self.steps):
                    if step.below is not None and found.stages[index] > found.stages[step.below] + 1:
                        least[step.below], moved = found.stages[index] - 1, True
            for reader, source, early in readers:
                at = found.stages[source] + 1 - self.threads + early
                if at > found.stages[reader]:
                    least[reader], moved = max(least[reader], at), True
            if not moved:
                return found

    def _readers(self, style: Style) -> list[tuple[int, int, int]]:
        """(step, a step whose value it reads through a loop, how many registers sooner it reads)."""
        found = []
        for index, step in enumerate(self.steps):
            for words, early in ((step.operands, 0), (step.factors or (), style.value)):
                for piece in (piece for word in words for piece in word):
                    value = self.before(piece)
                    found += [(index, p.step, early) for p in value or () if p.step is not None]
        return found

    def _earliest(self, period: float, style: Style, least: Sequence[int], last: int) -> Placement | None:
        """As `_stages`, each step at stage `least` of it at the earliest; None where one is behind `last`."""
        stages: list[int] = []
        arrivals: list[tuple[int, float]] = []  # the stage in which a value can be read, and when in it

        def latest(words: Iterable[Word]) -> tuple[int, float]:
            found = (arrivals[p.step] for word in words for p in word if p.step is not None)
            return max(found, default=(0, LAUNCH))

        for step, floor in zip(self.steps, least, strict=True):
            begin = max(latest(step.operands), (floor, LAUNCH))
            delay = step.delay
            if step.factors is not None:
                stage, time = latest(step.factors)
                if style is Style.WHOLE:
                    # At the inputs by the end of a stage, the product in the next one, the sum in the third.
                    stage += 2 + (time + BLOCK_IN > period)
                    if step.below is None and any(p.step is not None for word in step.operands for p in word):
                        begin = (begin[0] + 1, LAUNCH)  # a number goes through a register of the block
                    begin = max((begin[0], LAUNCH), (stage, LAUNCH), (floor, LAUNCH))
                    delay = 0.0
                elif style is Style.PRODUCT:
                    stage += 1 + (time + BLOCK_PRODUCT_IN > period)
                    begin = max(begin, (stage, LAUNCH))
                    delay = BLOCK_PRODUCT - LAUNCH
                else:
                    begin = max(begin, (stage, time))
                    delay = BLOCK_WHOLE + (BLOCK_SUM if step.operands else 0.0)
            stage, time = begin
            if time > LAUNCH and time + delay > period:
                stage, time = stage + 1, LAUNCH
            if stage > last:
                return None
            stages.append(stage)
            behind = step.factors is not None and style is Style.WHOLE
            arrivals.append((stage + 1, BLOCK_OUT) if behind else (stage, time + delay))
        into = BLOCK_IN if style is Style.WHOLE else BLOCK_PRODUCT_IN
        return Placement(tuple(stages), style, tuple(time + into > period for _, time in arrivals))

    def _behind(self, placement: Placement, word: Word) -> int:
        """Registers on each path to a word, the one behind it included."""
        stages = [placement.stages[p.step] for p in word if p.step is not None]
        return max(stages, default=0) + 1

    def needed(self, *words: Word) -> int:
        """The registers behind which words can be with no stretch longer than `period`, but for single steps.

        With more they would not be faster.
        """
        outputs = [(word, 4 * len(self.steps)) for word in words]
        longest = sum(step.delay + (BLOCK_WHOLE if step.factors else 0) for step in self.steps)
        for style in (Style.WHOLE, Style.PRODUCT, Style.NONE):
            period = self.period or ENOUGH
            last = max(period, 2 * longest + ENOUGH)
            while period <= last:
                if (found := self._stages(period, style, outputs)) is not None:
                    return max(self._behind(found, word) for word in words)
                period *= 1.02  # a loop is longer
            # A loop of few threads has no room for all registers of its blocks.
        raise UserError(f"a loop of {self.m.name} does not fit into {self.threads} threads")

    def fits(self, word: Word, registers: int) -> bool:
        """Whether a word can be there behind so many registers with no stretch longer than the period."""
        slowest = max((step.delay for step in self.steps if step.factors is None), default=0.0)
        period = self.period or ENOUGH
        return (
            LAUNCH + slowest <= period and self._stages(period, Style.WHOLE, [(word, registers)]) is not None
        )

    def _placement(self, outputs: Sequence[Output]) -> Placement:
        """That of the shortest period for which the registers are enough, the last one behind each output."""
        best: tuple[float, Placement] | None = None
        slowest = LAUNCH + max((step.delay for step in self.steps if step.factors is None), default=0.0)
        of_block = {
            Style.NONE: LAUNCH + BLOCK_WHOLE,
            Style.PRODUCT: LAUNCH + BLOCK_PRODUCT_IN,
            Style.WHOLE: LAUNCH + BLOCK_IN,
        }
        has_blocks = any(step.factors for step in self.steps)
        for style in Style if has_blocks else (Style.NONE,):
            low = max(slowest, of_block[style] if has_blocks else 0.0, self.period or ENOUGH)
            high = low + sum(step.delay + (BLOCK_WHOLE if step.factors else 0) for step in self.steps)
            found = self._stages(high, style, outputs)
            if found is None:
                continue
            if (tried := self._stages(low, style, outputs)) is not None:
                high, found = low, tried
            while high - low > 0.02:
                middle = (low + high) / 2
                tried = self._stages(middle, style, outputs)
                if tried is None:
                    low = middle
                else:
                    high, found = middle, tried
            if best is None or high < best[0] - 0.05 or (high <= best[0] and style is Style.WHOLE):
                best = high, found
        if best is None:
            raise TooFewRegistersError("no register for what goes round")
        return best[1]

    def _reads(self, placement: Placement, outputs: Sequence[Output]) -> list[Read]:
        """What is read of all steps that outputs depend on, as the placement has it."""
        whole, early = placement.style is Style.WHOLE, placement.style.value
        found: list[Read] = []
        seen: set[int] = set()
        todo: list[tuple[Word, int | None, int, bool]] = [(word, None, at, False) for word, at in outputs]
        while todo:
            word, reader, offset, factor = todo.pop()
            for piece in word:
                if piece.step is None:
                    continue
                if (value := self.before(piece)) is not None:
                    todo.append((value, reader, offset + self.threads, factor))
                    continue
                source = piece.step
                behind = whole and self.steps[source].factors is not None
                exact = False
                if reader is None:
                    least = 1
                elif whole and self.steps[reader].below == source and not factor:
                    least, exact = 1, True
                else:
                    # Where a path goes on within a stage it may still do so, but nowhere else.
                    between = placement.stages[reader] + offset - placement.stages[source]
                    least = int(between > 0)
                    if factor:
                        least = max(least, int(placement.late[source]))
                free = int(behind)
                found.append(Read(source, piece.low, piece.width, reader, offset, least, free, exact))
                if source not in seen:
                    seen.add(source)
                    step = self.steps[source]
                    number = -int(whole and step.factors is not None and step.below is None)
                    todo += [(operand, source, number, False) for operand in step.operands]
                    todo += [(operand, source, -early, True) for operand in step.factors or ()]
        return found

    # -- hardware ------------------------------------------------------------------------------------

    def place(self, *outputs: Output) -> list[Expr]:
        """Emit everything; the outputs, each behind its number of registers (TooFewRegistersError)."""
        placement = self._placement(outputs)
        last = max(registers for _, registers in outputs) - 1
        inputs = {i for i, step in enumerate(self.steps) if not step.operands and step.factors is None}
        stages = fewest_registers(placement.stages, self._reads(placement, outputs), last, inputs)
        emitter = _Emitter(self, replace(placement, stages=stages))
        emitter.need(outputs)
        return emitter.emit(outputs)


class _Emitter:
    """Writes steps and the registers that delay them into the module."""

    def __init__(self, pipe: Pipeline, placement: Placement) -> None:
        self.m, self.pipe = pipe.m, pipe
        self.stages, self.style = placement.stages, placement.style
        # for each step and number of registers behind it, the bits that are read there
        self.read: list[dict[int, int]] = [{} for _ in pipe.steps]
        self.nets: dict[tuple[int, int], tuple[Expr, int]] = {}
        self.totals: dict[int, Net] = {}  # of multiplier blocks, all bits
        self.fed_back: list[tuple[Net, Output]] = []
        self._reached: set[int] = set()

    def need(self, outputs: Sequence[Output]) -> None:
        """Note that words are read, each behind so many registers, and all that they are made of."""
        todo = list(outputs)
        while todo:
            word, stage = todo.pop()
            for piece in word:
                if piece.step is None:
                    continue
                if (value := self.pipe.before(piece)) is not None:
                    todo.append((value, stage + self.pipe.threads))
                    continue
                late = stage - self.stages[piece.step]
                assert late >= 0, self.pipe.steps[piece.step].name
                row = self.read[piece.step]
                row[late] = row.get(late, 0) | (1 << piece.width) - 1 << piece.low
                if piece.step not in self._reached:
                    self._reached.add(piece.step)
                    todo += self._taken(piece.step)

    def _taken(self, index: int) -> list[Output]:
        """What a step reads, and behind how many registers."""
        step, stage = self.pipe.steps[index], self.stages[index]
        number = self.style is Style.WHOLE and step.factors is not None and step.below is None
        words = [(word, stage - number) for word in step.operands]
        words += [(word, stage - self.style.value) for word in step.factors or ()]
        return words

    def emit(self, outputs: Sequence[Output]) -> list[Expr]:
        """Everything that is needed; gives the outputs."""
        for index in range(len(self.pipe.steps)):
            if index in self.pipe.comments:
                self.m.comment(self.pipe.comments[index])
            if index in self._reached:
                self._step(index)
        values = [self._value(word, stage) for word, stage in outputs]
        if self.fed_back:
            self.m.comment("feedback")
        for net, (word, stage) in self.fed_back:
            self.m.drive(net, self._value(word, stage))
        return values

    def _step(self, index: int) -> None:
        m, step = self.m, self.pipe.steps[index]
        if step.factors is not None and self.style is Style.WHOLE:
            self._block(index, step)
            return
        values = [self._value(word, stage) for word, stage in self._taken(index)]
        if step.factors is not None:
            whole: Expr = product(values.pop(-2), values.pop())
            values.insert(0, m.reg(f"{step.name}_product", whole) if self.style is not Style.NONE else whole)
        net: Expr = step.build(values)
        if step.operands or step.factors:
            net = m.wire(step.name, net)
        reads = self.read[index]
        above = [sum_of(bits for late, bits in reads.items() if late >= d) for d in range(max(reads) + 1)]
        assert isinstance(net, Net)
        self.nets[index, 0] = net, 0
        self._leftover(net, above[0])
        self._delayed(index, above, 1)

    def _block(self, index: int, step: Step) -> None:
        """A multiplier block, whose registers are its own: its sum is there a stage later."""
        m = self.m
        *addend, x, y = (self._value(word, stage) for word, stage in self._taken(index))
        pins: dict[str, Expr] = {"a": widened(x, step.wide), "b": widened(y, NARROW)}
        kind = Addend.NONE
        if step.below is not None:
            kind = Addend.CASCADE
            pins["below"] = self.totals[step.below]
        elif addend:
            kind = Addend.NUMBER
            pins["c"] = widened(addend[0], SUM)
        total = m.instance(multiplier_block(step.wide, kind), f"{step.name}_block", **pins)["total"]
        self.totals[index] = total
        self.nets[index, 1] = total, 0
        reads = self.read[index]
        above = [sum_of(bits for late, bits in reads.items() if late >= d) for d in range(max(reads) + 1)]
        if not any(other.below == index and i in self._reached for i, other in enumerate(self.pipe.steps)):
            self._leftover(total, above[1])
        self._delayed(index, above, 2)

    def _delayed(self, index: int, above: Sequence[int], first: int) -> None:
        """The registers behind a value, from number `first` on; `above`: which bits are read behind each."""
        m, step = self.m, self.pipe.steps[index]
        for late in range(first, len(above)):
            low, high = _ends(above[late])
            before, base = self.nets[index, late - 1]
            name = step.name if low == 0 and high == step.width - 1 else f"{step.name}_b{low}"
            assert isinstance(before, Net)
            delayed = m.reg(f"{name}_r{late}", before[high - base, low - base])
            self.nets[index, late] = delayed, low
            self._leftover(delayed, above[late] >> low)

    def _leftover(self, net: Net, used: int) -> None:
        idle = [net[high, low] for low, high in _runs(~used & (1 << net.width) - 1)]
        if idle:
            self.m.unused(*idle)

    def _value(self, word: Word, stage: int) -> Expr:
        parts: list[Expr] = []
        for piece in word:
            if piece.step is None:
                parts.append(Const(piece.width, piece.value, piece.name))
                continue
            if (value := self.pipe.before(piece)) is not None:
                parts.append(self._before(piece, (value, stage + self.pipe.threads)))
                continue
            net, base = self.nets[piece.step, stage - self.stages[piece.step]]
            parts.append(net[piece.low + piece.width - 1 - base, piece.low - base])
        return concat(*reversed(parts))

    def _before(self, piece: Piece, value: Output) -> Net:
        """A wire for a piece of a loop, which is driven when its value is there."""
        assert piece.step is not None
        top, stage = piece.low + piece.width - 1, value[1] - self.pipe.threads
        name = f"{self.pipe.steps[piece.step].name}_{top}_{piece.low}_r{stage}"
        if name not in self.m.names:
            self.fed_back.append((self.m.forward(name, piece.width), value))
        return Net(name, piece.width)


def sum_of(masks: Iterable[int]) -> int:
    """All bits of several masks."""
    found = 0
    for mask in masks:
        found |= mask
    return found


def _ends(mask: int) -> tuple[int, int]:
    return (mask & -mask).bit_length() - 1, mask.bit_length() - 1


def _runs(mask: int) -> list[tuple[int, int]]:
    """Lowest and highest place of each run of ones."""
    runs = []
    while mask:
        low = (mask & -mask).bit_length() - 1
        size = (~(mask >> low) & (mask >> low) + 1).bit_length() - 1
        runs.append((low, low + size - 1))
        mask &= ~((1 << size) - 1 << low)
    return runs


def register_bits(m: Module) -> int:
    """Flip-flops of a module without instances."""
    return sum(statement.net.width for statement in m.body if isinstance(statement, Load))
