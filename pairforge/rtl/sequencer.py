"""The sequencer of a stage: a control store, a program counter, hardware loops, and rows that stand idle.

The control table has a row for each cycle of the interval. Rows that repeat with the period of a loop are
stored once and played `count` times; loops come one after the other, so one counter serves them all. Where
it makes the store smaller, rows in which nothing happens are not stored: a row has a field that says how many
of them follow it. Flags travel with the program counter: whether the run in progress and the one before it
(whose last cycles share the first rows) are real; a run that is not real keeps its cycles but has no effects.
When no run is waiting at the end of the interval the counter goes through the shared rows once more without a
new run, then rests. Timing never depends on data.
"""

from __future__ import annotations

from collections.abc import Sequence, Set
from dataclasses import dataclass
from functools import reduce

from pairforge.rtl.control import POP, PUSH, PUSH_BEFORE, Control, ControlTable, Ladder
from pairforge.rtl.hdl import Arith, Compare, Const, Cut, Expr, Module, Mux, Net, Select, any_of

_MOST_IDLE_BITS = 8


@dataclass(frozen=True)
class StoredLoop:
    """`words[first : first + size]` of a store are played `count` times, `period` cycles each time.

    `ladder`: each time has a bit.
    """

    first: int
    size: int
    period: int
    count: int
    ladder: bool = False


@dataclass(frozen=True)
class Store:
    """Compressed rows: those of each loop are played several times, the rest once.

    `idle[i]` rows in which nothing happens follow row i, a number of `idle_bits` bits. `wait`: the row at
    which a stage waits for the place where its result goes.
    """

    words: Sequence[int]
    idle: Sequence[int]
    idle_bits: int
    loops: Sequence[StoredLoop]
    wait: int | None


def compress(
    table: ControlTable,
    periods: Sequence[int],
    keep: int,
    wait: int | None = None,
    ladders: Sequence[Ladder] = (),
) -> Store:
    """Find, for each of `periods`, the longest run of rows that repeat with it; leave out idle rows.

    Those of `ladders` are where they are, as each turn has its bit.

    The first `keep` rows and the last one stay as they are. `wait`: the row at which a stage on a memory
    waits. Where runs overlap (`keep` > 0) rows are hardly ever idle, and none is left out. The number of idle
    bits is the one with which the store has fewest bits.
    """
    rows = table.rows
    free = [(keep, len(rows) - 1)]
    loops: list[tuple[int, int, int]] = []  # first row, period, rows saved

    def store_once(part: tuple[int, int], first: int, period: int, saved: int) -> None:
        low, high = part
        free.remove(part)
        free.extend(((low, first), (first + period + saved, high)))
        loops.append((first, period, saved))

    for ladder in ladders:
        saved = (len(ladder.bits) - 1) * ladder.period
        end = ladder.first + saved
        if rows[ladder.first : end] != rows[ladder.first + ladder.period : end + ladder.period]:
            raise AssertionError("the turns of a ladder differ")
        part = next(part for part in free if part[0] <= ladder.first and end + ladder.period <= part[1])
        store_once(part, ladder.first, ladder.period, saved)
    for period in periods:
        found = max((*_repeated(rows, *part, period), part) for part in free)
        saved, negative_first, part = found
        if saved:
            store_once(part, -negative_first, period, saved)
    most = 0 if keep else _MOST_IDLE_BITS
    firsts = {ladder.first for ladder in ladders}
    stores = (_store(table, sorted(loops), firsts, keep, wait, bits) for bits in range(most + 1))
    return min(stores, key=lambda store: len(store.words) * (table.width + store.idle_bits))


