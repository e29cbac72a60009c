"""The other sequencer of a stage: a controller for each block and loop body of its program, and a master.

A controller is a state machine of its own: it counts through the rows of its block, with a small store for
them and a counter for rows in which nothing happens. The master starts the controllers in the order of the
program, loop bodies as often as the program says, and joins their control words. Runs must not overlap, so
values have words. Blocks with the same rows, as the bodies of loops that are called again, have one
controller. To the datapath and to the streams it is the same as the sequencer of `rtl.sequencer`, cycle by
cycle.

A ladder's step has one controller for both values of a bit, because what the bit changes is the lowest bit of
addresses, outside the control word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce

from pairforge.hdl import Arith, Compare, Const, Expr, Module, Mux, Net, Select, any_of
from pairforge.rtl.control import PORTS, PUSH_BEFORE, ControlTable, Signal, StageControl
from pairforge.rtl.ladder import LADDER_BIT, ladder_bits
from pairforge.rtl.microcode import Piece, pieces_of, words_of

_MOST_IDLE_BITS = 16


@dataclass(frozen=True)
class BlockController:
    """Rows with a controller of their own, which counts through them.

    `signals`: those that are ever set, and where in a word they begin. `idle[i]` rows in which nothing
    happens follow word i, a number of `idle_bits` bits; none follows the last. `wait`: the word at which the
    stage waits for the place where its result goes.
    """

    name: str
    signals: Sequence[tuple[Signal, int]]
    words: Sequence[int]
    width: int
    idle: Sequence[int]
    idle_bits: int
    wait: int | None

    @property
    def bits(self) -> int:
        """Bits of its store."""
        return len(self.words) * (self.width + self.idle_bits)


@dataclass(frozen=True)
class Repeats:
    """A controller, by its number, plays its rows `times` times. `ladder`: each time has a bit."""

    controller: int
    times: int
    ladder: bool


@dataclass(frozen=True)
class BlockControllers:
    """The controllers of a stage, and the order in which they play."""

    controllers: Sequence[BlockController]
    order: Sequence[Repeats]

    @property
    def summary(self) -> str:
        """Their size in words for people."""
        words = sum(len(block.words) for block in self.controllers)
        bits = sum(block.bits for block in self.controllers)
        return f"{len(self.controllers)} controllers, {words} words = {bits / 1024:.1f} kbit"

    @property
    def facts(self) -> dict[str, str | int]:
        """What a report shows."""
        words = {f"words of {block.name}": len(block.words) for block in self.controllers}
        return {"controllers": self.summary, **words}


def split(control: StageControl) -> BlockControllers:
    """The rows of a stage whose runs do not overlap, block by block."""
    table, rows = control.table, control.table.rows
    wait = control.runs[0].wait
    firsts = {first: name for name, first in control.regions}
    pieces: list[Piece] = []
    for piece in pieces_of(rows, control.windows, 0, control.runs, control.ladders, aligned=True, idle=False):
        cuts = [] if piece.times > 1 else sorted(first for first in firsts if piece.first < first < piece.end)
        for first, end in zip([piece.first, *cuts], [*cuts, piece.end], strict=True):
            pieces.append(Piece(first, end, piece.times, piece.ladder))
    controllers: list[BlockController] = []
    order = []
    found: dict[tuple[int, ...], int] = {}
    parts: dict[str, int] = {}
    for piece in pieces:
        key = tuple(rows[piece.first : piece.end])
        waits = wait is not None and piece.first <= wait < piece.end
        if key not in found or waits:
            found[key] = len(controllers)
            region = firsts[max((first for first in firsts if first <= piece.first), default=min(firsts))]
            name = "".join(letter if letter.isalnum() else "_" for letter in region.lower())
            number = parts[name] = parts.get(name, 0) + 1
            named = f"{name}_part{number}" if number > 1 else name
            controllers.append(_rows_of(table, piece, wait, named))
        order.append(Repeats(found[key], piece.times, piece.ladder))
    return BlockControllers(controllers, order)


def _rows_of(table: ControlTable, piece: Piece, wait: int | None, name: str) -> BlockController:
    """The rows of a piece with as many bits for idle rows as make them fewest bits."""
    rows = table.rows
    used = reduce(lambda a, b: a | b, rows[piece.first : piece.end])
    signals: list[tuple[Signal, int]] = []
    width = 0
    for signal in table.signals:
        if used >> table.offset[signal.name] & _mask(signal):
            signals.append((signal, width))
            width += signal.width
    apart = {piece.end - 1} | (set() if wait is None else {wait, wait + 1})

    def stored(bits: int) -> list[tuple[int, int]]:
        return list(words_of(rows, piece, apart, bits))

    idle_bits = min(range(_MOST_IDLE_BITS + 1), key=lambda bits: len(stored(bits)) * (width + bits))
    kept = stored(idle_bits)
    words = [
        sum((rows[row] >> table.offset[signal.name] & _mask(signal)) << at for signal, at in signals)
        for row, _ in kept
    ]
    stops = next((i for i, (row, _) in enumerate(kept) if row == wait), None)
    return BlockController(name, signals, words, width, [idle for _, idle in kept], idle_bits, stops)


def _mask(signal: Signal) -> int:
    return (1 << signal.width) - 1


def build_block_controllers(
    name: str,
    control: StageControl,
    *,
    first: bool,
    doc: str,
    loadable: bool = False,
    checks_points: bool = False,
) -> tuple[Module, BlockControllers]:
    """The master, with the controllers inside, and what they play. Ports: as of `build_sequencer`.

    The stage must be one whose runs do not overlap.
    """
    if control.tail:
        raise AssertionError("runs that overlap have no order of blocks")
    plan = split(control)
    order = plan.order
    m = Module(name, doc, port_groups=PORTS)
    m.input("clk")
    rst = m.input("rst")
    ready = m.input("start_ready")
    proceed = m.input("proceed") if control.waits else None

    m.comment("which of the blocks in their order it is, and what their controllers say")
    bits = max((len(order) - 1).bit_length(), 1)
    place = m.forward_reg("place", bits)
    goes = [m.forward(f"{block.name}_go", 1) for block in plan.controllers]
    outputs = []
    for block, go in zip(plan.controllers, goes, strict=True):
        pins: dict[str, Expr] = {"rst": rst, "go": go}
        if block.wait is not None:
            assert proceed is not None
            pins["proceed"] = proceed
        outputs.append(m.instance(_module(f"{name}_{block.name}", block), f"run_{block.name}", **pins))
    ends = [found["ends"] for found in outputs]
    ended = m.wire("ended", any_of(*ends))

    m.comment("the next block: the same once more, the one that follows, or the first of a new run")
    resting = m.forward_reg("resting", 1)

    def comes_after(repeats: Sequence[int]) -> Expr:
        return any_of(*(Compare("==", place, Const(bits, (k - 1) % len(order))) for k in repeats))

    more: Expr = Const(1, 0)
    done: Expr = ended
    most = max(repeats.times - 1 for repeats in order).bit_length()
    if most:
        left = m.forward_reg("rounds_left", most)
        more = m.wire("again", ended & Compare("!=", left, Const(most, 0)))
        done = m.wire("block_done", ended & ~more)
        times: Expr = Const(most, 0)
        for k, repeats in enumerate(order):
            if repeats.times > 1:
                times = Mux(comes_after([k]), Const(most, repeats.times - 1), times)
        m.drive_reg(left, Mux(done, times, Arith("-", left, Const(most, 1))), enable=ended, reset=(rst, 0))
    last = m.wire("last", done & Compare("==", place, Const(bits, len(order) - 1, "LAST_PLACE")))
    start = m.wire("starting", (resting | last) & ready)
    m.drive_reg(resting, (resting | last) & ~ready, reset=(rst, 1))
    onward = Mux(last, Const(bits, 0), Arith("+", place, Const(bits, 1)))
    m.drive_reg(place, onward, enable=done, reset=(rst, 0))
    for i, go in enumerate(goes):
        after = [k for k, repeats in enumerate(order) if repeats.controller == i and k]
        reasons: list[Expr] = [done & comes_after(after)] if after else []
        if any(repeats.controller == i and repeats.times > 1 for repeats in order):
            reasons.append(more & ends[i])
        if order[0].controller == i:
            reasons.append(start)
        m.drive(go, any_of(*reasons))
    if control.ladders:
        climbs = any_of(
            *(Compare("==", place, Const(bits, k)) for k, repeats in enumerate(order) if repeats.ladder)
        )
        bit = ladder_bits(m, control.ladders, ended & climbs, rst, "distributed", loadable=loadable)
        m.output(LADDER_BIT, bit)
    if first:
        m.output("start", start)
    if checks_points:
        m.output("boundary", m.reg("was_boundary", start, reset=(rst, 0)))

    m.comment("the control word: that of the controller at work")

    def field(signal: Signal) -> Expr:
        if signal in control.table.derived:
            return control.table.derive(signal, field)
        parts = [found[signal.name] for found in outputs if signal.name in found]
        return any_of(*parts) if parts else Const(signal.width, 0)

    for signal in control.table.outputs:
        if signal != PUSH_BEFORE:
            m.output(signal.name, field(signal))
    return m, plan


def _module(name: str, block: BlockController) -> Module:
    """A state machine for one block.

    Ports: `clk`, `rst`; `go`: it begins in the next cycle; `proceed` where it may have to wait; `ends`: this
    is its last cycle; the signals that it sets, zero where it is not at work.
    """
    count = len(block.words)
    m = Module(name, f"Controller of {block.name}: {count} words of {block.width} bits.")
    m.input("clk")
    rst, go = m.input("rst"), m.input("go")
    bits = max((count - 1).bit_length(), 1)
    active = m.forward_reg("active", 1)
    at: Net = m.forward_reg("at", bits)
    width = block.width + block.idle_bits
    row: Net | None = None
    if width:
        packed = [word | idle << block.width for word, idle in zip(block.words, block.idle, strict=True)]
        row = m.wire("word", Select(m.memory("words", width, count, style="distributed", init=packed), at))
    plays: Expr = active
    if block.idle_bits:
        assert row is not None
        m.comment("idle rows")
        left = m.forward_reg("idle_left", block.idle_bits)
        stands = m.wire("stands", Compare("!=", left, Const(block.idle_bits, 0)))
        plays = m.wire("plays", active & ~stands)
        less = Arith("-", left, Const(block.idle_bits, 1))
        m.drive_reg(
            left,
            Mux(stands, less, row[width - 1, block.width]),
            enable=active,
            reset=(rst, 0),
        )
    moves = plays
    if block.wait is not None:
        waits = Compare("==", at, Const(bits, block.wait, "WAIT_WORD")) & ~m.input("proceed")
        moves = m.wire("moves", plays & ~waits)
    ends = m.wire("is_end", plays & Compare("==", at, Const(bits, count - 1, "LAST_WORD")))
    m.drive_reg(active, Mux(ends, go, active | go), reset=(rst, 0))
    m.drive_reg(at, Mux(go, Const(bits, 0), Arith("+", at, Const(bits, 1))), enable=go | moves)
    m.output("ends", ends)
    quiet: Expr = rst | ~plays
    for signal, low in block.signals:
        assert row is not None
        value = row[low + signal.width - 1, low]
        m.output(signal.name, m.reg(f"{signal.name}_now", value, reset=(quiet, 0)))
    return m
