"""Feed-forward arithmetic on wide integers, described without registers; then registers are placed.

A `Pipeline` is a graph of steps (an addition of some bits, a product of a multiplier block, a choice). When
all are there, `place` spreads a number of registers over it such that every path from an input to an output
has exactly so many and the slowest stretch between two registers is as short as can be. Bits that are early
wait in registers for those they meet: low bits of a sum move on while its carry runs up. A `loop` gives a
value of the cycle before, which for C threads is C registers away.

Imports the hardware layer only.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace

from pairforge.hdl import Const, Expr, Load, Module, Net, concat, product

BLOCK_DELAY = 2.3
"""Of the product in a multiplier block, in the unit of all delays here: about a nanosecond on 7-series.

Delays only say where registers go. The products of blocks have a register of their own where that helps."""

ENOUGH = 3.4
"""No shorter period is looked for: registers that are not needed for it stand behind the outputs."""


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
class _Step:
    """A value made of others. `factors`: their product comes first among what `build` is given."""

    name: str
    width: int
    operands: tuple[Word, ...]
    build: Callable[[Sequence[Expr]], Expr]
    delay: float
    factors: tuple[Word, Word] | None = None


@dataclass(frozen=True)
class _Placement:
    """For each step the registers that its paths from the inputs pass; `inner`: products have their own."""

    stages: tuple[int, ...]
    inner: bool


@dataclass
class Pipeline:
    """The graph under construction, and the module it becomes.

    `threads`: registers that a cycle of a loop takes. `blocks`, `tables`: multiplier blocks and look-up
    tables of all steps, modelled.
    """

    m: Module
    threads: int = 1
    steps: list[_Step] = field(default_factory=list)
    comments: dict[int, str] = field(default_factory=dict)
    loops: dict[int, Word] = field(default_factory=dict)
    blocks: int = 0
    tables: int = 0

    def comment(self, text: str) -> None:
        """A line in front of the steps to come."""
        self.comments[len(self.steps)] = text

    def input(self, net: Net) -> Word:
        """An input of the module, or any net that has its value in the cycle of the inputs."""
        return self._add(_Step(net.name, net.width, (), lambda _: net, 0.0))

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
        return self._add(_Step(name, width, tuple(operands), build, delay))

    def block(
        self,
        name: str,
        x: Word,
        y: Word,
        addend: Word,
        build: Callable[[Sequence[Expr]], Expr],
        delay: float,
    ) -> Word:
        """x y and an addend in one multiplier block; `build` is given both, and all bits of x y."""
        self.blocks += 1
        width = width_of(x) + width_of(y)
        return self._add(_Step(name, width, (addend,) if addend else (), build, delay, (x, y)))

    def loop(self, name: str, width: int) -> Word:
        """The value that `close` is given, a cycle later."""
        return self._add(_Step(name, width, (), lambda _: Const(1, 0), 0.0))

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

    def _add(self, step: _Step) -> Word:
        self.steps.append(step)
        return (Piece(step.width, len(self.steps) - 1),)

    # -- where registers go --------------------------------------------------------------------------

    def _stages(self, period: float, inner: bool, outputs: Sequence[Output]) -> _Placement | None:
        """Stages as early as can be, no stretch longer than `period`; None where an output comes too late.

        `inner`: products have a register behind them, so their factors are taken one register sooner. What
        reads a loop must not be so early that the value is not in a register by then: it is moved until
        that holds.
        """
        readers = self._readers(inner)
        least = [0] * len(self.steps)
        while True:
            found = self._earliest(period, inner, outputs, least)
            if found is None:
                return None
            moved = False
            for reader, source, early in readers:
                needed = found.stages[source] + 1 - self.threads + early
                if needed > found.stages[reader]:
                    least[reader], moved = max(least[reader], needed), True
            if not moved:
                return found

    def _readers(self, inner: bool) -> list[tuple[int, int, int]]:
        """(step, a step whose value it reads through a loop, how many registers sooner it reads)."""
        found = []
        for index, step in enumerate(self.steps):
            for words, early in ((step.operands, 0), (step.factors or (), int(inner))):
                for piece in (piece for word in words for piece in word):
                    value = self.before(piece)
                    found += [(index, p.step, early) for p in value or () if p.step is not None]
        return found

    def _earliest(
        self, period: float, inner: bool, outputs: Sequence[Output], least: Sequence[int]
    ) -> _Placement | None:
        """As `_stages`, each step at stage `least` of it at the earliest."""
        last = max(registers for _, registers in outputs) - 1
        arrivals: list[tuple[int, float]] = []

        def latest(words: Iterable[Word]) -> tuple[int, float]:
            found = (arrivals[p.step] for word in words for p in word if p.step is not None)
            return max(found, default=(0, 0.0))

        for step, floor in zip(self.steps, least, strict=True):
            begin = max(latest(step.operands), (floor, 0.0))
            delay = step.delay
            if step.factors is not None:
                stage, time = latest(step.factors)
                if inner:
                    stage += time + BLOCK_DELAY > period
                    begin = max(begin, (stage + 1, 0.0))
                else:
                    begin = max(begin, (stage, time))
                    delay += BLOCK_DELAY
            stage, time = begin
            if time and time + delay > period:
                stage, time = stage + 1, 0.0
            if stage > last:
                return None
            arrivals.append((stage, time + delay))
        if any(latest([word])[0] >= registers for word, registers in outputs):
            return None
        return _Placement(tuple(stage for stage, _ in arrivals), inner)

    def _placement(self, outputs: Sequence[Output]) -> _Placement:
        """That of the shortest period for which the registers are enough, the last one behind each output."""
        best: tuple[float, _Placement] | None = None
        for inner in (False, True):
            least = max(
                (s.delay + (0 if inner or not s.factors else BLOCK_DELAY) for s in self.steps), default=0
            )
            low = max(least, BLOCK_DELAY if inner else 0, ENOUGH)
            high = low + sum(s.delay + (BLOCK_DELAY if s.factors else 0) for s in self.steps)
            found = self._stages(high, inner, outputs)
            if found is None:
                continue
            while high - low > 0.02:
                middle = (low + high) / 2
                tried = self._stages(middle, inner, outputs)
                if tried is None:
                    low = middle
                else:
                    high, found = middle, tried
            if best is None or high < best[0] - 0.05:
                best = high, found
        assert best is not None, "a pipeline has at least one register"
        return best[1]

    # -- hardware ------------------------------------------------------------------------------------

    def place(self, *outputs: Output) -> list[Expr]:
        """Emit everything; the outputs, each behind its number of registers."""
        emitter = _Emitter(self, self._placement(outputs))
        emitter.need(outputs)
        return emitter.emit(outputs)


class _Emitter:
    """Writes steps and the registers that delay them into the module."""

    def __init__(self, pipe: Pipeline, placement: _Placement) -> None:
        self.m, self.pipe = pipe.m, pipe
        self.stages, self.inner = placement.stages, placement.inner
        # for each step and number of registers behind it, the bits that are read there
        self.read: list[dict[int, int]] = [{} for _ in pipe.steps]
        self.nets: dict[tuple[int, int], tuple[Expr, int]] = {}
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
        words = [(word, stage) for word in step.operands]
        words += [(word, stage - self.inner) for word in step.factors or ()]
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
        values = [self._value(word, stage) for word, stage in self._taken(index)]
        if step.factors is not None:
            whole: Expr = product(values.pop(-2), values.pop())
            values.insert(0, m.reg(f"{step.name}_product", whole) if self.inner else whole)
        net: Expr = step.build(values)
        if step.operands or step.factors:
            net = m.wire(step.name, net)
        reads = self.read[index]
        above = [sum_of(bits for late, bits in reads.items() if late >= d) for d in range(max(reads) + 1)]
        assert isinstance(net, Net)
        self.nets[index, 0] = net, 0
        self._leftover(net, above[0])
        for late in range(1, len(above)):
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