def _repeated(rows: Sequence[int], low: int, high: int, period: int) -> tuple[int, int]:
    """(rows saved, minus the first row) of the longest run of rows in low … high - 1 that repeat."""
    best = (0, -low)
    first = low
    while first + 2 * period <= high:
        end = first
        while end + period < high and rows[end] == rows[end + period]:
            end += 1
        best = max(best, ((end - first) // period * period, -first))
        first = max(end, first) + 1
    return best


def _store(
    table: ControlTable,
    loops: Sequence[tuple[int, int, int]],
    ladders: Set[int],
    keep: int,
    wait: int | None,
    bits: int,
) -> Store:
    """The store with a given number of bits for idle rows."""
    rows = table.rows
    starts = {keep, len(rows) - 1, *range(keep)}  # rows that must be stored
    if wait is not None:
        starts |= {wait, wait + 1}
    for first, period, saved in loops:
        starts |= {first, first + period + saved}
    skipped = {row for first, period, saved in loops for row in range(first + period, first + period + saved)}
    words: list[int] = []
    idle: list[int] = []
    at: dict[int, int] = {}
    for row, word in enumerate(rows):
        if row in skipped:
            continue
        if word == 0 and words and row not in starts and idle[-1] < (1 << bits) - 1:
            idle[-1] += 1
            continue
        at[row] = len(words)
        words.append(word)
        idle.append(0)
    stored = []
    for first, period, saved in loops:
        end = at[first + period + saved]
        count = saved // period + 1
        stored.append(StoredLoop(at[first], end - at[first], period, count, first in ladders))
    return Store(tuple(words), tuple(idle), bits, tuple(stored), None if wait is None else at[wait])


def build_sequencer(
    name: str, control: Control, periods: Sequence[int], *, first: bool, style: str, doc: str
) -> tuple[Module, Store]:
    """The module and its control store.

    Ports: `clk`, `rst`; `start_ready` (a run may start), for the first stage `start` (it does); for a stage
    that ends in the output stream also `proceed` (the output can take a result); one output for each
    control signal; `pop` and `push`.
    """
    table = control.table
    store = compress(table, periods, control.tail, control.wait, control.ladders)
    idle = len(store.words)
    bits = max(idle.bit_length(), 1)

    def address(row: int) -> Const:
        return Const(bits, row)

    m = Module(name, doc)
    m.input("clk")
    rst = m.input("rst")
    ready = m.input("start_ready")
    proceed = m.input("proceed") if control.wait is not None else None

    pc = m.forward_reg("pc", bits)
    resting = m.wire("resting", Cut("is_resting", Compare("==", pc, address(idle))))
    last = m.wire("last", Cut("is_last", Compare("==", pc, address(idle - 1))))
    stands = m.forward("stands", 1) if store.idle_bits else None
    may_start = (resting | last) & Cut("is_ready", ready)
    start = m.wire("starting", may_start if stands is None else may_start & ~stands)
    moves = None if stands is None else ~stands
    current = m.forward_reg("current", 1)
    previous = m.forward_reg("previous", 1)

    m.comment(
        "next row: start, shared rows without a new run, rest, play the loop again, wait, or the next one"
    )
    after: Expr = Cut("row_below", Arith("+", pc, Const(bits, 1)))
    if store.loops:
        after = _loops(m, store, pc, after, rst, moves)
    if proceed is not None and store.wait is not None:
        waiting = m.wire("waiting", Cut("is_waiting", Compare("==", pc, address(store.wait)) & ~proceed))
        after = Mux(waiting, pc, after)
    beyond: Expr = address(idle)
    if control.tail:
        beyond = Mux(current, address(0), address(idle))
        shared_end = Compare("==", pc, address(control.tail - 1))
        drained = m.wire("drained", Cut("is_drained", shared_end & ~current))
        after = Mux(drained, address(idle), after)
    step = m.wire("step", Mux(start, address(0), Mux(resting, address(idle), Mux(last, beyond, after))))
    m.drive_reg(pc, step, enable=moves, reset=(rst, idle))
    if control.ladders:
        _ladder_bits(m, store, control.ladders, pc, moves, rst, style)
    turns = start | last | resting
    turn = m.wire("turn", turns if stands is None else turns & ~stands)
    m.drive_reg(current, start, enable=turn, reset=(rst, 0))
    m.drive_reg(previous, current & last, enable=turn, reset=(rst, 0))
    if first:
        m.output("start", start)

    width = table.width + store.idle_bits
    m.comment(f"control store: {idle} words of {width} bits, and a word of rest")
    packed = [word | rows << table.width for word, rows in zip(store.words, store.idle, strict=True)]
    memory = m.memory("store", width, idle + 1, style=style, init=(*packed, 0))
    word = m.reg("word", Select(memory, pc), reset=None if stands is None else (rst | stands, 0))
    if stands is not None:
        m.comment("idle rows: the counter stands still, the control word is zero")
        more = m.forward_reg("idle_left", store.idle_bits)
        left = m.wire("idle_now", word[width - 1, table.width] | more)
        m.drive(stands, Compare("!=", left, Const(store.idle_bits, 0)))
        m.drive_reg(more, Arith("-", left, Const(store.idle_bits, 1)), enable=stands, reset=(rst, 0))
    live = m.reg("live", current, reset=(rst, 0))
    live_previous = m.reg("live_previous", previous, reset=(rst, 0))
    # The row of rest is all zero, so what the flags say there does not matter.

    def bit_field(signal_name: str, width: int) -> Expr:
        low = table.offset[signal_name]
        return word[low + width - 1, low]

    m.comment("effects outside the datapath, of real runs only")
    m.output("pop", bit_field(POP.name, 1) & live)
    m.output("push", (bit_field(PUSH.name, 1) & live) | (bit_field(PUSH_BEFORE.name, 1) & live_previous))
    m.comment("fields of the control word")
    for signal in table.signals:
        if signal not in (POP, PUSH, PUSH_BEFORE):
            m.output(signal.name, bit_field(signal.name, signal.width))
    return m, store


def _ladder_bits(
    m: Module, store: Store, ladders: Sequence[Ladder], pc: Net, moves: Expr | None, rst: Net, style: str
) -> None:
    """Output `ladder_bit`: the bit of the turn that the control word belongs to, ladder after ladder."""
    firsts = [ladder.first for ladder in ladders]
    bits = [bit for ladder in sorted(ladders, key=lambda ladder: ladder.first) for bit in ladder.bits]
    counts = {len(ladder.bits) for ladder in ladders}
    m.comment(f"bits of the ladders, {len(bits)} turns from rows {', '.join(map(str, sorted(firsts)))} on")
    width = max((len(bits) - 1).bit_length(), 1)
    turn = m.forward_reg("ladder_turn", width)
    climbed = [loop for loop in store.loops if loop.ladder]
    assert {loop.count for loop in climbed} == counts
    ends = [Compare("==", pc, Const(pc.width, loop.first + loop.size - 1)) for loop in climbed]
    passes = m.wire("ladder_turn_ends", any_of(*ends))
    after = Mux(
        Compare("==", turn, Const(width, len(bits) - 1)), Const(width, 0), Arith("+", turn, Const(width, 1))
    )
    m.drive_reg(turn, after, enable=passes if moves is None else passes & moves, reset=(rst, 0))
    memory = m.memory("ladder_bits", 1, len(bits), style=style, init=bits)
    m.output("ladder_bit", m.reg("bit_of_turn", Select(memory, turn)))


def _loops(m: Module, store: Store, pc: Net, after: Expr, rst: Net, moves: Expr | None) -> Expr:
    """The row after `pc` with loops; one counter holds the rounds left of the loop to come or in progress."""
    loops = store.loops
    bits = max(1, *((loop.count - 1).bit_length() for loop in loops))
    left = m.forward_reg("rounds_left", bits)
    more = Compare("!=", left, Const(bits, 0))
    less = Arith("-", left, Const(bits, 1))
    rounds: Expr = left
    again: list[Expr] = []
    for k, loop in reversed(list(enumerate(loops))):
        number = str(k) if len(loops) > 1 else ""
        end = m.wire(f"loop_end{number}", Compare("==", pc, Const(pc.width, loop.first + loop.size - 1)))
        repeat = m.wire(f"again{number}", Cut(f"is_again{number}", end & more))
        again.append(repeat)
        after = Mux(repeat, Const(pc.width, loop.first), after)
        following = loops[(k + 1) % len(loops)]
        rounds = Mux(end, Const(bits, following.count - 1), rounds)
    anew = reduce(lambda a, b: a | b, again)
    m.drive_reg(left, Mux(anew, less, rounds), enable=moves, reset=(rst, loops[0].count - 1))
    return after
